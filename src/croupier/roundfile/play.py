"""Play a round file through the engine: the same rules that run the live tables."""

from collections import deque

import msgspec

from croupier.games import engine
from croupier.games.engine import AnyRules, Round
from croupier.games.inputs import (
    Act,
    Action,
    Adjust,
    BallRested,
    Burn,
    CardDealt,
    Discard,
    DiscardReason,
    Input,
    Interrupt,
    Misdeal,
    OffersClosed,
    Place,
    Ruling,
    Together,
    Void,
    VoidReason,
)
from croupier.games.layout import Bet, Layout, Limits
from croupier.games.lines import Line
from croupier.games.waiting import Waiting
from croupier.kit.cards import Card, first_impossible
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount, parse_amount, parse_stake
from croupier.roundfile.read import ROULETTE, FileBet, HouseAction, PlayerAction, RoundFile


class Played(msgspec.Struct, frozen=True):
    """A round file played to its end."""

    rules: AnyRules
    limits: Limits
    seats: dict[int, str]
    opening: Round
    """The round at "No more bets"."""
    inputs: tuple[Input, ...]
    """Everything that went into the engine, in order."""
    round: Round

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.round.lines

    @property
    def status(self) -> str:
        return "void" if self.round.void else "settled"


def play(file: RoundFile) -> Played:
    """Check the file in the order of its parts, then play it card by card."""
    _check_fields(file, engine.variant(file.game))
    rules = engine.variant(file.game, file.settings)
    limits = _limits(file)
    _check_cards(file, rules)
    layout = _check_bets(file, rules, limits)
    opening = engine.open_round(rules, limits, layout)
    driver = _Driver(file, opening)
    driver.run()
    return Played(rules, limits, file.seats, opening, tuple(driver.inputs), driver.round)


def _limits(file: RoundFile) -> Limits:
    limits = Limits()
    low = parse_amount(file.limits["min"], "the minimum") if "min" in file.limits else limits.min
    high = parse_amount(file.limits["max"], "the maximum") if "max" in file.limits else limits.max
    if low <= 0 or high <= 0:
        raise Refused(Code.BAD_AMOUNT, "limits must be more than nothing", "R3a")
    if low > high:
        raise Refused(
            Code.BAD_SETTING,
            f"the minimum {format_amount(low)} is above the maximum {format_amount(high)}",
            "R3a",
        )
    return Limits(low, high)


def _check_fields(file: RoundFile, rules: AnyRules) -> None:
    """Fields that only some games have."""
    spots = engine.spots(rules)
    for bet in file.bets:
        on_box = spots.get(bet.bet)
        if on_box is True and bet.box is None:
            raise Refused(Code.BAD_FILE, f"the bet {bet.bet} has no field 'box'")
        if on_box is False and bet.box is not None:
            raise Refused(Code.BAD_FILE, f"the bet {bet.bet} has an unknown field 'box'")
    boxed = any(spots.values())
    for action in file.actions:
        if not isinstance(action, PlayerAction):
            continue
        if boxed and action.action in _BOX_ACTIONS and action.box is None:
            raise Refused(Code.BAD_FILE, f"the action {action.action} has no field 'box'")
        if "ante-player" in spots and action.action in _ANTE_ACTIONS and action.bet is None:
            raise Refused(Code.BAD_FILE, f"the action {action.action} has no field 'bet'")


_BOX_ACTIONS = {
    Action.INSURE,
    Action.EVEN_MONEY,
    Action.SURRENDER,
    Action.HIT,
    Action.STAND,
    Action.DOUBLE,
    Action.SPLIT,
    Action.FOLLOW,
    Action.TIMEOUT,
}
_ANTE_ACTIONS = {Action.RAISE, Action.FOLD, Action.TIMEOUT}


def _check_cards(file: RoundFile, rules: AnyRules) -> None:
    if file.game == ROULETTE:
        return
    decks = rules.decks  # type: ignore[union-attr]
    extra = first_impossible(file.cards, decks)
    if extra is not None:
        raise Refused(
            Code.CARD_IMPOSSIBLE, f"{decks} decks do not hold so many {extra}", rules.cites["decks"]
        )


def _check_bets(file: RoundFile, rules: AnyRules, limits: Limits) -> Layout:
    """Each bet in order; what it needs may stand anywhere in the list."""
    whole = Layout(file.seats, (bet for one in file.bets if (bet := _readable(one)) is not None))
    so_far = Layout(file.seats)
    for one in file.bets:
        if one.bet not in engine.spots(rules):
            raise Refused(Code.UNKNOWN_BET, f"{file.game} has no bet {one.bet[:40]!r}")
        bet = _bet(one, parse_stake(one.amount, rules.chip_unit))
        so_far.put(bet)
        engine.check_bet(rules, limits, bet, so_far, whole)
    return whole


def _readable(one: FileBet) -> Bet | None:
    try:
        amount = parse_amount(one.amount)
    except Refused:
        return None
    return _bet(one, amount) if amount > 0 else None


def _bet(one: FileBet, amount: int) -> Bet:
    return Bet(one.player, one.bet, amount, one.box, one.follow or False, one.accepted)


