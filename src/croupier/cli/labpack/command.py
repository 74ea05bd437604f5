"""`croupier labpack`: one folder with all a laboratory asks for."""

import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import count
from pathlib import Path

import rich_click as click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column

from croupier.cli.labpack.document import Document, Made, Requirement, make
from croupier.cli.labpack.games import Lengths, Subject, documents_of, games_asked, tables_asked
from croupier.cli.labpack.manifest import SIGNATURE, pack_faults, write_manifest
from croupier.cli.labpack.program import documents_of_program, read_results
from croupier.cli.simulate.asking import parse_count
from croupier.cli.terminal import ERR, OUT, fail
from croupier.kit.errors import Code, Refused
from croupier.notices.html import filled
from croupier.server.books import KEY
from croupier.server.key_file import house_key

ROUNDS, QUICK_ROUNDS = "1e7", "2e5"
INTERRUPTED = 130


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), help="A new or an empty folder.")
@click.option("--games", default="", metavar="A,B", help="Only these; all, if not said.")
@click.option(
    "--tables",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The tables of a house, with their settings and limits, instead of the games alone.",
)
@click.option("--rounds", metavar="N", help=f"Simulated of each game; {ROUNDS}, if not said.")
@click.option("--quick", is_flag=True, help="A look at what it is: few rounds, few shuffles.")
@click.option(
    "--tests",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The results of the tests, as JUnit XML.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The house's data folder: its key signs the manifest.",
)
@click.option("--check", is_flag=True, help="Say whether a pack is still as it was made.")
def labpack(
    *,
    folder: Path,
    games: str,
    tables: Path | None,
    rounds: str | None,
    quick: bool,
    tests: Path | None,
    data: Path | None,
    check: bool,
) -> None:
    """Write what a laboratory asks for into one folder, with a page that leads through it.

    Rules with clauses, conformance, exact odds, certificates, the random source, digests, protocol,
    test results. It is all offline: open index.html.

    Exit status 0 when all of it was made, 1 when a part failed (the page says which), 2 when it
    cannot be done as asked.
    """
    try:
        if check:
            _check_pack(folder)
            return
        _check_empty(folder)
        subjects = tables_asked(tables, games) if tables else games_asked(games)
        lengths = _lengths(rounds, quick)
        if tests is not None:
            read_results(tests)  # before it takes long
        key = _key(data)
        with _terminated_as_interrupted():
            made = _write(folder, subjects, lengths, tests and tests.absolute(), key)
    except Refused as refused:
        fail(refused)
    except KeyboardInterrupt:
        ERR.print("croupier: stopped: nothing was written", markup=False)
        sys.exit(INTERRUPTED)
    _show(folder, made)
    if any(part.failed for part in made):
        sys.exit(1)


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """SIGTERM leaves as little behind as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _check_pack(folder: Path) -> None:
    faults = pack_faults(folder)
    for fault in faults:
        OUT.print(fault, markup=False, soft_wrap=True)
    if faults:
        sys.exit(1)
    signed = (folder / SIGNATURE).exists()
    OUT.print(f"All files are as they were made; {'signed' if signed else 'not signed'}.")


def _check_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(Code.BAD_SETTING, f"{str(folder)!r} is not an empty folder")
    if not folder.absolute().parent.is_dir():
        raise Refused(Code.BAD_SETTING, f"there is no folder {str(folder.parent)!r}")


def _lengths(rounds: str | None, quick: bool) -> Lengths:
    asked = rounds or (QUICK_ROUNDS if quick else ROUNDS)
    parse_count(asked)
    return Lengths(asked, "100", "1e3", quick) if quick else Lengths(asked, "2000", "1e5")


def _key(data: Path | None) -> bytes | None:
    if data is None:
        return None
    if not (data / KEY).exists():
        raise Refused(Code.BAD_SETTING, f"there is no house's key in {str(data)!r}")
    return house_key(data / KEY)


def _write(
    folder: Path,
    subjects: Sequence[Subject],
    lengths: Lengths,
    tests: Path | None,
    key: bytes | None,
) -> list[Made]:
    """Into a folder beside it that takes its place at the end: whole or not at all."""
    target = folder.absolute()
    program = tuple(documents_of_program(lengths, tests))
    of_subjects = {subject: tuple(documents_of(subject, lengths)) for subject in subjects}
    every = [*program, *(one for documents in of_subjects.values() for one in documents)]
    part = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent))
    try:
        with _progress(len(every)) as tell:
            made = {one.files: _made(one, part, tell) for one in every}
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        page = filled(
            "croupier.cli.labpack",
            "index.html",
            made=now,
            version=version("croupier"),
            program=_by_requirement([made[one.files] for one in program]),
            subjects=[
                (subject, [made[one.files] for one in documents])
                for subject, documents in of_subjects.items()
            ],
            failed=[one for one in made.values() if one.failed],
            absent=[one for one in made.values() if one.absent],
            signed=key is not None,
            command=_command_line(),
        )
        (part / "index.html").write_text(page, encoding="utf-8")
        write_manifest(part, now, version("croupier"), key)
        part.chmod(0o755)
        if target.exists():
            target.rmdir()
        part.rename(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return list(made.values())


def _command_line() -> str:
    return shlex.join(["croupier", *sys.argv[1:]])


def _made(document: Document, folder: Path, tell: Callable[[str], object]) -> Made:
    tell(f"{document.title} ({document.files[0]})")
    return make(document, folder)


def _by_requirement(made: Sequence[Made]) -> dict[Requirement, list[Made]]:
    return {
        requirement: found
        for requirement in Requirement
        if (found := [one for one in made if one.document.answers is requirement])
    }


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str], object]]:
    """To be told what is made next; nothing is shown where nobody looks."""
    if not ERR.is_terminal:
        yield lambda _: None
        return
    what = Column(no_wrap=True, overflow="ellipsis", ratio=1)
    columns = (
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", table_column=what),
    )
    with Progress(*columns, console=ERR, transient=True, expand=True) as bars:
        bar = bars.add_task("", total=total)
        done = count()
        yield lambda what: bars.update(bar, completed=next(done), description=what)


def _show(folder: Path, made: Sequence[Made]) -> None:
    for one in made:
        if one.failed:
            OUT.print(
                f"FAILED  {one.document.files[0]}: {one.failed}", markup=False, soft_wrap=True
            )
        elif one.absent:
            OUT.print(
                f"absent  {one.document.files[0]}: {one.absent}", markup=False, soft_wrap=True
            )
    files = sum(len(one.files) for one in made)
    OUT.print(f"{files} files; open {folder / 'index.html'}", markup=False, soft_wrap=True)
