"""A player's own history: whole, in order, and nobody else's business in it."""

import json
import re
from collections import Counter

import msgspec
import pytest

from croupier import rulebooks
from croupier.engine.inputs import Act, Action, Adjust, Capacity, CardDealt
from croupier.engine.layout import Limits
from croupier.house.records import (
    Cursor,
    HistoryPage,
    RoundSummary,
    TableIndex,
    own_round,
    round_file,
    rounds_of,
)
from croupier.house.records.steps import ANOTHER, YOU
from croupier.kit.errors import Code, Refused
from croupier.ledger import wallet
from croupier.roundfile import play, read
from croupier.store.memory import MemoryStore
from croupier.store.pages import every_movement
from croupier.table.cage import is_table
from croupier.table.commands import (
    Actor,
    Call,
    ChangeDealer,
    CloseBetting,
    Command,
    ConfirmResult,
    LaidBet,
    OpenBetting,
    PlaceBets,
)
from croupier.table.config import DealerKind, TableConfig
from croupier.table.rounds import PlayedRound, rounds
from tests.support.evening import Evening
from tests.support.human_table import DEALER, PIT
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import PLAYERS, VirtualHouse, player


def told(evening: Evening, name: str, limit: int) -> list[RoundSummary]:
    indexes, cursor = evening.indexes(), None
    found: list[RoundSummary] = []
    while True:
        page = rounds_of(evening.store, indexes, name, cursor, limit)
        assert len(page.rounds) <= limit
        found += page.rounds
        if page.next is None:
            return found
        # As it travels to a browser and back.
        cursor = msgspec.json.decode(msgspec.json.encode(page.next), type=Cursor)


def every_round(evening: Evening) -> list[PlayedRound]:
    return [played for game in evening.live for played in rounds(evening.store, game)]


@pytest.mark.parametrize("limit", [1, 2, 7, 250])
def test_history_is_the_lines_of_every_round(evenings: list[Evening], limit: int) -> None:
    for evening in evenings:
        played = [one for one in every_round(evening) if one.over]
        for name in PLAYERS:
            found = told(evening, name, limit)
            expected = Counter(
                (
                    one.config.id,
                    one.config.game,
                    one.number,
                    sum(line.stake for line in one.lines if line.player == name),
                    sum(line.returned for line in one.lines if line.player == name),
                    one.void,
                )
                for one in played
                if any(bet.player == name for bet in one.bets)
            )
            assert expected == Counter(
                (one.table, one.game, one.round, one.staked, one.returned, one.void)
                for one in found
            )
            assert len(found) > 50


def test_the_newest_comes_first(evenings: list[Evening]) -> None:
    for evening in evenings:
        for name in PLAYERS:
            newest: dict[str, int] = {}
            for moved in every_movement(evening.store, wallet(name)):
                if is_table(moved.stream):
                    newest[moved.transfer.cause] = moved.place
            found = [f"{one.table}:{one.round}" for one in told(evening, name, 3)]
            assert found == sorted(found, key=lambda cause: -newest[cause])


def test_what_history_nets_is_what_the_wallet_changed_by() -> None:
    evening = Evening(seed=21)
    before = {name: evening.store.balance(wallet(name)) for name in PLAYERS}
    evening.stroll(3_000)
    evening.finish()
    for name in PLAYERS:
        state_bets = sum(
            bet.amount
            for runner in evening.runners.values()
            if runner.table.state.round is None
            for bet in runner.table.state.layout.bets_of(name)
        )
        net = sum(one.net for one in told(evening, name, 10))
        by_hand = sum(one.amount for one in evening.adjusted if one.player == name)
        assert evening.store.balance(wallet(name)) - before[name] == net + by_hand - state_bets
    assert evening.adjusted


def test_a_round_that_ends_between_two_pages_is_not_told_by_half() -> None:
    evening = Evening(seed=5, games=("live-blackjack", "live-roulette"))
    evening.stroll(400)
    halves = 0
    for _ in range(60):
        evening.stroll(7)
        first = rounds_of(evening.store, evening.indexes(), "ann", None, 1)
        evening.finish()
        assert first.next is not None
        rest = rounds_of(evening.store, evening.indexes(), "ann", first.next, 250).rounds
        whole = {(one.table, one.round): one for one in told(evening, "ann", 250)}
        for one in (*first.rounds, *rest):
            assert one == whole[one.table, one.round]
        halves += len(whole) > len(first.rounds) + len(rest)
    assert halves


