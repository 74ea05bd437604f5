"""How the results of all hands of a split together are spread.

The hands draw from one shoe, and the dealer from what they leave. What one of them comes to beside
the dealer's end is known exactly, however many there are; so is how any two depend on each other.
Three and four are put together from that.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.odds.dealer import BLACKJACK, ENDS, dealer_ends
from croupier.games.blackjack.odds.drawing import in_one_order
from croupier.games.blackjack.odds.hands import Floats, Ints
from croupier.games.blackjack.odds.numbering import VALUES
from croupier.games.blackjack.odds.split_hand_endings import (
    BUST,
    FREE,
    OTHER,
    HandEnding,
    ways_to_end,
)
from croupier.games.blackjack.odds.splits import (
    chances_gone,
    choice_by_hand,
    left_after,
    one_bet_in_all,
)
from croupier.games.blackjack.odds.splitting import Unfolding, most_gone, unfoldings
from croupier.games.blackjack.odds.starting_hands import most_hands
from croupier.games.blackjack.odds.values import OUTCOME, Against, taken_by_blackjack

LEVEL = 2
"""Where nothing won stands in a row of nets -2 to 2, all that one hand can come to."""
NETS = 2 * LEVEL + 1
LIKELIEST = 128
"""So many ways of a hand to end are paired with each other; where one of two hands ends in a rarer
one, they count as if they knew nothing of each other."""
_PLACES = 32 ** np.arange(VALUES)
"""Multisets as numbers, so that two are added by adding their numbers."""
_ROUNDS = 3
_NOTHING = 1e-300
"""To divide by where there is nothing to share out."""


class _Split(NamedTuple):
    """All that two cards of a pair can become, before the dealer is looked at."""

    pair: int
    net: Ints
    """HandEnding of one hand to end × end of the dealer's: where it stands in a row of nets."""
    chance: Floats
    """More of the pair gone × kind of hand × way."""
    likeliest: Ints
    """Ways that are paired."""
    orders: Floats
    """Kind of hand × likeliest way."""
    both: Floats
    """Sum of two ways: the chance of its cards in one order."""
    sums: Ints
    """Likeliest way × likeliest way → their sum."""
    left: Ints
    """Every shoe the dealer may have to draw from: by more of the pair gone and way, and then by
    sum of two ways."""


def nets_of_splits(game: Against, choice: Ints, pairs: Sequence[int]) -> list[Floats]:
    """By net, nothing won in the middle; over the rounds that are played out."""
    splits = [_split(game, choice, pair) for pair in pairs]
    if not splits:
        return []
    # One walk for all shoes.
    ends = dealer_ends(
        np.concatenate([split.left for split in splits]), game.shown, h17=game.rules.h17
    )
    if game.looks:
        ends[:, BLACKJACK] = 0
    where = np.cumsum([len(split.left) for split in splits])[:-1]
    return [_nets(game, *parts) for parts in zip(splits, np.split(ends, where), strict=True)]


def _split(game: Against, choice: Ints, pair: int) -> _Split:
    ways = ways_to_end(pair, choice_by_hand(game, choice, pair))
    drawn = np.array([way.drawn for way in ways])
    orders = np.array(list(ways.values()), dtype=np.float64).T
    gone = np.zeros(((most_gone(most_hands(game.rules, pair)) or 0) + 1, VALUES), dtype=np.int64)
    gone[:, pair] = np.arange(len(gone))
    shoes = left_after(game, pair) - gone
    chance = in_one_order(drawn, np.maximum(shoes, 0))[:, None, :] * orders
    likeliest = np.argsort(-chance[0, FREE], kind="stable")[:LIKELIEST]
    number = drawn[likeliest] @ _PLACES
    sums, of_two = np.unique(number[:, None] + number, return_inverse=True)
    added = sums[:, None] // _PLACES % _PLACES[1]
    left = np.concatenate([(shoes[:, None] - drawn).reshape(-1, VALUES), shoes[0] - added])
    return _Split(
        pair,
        _nets_against(game, ways),
        chance,
        likeliest,
        orders[:, likeliest],
        in_one_order(added, shoes[:1])[0],
        of_two.reshape(len(likeliest), -1),
        np.maximum(left, 0),
    )


def _nets_against(game: Against, ways: Iterable[HandEnding]) -> Ints:
    stake, total = np.array([(way.stake, way.total) for way in ways]).T
    nets: Ints = stake[:, None] * OUTCOME[total].astype(np.int64)
    # R13: what is taken from all hands together is counted when they are.
    if not one_bet_in_all(game):
        taken = [taken_by_blackjack(game.rules, amount) for amount in stake.tolist()]
        nets[:, BLACKJACK] -= taken
    bust = total == BUST
    nets[bust] = -stake[bust, None]
    nets += LEVEL
    return nets


