// Coups, counted by how they end, as kernels/baccarat.py counts them. Where shoes are dealt down, what
// a shoe has won on every bet is squared, and multiplied by its coups.

enum { ENDS = 4000, RANK = 16, PAIRS = 4, COUP = 6 };
enum { SQUARES_AT = ENDS, PRODUCTS_AT = ENDS + BETS, COUPS_AT = ENDS + 2 * BETS };

// How a coup ends, and with how many cards: Player, Banker, Player, Banker, then whoever draws.
DEVICE int coup(const int* c, const i16* hands, int& dealt) {
    int first = c[0] / RANK;
    int ours = (first + c[2] / RANK) % 10, theirs = (c[1] / RANK + c[3] / RANK) % 10;
    int end = hands[ours * 1000 + theirs * 100 + c[4] / RANK * 10 + c[5] / RANK];
    dealt = end / 100;
    return (first * 100 + end % 100) * PAIRS + (c[0] == c[2]) + 2 * (c[1] == c[3]);
}

struct Sums {
    i64 squares[BETS], products[BETS], cards;
};

DEVICE void play_unit(
    const i16* hands, const int* nets, Cards& cards, u64 unit, Count* tally, Sums& sums
) {
    int next[COUP], dealt;
    open_unit(cards, unit);
    for (int burned = 0; burned < BURNED; burned++) deal(cards);
    for (int at = 0; at < COUP; at++) next[at] = deal(cards);
    if (MODE != SHOE) {
        ADD(coup(next, hands, dealt));
        return;
    }
    i64 won[BETS];
    for (int bet = 0; bet < BETS; bet++) won[bet] = 0;
    int played = 0, left = SIZE - BURNED;
    while (left > RESERVE) {
        int end = coup(next, hands, dealt);
        ADD(end);
        for (int bet = 0; bet < BETS; bet++) won[bet] += nets[end * BETS + bet];
        played++;
        left -= dealt;
        // Four cards are gone at least; the fifth and sixth come first if they were not needed.
        int fifth = next[4], sixth = next[5];
        next[0] = dealt == 4 ? fifth : dealt == 5 ? sixth : deal(cards);
        next[1] = dealt == 4 ? sixth : deal(cards);
        for (int at = 2; at < COUP; at++) next[at] = deal(cards);
    }
    ADD(COUPS_AT + played);
    sums.cards += SIZE - BURNED - left;
    for (int bet = 0; bet < BETS; bet++) {
        sums.squares[bet] += won[bet] * won[bet];
        sums.products[bet] += played * won[bet];
    }
}

DEVICE void begin_sums(Sums& sums) {
    sums.cards = 0;
    for (int bet = 0; bet < BETS; bet++) sums.squares[bet] = sums.products[bet] = 0;
}

DEVICE void add_sums(const Sums& sums, i64* tally) {
    if (MODE != SHOE) return;
    for (int bet = 0; bet < BETS; bet++) {
        add(tally + SQUARES_AT + bet, sums.squares[bet]);
        add(tally + PRODUCTS_AT + bet, sums.products[bet]);
    }
    add(tally + TALLY - 1, sums.cards);
}

#ifdef GPU
extern "C" __global__ void __launch_bounds__(THREADS)
play(u64 seed, u64 first, u64 units, const u8* shoe, const i16* hands, const int* nets, i64* tally) {
    extern __shared__ u32 memory[];
    u32* counted = memory;                            // TALLY words
    u32* work = counted + TALLY;                      // WORK words a thread
    i16* near_hands = (i16*)(work + WORK * THREADS);  // both looked at in every coup
    u8* near_shoe = (u8*)(near_hands + 10000);
    for (int at = threadIdx.x; at < 10000; at += THREADS) near_hands[at] = hands[at];
    for (int at = threadIdx.x; at < SIZE; at += THREADS) near_shoe[at] = shoe[at];
    for (int at = threadIdx.x; at < TALLY; at += THREADS) counted[at] = 0;
    __syncthreads();
    Cards cards;
    cards.work = work + threadIdx.x;
    cards.threads = THREADS;
    cards.shoe = near_shoe;
    cards.seed = seed;
    Sums sums;
    begin_sums(sums);
    u64 stride = (u64)gridDim.x * THREADS;
    for (u64 unit = (u64)blockIdx.x * THREADS + threadIdx.x; unit < units; unit += stride)
        play_unit(near_hands, nets, cards, first + unit, counted, sums);
    __syncthreads();
    for (int at = threadIdx.x; at < TALLY; at += THREADS)
        if (counted[at]) atomicAdd((u64*)tally + at, (u64)counted[at]);
    add_sums(sums, tally);
}
#else
extern "C" void play(
    u64 seed, u64 first, u64 units, const u8* shoe, const i16* hands, const int* nets, i64* tally
) {
    u32 work[WORK];
    Cards cards;
    cards.work = work;
    cards.threads = 1;
    cards.shoe = shoe;
    cards.seed = seed;
    Sums sums;
    begin_sums(sums);
    for (u64 unit = 0; unit < units; unit++)
        play_unit(hands, nets, cards, first + unit, tally, sums);
    add_sums(sums, tally);
}
#endif
