// Random cards from a counter, draw for draw as kernels/random_cards.py has them.
//
// Compiled for a GPU by NVRTC, and for the processor by any C++ compiler, where tests hold it to the
// engine. A thread's own cards lie in `work`, one word of every thread beside the other, so that
// threads of a warp never meet in a bank of memory; on the processor there is one thread.

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define GPU
#define DEVICE __device__ __forceinline__
#else
#define DEVICE static inline
#endif

typedef unsigned char u8;
typedef short i16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

// How often something happened: a block's own count, or the tally itself; and sums that every thread
// keeps for itself until the end.
#ifdef GPU
typedef u32 Count;
#define ADD(place) atomicAdd(tally + (place), 1u)
DEVICE void add(i64* place, i64 sum) {
    for (int lane = 16; lane; lane >>= 1) sum += __shfl_xor_sync(0xFFFFFFFF, sum, lane);
    if (threadIdx.x % 32 == 0 && sum) atomicAdd((u64*)place, (u64)sum);
}
#else
typedef i64 Count;
#define ADD(place) tally[place]++
DEVICE void add(i64* place, i64 sum) { *place += sum; }
#endif

enum { FRESH, SHOE, GIVEN };

struct Cards {
    u32* work;       // FRESH: a bit for every card that is out; SHOE: the cards that are left
    int threads;     // how many share `work`
    const u8* shoe;  // the full shoe; GIVEN: the cards of all units in order
    u64 seed, unit;
    u64 bits, more;
    u32 block;
    int draws;       // left of this block
    int left;        // below zero: more were asked for than there are
};

DEVICE void philox(u64 seed, u64 unit, u32 block, u64& bits, u64& more) {
    u32 c0 = (u32)unit, c1 = (u32)(unit >> 32), c2 = block, c3 = 0;
    u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
#ifdef GPU
#pragma unroll
#endif
    for (int round = 0; round < 10; round++) {
        u64 p0 = (u64)0xD2511F53u * c0, p1 = (u64)0xCD9E8D57u * c2;
        c0 = (u32)(p1 >> 32) ^ c1 ^ k0;
        c1 = (u32)p1;
        c2 = (u32)(p0 >> 32) ^ c3 ^ k1;
        c3 = (u32)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    bits = c0 | ((u64)c1 << 32);
    more = c2 | ((u64)c3 << 32);
}

DEVICE u32 draw16(Cards& cards) {
    if (cards.draws == 0) {
        philox(cards.seed, cards.unit, cards.block++, cards.bits, cards.more);
        cards.draws = 8;
    } else if (cards.draws == 4) {
        cards.bits = cards.more;
    }
    u32 drawn = (u32)cards.bits & 0xFFFF;
    cards.bits >>= 16;
    cards.draws--;
    return drawn;
}

// A number below the bound, each equally likely.
DEVICE u32 below(Cards& cards, u32 bound) {
    for (;;) {
        u32 product = draw16(cards) * bound, share = product & 0xFFFF;
        if (share >= bound || share >= 65536u % bound) return product >> 16;
    }
}

DEVICE void open_unit(Cards& cards, u64 unit) {
    cards.unit = unit;
    cards.block = 0;
    cards.draws = 0;
    cards.left = SIZE;
    if (MODE == FRESH) {
        for (int word = 0; word < (SIZE + 31) / 32; word++) cards.work[word * cards.threads] = 0;
    } else if (MODE == SHOE) {
        for (int word = 0; word < (SIZE + 3) / 4; word++) {
            u32 four = 0;
            for (int at = 3; at >= 0; at--)
                four = four << 8 | (4 * word + at < SIZE ? cards.shoe[4 * word + at] : 0);
            cards.work[word * cards.threads] = four;
        }
    }
}

DEVICE int deal(Cards& cards) {
    if (cards.left-- <= 0) return cards.shoe[0];
    if (MODE == GIVEN) return cards.shoe[cards.unit * SIZE + SIZE - 1 - cards.left];
    if (MODE == FRESH) {
        for (;;) {
            u32 at = below(cards, SIZE), bit = 1u << (at & 31);
            u32* word = cards.work + (at >> 5) * cards.threads;
            if (*word & bit) continue;
            *word |= bit;
            return cards.shoe[at];
        }
    }
    u32 last = cards.left, at = below(cards, last + 1);
    u32* word = cards.work + (at >> 2) * cards.threads;
    u32 from = cards.work[(last >> 2) * cards.threads] >> (8 * (last & 3)) & 0xFF;
    u32 shift = 8 * (at & 3), card = *word >> shift & 0xFF;
    *word = (*word & ~(0xFFu << shift)) | from << shift;
    return card;
}
