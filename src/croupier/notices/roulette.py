"""Roulette: one wheel, and a pay for each kind of bet."""

from typing import NamedTuple

from croupier.games.layout import Limits
from croupier.games.roulette.rules import RouletteRules
from croupier.games.roulette.spots import POCKETS, RED, SPOTS, kind_of
from croupier.notices.common import (
    afterwards,
    chips,
    closing_notice,
    interruption,
    limits_notice,
    pays_mean,
)
from croupier.notices.page import Pay, Section, Statement
from croupier.notices.pen import Pen
from croupier.notices.words import capital, counted, spoken

_SHOWS_LIMITS = ("LIVE 1.2", "R3a")
_LAYOUT = ("LIVE 1.3", "R25")


class _Kind(NamedTuple):
    field: str
    name: str
    covers: str


_KINDS = {
    "straight": _Kind("straight_pays", "Straight", "the number; zero may be chosen too"),
    "split": _Kind("split_pays", "Split", "either of two neighbouring numbers, zero excepted"),
    "street": _Kind("street_pays", "Street", "one of the three numbers of a row"),
    "corner": _Kind("corner_pays", "Corner", "one of four numbers that meet in a point"),
    "line": _Kind("line_pays", "Line", "one of the six numbers of two neighbouring rows"),
    "column": _Kind("dozen_pays", "Column", "one of the twelve numbers of a column"),
    "dozen": _Kind("dozen_pays", "Dozen", "the dozen: 1 to 12, 13 to 24 or 25 to 36"),
    "red": _Kind("even_chance_pays", "Red", "a red number"),
    "black": _Kind("even_chance_pays", "Black", "a black number"),
    "even": _Kind("even_chance_pays", "Even", "an even number, zero excepted"),
    "odd": _Kind("even_chance_pays", "Odd", "an odd number"),
    "low": _Kind("even_chance_pays", "Low", "1 to 18"),
    "high": _Kind("even_chance_pays", "High", "19 to 36"),
}
_INSIDE = ("straight", "split", "street", "corner", "line")


def headline(rules: RouletteRules) -> str:
    return f"one number {rules.straight_pays}"


def _spots_by_kind() -> dict[str, list[str]]:
    """Every spot of the layout, under its kind."""
    kinds: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for spot in SPOTS:
        kinds[kind_of(spot)].append(spot)
    return kinds


def notices(rules: RouletteRules, limits: Limits) -> tuple[Statement, ...]:
    pen = Pen(rules)
    said = [limits_notice(pen, limits, "each bet of each player", _SHOWS_LIMITS)]
    covered = {
        (len(SPOTS[spots[0]]), _KINDS[kind].field, rules.odds(spots[0]))
        for kind, spots in _spots_by_kind().items()
    }
    for numbers, field, odds in sorted(covered, key=lambda one: one[0]):
        verb = "pays" if numbers == 1 else "pay"
        said.append(pen.say(capital(f"{counted(numbers, 'number')} {verb} {spoken(odds)}."), field))
    zero = f"Zero loses every bet that does not cover it; only {_names_on_zero()} can."
    return (*said, pen.say(zero, under=_LAYOUT), closing_notice(pen, ()))


def _names_on_zero() -> str:
    kinds = dict.fromkeys(kind_of(spot) for spot, covers in SPOTS.items() if 0 in covers)
    return " or ".join(f"a {_KINDS[kind].name.lower()} bet" for kind in kinds)


def bets(rules: RouletteRules) -> tuple[Pay, ...]:
    pen = Pen(rules)
    rows = []
    for kind, spots in _spots_by_kind().items():
        field, name, covers = _KINDS[kind]
        wins = f"the ball falls on {covers}"
        if len(spots) > 1:
            wins += f" ({len(spots)} such bets)"
        rows.append(pen.pay(kind, name, wins, rules.odds(spots[0]), field, under=_LAYOUT))
    return tuple(rows)


def play(rules: RouletteRules) -> tuple[Section, ...]:
    pen = Pen(rules)
    return (_aim(pen), _betting(pen, rules), _spin(pen), _trouble(pen, rules))


def _aim(pen: Pen) -> Section:
    reds = " ".join(str(pocket) for pocket in sorted(RED))
    return Section(
        "The game",
        (
            pen.say(
                f"A ball comes to rest in one of {len(POCKETS)} numbered pockets, "
                f"{POCKETS[0]} to {POCKETS[-1]}; bets foretell which.",
                under=("LIVE 1.1", "R25"),
            ),
            pen.say(
                f"Zero is green. Red are {reds}; the others are black.",
                under=["R25"],
            ),
        ),
    )


def _betting(pen: Pen, rules: RouletteRules) -> Section:
    inside = ", ".join(_KINDS[kind].name.lower() for kind in _INSIDE)
    outside = ", ".join(one.name.lower() for kind, one in _KINDS.items() if kind not in _INSIDE)
    return Section(
        "Betting",
        (
            pen.say(
                f"The layout has {len(SPOTS)} bets. Inside bets are {inside}; outside bets are "
                f"{outside}.",
                under=_LAYOUT,
            ),
            pen.say(
                "Chips count once the bet is placed; a bet outside the limits is refused.",
                under=_SHOWS_LIMITS,
            ),
            chips(pen, rules),
            closing_notice(pen, ()),
        ),
    )


def _spin(pen: Pen) -> Section:
    return Section(
        "Spin and settlement",
        (
            pen.say(
                "When the ball rests, every bet that covers its number is paid, and every other "
                "bet is lost.",
                under=("LIVE 1.3", "LIVE 1.4"),
            ),
            pays_mean(pen),
        ),
    )


def _trouble(pen: Pen, rules: RouletteRules) -> Section:
    return Section(
        "When something goes wrong",
        (
            *interruption(pen, rules, "the ball is in its pocket", ()),
            pen.say(
                "A spin that cannot count is void, and gives every stake of it back.",
                under=("R26", "R2"),
            ),
            *afterwards(pen, ()),
        ),
    )
