"""The back office's figures, against the lines of the rounds themselves."""

from collections import Counter
from fractions import Fraction

import croupier
from croupier.games.layout import Bet
from croupier.games.lines import Line
from croupier.house.records import Figures, TableIndex, report
from croupier.house.records.edges import BANKER, PLAYER, TIE, edges
from croupier.table.commands import Call
from croupier.table.rounds import rounds
from tests.enumeration import test_known_counts as known
from tests.house.records.house import FOREVER, Evening
from tests.table.house import UNIT
from tests.table.test_human_dealer import DEALER, HumanTable


def test_every_figure_is_the_sum_of_its_lines(evenings: list[Evening]) -> None:
    for evening in evenings:
        found = report(evening.indexes().values(), 0, FOREVER)
        handle: Counter[str] = Counter()
        win: Counter[str] = Counter()
        for game in evening.live:
            for played in rounds(evening.store, game):
                if played.over:
                    win[game] -= sum(line.net for line in played.lines)
                    if not played.void:
                        handle[game] += sum(line.stake for line in played.lines)
        assert {game: one.handle for game, one in found.tables.items()} == handle
        assert {game: one.win for game, one in found.tables.items()} == win
        assert found.games == found.tables
        assert found.dealers == {"virtual": found.total}
        for parts in (found.tables, found.games, found.dealers, found.days):
            for what in ("rounds", "voids", "handle", "win", "covered"):
                total = sum(getattr(one, what) for one in parts.values())
                assert total == getattr(found.total, what)
        assert found.total.voids > 0


def test_the_period_is_that_of_the_end(evenings: list[Evening]) -> None:
    indexes = list(evenings[0].indexes().values())
    ends = sorted(one.ended_ms for index in indexes for one in index.rounds.values() if one.over)
    middle = ends[len(ends) // 2]
    early, late = report(indexes, 0, middle), report(indexes, middle, FOREVER)
    assert early.total.rounds == sum(end < middle for end in ends)
    assert early.total.rounds + late.total.rounds == len(ends)


def test_the_days_are_utc() -> None:
    table = HumanTable("live-roulette")
    for day in (0, 1, 1):
        table.house.now = day * 86_400_000 + 86_399_999
        table.begin(Bet("ann", "red", 10 * UNIT))
        table.all_ok(DEALER, [Call(2)])
    found = report([TableIndex.of(table.house.store, "live-roulette")], 0, FOREVER)
    assert {day: one.rounds for day, one in found.days.items()} == {
        "1970-01-01": 1,
        "1970-01-02": 2,
    }
    assert list(found.dealers) == ["dora"]
    assert found.total == Figures(
        3, 0, 30 * UNIT, 30 * UNIT, 30 * UNIT, round(Fraction(30 * UNIT, 37))
    )


def test_hold_is_exact() -> None:
    assert Figures(1, 0, 3_000, 100, 0, None).hold_bp == (1_000, 3)
    assert Figures(1, 0, 3_000, -300, 0, None).hold_bp == (-1_000, 1)
    assert Figures(1, 1, 0, 0, 0, None).hold_bp is None


def test_the_edge_of_every_roulette_bet_is_one_in_37() -> None:
    rules = croupier.variant("live-roulette")
    kinds = {spot.partition(":")[0] for spot in croupier.spots(rules)}
    assert edges(rules) == dict.fromkeys(kinds, Fraction(1, 37))
    generous = croupier.variant("live-roulette", {"straight-pays": "36 to 1"})
    assert edges(generous)["straight"] == 0
    assert edges(generous)["red"] == Fraction(1, 37)


def test_the_edges_of_baccarat_are_those_that_are_published() -> None:
    assert (BANKER, PLAYER, TIE) == (known.BANKER, known.PLAYER, known.TIE)
    found = edges(croupier.variant("live-baccarat"))
    rounded = {bet: round(edge * 10**6) for bet, edge in found.items()}
    assert rounded == {"banker": 10_579, "player": 12_351, "tie": 143_596}


def test_expected_win_covers_what_is_counted_and_no_more(evenings: list[Evening]) -> None:
    found = report(evenings[0].indexes().values(), 0, FOREVER)
    for game, one in found.games.items():
        if game == "live-roulette":
            assert one.covered == one.handle
            assert one.expected == round(Fraction(one.handle, 37))
        elif game == "live-baccarat":
            assert one.covered == one.handle
            assert one.expected == _baccarat(evenings[0])
        else:
            assert (one.covered, one.expected) == (0, None)


def _baccarat(evening: Evening) -> int:
    exact = Fraction(0)
    known_edges = edges(croupier.variant("live-baccarat"))
    lines: list[Line] = []
    for played in rounds(evening.store, "live-baccarat"):
        if played.over and not played.void:
            lines += played.lines
    for line in lines:
        exact += known_edges[line.bet] * line.stake
    return round(exact)
