"""Dragon Tiger, a game of a package that is not ours: settled, told, shown and valued."""

from fractions import Fraction
from pathlib import Path

import pytest

from croupier.engine import protocol as engine
from croupier.engine.inputs import Capacity, Interrupt, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.engine.variants import VARIANTS
from croupier.kit.errors import Refused
from croupier.notices import as_html, rules_page
from croupier.odds import odds_of, parse_shoe
from croupier.odds.game import together
from croupier.roundfile import play, read
from croupier.story import cited, tell
from tests.outside.command import croupier
from tests.support.notation import play_file

GAME = "dragon-tiger"
ALL_BETS = tuple(
    {"player": "ann", "bet": bet, "amount": "10"}
    for bet in ("dragon", "tiger", "tie", "suited-tie")
)


def _returned(cards: str) -> dict[str, tuple[int, str]]:
    lines = play_file({"game": GAME, "bets": ALL_BETS, "cards": cards.split()}).lines
    return {line.bet: (line.returned, line.clause) for line in lines}


@pytest.mark.parametrize(
    ("cards", "dragon", "tiger", "tie", "suited_tie"),
    [
        ("KS QH", (20_00, "DT 4"), (0, "DT 4"), (0, "DT 6"), (0, "DT 7")),
        ("AS 2H", (0, "DT 4"), (20_00, "DT 4"), (0, "DT 6"), (0, "DT 7")),
        ("TS JH", (0, "DT 4"), (20_00, "DT 4"), (0, "DT 6"), (0, "DT 7")),
        ("9S 9H", (5_00, "DT 5"), (5_00, "DT 5"), (90_00, "DT 6"), (0, "DT 7")),
        ("9S 9S", (5_00, "DT 5"), (5_00, "DT 5"), (90_00, "DT 6"), (510_00, "DT 7")),
    ],
)
def test_every_bet_under_its_clause(
    cards: str,
    dragon: tuple[int, str],
    tiger: tuple[int, str],
    tie: tuple[int, str],
    suited_tie: tuple[int, str],
) -> None:
    assert _returned(cards) == {
        "dragon": dragon,
        "tiger": tiger,
        "tie": tie,
        "suited-tie": suited_tie,
    }


def test_what_goes_wrong_is_ruled_as_everywhere() -> None:
    round = engine.begin(VARIANTS[GAME], [Bet("ann", "dragon", 10_00)])
    voided = engine.step(round, Void(Capacity.PIT, VoidReason.FOREIGN_CARD)).round
    assert [(line.returned, line.clause) for line in voided.lines] == [(10_00, "R26")]
    stopped = engine.step(round, Interrupt(Capacity.HOUSE)).round
    assert stopped.void
    with pytest.raises(Refused, match="finished"):
        engine.step(voided, Interrupt(Capacity.HOUSE))


def test_the_odds_are_counted_by_its_own_judging() -> None:
    # Published for eight decks: 3.73 %, 32.77 % and 13.98 %.
    worth = {odds.bet: odds.ev_exact for odds in odds_of(VARIANTS[GAME]).bets}
    assert worth == {
        "dragon": "-31/830",
        "tiger": "-31/830",
        "tie": "-136/415",
        "suited-tie": "-58/415",
    }


def test_one_deal_decides_all_its_bets() -> None:
    shoe = parse_shoe("KS=1,KH=1,2S=1")
    nets = together(VARIANTS[GAME], {"dragon": 10_00, "tie": 10_00}, shoe)
    # Two kings: half of the first bet is lost, and the other pays eight times.
    assert nets == {75_00: Fraction(1, 3), 0: Fraction(1, 3), -20_00: Fraction(1, 3)}


def test_the_odds_of_a_small_shoe_by_hand() -> None:
    # Of six orders of two cards the kings come together in two, and in one suit never.
    odds = {odds.bet: odds for odds in odds_of(VARIANTS[GAME], parse_shoe("KS=1,KH=1,2S=1")).bets}
    assert odds["tie"].win == pytest.approx(1 / 3)
    assert odds["suited-tie"].win == 0
    assert Fraction(odds["dragon"].ev_exact or "") == Fraction(-1, 6)


def test_half_a_stake_is_whole_cents() -> None:
    with pytest.raises(Refused, match="half a chip unit"):
        engine.variant(GAME, {"chip-unit": "0.05"})


def test_a_shoe_without_suits_is_refused() -> None:
    with pytest.raises(Refused, match="name the suits"):
        odds_of(VARIANTS[GAME], parse_shoe("K=4,2=4"), ["tie"])


def test_the_story_cites_its_document() -> None:
    played = play(
        read(
            b'{"game": "dragon-tiger", "bets": [{"player": "ann", "bet": "tie", '
            b'"amount": "5"}], "cards": ["9S", "9H"]}'
        )
    )
    chapters = tell(played)
    told = [sentence.text for chapter in chapters for sentence in chapter.sentences]
    assert "Dragon gets 9♠." in told
    assert (
        "ann's 5 on Tie wins: Dragon has 9♠ and Tiger has 9♥. Paid 8 to 1, 45 comes back." in told
    )
    assert set(cited(chapters)) == {"DT 6"}


def test_the_rules_page_shows_every_bet() -> None:
    page = rules_page(VARIANTS[GAME])
    assert {(pay.name, pay.pays, pay.clauses) for pay in page.bets} == {
        ("Dragon", "1 to 1", ("DT 4",)),
        ("Tiger", "1 to 1", ("DT 4",)),
        ("Tie", "8 to 1", ("DT 6",)),
        ("Suited Tie", "50 to 1", ("DT 7",)),
    }
    assert "Suited Tie" in as_html(page)


def test_the_commands_know_it(site: Path) -> None:
    assert "Dragon Tiger" in croupier("games", site=site).stdout
    assert "Suited Tie" in croupier("rules", GAME, site=site).stdout
    assert "-31/830" in croupier("odds", GAME, site=site).stdout
    refused = croupier("odds", GAME, "--set", "decks=9", site=site)
    assert refused.returncode
    assert "decks must be" in refused.stderr
