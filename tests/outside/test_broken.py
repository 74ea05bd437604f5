"""A package that is broken takes nothing with it: every other game is listed and dealt, and the
package is named with what is wrong with it."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.house.tables_file import default_tables, read_house
from croupier.kit.errors import Refused
from tests.support.command_line import run_command
from tests.support.example_packages import lay_down, on_path
from tests.support.live_house import serving, table
from tests.support.live_play import untimed

GOOD = """
from typing import ClassVar
from croupier.games.roulette.books.live import LIVE_ROULETTE
from croupier.engine.dealt_out import BetText, DealtOutRules
from croupier.engine.lines import lose
from croupier.kit.family import Extension, Family
from croupier.kit.odds import Odds
from msgspec.structs import replace

class Rules(DealtOutRules, frozen=True, kw_only=True):
    family: ClassVar[str] = "broken-game"
    deals_to: ClassVar = ("table",)
    bets: ClassVar = {"red-card": BetText("Red", "the card is red", "pays_red")}
    pays_red: Odds = Odds(1, 1)

    def judge(self, bet, hands):
        return lose("")

GAME = Rules(game="broken-game", title="Broken", document="LIVE")
BOOKS = {}

class Notices:
    def headline(rules):
        raise RuntimeError("no pay is good enough")

"""
FAMILY = """FAMILY = Family(
    name="broken-game", games=("broken:GAME",), documents=BOOKS, {parts}
)
"""

MISTAKES = {
    "no module": ("", "import no_such_module", "No module named 'no_such_module'"),
    "no family": ("FAMILY = GAME", "", "must be a Family or an Extension, not a Rules"),
    "exit": ("", "raise SystemExit('for good')", "SystemExit: for good"),
    "name": ("FAMILY = Family(name='roulette', games=())", "", "has a family roulette already"),
    "game": (
        "FAMILY = Extension(family='roulette', games=('broken:LIVE_ROULETTE',))",
        "",
        "there is a game live-roulette already",
    ),
    "document": (
        "FAMILY = Extension(family='roulette', documents={'BJ5': 'broken'})",
        "",
        "has a document BJ5 already",
    ),
    "no such family": ("FAMILY = Extension(family='craps')", "", "brings the family craps"),
    "side bet": (
        "FAMILY = Extension(family='blackjack', side_bets=('broken:NONE',))",
        "",
        "has no attribute 'NONE'",
    ),
    "no side bet": (
        "FAMILY = Extension(family='blackjack', side_bets=('broken:GAME',))",
        "",
        "a Rules is not a side bet that blackjack can take",
    ),
    "no side bets": (
        "FAMILY = Extension(family='roulette', side_bets=('broken:GAME',))",
        "",
        "not a side bet that roulette can take",
    ),
    "other family": (
        "FAMILY = Extension(family='roulette', games=('broken:GAME',))",
        "",
        "broken-game is of the family broken-game, not of roulette",
    ),
    "no document": ("", "GAME = replace(GAME, document='NONE')", "no document 'NONE'"),
    "no file": (
        "",
        "GAME = replace(GAME, document='BRO'); BOOKS = {'BRO': 'broken'}",
        "bro.toml",
    ),
    "setting": (
        "",
        "GAME = replace(GAME, chip_unit=1, pays_red=Odds(1, 2))",
        "does not pay the chip unit",
    ),
    "no part": ("parts:notices='broken.notices'", "", "No module named 'broken.notices'"),
    "part": ("parts:notices='broken:Notices'", "", "RuntimeError: no pay is good enough"),
}


@contextmanager
def broken(tmp_path: Path, family: str, more: str) -> Iterator[None]:
    package = tmp_path / "broken"
    package.mkdir()
    parts = family.removeprefix("parts:") if family.startswith("parts:") else ""
    ends = FAMILY.format(parts=parts) if parts or not family else family
    (package / "__init__.py").write_text(f"{GOOD}\n{more}\n{ends}\n", encoding="utf-8")
    lay_down(tmp_path, "broken", "1", {"croupier.games": {"broken-game": "broken:FAMILY"}})
    with on_path(tmp_path):
        yield


@pytest.mark.parametrize("name", MISTAKES)
def test_every_other_game_is_listed(name: str, tmp_path: Path) -> None:
    family, more, reason = MISTAKES[name]
    with broken(tmp_path, family, more):
        done = run_command("games", "--json")
        assert done.exit_code == 0
        listed = [one["game"] for one in json.loads(done.stdout)]
        assert len(listed) == 10
        assert listed[-1] == "dragon-tiger"
        (said,) = done.stderr.splitlines()
        assert said.startswith("croupier: broken 1 was set aside (broken-game = broken:FAMILY): ")
        assert reason in said


FILE = """
[[table]]
id = "wheel"
game = "live-roulette"

[[table]]
id = "theirs"
game = "{game}"
"""


def test_a_file_opens_its_other_tables(tmp_path: Path) -> None:
    with broken(tmp_path, "", "import no_such_module"):
        read = read_house(FILE.format(game="broken-game"))
        assert [one.id for one in read.tables] == ["wheel"]
        (left_out,) = read.left_out
        assert "table 'theirs': there is no game 'broken-game'" in left_out
        assert "broken 1 was set aside" in left_out
        with pytest.raises(Refused, match="broken 1 was set aside"):
            read_house(FILE.format(game="broken-game").replace("live-roulette", "broken-game"))
    with pytest.raises(Refused, match="there is no game 'broken-game'"):
        read_house(FILE.format(game="broken-game"))


def test_a_house_without_a_file_opens_all_others(tmp_path: Path) -> None:
    with broken(tmp_path, "parts:guide='broken:NONE'", ""):
        games = [one.game for one in default_tables()]
        assert len(games) == 10
        assert "broken-game" not in games


@pytest.mark.parametrize("part", ["engine", "story", "notices", "odds", "records", "views"])
async def test_a_house_opens_every_other_table(
    part: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    where = "broken.missing" if part in ("engine", "notices") else "broken:Missing"
    with broken(tmp_path, f"parts:{part}='{where}'", ""):
        async with serving([untimed("live-roulette"), table("broken-game")]) as house:
            assert [*house.house.live_tables.tables] == ["live-roulette"]
        (logged,) = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
        assert logged.startswith("table broken-game is not opened: ")
        assert f"the part {part} = {where} of broken-game cannot be loaded" in logged


async def test_a_house_of_broken_games_alone_is_not_opened(tmp_path: Path) -> None:
    with (
        broken(tmp_path, "parts:views='broken:Missing'", ""),
        pytest.raises(Refused, match="the part views"),
    ):
        async with serving([table("broken-game")]):
            pass
