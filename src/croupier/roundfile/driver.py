"""Feeds the cards and actions of a round file to the engine, as the round asks for them."""

from collections import deque

from msgspec import UNSET

from croupier.engine import protocol as engine
from croupier.engine.inputs import (
    Act,
    Action,
    Adjust,
    BallRested,
    Burn,
    CardDealt,
    CardsTurned,
    Discard,
    DiscardReason,
    FollowingEnded,
    Input,
    Interrupt,
    Misdeal,
    OffersClosed,
    Place,
    SettlementHeld,
    SqueezeAllowed,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.irregular import check_capacity, check_unfinished
from croupier.engine.protocol import Round
from croupier.engine.waiting import Waiting
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.kit.money import parse_amount
from croupier.roundfile.moment import Moment, before_settlement, comes_now
from croupier.roundfile.read import FileAction, HouseAction, PlayerAction, RoundFile, has_wheel


class RoundFileDriver:
    def __init__(self, file: RoundFile, opening: Round, *, spare_cards: bool = False) -> None:
        self.round = opening
        self.inputs: list[Input] = []
        self._cards = deque(file.cards)
        self._wheel = has_wheel(file.game)
        self._pocket = file.pocket
        self._actions = deque(file.actions)
        self._dealt = 0
        self._spare_cards = spare_cards

    def run(self) -> None:
        while True:
            moment = self._moment()
            waiting = moment.waiting
            if self._actions and comes_now(self._actions[0], moment):
                self._act(self._actions.popleft())
            elif moment.finished:
                break
            elif waiting.decisions:
                raise _decision_missing(waiting)
            elif waiting.offers:
                self._step(OffersClosed())
            elif waiting.pocket:
                self._spin()
            elif waiting.card is not None:
                self._deal(waiting)
            else:
                # Every card is out, and a settlement that was held goes on.
                self._step(OffersClosed())
        self._check_left_over()

    def _moment(self) -> Moment:
        waiting = engine.waiting(self.round)
        more = self._pocket is not None if waiting.pocket else bool(self._cards)
        return Moment(waiting, len(self.inputs), self._dealt, more, self._wheel)

    def _step(self, input: Input) -> None:
        """One input; where it would end a round that the next action of the file rules on before
        the settlement, the settlement is held first."""
        after = engine.step(self.round, input).round
        ends = after.over and not after.void and not self.round.over
        following = self._actions[0] if self._actions else None
        if ends and before_settlement(following, self._dealt, wheel=self._wheel):
            self._step(SettlementHeld())
            after = engine.step(self.round, input).round
        self.round = after
        self.inputs.append(input)

    def _deal(self, waiting: Waiting) -> None:
        """The card the round asks for: one that is already out, or the next of the shoe."""
        exactly = waiting.card.exactly if waiting.card is not None else None
        self._step(CardDealt(exactly if exactly is not None else self._next_card()))

    def _next_card(self) -> Card:
        if not self._cards:
            due = engine.waiting(self.round).card
            to = "the next card" if due is None else f"a card to {_target(due.to, due.box)}"
            raise Refused(Code.CARD_MISSING, f"the round waits for {to}")
        self._dealt += 1
        return self._cards.popleft()

    def _spin(self) -> None:
        if self._pocket is None:
            raise Refused(
                Code.CARD_MISSING, "the ball never came to rest", self.round.rules.topics["ball"]
            )
        self._dealt += 1
        self._step(BallRested(self._pocket))

    def _act(self, action: FileAction) -> None:
        self._step(
            _player_input(action) if isinstance(action, PlayerAction) else self._ruling(action)
        )

    def _ruling(self, action: HouseAction) -> Input:
        by = action.by
        if by is None:
            raise Refused(Code.ILLEGAL_ACTION, f"{action.action} is not for a player", "R30")
        match action.action:
            case "void":
                return self._void(Void(by, VoidReason(action.reason)), action.step)
            case "interrupt":
                return Interrupt(by)
            case "misdeal":
                return Misdeal(by, action.reconstructed, action.deal, action.moves or UNSET)
            case "place":
                return Place(by, action.box, action.hand, action.dealer)
            case "discard":
                return Discard(by, DiscardReason(action.reason))
            case "burn":
                return Burn(by, action.count)
            case "together":
                return Together(by, self._cards_together(action.count))
            case "hold":
                return SettlementHeld()
            case "squeeze":
                return SqueezeAllowed(by, action.box or 0)
            case _:
                amount = parse_amount(action.amount, "the adjustment")
                return Adjust(by, action.player, amount, action.reason)

    def _void(self, void: Void, step: int | None) -> Void:
        """R5: a finished round stands, but for the late void that R31 allows a table: a file names
        its moment exactly, as an export does."""
        check_capacity(void)
        if step is None:
            check_unfinished(self.round.over, void, self.round.rules.topics["finished"])
        return void

    def _cards_together(self, count: int) -> tuple[Card, ...]:
        if engine.waiting(self.round).card is None or count < 2:
            return ()
        return tuple(self._next_card() for _ in range(count))

    def _check_left_over(self) -> None:
        if self._actions:
            raise Refused(
                Code.ACTION_LEFT_OVER,
                f"the round is over, and {self._actions[0].action} is left over",
            )
        if self._cards and not self._spare_cards:
            raise Refused(
                Code.CARD_LEFT_OVER, f"the round is over, and {self._cards[0]} is left over"
            )


def _player_input(action: PlayerAction) -> Input:
    match action.action:
        case "turn":
            return CardsTurned(action.player, action.box or 0)
        case "stop-following":
            return FollowingEnded(action.player, action.box or 0)
        case "pass":
            return Act(action.player, Action.DECLINE, action.box)
    amount = None if action.amount is None else parse_amount(action.amount)
    return Act(action.player, Action(action.action), action.box, amount, action.bet, action.card)


def _decision_missing(waiting: Waiting) -> Refused:
    awaited = waiting.decisions[0]
    where = f" on box {awaited.box}, hand {awaited.hand}" if awaited.box is not None else ""
    return Refused(Code.DECISION_MISSING, f"the round waits for {awaited.player} to decide{where}")


def _target(to: str, box: int | None) -> str:
    return f"box {box}" if to == "box" else f"the {to}"
