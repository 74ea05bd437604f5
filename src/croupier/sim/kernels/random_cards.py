"""Random cards from a counter: a unit of play (a fresh round, or a whole shoe) draws by its own
number, so it is the same whoever plays it, and in whatever order.

Philox4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3"): the seed is the
key, the unit's number and the number of the block are the counter. A block is eight draws of
sixteen bits, each brought below a bound without bias (Lemire): what would come up once too often
is passed over.

From a fresh shoe a card that is out already is passed over too, so no shoe has to be made ready for
a round. From a shoe that is dealt down, the last card takes the place of the one drawn.
"""

import numpy as np
from cffi import FFI
from numba import njit, uint64

FRESH, SHOE, GIVEN = 0, 1, 2
"""Every round from a full shoe; shoes dealt down to the cut card; the cards in the order given."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_DRAW = np.uint64(0xFFFF)
_BITS = np.uint64(16)
_ONE = np.uint64(1)

ffi = FFI()
"""`ffi.from_buffer(array)` is a pointer. Functions that are handed arrays count their references at
every call, four times the work of dealing a card; those that are handed pointers do not."""

BLOCK, LEFT, STAMP, BITS, MORE = range(5)
"""What is remembered of a unit: the next block, the cards left in its shoe, the mark that cards of
this unit bear which are out; and its first block, where many were drawn at once."""
MANY = 64
"""Units whose first blocks are drawn at once: the compiler does several in one instruction."""
AHEAD = 8
"""Cards drawn ahead at most."""


@njit(cache=True)
def philox(seed, unit, block):
    """128 bits, as two words of 64."""
    c0, c1, c2, c3 = unit & _LOW, unit >> _HALF, block, uint64(0)
    k0, k1 = seed & _LOW, seed >> _HALF
    for _ in range(10):
        p0, p1 = _M0 * c0, _M1 * c2
        c0, c1, c2, c3 = (p1 >> _HALF) ^ c1 ^ k0, p1 & _LOW, (p0 >> _HALF) ^ c3 ^ k1, p0 & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0 | (c1 << _HALF), c2 | (c3 << _HALF)


@njit(cache=True)
def first_blocks(seed, first, words):
    """The first block of many units at once, from the first on: four words of 32 bits a unit.

    The same as `philox`, round by round over all, so that the compiler does several at a time.
    """
    c0, c1, c2, c3 = words[0], words[1], words[2], words[3]
    units = len(c0)
    for i in range(units):
        unit = first + uint64(i)
        c0[i], c1[i], c2[i], c3[i] = unit & _LOW, unit >> _HALF, uint64(0), uint64(0)
    k0, k1 = seed & _LOW, seed >> _HALF
    for _ in range(10):
        for i in range(units):
            p0, p1 = _M0 * c0[i], _M1 * c2[i]
            c0[i], c1[i] = (p1 >> _HALF) ^ c1[i] ^ k0, p1 & _LOW
            c2[i], c3[i] = (p0 >> _HALF) ^ c3[i] ^ k1, p0 & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW


@njit(cache=True)
def begun(words, i):
    """`begin` for one of many units whose first blocks are there."""
    low, high = words[0, i] | words[1, i] << _HALF, words[2, i] | words[3, i] << _HALF
    return low, high, uint64(8), uint64(1)


@njit(cache=True)
def begin(seed, unit):
    """The draws of a unit, before the first: bits at hand, bits to come, draws left, next block."""
    w0, w1 = philox(seed, unit, uint64(0))
    return w0, w1, uint64(8), uint64(1)


@njit(cache=True)
def below(bound, seed, unit, draws):
    """A number from zero to below the bound, each equally likely; and the draws that are left."""
    bits, more, left, block = draws
    while True:
        if left == 0:
            bits, more = philox(seed, unit, block)
            block += _ONE
            left = uint64(8)
        elif left == 4:
            bits = more
        product = (bits & _DRAW) * bound
        bits >>= _BITS
        left -= _ONE
        share = product & _DRAW
        # A share below 65,536 mod bound would come up once too often.
        if share >= bound or share >= (_DRAW + _ONE) % bound:
            return product >> _BITS, (bits, more, left, block)


@njit(cache=True)
def open_unit(mode, size, shoe, cards, memory):
    """A full shoe, and no card drawn."""
    memory[BLOCK] = 0
    memory[LEFT] = size
    memory[STAMP] += _ONE
    if mode == SHOE:
        for at in range(size):
            cards[at] = shoe[at]


@njit(cache=True)
def draw_ahead(mode, size, seed, unit, memory, cards, marks, ahead):
    """The cards of the next block, and how many they are; none when the shoe is empty."""
    filled = 0
    left, stamp = memory[LEFT], memory[STAMP]
    if mode == GIVEN:
        while filled < AHEAD and left > 0:
            ahead[filled] = cards[unit * size + size - left]
            left -= _ONE
            filled += 1
        memory[LEFT] = left
        return filled
    while filled == 0 and left > 0:
        if mode == FRESH and memory[BLOCK] == 0:
            bits, more = memory[BITS], memory[MORE]
        else:
            bits, more = philox(seed, unit, memory[BLOCK])
        memory[BLOCK] += _ONE
        for draw in range(8):
            if draw == 4:
                bits = more
            bound = size if mode == FRESH else left
            product = (bits & _DRAW) * bound
            bits >>= _BITS
            share = product & _DRAW
            if share < bound and share < (_DRAW + _ONE) % bound:
                continue
            at = product >> _BITS
            if mode == FRESH and marks[at] == stamp:
                continue
            ahead[filled] = cards[at]
            filled += 1
            left -= _ONE
            if mode == FRESH:
                marks[at] = stamp
            else:
                cards[at] = cards[left]
            if left == 0:
                break
        memory[LEFT] = left
    return filled


@njit(cache=True)
def deal(at, filled, unit, shuffle):
    """The next card, and where the one after it lies among those drawn ahead. Where there is none
    left, the place is past the last."""
    mode, size, seed, memory, cards, marks, ahead = shuffle
    if at >= filled:
        at = 0
        filled = draw_ahead(mode, size, seed, unit, memory, cards, marks, ahead)
    return np.int64(ahead[at]), at + 1, filled


@njit(cache=True)
def pocket_of(seed, unit, pockets):
    """Where the ball rests in a unit of one spin."""
    pocket, _ = below(pockets, seed, unit, begin(seed, unit))
    return pocket