def test_a_round_lost_between_two_pages_is_not_told_by_half() -> None:
    """Its newest stake lay on the first page, where it was not over yet; losing moves nothing."""
    house = VirtualHouse(MemoryStore())
    for wheel in ("one", "two"):
        limits = Limits(UNIT, 500 * UNIT)
        house.configs[wheel] = TableConfig(wheel, "live-roulette", {}, limits, DealerKind.HUMAN)
        house.start(wheel)
        assert house.ask(wheel, PIT, ChangeDealer("dora")).ok

    def ask(wheel: str, actor: Actor, command: Command) -> None:
        assert house.ask(wheel, actor, command).ok

    def bet(wheel: str, amount: int) -> None:
        ask(wheel, player("ann"), PlaceBets((LaidBet("red", amount * UNIT),)))

    def page(cursor: Cursor | None) -> HistoryPage:
        indexes = {wheel: TableIndex.of(house.store, wheel) for wheel in ("one", "two")}
        return rounds_of(house.store, indexes, "ann", cursor, 1)

    def spin(wheel: str, pocket: int) -> None:
        ask(wheel, DEALER, CloseBetting())
        ask(wheel, DEALER, Call(pocket))
        ask(wheel, DEALER, ConfirmResult())

    for wheel in ("one", "two"):
        ask(wheel, DEALER, OpenBetting())
    bet("two", 1)
    spin("two", 2)
    ask("two", DEALER, OpenBetting())
    bet("one", 10)
    bet("two", 2)
    bet("one", 30)
    spin("two", 2)
    first = page(None)
    assert [(one.table, one.staked) for one in first.rounds] == [("two", 2 * UNIT)]
    spin("one", 2)
    second = page(first.next)
    assert [(one.table, one.staked) for one in second.rounds] == [("two", UNIT)]
    assert second.next is None
    assert [(one.table, one.net) for one in page(None).rounds] == [("one", -30 * UNIT)]


def test_an_own_round_tells_own_lines_with_their_clauses(evenings: list[Evening]) -> None:
    others = shared = 0
    for evening, played in ((one, played) for one in evenings for played in every_round(one)):
        for name in PLAYERS:
            if not played.over or not any(bet.player == name for bet in played.bets):
                continue
            own = own_round(played, name, evening.adjusted)
            lines = [line for line in played.lines if line.player == name]
            assert [line.returned for line in own.lines] == [line.returned for line in lines]
            for line in own.lines:
                assert line.says == rulebooks.clause(line.clause).says
            assert [(bet.bet, bet.amount, bet.box) for bet in own.bets] == [
                (bet.bet, bet.amount, bet.box) for bet in played.bets if bet.player == name
            ]
            acted = [one for one in played.inputs if isinstance(one, Act)]
            mine = [one.action for one in acted if one.player == name]
            decisions = [step.decision for step in own.steps if step.decision is not None]
            assert [one.action for one in decisions if one.by == YOU] == mine
            of_others = [one for one in decisions if one.by == ANOTHER]
            assert all(one.amount is None for one in of_others)
            shared += any(one.action in (Action.DOUBLE, Action.INSURE) for one in of_others)
            cards = [one.card for one in played.inputs if isinstance(one, CardDealt)]
            assert [step.card.card for step in own.steps if step.card is not None] == cards
            assert [(one.amount, one.reason) for one in own.adjustments] == [
                (one.amount, one.reason)
                for one in evening.adjusted
                if (one.player, one.table, one.round) == (name, own.table, own.round)
            ]
            others += _leaks(repr(own), name)
    assert others == 0
    assert shared


def _leaks(text: str, name: str) -> int:
    """Number of other people whose names stand in the text as words: "cannot" names nobody."""
    words = set(re.findall(r"\w+", text))
    return len(words.intersection((*PLAYERS, "sam", "sue")) - {name})


def test_an_own_round_is_for_who_played_it(evenings: list[Evening]) -> None:
    played = next(one for one in every_round(evenings[0]) if one.over)
    with pytest.raises(Refused) as refused:
        own_round(played, "mallory")
    assert refused.value.code is Code.NOT_ALLOWED
    played.round = played.opening
    with pytest.raises(Refused) as refused:
        own_round(played, played.bets[0].player)
    assert refused.value.code is Code.STALE


def test_an_own_copy_settles_the_same_and_names_nobody(evenings: list[Evening]) -> None:
    for played in every_round(evenings[1]):
        if not played.over:
            continue
        house = json.dumps(round_file(played))
        assert play(read(house)).lines == played.lines
        for name in PLAYERS:
            text = json.dumps(round_file(played, name))
            assert _leaks(text, name) == 0
            mine = [line for line in play(read(text)).lines if line.player == name]
            assert mine == [line for line in played.lines if line.player == name]


def test_a_viewer_called_player_2_stays_the_only_one(evenings: list[Evening]) -> None:
    played = next(one for one in every_round(evenings[1]) if len({b.player for b in one.bets}) > 2)
    names = {played.bets[0].player: "player-2"}
    played.bets = tuple(
        msgspec.structs.replace(bet, player=names.get(bet.player, bet.player))
        for bet in played.bets
    )
    played.inputs, played.seats = [], {}
    found = {bet["player"] for bet in round_file(played, "player-2")["bets"]}
    assert found == {"player-2", "player-3", "player-4"}


def test_the_reason_of_anothers_adjustment_is_not_told(evenings: list[Evening]) -> None:
    for played in every_round(evenings[1]):
        players = {bet.player for bet in played.bets}
        if played.over and players >= {"ann", "bob"}:
            played.inputs.append(Adjust(Capacity.SHIFT, "bob", 500, "bob was paid for cat"))
            assert _leaks(json.dumps(round_file(played, "ann")), "ann") == 0
            assert "paid for cat" in json.dumps(round_file(played, "bob"))
            return
    raise AssertionError("no such round")
