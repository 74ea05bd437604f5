"""A trainee in the pit, who reads the screen before answering, and then types it all ahead."""

import builtins
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import NamedTuple
from unittest import mock

from croupier.cli.play import play
from croupier.cli.play.irregularities import pit
from croupier.cli.play.irregularities.incident import Kind
from croupier.engine.rules import Rules
from tests.play.sitting import sit

BETS = {
    "rws-blackjack": "100, 2 50, over-13 20",
    "rws-blackjack-plus": "100, 3 50, rws-pairs 5, boom-busted 5",
    "live-blackjack": "3 100",
    "classic-blackjack-shoe": "100, 2 50, 3 25",
    "classic-blackjack-double": "100, 2 50",
    "classic-blackjack-single": "100, 3 50",
    "live-baccarat": "player 100, tie 5",
    "rws-knockout-baccarat": "banker 100, player-pair 5, ante-player 10",
    "live-roulette": "17 5, red 10",
}
CHIPS = 100_000

Answer = Callable[[str, str], str | None]
"""To a prompt, below what was on the screen: a line, or None for leaving."""


class Sitting(NamedTuple):
    game: str
    seed: int
    lines: list[str]
    screen: str

    only: str | None
    """The one thing that could go wrong; everything, if None."""

    def replay(self, lines: list[str] | None = None) -> str:
        """The same through a pipe."""
        chips = ("--chips", str(CHIPS))
        typed = self.lines if lines is None else lines
        with nothing_but(self.only):
            return sit(self.game, "--trouble", *chips, lines=typed, seed=self.seed)


@contextmanager
def nothing_but(name: str | None) -> Iterator[None]:
    """Of all troubles only this one, so that it need not be waited for."""
    every = pit.kinds_of

    def only(rules: Rules) -> tuple[Kind, ...]:
        kinds = tuple(kind for kind in every(rules) if name in (None, kind.name))
        assert kinds, name
        return kinds

    with mock.patch.object(pit, "kinds_of", only):
        yield


def attend(game: str, seed: int, answer: Answer, only: str | None = None) -> Sitting:
    screen = io.StringIO()
    lines: list[str] = []

    def typed(prompt: str = "") -> str:
        screen.write(prompt)
        line = answer(screen.getvalue(), prompt)
        if line is None:
            raise EOFError
        lines.append(line)
        return line

    keyboard = mock.patch.object(builtins, "input", typed)
    with redirect_stdout(screen), keyboard, nothing_but(only):
        assert play.callback is not None
        play.callback(game, seed=seed, chips=str(CHIPS), trouble=True, settings=())
    return Sitting(game, seed, lines, screen.getvalue(), only)


def player(screen: str, prompt: str, *, hits: bool = False) -> str:
    """A quiet player: says what the round needs, and no more."""
    offered = re.findall(r"^You may (.*?)\.$", screen, re.MULTILINE | re.DOTALL)[-1]
    if "Enter: " in offered:
        return ""
    if taking := re.search(r"take \(t\) (\w\w)", offered):
        return f"t {taking[1]}"
    wanted = ("hit", "stand", "raise") if hits else ("stand", "hit", "fold")
    return next(one for one in wanted if one in offered)


def troubles(screen: str) -> list[str]:
    """What went wrong, each as it was told."""
    told = re.findall(r"^Trouble: (.*?)\nWhat do you rule\?", screen, re.MULTILINE | re.DOTALL)
    return [" ".join(one.split()) for one in told]


def calls(screen: str) -> list[str]:
    """What could be called when last asked."""
    asked = screen.rpartition("What do you rule?")[2]
    return re.findall(r"^  \d  (\w+)", asked, re.MULTILINE)


def cards_of_box(screen: str, box: str) -> str:
    """The cards of a box, as the table was drawn last."""
    lines = screen.rpartition(f"Box {box} ")
    column = len(lines[0].rpartition("\n")[2])
    return lines[2].splitlines()[2][column:].partition("   ")[0]


def one_round(
    game: str, seed: int, ruling: Answer, *, hits: bool = False, only: str | None = None
) -> Sitting:
    """One round, with whatever goes wrong in it."""

    def answer(screen: str, prompt: str) -> str | None:
        if prompt == "bet> ":
            return BETS[game] if "Round " not in screen else None
        if prompt in ("pit> ", "void for> "):
            return ruling(screen, prompt)
        return player(screen, prompt, hits=hits)

    return attend(game, seed, answer, only)
