"""The same units of play on a GPU, by the kernels in CUDA C++."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from croupier.kit.errors import Code, Refused
from croupier.sim.cuda.text import CudaKernel
from croupier.sim.game import BetTally, Ints, ShoeTally, SimulatedGame

_THREADS = (512, 256, 128, 64)
"""Of a block; fewer where its cards and tables do not fit beside them."""
_BLOCKS = 16
"""For every multiprocessor, so that none waits for the last."""
_LAUNCHED = 2**30
"""Units at once: a block counts in 32 bits."""


class CudaGame(SimulatedGame, Protocol):
    @property
    def cuda(self) -> CudaKernel: ...


class OnGpu:
    """A game whose units are played by the GPU; everything else it answers as it does."""

    def __init__(self, game: CudaGame) -> None:
        self._game = game
        self._cupy = cupy = _cupy()
        self.tally_size, self.rounds_a_unit = game.tally_size, game.rounds_a_unit
        device = cupy.cuda.Device().attributes
        kernel = game.cuda
        room = device["MaxSharedMemoryPerBlockOptin"]
        threads = next((n for n in _THREADS if kernel.shared(n) <= room), None)
        if threads is None:
            message = f"the tables of this game do not fit the GPU: {kernel.shared(64)} bytes"
            raise Refused(Code.LIMIT, message)
        self._shared = kernel.shared(threads)
        self._shape = (_BLOCKS * device["MultiProcessorCount"],), (threads,)
        module = cupy.RawModule(code=kernel.text(threads), options=("--std=c++17",))
        self._play = module.get_function("play")
        self._play.max_dynamic_shared_size_bytes = self._shared
        # A pointer to nothing is no argument.
        self._tables = [cupy.asarray(table if table.size else [0]) for table in kernel.tables]

    def play(self, seed: int, first: int, units: int, tally: Ints) -> None:
        counted = self._cupy.zeros(len(tally), np.int64)
        for begun in range(0, units, _LAUNCHED):
            numbers = seed, first + begun, min(_LAUNCHED, units - begun)
            arguments = (*map(np.uint64, numbers), *self._tables, counted)
            self._play(*self._shape, arguments, shared_mem=self._shared)
        tally += counted.get()

    def rounds(self, tally: Ints) -> int:
        return self._game.rounds(tally)

    def bets(self, tally: Ints) -> tuple[BetTally, ...]:
        return self._game.bets(tally)

    def shoes(self, tally: Ints) -> ShoeTally | None:
        return self._game.shoes(tally)

    def exact(self) -> Mapping[str, float]:
        return self._game.exact()


def on_gpu(game: SimulatedGame) -> SimulatedGame:
    if not hasattr(game, "cuda"):
        raise Refused(Code.BAD_SETTING, "this game has no kernel for a GPU")
    return OnGpu(game)  # type: ignore[arg-type]


def _cupy() -> Any:
    try:
        import cupy  # noqa: PLC0415 -- of an extra
    except ImportError:
        raise Refused(Code.BAD_SETTING, "the GPU needs CuPy: pip install 'croupier[gpu]'") from None
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise Refused(Code.BAD_SETTING, f"there is no GPU to play on: {error}") from None
    return cupy
