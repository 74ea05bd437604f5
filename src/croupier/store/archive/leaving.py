"""How a period leaves the tables of a SQL store, in the transaction that writes its note."""

from collections.abc import Callable, Sequence
from typing import Any

from croupier.store.archive.contents import Contents
from croupier.store.commit_rules import Outcome
from croupier.store.crashpoint import crashpoint
from croupier.store.errors import StoreFailed
from croupier.store.values import Done

_STREAM = "SELECT id FROM streams WHERE name = ?"
_COUNTED = "SELECT count(*) FROM entries WHERE stream = ? AND seq BETWEEN ? AND ?"
_LAST = "SELECT hash FROM entries WHERE stream = ? AND seq = ?"
_BLOCK = "INSERT INTO archived_blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_WALLET = "INSERT INTO archived_wallets VALUES (?, ?, ?, ?, ?, ?, ?)"
_ANSWERS = """INSERT INTO archived_answers (answer) SELECT DISTINCT e.answer FROM entries e
    WHERE e.stream = ? AND e.seq BETWEEN ? AND ? AND e.sender IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM archived_answers a WHERE a.answer = e.answer)"""
_COMMANDS = """INSERT INTO archived_commands
    SELECT e.sender, e.command, e.stream, e.seq, e.body_hash, a.number
    FROM entries e JOIN archived_answers a ON a.answer = e.answer
    WHERE e.stream = ? AND e.seq BETWEEN ? AND ? AND e.sender IS NOT NULL"""
_TRANSFERS = """DELETE FROM transfers WHERE place IN
    (SELECT place FROM entries WHERE stream = ? AND seq BETWEEN ? AND ?)"""
_ENTRIES = "DELETE FROM entries WHERE stream = ? AND seq BETWEEN ? AND ?"

Execute = Callable[[str, Sequence[Any]], Any]
"""One statement, `?` for a value; what it found can be fetched."""


def leave(execute: Execute, outcome: Outcome, contents: Contents, file: str) -> None:
    """Nothing leaves that is not in the file, entry for entry, or without a note."""
    if not isinstance(outcome.results[0][0], Done):
        raise StoreFailed(f"the archive's journal takes no note: {outcome.results[0][0]}")
    (stream,) = execute(_STREAM, (contents.stream,)).fetchone() or (0,)
    period = (stream, contents.first, contents.last)
    (counted,) = execute(_COUNTED, period).fetchone()
    (last,) = execute(_LAST, (stream, contents.last)).fetchone() or (b"",)
    if counted != contents.last - contents.first + 1 or last != contents.hash:
        raise StoreFailed(f"{contents.stream}: the tables hold other entries than {file}")
    for block in contents.blocks:
        execute(
            _BLOCK,
            (
                stream,
                block.first_seq,
                block.last_seq,
                block.first_place,
                block.last_place,
                block.hash,
                file,
                block.begins,
                block.length,
            ),
        )
        for w in block.wallets:
            times = (w.first_place, w.last_place, w.first_ms, w.last_ms)
            execute(_WALLET, (w.account, stream, block.last_seq, *times))
    for sql in (_ANSWERS, _COMMANDS, _TRANSFERS, _ENTRIES):
        execute(sql, period)
    crashpoint("archive-left")


def note_folder(execute: Execute, folder: str) -> None:
    """Where the files are from now on."""
    execute("DELETE FROM archive_folder", ())
    execute("INSERT INTO archive_folder VALUES (?)", (folder,))
