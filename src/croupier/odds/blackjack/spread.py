"""How the results of a round are spread: net of the initial bet → its chance.

Hands as dealt are counted exactly. The hands of a split are put together as if, once the dealer's
end is known, each went its own way; docs/odds.md says how little that is out.
"""

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.rules import BlackjackTakes
from croupier.odds.blackjack.chart import Charted, splits, surrenders
from croupier.odds.blackjack.dealer import BLACKJACK, ENDS
from croupier.odds.blackjack.hands import Floats, Ints
from croupier.odds.blackjack.splits import chances_gone, left_after, one_bet_in_all
from croupier.odds.blackjack.splitting import unfoldings
from croupier.odds.blackjack.starts import (
    chances_of_starts,
    dealers_blackjack,
    known_before,
    most_hands,
    starts,
)
from croupier.odds.blackjack.values import DOUBLE, HIT, OUTCOME, STAND, Against, drawn_on

Spread = dict[Fraction, float]
_LEVEL = 2
"""Where nothing won stands in a row of nets -2 to 2, all that one hand can come to."""
_NETS = 2 * _LEVEL + 1


class Finished(NamedTuple):
    """Where hands end, by the stake on them (one or two) where that is the index."""

    compared: Floats
    """Dealer's end × net of the hand."""
    bust: Floats
    against_blackjack: Floats
    """Not bust, and the dealer has a blackjack."""


