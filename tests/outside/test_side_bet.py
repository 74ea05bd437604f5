"""21+3, a side bet of a package that is not ours, at any blackjack table that switches it on."""

from fractions import Fraction
from itertools import permutations

import pytest

from croupier.engine import protocol as engine
from croupier.engine.variants import VARIANTS
from croupier.kit.errors import Refused
from croupier.notices import rules_page
from croupier.odds import odds_of, parse_shoe
from croupier.roundfile import play, read
from croupier.story import tell
from tests.support.notation import play_file

BLACKJACKS = [game for game, rules in VARIANTS.items() if rules.family == "blackjack"]
ON = {"side-bets": "21+3"}
UP = {"face-down": False}


def _settled(cards: str, **more: object) -> dict[str, tuple[int, str]]:
    bets = [
        {"player": "ann", "bet": "initial", "amount": "10", "box": 1},
        {"player": "ann", "bet": "21+3", "amount": "10", "box": 1},
    ]
    actions = [{"player": "ann", "box": 1, "action": "stand"}]
    lines = play_file(
        {"game": "rws-blackjack", "settings": ON, "bets": bets, "actions": actions}
        | {"cards": cards.split()}
        | more
    ).lines
    return {line.bet: (line.returned, line.clause) for line in lines}


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        # The box's first card, the dealer's first, the box's second; then the dealer draws.
        ("KS KS KS 7D", 1_010_00),
        ("QS KS JS 7D", 410_00),
        ("KS KH KD 7D", 310_00),
        ("QS KH JS 7D", 110_00),
        ("AS 3H 2S TD TC", 110_00),
        ("QS AH KS 7D", 110_00),
        ("KS 9S 8S 7D TH", 60_00),
        ("KS 9S 8D 8H", 0),
        ("2S KH AD TD", 0),
    ],
)
def test_three_cards_make_a_poker_hand(cards: str, returned: int) -> None:
    assert _settled(cards)["21+3"] == (returned, "TPT 4")


def test_it_needs_an_initial_bet_and_a_table_that_has_it() -> None:
    alone = [{"player": "ann", "bet": "21+3", "amount": "10", "box": 1}]
    with pytest.raises(Refused, match="needs an initial bet") as refused:
        play_file({"game": "rws-blackjack", "settings": ON, "bets": alone, "cards": []})
    assert refused.value.clause == "TPT 4"
    with pytest.raises(Refused, match="has no bet"):
        play_file({"game": "rws-blackjack", "bets": alone, "cards": []})


@pytest.mark.parametrize("game", BLACKJACKS)
def test_any_blackjack_table_switches_it_on(game: str) -> None:
    face_up = UP if getattr(VARIANTS[game], "face_down", False) else {}
    rules = engine.variant(game, {**ON, **face_up})
    assert rules.spots()["21+3"]
    assert "21+3" not in engine.variant(game).spots()
    assert "21+3" in {pay.name for pay in rules_page(rules).bets}


def test_cards_that_lie_face_down_do_not_decide_it() -> None:
    with pytest.raises(Refused, match="face up"):
        engine.variant("classic-blackjack-double", ON)


def test_a_side_bet_that_nobody_brings_is_refused() -> None:
    with pytest.raises(Refused, match=r"one or more of 21\+3"):
        engine.variant("rws-blackjack", {"side-bets": "royal-match"})


def test_the_odds_are_counted_by_its_own_judging() -> None:
    # Published for eight decks and these pays: 3.70 %.
    (odds,) = odds_of(engine.variant("rws-blackjack", ON), bets=["21+3"]).bets
    assert odds.ev_exact == "-4596/124085"
    assert odds.house_edge == pytest.approx(0.0370, abs=5e-5)


def test_the_odds_of_a_small_shoe_by_hand() -> None:
    shoe = ("KS", "QS", "JS", "KH", "2D")
    (odds,) = odds_of(
        engine.variant("rws-blackjack", ON), parse_shoe("KS=1,QS=1,JS=1,KH=1,2D=1"), ["21+3"]
    ).bets
    worth = {frozenset({"KS", "QS", "JS"}): 40, frozenset({"KH", "QS", "JS"}): 10}
    nets = [worth.get(frozenset(hand), -1) for hand in permutations(shoe, 3)]
    assert Fraction(odds.ev_exact or "") == Fraction(sum(nets), len(nets))


def test_the_story_names_the_hand() -> None:
    file = (
        b'{"game": "rws-blackjack", "settings": {"side-bets": "21+3"}, "bets": ['
        b'{"player": "ann", "bet": "initial", "amount": "10", "box": 1},'
        b'{"player": "ann", "bet": "21+3", "amount": "5", "box": 1}],'
        b'"cards": ["KS", "QS", "JS", "7D"],'
        b'"actions": [{"player": "ann", "box": 1, "action": "stand"}]}'
    )
    told = [line.text for chapter in tell(play(read(file))) for line in chapter.sentences]
    assert any("K♠ J♠ Q♠, make straight flush. Paid 40 to 1" in text for text in told)
