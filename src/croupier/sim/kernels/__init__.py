"""Rounds played by compiled code: numba for the processor, CUDA C++ for the GPU."""
