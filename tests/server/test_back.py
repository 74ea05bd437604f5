"""The house was stopped, or killed, and is back: what its players find."""

import asyncio
import shutil
from pathlib import Path

import pytest

from croupier.client import Client
from croupier.engine.inputs import Capacity, Interrupt
from croupier.house.clock import HOUR, MINUTE
from croupier.table.actor import wall_ms
from croupier.table.commands import HOUSE, Rule
from croupier.wire import commands as say
from croupier.wire.messages import Notice, RealityCheck
from tests.support.clock import HandClock
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, bet, join_as, no_more_bets, play_out, untimed

BOXES, WHEEL = "rws-blackjack", "live-roulette"


def on_disk(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'house.db'}"


def killed(tmp_path: Path) -> str:
    """The books that a process leaves which is killed now."""
    left_behind = tmp_path / "left-behind"
    shutil.copytree(tmp_path, left_behind)
    return on_disk(left_behind)


async def test_the_session_goes_on_where_it_was(tmp_path: Path) -> None:
    """Time at play, the result, also of a bet that was lost last, and the reality check."""
    url, clock, black = on_disk(tmp_path), HandClock(), Stacked(pockets=(2,))
    clock.wall_ms = wall_ms()  # a table's own postings have the real date
    async with serving([untimed(WHEEL)], url, clock=clock, randbelow=black) as house:
        ann = await join_as(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 20_00))
        await no_more_bets(house, WHEEL, ann)
        await play_out(house, WHEEL, ann)
        clock.turn(50 * MINUTE)
        token = ann.api.token
    clock.turn(MINUTE)
    async with serving([untimed(WHEEL)], url, clock=clock, randbelow=black) as house:
        ann = await house.client(await house.api(token))
        await ann.until(lambda: ann.purse is not None)
        assert ann.purse is not None
        assert ann.purse.balance == 980_00
        assert (ann.purse.session_ms, ann.purse.net) == (50 * MINUTE, -20_00)
        checks: list[object] = []
        ann.on_message = checks.append
        clock.turn(10 * MINUTE)
        house.house.purse_feed.reality_checks()
        await ann.until(lambda: [one for one in checks if isinstance(one, RealityCheck)])
        assert await ann.do(say.Acknowledge("a1")) is None
        left_behind = killed(tmp_path)
    async with serving([untimed(WHEEL)], left_behind, clock=clock, randbelow=black) as house:
        again = house.house.protection.session("ann")
        assert (again.played, again.to_check) == (HOUR, HOUR)


async def test_a_kill_in_the_first_minute_forgets_no_result(tmp_path: Path) -> None:
    clock, black = HandClock(), Stacked(pockets=(2,))
    clock.wall_ms = wall_ms()
    async with serving([untimed(WHEEL)], on_disk(tmp_path), clock=clock, randbelow=black) as house:
        ann = await join_as(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 20_00))
        await no_more_bets(house, WHEEL, ann)
        await play_out(house, WHEEL, ann)
        left_behind, token = killed(tmp_path), ann.api.token
    async with serving([untimed(WHEEL)], left_behind, clock=clock, randbelow=black) as house:
        ann = await house.client(await house.api(token))
        await ann.until(lambda: ann.purse is not None)
        assert ann.purse is not None
        assert ann.purse.net == -20_00


def notices(heard: list[object]) -> list[tuple[str, str, str | None]]:
    return [(one.code, one.text, one.table) for one in heard if isinstance(one, Notice)]


async def written_down(house: LiveHouse, player: str, clock: HandClock) -> None:
    """That the player was here and has been told, however long the disk takes."""
    while house.house.protection.seen(player) < clock.wall_ms:
        await asyncio.sleep(0)


async def back(house: LiveHouse, token: str) -> list[object]:
    """What somebody hears who comes back to the house."""
    client = Client(await house.api(token))
    heard: list[object] = []
    client.on_message = heard.append
    async with client:
        await client.lobby()  # all that was to be told has come before the answer
    return heard


