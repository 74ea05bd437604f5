"""How the boxes are played, by a name or as written in a file: tables for the kernel, and the same
decisions for the engine."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.solved import solved
from croupier.games.blackjack.sim import charts
from croupier.games.blackjack.sim.by_cards import best_by_cards, tables_by_cards
from croupier.games.blackjack.sim.by_engine import ByTotals, Column
from croupier.games.blackjack.sim.charts import Chart, bad_strategy, best_chart, written_chart
from croupier.games.blackjack.sim.counts import counted, hi_lo
from croupier.games.blackjack.sim.game import NO_COUNT, Count
from croupier.games.blackjack.sim.tables import HandTables, chart_tables
from croupier.kit.errors import Code, Refused
from croupier.odds.worth import Progress

CHART, COMPOSITION, COUNT = "chart", "composition", "count"

BAD_PLAYERS: Mapping[str, Callable[[BlackjackRules, Chart], Chart]] = {
    "mimic-dealer": lambda rules, _: charts.mimic_dealer(rules),
    "never-bust": lambda _, chart: charts.never_bust(chart),
    "always-stand": lambda _, chart: (charts.NOTHING,) * len(chart),
    "always-split": lambda _, chart: charts.always_split(chart),
    "always-double": lambda _, chart: charts.always_double(chart),
}
"""For what following a seat costs when the seat plays badly."""

NAMES = (CHART, COMPOSITION, COUNT, *BAD_PLAYERS)


class Strategy(NamedTuple):
    name: str
    hands: HandTables
    columns: tuple[tuple[Column, ...], ...]
    """Bin of the count × the dealer's card: what the tables do, as the engine asks it."""
    counting: Count = NO_COUNT
    chart: Chart | None = None
    """Where it is all that is played by."""


def named(
    rules: BlackjackRules, shoe: Sequence[int], name: str, progress: Progress | None = None
) -> Strategy:
    """For a shoe of these values, the ace first."""
    if name not in NAMES:
        known = f"{', '.join(NAMES)}, or a file"
        raise Refused(Code.BAD_SETTING, f"there is no strategy {name[:40]!r}; there is {known}")
    if name == COMPOSITION:
        by_cards = best_by_cards(rules, shoe, progress)
        return Strategy(name, tables_by_cards(rules, by_cards), (by_cards,))
    chart = best_chart(solved(rules, shoe, progress))
    if name == COUNT:
        return _counting(rules, chart, hi_lo())
    if name in BAD_PLAYERS:
        chart = BAD_PLAYERS[name](rules, chart)
    return by_charts(rules, name, (chart,))


def written(
    rules: BlackjackRules,
    shoe: Sequence[int],
    text: str | bytes,
    progress: Progress | None = None,
) -> Strategy:
    """A chart as `croupier strategy GAME --json` prints it, or a count."""
    try:
        parts = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise bad_strategy(f"it is no JSON: {error}") from None
    if not isinstance(parts, dict):
        raise bad_strategy("it is no object of JSON")
    if "tags" in parts:
        return _counting(rules, best_chart(solved(rules, shoe, progress)), text)
    return by_charts(rules, "a file", (written_chart(rules, shoe, text),))


def _counting(rules: BlackjackRules, chart: Chart, text: str | bytes) -> Strategy:
    name, counting, by_bin = counted(text, chart)
    return by_charts(rules, name, by_bin, counting)


def by_charts(
    rules: BlackjackRules, name: str, by_bin: Sequence[Chart], counting: Count = NO_COUNT
) -> Strategy:
    columns = tuple(tuple(map(ByTotals, chart)) for chart in by_bin)
    alone = by_bin[0] if counting is NO_COUNT else None
    return Strategy(name, chart_tables(rules, by_bin), columns, counting, alone)
