"""What can happen to a server."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Barrier

import psycopg
import pytest

from croupier.ledger import wallet
from croupier.store import (
    Done,
    Repeated,
    Result,
    Store,
    StoreFailed,
    UnknownCommit,
    VaultTaken,
    Write,
    WrongSequence,
    WrongStore,
    open_store,
)
from croupier.store.postgres import PostgresStore
from croupier.store.postgres_link import Timeouts
from tests.store.processes import answers, begin, player
from tests.support.postgres_relay import Relay
from tests.support.postgres_server import PostgresServer, end_sessions
from tests.support.store_writes import NOTE, StoreTable, assert_store_sound, bet, open_house

Opening = Callable[[str], Store]


@pytest.fixture
def house(postgres_url: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(postgres_url)) as store:
        yield store


@pytest.fixture
def by_hand(postgres_url: str, house: PostgresStore) -> Iterator[psycopg.Connection]:
    """Somebody at the database's own prompt."""
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("SET search_path = croupier")
        yield db


@pytest.fixture
def relay(postgres: PostgresServer) -> Iterator[Relay]:
    with closing(Relay(postgres.socket)) as line:
        yield line


@pytest.fixture
def cut_off(postgres: PostgresServer, relay: Relay) -> Iterator[PostgresStore]:
    """A store at the other end of the relay."""
    url = postgres.url(postgres.clean_database(), "127.0.0.1", relay.port)
    with closing(PostgresStore(url)) as store:
        yield store


def test_sessions_have_limits(house: PostgresStore) -> None:
    limits = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    assert [house.rows(f"SHOW {name}")[0][0] for name in limits] == ["10s", "5s", "2s"]
    assert house.rows("SHOW synchronous_commit") == [("on",)]


def test_a_session_that_ended_is_begun_again(
    house: PostgresStore, by_hand: psycopg.Connection
) -> None:
    table = open_house(house, ann=100)
    for n in range(3):
        assert end_sessions(by_hand) == 2
        assert isinstance(table.write(bet("ann", 10, f"c{n}"))[0], Done)
        assert house.balance(wallet("ann")) == 90 - 10 * n
    assert_store_sound(house)


def test_the_line_is_cut_before_commit_arrives(cut_off: PostgresStore, relay: Relay) -> None:
    table = open_house(cut_off, ann=100)
    batch = table.batch(bet("ann", 10, "c1"), bet("ann", 10, "c2"))
    relay.cut = "before"
    with pytest.raises(UnknownCommit):
        cut_off.commit([batch])
    assert relay.cut == ""
    (results,) = cut_off.commit([batch])
    assert [type(one) for one in results] == [Done, Done]
    assert cut_off.balance(wallet("ann")) == 80
    assert_store_sound(cut_off)


def test_the_line_is_cut_after_commit_is_done(cut_off: PostgresStore, relay: Relay) -> None:
    table = open_house(cut_off, ann=100)
    batch = table.batch(bet("ann", 10, "c1"), bet("ann", 10, "c2"))
    relay.cut = "after"
    with pytest.raises(UnknownCommit):
        cut_off.commit([batch])
    assert relay.cut == ""
    (results,) = cut_off.commit([batch])
    answer = b"ann has bet 10"
    assert results == (Repeated(answer, "t1", 1), Repeated(answer, "t1", 2))
    assert cut_off.balance(wallet("ann")) == 80
    assert_store_sound(cut_off)


def test_after_a_cut_an_owner_with_something_new_catches_up(
    cut_off: PostgresStore, relay: Relay
) -> None:
    """What has no command id cannot be repeated: the journal says whether it is there."""
    table = open_house(cut_off, ann=100)
    relay.cut = "after"
    with pytest.raises(UnknownCommit):
        table.write(bet("ann", 10, "c1"), NOTE)
    assert table.write(bet("ann", 10, "c1"), NOTE) == (WrongSequence(2), WrongSequence(2))
    table.after = cut_off.entries("t1", table.after)[-1].seq
    assert isinstance(table.write(bet("ann", 10, "c2"))[0], Done)
    assert_store_sound(cut_off)


