"""Before the first shoe is made: does the source of chance look like chance at all?

It catches a source that is broken or stuck, not one that is cleverly bad. The bounds are those of
FIPS 140-2 for 20,000 bits; honest chance fails one of them about once in three thousand starts,
so a failure is tried again once before it counts. Where the source is made of bytes they go through
the health tests too, more than the 1,024 that SP 800-90B asks for at a start.
"""

from collections import Counter
from itertools import groupby

from croupier.chance.shuffle import RandBelow
from croupier.chance.source import SourceFailed
from croupier.kit.errors import Code, Refused

_BITS = 20_000


def check_chance(randbelow: RandBelow) -> None:
    """Refuse to open on chance that is none."""
    try:
        fine = _looks_random(randbelow) or _looks_random(randbelow)
    except SourceFailed as failed:
        raise Refused(Code.BAD_SETTING, str(failed)) from None
    if not fine:
        raise Refused(Code.BAD_SETTING, "the system's randomness fails its self-test")


def _looks_random(randbelow: RandBelow) -> bool:
    nibbles = [randbelow(16) for _ in range(_BITS // 4)]
    bits = "".join(f"{nibble:04b}" for nibble in nibbles)
    longest = max(len(list(run)) for _, run in groupby(bits))
    # Sixteen times the sum of squares over five thousand, less five thousand: kept in integers.
    poker = 16 * sum(count * count for count in Counter(nibbles).values()) - 5_000 * 5_000
    return 9_725 < bits.count("1") < 10_275 and 2 * 5_000 < poker < 46 * 5_000 and longest < 26
