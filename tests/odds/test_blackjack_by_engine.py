"""The main bet: every order of a small shoe, played through the engine by the solver's strategy,
comes to the worth the solver says, and its results are spread as the solver says."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from croupier.engine.layout import Bet
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.composition import best_play
from croupier.games.blackjack.odds.solve import facing, solve
from croupier.kit.cards import Card
from croupier.odds import rules_for_odds
from tests.odds.counting import counted, counted_by_bet, expected
from tests.odds.playing import PLAYER, by_cards, by_chart, value

STAKE = 100_00
EXACT = 1e-13
FROM_PAIRS = 2.5e-3
"""Three and four hands of a split are put together from pairs of them, and shoes of seventeen cards
are where that is worst: as if hands knew nothing of each other, it would be ten times as much."""

EIGHTS = "888888" + 9 * "T" + "AA"
NINES = "99999777" + 9 * "T"
ACES = "AAAA6" + 12 * "T"
STIFF = "66677" + 12 * "T"
LOW = "2299A" + 14 * "T"
ELEVEN = "5666AA" + 12 * "T"

EVERY = [
    ("rws-blackjack", {}, (EIGHTS, ACES, STIFF, LOW, ELEVEN)),
    ("rws-blackjack-plus", {"decks": 4}, (EIGHTS, NINES)),
    ("live-blackjack", {}, (EIGHTS, NINES, ACES, LOW)),
    ("classic-blackjack-shoe", {}, (STIFF, ELEVEN, ACES)),
    ("classic-blackjack-double", {}, (LOW,)),
    ("classic-blackjack-single", {}, (EIGHTS, STIFF)),
    ("rws-blackjack", {"max-hands": 2}, (EIGHTS, NINES)),
    ("live-blackjack", {"max-hands": 2, "look-under-ten": True}, (STIFF, ELEVEN)),
    ("rws-blackjack", {"max-hands": 3, "h17": True}, (EIGHTS, ACES)),
    ("rws-blackjack", {"double-after-split": False, "surrender": False}, (EIGHTS, NINES)),
    ("rws-blackjack", {"blackjack-takes": "everything", "resplit-aces": True}, (ACES, LOW)),
    (
        "live-blackjack",
        {"max-hands": 4, "look-under-ten": True, "surrender": True},
        (EIGHTS, STIFF),
    ),
    (
        "live-blackjack",
        {"look-under-ace": False, "double-after-split": False, "max-hands": 3},
        (EIGHTS, ACES),
    ),
]


@pytest.mark.parametrize(
    ("game", "settings", "cards"),
    [(game, settings, cards) for game, settings, shoes in EVERY for cards in shoes],
)
def test_the_engine_agrees(game: str, settings: dict[str, object], cards: str) -> None:
    rules = rules_for_odds(game, settings)
    assert isinstance(rules, BlackjackRules)
    shoe = Counter(Card(rank + "S") for rank in cards)
    values = np.bincount([value(card) for card in shoe.elements()], minlength=10)
    solved = solve(rules, values.tolist())
    bet = (Bet(PLAYER, "initial", STAKE, 1),)

    played = counted(rules, shoe, bet, by_chart(solved.columns))
    assert float(expected(played, STAKE)) == pytest.approx(solved.ev, abs=EXACT)
    out = EXACT if rules.max_hands <= 2 else FROM_PAIRS
    found = {Fraction(net, STAKE): float(chance) for net, chance in played.items()}
    for net in {*found, *solved.spread}:
        assert solved.spread.get(net, 0) == pytest.approx(found.get(net, 0), abs=out), net

    games = {shown: facing(rules, values.tolist(), shown) for shown in solved.columns}
    best = {shown: best_play(one) for shown, one in games.items()}
    played = counted(rules, shoe, bet, by_cards(games, best))
    assert float(expected(played, STAKE)) == pytest.approx(solved.ev_composition, abs=EXACT)


@pytest.mark.parametrize("hands", [2, 3])
@pytest.mark.parametrize("cards", [EIGHTS, NINES, ELEVEN])
def test_a_bet_behind_that_does_not_follow(cards: str, hands: int) -> None:
    rules = rules_for_odds("live-blackjack", {"max-hands": hands})
    assert isinstance(rules, BlackjackRules)
    shoe = Counter(Card(rank + "S") for rank in cards)
    values = np.bincount([value(card) for card in shoe.elements()], minlength=10)
    solved = solve(rules, values.tolist())
    bets = (Bet(PLAYER, "initial", STAKE, 1), Bet("bob", "behind", STAKE, 1))
    played = counted_by_bet(rules, shoe, bets, by_chart(solved.columns))["behind"]
    assert float(expected(played, STAKE)) == pytest.approx(solved.ev_not_following, abs=EXACT)
