"""The back office's figures, against the lines of the rounds themselves."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache

import croupier
from croupier.engine.inputs import Action, Capacity, Misdeal
from croupier.engine.layout import Bet
from croupier.engine.lines import Result
from croupier.engine.rules import Rules
from croupier.house.records import Figures, TableIndex, report
from croupier.house.records.edges import edges
from croupier.house.records.till import Till
from croupier.house.records.totals import BLOCK
from croupier.odds import odds_of
from croupier.table.commands import Call, Decide, Rule
from croupier.table.rounds import PlayedRound, rounds
from tests.support.evening import FOREVER, Evening
from tests.support.human_table import DEALER, PIT, HumanTable, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player


@cache
def _edges(game: str) -> dict[str, Fraction]:
    rules = croupier.variant(game)
    return edges(rules, odds_of(rules))


def known(rules: Rules) -> dict[str, Fraction]:
    """Every table here is as its document says."""
    return _edges(rules.game)


def test_every_figure_is_the_sum_of_its_lines(evenings: list[Evening]) -> None:
    for evening in evenings:
        found = report(evening.indexes().values(), Till(), 0, FOREVER, known)
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
    early = report(indexes, Till(), 0, middle, known)
    late = report(indexes, Till(), middle, FOREVER, known)
    assert early.total.rounds == sum(end < middle for end in ends)
    assert early.total.rounds + late.total.rounds == len(ends)


def test_the_days_are_utc() -> None:
    table = HumanTable("live-roulette")
    for day in (0, 1, 1):
        table.house.now = day * 86_400_000 + 86_399_999
        table.begin(Bet("ann", "red", 10 * UNIT))
        table.all_ok(DEALER, [Call(2)])
    found = report([TableIndex.of(table.house.store, "live-roulette")], Till(), 0, FOREVER, known)
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
    assert edges(rules, odds_of(rules)) == dict.fromkeys(kinds, Fraction(1, 37))
    changed = croupier.variant("live-roulette", {"straight-pays": "36 to 1"})
    generous = edges(changed, odds_of(changed))
    assert generous["straight"] == 0
    assert generous["red"] == Fraction(1, 37)


def test_the_edges_of_baccarat_are_those_that_are_published() -> None:
    rounded = {bet: round(edge * 10**6) for bet, edge in _edges("live-baccarat").items()}
    assert rounded == {"banker": 10_579, "player": 12_351, "tie": 143_596}


def test_expected_win_is_the_edge_of_every_bet_as_it_was_first_put_down(
    evenings: list[Evening],
) -> None:
    found = report(evenings[0].indexes().values(), Till(), 0, FOREVER, known)
    assert {one.handle > 0 for one in found.games.values()} == {True}
    for game, one in found.games.items():
        assert one.covered == one.handle, game
        exact = Fraction(0)
        for played in rounds(evenings[0].store, game):
            if played.over and not played.void:
                exact += sum(_edges(game)[bet] * put for bet, put in _put_down(played))
        assert one.expected == round(exact), game


def _put_down(played: PlayedRound) -> list[tuple[str, int]]:
    """From the bets as they were placed; what was put down later, or given back, from the lines."""
    found = [(bet.bet.partition(":")[0], bet.amount) for bet in played.bets]
    main = ("initial", "behind")
    for line in played.lines:
        if line.bet == "insurance":
            found.append((line.bet, line.stake))
        # Once it is dealt, a main bet has a hand; before, this was the part out of action.
        if line.result is Result.RETURNED and (line.bet not in main or line.hand is None):
            found.append((line.bet, -line.stake))
    return found


def test_what_is_not_known_is_not_covered(evenings: list[Evening]) -> None:
    indexes = evenings[0].indexes().values()
    wheels = report(
        indexes,
        Till(),
        0,
        FOREVER,
        lambda rules: known(rules) if rules.game == "live-roulette" else {},
    )
    for game, one in wheels.games.items():
        if game != "live-roulette":
            assert (one.covered, one.expected) == (0, None)
    wheel = wheels.games["live-roulette"]
    assert wheel.expected == round(Fraction(wheel.handle, 37))
    assert (wheels.total.covered, wheels.total.expected) == (wheel.handle, wheel.expected)


def _expected(table: HumanTable) -> tuple[int, int, int | None]:
    found = report([TableIndex.of(table.house.store, table.game)], Till(), 0, FOREVER, known).total
    return found.handle, found.covered, found.expected


def test_a_double_is_handle_but_no_more_of_the_edge() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("5H 6D 6S"))
    table.all_ok(player("ann"), [Decide(Action.DOUBLE, 1)])
    table.all_ok(DEALER, scans("TC TS TD"))
    exact = _edges("rws-blackjack")["initial"] * 100 * UNIT
    assert _expected(table) == (200 * UNIT, 200 * UNIT, round(exact))


def test_the_edge_of_an_ante_speaks_for_its_raise() -> None:
    table = HumanTable("rws-knockout-baccarat")
    table.begin(Bet("ann", "ante-banker", 100 * UNIT))
    table.all_ok(DEALER, scans("2H"))
    table.all_ok(player("ann"), [Decide(Action.RAISE, bet="ante-banker")])
    table.all_ok(DEALER, scans("9H 6D TS"))
    exact = _edges("rws-knockout-baccarat")["ante-banker"] * 100 * UNIT
    assert _expected(table) == (300 * UNIT, 300 * UNIT, round(exact))


def test_nothing_is_expected_of_a_bet_that_was_taken_back() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(
        Bet("ann", "initial", 100 * UNIT, 1),
        Bet("cat", "player-pair", 10 * UNIT, 1),
        Bet("bob", "initial", 50 * UNIT, 2),
    )
    table.all_ok(DEALER, scans("5H 6D"))
    table.all_ok(PIT, [Rule(Misdeal(Capacity.PIT, reconstructed=True))])
    for name in ("ann", "cat"):
        table.all_ok(player(name), [Decide(Action.WITHDRAW)])
    table.all_ok(player("bob"), [Decide(Action.CONTINUE)])
    table.all_ok(DEALER, scans("9D TC"))
    table.all_ok(player("bob"), [Decide(Action.STAND, 2)])
    table.all_ok(DEALER, scans("TS"))
    exact = _edges("rws-blackjack")["initial"] * 50 * UNIT
    assert _expected(table) == (160 * UNIT, 160 * UNIT, round(exact))


def test_blocks_of_rounds_come_to_what_their_rounds_do() -> None:
    """Any period, over some hundred rounds: told by blocks, and counted one by one."""
    evening = Evening(seed=11, games=("live-baccarat",))
    evening.stroll(4_500)
    index, chosen = evening.indexes()["live-baccarat"], random.Random(4)
    ended = [entry for entry in index.rounds.values() if entry.over]
    assert len(ended) > 3 * BLOCK
    assert index.last_block >= 3
    assert any(entry.void for entry in ended)
    moments = [entry.ended_ms for entry in ended]
    whole = moments[BLOCK - 1] + 1, moments[2 * BLOCK] + 1
    periods = [tuple(sorted(chosen.sample(moments, 2))) for _ in range(30)]
    for since, until in [(0, FOREVER), whole, *periods]:
        total = report([index], Till(), since, until, known).total
        within = [entry for entry in ended if since <= entry.ended_ms < until]
        at_risk = [entry for entry in within if not entry.void]
        assert (total.rounds, total.voids) == (len(within), len(within) - len(at_risk))
        assert total.handle == sum(entry.players.staked for entry in at_risk)
        assert total.win == sum(entry.players.win for entry in within)
        edges = [known(entry.config.check()) for entry in at_risk]
        expected = sum(
            edge[bet] * entry.players.first[bet]
            for edge, entry in zip(edges, at_risk, strict=True)
            for bet in entry.players.handle
            if bet in edge
        )
        assert total.expected == (round(expected) if total.covered else None)