def spread(game: Against, charted: Charted) -> Spread:
    """Of a round against this card of the dealer's."""
    found: Spread = defaultdict(float)
    of, dealt, blackjack = starts(), chances_of_starts(game), dealers_blackjack(game)
    pays = game.rules.blackjack_pays
    found[Fraction(pays.win, pays.stake)] += float((dealt * (1 - blackjack))[of.natural].sum())
    found[Fraction(0)] += float((dealt * blackjack)[of.natural].sum())
    gives_up = surrenders(game, charted.column)
    found[Fraction(-1, 2)] += float(dealt[gives_up].sum())
    if game.looks:
        found[Fraction(-1)] += float((dealt * blackjack)[~(of.natural | gives_up)].sum())
    _add(found, _of_dealt(game, charted), _LEVEL)
    for start in np.flatnonzero(splits(charted.column)):
        played = 1 - blackjack[start] if game.looks else 1.0
        worth = charted.worth[start] - known_before(game)[start]
        nets = _of_split(game, charted.decided.choice, int(of.first[start]))
        _add(found, float(dealt[start]) * _made_good(nets, played, worth), len(nets) // 2)
    return {net: chance for net, chance in sorted(found.items()) if chance > 0}


def _add(found: Spread, nets: Floats, level: int) -> None:
    for at, chance in enumerate(nets.tolist()):
        found[Fraction(at - level)] += chance


def _made_good(nets: Floats, played: float, worth: float) -> Floats:
    """What independence leaves out of the whole and of the mean; the latter is laid on winning and
    losing one bet."""
    level = len(nets) // 2
    nets = nets * (played / nets.sum())
    short = (worth - float(nets @ (np.arange(len(nets)) - level))) / 2
    nets[level + 1] += short
    nets[level - 1] -= short
    return nets


def _of_dealt(game: Against, charted: Charted) -> Floats:
    ended = _finished(game, charted.met, charted.decided.choice, game.positions.dealt)
    nets: Floats = ended.compared.sum(0)
    for stake in (1, 2):
        nets[_LEVEL - stake] += ended.bust[stake]
        nets[_LEVEL - _taken(game, stake)] += ended.against_blackjack[stake]
    return nets


def _taken(game: Against, stake: int) -> int:
    """By a dealer's blackjack, from one hand (R13, R18, R20)."""
    return stake if game.rules.blackjack_takes is BlackjackTakes.EVERYTHING else 1


def _finished(game: Against, met: Floats, choice: Ints, within: slice) -> Finished:
    """`met` says how often each position is come to."""
    at = game.positions
    ended = Finished(np.zeros((ENDS, _NETS)), np.zeros(3), np.zeros(3))
    here = within.start + np.flatnonzero(met[within] != 0)
    stood = here[choice[here] == STAND]
    _stand(game, stood, met[stood], 1, ended)
    for stake, action in ((1, HIT), (2, DOUBLE)):
        rows = here[choice[here] == action]
        drawn = met[rows, None] * game.chances[rows]
        over = at.after[rows] < 0
        ended.bust[stake] += (drawn * game.unseen[rows])[over].sum()
        if action == DOUBLE:
            _stand(game, at.after[rows][~over], drawn[~over], stake, ended)
    return ended


def _stand(game: Against, rows: Ints, met: Floats, stake: int, ended: Finished) -> None:
    ends = met[:, None] * game.ends[rows]
    if not game.looks:
        ended.against_blackjack[stake] += ends[:, BLACKJACK].sum()
    outcome = OUTCOME[game.cell[rows] % 22]
    for net in (-1, 0, 1):
        with_it = (ends * (outcome == net)).sum(0)
        with_it[BLACKJACK] = 0
        ended.compared[:, _LEVEL + net * stake] += with_it


def _of_split(game: Against, choice: Ints, pair: int) -> Floats:
    """Nets of all hands of a split together, over the rounds that are played out."""
    hands_at_most = most_hands(game.rules, pair)
    total = np.zeros(2 * _LEVEL * hands_at_most + 1)
    for unfolding in unfoldings(hands_at_most):
        chance = _chance(game, pair, unfolding.again, unfolding.other) * unfolding.orders
        if chance <= 0:
            continue
        kinds = [False] * unfolding.other + [True] * unfolding.free
        hand = {
            free: _one_hand(game, choice, pair, unfolding.again, free=free) for free in {*kinds}
        }
        middle = len(total) // 2
        for end, of_end in enumerate(hand[kinds[0]].ends):
            together = _convolved([hand[kind].nets[end] for kind in kinds])
            if end == BLACKJACK and one_bet_in_all(game):
                # R13: one bet from all that are not bust.
                all_bust = _convolved([hand[kind].bust for kind in kinds])
                together = np.roll(together - all_bust, -1) + all_bust
            side = len(together) // 2
            total[middle - side : middle + side + 1] += chance * of_end * together
    return total


def _chance(game: Against, pair: int, again: int, other: int) -> float:
    """That so many second cards form more hands, and so many others do not, in one order."""
    chance = chances_gone(game, pair, again)[again]
    left = left_after(game, pair)
    cards = int(left.sum()) - again
    others = cards - (int(left[pair]) - again)
    for drawn in range(other):
        chance *= max(others - drawn, 0) / max(cards - drawn, 1)
    return chance


class _OneHand(NamedTuple):
    ends: Floats
    """Of the dealer's hand."""
    nets: Floats
    """Given each of them."""
    bust: Floats
    """The nets of the hand where it is bust."""


def _one_hand(game: Against, choice: Ints, pair: int, again: int, *, free: bool) -> _OneHand:
    at = game.positions
    row = at.starts[pair, again]
    second = game.chances[row].copy()
    if not free:
        second[pair] = 0
    met = np.zeros(len(at.hand))
    met[at.after[row]] = second / max(second.sum(), 1e-300)
    within = at.splits[pair, again]
    ended = _finished(game, drawn_on(game, met, choice, within), choice, within)
    ends = game.ends[row].copy()
    if game.looks:
        ends[BLACKJACK] = 0
    share = ends / ends.sum()
    nets, busts = ended.compared.copy(), np.zeros(_NETS)
    for stake in (1, 2):
        nets[:, _LEVEL - stake] += share * ended.bust[stake]
        busts[_LEVEL - stake] = ended.bust[stake]
        taken = 0 if one_bet_in_all(game) else _taken(game, stake)
        nets[BLACKJACK, _LEVEL - taken] += ended.against_blackjack[stake]
    return _OneHand(ends, nets / np.maximum(nets.sum(1, keepdims=True), 1e-300), busts)


def _convolved(hands: list[Floats]) -> Floats:
    together = np.ones(1)
    for nets in hands:
        together = np.convolve(together, nets)
    return together
