"""What ARCHITECTURE.md promises: a document, a side bet and a game are added from a folder outside
the package, in a process that knows nothing else of them, and are played."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import croupier.games.documents
from tests.outside.command import croupier as command
from tests.support.example_packages import lay_down

DOCUMENT = '''"""The live blackjack of another house, which draws to soft 17."""
from msgspec.structs import replace
from croupier.games.blackjack.books.live import LIVE_BLACKJACK
from croupier.kit.family import Extension

GAME = replace(
    LIVE_BLACKJACK, game="other-blackjack", title="Other Blackjack", document="OTH", h17=True
)
BROUGHT = Extension(
    family="blackjack", games=("other_house:GAME",), documents={"OTH": "other_house"}
)
'''

SIDE_BET = '''"""The box's first card is an ace."""
from croupier.games.blackjack.engine.side_bets import Pay, SideBetRules
from croupier.kit.family import Extension
from croupier.kit.odds import Odds

SIDE_BET = SideBetRules(
    bet="first-ace", title="First Ace", clause="FA 1", with_dealer=False, suits_count=False,
    pays={"ace": Pay("an ace comes first", Odds(11, 1))},
    judge=lambda cards: "ace" if cards[0][0] == "A" else None,
)
BROUGHT = Extension(
    family="blackjack", side_bets=("first_ace:SIDE_BET",), documents={"FA": "first_ace"}
)
'''

GAME = '''"""One card: red or black."""
from typing import Annotated, ClassVar
from msgspec import Meta
from croupier.engine.dealt_out import BetText, DealtOutRules
from croupier.engine.lines import lose, win
from croupier.kit.family import Family
from croupier.kit.odds import Odds

class Rules(DealtOutRules, frozen=True, kw_only=True):
    family: ClassVar[str] = "one-card"
    deals_to: ClassVar = ("table",)
    bets: ClassVar = {"red-card": BetText("Red", "the card is red", "pays_red")}
    pays_red: Annotated[Odds, Meta(description="Red pays")] = Odds(1, 1)

    def judge(self, bet, hands):
        (card,) = hands["table"]
        clause = self.topics["pays-red"]
        return win(self.pays_red, clause) if card[1] in "HD" else lose(clause)

GAME = Rules(game="one-card", title="One Card", document="OC")
FAMILY = Family(name="one-card", games=("one_card:GAME",), documents={"OC": "one_card"})
'''


def _book(short: str, says: str, topics: str = "") -> str:
    return (
        f'short = "{short}"\ntitle = "A document"\nissuer = "A house"\nversion = "1"\n'
        f'effective = ""\ngames = []\n\n[[clause]]\nid = "1"\nkind = "payout"\nsays = "{says}"\n'
        f"{topics}"
    )


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder with three packages in it."""
    live = Path(croupier.games.documents.__path__[0], "live.toml").read_text(encoding="utf-8")
    others = live.replace('short = "LIVE"', 'short = "OTH"')
    contents = {
        "other_house": (DOCUMENT, "oth", others),
        "first_ace": (SIDE_BET, "fa", _book("FA", "An ace on the first card pays 11 to 1.")),
        "one_card": (
            GAME,
            "oc",
            _book("OC", "A red card pays 1 to 1.", '\n[topics.one-card]\npays-red = "1"\n'),
        ),
    }
    for package, (code, book, clauses) in contents.items():
        folder = tmp_path / package
        folder.mkdir()
        (folder / "__init__.py").write_text(code, encoding="utf-8")
        (folder / f"{book}.toml").write_text(clauses, encoding="utf-8")
    lay_down(
        tmp_path,
        "elsewhere",
        "1",
        {
            "croupier.games": {
                "other-house": "other_house:BROUGHT",
                "first-ace": "first_ace:BROUGHT",
                "one-card": "one_card:FAMILY",
            }
        },
    )
    return tmp_path


def _settled(site: Path, file: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    path = site / "round.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    done = command("settle", str(path), "--json", site=site)
    assert done.returncode == 0, done.stderr
    told = command("explain", str(path), site=site)
    assert told.returncode == 0, told.stderr
    return {
        line["bet"]: (line["returned"], line["clause"])
        for line in json.loads(done.stdout)["settlements"]
    }


def test_a_document_of_a_known_family(elsewhere: Path) -> None:
    """Soft 17 is drawn to, and its own document is cited."""
    bets = [{"player": "ann", "bet": "initial", "amount": "10", "box": 1}]
    lines = _settled(
        elsewhere,
        {
            "game": "other-blackjack",
            "bets": bets,
            "seats": {"1": "ann"},
            "cards": ["TS", "6D", "8S", "AD", "9H", "5C"],
            "actions": [{"player": "ann", "box": 1, "action": "stand"}],
        },
    )
    (returned, clause) = lines["initial"]
    assert returned == "0"
    assert clause.startswith("OTH ")
    assert "OTH" in command("rules", "other-blackjack", site=elsewhere).stdout


def test_a_side_bet(elsewhere: Path) -> None:
    bets = [
        {"player": "ann", "bet": "initial", "amount": "10", "box": 1},
        {"player": "ann", "bet": "first-ace", "amount": "1", "box": 1},
    ]
    lines = _settled(
        elsewhere,
        {
            "game": "rws-blackjack",
            "settings": {"side-bets": "first-ace"},
            "bets": bets,
            "cards": ["AS", "6D", "9S", "TD", "5C"],
            "actions": [{"player": "ann", "box": 1, "action": "stand"}],
        },
    )
    assert lines["first-ace"] == ("12", "FA 1")
    odds = command(
        "odds",
        "rws-blackjack",
        "--set",
        "side-bets=first-ace",
        "--bet",
        "first-ace",
        site=elsewhere,
    )
    assert "-1/13" in odds.stdout


def test_a_game(elsewhere: Path) -> None:
    bets = [{"player": "ann", "bet": "red-card", "amount": "10"}]
    file = {"game": "one-card", "bets": bets, "cards": ["9H"]}
    assert _settled(elsewhere, file) == {"red-card": ("20", "OC 1")}
    assert "One Card" in command("games", site=elsewhere).stdout
    assert "0.00" in command("odds", "one-card", site=elsewhere).stdout
