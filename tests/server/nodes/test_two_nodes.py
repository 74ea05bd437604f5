"""Two nodes of one house: each serves everybody, one deals at each table."""

import asyncio
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.bus.memory import Faults
from croupier.client import Client, HouseRefused, LaidBet
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.house import deadline
from croupier.house.live_table import LiveTable
from croupier.house.nodes import forwarding
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import Window
from croupier.house.records.index import TableIndex
from croupier.house.roles import Role
from croupier.ledger import escrow, wallet
from croupier.server.lanes import MAX_WAITING
from croupier.store.pages import every_entry
from croupier.table.commands import Rule
from croupier.table.config import Shuffle
from croupier.table.facts import BetsPlaced
from croupier.table.invariants import house_complaints
from croupier.table.recovery import facts_of
from croupier.wire import commands as say
from croupier.wire.messages import ChatMessage
from tests.support.human_table import PIT
from tests.support.live_clients import ask_table, reply_code, until_balance, until_each
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_play import (
    bet,
    join_as,
    listen,
    next_round,
    no_more_bets,
    own_view,
    public_messages,
    untimed,
)
from tests.support.nodes import Nodes, nodes
from tests.support.waiting import until

WHEEL, PUNTO, SHOE, LIVE = (
    "live-roulette",
    "live-baccarat",
    "classic-blackjack-shoe",
    "live-blackjack",
)
GAMES = (WHEEL, PUNTO, SHOE, LIVE)
RED = ("red", 10_00)


async def settled(house: Nodes) -> None:
    """Each table is dealt by one node, and each node deals at its share."""

    def even() -> bool:
        dealt = [house.dealer(game) for game in GAMES]
        share = len(GAMES) / len(house.open)
        return all(share - 1 < dealt.count(name) < share + 1 for name in house.open)

    await until(even)


async def until_same_seq(ends: Sequence[LiveTable]) -> None:
    """Wait until every node has the same entries of a table."""
    await until(lambda: len({live.seq for live in ends}) == 1)


def of(house: Nodes, table: str) -> tuple[str, str]:
    """The node that deals there, and another."""
    dealer = house.dealer(table)
    return dealer, next(name for name in house.open if name != dealer)


async def staked(client: Client, table: str, *bets: LaidBet) -> bool:
    try:
        await client.place_bets(table, *bets)
    except HouseRefused:
        return False
    return True


async def test_tables_are_spread_evenly_over_the_nodes() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        await house.start("c")
        await settled(house)
        await house.close("a")
        await settled(house)