@pytest.mark.parametrize("side", ["before", "after"])
def test_cut_after_cut_each_bet_counts_once(
    cut_off: PostgresStore, relay: Relay, side: str
) -> None:
    table = open_house(cut_off, ann=1_000)
    for n in range(25):
        placed = bet("ann", 10, f"c{n}")
        relay.cut = side
        with pytest.raises(UnknownCommit):
            table.write(placed)
        table.write(placed)
        table.after = cut_off.head("t1").seq
    assert cut_off.balance(wallet("ann")) == 750
    assert cut_off.head("t1").seq == 25
    assert_store_sound(cut_off)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_the_server_goes_down_and_comes_back(
    postgres: PostgresServer, house: PostgresStore, how: signal.Signals
) -> None:
    table = open_house(house, ann=100)
    table.write(bet("ann", 10, "c1"))
    postgres.stop(how)
    try:
        with pytest.raises(StoreFailed):
            table.write(bet("ann", 10, "c2"))
        with pytest.raises(StoreFailed):
            house.head("t1")
    finally:
        postgres.start()
    assert table.write(bet("ann", 10, "c1")) == (Repeated(b"ann has bet 10", "t1", 1),)
    assert isinstance(table.write(bet("ann", 10, "c2"))[0], Done)
    assert house.balance(wallet("ann")) == 80
    assert_store_sound(house)


def test_a_frozen_owner_does_not_hold_the_table_for_ever(
    house: PostgresStore, postgres_url: str
) -> None:
    """It stops in the middle of a transaction, its locks held, and wakes when it is too late."""
    open_house(house, ann=100)
    with player(postgres_url, "t1", 3, crashpoint="commit-begun:2:SIGSTOP") as frozen:
        begin(frozen)
        frozen.wait_stopped()
        heir = StoreTable(house, "t1", "the heir")
        assert isinstance(heir.write(bet("ann", 10, "heir"))[0], Done)
        frozen.send_signal(signal.SIGCONT)
        said = answers(frozen)
    assert said == {0: "Done", 1: "UnknownCommit", 2: "StaleOwner"}
    assert [entry.epoch for entry in house.entries("t1")] == [heir.epoch - 1, heir.epoch]
    assert house.balance(wallet("ann")) == 80
    assert_store_sound(house)


def failing(db: psycopg.Connection, code: str, times: int) -> None:
    """Have the server refuse the first few commits, as it does when transactions collide."""
    db.execute("CREATE SEQUENCE tries")
    db.execute(
        f"""CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('croupier.tries') <= {times} THEN
            RAISE EXCEPTION 'collision' USING ERRCODE = '{code}';
        END IF; RETURN NULL; END $$""".encode()
    )
    db.execute(
        "CREATE TRIGGER collide AFTER INSERT ON entries "
        "FOR EACH STATEMENT EXECUTE FUNCTION collide()"
    )


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_collisions_are_tried_again(
    house: PostgresStore, by_hand: psycopg.Connection, code: str
) -> None:
    table = open_house(house, ann=100)
    failing(by_hand, code, 4)
    assert isinstance(table.write(bet("ann", 10))[0], Done)
    assert house.balance(wallet("ann")) == 90
    assert_store_sound(house)


def test_but_not_for_ever(house: PostgresStore, by_hand: psycopg.Connection) -> None:
    table = open_house(house, ann=100)
    failing(by_hand, "40001", 7)
    with pytest.raises(StoreFailed, match="collision"):
        table.write(bet("ann", 10))
    assert house.rows("SELECT last_value FROM tries") == [(5,)]
    assert isinstance(table.write(bet("ann", 10))[0], Done)


def test_other_failures_are_not_tried_again(
    house: PostgresStore, by_hand: psycopg.Connection
) -> None:
    """53100: the server's disk is full."""
    table = open_house(house, ann=100)
    failing(by_hand, "53100", 1)
    with pytest.raises(StoreFailed):
        table.write(bet("ann", 10))
    assert house.balance(wallet("ann")) == 100
    assert isinstance(table.write(bet("ann", 10))[0], Done)


def test_a_real_deadlock(house: PostgresStore, by_hand: psycopg.Connection) -> None:
    """Somebody at the prompt takes the locks the other way round; the bets are placed all the
    same."""
    table = open_house(house, ann=100, bob=100)
    lock = "SELECT 1 FROM accounts WHERE name = %s FOR UPDATE"
    by_hand.execute("BEGIN")
    by_hand.execute(lock, ("wallet:bob",))
    with ThreadPoolExecutor(1) as threads:
        betting = threads.submit(table.write, bet("ann", 10), bet("bob", 10))
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while not betting.done() and not by_hand.execute(waiting).fetchone():
            by_hand.execute("SELECT pg_stat_clear_snapshot()")
        with suppress(psycopg.errors.DeadlockDetected):
            by_hand.execute(lock, ("wallet:ann",))
        by_hand.execute("ROLLBACK")
        assert [type(one) for one in betting.result()] == [Done, Done]
    assert_store_sound(house)


