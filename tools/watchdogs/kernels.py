"""The statistics of `croupier.monitoring` again, compiled, so that thousands of sets of cards and
wheels can be played. A test holds them to the originals, value by value."""

import numpy as np
from numba import njit

from croupier.monitoring.equipment import ALARM
from croupier.monitoring.evalues import CEILING
from croupier.monitoring.shoes import BETWEEN, ENTER, LEAVE, ORDERS, SHARE
from croupier.monitoring.wheels import BELIEFS, BLOCK, DISTANCES, MORE, SECTORS
from croupier.monitoring.wheels import SHARE as WHEEL_SHARE

WAYS = np.array(BETWEEN)
FILTERS = len(ORDERS) * len(BETWEEN)
HONEST, MISSING, EXTRA, SLUG, RIFFLED = range(5)
NOTHING, COMPOSITION, ORDER, IMPOSSIBLE = range(4)
_SECTORS, _DISTANCES = np.array(SECTORS), np.array(DISTANCES)
_MORE, _BELIEFS = np.array(MORE), np.array(BELIEFS)


@njit(cache=True)
def follow(before, dealt, out_of, decks, now):
    """The filter over the places of the order before, for one order and all ways; `now` is changed.
    `out_of[i]` is how many like the i-th card came before it."""
    length = len(before)
    size = 52 * decks
    ways = len(now)
    values = np.empty((len(dealt), ways))
    first, next_one = np.full(52, -1), np.empty(length, np.int64)
    for place in range(length - 1, -1, -1):
        next_one[place] = first[before[place]]
        first[before[place]] = place
    for way in range(ways):
        between = WAYS[way]
        weights = np.zeros(length)
        scale, even, free = 1.0, ENTER / length, 1 - ENTER
        hit_at, hit = np.empty(2 * decks + 4, np.int64), np.empty(2 * decks + 4)
        for at in range(len(dealt)):
            kind = dealt[at]
            odds = (size - at) / (decks - out_of[at])
            ratio = free + between * (1 - free)
            hits = 0
            place = first[kind]
            while place >= 0:
                weight = scale * weights[place] + even
                hit_at[hits], hit[hits] = place, weight * (1 - between) * odds
                ratio += hit[hits]
                hits += 1
                place = next_one[place]
            inside = 1 - free
            stays = (1 - LEAVE) * between / ratio
            scale *= stays
            even *= stays
            if scale < 1e-100:
                weights *= scale
                scale = 1.0
            goes_on = 0.0
            for one in range(hits):
                if hit_at[one] + 1 < length:
                    moved = hit[one] * (1 - LEAVE) / ratio
                    weights[hit_at[one] + 1] += moved / scale
                    goes_on += moved
            free = 1 - (stays * inside + goes_on)
            even += ENTER * free / length
            free *= 1 - ENTER
            now[way] = min(now[way] * ratio, CEILING)
            values[at, way] = now[way]
    return values


@njit(cache=True)
def watch_shoe(dealt, decks, shoes, missing, extra, followed, before):
    """One shoe of a set: what is suspected, after each card. `missing`, `extra` and `followed` are
    what the shoes before came to, with this one's start; they are left as they are."""
    size, length = 52 * decks, len(dealt)
    out = np.zeros(52, np.int64)
    out_of = np.empty(length, np.int64)
    for at in range(length):
        out_of[at] = out[dealt[at]]
        out[dealt[at]] += 1
    total = np.zeros(length)
    ways = len(WAYS)
    for order in range(4):
        kept = followed[order * ways : (order + 1) * ways]
        old = before[::-1].copy() if order % 2 else before
        values = follow(old, dealt, out_of, decks, kept)
        for at in range(length):
            for way in range(ways):
                total[at] += values[at, way]
    order_value = SHARE * (1 / (shoes + 1) + total / (4 * ways))
    composition = np.empty(length)
    out[:] = 0
    for at in range(length):
        out[dealt[at]] += 1
        s = at + 1
        told = 0.0
        less, more = size / (size - s) if s < size else 0.0, (size + 1 - s) / (size + 1)
        for kind in range(52):
            told += missing[kind] * (decks - out[kind]) / decks * less
            told += extra[kind] * more * (decks + 1) / (decks + 1 - out[kind])
        composition[at] = SHARE * (1 / (shoes + 1) + told / 104)
    return composition, order_value, out


@njit(cache=True)
def riffle(cards):
    """Gilbert, Shannon and Reeds: cut by the binomial law, and let fall by what is left."""
    size = len(cards)
    cut = np.random.binomial(size, 0.5)
    mixed = np.empty(size, cards.dtype)
    left, right = 0, cut
    for at in range(size):
        from_left, from_right = cut - left, size - right
        if np.random.random() * (from_left + from_right) < from_left:
            mixed[at] = cards[left]
            left += 1
        else:
            mixed[at] = cards[right]
            right += 1
    return mixed


@njit(cache=True)
def new_cards(decks, way):
    size = 52 * decks + (1 if way == EXTRA else -1 if way == MISSING else 0)
    cards = np.empty(size, np.int64)
    for at in range(size):
        cards[at] = at % 52
    if way == EXTRA:
        cards[size - 1] = 7
    elif way == MISSING:
        cards[7] = 51  # the 416th card takes the place of this one
    return cards


