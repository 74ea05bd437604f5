"""The kernels in CUDA C++, unit for unit as numba plays them."""