@pytest.mark.clause("R4")
@pytest.mark.parametrize(
    ("dealt", "said"),
    [
        (
            True,
            "the house was interrupted in round 1. The round is void, and your 30 went back "
            "to you (R4).",
        ),
        (
            False,
            "the house was interrupted before round 1 began, and your 30 went back to you (R4).",
        ),
    ],
)
async def test_whoever_had_bet_is_told_that_the_round_was_interrupted(
    tmp_path: Path, dealt: bool, said: str
) -> None:
    """Killed in mid-round, or while bets were open; each is told once, who had no bet nothing."""
    config = untimed(BOXES, **{"grace-seconds": 0})
    clock, cards = HandClock(), Stacked("TS 6D 9H", burned=6)
    clock.wall_ms = wall_ms() - MINUTE
    async with serving([config], on_disk(tmp_path), clock=clock, randbelow=cards) as house:
        ann, bob = await join_as(house, BOXES, "ann"), await join_as(house, BOXES, "bob")
        await bet(ann, BOXES, ("initial", 20_00, 1), ("initial", 10_00, 2))
        if dealt:
            await no_more_bets(house, BOXES, ann)
            await ann.until(lambda: ann.tables[BOXES].turns)
        left_behind, tokens = killed(tmp_path), (ann.api.token, bob.api.token)
    for told in ([("interrupted", f"RWS Blackjack (Version 5): {said}", BOXES)], []):
        async with serving([config], left_behind, clock=clock) as house:
            assert house.house.store.balance("wallet:ann") == 1_000_00
            clock.wall_ms = wall_ms() + MINUTE
            hers, his = [notices(await back(house, token)) for token in tokens]
            assert hers == told
            assert his == []
            assert notices(await back(house, tokens[0])) == []


@pytest.mark.clause("R4")
async def test_everybody_is_told_of_their_own_stake_and_of_no_other(tmp_path: Path) -> None:
    """Two have bet when the house closes, and both are here; or it is killed, and they are not."""

    def said(amount: int) -> list[tuple[str, str, str]]:
        return [
            (
                "interrupted",
                "Live Roulette: the house was interrupted before round 1 began, and your "
                f"{amount} went back to you (R4).",
                WHEEL,
            )
        ]

    config = untimed(WHEEL, **{"grace-seconds": 0})
    clock = HandClock()
    clock.wall_ms = wall_ms() - MINUTE
    heard: dict[str, list[object]] = {"ann": [], "bob": []}
    async with serving([config], on_disk(tmp_path), clock=clock) as house:
        ann, bob = await join_as(house, WHEEL, "ann"), await join_as(house, WHEEL, "bob")
        await bet(ann, WHEEL, ("red", 20_00))
        await bet(bob, WHEEL, ("black", 5_00))
        left_behind, tokens = killed(tmp_path), (ann.api.token, bob.api.token)
        ann.on_message, bob.on_message = heard["ann"].append, heard["bob"].append
        await house.house.live_tables.drain(0.0, lambda _: False)
        await ann.until(lambda: notices(heard["ann"]))
        await bob.until(lambda: notices(heard["bob"]))
    assert (notices(heard["ann"]), notices(heard["bob"])) == (said(20), said(5))
    async with serving([config], left_behind, clock=clock) as house:
        clock.wall_ms = wall_ms() + MINUTE
        hers, his = [notices(await back(house, token)) for token in tokens]
        assert (hers, his) == (said(20), said(5))


@pytest.mark.clause("R4")
async def test_an_interruption_is_told_once_though_the_house_is_killed_again(
    tmp_path: Path,
) -> None:
    config = untimed(BOXES, **{"grace-seconds": 0})
    clock, cards = HandClock(), Stacked("TS 6D 9H", burned=6)
    clock.wall_ms = wall_ms() - MINUTE
    async with serving([config], on_disk(tmp_path), clock=clock, randbelow=cards) as house:
        ann = await join_as(house, BOXES, "ann")
        await bet(ann, BOXES, ("initial", 20_00, 1))
        left_behind, token = killed(tmp_path), ann.api.token
    again = tmp_path / "again"
    async with serving([config], left_behind, clock=clock) as house:
        clock.wall_ms = wall_ms() + MINUTE
        ann = await house.client(await house.api(token))
        await ann.until(lambda: ann.notices)
        await written_down(house, "ann", clock)
        shutil.copytree(tmp_path / "left-behind", again)
    async with serving([config], on_disk(again), clock=clock) as house:
        assert notices(await back(house, token)) == []


@pytest.mark.clause("R4")
async def test_whoever_is_there_is_told_at_once_and_not_when_they_come_again() -> None:
    clock = HandClock()
    clock.wall_ms = wall_ms()
    async with serving([by_hand(WHEEL)], clock=clock) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "red", 10_00)
        await table.no_more_bets(ann)
        clock.wall_ms += MINUTE
        live = house.house.live_tables.tables[WHEEL]
        assert (await live.ask(HOUSE, Rule(Interrupt(Capacity.HOUSE)), "interrupted")).ok
        await ann.until(lambda: ann.notices)
        assert "went back to you (R4)" in ann.notices[-1].text  # type: ignore[union-attr]
        await written_down(house, "ann", clock)
        token = ann.api.token
        await ann.close()
        assert notices(await back(house, token)) == []
