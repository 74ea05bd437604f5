"""`croupier rng`: the very bytes that shuffles draw, or what a battery of tests says of them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.chance.examination.streams import ByteReader, Stream, stream_of
from croupier.chance.source import ByteSource, SourceFailed, WatchedSource, repeatable_bytes
from croupier.cli.odds.asking import print_json
from croupier.cli.options import json_option
from croupier.cli.simulate.asking import parse_count
from croupier.cli.terminal import ERR, OUT, fail
from croupier.kit.errors import Code, Refused
from croupier.notices.html import filled

if TYPE_CHECKING:
    from croupier.chance.examination.battery import Battery, Progress

MOST_CARDS = 50_000_000
"""In all shuffles together: they are held in memory."""
LEAST_SHUFFLES = 1_000
_BLOCK = 1 << 16


@click.command()
@click.option("--bytes", "count", metavar="N", help="Give so many bytes, such as 1e6.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where they are written."
)
@click.option(
    "--stream",
    type=click.Choice([stream.value for stream in Stream]),
    default=Stream.ORDER.value,
    help="What the orders of shoes are read from, or the source that their seeds come from.",
)
@click.option("--battery", is_flag=True, help="Examine the source, the shuffle and the wheel.")
@click.option("--shuffles", default="1e5", metavar="N", help="How many are examined.")
@click.option("--decks", default=1, metavar="N", help="Of which each is made.")
@click.option(
    "--dieharder/--no-dieharder", "with_dieharder", default=True, help="Its tests, where it is."
)
@click.option(
    "--seed", type=int, metavar="N", help="Another source, that can be repeated: to test the tests."
)
@json_option
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE", help="Write the report as a page."
)
def rng(
    *,
    count: str | None,
    out: Path | None,
    stream: str,
    battery: bool,
    shuffles: str,
    decks: int,
    with_dieharder: bool,
    seed: int | None,
    as_machine: bool,
    html: Path | None,
) -> None:
    """Give the bytes that shuffles draw to a laboratory, or examine them here.

    With --battery: exact tests of the shuffle and of the wheel, dieharder where it is installed,
    and the way from bytes to cards counted out. An honest source passes all of it 99 times in 100.

    Exit status 0 when it passes, 1 when it does not, 2 when it cannot be done as asked.
    """
    source = WatchedSource() if seed is None else WatchedSource(repeatable_bytes(seed))
    try:
        wanted = _bytes_wanted(count, battery)
        if wanted:
            _collect(source, Stream(stream), wanted, out)
            return
        name = "the operating system" if seed is None else f"repeatable, seed {seed}"
        asked = _check(parse_count(shuffles, "shuffles"), decks, html)
        found = _examine(
            source, name, asked, decks=decks, stream=Stream(stream), with_dieharder=with_dieharder
        )
        if html is not None:
            _write(html, found)
    except SourceFailed as failed:
        fail(Refused(Code.BROKEN, str(failed)), as_machine=as_machine)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(found)
    else:
        _show(found)
    sys.exit(0 if found.passed else 1)


def _bytes_wanted(count: str | None, battery: bool) -> int:
    """None, where the battery is asked for."""
    if bool(count) == battery:
        raise Refused(Code.BAD_SETTING, "rng gives --bytes N, or runs the --battery")
    return parse_count(count, "bytes") if count else 0


def _collect(source: WatchedSource, stream: Stream, count: int, out: Path | None) -> None:
    """Raw, and every byte of the source through the health tests, as for a shuffle."""
    draw = ByteReader(stream_of(source, stream))
    if out is None:
        if sys.stdout.isatty():
            raise Refused(Code.BAD_FILE, "bytes are not for a terminal: --out FILE, or a pipe")
        _pour(draw, count, sys.stdout.buffer)
        return
    try:
        with out.open("wb") as file:
            _pour(draw, count, file)
    except OSError as error:
        raise Refused(Code.BAD_FILE, f"{str(out)!r} cannot be written: {error.strerror}") from None


def _pour(draw: ByteSource, count: int, into: IO[bytes]) -> None:
    with _bar() as progress:
        for done in range(0, count, _BLOCK):
            into.write(draw(min(_BLOCK, count - done)))
            progress("bytes", done, count)
        into.flush()


def _check(shuffles: int, decks: int, html: Path | None) -> int:
    """Before it takes long."""
    if not 1 <= decks <= 8:
        raise Refused(Code.BAD_SETTING, f"a shoe has 1 to 8 decks, not {decks}")
    if shuffles < LEAST_SHUFFLES:
        why = f"{LEAST_SHUFFLES:,} shuffles are the fewest that tell anything, not {shuffles:,}"
        raise Refused(Code.BAD_SETTING, why)
    if shuffles * decks * 52 > MOST_CARDS:
        most = MOST_CARDS // (52 * decks)
        raise Refused(Code.BAD_SETTING, f"at most {most:,} shuffles of so many cards at once")
    if html is not None and not html.parent.is_dir():
        raise Refused(Code.BAD_FILE, f"there is no folder {str(html.parent)!r} for the report")
    return shuffles


def _examine(
    source: WatchedSource,
    name: str,
    shuffles: int,
    *,
    decks: int,
    stream: Stream,
    with_dieharder: bool,
) -> "Battery":
    from croupier.chance.examination.battery import run_battery  # noqa: PLC0415 -- brings numpy

    with _bar() as progress:
        return run_battery(
            source,
            name=name,
            shuffles=shuffles,
            decks=decks,
            stream=stream,
            with_dieharder=with_dieharder,
            progress=progress,
        )


@contextmanager
def _bar() -> Iterator["Progress"]:
    """What is being done, and how far it is; nothing where nobody looks."""
    if not ERR.is_terminal:
        yield lambda _what, _done, _total: None
        return
    from rich.progress import Progress as Bars  # noqa: PLC0415 -- only where it is shown

    with Bars(console=ERR, transient=True) as bars:
        bar = bars.add_task("")
        yield lambda what, done, total: bars.update(
            bar, description=what, completed=done, total=total
        )


def _write(file: Path, found: "Battery") -> None:
    page = filled("croupier.cli.rng", "report.html", battery=found)
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise Refused(Code.BAD_FILE, f"{str(file)!r} cannot be written: {error.strerror}") from None


def _show(found: "Battery") -> None:
    OUT.print(Text(f"The random source: {found.source}", style="bold"))
    OUT.print(
        f"Stream: {found.stream}. {found.shuffles:,} shuffles of {52 * found.decks} cards,"
        f" {found.spins:,} spins. Health: {found.health}."
    )
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column("test", no_wrap=True)
    table.add_column("p", justify="right", no_wrap=True)
    table.add_column("")
    for test in found.tests:
        style = "" if test.passed else "red"
        table.add_row(Text(test.name, style), f"{test.p:.4f}", "" if test.passed else "too far off")
    OUT.print(table)
    OUT.print(
        f"{len(found.tests)} tests; none may have a p below {found.limit:.6f}"
        f" ({found.confidence:.0%} for all of them together)."
    )
    uneven = [one.what for one in found.counted if not one.even]
    numbers = sum(one.what.startswith("a number") for one in found.counted)
    OUT.print(
        f"Counted out: numbers below {numbers} bounds, over all bytes, and every order of up to"
        f" {len(found.counted) - numbers} cards, over all draws: "
        + (f"NOT EVEN: {', '.join(uneven)}." if uneven else "each as often as the others.")
    )
    for missing in found.not_run:
        OUT.print(f"Not run: {missing}.")
    OUT.print(Text("Passed." if found.passed else "NOT PASSED.", style="bold"))
