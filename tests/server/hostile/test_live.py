"""Thousands of bad messages by several people at once, and one player who just plays."""

import asyncio
import json
import random
import resource
from typing import Any, get_args

import pytest
from msgspec.inspect import type_info
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.client import Api, Client
from croupier.house.roles import Role
from croupier.ledger import wallet
from croupier.store.invariants import complaints
from croupier.wire.commands import Asked
from tests.server.hostile.grammar import least
from tests.server.hostile.test_decoder import FUZZ
from tests.support.live_clients import until_balance
from tests.support.live_house import LiveHouse, human, serving, table

pytestmark = pytest.mark.usefixtures("no_traceback")
KINDS = get_args(Asked)
MESSAGES = 700 * FUZZ
"""Of each of the five."""
TABLES = ("live-roulette", "rws-blackjack", "live-baccarat", "nowhere")
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    5_00,
    2**53,
    2**63,
    1.5,
    "",
    "red",
    "1",
    "AS",
    "\0",
    "\ud800",
    "\u202e",
    "x" * 3_000,
    [],
    [[]] * 50,
    {"a": {}},
)


def _bad(dice: random.Random, rounds: dict[str, int]) -> bytes:
    told = least(type_info(dice.choice(KINDS)))
    told["id"] = f"{dice.getrandbits(60):x}"
    if "table" in told:
        told["table"] = dice.choice(TABLES)
        if "round" in told:
            told["round"] = rounds.get(told["table"], 1) + dice.choice((0, 0, 0, 1, -1))
    for _ in range(dice.randrange(3)):
        told[dice.choice([*told, "player", "box", "amount", "action"])] = dice.choice(VALUES)
    text = bytearray(json.dumps(told).encode())
    if dice.random() < 0.2:
        text[dice.randrange(len(text))] = dice.randrange(128)
    return bytes(text)


async def _pester(house: LiveHouse, api: Api, dice: random.Random) -> int:
    """How many were answered; whoever is cut off comes back."""
    sent = answered = 0
    address = house.address.replace("http", "ws", 1) + "/socket"
    while sent < MESSAGES:
        async with connect(address, compression=None, max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "ticket": await api.ticket()}))
            await socket.recv()
            try:
                for _ in range(40):
                    rounds = {id: r.state.round_number for id, r in house.house.rooms.items()}
                    await socket.send(_bad(dice, rounds), text=dice.random() < 0.8)
                    sent += 1
                    while json.loads(await asyncio.wait_for(socket.recv(), 20))["type"] != "reply":
                        pass
                    answered += 1
            except ConnectionClosed:
                pass
    return answered


async def test_thousands_of_bad_messages_disturb_nobody() -> None:
    tables = [table("live-roulette"), table("rws-blackjack"), human("live-baccarat")]
    async with serving(tables) as house:
        pests = [await house.api(), await house.player("pest")]
        await pests[0].guest()
        pests += [await house.staff(role) for role in (Role.DEALER, Role.MODERATOR, Role.INSPECTOR)]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        work = asyncio.gather(
            *(_pester(house, api, random.Random(n)) for n, api in enumerate(pests))
        )
        ann = await house.client(await house.player("ann"))
        balance, played = 1_000_00, 0
        await ann.join("live-roulette")
        while not work.done() or played < 2:
            balance = await _play(ann, balance)
            played += 1
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert min(await work) >= MESSAGES, "each was answered"
        assert grown < 100 * 1024, "kilobytes"
        assert not [id for id, live in house.house.live_tables.tables.items() if live.stopped]
        assert house.house.store.balances_of([wallet("ann")]) == [balance]
        with house.house.store.snapshot() as reader:
            assert not list(complaints(reader))


async def _play(ann: Client, balance: int) -> int:
    """One bet on red; what it must come to by the pocket."""
    here = ann.tables
    await ann.until(lambda: here["live-roulette"].phase == "betting")
    round = here["live-roulette"].round
    await ann.place("live-roulette", "red", 10_00)
    await ann.until(
        lambda: ann.you["live-roulette"].round == round and ann.you["live-roulette"].lines
    )
    won = ann.you["live-roulette"].returned
    assert won in (0, 20_00)
    await until_balance(ann, balance - 10_00 + won)
    return balance - 10_00 + won
