"""One house to one store: shown with processes that live, end and are killed."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from croupier.store import WrongStore, open_store
from croupier.store.occupied import _ADVISORY, Occupied, lock_file, occupy, this_process
from tests.support import fork_server
from tests.support.fork_server import Forked


@contextmanager
def holder(url: str) -> Iterator[Forked]:
    process = fork_server.start(
        "tests.store.holder", url, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout
    try:
        assert process.stdout.readline() == "holds\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def refusal(url: str) -> str:
    with pytest.raises(Occupied) as refused:
        occupy(url, this_process("comes second"))
    return str(refused.value)


def test_the_second_is_told_who_the_first_is(lasting_url: str) -> None:
    with holder(lasting_url) as first:
        said = refusal(lasting_url)
        assert f"pid {first.pid} on {socket.gethostname()[:48]}" in said
        assert "which is a test, since 20" in said


def test_whoever_has_stopped_is_in_nobodys_way(lasting_url: str) -> None:
    with holder(lasting_url) as first:
        assert first.stdin
        first.stdin.write("\n")
        first.stdin.flush()
        assert first.wait() == 0
        occupy(lasting_url, this_process("comes later")).close()


def test_nor_is_whoever_was_killed(lasting_url: str) -> None:
    with holder(lasting_url) as first:
        first.send_signal(signal.SIGKILL)
        first.wait()
        with closing(occupy(lasting_url, this_process("comes later"))):
            assert f"pid {os.getpid()}" in refusal(lasting_url)


def test_a_session_that_is_ending_is_waited_for(postgres_url: str) -> None:
    """The server notices some time later that the client of a session was killed."""
    import psycopg

    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    open_store(postgres_url).close()
    with (
        ThreadPoolExecutor(1) as thread,
        psycopg.connect(postgres_url, autocommit=True) as watching,
        psycopg.connect(postgres_url, autocommit=True) as ending,
    ):
        ending.execute("SELECT pg_advisory_lock(%s)", (_ADVISORY,))
        later = thread.submit(occupy, postgres_url, this_process("comes later"))
        while watching.execute(waiting).fetchone() == (0,):
            assert not later.done(), later.exception()
        ending.close()
        with closing(later.result()) as held:
            assert held.renew()


def test_a_file_is_not_taken_over(tmp_path: Path) -> None:
    with pytest.raises(WrongStore, match="stop the process"):
        occupy(str(tmp_path / "house.db"), this_process("takes over"), take_over=True)


def test_the_lock_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with closing(occupy(str(path), this_process("holds"))):
        assert lock_file(path).stat().st_mode & 0o777 == 0o600


def test_a_frozen_house_is_taken_over_and_learns_of_it(postgres_url: str) -> None:
    with closing(occupy(postgres_url, this_process("freezes"))) as first:
        assert first.renew()
        with closing(occupy(postgres_url, this_process("wakes"), take_over=True)) as second:
            assert not first.renew()
            assert "which wakes" in first.holder()
            assert second.renew()
            first.close()
            assert second.renew()
            assert "which wakes" in refusal(postgres_url)


def test_to_restore_leaves_no_trace(postgres_url: str) -> None:
    with closing(occupy(postgres_url, this_process("restores"), empty=True)) as held:
        assert held.renew()
        with closing(open_store(postgres_url)) as store:
            assert store.streams() == ()
        refusal(postgres_url)


def test_a_lost_session_is_made_again(postgres_url: str) -> None:
    import psycopg

    with closing(occupy(postgres_url, this_process("holds"))) as held:
        with psycopg.connect(postgres_url, autocommit=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'"
            )
        with pytest.raises(Exception, match="termin"):
            held._lock.take()  # type: ignore[attr-defined]
        assert held.renew()
        assert "which holds" in refusal(postgres_url)
