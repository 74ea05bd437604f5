"""The CUDA source through two compilers: NVRTC, as a GPU's owner has it, and a C++ compiler for the
processor, so that what a GPU would count can be held to what numba counts."""

import ctypes
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from croupier.sim.cuda.text import CudaKernel
from croupier.sim.game import Ints


def _compiler() -> list[str]:
    """The machine's own, or the one that `make test` installs where there is none."""
    own = shutil.which("c++")
    return [own] if own else [sys.executable, "-m", "ziglang", "c++"]


class ForProcessor:
    """A kernel as a library of this machine."""

    def __init__(self, kernel: CudaKernel, folder: Path) -> None:
        self.kernel = kernel
        text, library = folder / "kernel.cpp", folder / "kernel.so"
        text.write_text(kernel.text())
        subprocess.run(
            [*_compiler(), "-O1", "-shared", "-fPIC", "-o", library, text],
            check=True,
            capture_output=True,
        )
        self._play = ctypes.CDLL(str(library)).play

    def play(self, seed: int, first: int, units: int) -> Ints:
        tally = np.zeros(self.kernel.tally_size, np.int64)
        arrays = (*self.kernel.tables, tally)
        self._play(
            *map(ctypes.c_uint64, (seed, first, units)),
            *(array.ctypes.data_as(ctypes.c_void_p) for array in arrays),
        )
        return tally


def for_gpu(kernel: CudaKernel, threads: int) -> bytes:
    """As NVRTC compiles it for a Hopper chip; what it has to say where it does not."""
    nvrtc = ctypes.CDLL(str(_nvrtc()))
    program = ctypes.c_void_p()
    text = kernel.text(threads).encode()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, kernel.package.encode(), 0, None, None)
    options = (ctypes.c_char_p * 2)(b"--std=c++17", b"--gpu-architecture=sm_90")
    failed = nvrtc.nvrtcCompileProgram(program, len(options), options)
    said, compiled = ctypes.c_size_t(), ctypes.c_size_t()
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(said))
    log = ctypes.create_string_buffer(said.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    assert not failed, log.value.decode()
    nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(compiled))
    code = ctypes.create_string_buffer(compiled.value)
    nvrtc.nvrtcGetCUBIN(program, code)
    return code.raw


def _nvrtc() -> Path:
    spec = find_spec("nvidia")
    assert spec is not None
    folders = map(Path, spec.submodule_search_locations or ())
    return next(file for folder in folders for file in sorted(folder.glob("*/lib/libnvrtc.so.*")))
