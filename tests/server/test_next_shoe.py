"""The next shoe is prepared while the current one is dealt, and no table waits for its delay."""

import msgspec
from msgspec.structs import replace

from croupier.chance.sealed import Sealed, unseal
from croupier.client import Client
from croupier.house.fairness import CheckResult, check_record, read_record
from croupier.table.commands import CloseTable
from croupier.table.config import Shuffle
from croupier.wire.messages import Message, TableMessage
from croupier.wire.views import ShoeView, Standstill
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_house import KEY, LiveHouse, serving
from tests.support.live_play import (
    bet,
    house_command,
    join_as,
    listen,
    next_round,
    no_more_bets,
    play_out,
    untimed,
)

DECK = "classic-blackjack-single"
TABLE = replace(untimed(DECK), shuffle=Shuffle(window=0, squarings=2_000_000))
"""Evaluated in a process of its own; contributions close long before a fast core could do it."""
MINUTES = 500_000_000
MOST_ROUNDS = 6
"""Of a single deck, of which half may be dealt."""


async def play_round(house: LiveHouse, watching: Client) -> None:
    """Somebody else plays each, for nobody may talk too fast."""
    number = watching.tables[DECK].round
    box = 1 + number % 7
    client = await join_as(house, DECK, f"stand-in-{number}", box)
    await bet(client, DECK, ("initial", 5_00, box))
    await no_more_bets(house, DECK, client)
    await play_out(house, DECK, client)
    await next_round(house, DECK, client, watching)
    await client.close()


async def prepared(house: LiveHouse, client: Client) -> ShoeView:
    """The next shoe, once its order is settled."""
    for _ in range(MOST_ROUNDS):
        if client.tables[DECK].next_shoe is not None:
            break
        await play_round(house, client)
    shoe = client.tables[DECK].next_shoe
    assert shoe is not None
    assert shoe.takes
    await client.give_entropy(DECK, shoe.name)
    await client.until(lambda: (now := client.tables[DECK].next_shoe) is not None and now.ready)
    ready = client.tables[DECK].next_shoe
    assert ready is not None
    assert (ready.commitment, ready.contributions) == (shoe.commitment, 1)
    return ready


def was_shuffling(heard: list[Message]) -> bool:
    views = [one.view for one in heard if isinstance(one, TableMessage)]
    return any(view is not None and view.standstill == Standstill.SHUFFLING for view in views)


async def test_the_table_goes_on_at_once_with_the_shoe_that_was_prepared() -> None:
    async with serving([TABLE]) as house:
        ann = await join_as(house, DECK, "ann")
        heard = listen(ann)
        shoe = await prepared(house, ann)
        delays = house.house.live_tables.delays
        # From now on every other delay would take minutes.
        for number in range(delays.processes):
            assert delays.result(bytes([number]) * 32, MINUTES) is None
        for _ in range(MOST_ROUNDS):
            if ann.tables[DECK].next_shoe is None:
                break
            await play_round(house, ann)
        in_use = ann.tables[DECK].shoe
        assert in_use is not None
        assert (in_use.commitment, in_use.digest, in_use.ready) == (
            shoe.commitment,
            shoe.digest,
            True,
        )
        assert ann.tables[DECK].next_shoe is None
        number = ann.tables[DECK].round
        await play_round(house, ann)
        assert not was_shuffling(heard)
        text = (await ann.api.send("GET", f"/api/fair/{DECK}/{number}")).text
        record = read_record(text.encode())
        assert record.shoe is not None
        assert record.shoe.name == shoe.name
        assert len(record.shoe.entropy) == 1
        verdicts = {found.check: found.verdict for found in check_record(record)}
        assert verdicts["margin"] is CheckResult.HOLDS
        assert CheckResult.WRONG not in verdicts.values()
        assert_books_balance(house)


async def test_nothing_that_is_sent_tells_of_the_shoe_that_is_prepared() -> None:
    async with serving([TABLE]) as house:
        ann = await join_as(house, DECK, "ann")
        heard = listen(ann)
        shoe = await prepared(house, ann)
        await sync(ann)
        box = house.house.store.vault(shoe.name)
        assert box is not None
        state = house.house.live_tables.tables[DECK].state
        assert state.next_shoe is not None
        sealed = msgspec.msgpack.decode(box, type=Sealed)
        seed = unseal(sealed, KEY, state.next_shoe.terms).salt
        public = [(await ann.api.send("GET", f"/api/fair/{DECK}")).text]
        said = "".join([*public, *(msgspec.json.encode(one).decode() for one in heard)])
        assert shoe.commitment in said
        assert seed not in said
        assert sealed.box.hex() not in said


async def test_the_public_list_says_what_became_of_each_shoe() -> None:
    async with serving([TABLE]) as house:
        ann = await join_as(house, DECK, "ann")
        shoe = await prepared(house, ann)
        listed = (await ann.api.call("GET", f"/api/fair/{DECK}"))["shoes"]
        assert [(one["name"], one["status"], one["opening"]) for one in listed] == [
            (shoe.name, "next", None),
            (f"{DECK}/1", "in-use", None),
        ]
        await house_command(house, DECK, CloseTable())
        await ann.until(lambda: ann.tables[DECK].next_shoe is None)
        listed = (await ann.api.call("GET", f"/api/fair/{DECK}"))["shoes"]
        unused, in_use = listed
        assert (unused["status"], in_use["status"]) == ("unused", "in-use")
        assert len(unused["opening"]["outcomes"]) == 52
        assert "closed" in unused["why"]
        (page,) = (await ann.api.call("GET", f"/api/fair/{DECK}?limit=1"))["shoes"]
        assert page == unused
