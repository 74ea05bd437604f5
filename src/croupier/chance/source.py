"""Two sources of chance: one nobody can foretell, and one that can be repeated."""

import random
import secrets

from croupier.chance.shuffle import RandBelow


def fair() -> RandBelow:
    """The operating system's randomness; nobody can foretell or repeat it."""
    return secrets.randbelow


def repeatable(seed: int) -> RandBelow:
    """The same numbers for the same seed: to practise and to test, never for real money."""
    return random.Random(seed).randrange
