"""The text of a CUDA kernel, with the numbers of a game written before it as constants: what a game
does not have is not compiled."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from numpy.typing import NDArray

from croupier.sim.kernels.random_cards import FRESH, SHOE


class CudaKernel(NamedTuple):
    """A game as a GPU plays it."""

    package: str
    """The game's folder, in which kernel.cu lies."""
    numbers: Mapping[str, int]
    """Constant → its value; MODE and SIZE among them."""
    tables: tuple[NDArray[Any], ...]
    """In the order of the kernel's arguments, the shoe first."""
    tally_size: int
    shared_bytes: int
    """Of tables that lie beside the threads."""

    @property
    def work(self) -> int:
        """Words that a thread has for its own cards."""
        size = self.numbers["SIZE"]
        return {FRESH: (size + 31) // 32, SHOE: (size + 3) // 4}.get(self.numbers["MODE"], 1)

    def shared(self, threads: int) -> int:
        """Bytes that a block of so many threads shares; every part begins on a whole word."""
        return 4 * (self.tally_size + self.work * threads) + self.shared_bytes + 16

    def text(self, threads: int = 1) -> str:
        numbers = dict(self.numbers) | {
            "TALLY": self.tally_size,
            "WORK": self.work,
            "THREADS": threads,
        }
        lines = [f"constexpr int {name} = {int(number)};" for name, number in numbers.items()]
        cards = files(__package__).joinpath("random_cards.cuh")
        rounds = files(self.package).joinpath("kernel.cu")
        return "\n".join([*lines, cards.read_text(), rounds.read_text()])
