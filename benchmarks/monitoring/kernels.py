"""Trails of evidence and hands of blackjack, compiled, so that thousands can be followed. A test
holds them to the originals: `Evidence`, the engine, `costly`."""

import numpy as np
from numba import njit, prange

from croupier.monitoring.decisions import COSTLY, FRACTIONS, MARGIN
from croupier.monitoring.table_evidence import ALPHA

ALARM = 1 / ALPHA
STAND, HIT, DOUBLE, SPLIT = range(4)
ACTIONS = 4
DRAWN = 20
"""Cards of a round that are drawn anew; a round that needs more goes on in the order before."""
_FRACTIONS = np.array(FRACTIONS)
_HANDS = len(FRACTIONS)


@njit(parallel=True)
def follow(ends, factors, becomes, often, since, seed, alarmed, highest):
    """Of trails × rounds, each by the number of its end. From a round on an end `becomes` another
    one this `often`. `factors`: of every end, for every bettor. In `alarmed` comes the round of the
    alarm, or zero, in `highest` the most the evidence ever came to; it is looked at no further than
    the alarm."""
    trails, rounds = ends.shape
    bettors = factors.shape[1]
    for trail in prange(trails):
        np.random.seed(seed + trail)
        capital = np.zeros(bettors)
        for number in range(rounds):
            end = ends[trail, number]
            if becomes[end] != end and number >= since and np.random.random() < often:
                end = becomes[end]
            count = number + 1
            share = 1.0 / (count * (count + 1.0))
            total = 0.0
            for bettor in range(bettors):
                capital[bettor] = (capital[bettor] + share) * factors[end, bettor]
                total += capital[bettor]
            value = total / bettors + 1.0 / (count + 1.0)
            highest[trail] = max(highest[trail], value)
            if value >= ALARM:
                alarmed[trail] = count
                break


@njit(parallel=True)
def follow_decisions(chart, worths, most_lost, rounds, knows, careless, seed, alarmed, highest):
    """A player alone at a table of live blackjack, every round from a fresh shoe; `knows`: how
    often the hole card is known, `careless`: how often a decision is taken at random."""
    for trail in prange(len(alarmed)):
        np.random.seed(seed + trail)
        shoe = np.repeat(np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]), 32)
        capital = np.zeros(2 * _HANDS)
        count = 0
        for number in range(rounds):
            for at in range(DRAWN):
                other = np.random.randint(at, len(shoe))
                shoe[at], shoe[other] = shoe[other], shoe[at]
            knowing = np.random.random() < knows
            net, action, worth = play(shoe, chart, worths, knowing, careless)
            if action < 0:
                continue
            mean = worth + MARGIN
            most = (2.0 if action == DOUBLE else most_lost if action == SPLIT else 1.0) + mean
            if most <= 0:
                continue
            gain = max(net - mean, -most)
            count += 1
            share = 1.0 / (count * (count + 1.0))
            total = 0.0
            for bettor in range(2 * _HANDS):
                capital[bettor] += share
                if (bettor >= _HANDS) == (action == HIT):
                    capital[bettor] *= 1 + _FRACTIONS[bettor % _HANDS] / most * gain
                total += capital[bettor]
            value = total / (2 * _HANDS) + 1.0 / (count + 1.0)
            highest[trail] = max(highest[trail], value)
            if value >= ALARM:
                alarmed[trail] = number + 1
                break


@njit
def play(cards, chart, worths, knowing, careless):
    """One box. What it brought, and the first decision that gave away much, with its worth; -1:
    there was none. `chart[soft, total, up, first]` and for pairs `chart[2, card, up, 0]`."""
    up, hole = cards[1], cards[3]
    theirs, their_soft = _with(*_with(0, False, up), hole)
    blackjack = theirs == 21
    ours, soft = _with(*_with(0, False, cards[0]), cards[2])
    at = 4
    if ours == 21:
        return (0.0 if blackjack else 1.5), -1, 0.0
    if blackjack and up == 0:
        return -1.0, -1, 0.0
    found, worth = -1, 0.0
    stake, split, first = 1.0, False, True
    while ours < 21:
        pair = first and cards[0] == cards[2]
        action = _by_chart(chart, ours, soft, up, first, cards[0] if pair else -1)
        if knowing:
            action = _knowing(ours, soft, theirs, their_soft, first, action)
        if careless and np.random.random() < careless:
            action = np.random.randint(0, 4 if pair else 3 if first else 2)
        if found < 0:
            best, own = -np.inf, -np.inf
            for other in range(ACTIONS):
                if other == SPLIT and not pair:
                    continue
                of = (
                    worths[3, 0, cards[0], up, 0]
                    if other == SPLIT
                    else worths[other, int(soft), ours, up, int(first)]
                )
                if not np.isnan(of):
                    best = max(best, of)
                    if other == action:
                        own = of
            if own > -np.inf and best - own >= COSTLY:
                found, worth = action, own
        if action == SPLIT:
            split = True
            break
        if action == STAND:
            break
        ours, soft = _with(ours, soft, cards[at])
        at += 1
        first = False
        if action == DOUBLE:
            stake = 2.0
            break
    if not split:
        if ours > 21:
            return -stake, found, worth
        if blackjack:
            return -1.0, found, worth
        end = _dealer(cards, at, theirs, their_soft)
        return stake * _compare(ours, end), found, worth
    # Two hands, each with its second card when its turn comes; aces get one card each.
    totals, stakes = np.zeros(2, np.int64), np.ones(2)
    for hand in range(2):
        ours, soft = _with(*_with(0, False, cards[0]), cards[at])
        at += 1
        first = True
        while ours < 21 and cards[0] != 0:
            action = _by_chart(chart, ours, soft, up, first, -1)
            if careless and np.random.random() < careless:
                action = np.random.randint(0, 3 if first else 2)
            if action == STAND:
                break
            ours, soft = _with(ours, soft, cards[at])
            at += 1
            first = False
            if action == DOUBLE:
                stakes[hand] = 2.0
                break
        totals[hand] = ours
    net = 0.0
    end = 0
    if not blackjack and (totals[0] <= 21 or totals[1] <= 21):
        end = _dealer(cards, at, theirs, their_soft)
    for hand in range(2):
        if totals[hand] > 21:
            net -= stakes[hand]
        elif blackjack:
            net -= 1.0
        else:
            net += stakes[hand] * _compare(totals[hand], end)
    return net, found, worth


@njit
def _with(total, soft, card):
    """A hand and one card more; ace: zero."""
    total += card + 1
    if card == 0 and total <= 11:
        return total + 10, True
    if soft and total > 21:
        return total - 10, False
    return total, soft


@njit
def _dealer(cards, at, total, soft):
    """Stands on all seventeens."""
    while total < 17:
        total, soft = _with(total, soft, cards[at])
        at += 1
    return total


@njit
def _compare(ours, theirs):
    if theirs > 21 or ours > theirs:
        return 1.0
    return 0.0 if ours == theirs else -1.0


@njit
def _by_chart(chart, total, soft, up, first, pair):
    if pair >= 0 and chart[2, pair, up, 0] == SPLIT:
        return SPLIT
    return chart[int(soft), total, up, int(first)]


@njit
def _knowing(ours, soft, theirs, their_soft, first, chart):
    """Who has seen the hole card stands before a dealer who must draw, and draws to a made hand."""
    if 12 <= theirs <= 16 and not their_soft:
        if ours >= 12 and not soft:
            return STAND
        return DOUBLE if first and ours >= 8 else chart
    if theirs >= 17:
        return HIT if ours < theirs else STAND
    return chart
