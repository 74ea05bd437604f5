"""Closed periods leave the store for the archive."""

from datetime import UTC, datetime
from pathlib import Path

import rich_click as click

from croupier.cli.progress import progress_bar
from croupier.cli.terminal import ERR, OUT, fail
from croupier.kit.errors import Code, Refused
from croupier.server.books import DATABASE, archive_books, refusal
from croupier.store import StoreError
from croupier.table.actor import wall_ms


@click.command()
@click.option(
    "--before",
    required=True,
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="What was written before that day, UTC: 2026-01-01. At least 40 days ago.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The house's data folder.",
)
@click.option(
    "--store",
    default="",
    envvar="CROUPIER_STORE",
    show_envvar=True,
    show_default=False,
    metavar="URL",
    help="A SQLite file, or postgresql://…; otherwise house.db in the data folder.",
)
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where the files are to be; otherwise archive/ in the data folder, or beside the file.",
)
def archive(before: datetime, data: Path | None, store: str, folder: Path | None) -> None:
    """Move what is long over out of the store into files that everything still reads.

    A file for each journal, compressed; its digest is written into a journal of the archive itself.
    verify, replay, export, backup and all pages read on as before. The house must be closed
    meanwhile. Killed at any moment, it is simply run again.
    """
    before_ms = int(before.replace(tzinfo=UTC).timestamp() * 1000)
    entries = files = 0
    try:
        with progress_bar(ERR, "archived") as progress:
            for period in archive_books(
                _address(store, data),
                data,
                folder,
                before_ms=before_ms,
                at_ms=wall_ms(),
                progress=progress,
            ):
                entries += period.last - period.first + 1
                files += 1
                OUT.print(
                    f"{period.stream} {period.first} to {period.last}: {period.file}",
                    markup=False,
                    soft_wrap=True,
                )
    except Refused as refused:
        fail(refused)
    except StoreError as error:
        fail(refusal(error))
    OUT.print(f"{entries} journal entries have left the store, in {files} files", markup=False)


def _address(store: str, data: Path | None) -> str:
    if store:
        return store
    if data is None:
        raise Refused(Code.BAD_SETTING, "say --data or --store: which house?")
    return f"sqlite:{data / DATABASE}"
