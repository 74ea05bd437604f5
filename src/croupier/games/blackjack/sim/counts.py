"""A count of the cards: what each counts, what is bet by the count, and where it changes the play.

`hi-lo.json` beside this is one, and its form is that of every other. The true count is what was
counted for every deck that is left, rounded down, as it stands before the cards of the round come.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from croupier.games.blackjack.odds.main_bet import ChartColumn
from croupier.games.blackjack.sim.charts import (
    OF_TOTALS,
    Chart,
    bad_strategy,
    check_letters,
    known_hands,
    with_cell,
)
from croupier.games.blackjack.sim.game import Count
from croupier.kit.cards import DECK, RANKS
from croupier.kit.decode_errors import NotDecoded, decoded
from croupier.odds.strategy import NAMES

TrueCount = Annotated[int, Meta(ge=-50, le=50)]
MOST_UNITS = 100


class Ramp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: Annotated[int, Meta(ge=1, le=MOST_UNITS)]
    at_least: TrueCount | None = msgspec.field(default=None, name="from")
    """None: below all others."""


class Deviation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From this true count on, or below it, a hand is played otherwise than by the chart."""

    hand: str
    """"16", "A,7" or "T,T"."""
    dealer: str
    action: str
    """As the letters of a chart say it; what the chart gives up is still given up. Of a pair, only
    that it is split."""
    at_least: TrueCount | None = msgspec.field(default=None, name="from")
    below: TrueCount | None = None

    def holds(self, true_count: int) -> bool:
        if self.at_least is not None:
            return true_count >= self.at_least
        return self.below is not None and true_count < self.below


class WrittenCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    tags: dict[str, Annotated[int, Meta(ge=-9, le=9)]]
    """What each rank counts when it is seen."""
    bets: tuple[Ramp, ...] = (Ramp(1),)
    """Units on the main bet, from each true count on."""
    insurance: TrueCount | None = None
    """From which true count on it is taken; None: never."""
    deviations: tuple[Deviation, ...] = ()


class Counted(NamedTuple):
    """A count, and a chart for each of its bins."""

    name: str
    counting: Count
    charts: tuple[Chart, ...]


def hi_lo() -> bytes:
    return files(__package__).joinpath("hi-lo.json").read_bytes()


def counted(text: str | bytes, chart: Chart) -> Counted:
    """A count as it is written, over this chart."""
    try:
        written = decoded(text, WrittenCount)
    except NotDecoded as error:
        raise bad_strategy(f"it is no count: {error}") from None
    units = _checked(written)
    at = [*_thresholds(written)]
    # Below the lowest threshold and from the highest on nothing changes any more.
    bins = range(min(at, default=0) - 1, max(at, default=0) + 1)
    insured = written.insurance
    return Counted(
        written.name,
        Count(
            tuple(written.tags[card[0]] for card in DECK),
            bins[0],
            tuple(units[max(low for low in units if low <= here)] for here in bins),
            tuple(insured is not None and here >= insured for here in bins),
        ),
        tuple(_charted(chart, written, here) for here in bins),
    )


def _thresholds(written: WrittenCount) -> Iterator[int]:
    told = [written.insurance, *(ramp.at_least for ramp in written.bets)]
    told += [
        each for deviation in written.deviations for each in (deviation.at_least, deviation.below)
    ]
    return (each for each in told if each is not None)


def _charted(chart: Chart, written: WrittenCount, true_count: int) -> Chart:
    columns = [*chart]
    for deviation in written.deviations:
        if deviation.holds(true_count):
            shown = NAMES.index(deviation.dealer)
            columns[shown] = _deviated(columns[shown], deviation)
    return tuple(columns)


def _deviated(column: ChartColumn, by: Deviation) -> ChartColumn:
    """What the chart gives up is still given up."""
    deviated = with_cell(column, by.hand, by.action)
    given_up = zip(column.surrender, deviated.surrender, strict=True)
    return replace(deviated, surrender=tuple(before or now for before, now in given_up))


def _checked(written: WrittenCount) -> Mapping[float, int]:
    """From which true count on → how many units."""
    if sorted(written.tags) != sorted(RANKS):
        raise bad_strategy(f"a count has a tag for each of {' '.join(RANKS)}")
    lows = [float("-inf") if ramp.at_least is None else ramp.at_least for ramp in written.bets]
    if lows != sorted({*lows}) or not lows or lows[0] != float("-inf"):
        why = (
            "the first bet of a count has no `from`, and those after it have higher and higher ones"
        )
        raise bad_strategy(why)
    hard, soft, pairs = known_hands(splits=True)
    for each in written.deviations:
        what = f"{each.hand[:20]!r} against {each.dealer[:20]!r}"
        if each.hand not in (*hard, *soft, *pairs) or each.dealer not in NAMES:
            raise bad_strategy(f'there is no {what}: a hand is "16", "A,7" or "8,8", a card 2 to A')
        if (each.at_least is None) == (each.below is None):
            raise bad_strategy(f"{what} deviates `from` a true count on, or `below` it")
        known = ("P",) if each.hand in pairs else OF_TOTALS
        check_letters(each.hand, each.dealer, each.action, known)
    return dict(zip(lows, (ramp.units for ramp in written.bets), strict=True))