def test_waiting_for_a_lock_has_an_end(postgres_url: str, by_hand: psycopg.Connection) -> None:
    with closing(PostgresStore(postgres_url, Timeouts(lock_ms=50))) as house:
        table = open_house(house, ann=100)
        with by_hand.transaction():
            by_hand.execute("SELECT 1 FROM accounts FOR UPDATE")
            with pytest.raises(StoreFailed, match="lock timeout"):
                table.write(bet("ann", 10))
        assert isinstance(table.write(bet("ann", 10))[0], Done)


def test_one_command_sent_to_two_nodes_at_once(
    house: PostgresStore, postgres_url: str, opening: Opening
) -> None:
    open_house(house, ann=1_000)
    nodes = [StoreTable(opening(postgres_url), f"table {n}") for n in range(3)]
    together = Barrier(len(nodes), timeout=20)

    def play(table: StoreTable) -> list[Result]:
        results: list[Result] = []
        for n in range(20):
            together.wait()
            sealed = Write(b"{}", vault=((f"shoe {n}", b"order"),))
            results += table.write(bet("ann", 10, f"c{n}"), sealed)
        return results

    with ThreadPoolExecutor(len(nodes)) as threads:
        results = [one for found in threads.map(play, nodes) for one in found]
    kinds = [type(one) for one in results]
    assert kinds.count(Done) == 20 + 20
    assert kinds.count(Repeated) == 40
    assert kinds.count(VaultTaken) == 40
    assert house.balance(wallet("ann")) == 800
    assert_store_sound(house)


def test_new_accounts_opened_by_two_nodes_at_once(
    house: PostgresStore, postgres_url: str, opening: Opening
) -> None:
    open_house(house, ann=1_000)
    nodes = [StoreTable(opening(postgres_url), f"table {n}") for n in range(2)]
    together = Barrier(len(nodes), timeout=20)

    def play(table: StoreTable) -> None:
        for n in range(20):
            together.wait()
            assert isinstance(table.write(bet("ann", 1, table=f"new {n}"))[0], Done)

    with ThreadPoolExecutor(len(nodes)) as threads:
        assert list(threads.map(play, nodes)) == [None, None]
    assert [balance for _, balance in house.balances("escrow:")] == [2] * 20
    assert_store_sound(house)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET body = ''",
        "DELETE FROM entries",
        "TRUNCATE entries CASCADE",
        "UPDATE transfers SET amount = 1",
        "DELETE FROM transfers",
        "TRUNCATE transfers",
        "UPDATE vault SET secret = ''",
        "DELETE FROM vault",
        "UPDATE streams SET epoch = 0",
        "UPDATE accounts SET balance = -1 WHERE name = 'wallet:ann'",
        "UPDATE accounts SET balance = 9007199254740992 WHERE name = 'wallet:ann'",
        "INSERT INTO transfers VALUES (1, 9, 'cage', 'wallet:ann', 0, 'buy-in', '')",
        "INSERT INTO transfers VALUES (1, 9, 'cage', 'cage', 1, 'buy-in', '')",
        "INSERT INTO transfers VALUES (99, 1, 'cage', 'wallet:ann', 1, 'buy-in', '')",
    ],
)
def test_the_database_itself_refuses(
    house: PostgresStore, by_hand: psycopg.Connection, sql: str
) -> None:
    open_house(house, ann=100)
    with pytest.raises((psycopg.IntegrityError, psycopg.errors.RaiseException)):
        by_hand.execute(sql.encode())
    assert_store_sound(house)


def test_a_schema_of_another_program(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("CREATE SCHEMA croupier")
    with pytest.raises(WrongStore, match="another program"):
        open_store(postgres_url)


def test_a_store_of_a_later_version(
    house: PostgresStore, by_hand: psycopg.Connection, postgres_url: str
) -> None:
    by_hand.execute("INSERT INTO migrations (version, name) VALUES (99, 'later')")
    with pytest.raises(WrongStore, match="update Croupier"):
        open_store(postgres_url)


def test_two_nodes_open_a_new_store_at_once(postgres_url: str, opening: Opening) -> None:
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(opening, [postgres_url] * 4))
    assert [store.claim("t1", "node") for store in stores] == [1, 2, 3, 4]


def test_a_server_that_is_not_there(tmp_path: object) -> None:
    with pytest.raises(StoreFailed, match="cannot reach"):
        open_store(f"postgresql://croupier@/house?host={tmp_path}")
    with pytest.raises(WrongStore, match="not an address"):
        open_store("postgresql://house?nonsense=1")
