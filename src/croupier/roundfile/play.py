"""Play a round file through the engine: the same rules that run the live tables."""

import msgspec

from croupier.engine import protocol as engine
from croupier.engine.inputs import Action, Input
from croupier.engine.layout import Bet, Layout, Limits
from croupier.engine.lines import Line
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.kit.cards import first_impossible
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount, parse_amount
from croupier.kit.stakes import parse_stake
from croupier.roundfile.driver import RoundFileDriver
from croupier.roundfile.read import FileBet, PlayerAction, RoundFile


class Played(msgspec.Struct, frozen=True):
    """A round file played to its end."""

    rules: Rules
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


def play(file: RoundFile, *, spare_cards: bool = False) -> Played:
    """Check the file in the order of its parts, then play it card by card. With `spare_cards` it is
    no fault that the round ends before the last card."""
    _check_fields(file, engine.variant(file.game))
    rules = engine.variant(file.game, file.settings)
    limits = _limits(file)
    _check_cards(file, rules)
    layout = _check_bets(file, rules, limits)
    opening = engine.open_round(rules, limits, layout)
    driver = RoundFileDriver(file, opening, spare_cards=spare_cards)
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


def _check_fields(file: RoundFile, rules: Rules) -> None:
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
    "pass",
    "turn",
    "stop-following",
    Action.TIMEOUT,
}
_ANTE_ACTIONS = {Action.RAISE, Action.FOLD, Action.TIMEOUT}


def _check_cards(file: RoundFile, rules: Rules) -> None:
    """LIVE 2.1.8d: each deck holds 52 cards, each of them once."""
    decks = rules.deck_count
    extra = first_impossible(file.cards, decks)
    if extra is not None:
        raise Refused(
            Code.CARD_IMPOSSIBLE,
            f"{decks} decks do not hold so many {extra}",
            rules.topics["decks"],
        )


def _check_bets(file: RoundFile, rules: Rules, limits: Limits) -> Layout:
    """Each bet in order; what it needs may stand anywhere in the list."""
    whole = Layout(
        file.seats, (bet for file_bet in file.bets if (bet := _readable(file_bet)) is not None)
    )
    so_far = Layout(file.seats)
    for file_bet in file.bets:
        if file_bet.bet not in engine.spots(rules):
            raise Refused(Code.UNKNOWN_BET, f"{file.game} has no bet {file_bet.bet[:40]!r}")
        bet = _bet(file_bet, parse_stake(file_bet.amount, rules.chip_unit))
        so_far.put(bet)
        engine.check_bet(rules, limits, bet, so_far, whole)
    return whole


def _readable(file_bet: FileBet) -> Bet | None:
    try:
        amount = parse_amount(file_bet.amount)
    except Refused:
        return None
    return _bet(file_bet, amount) if amount > 0 else None


def _bet(file_bet: FileBet, amount: int) -> Bet:
    return Bet(
        file_bet.player,
        file_bet.bet,
        amount,
        file_bet.box,
        file_bet.follow or False,
        file_bet.accepted,
    )