@njit(cache=True)
def play_set(seed, decks, dealt_of, shoes, way, strength, since, every, factory):
    """One set of cards, dealt from until the alarm: by what, in which shoe, after how many cards of
    it. `strength`: cards of the slug, or riffles; what is wrong begins with shoe `since`; somebody
    looks after `every` cards."""
    np.random.seed(seed)
    missing, extra = np.zeros(52), np.zeros(52)
    followed = np.zeros(FILTERS)
    before = factory
    cards = new_cards(decks, HONEST)
    np.random.shuffle(cards)
    for number in range(1, shoes + 1):
        bad = number >= since
        if way in (MISSING, EXTRA) and number == since:
            cards = new_cards(decks, way)
        if way == RIFFLED and bad:
            for _ in range(strength):
                cards = riffle(cards)
        else:
            old = cards.copy()
            np.random.shuffle(cards)
            if way == SLUG and number == since:
                begin = np.random.randint(0, dealt_of - strength)
                slug = old[begin : begin + strength]
                rest = np.random.permutation(np.concatenate((old[:begin], old[begin + strength :])))
                to = np.random.randint(0, dealt_of - strength)
                cards = np.concatenate((rest[:to], slug, rest[to:]))
        weight = 1 / (number * (number + 1))
        missing = np.minimum(missing, CEILING) + weight
        extra = np.minimum(extra, CEILING) + weight
        followed = np.minimum(followed, CEILING) + weight
        dealt, impossible = cards[:dealt_of].copy(), -1
        count = np.zeros(52, np.int64)
        for at in range(dealt_of):
            count[dealt[at]] += 1
            if count[dealt[at]] > decks:
                impossible = at
                dealt = dealt[:at].copy()
                break
        composition, order, out = watch_shoe(dealt, decks, number, missing, extra, followed, before)
        for at in range(every - 1, len(dealt), every):
            if composition[at] >= ALARM:
                return COMPOSITION, number, at + 1
            if order[at] >= ALARM:
                return ORDER, number, at + 1
        if impossible >= 0:
            return IMPOSSIBLE, number, impossible + 1
        size, s = 52 * decks, len(dealt)
        for kind in range(52):
            missing[kind] *= (decks - out[kind]) / decks * size / (size - s)
            extra[kind] *= (size + 1 - s) / (size + 1) * (decks + 1) / (decks + 1 - out[kind])
        before = dealt
        if way == SLUG and number > since:
            break
    return NOTHING, shoes, 0


@njit(cache=True)
def arcs_begin(values, weight):
    for row in range(values.shape[0]):
        for start in range(values.shape[1]):
            values[row, start] = min(values[row, start], CEILING) + weight


@njit(cache=True, fastmath=False)
def arcs_feed(values, lengths, place):
    pockets = values.shape[1]
    row = 0
    for length in lengths:
        for more in _MORE:
            outside = 1.0 - more * length / (pockets - length)
            values[row] *= outside
            for back in range(length):
                values[row, (place - back) % pockets] *= (1.0 + more) / outside
            row += 1


@njit(cache=True)
def watch_wheel(places, every, alarm):
    """The four suspicions after the last spin, or at the alarm, and how many spins it took; -1:
    there was none. `places` are those on the wheel, not the numbers."""
    pockets = 37
    ones = np.array([1])
    pocket = np.zeros((len(_MORE), pockets))
    sector = np.zeros((len(_SECTORS) * len(_MORE), pockets))
    distance = np.zeros((len(_DISTANCES) * len(_MORE), pockets))
    anyhow = np.ones(len(_BELIEFS))
    counts = np.zeros(pockets)
    told = np.zeros(4)
    last = -1
    for spins in range(len(places)):
        if spins % BLOCK == 0:
            number = spins // BLOCK + 1
            weight = 1 / (number * (number + 1))
            arcs_begin(pocket, weight)
            arcs_begin(sector, weight)
            arcs_begin(distance, weight)
        place = places[spins]
        for one in range(len(_BELIEFS)):
            belief = _BELIEFS[one]
            anyhow[one] = min(
                anyhow[one] * (counts[place] + belief) / (spins + belief * pockets) * pockets,
                CEILING,
            )
        arcs_feed(pocket, ones, place)
        arcs_feed(sector, _SECTORS, place)
        if last >= 0:
            arcs_feed(distance, _DISTANCES, (place - last) % pockets)
        counts[place] += 1
        last = place
        if (spins + 1) % every == 0 or spins + 1 == len(places):
            kept = 1 / ((spins // BLOCK + 1) + 1)
            told[0] = WHEEL_SHARE * (kept + pocket.mean())
            told[1] = WHEEL_SHARE * (kept + sector.mean())
            told[2] = WHEEL_SHARE * (kept + distance.mean())
            told[3] = WHEEL_SHARE * anyhow.mean()
            if told.max() >= alarm:
                return told, spins + 1
    return told, -1


@njit(cache=True)
def spin(seed, spins, favoured, more):
    """Of which the first `favoured` places come more often by so much."""
    np.random.seed(seed)
    places = np.empty(spins, np.int64)
    chance = favoured * (1 + more) / 37
    for at in range(spins):
        if favoured and np.random.random() < chance:
            places[at] = np.random.randint(0, favoured)
        else:
            places[at] = np.random.randint(favoured, 37)
    return places


@njit(cache=True)
def play_wheel(seed, spins, favoured, more, every):
    """Until the alarm: which suspicion, after how many spins; -1: none."""
    told, at = watch_wheel(spin(seed, spins, favoured, more), every, ALARM)
    return np.argmax(told), at
