"""The main bet against what others have published for rules everybody knows."""

from dataclasses import dataclass, field

import pytest

from croupier.odds import odds_of, rules_for_odds

AMERICAN: dict[str, object] = {
    "look-under-ace": True,
    "look-under-ten": True,
    "h17": False,
    "max-hands": 4,
    "double-after-split": True,
    "blackjack-pays": "3 to 2",
}
"""The dealer looks for a blackjack; aces are split once, other pairs up to four hands."""
EUROPEAN: dict[str, object] = {
    "hole-card": False,
    "look-under-ace": False,
    "h17": True,
    "max-hands": 4,
    "double-after-split": True,
}
"""No hole card: a dealer's blackjack takes doubles and splits too."""


@dataclass
class Published:
    decks: int
    ev: float
    rules: dict[str, object] = field(default_factory=lambda: dict(AMERICAN))
    within: float = 1e-5
    """Wizard of Odds lets a split hand know how many there are, which is worth some millionths."""


NO_DAS: dict[str, object] = {"double-after-split": False}
WIZARD = [
    # wizardofodds.com/games/blackjack/appendix/9/: "expected return of game" of each page.
    Published(1, 0.001839, AMERICAN),
    Published(1, 0.000423, AMERICAN | NO_DAS),
    Published(1, -0.000072, AMERICAN | {"h17": True}),
    Published(1, -0.001513, AMERICAN | {"h17": True} | NO_DAS),
    Published(2, -0.003797, AMERICAN | {"h17": True}),
    Published(5, -0.003804, AMERICAN),
    Published(5, -0.005225, AMERICAN | NO_DAS),
    Published(5, -0.005918, AMERICAN | {"h17": True}),
    Published(6, -0.0072705, EUROPEAN),
    Published(8, -0.007562, EUROPEAN),
    Published(8, -0.0089865, EUROPEAN | NO_DAS),
]
CALCULATOR = [
    # The set everybody quotes, to the two digits in which it is quoted: wizardofodds.com's house
    # edge calculator, 8 decks, no surrender: 0.43 %.
    Published(8, -0.0043, AMERICAN, within=5e-5),
]
BJSTRAT = [
    # bjstrat.net/effect_numCards.html: single deck, one split, no double after it.
    Published(1, 0.000247914, AMERICAN | NO_DAS | {"max-hands": 2}, within=5e-10),
]


@pytest.mark.parametrize(
    "one", [*WIZARD, *CALCULATOR, *BJSTRAT], ids=lambda one: f"{one.decks}-{one.ev}"
)
def test_published_values(one: Published) -> None:
    rules = rules_for_odds("classic-blackjack-shoe", {"decks": one.decks} | one.rules)
    (initial,) = odds_of(rules, bets=["initial"]).bets
    assert isinstance(initial.ev_composition, float)
    assert initial.ev_composition == pytest.approx(one.ev, abs=one.within)
    assert initial.ev < initial.ev_composition