class _Driver:
    """Feeds cards and actions to the round as it asks for them."""

    def __init__(self, file: RoundFile, opening: Round) -> None:
        self.round = opening
        self.cards = deque(file.cards)
        self.pocket = file.pocket
        self.actions = deque(file.actions)
        self.dealt = 0
        self.inputs: list[Input] = []

    def run(self) -> None:
        while True:
            waiting = engine.waiting(self.round)
            head = self.actions[0] if self.actions else None
            if isinstance(head, HouseAction) and self._happens_now(head, waiting):
                self.actions.popleft()
                self._rule(head)
            elif waiting.over and waiting.card is None:
                break
            elif waiting.decisions or waiting.offers or waiting.choices:
                self._decide(waiting, head)
            elif waiting.pocket:
                self._spin()
            else:
                self._deal()
        self._check_left_over()

    def _step(self, input: Input) -> None:
        self.round = engine.step(self.round, input).round
        self.inputs.append(input)

    def _deal(self) -> None:
        """The card the round asks for: one that is already out, or the next of the shoe."""
        due = engine.waiting(self.round).card
        card = due.exactly if due is not None and due.exactly is not None else self._next_card()
        self._step(CardDealt(card))

    def _next_card(self) -> Card:
        if not self.cards:
            due = engine.waiting(self.round).card
            to = "the next card" if due is None else f"a card to {_target(due.to, due.box)}"
            raise Refused(Code.CARD_MISSING, f"the round waits for {to}")
        self.dealt += 1
        return self.cards.popleft()

    def _spin(self) -> None:
        if self.pocket is None:
            raise Refused(Code.CARD_MISSING, "the ball never came to rest", "LIVE 1.1")
        self._step(BallRested(self.pocket))

    def _happens_now(self, action: HouseAction, waiting: Waiting) -> bool:
        """When an irregularity is due; `at` counts the cards that are out."""
        finished = waiting.over and waiting.card is None
        if action.at is not None:
            if self.dealt > action.at or (finished and self.dealt < action.at):
                raise Refused(
                    Code.ILLEGAL_ACTION,
                    f"{action.action} was not reached with {action.at} cards out: "
                    f"there are {self.dealt} now",
                )
            if action.action == "together" and not waiting.decisions and not waiting.over:
                # Once the dealer deals on: offers have lapsed, cards already out have been used.
                return self.dealt == action.at and self._shoe_is_next(waiting)
            return self.dealt == action.at
        if waiting.over:
            # What is left of the house's can only be refused, or be an adjustment or an overdraw.
            return finished
        if action.action == "together":
            return self._shoe_is_next(waiting)
        if action.action == "discard" and action.reason == DiscardReason.OVERDRAW:
            return False
        if waiting.decisions:
            return True
        nothing_there = self.pocket is None if waiting.pocket else not self.cards
        due = waiting.card is not None or waiting.pocket
        return due and nothing_there and not self._card_promised(waiting)

    def _shoe_is_next(self, waiting: Waiting) -> bool:
        """A card is due, fresh from the shoe, and nothing has been ruled about it."""
        fresh = waiting.card is not None and waiting.card.exactly is None
        return fresh and not self._card_promised(waiting)

    def _card_promised(self, waiting: Waiting) -> bool:
        """A ruling has said what becomes of the next card: it comes first."""
        placed = bool(self.inputs) and isinstance(self.inputs[-1], Place)
        return placed or (waiting.card is not None and waiting.card.to == "discard")

    def _rule(self, action: HouseAction) -> None:
        self._step(self._ruling(action))

    def _ruling(self, action: HouseAction) -> Ruling:
        by = action.by
        if by is None:
            raise Refused(Code.ILLEGAL_ACTION, f"{action.action} is not for a player", "R30")
        match action.action:
            case "void":
                return Void(by, VoidReason(action.reason))
            case "interrupt":
                return Interrupt(by)
            case "misdeal":
                return Misdeal(by, action.reconstructed, action.deal)
            case "place":
                return Place(by, action.box, action.hand, action.dealer)
            case "discard":
                return Discard(by, DiscardReason(action.reason))
            case "burn":
                return Burn(by, action.count)
            case "together":
                return self._together(action)
            case _:
                amount = parse_amount(action.amount, "the adjustment")
                return Adjust(by, action.player, amount, action.reason)

    def _together(self, action: HouseAction) -> Together:
        assert action.by is not None
        if engine.waiting(self.round).card is None or action.count < 2:
            return Together(action.by, ())
        return Together(action.by, tuple(self._next_card() for _ in range(action.count)))

    def _decide(self, waiting: Waiting, head: PlayerAction | HouseAction | None) -> None:
        if isinstance(head, PlayerAction) and (waiting.decisions or _answers(head, waiting)):
            self.actions.popleft()
            self._step(self._act(head))
        elif waiting.decisions:
            one = waiting.decisions[0]
            where = f" on box {one.box}, hand {one.hand}" if one.box is not None else ""
            raise Refused(
                Code.DECISION_MISSING, f"the round waits for {one.player} to decide{where}"
            )
        elif waiting.offers:
            self._step(OffersClosed())
        else:
            self._deal()

    def _act(self, action: PlayerAction) -> Act:
        amount = None
        if action.amount is not None:
            amount = parse_amount(action.amount)
        return Act(action.player, action.action, action.box, amount, action.bet, action.card)

    def _check_left_over(self) -> None:
        if self.actions:
            raise Refused(
                Code.ACTION_LEFT_OVER,
                f"the round is over, and {self.actions[0].action} is left over",
            )
        if self.cards:
            raise Refused(
                Code.CARD_LEFT_OVER, f"the round is over, and {self.cards[0]} is left over"
            )


def _answers(action: PlayerAction, waiting: Waiting) -> bool:
    """Whether the action answers an open offer or choice; any other lets it lapse."""
    if waiting.choices and action.action in (Action.CONTINUE, Action.WITHDRAW):
        return True
    offered = {option.action for offer in waiting.offers for option in offer.options}
    if offered & {Action.INSURE, Action.EVEN_MONEY}:
        offered |= {Action.INSURE}
    return action.action in offered


def _target(to: str, box: int | None) -> str:
    return f"box {box}" if to == "box" else f"the {to}"
