"""Helpers for any client of a live house: send a message, wait until it has been seen."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from croupier.client import Client, new_id
from croupier.table.invariants import house_complaints
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from croupier.wire.views import Play
from tests.support.live_house import LiveHouse

P = TypeVar("P", bound=Play)


MessageKind = Callable[..., say.ClientMessage]
"""A class of messages; those that `to_table` and `for_round` make are typed as callables."""


def name_of(client: Client) -> str:
    assert client.welcome is not None
    return client.welcome.name


def assert_books_balance(house: LiveHouse) -> None:
    """Assert that every invariant of the house's journals and ledger holds."""
    with house.house.store.snapshot() as reader:
        assert list(house_complaints(reader)) == []


async def sync(*clients: Client) -> None:
    """Wait until these clients have received everything sent to them before now: each sends a ping,
    whose answer comes last."""
    for one in clients:
        await one.do(say.Ping(new_id()))


async def until_each(clients: Iterable[Client], test: Callable[[Client], object]) -> None:
    """Wait until the test holds for every client."""
    for client in clients:
        await client.until(partial(test, client))


async def until_balance(client: Client, balance: int) -> None:
    """Wait until the client is sent this balance."""
    await client.until(lambda: client.purse is not None and client.purse.balance == balance)


def play_of(client: Client, table: str, kind: type[P]) -> P:
    """The cards or the pocket of a table's round, as this client sees them."""
    play = client.tables[table].play
    assert isinstance(play, kind)
    return play


def message_class(kind: MessageKind) -> type[say.ClientMessage]:
    assert isinstance(kind, type)
    assert issubclass(kind, say.ClientMessage)
    return kind


async def ask_table(
    client: Client, kind: MessageKind, table: str, *more: object, **named: object
) -> Reply:
    """Send a message to a table and return the reply. The round defaults to the current one."""
    fields = message_class(kind).__struct_fields__
    if "round" in fields:
        named.setdefault("round", client.tables[table].round)
    rest = [field for field in fields if field not in ("id", "table", "round")]
    named |= dict(zip(rest, more, strict=False))
    return await client.ask(kind(id=new_id(), table=table, **named))


async def reply_code(
    client: Client, kind: MessageKind, table: str, *more: object, **named: object
) -> str:
    """Like `ask_table`, but returns "ok" or the code of the refusal."""
    reply = await ask_table(client, kind, table, *more, **named)
    return "ok" if reply.ok else reply.code
