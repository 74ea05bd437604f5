// Spins, counted by where the ball rests, as kernels/roulette.py counts them.

DEVICE int spin(u64 seed, u64 unit) {
    Cards ball;
    ball.seed = seed;
    ball.unit = unit;
    ball.block = 0;
    ball.draws = 0;
    return below(ball, TALLY);
}

#ifdef GPU
extern "C" __global__ void __launch_bounds__(THREADS)
play(u64 seed, u64 first, u64 units, i64* tally_of_run) {
    extern __shared__ u32 tally[];
    for (int at = threadIdx.x; at < TALLY; at += THREADS) tally[at] = 0;
    __syncthreads();
    u64 stride = (u64)gridDim.x * THREADS;
    for (u64 unit = (u64)blockIdx.x * THREADS + threadIdx.x; unit < units; unit += stride)
        ADD(spin(seed, first + unit));
    __syncthreads();
    for (int at = threadIdx.x; at < TALLY; at += THREADS)
        if (tally[at]) atomicAdd((u64*)tally_of_run + at, (u64)tally[at]);
}
#else
extern "C" void play(u64 seed, u64 first, u64 units, i64* tally) {
    for (u64 unit = 0; unit < units; unit++) ADD(spin(seed, first + unit));
}
#endif
