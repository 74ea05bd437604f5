"""The player's terminal: what is said, shown, asked and heard."""

import os
import sys

from rich.console import Console, ConsoleDimensions, Group, RenderableType
from rich.text import Text

from croupier.cli.play.cards import ASCII, UNICODE
from croupier.kit.errors import Code, Refused

YOU = "you"
WIDEST = 80
_LONGEST_LINE = 200

_GRAMMAR = {
    "you has": "you have",
    "you already has": "you already have",
    "you is": "you are",
    "you does": "you do",
    "you's": "your",
}
"""The rules speak of players in the third person; at this table there is only you."""


class Left(Exception):  # noqa: N818 -- nothing went wrong: the player has left
    """The player has left the table."""


class Terminal:
    """Plain lines, one after the other: the same in a terminal, a pipe and a file."""

    def __init__(self) -> None:
        self.console = Console(
            highlight=False,
            markup=False,
            emoji=False,
            color_system=None if os.environ.get("NO_COLOR") else "auto",
        )
        width, height = self.console.size
        # Without a fixed size, Rich queries the terminal several times for each line it prints.
        self.console.size = ConsoleDimensions(min(width, WIDEST), height)
        self.glyphs = UNICODE if self.console.encoding.startswith("utf") else ASCII
        # A strange byte typed, or a letter the terminal lacks, must not end the game.
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")

    @property
    def in_colour(self) -> bool:
        return self.console.color_system is not None

    def say(self, text: str = "", style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def show(self, *items: RenderableType) -> None:
        self.console.print(Group(*items))

    def refuse(self, refused: Refused) -> None:
        message = str(refused)
        for third, second in _GRAMMAR.items():
            message = message.replace(third, second)
        self.say(f"No: {message}", "yellow")

    def ask(self, prompt: str) -> str:
        """What the player says, in lower case; the end of the input is a player who has left."""
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt):
            self.say()
            raise Left from None
        if not sys.stdin.isatty():
            # Nobody's keyboard has echoed the answer.
            self.say("".join(char if char.isprintable() else "?" for char in line))
        if len(line) > _LONGEST_LINE:
            raise Refused(Code.ILLEGAL_ACTION, "that was too long to understand")
        return " ".join(line.lower().split())
