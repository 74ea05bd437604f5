"""`croupier digests`: the SHA-256 of every file of this program, and of all of them together."""

import json
import sys

import rich_click as click

from croupier.cli.options import json_option
from croupier.cli.terminal import contents, fail
from croupier.house.program_digests import (
    Changes,
    ProgramFiles,
    changes,
    program_version,
    read_listed,
    this_program,
)
from croupier.kit.errors import Code, Refused


@click.command()
@click.option("--check", metavar="FILE", help="A list written before: say what has changed since.")
@json_option
def digests(check: str | None, as_machine: bool) -> None:
    """List the SHA-256 of every file of this program, as sha256sum does.

    The root digest, last on standard error, is the SHA-256 of that list. With --check exit status 0
    when all files are those of the list, 1 when one is not, 2 when the list cannot be read.
    """
    program = this_program()
    try:
        found = None if check is None else changes(_read(check).files, program.files)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print(json.dumps(_as_json(program, found), indent=2))
    elif found is None:
        sys.stdout.write(program.listed)
        print(f"root digest {program.root}", file=sys.stderr)
    else:
        _show(program, found)
    if found:
        sys.exit(1)


def _read(file: str) -> ProgramFiles:
    try:
        return read_listed(contents(file).decode())
    except UnicodeDecodeError:
        raise Refused(Code.BAD_FILE, f"{file!r} is not a list of digests") from None


def _show(program: ProgramFiles, found: Changes) -> None:
    for what, paths in (
        ("changed", found.changed),
        ("added", found.added),
        ("gone", found.gone),
    ):
        for path in paths:
            print(f"{what:<8} {path}")
    print(f"{len(program.files)} files, root digest {program.root}")


def _as_json(program: ProgramFiles, found: Changes | None) -> dict[str, object]:
    told: dict[str, object] = {"version": program_version(), "root": program.root}
    if found is not None:
        return told | {
            "changed": found.changed,
            "added": found.added,
            "gone": found.gone,
        }
    return told | {"files": program.files}
