"""What a house does with its books: verify, replay, export, backup, restore."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import NoReturn

import rich_click as click

from croupier.cli.progress import progress_bars
from croupier.cli.terminal import ERR, OUT, fail
from croupier.engine.rules_digest import rules_digest
from croupier.house.garbage import tune_garbage_collection
from croupier.house.records.roundcopy import round_file
from croupier.house.records.sheet import Amount, sheet
from croupier.house.verify.house_key import key_complaints
from croupier.house.verify.processes import cores
from croupier.house.verify.verified_mark import (
    Verified,
    check_verified,
    read_verified,
    write_verified,
)
from croupier.house.verify.verifying import Verifying
from croupier.kit.errors import Refused
from croupier.kit.money import format_amount
from croupier.server.books import (
    KEY,
    brought_back,
    key_beside,
    mark_path,
    refusal,
    restore_books,
    signed_backup,
    verified_path,
)
from croupier.store import StoreError, open_store
from croupier.store.invariants import Complaint
from croupier.store.mark import acknowledged
from croupier.store.pages import every_stream
from croupier.store.protocol import Reader, Store
from croupier.table.actor import wall_ms
from croupier.table.cage import is_table
from croupier.table.recovery import NoSuchTable, fold
from croupier.table.rounds import rounds

store_option = click.option(
    "--store",
    required=True,
    envvar="CROUPIER_STORE",
    show_envvar=True,
    metavar="URL",
    help="A SQLite file, or postgresql://…",
)
data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The house's data folder, where its mark is; otherwise beside the file.",
)


@contextmanager
def opened(url: str) -> Iterator[Store]:
    try:
        store = open_store(url, create=False)
    except StoreError as error:
        fail(refusal(error))
    try:
        yield store
    except StoreError as error:
        fail(refusal(error))
    except NoSuchTable as error:
        _fail(str(error))
    finally:
        store.close()


def _fail(message: str) -> NoReturn:
    print(f"croupier: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


@click.command()
@store_option
@data_option
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="How many processes look at tables; otherwise as many as there are cores.",
)
@click.option(
    "--since",
    is_flag=True,
    help="Only what came after the last run that found nothing wrong. What was altered before that"
    " is not seen, nor is the database itself looked at: a run without --since does both.",
)
def verify(store: str, data: Path | None, jobs: int | None, since: bool) -> None:
    """Check every invariant over a whole store: money, journals, sealed outcomes, the database.

    Exit status 0 when all is well, 1 when something is wrong (each complaint on a line), 2 when the
    store cannot be read.

    A run that finds nothing wrong leaves a mark, house.verified, in the data folder or beside the
    file, signed with the house's key, which lies there too. --since goes on from it.
    """
    tune_garbage_collection()
    with opened(store) as books:
        # Before the books are looked at: a house that is open goes on meanwhile.
        path = mark_path(store, data)
        known = acknowledged(path) if path else {}
        began_ms = wall_ms()
        with books.snapshot() as reader:
            before = _last_verified(reader, store, data) if since else None
            with progress_bars(ERR) as progress:
                verifying = Verifying(reader, known, progress, before)
                wrong = 0
                complaints = chain(
                    _key_complaints(reader, store, data),
                    verifying.complaints(store, jobs or cores()),
                )
                for complaint in complaints:
                    wrong += 1
                    line = f"{complaint.where}: {complaint.what}"
                    OUT.print(line, markup=False, soft_wrap=True)
    if not wrong:
        _keep_verified(verifying.verified(began_ms), store, data)
    OUT.print(
        f"{verifying.tables} tables, {verifying.entries} journal entries"
        + (f" since {_day(before.at_ms)}, all from {_day(before.whole_ms)}" if before else "")
        + (": all is well" if not wrong else f": {wrong} complaints"),
        markup=False,
        soft_wrap=True,
    )
    if wrong:
        sys.exit(1)


def _key_complaints(reader: Reader, store: str, data: Path | None) -> Iterator[Complaint]:
    """Of the house's key, where it is at hand and can be read."""
    path = verified_path(store, data)
    with suppress(Refused):
        if path and (key := key_beside(path)):
            yield from key_complaints(reader, key, path.with_name(KEY))


