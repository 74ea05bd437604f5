"""Exact tests of the wheel: of a run of pockets."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from croupier.chance.examination import exact
from croupier.chance.examination.shuffles import Tested, even

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def examine_wheel(pockets: int, run: Sequence[int]) -> Iterator[Tested]:
    import numpy as np  # noqa: PLC0415 -- not for every command

    spins = np.asarray(run)
    yield Tested("wheel: pockets", even(spins, pockets), "each equally likely")
    for lag in (1, 2):
        pairs = _apart(spins, lag)
        if len(pairs) < exact.LEAST_EXPECTED * pockets * pockets:
            continue
        name = "wheel: a spin and the next" if lag == 1 else "wheel: a spin and the next but one"
        both = pairs[:, 0] * pockets + pairs[:, 1]
        yield Tested(name, even(both, pockets * pockets), "each of 37^2 equally likely")
    again = int((spins[1:] == spins[:-1]).sum())
    chance, trials = 1 / pockets, len(spins) - 1
    z = (again - trials * chance) / sqrt(trials * chance * (1 - chance))
    yield Tested("wheel: the same pocket again", exact.normal(z), "B(N-1, 1/37), normal")
    waits = np.diff(np.flatnonzero(spins == 0))
    longest = 6 * pockets
    counts = np.bincount(np.minimum(waits, longest), minlength=longest + 1)[1:]
    due = [len(waits) * chance * (1 - chance) ** at for at in range(longest - 1)]
    due.append(len(waits) * (1 - chance) ** (longest - 1))
    yield Tested("wheel: waits for zero", exact.chi_squared(counts.tolist(), due), "geometric")


def _apart(spins: "NDArray[np.integer]", lag: int) -> "NDArray[np.integer]":
    """Pairs so far apart from each other that no spin is in two of them."""
    import numpy as np  # noqa: PLC0415 -- not for every command

    whole = len(spins) // (2 * lag) * (2 * lag)
    blocks = spins[:whole].reshape(-1, 2, lag)
    return np.concatenate([blocks[:, :, at] for at in range(lag)])
