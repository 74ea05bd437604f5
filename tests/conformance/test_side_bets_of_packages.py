"""Side bets that a package brings, at any blackjack table that switches them on."""

from collections.abc import Iterator

import pytest

from croupier import Bet, Limits, Refused, begin, standings, variant
from croupier.engine import protocol as engine
from croupier.engine.rules import settable, show
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.engine.side_bets import Pay, SideBetRules
from croupier.kit.cards import Card, suit
from croupier.kit.family import Extension
from croupier.kit.odds import Odds
from tests.support.example_packages import lay_down, on_path
from tests.support.families import blackjack_rules
from tests.support.notation import settle
from tests.support.stepping import after


def _suited(cards: tuple[Card, ...]) -> str | None:
    """All of one suit; better with the last of them an ace."""
    if len({suit(card) for card in cards}) > 1:
        return None
    return "ace" if cards[-1][0] == "A" else "suited"


PAYS = {"ace": Pay("a suited ace", Odds(20, 1)), "suited": Pay("one suit", Odds(5, 1))}
TWO = SideBetRules(
    bet="two-suited",
    title="Two Suited",
    clause="R3",
    with_dealer=False,
    suits_count=True,
    pays=PAYS,
    judge=_suited,
)
THREE = SideBetRules(
    bet="three-suited",
    title="Three Suited",
    clause="R3a",
    with_dealer=True,
    suits_count=True,
    pays=PAYS,
    judge=_suited,
)
ON = {"side-bets": "two-suited, three-suited"}
BETS = "ann 1 100; ann 1 two-suited 10; ann 1 three-suited 10"


BROUGHT = Extension(family="blackjack", side_bets=(f"{__name__}:TWO", f"{__name__}:THREE"))


@pytest.fixture(scope="module", autouse=True)
def brought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A package that brings both."""
    site = tmp_path_factory.mktemp("site")
    lay_down(site, "suited", "1", {"croupier.games": {"suited": f"{__name__}:BROUGHT"}})
    with on_path(site):
        yield


@pytest.mark.parametrize(
    ("cards", "two", "three"),
    [
        # The box's first, the dealer's first, the box's second; the dealer's cards then.
        ("9S 7S 8S TD", (60_00, "win"), (60_00, "win")),
        ("9S 7H 8S TD", (60_00, "win"), (0, "lose")),
        ("9S 7S 8H TD", (0, "lose"), (0, "lose")),
        ("9S 7S AS TD", (210_00, "win"), (60_00, "win")),
        ("9S AS 8S 9D", (60_00, "win"), (210_00, "win")),
    ],
)
def test_the_first_cards_decide(cards: str, two: tuple[int, str], three: tuple[int, str]) -> None:
    settled = settle("rws-blackjack", BETS, cards, "ann 1 stand", settings=ON)
    ends = {line.bet: (line.returned, str(line.result), line.clause) for line in settled.lines}
    assert ends["two-suited"] == (*two, "R3")
    assert ends["three-suited"] == (*three, "R3a")


def test_a_table_has_them_when_it_switches_them_on() -> None:
    assert blackjack_rules("rws-blackjack").switched_on == {}
    rules = blackjack_rules("rws-blackjack", ON)
    assert rules.switched_on == {"two-suited": TWO, "three-suited": THREE}
    assert rules.spots() == variant("rws-blackjack").spots() | {
        "two-suited": True,
        "three-suited": True,
    }
    assert rules.choices("side_bets") == ("", "two-suited", "three-suited")
    assert rules.choices("decks") == ()
    pays = dict(rules.pays())
    assert pays["two-suited (one suit)"] == pays["three-suited (one suit)"] == Odds(5, 1)


def test_what_a_table_cannot_switch_on() -> None:
    with pytest.raises(Refused, match="two-suited, three-suited") as refused:
        variant("rws-blackjack", {"side-bets": "four-suited"})
    assert refused.value.code == "bad-setting"
    with pytest.raises(Refused, match="face up") as refused:
        variant("classic-blackjack-double", {"side-bets": "two-suited"})
    assert (refused.value.code, refused.value.clause) == ("bad-setting", "R20")
    up = {"side-bets": "two-suited", "face-down": False}
    assert blackjack_rules("classic-blackjack-double", up).switched_on == {"two-suited": TWO}
    down = blackjack_rules("classic-blackjack-double", {"face-down": True})
    assert down.switched_on == {}


def test_it_needs_a_bet_on_its_box_and_cites_its_own_clause() -> None:
    rules = variant("rws-blackjack", ON)
    with pytest.raises(Refused, match="needs an initial bet on box 1") as refused:
        begin(rules, [Bet("ann", "two-suited", 10_00, 1)])
    assert refused.value.clause == "R3"
    with pytest.raises(Refused, match="the two-suited bet is over the maximum") as refused:
        engine.begin(
            rules,
            [Bet("ann", "initial", 100_00, 1), Bet("ann", "two-suited", 30_00, 1)],
            limits=Limits(side_max=20_00),
        )
    assert refused.value.clause == "R3a"


def test_the_setting_is_there_where_a_package_brings_one() -> None:
    assert "side_bets" in variant("rws-blackjack").settings()


def test_the_dealers_first_card_counts_and_no_other() -> None:
    """Where there is a hole card, too; and nothing is decided before its cards lie there."""
    rules = variant("live-blackjack", ON)
    bets = [Bet("ann", "initial", 100_00, 1), Bet("ann", "three-suited", 10_00, 1)]
    round = begin(rules, bets)
    for cards, fate in (("", "open"), ("9S 7S", "open"), ("9S 7S 8S TD", "won")):
        found = {standing.bet: standing.fate for standing in standings(after(round, cards))}
        assert found["three-suited"] == fate


def test_a_text_setting_is_a_text_of_a_screen_line() -> None:
    kind, meta = settable(BlackjackRules)["side_bets"]
    assert (show(kind, meta, ""), show(kind, meta, "21+3")) == ("none", "21+3")
    longest = blackjack_rules("rws-blackjack", {"side-bets": ", " * 100})
    assert longest.switched_on == {}
    for value in (", " * 100 + ",", 7, None):
        with pytest.raises(Refused, match="side-bets must be a text"):
            variant("rws-blackjack", {"side-bets": value})