def _last_verified(reader: Reader, store: str, data: Path | None) -> Verified:
    """What `--since` goes on from."""
    try:
        path = verified_path(store, data)
        key = key_beside(path) if path else None
        if path is None:
            _fail("--since needs --data, the folder in which the last run has left its mark")
        if key is None:
            _fail(f"--since needs the house's key beside {path}, to see whose mark that is")
        verified = read_verified(path, key)
        check_verified(reader, verified, path)
    except Refused as refused:
        fail(refused)
    return verified


def _keep_verified(verified: Verified, store: str, data: Path | None) -> None:
    """If there is a key to sign it with; the check itself is done."""
    path = verified_path(store, data)
    try:
        if path and (key := key_beside(path)):
            write_verified(path, key, verified)
    except (Refused, OSError) as error:
        ERR.print(f"croupier: no mark of this run is left: {error}", markup=False)


def _day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _tables(reader: Reader) -> list[str]:
    return [stream for stream in every_stream(reader) if is_table(stream)]


@click.command()
@click.argument("table", help="A table's name.")
@store_option
@click.option("--round", type=int, help="One round, as a round file on standard output.")
@click.option("--to", type=int, help="Only up to this journal entry.")
def replay(table: str, store: str, round: int | None, to: int | None) -> None:
    """Fold a table's journal again: its state hash, or one round as a round file."""
    with opened(store) as books:
        if round is None:
            state, seq, _ = fold(books, table, to)
            summary = {
                "table": table,
                "game": state.config.game,
                "entries": seq,
                "round": state.round_number,
                "phase": str(state.phase),
                "rules": rules_digest(state.rules),
                "state_hash": state.hash(),
            }
            print(json.dumps(summary, indent=2))
            return
        for played in rounds(books, table):
            if played.number == round:
                print(json.dumps(round_file(played), indent=2))
                return
    _fail(f"{table} has no round {round}")


@click.command()
@store_option
@click.option(
    "--what",
    default="rounds",
    help="journal, rounds or transfers (JSON lines), or lines (CSV).",
)
def export(store: str, what: str) -> None:
    """Write the house's books to standard output, for other programs."""
    writers = {
        "journal": _export_journal,
        "rounds": _export_rounds,
        "transfers": _export_transfers,
        "lines": _export_lines,
    }
    if what not in writers:
        _fail(f"{what!r} cannot be exported; {', '.join(writers)} can")
    with opened(store) as books, books.snapshot() as reader:
        writers[what](reader)


def _export_journal(reader: Reader) -> None:
    after = 0
    while page := reader.journal(after):
        for entry in page:
            row = {
                "stream": entry.stream,
                "seq": entry.seq,
                "epoch": entry.epoch,
                "at_ms": entry.at_ms,
                "hash": entry.hash.hex(),
                "body": json.loads(entry.body),
            }
            print(json.dumps(row))
        after = page[-1].place


def _export_rounds(reader: Reader) -> None:
    for table in _tables(reader):
        for played in rounds(reader, table):
            row = {
                "table": table,
                "round": played.number,
                "begun_ms": played.begun_ms,
                "rules": rules_digest(played.config.check()),
                "staged": played.config.staged,
            }
            print(json.dumps(row | {"file": round_file(played)}))


def _export_transfers(reader: Reader) -> None:
    after = (0, 0)
    while page := reader.ledger(after):
        for posted in page:
            transfer = posted.transfer
            row = {
                "stream": posted.stream,
                "seq": posted.seq,
                "payer": transfer.payer,
                "payee": transfer.payee,
                "amount": format_amount(transfer.amount),
                "reason": str(transfer.reason),
                "cause": transfer.cause,
            }
            print(json.dumps(row))
        after = (page[-1].place, page[-1].n)


def _export_lines(reader: Reader) -> None:
    names = ("table", "round", "player", "box", "hand", "bet", "stake", "returned", "result")
    sys.stdout.writelines(sheet(chain(((*names, "clause"),), _settled_lines(reader))))


