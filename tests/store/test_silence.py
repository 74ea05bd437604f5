"""A server, or the link to it, that accepts everything and answers nothing."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import TypeVar

import pytest

from croupier.ledger import wallet
from croupier.store import Done, Repeated, Store, StoreFailed, UnknownCommit
from croupier.store.errors import StoreError
from croupier.store.nodes import Node
from croupier.store.postgres import PostgresStore
from croupier.store.postgres_link import Connection, NoAnswer, Timeouts
from croupier.store.postgres_nodes import PostgresNodes
from croupier.store.postgres_session import Session, Silence
from tests.support.postgres_relay import Relay
from tests.support.postgres_server import PostgresServer
from tests.support.store_writes import StoreTable, assert_store_sound, bet, open_house

T = TypeVar("T")

SOON = Timeouts(answer_s=0.2)
"""One call is given up; nobody asks whether the server answers others."""
PROMPT = Timeouts(answer_s=3_600, suspect_s=0.01, silent_s=0.1)
"""Every call is given up once the server is silent, and not before."""


@pytest.fixture
def relay(postgres: PostgresServer) -> Iterator[Relay]:
    with closing(Relay(postgres.socket)) as line:
        yield line


@pytest.fixture
def url(postgres: PostgresServer, relay: Relay) -> str:
    return postgres.url(postgres.clean_database(), "127.0.0.1", relay.port)


@pytest.fixture
def books(postgres: PostgresServer, url: str) -> Iterator[PostgresStore]:
    """The same database, without the relay."""
    assert url
    with closing(PostgresStore(postgres.url("house"))) as books:
        open_house(books, ann=100)
        yield books


@pytest.fixture(params=[SOON, PROMPT], ids=["deadline", "silence"])
def store(request: pytest.FixtureRequest, url: str, books: Store) -> Iterator[PostgresStore]:
    """At the other end of the relay."""
    assert books
    with closing(PostgresStore(url, request.param)) as store:
        yield store


@pytest.fixture
def table(store: PostgresStore) -> StoreTable:
    """Of a store that has committed before."""
    table = answered(lambda: StoreTable(store, "t2"))
    answered(lambda: table.write(bet("ann", 10, "c0")))
    table.after = 1
    return table


def answered(work: Callable[[], T]) -> T:
    """As soon as the server is known to answer, however slow the machine is."""
    while True:
        with suppress(StoreError):
            return work()


def test_a_commit_is_given_up_before_anything_is_written(
    table: StoreTable, books: Store, relay: Relay
) -> None:
    relay.fall_silent()
    with pytest.raises(StoreFailed):
        table.write(bet("ann", 10, "c1"))
    relay.speak()
    assert isinstance(answered(lambda: table.write(bet("ann", 10, "c1")))[0], Done | Repeated)
    assert books.balance(wallet("ann")) == 80
    assert_store_sound(books)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_that_may_be_done_is_unknown(
    table: StoreTable, books: Store, relay: Relay, when: str
) -> None:
    """COMMIT is on its way, or it is done and nobody was told; in the end it counts once."""
    relay.hush = when
    with pytest.raises(UnknownCommit):
        keep_writing(table)
    relay.speak()
    assert isinstance(answered(lambda: table.write(bet("ann", 10, "c1")))[0], Done | Repeated)
    assert books.balance(wallet("ann")) == 80
    assert_store_sound(books)


def keep_writing(table: StoreTable) -> None:
    """Again on a machine that is too slow to send COMMIT in time."""
    while True:
        with suppress(StoreFailed):
            table.write(bet("ann", 10, "c1"))


def test_a_read_is_given_up(table: StoreTable, relay: Relay) -> None:
    relay.fall_silent()
    with pytest.raises(StoreFailed):
        table.store.head("t2")


def test_once_the_server_is_silent_everything_fails_at_once(url: str, relay: Relay) -> None:
    """Also what would otherwise wait without a limit."""
    silence = Silence(url, PROMPT)
    session = Session(url, PROMPT, silence)
    reached: list[Connection] = []
    relay.fall_silent()
    with closing(session), closing(silence):
        while not silence:
            silence.waited(PROMPT.suspect_s + 1)
        for limited in (True, False):
            with pytest.raises(StoreFailed, match="does not answer"):
                session.attempt(reached.append, limited=limited)
        relay.speak()
        answered(lambda: session.attempt(reached.append))
    assert len(reached) == 1


def test_a_connection_as_old_as_one_that_was_given_up_is_made_again(url: str, relay: Relay) -> None:
    """A firewall has forgotten both; nobody waits in vain twice."""
    one = b"SELECT 1"
    patient = Timeouts(answer_s=60)
    silence = Silence(url, patient)
    with (
        closing(Session(url, patient, silence)) as first,
        closing(Session(url, patient, silence)) as second,
        closing(silence),
    ):
        for session in (first, second):
            session.attempt(lambda db: db.execute(one))
        relay.forget()
        with first.held(answer_s=0.1) as db, pytest.raises(NoAnswer):
            db.execute(one)
        assert second.attempt(lambda db: db.execute(one).rowcount) == 1


def test_a_slow_answer_of_a_server_that_answers_others_is_waited_for(url: str) -> None:
    asked: list[float] = []

    class Counting(Silence):
        def waited(self, seconds: float) -> bool:
            asked.append(seconds)
            return super().waited(seconds)

    patient = Timeouts(answer_s=3_600, suspect_s=0.01, silent_s=3_600)
    silence = Counting(url, patient)
    with closing(Session(url, patient, silence)) as session, closing(silence):
        lock = "SELECT pg_advisory_lock(7)"
        with closing(Session(url, Timeouts())) as holder, ThreadPoolExecutor(1) as threads:
            holder.attempt(lambda db: db.execute(lock.encode()))
            waiting = threads.submit(session.attempt, lambda db: db.execute(lock.encode()).rowcount)
            while len(asked) < 3:
                assert not waiting.done()
            holder.attempt(lambda db: db.execute(b"SELECT pg_advisory_unlock(7)"))
            assert waiting.result() == 1


def test_a_heartbeat_is_given_up(url: str, relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.store.postgres_nodes._SOON", SOON)
    PostgresStore(url).close()
    me = Node("a", "run", "1")
    with closing(PostgresNodes(url)) as nodes:
        answered(lambda: nodes.sign(me))
        relay.fall_silent()
        with pytest.raises(StoreFailed):
            nodes.sign(me)
