"""A round read back from its own entries, against a walk through the whole journal."""

from itertools import pairwise
from typing import cast

import pytest

from croupier.engine.inputs import Adjust, Capacity
from croupier.engine.layout import Bet
from croupier.house.records import TableIndex, read_round
from croupier.house.records.index import VIRTUAL
from croupier.store.protocol import Reader
from croupier.store.values import Entry
from croupier.table.commands import (
    Actor,
    Call,
    ChangeDealer,
    CloseBetting,
    LaidBet,
    OpenBetting,
    PlaceBets,
    TableRole,
)
from croupier.table.facts import Fed
from croupier.table.recovery import NoSuchTable
from croupier.table.rounds import rounds
from tests.support.evening import FOREVER, Evening
from tests.support.human_table import DEALER, PIT, HumanTable
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player


def test_every_round_is_the_one_the_whole_journal_tells(evenings: list[Evening]) -> None:
    voids = reseated = reconfigured = 0
    for evening in evenings:
        for game, index in evening.indexes().items():
            walked = list(rounds(evening.store, game))
            assert list(index.rounds) == [played.number for played in walked]
            for played in walked:
                entry = index.rounds[played.number]
                found = read_round(evening.store, game, entry)
                assert found == played
                assert list(found.seats.items()) == list(played.seats.items())
                assert entry.over is played.over
                if played.over:
                    assert entry.void is played.void
                    assert entry.players.staked == sum(line.stake for line in played.lines)
                    assert entry.players.returned == sum(line.returned for line in played.lines)
                    assert entry.players.bettors == len({bet.player for bet in played.bets})
                    assert sum(entry.players.handle.values()) == entry.players.staked
                    assert entry.begun_ms == played.begun_ms <= entry.ended_ms
                assert entry.dealer == VIRTUAL
                voids += played.void
            reseated += any(a.seats != b.seats for a, b in pairwise(walked))
            reconfigured += any(a.config != b.config for a, b in pairwise(walked))
    assert voids > 10
    assert reseated > 3
    assert reconfigured > 3


def test_an_index_fed_live_is_the_one_built_from_the_journal(evenings: list[Evening]) -> None:
    for evening in evenings:
        for game, index in evening.indexes().items():
            assert index.rounds == evening.live[game].rounds
            assert list(index.sealings(0, FOREVER)) == list(evening.live[game].sealings(0, FOREVER))
            assert list(index.sealings(0, FOREVER))
            assert index.last == max(index.rounds)


def test_rounds_under_the_same_seats_share_them(evenings: list[Evening]) -> None:
    for index in evenings[0].indexes().values():
        for earlier, later in pairwise(index.rounds.values()):
            same = list(earlier.seats.items()) == list(later.seats.items())
            assert (earlier.seats is later.seats) is same


def test_only_the_entries_of_the_round_are_read(evenings: list[Evening]) -> None:
    evening = evenings[0]
    for game, index in evening.indexes().items():
        for entry in list(index.rounds.values())[:-2]:
            asked: list[tuple[int, int]] = []
            reader = cast("Reader", _Watched(evening.store, asked))
            read_round(reader, game, entry)
            assert min(after for after, _ in asked) == entry.first_seq - 1
            following = index.rounds[entry.number + 1].first_seq
            assert max(after for after, _ in asked) < following
            assert all(limit <= entry.ended_seq - entry.first_seq + 2 for _, limit in asked)


class _Watched:
    def __init__(self, reader: Reader, asked: list[tuple[int, int]]) -> None:
        self._reader = reader
        self._asked = asked

    def entries(self, stream: str, after: int = 0, limit: int = 1_000) -> tuple[Entry, ...]:
        self._asked.append((after, limit))
        return self._reader.entries(stream, after, limit)


def test_what_a_round_dealt_by_hand_counts_for() -> None:
    table = HumanTable("live-roulette")
    table.begin(Bet("ann", "red", 10 * UNIT))
    running = TableIndex.of(table.house.store, "live-roulette").rounds[1]
    assert not running.over
    assert not read_round(table.house.store, "live-roulette", running).over
    table.all_ok(DEALER, [Call(3)])
    assert table.reply_code(PIT, ChangeDealer("dan")) == "ok"
    dan = Actor("dan", TableRole.DEALER)
    table.all_ok(dan, [OpenBetting()])
    for name, bet in (
        ("bob", LaidBet("black", 10 * UNIT)),
        ("ann", LaidBet("straight:7", 5 * UNIT)),
    ):
        assert table.reply_code(player(name), PlaceBets((bet,))) == "ok"
    table.all_ok(dan, [CloseBetting(), Call(4)])
    assert table.reply_code(PIT, ChangeDealer("dora")) == "ok"
    index = TableIndex.of(table.house.store, "live-roulette")
    assert [entry.dealer for entry in index.rounds.values()] == ["dora", "dan"]
    second = index.rounds[2]
    play = second.players
    assert (play.bettors, play.staked, play.returned) == (2, 15 * UNIT, 20 * UNIT)
    assert play.handle == {"black": 10 * UNIT, "straight": 5 * UNIT}
    state = table.house.runners["live-roulette"].table.state
    after = Fed(Adjust(Capacity.SHIFT, "ann", 5 * UNIT, "miscalled"), "sam")
    state.apply(after)
    index.feed(second.ended_seq + 1, second.ended_ms + 9, (after,), state)
    corrected = index.rounds[2]
    assert (corrected.ended_seq, corrected.ended_ms) == (second.ended_seq, second.ended_ms)
    assert (corrected.players.staked, corrected.players.returned) == (15 * UNIT, 25 * UNIT)
    assert list(index.finished(0, FOREVER)) == list(index.rounds.values())
    assert list(index.finished(0, second.ended_ms)) == [
        entry for entry in index.rounds.values() if entry.ended_ms < second.ended_ms
    ]


def test_a_round_of_another_table_is_not_found(evenings: list[Evening]) -> None:
    entry = next(iter(evenings[0].live["live-roulette"].rounds.values()))
    with pytest.raises(NoSuchTable):
        read_round(evenings[0].store, "nowhere", entry)