def _settled_lines(reader: Reader) -> Iterator[tuple[str, ...]]:
    for table in _tables(reader):
        for played in rounds(reader, table):
            # Staged rounds moved no money: they must not be added up with the others.
            if not played.over or played.config.staged:
                continue
            for line in played.lines:
                yield (
                    table,
                    str(played.number),
                    line.player,
                    str(line.box or ""),
                    str(line.hand or ""),
                    line.bet,
                    Amount(format_amount(line.stake)),
                    Amount(format_amount(line.returned)),
                    line.result,
                    line.clause,
                )


@click.command()
@store_option
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The house's data folder, where its key is; otherwise beside the file.",
)
@click.argument("file", type=click.Path(path_type=Path), help="Where to write the copy.")
@click.option(
    "--since",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A copy made before: only what came after it is written.",
)
def backup(store: str, data: Path | None, file: Path, since: Path | None) -> None:
    """Copy a whole store into one portable file, while it is in use.

    With --since only what came after an earlier copy: small enough for every few minutes. To
    restore, name them all, the first one first.

    The house's key signs the copy. Without the key it is not signed, and restore refuses it unless
    it is told to accept it.
    """
    try:
        signed = signed_backup(store, data, file, since)
    except Refused as refused:
        fail(refused)
    except StoreError as error:
        fail(refusal(error))
    except OSError as error:
        _fail(str(error))
    if not signed:
        ERR.print(
            f"croupier: {file} is not signed: there is no house.key beside the store; name the"
            " folder it is in with --data",
            markup=False,
            soft_wrap=True,
        )
    OUT.print(f"wrote {file}", markup=False)


@click.command()
@click.argument(
    "files",
    metavar="FILE…",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
    help="Copies made by backup: the first one, then those made since, in order.",
)
@store_option
@data_option
@click.option(
    "--until",
    type=click.DateTime(["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S.%f"]),
    metavar="TIME",
    help="As the books stood then, UTC: 2026-11-16T14:03:00.",
)
@click.option(
    "--accept-unsigned",
    is_flag=True,
    help="Also copies that this house has not signed: of an earlier version, of another house, or"
    " without the key at hand. Anybody can have made them.",
)
def restore(
    *,
    files: tuple[Path, ...],
    store: str,
    data: Path | None,
    until: datetime | None,
    accept_unsigned: bool,
) -> None:
    """Fill an empty store from a backup, of either kind.

    All of it is checked before anything is written: the hash chain, the house's signature, and that
    it holds what the mark says was acknowledged.

    Exit status 0 when the store is filled, 2 when nothing was written.

    What was sealed when the backup was made may have been seen since: at the next start it is given
    up and sealed anew, and rounds that waited for it are void. All sessions end.
    """
    try:
        until_ms = None if until is None else int(until.replace(tzinfo=UTC).timestamp() * 1000)
        restored = restore_books(
            files, store, data, wall_ms(), until_ms=until_ms, accept_unsigned=accept_unsigned
        )
    except Refused as refused:
        fail(refused)
    except StoreError as error:
        fail(refusal(error))
    except OSError as error:
        _fail(str(error))
    for path, doubt in restored.doubts.items():
        ERR.print(f"croupier: {path} {doubt}: accepted", markup=False, soft_wrap=True)
    _say_lost(f"restored {', '.join(map(str, files))}", restored.lost)


@click.command()
@store_option
@data_option
def reseal(store: str, data: Path | None) -> None:
    """Say that these books were put back from an older copy, or that what is sealed is lost.

    Every table is told in its journal: at the next start what is sealed is given up and sealed
    anew, and rounds that waited for it are void. All sessions end.
    """
    try:
        journals, lost = brought_back(store, data, wall_ms())
    except Refused as refused:
        fail(refused)
    except StoreError as error:
        fail(refusal(error))
    _say_lost(f"{journals} journals are told; what is sealed is given up at the next start", lost)


def _say_lost(done: str, lost: dict[str, int]) -> None:
    OUT.print(done, markup=False)
    for stream, entries in sorted(lost.items()):
        OUT.print(f"{stream}: {entries} acknowledged entries are not in these books", markup=False)
