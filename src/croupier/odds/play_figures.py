"""What a house measures its play by: of one set of rules, how every bet may end, which bets of a
round end together, and what a player may do at most."""

import msgspec

from croupier.engine.rules import Rules
from croupier.odds.family import family_odds
from croupier.odds.game import bets_of, odds_of
from croupier.odds.joint_outcomes import JointOutcomes
from croupier.odds.worth import GameOdds


class PlayFigures(msgspec.Struct, frozen=True):
    odds: GameOdds
    most_lost: dict[str, float]
    """Bet → the most that can be lost on a unit first put down, however it is played."""
    joint: JointOutcomes | None
    """None where bets of one round depend on each other in ways that were not counted."""
    decisions: dict[str, float]
    """What a decision is worth at most to who plays on as well as can be, see `decision_worths`;
    empty where players decide nothing, or nothing that is told by a card."""


def play_figures(rules: Rules) -> PlayFigures:
    family = family_odds(rules)
    return PlayFigures(
        odds_of(rules),
        {bet: family.most_lost(rules, bet) for bet in bets_of(rules)},
        family.joint(rules),
        family.decision_worths(rules),
    )
