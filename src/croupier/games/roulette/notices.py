"""Roulette: one wheel, and a pay for each kind of bet."""

from typing import NamedTuple

from croupier.engine.layout import Limits
from croupier.games.roulette.engine.rules import RouletteRules
from croupier.games.roulette.engine.spots import POCKETS, RED, SPOTS, kind_of
from croupier.kit.phrase import Phrase, words
from croupier.notices.common import (
    EACH_BET,
    afterwards,
    chips,
    closing_notice,
    interruption,
    limits_notice,
    pays_mean,
)
from croupier.notices.page import Pay, Section, Statement, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import number, spoken


class _Kind(NamedTuple):
    field: str
    name: Phrase
    covers: Phrase


_KINDS = {
    "straight": _Kind(
        "straight_pays", words("Straight"), words("the number; zero may be chosen too")
    ),
    "split": _Kind(
        "split_pays", words("Split"), words("either of two neighbouring numbers, zero excepted")
    ),
    "street": _Kind("street_pays", words("Street"), words("one of the three numbers of a row")),
    "corner": _Kind(
        "corner_pays", words("Corner"), words("one of four numbers that meet in a point")
    ),
    "line": _Kind(
        "line_pays", words("Line"), words("one of the six numbers of two neighbouring rows")
    ),
    "column": _Kind("dozen_pays", words("Column"), words("one of the twelve numbers of a column")),
    "dozen": _Kind("dozen_pays", words("Dozen"), words("the dozen: 1 to 12, 13 to 24 or 25 to 36")),
    "red": _Kind("even_chance_pays", words("Red"), words("a red number")),
    "black": _Kind("even_chance_pays", words("Black"), words("a black number")),
    "even": _Kind("even_chance_pays", words("Even"), words("an even number, zero excepted")),
    "odd": _Kind("even_chance_pays", words("Odd"), words("an odd number")),
    "low": _Kind("even_chance_pays", words("Low"), words("1 to 18")),
    "high": _Kind("even_chance_pays", words("High"), words("19 to 36")),
}


def felt(_rules: RouletteRules) -> None:
    """Nothing is printed on it but the bets."""


def in_short(rules: RouletteRules) -> tuple[Phrase, ...]:
    """What players compare tables by."""
    return (
        words("One zero"),
        words("One number pays {odds}", odds=spoken(rules.straight_pays)),
    )


def headline(rules: RouletteRules) -> str:
    return f"one number {rules.straight_pays}"


def _spots_by_kind() -> dict[str, list[str]]:
    """Every spot of the layout, under its kind."""
    kinds: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for spot in SPOTS:
        kinds[kind_of(spot)].append(spot)
    return kinds


def notices(rules: RouletteRules, limits: Limits) -> tuple[Statement, ...]:
    write = StatementWriter(rules)
    signs = [limits_notice(write, limits, EACH_BET)]
    covered = {
        (len(SPOTS[spots[0]]), _KINDS[kind].field, rules.odds(spots[0]))
        for kind, spots in _spots_by_kind().items()
    }
    for numbers, field, odds in sorted(covered, key=lambda row: row[0]):
        pays = words("One number pays {odds}.", odds=spoken(odds))
        if numbers > 1:
            pays = words("{^count} numbers pay {odds}.", count=number(numbers), odds=spoken(odds))
        signs.append(write.say(pays, field))
    zero = words("Zero loses every bet that does not cover it; only a straight bet can.")
    return (*signs, write.say(zero, under=["layout"]), closing_notice(write))


def bets(rules: RouletteRules) -> tuple[Pay, ...]:
    write = StatementWriter(rules)
    rows = []
    for kind, spots in _spots_by_kind().items():
        field, name, covers = _KINDS[kind]
        wins = words("the ball falls on {covers}", covers=covers)
        if len(spots) > 1:
            wins = words("{wins} ({count} such bets)", wins=wins, count=len(spots))
        rows.append(write.pay(kind, name, wins, rules.odds(spots[0]), field, under=["layout"]))
    return tuple(rows)


def play(rules: RouletteRules) -> tuple[Section, ...]:
    write = StatementWriter(rules)
    return (_aim(write), _betting(write, rules), _spin(write), _trouble(write, rules))


def _aim(write: StatementWriter) -> Section:
    pockets = words(
        "A ball comes to rest in one of {count} numbered pockets, {first} to {last}; "
        "bets foretell which.",
        count=len(POCKETS),
        first=POCKETS[0],
        last=POCKETS[-1],
    )
    colours = words(
        "Zero is green. Red are {reds}; the others are black.", reds=" ".join(map(str, sorted(RED)))
    )
    return section(
        words("The game"),
        (write.say(pockets, under=("ball", "R25")), write.say(colours, under=["R25"])),
    )


def _betting(write: StatementWriter, rules: RouletteRules) -> Section:
    layout = words(
        "The layout has {count} bets. Inside bets are straight, split, street, corner, line; "
        "outside bets are column, dozen, red, black, even, odd, low, high.",
        count=len(SPOTS),
    )
    counts = words("Chips count once the bet is placed; a bet outside the limits is refused.")
    return section(
        words("Betting"),
        (
            write.say(layout, under=["layout"]),
            write.say(counts, under=["limits"]),
            chips(write, rules),
            closing_notice(write),
        ),
    )


def _spin(write: StatementWriter) -> Section:
    rests = words(
        "When the ball rests, every bet that covers its number is paid, and every other bet is "
        "lost."
    )
    return section(
        words("Spin and settlement"),
        (write.say(rests, under=("lost", "won")), pays_mean(write)),
    )


def _trouble(write: StatementWriter, rules: RouletteRules) -> Section:
    void = words("A spin that cannot count is void, and gives every stake of it back.")
    return section(
        words("When something goes wrong"),
        (
            *interruption(write, rules, words("the ball is in its pocket")),
            write.say(void, under=("R26", "R2")),
            *afterwards(write),
        ),
    )
