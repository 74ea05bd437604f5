"""All that is about one game lies in its folder: no other file names the game or its bets."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.engine.variants import VARIANTS
from croupier.games import BUILT_IN

SOURCES = Path(croupier.__file__).parent
OUTSIDE = sorted(
    path for path in SOURCES.rglob("*.py") if path.relative_to(SOURCES).parts[0] != "games"
)
FAMILIES = {*BUILT_IN}
ORDINARY = {
    *("red", "line", "player"),  # a colour of the terminal, a line of text, a role
    *("even", "insurance", "split"),  # what a player answers, and a suspicion
    "initial",  # the first deal, where it has to be dealt again
}
"""Names of bets that are words of their own elsewhere."""
BETS = {
    spot.partition(":")[0]
    for rules in VARIANTS.values()
    if rules.family in FAMILIES
    for spot in (*rules.spots(), *rules.part_of)
}
NAMES = {*VARIANTS} | BETS - ORDINARY

MARKS_OF_A_HAND = {"wire/hands.py": 1}
"""How a message marks a hand that needs no more cards: older clients know no other name."""


def names_of_games(source: str) -> Iterator[str]:
    """What a file says of one game, its prose left out."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            if node.value in NAMES or any(family in node.value.lower() for family in FAMILIES):
                yield f"line {node.lineno}: {node.value!r}"
        else:
            said = [getattr(node, field, None) for field in ("id", "attr", "name", "arg", "module")]
            for name in (name.lower() for name in said if isinstance(name, str)):
                if any(family in name for family in FAMILIES):
                    yield f"line {getattr(node, 'lineno', 0)}: {name}"


def test_no_file_outside_names_a_game() -> None:
    found = {
        str(path.relative_to(SOURCES)): names
        for path in OUTSIDE
        if (names := list(names_of_games(path.read_text(encoding="utf-8"))))
    }
    assert {file: len(names) for file, names in found.items()} == MARKS_OF_A_HAND, found


@pytest.mark.parametrize(
    "source",
    [
        'if rules.family == "roulette": pass',
        'GAME = "live-baccarat"',
        'bet = "over-13"',
        "from croupier.games.blackjack.engine import Round",
        "class RouletteView: pass",
        "view.blackjack_total = 1",
        "def f(baccarat): pass",
    ],
)
def test_the_check_itself_can_fail(source: str) -> None:
    assert list(names_of_games(source))
