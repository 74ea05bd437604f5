"""What every command says, and how it ends: colour on a terminal, one line per error."""

import sys
from typing import NoReturn

import typer
from rich.console import Console

from croupier.kit.errors import Refused

OUT = Console(highlight=False)
ERR = Console(stderr=True, highlight=False)


def fail(refused: Refused) -> NoReturn:
    """One line on standard error, exit status 2."""
    print(f"croupier: {one_line(str(refused))}", file=sys.stderr)
    raise typer.Exit(2)


def one_line(text: str) -> str:
    return " ".join(text.split())
