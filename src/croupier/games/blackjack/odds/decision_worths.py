"""What every decision about an unsplit hand is worth, to who plays on as well as can be and knows
nothing but the hand and the dealer's card.

Hands are told by their total: of all hands with it the best worth is taken, so that no decision is
ever worth more. Where the dealer looks first, it is after nothing was found.
"""

from collections.abc import Sequence

import numpy as np

from croupier.engine.inputs import Action
from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.composition import best_play
from croupier.games.blackjack.odds.dealer import BLACKJACK
from croupier.games.blackjack.odds.hands import hands
from croupier.games.blackjack.odds.numbering import SOFT, VALUES
from croupier.games.blackjack.odds.solve import facing
from croupier.games.blackjack.odds.starting_hands import dealers_blackjack, starts
from croupier.games.blackjack.odds.values import DOUBLE, HIT, STAND
from croupier.odds.decision_names import decision_name, split_name


def decision_worths(rules: BlackjackRules, shoe: Sequence[int]) -> dict[str, float]:
    worths: dict[str, float] = {}
    for shown in range(VALUES):
        if not shoe[shown]:
            continue
        game = facing(rules, shoe, shown)
        best = best_play(game)
        dealt = game.positions.dealt
        found_none = 1 - game.ends[dealt, BLACKJACK] if game.looks else 1.0
        two = hands().size[game.positions.hand[dealt]] == 2
        for action, index, values in (
            (Action.STAND, STAND, best.decided.stand),
            (Action.HIT, HIT, best.decided.hit),
            (Action.DOUBLE, DOUBLE, best.decided.double),
        ):
            worth = values[dealt] / found_none
            for first in (True, False):
                rows = np.flatnonzero(game.allowed[dealt, index] & (two == first))
                for row in rows.tolist():
                    soft, total = divmod(int(game.cell[row]), SOFT)
                    name = decision_name(shown, action, total, soft=bool(soft), first=first)
                    worths[name] = max(worths.get(name, -np.inf), float(worth[row]))
        worths |= _splits(rules, shoe, shown)
    return worths


def _splits(rules: BlackjackRules, shoe: Sequence[int], shown: int) -> dict[str, float]:
    worths = {}
    if rules.max_hands > 1:
        game, of = facing(rules, shoe, shown), starts()
        blackjack = dealers_blackjack(game) if game.looks else np.zeros(len(of.first))
        for start in np.flatnonzero(of.pair).tolist():
            pair = int(of.first[start])
            split = float(best_play(game, only=pair).split[start])
            if np.isfinite(split):
                none = 1 - float(blackjack[start])
                worths[split_name(shown, pair)] = (split + float(blackjack[start])) / none
    return worths
