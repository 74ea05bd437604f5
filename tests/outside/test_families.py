"""Every family has all its parts: those of this package, and those that are installed."""

import ast
from pathlib import Path

import pytest

import croupier
from croupier.engine.variants import VARIANTS
from croupier.games import BUILT_IN
from croupier.kit import registry
from croupier.kit.family import Extension, Family
from tests.support.example_packages import lay_down, on_path

BROUGHT = ("name", "games", "documents", "topics", "side_bet")
PARTS = [name for name in Family.__struct_fields__ if name not in BROUGHT]
ROOT = Path(croupier.__file__).parent
OURS = {"blackjack", "baccarat", "roulette"}


@pytest.mark.parametrize("part", PARTS)
def test_no_family_lacks_a_part(part: str) -> None:
    names = [family.name for family in registry.families()]
    assert names == [*BUILT_IN, "dragon-tiger"]
    assert all(registry.part(name, part) for name in names)


def test_a_part_that_is_not_named_is_the_default() -> None:
    default = Family(name="any", games=())
    for name in PARTS:
        part = registry.part("dragon-tiger", name)
        assert part is registry.imported(getattr(default, name))


def test_ours_are_not_replaced_from_outside() -> None:
    assert {rules.family for rules in VARIANTS.values()} == {*OURS, "dragon-tiger"}
    assert list(VARIANTS)[9:] == ["dragon-tiger"]


def test_our_games_could_be_brought_by_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They use no other door than the entry points of other packages."""
    known = list(VARIANTS.items())
    lay_down(tmp_path, "ours", "1", {"croupier.games": BUILT_IN})
    monkeypatch.setattr("croupier.games.BUILT_IN", {})
    with on_path(tmp_path):
        assert not registry.problems()
        assert dict(VARIANTS) == dict(known)


def test_parts_ask_the_engine_for_views_and_standings() -> None:
    """A game's own `view` would not be that of another engine whose rules are of the same class."""
    found = []
    for path in ROOT.rglob("*.py"):
        if "engine" in path.relative_to(ROOT).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and _is_a_game(node.module or ""):
                names = {name.name for name in node.names} & {"view", "standings"}
                found += [f"{path.relative_to(ROOT)}: {name}" for name in names]
    assert not found


def _is_a_game(module: str) -> bool:
    return module == "croupier.engine.dealt_out" or module.startswith("croupier.games.")


def test_an_extension_has_no_parts() -> None:
    assert not {*Extension.__struct_fields__} & {*PARTS}
