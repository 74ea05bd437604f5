"""The cards that kernels deal, drawn once more in plain Python: to hold them to, and to look up
which cards a unit of play had. `croupier.sim.kernels.random_cards` says how they are drawn."""

from collections.abc import Iterator, Sequence

_WORD = 2**32
_DRAW = 2**16
Words = tuple[int, int, int, int]


def philox(counter: Words, key: tuple[int, int]) -> Words:
    """Philox4x32-10, of words of 32 bits."""
    a, b, c, d = counter
    for turn in range(10):
        high, low = divmod(0xD2511F53 * a, _WORD)
        other_high, other_low = divmod(0xCD9E8D57 * c, _WORD)
        one, two = (key[0] + turn * 0x9E3779B9) % _WORD, (key[1] + turn * 0xBB67AE85) % _WORD
        a, b, c, d = other_high ^ b ^ one, other_low, high ^ d ^ two, low
    return a, b, c, d


def draws(seed: int, unit: int) -> Iterator[int]:
    """Sixteen bits each, without end."""
    block = 0
    while True:
        key = seed % _WORD, seed // _WORD
        for word in philox((unit % _WORD, unit // _WORD, block, 0), key):
            yield word % _DRAW
            yield word // _DRAW
        block += 1


def dealt(seed: int, unit: int, shoe: Sequence[int], *, fresh: bool) -> Iterator[int]:
    """The cards of a unit in order, to the last of the shoe."""
    cards, out = [*shoe], set[int]()
    bits = draws(seed, unit)
    while len(out) < len(shoe) and cards:
        bound = len(cards)
        at, share = divmod(next(bits) * bound, _DRAW)
        if share < _DRAW % bound or at in out:
            continue
        yield cards[at]
        if fresh:
            out.add(at)
        else:
            cards[at] = cards[-1]
            cards.pop()
