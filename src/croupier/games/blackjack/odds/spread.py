"""How the results of a round are spread: net of the initial bet → its chance.

Hands as dealt are counted exactly, and so are two hands of a split, but for their rarest ways to
end; three and four are put together from pairs. docs/odds.md says how little that is out.
"""

from collections import defaultdict
from fractions import Fraction

import numpy as np

from croupier.games.blackjack.odds.chart import Charted, splits, surrenders
from croupier.games.blackjack.odds.dealer import BLACKJACK
from croupier.games.blackjack.odds.hands import Floats, Ints
from croupier.games.blackjack.odds.numbering import SOFT
from croupier.games.blackjack.odds.split_spread import LEVEL, NETS, nets_of_splits
from croupier.games.blackjack.odds.starting_hands import (
    chances_of_starts,
    dealers_blackjack,
    known_before,
    starts,
)
from croupier.games.blackjack.odds.values import (
    DOUBLE,
    HIT,
    OUTCOME,
    STAND,
    Against,
    taken_by_blackjack,
)

Spread = dict[Fraction, float]


def spread(game: Against, charted: Charted) -> Spread:
    """Of a round against this card of the dealer's."""
    chances: Spread = defaultdict(float)
    of, dealt, blackjack = starts(), chances_of_starts(game), dealers_blackjack(game)
    pays = game.rules.blackjack_pays
    chances[Fraction(pays.win, pays.stake)] += float((dealt * (1 - blackjack))[of.natural].sum())
    chances[Fraction(0)] += float((dealt * blackjack)[of.natural].sum())
    gives_up = surrenders(game, charted.column)
    chances[Fraction(-1, 2)] += float(dealt[gives_up].sum())
    if game.looks:
        chances[Fraction(-1)] += float((dealt * blackjack)[~(of.natural | gives_up)].sum())
    _add(chances, _of_dealt(game, charted), LEVEL)
    divided = np.flatnonzero(splits(charted.column))
    pairs = of.first[divided].tolist()
    for start, nets in zip(
        divided, nets_of_splits(game, charted.decided.choice, pairs), strict=True
    ):
        worth = charted.worth[start] - known_before(game)[start]
        _add(chances, float(dealt[start]) * _made_good(nets, worth), len(nets) // 2)
    return {net: chance for net, chance in sorted(chances.items()) if chance > 0}


def _add(chances: Spread, nets: Floats, level: int) -> None:
    for at, chance in enumerate(nets.tolist()):
        chances[Fraction(at - level)] += chance


def _made_good(nets: Floats, worth: float) -> Floats:
    """Putting three and four hands together leaves the mean out by a hair, where one bet is lost in
    all (R13) or the shoe is small: it is laid on winning and losing one bet."""
    level = len(nets) // 2
    short = (worth - float(nets @ (np.arange(len(nets)) - level))) / 2
    # Never more than is there.
    short = min(max(short, -nets[level + 1]), nets[level - 1])
    nets[level + 1] += short
    nets[level - 1] -= short
    return nets


def _of_dealt(game: Against, charted: Charted) -> Floats:
    """By net: hands that are played as they were dealt."""
    at, met, choice = game.positions, charted.met, charted.decided.choice
    nets = np.zeros(NETS)
    here = np.flatnonzero(met[at.dealt] != 0)
    stood = here[choice[here] == STAND]
    _stand(game, stood, met[stood], 1, nets)
    for stake, action in ((1, HIT), (2, DOUBLE)):
        rows = here[choice[here] == action]
        drawn = met[rows, None] * game.chances[rows]
        bust = at.after[rows] < 0
        nets[LEVEL - stake] += (drawn * game.unseen[rows])[bust].sum()
        if action == DOUBLE:
            _stand(game, at.after[rows][~bust], drawn[~bust], stake, nets)
    return nets


def _stand(game: Against, rows: Ints, met: Floats, stake: int, nets: Floats) -> None:
    """Add what hands come to that are stood on at these positions."""
    ends = met[:, None] * game.ends[rows]
    if not game.looks:
        nets[LEVEL - taken_by_blackjack(game.rules, stake)] += ends[:, BLACKJACK].sum()
    ends[:, BLACKJACK] = 0
    outcome = OUTCOME[game.cell[rows] % SOFT]
    for net in (-1, 0, 1):
        nets[LEVEL + net * stake] += ends[outcome == net].sum()