def _nets(game: Against, split: _Split, ends: Floats) -> Floats:
    hands_at_most = most_hands(game.rules, split.pair)
    gone, _, ways = split.chance.shape
    after_one = ends[: gone * ways].reshape(gone, 1, ways, ENDS)
    # More of the pair gone × kind × way × end: the chance of that way and that end.
    alone = split.chance[..., None] * after_one
    dependence = _dependence(split, alone[0], ends[gone * ways :])
    by_net = np.array([[_by_net(chances, split.net) for chances in kinds] for kinds in alone])
    total = np.zeros(2 * LEVEL * hands_at_most + 1)
    for unfolding in unfoldings(hands_at_most):
        kinds = [OTHER] * unfolding.other + [FREE] * unfolding.free
        by_kind = {
            kind: _one_of(game, split.pair, by_net[:, kind], unfolding, kind) for kind in {*kinds}
        }
        if by_kind[kinds[0]].any():
            joint = unfolding.orders * _joined([by_kind[kind] for kind in kinds], kinds, dependence)
            net = _nets_together(len(kinds), one_bet_in_all(game)) + len(total) // 2
            total += np.bincount(net.ravel(), joint.ravel(), len(total))
    return total


def _by_net(chances: Floats, net: Ints) -> Floats:
    """End × net, from way × end."""
    return np.stack([np.bincount(net[:, end], chances[:, end], NETS) for end in range(ENDS)])


def _one_of(game: Against, pair: int, alone: Floats, unfolding: Unfolding, kind: int) -> Floats:
    """End × net of one hand of this kind, and that the pair unfolds so, in one order; `alone` is
    that of a hand by itself, by how many more of the pair are gone.

    That the other hands drew no card of the pair is taken out by inclusion and exclusion, as it is
    for the worth of a split.
    """
    known = unfolding.other - (kind == OTHER)
    gone = chances_gone(game, pair, unfolding.again + known)
    nets = np.zeros((ENDS, NETS))
    for drawn in range(known + 1):
        more = unfolding.again + drawn
        nets += (-1) ** drawn * comb(known, drawn) * gone[more] * alone[more]
    return np.maximum(nets, 0)


def _dependence(split: _Split, alone: Floats, ends: Floats) -> Floats:
    """Kind × kind × end × net × net: how much likelier two hands are to come to these than if each
    went its own way once the dealer's end is known."""
    some = split.likeliest
    every = np.stack([_by_net(chances, split.net) for chances in alone])
    likeliest = np.stack([_by_net(chances[some], split.net[some]) for chances in alone])
    of_end = np.maximum(every[FREE].sum(1), _NOTHING)
    strangers = _strangers(every, of_end)
    beyond = _two(split, ends) - _strangers(likeliest, of_end)
    more: Floats = np.divide(beyond, strangers, out=np.zeros_like(beyond), where=strangers > 0)
    return 1 + more


def _strangers(alone: Floats, of_end: Floats) -> Floats:
    """Two hands that know nothing of each other."""
    both: Floats = np.einsum("ien,jem->ijenm", alone, alone / of_end[:, None])
    return both


def _two(split: _Split, ends: Floats) -> Floats:
    """The chance that two hands end in likeliest ways, kind × kind × end × net × net."""
    pairs = (split.both[:, None] * ends).T[:, split.sums]
    comes_to = split.net[split.likeliest].T[:, None, :] == np.arange(NETS)[:, None]
    # End × (kind, net) × way: in how many orders.
    orders = (split.orders[None, :, None, :] * comes_to[:, None]).reshape(ENDS, 2 * NETS, -1)
    both = orders @ pairs @ orders.transpose(0, 2, 1)
    counted: Floats = both.reshape(ENDS, 2, NETS, 2, NETS).transpose(1, 3, 0, 2, 4)
    return counted


def _joined(hands: list[Floats], kinds: list[int], dependence: Floats) -> Floats:
    """End × net of each hand: as any two depend on each other, each coming to what it does."""
    joint = np.ones((ENDS, *[NETS] * len(hands)))
    for hand, nets in enumerate(hands):
        joint *= _along(nets, len(hands), hand)
    for first, other in combinations(range(len(hands)), 2):
        joint *= _along(dependence[kinds[first], kinds[other]], len(hands), first, other)
    for _ in range(_ROUNDS):
        for hand, nets in enumerate(hands):
            others = tuple(axis + 1 for axis in range(len(hands)) if axis != hand)
            reached = joint.sum(others)
            share = np.divide(nets, reached, out=np.zeros_like(nets), where=reached > 0)
            joint *= _along(share, len(hands), hand)
    return joint


def _along(nets: Floats, hands: int, *of: int) -> Floats:
    """Laid out beside the nets of all the other hands."""
    laid: Floats = nets.reshape(ENDS, *(NETS if hand in of else 1 for hand in range(hands)))
    return laid


@cache
def _nets_together(hands: int, one_bet: bool) -> Ints:
    """End × net of each hand: what they come to together."""
    each = np.indices((ENDS, *[NETS] * hands))[1:] - LEVEL
    total: Ints = each.sum(0)
    if one_bet:
        # R13: a dealer's blackjack takes one bet from all that are not bust, and only bust hands
        # have lost anything by then.
        total[BLACKJACK] -= (each[:, BLACKJACK] == 0).any(0)
    return total