async def test_who_came_in_at_one_node_is_known_at_another_though_its_word_is_lost() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        house.exchange.faults = Faults(lost=1)
        for _ in range(5):
            here = await house.open["a"].api()
            await here.guest()
            there = await house.open["b"].api(here.token)
            assert await there.ticket()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gives up: what happens depends on the bus alone."""
    for module, name in ((forwarding, "FORWARD_S"), (deadline, "ANSWER_S")):
        monkeypatch.setattr(module, name, 3_600.0)


@pytest.mark.usefixtures("patient")
async def test_a_bus_that_is_silent_holds_up_no_other_table() -> None:
    """And what was asked at the silent one is answered in its order."""
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        near = next(game for game in (PUNTO, SHOE, LIVE) if house.dealer(game) == other)
        ann = await join_as(house.open[other], WHEEL, "ann")
        await ann.join(near)
        house.exchange.faults = Faults(lost=1)
        round = ann.tables[WHEEL].round
        first, second = (
            asyncio.ensure_future(
                ann.ask(say.PlaceBets(id, WHEEL, round, (LaidBet("red", amount),)))
            )
            for id, amount in (("far-1", 10_00), ("far-2", 25_00))
        )
        await asyncio.sleep(0)
        assert (await ann.ask(say.GiveEntropy("near", near, "mine"))).ok
        assert not first.done()
        house.exchange.faults = Faults()
        assert (await first).ok
        assert (await second).ok
        await until(lambda: house.open[dealer].house.rooms[WHEEL].state.layout.staked == 25_00)


@pytest.mark.usefixtures("patient")
async def test_requests_to_a_silent_node_never_fill_a_socket() -> None:
    """What is too much is refused at once; a table of this node answers all the same."""
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        _, other = of(house, WHEEL)
        near = next(game for game in (PUNTO, SHOE, LIVE) if house.dealer(game) == other)
        ann = await join_as(house.open[other], WHEEL, "ann")
        await ann.join(near)
        house.exchange.faults = Faults(lost=1)
        round, red = ann.tables[WHEEL].round, (LaidBet("red", 10_00),)
        far = [
            asyncio.ensure_future(ann.ask(say.PlaceBets(f"far-{n}", WHEEL, round, red)))
            for n in range(MAX_WAITING + 2)
        ]
        refused, _ = await asyncio.wait(far, return_when=asyncio.FIRST_COMPLETED)
        assert {task.result().code for task in refused} == {"not-stored"}
        assert (await ann.ask(say.GiveEntropy("near", near, "mine"))).ok
        assert not any(task.done() for task in far[:MAX_WAITING])
        house.exchange.faults = Faults()
        replies = await asyncio.gather(*far)
        assert [reply.ok for reply in replies] == [True] * MAX_WAITING + [False] * 2


async def test_contributions_through_another_node_are_refused_too() -> None:
    """Where the cores of the node that deals are taken for long."""
    slow = Shuffle(window=600_000, squarings=8_000_000)
    tables = [replace(untimed(game), shuffle=slow) for game in GAMES]
    async with nodes(tables, "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        ann = await join_as(house.open[other], WHEEL, "ann")
        delays = house.open[dealer].house.live_tables.delays
        for number in range(delays.processes):
            assert delays.result(bytes([number]) * 32, 500_000_000) is None
        assert await reply_code(ann, say.GiveEntropy, WHEEL, "chance") == "busy"


async def test_an_account_made_at_one_node_logs_in_at_another_at_once() -> None:
    async with nodes([untimed(WHEEL)], "a", "b") as house:
        house.exchange.faults = Faults(lost=1)
        for name in ("ann", "bob", "cleo"):
            here, there = [await house.open[node].api() for node in ("a", "b")]
            await here.register(name, f"{name}'s password")
            await there.login(name, f"{name}'s password")
        assert house.open["b"].house.turned_away.newest(10) == ()


async def test_a_share_that_was_withdrawn_opens_nowhere() -> None:
    async with nodes([untimed(WHEEL)], "a", "b") as house:
        house.exchange.faults = Faults(lost=1)
        here, there = house.open["a"], house.open["b"]
        floor, stranger = here.house.floor, await there.api()
        await here.player("ann")
        await here.player("bob")
        ann, bob = [await floor.share(name, WHEEL, 1, False) for name in ("ann", "bob")]
        tokens = [there.house.share_links.token(share) for share in (ann, bob)]
        await there.house.floor.journal.follow()
        await floor.withdraw_share(ann, "ann")
        await here.house.people.block("bob", "the-moderator", "abuse")
        for token in tokens:
            with pytest.raises(HouseRefused, match="this link was withdrawn"):
                await stranger.call("GET", f"/api/shared/{token}")


async def test_a_player_of_one_node_plays_where_another_deals() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        ann = await join_as(house.open[other], WHEEL, "ann")
        bob = await join_as(house.open[dealer], WHEEL, "bob")
        await bet(ann, WHEEL, RED)
        # What was answered is known by then to whoever asked.
        assert [chip.amount for chip in own_view(ann, WHEEL).confirmed] == [10_00]
        await bet(bob, WHEEL, ("black", 20_00))
        await until_each((ann, bob), lambda client: client.tables[WHEEL].staked == 30_00)
        await no_more_bets(house.open[dealer], WHEEL)
        await until_each((ann, bob), lambda client: client.tables[WHEEL].over)
        await until_each((ann, bob), lambda client: own_view(client, WHEEL).lines)
        for client in (ann, bob):
            (line,) = own_view(client, WHEEL).lines
            purse = 1_000_00 + line.net
            await until_balance(client, purse)


async def test_what_is_refused_is_refused_with_the_same_words() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        clients = [await join_as(house.open[name], WHEEL, name * 3) for name in (dealer, other)]
        near, far = [
            await ask_table(client, say.PlaceBets, WHEEL, (LaidBet("red", 1),))
            for client in clients
        ]
        assert not far.ok
        assert (far.code, far.message, far.words) == (near.code, near.message, near.words)


async def test_a_limit_holds_over_tables_that_two_nodes_deal_at() -> None:
    """Bets at two tables, each judged by another node, cannot both take the last of a limit."""
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        bets = {WHEEL: "red", PUNTO: "player"}
        if house.dealer(WHEEL) == house.dealer(PUNTO):
            taken = next(name for name in house.open if name != house.dealer(WHEEL))
            await house.open[taken].house.live_tables.tables[PUNTO].take()
        a, b = house.open["a"], house.open["b"]
        for n in range(5):
            first = await join_as(a, WHEEL, f"ann{n}")
            await a.house.protection.set_limit(f"ann{n}", Kind.STAKE, Window.DAY, 50_00, f"l{n}")
            await b.house.protection.journal.follow()
            second = await b.client(await b.api(first.api.token))
            for client, table in ((first, WHEEL), (second, PUNTO)):
                await client.join(table)
            done = await asyncio.gather(
                staked(first, WHEEL, LaidBet(bets[WHEEL], 30_00)),
                staked(second, PUNTO, LaidBet(bets[PUNTO], 30_00)),
            )
            assert sorted(done) == [False, True]
            assert house.store.balance(wallet(f"ann{n}")) == 970_00


async def test_a_table_that_was_taken_over_is_followed_and_served_all_the_same() -> None:
    """As by a node that was frozen: it believes that it deals, until the books say otherwise."""
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        ann = await join_as(house.open[dealer], WHEEL, "ann")
        await house.open[other].house.live_tables.tables[WHEEL].take()
        assert house.dealer(WHEEL) == ""  # both believe it
        await bet(ann, WHEEL, RED)
        assert [chip.amount for chip in own_view(ann, WHEEL).confirmed] == [10_00]
        assert house.store.balance(escrow(WHEEL, "1")) == 10_00
        await until(lambda: house.dealer(WHEEL) != "")
        assert [entry.epoch for entry in every_entry(house.store, WHEEL)] == sorted(
            entry.epoch for entry in every_entry(house.store, WHEEL)
        )


async def test_who_follows_is_told_that_the_clock_has_begun_anew() -> None:
    """Whoever takes a table over gives everybody the whole time again, and all are shown it."""
    async with nodes(map(untimed, GAMES), "a", "b", "c") as house:
        await settled(house)
        dealer = house.dealer(WHEEL)
        taker, third = (name for name in house.open if name != dealer)
        ann = await join_as(house.open[taker], WHEEL, "ann")
        bob = await join_as(house.open[third], WHEEL, "bob")
        await bet(ann, WHEEL, RED)
        await until_each((ann, bob), lambda client: client.tables[WHEEL].clock)
        heard = {client: listen(client) for client in (ann, bob)}
        at = {name: house.open[name].house.live_tables.tables[WHEEL] for name in (taker, third)}
        await at[taker].take()
        taken = at[taker].driver.since
        await until(lambda: at[third].driver.since >= taken)
        await until_each(heard, lambda client: public_messages(heard[client], WHEEL))
        for client in heard:
            assert client.tables[WHEEL].clock is not None


async def test_what_happened_while_a_node_believed_that_it_dealt_is_told_there_too() -> None:
    """Though the new dealer has kept a checkpoint meanwhile that is ahead of all it knows."""
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        mine, theirs = (
            house.open[name].house.live_tables.tables[WHEEL] for name in (dealer, other)
        )
        await theirs.take()
        bob = await join_as(house.open[other], WHEEL, "bob")
        await bet(bob, WHEEL, RED)
        await no_more_bets(house.open[other], WHEEL, bob)
        await next_round(house.open[other], WHEEL)
        await theirs.keep_checkpoint()
        await until(lambda: house.dealer(WHEEL) and mine.seq == theirs.seq)
        assert mine.fold.index.last == TableIndex.of(house.store, WHEEL).last == 1


@pytest.mark.clause("R33")
@pytest.mark.parametrize("at_the_dealing_node", [True, False])
async def test_a_player_is_not_alone_while_somebody_is_there_by_another_node(
    at_the_dealing_node: bool,
) -> None:
    async with nodes([untimed(WHEEL)], "a", "b") as house:
        await until(lambda: house.dealer(WHEEL))
        here, there = of(house, WHEEL)[:: 1 if at_the_dealing_node else -1]
        ann = await join_as(house.open[here], WHEEL, "ann")
        await bet(ann, WHEEL, RED)
        bob = await join_as(house.open[there], WHEEL, "bob")
        room = house.open[here].house.rooms[WHEEL]
        await until(lambda: room.elsewhere == {"bob"})
        await ann.finish_betting(WHEEL)
        await ann.until(lambda: own_view(ann, WHEEL).finished)
        assert ann.tables[WHEEL].phase == "betting"
        await bob.close()
        await until(lambda: not room.elsewhere)
        await ann.finish_betting(WHEEL)
        await ann.until(lambda: ann.tables[WHEEL].over)


@pytest.mark.clause("R31", "R4")
async def test_a_result_waits_for_its_confirmation_wherever_the_table_is_dealt() -> None:
    """Before it is paid, and while it may still be found to be void."""
    async with nodes([by_hand(PUNTO)], "a", "b") as house:
        await until(lambda: house.dealer(PUNTO))
        first, second = of(house, PUNTO)
        table = await HandDealt.open(house.open[second], PUNTO)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "player", 100_00)
        await table.no_more_bets(ann)
        await table.scan("9S 2D KS KD")
        await taken_over(house, second)
        assert str(ann.tables[PUNTO].announced) == "Player wins, Player 9, Banker 2"
        await table.confirm()
        await table.over(ann)
        assert house.store.balance(wallet("ann")) == 1_100_00
        await taken_over(house, first)
        live = house.open[first].house.live_tables.tables[PUNTO]
        void = Rule(Void(Capacity.PIT, VoidReason.WRONG_COUNT), countersigned="sam")
        assert (await live.ask(PIT, void, "void")).ok
        await ann.until(lambda: ann.tables[PUNTO].void)
        assert house.store.balance(wallet("ann")) == 1_000_00
        assert list(house_complaints(house.store)) == []


async def taken_over(house: Nodes, to: str) -> None:
    """The table that people deal at is dealt there from now on."""
    await house.open[to].house.live_tables.tables[PUNTO].take()
    await until(lambda: house.dealer(PUNTO) == to)


async def test_a_drained_node_gives_its_tables_away_between_two_rounds() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, LIVE)
        ann = await join_as(house.open[other], LIVE, "ann", box=1)
        await bet(ann, LIVE, ("initial", 10_00, 1))
        round = ann.tables[LIVE].round
        await house.close(dealer)
        await until(lambda: all(house.dealer(game) == other for game in GAMES))
        # The chips still lie there, and nobody has noticed anything.
        assert ann.tables[LIVE].round == round
        assert [chip.amount for chip in own_view(ann, LIVE).confirmed] == [10_00]
        await no_more_bets(house.open[other], LIVE)
        await ann.until(lambda: ann.tables[LIVE].phase == "playing" or ann.tables[LIVE].over)


async def test_sessions_and_exclusions_end_on_every_node() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        a, b = house.open["a"], house.open["b"]
        ann = await join_as(a, WHEEL, "ann")
        far = await b.client(await b.api(ann.api.token))
        await ann.api.call("POST", "/api/logout")
        await until(lambda: not far.connected)
        bob = await join_as(a, WHEEL, "bob")
        far = await b.client(await b.api(bob.api.token))
        await bob.api.call("POST", "/api/me/exclusion", {"days": 365})
        await until(lambda: not bob.connected and not far.connected)
        with pytest.raises(HouseRefused):
            await a.client(await a.api(bob.api.token))


async def test_what_is_said_reaches_those_who_are_connected_elsewhere() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        ann, bob = (
            await join_as(house.open["a"], WHEEL, "ann"),
            await join_as(house.open["b"], WHEEL, "bob"),
        )
        heard = listen(bob)
        await ask_table(ann, say.Say, WHEEL, "good evening")
        await until(lambda: any(isinstance(message, ChatMessage) for message in heard))
        cat = await join_as(house.open["b"], WHEEL, "cat")
        assert [line.text for line in house.open["b"].house.floor.chat.lines(WHEEL)] == [
            "good evening"
        ]
        assert cat.connected


async def test_a_ticket_of_one_node_is_good_once_on_any() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        a, b = house.open["a"], house.open["b"]
        api = await a.player("ann")
        ticket = await api.ticket()
        redeemed = await b.house.redeem(ticket)
        assert redeemed is not None
        assert redeemed.name == "ann"
        assert await b.house.redeem(ticket) is None
        assert await a.house.redeem(ticket) is None
        assert await b.house.redeem("nobody.ticket") is None


async def test_a_dealer_who_is_connected_elsewhere_is_at_work() -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer = await house.open["a"].staff(Role.DEALER)
        await house.open["a"].client(dealer)
        await until(lambda: house.open["b"].house.accounts.present("the-dealer"))
        assert house.open["b"].house.accounts.get("the-dealer") is None


async def test_a_table_that_has_stopped_is_opened_again_from_any_node(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        live = house.open[dealer].house.live_tables.tables[WHEEL]
        ann = await join_as(house.open[other], WHEEL, "ann")
        with monkeypatch.context() as broken:
            broken.setattr(live.runner, "submitting", _fails)
            broken.setattr(live._table, "_submitting", _fails)
            reply = await ask_table(ann, say.PlaceBets, WHEEL, (LaidBet(*RED),))
        assert not reply.ok
        assert "planted" in live.stopped
        far = house.open[other].house.live_tables.tables[WHEEL]
        await until(lambda: "planted" in far.out_of_order)
        pit = await house.open[other].staff(Role.PIT)
        await pit.call("POST", f"/api/tables/{WHEEL}/reopening")
        await bet(ann, WHEEL, RED)
        # Whoever had failed there follows, and may deal again.
        await until(lambda: not live.stopped)
        await until(lambda: live.seq == far.seq)


def _fails(*_: object) -> Any:
    raise KeyError("planted")


@pytest.mark.parametrize("seed", range(3))
async def test_a_bus_that_fails_costs_time_and_nothing_else(seed: int) -> None:
    chosen = random.Random(seed)
    async with nodes(map(untimed, GAMES), "a", "b", seed=seed) as house:
        await settled(house)
        clients = {
            (name, table): await join_as(open, table, f"{name}-{table}"[:20])
            for name, open in house.open.items()
            for table in (WHEEL, PUNTO)
        }
        house.exchange.faults = Faults(
            lost=0.2, doubled=0.2, delayed=0.2, reordered=0.2, longest_delay=0.3
        )
        accepted = 0
        for _ in range(40):
            (_, table), client = chosen.choice(list(clients.items()))
            spot = chosen.choice(("red", "black") if table == WHEEL else ("player", "banker"))
            accepted += await staked(client, table, LaidBet(spot, chosen.choice((5_00, 10_00))))
        assert accepted
        house.exchange.faults = Faults()
        for table in (WHEEL, PUNTO):
            ends = [open.house.live_tables.tables[table] for open in house.open.values()]
            await until_same_seq(ends)
            one, other = ends
            assert one.state.layout.bets == other.state.layout.bets
            placed = [
                fact
                for entry in every_entry(house.store, table)
                for fact in facts_of(entry)
                if isinstance(fact, BetsPlaced)
            ]
            assert placed
            seqs = [entry.seq for entry in every_entry(house.store, table)]
            assert all(after == before + 1 for before, after in pairwise(seqs))
        assert list(house_complaints(house.store)) == []
