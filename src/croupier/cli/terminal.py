"""What every command says, and how it ends: colour on a terminal, one line per error."""

import json
import sys
from typing import NoReturn

from rich.console import Console

from croupier.kit.errors import Code, Refused

OUT = Console(highlight=False)
ERR = Console(stderr=True, highlight=False)


def fail(refused: Refused, *, as_machine: bool = False) -> NoReturn:
    """One line on standard error, exit status 2; a machine is told on standard output, too."""
    if as_machine:
        error = {
            "code": str(refused.code),
            "message": refused.message,
            "clause": refused.clause or None,
        }
        print(json.dumps({"error": error}))
    print(f"croupier: {one_line(str(refused))}", file=sys.stderr)
    sys.exit(2)


def one_line(text: str) -> str:
    return " ".join(text.split())


def contents(file: str) -> bytes:
    """What stands in a file, or on standard input for `-`."""
    from pathlib import Path  # noqa: PLC0415 -- slow to import, and most commands read no file

    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise Refused(Code.BAD_FILE, f"{file!r} cannot be read: {why}") from None
