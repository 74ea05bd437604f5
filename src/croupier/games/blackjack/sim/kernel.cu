// Blackjack, round for round as kernels/blackjack.py plays it: the rules are in the tables, here is
// the order of things. The numbers of the game (SIZE, BOXES, …) are written before this text as
// constants, so that what a game does not have is not compiled.

enum { BUST, BUST_DOUBLED, SURRENDERED, BLACKJACK, SPLIT, UNPLAYED, STAND = 8 };
enum { DEALER_BUST = 5, DEALER_BLACKJACK = 6, DEALER_ENDS = 8 };
enum { ACE = 0, TEN = 9 };
enum { MAIN, ALONE, BUSTED, INSURED, FIRST_CARDS };
enum { MOST_CARDS_OF_DEALER = 16, ROUNDS_OF_SHOE = 256, MOMENTS = 5 };

struct Tables {
    const u8* values;
    const int* tags;
    const int* stakes;
    const u8* insures;
    const i16 *start, *step, *second, *again, *dealer, *settle, *alone;
    const u8* classes;
    const int *class_nets, *bust_nets, *insurance_nets;
};

DEVICE int floor_div(int a, int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// One unit of play. `moments` are the thread's own sums over units, five for every bet.
DEVICE void play_unit(const Tables& t, Cards& cards, u64 unit, Count* tally, i64* moments) {
    int firsts[BOXES], seconds[BOXES], hands[BOXES];
    u32 ends[BOXES];  // of up to four hands, a byte each
    int sums[BETS][2];
    for (int bet = 0; bet < BETS; bet++) sums[bet][0] = sums[bet][1] = 0;
    int rounds = 0, count = 0, card;

    open_unit(cards, unit);
    for (int burned = 0; burned < BURNED; burned++) deal(cards);
    while (cards.left > RESERVE) {
        int before = cards.left, bin = 0;
        if (BINS > 1) {
            // The true count: what was seen, for every deck that was not.
            bin = floor_div(count * 52, before + BURNED) - LOWEST_BIN;
            bin = bin < 0 ? 0 : bin > BINS - 1 ? BINS - 1 : bin;
        }
#define DEAL(into)                          \
    do {                                    \
        into = deal(cards);                 \
        if (BINS > 1) count += t.tags[into]; \
    } while (0)

        // The deal.
        for (int box = 0; box < BOXES; box++) DEAL(firsts[box]);
        int shown;
        DEAL(shown);
        for (int box = 0; box < BOXES; box++) DEAL(seconds[box]);
        int up = t.values[shown], dealt = up, of_dealer = 1;
        bool blackjack = false;
        if (HOLE_CARD) {
            DEAL(card);
            int hole = t.values[card];
            dealt = t.dealer[dealt * 10 + hole];
            of_dealer = 2;
            blackjack = up + hole == TEN && (up == ACE || hole == ACE);
        }

        // The play.
        int facing = bin * 10 + up;
        bool insured = INSURANCE && up == ACE && t.insures[bin];
        bool whole = WHOLE_HAND, needed = insured;
        bool over = blackjack && (up == ACE ? LOOKS_UNDER_ACE : LOOKS_UNDER_TEN);
        for (int box = 0; box < BOXES; box++) {
            int pair = t.values[firsts[box]];
            int hand = t.start[facing * 100 + pair * 10 + t.values[seconds[box]]];
            int formed = 1, done = 1;
            if (over) {
                // Nobody plays against a blackjack that the dealer has seen.
                if (hand != -1 - BLACKJACK && hand != -1 - SURRENDERED) hand = -1 - UNPLAYED;
            } else if (MAX_HANDS > 1 && hand == -1 - SPLIT) {
                formed = 2;
                done = 0;
            }
            while (hand >= 0) {
                DEAL(card);
                hand = t.step[(facing * STEPS + hand) * 10 + t.values[card]];
            }
            ends[box] = -1 - hand;
            while (MAX_HANDS > 1 && done < formed) {
                // A hand of a split gets its second card when its turn comes.
                DEAL(card);
                int place = facing * 100 + pair * 10 + t.values[card];
                hand = formed < MAX_HANDS ? t.again[place] : t.second[place];
                if (hand == -1 - SPLIT) {
                    formed++;
                    continue;
                }
                while (hand >= 0) {
                    DEAL(card);
                    hand = t.step[(facing * STEPS + hand) * 10 + t.values[card]];
                }
                ends[box] = done ? ends[box] | (u32)(-1 - hand) << 8 * done : -1 - hand;
                done++;
                whole |= hand <= -1 - STAND;
            }
            hands[box] = formed;
            whole |= hand <= -1 - STAND;
            // Without a hole card a blackjack waits for what comes to a ten or an ace.
            needed |= hand == -1 - BLACKJACK && (up == ACE || up == TEN);
        }

        // The dealer draws only what some bet still needs.
        if (!HOLE_CARD && (whole || needed)) {
            DEAL(card);
            int drawn = t.values[card];
            dealt = t.dealer[dealt * 10 + drawn];
            of_dealer = 2;
            blackjack = up + drawn == TEN && (up == ACE || drawn == ACE);
        }
        if (whole && !blackjack) {
            while (dealt >= 0) {
                DEAL(card);
                dealt = t.dealer[dealt * 10 + t.values[card]];
                of_dealer++;
            }
        }
        int end = blackjack ? DEALER_BLACKJACK : whole ? -1 - dealt : 0;
        if (cards.left < 0) {
            // The shoe ran out: there was no such round, and there is no further one.
            ADD(ROUNDS_AT + 1);
            cards.left = before;
            break;
        }

        // The settlement.
        rounds++;
        int staked = BINS > 1 ? t.stakes[bin] : t.stakes[0];
        for (int box = 0; box < BOXES; box++) {
            int net = 0;
            bool standing = false;
            for (int hand = 0; hand < (MAX_HANDS > 1 ? hands[box] : 1); hand++) {
                int last = ends[box] >> 8 * hand & 0xFF;
                net += t.settle[last * DEALER_ENDS + end];
                standing |= last >= STAND;
            }
            if (TAKES_ONE_BET && blackjack && standing) net -= DENOMINATOR;
            ADD(MAIN_AT + LEVEL + bin * NETS + net);
            int first_net = 0, kind = 0;
            if (ALONE_AT >= 0) {
                first_net = t.alone[(ends[box] & 0xFF) * DEALER_ENDS + end];
                ADD(ALONE_AT + LEVEL + first_net);
            }
            if (CLASSES > 0) {
                int both = firsts[box] * 52 + seconds[box];
                kind = t.classes[WITH_DEALER ? both * 52 + shown : both];
                ADD(CLASS_AT + kind);
            }
            if (CLUSTERED) {
                sums[MAIN][0] += staked;
                sums[MAIN][1] += staked * net;
                sums[ALONE][0]++;
                sums[ALONE][1] += first_net;
                for (int bet = FIRST_CARDS; bet < BETS; bet++) {
                    sums[bet][0]++;
                    sums[bet][1] += t.class_nets[kind * (BETS - FIRST_CARDS) + bet - FIRST_CARDS];
                }
            }
        }
        if (WHOLE_HAND) {
            int most = MOST_CARDS_OF_DEALER - 1;
            int busted = end != DEALER_BUST ? 0 : of_dealer < most ? of_dealer : most;
            ADD(BUST_AT + busted);
            sums[BUSTED][0]++;
            sums[BUSTED][1] += t.bust_nets[busted];
        }
        if (insured) {
            ADD(INSURANCE_AT + blackjack);
            sums[INSURED][0]++;
            sums[INSURED][1] += t.insurance_nets[blackjack];
        }
        if (MODE != SHOE) break;
    }
    if (MODE == SHOE) ADD(ROUNDS_AT + 3 + (rounds < ROUNDS_OF_SHOE ? rounds : ROUNDS_OF_SHOE - 1));
    moments[BETS * MOMENTS] += rounds;
    moments[BETS * MOMENTS + 1] += SIZE - cards.left;
    if (CLUSTERED) {
        for (int bet = 0; bet < BETS; bet++) {
            i64 n = sums[bet][0], x = sums[bet][1];
            moments[bet * MOMENTS] += n;
            moments[bet * MOMENTS + 1] += x;
            moments[bet * MOMENTS + 2] += x * x;
            moments[bet * MOMENTS + 3] += n * n;
            moments[bet * MOMENTS + 4] += n * x;
        }
    }
}

// The thread's sums join the tally of the whole run.
DEVICE void add_moments(const i64* moments, i64* tally) {
    for (int at = 0; at < BETS * MOMENTS; at++)
        if (CLUSTERED) add(tally + MOMENTS_AT + at, moments[at]);
    add(tally + ROUNDS_AT, moments[BETS * MOMENTS]);
    add(tally + ROUNDS_AT + 2, moments[BETS * MOMENTS + 1]);
}

#define TABLES                                                                                  \
    const u8 *values, const int *tags, const int *stakes, const u8 *insures, const i16 *start,  \
        const i16 *step, const i16 *second, const i16 *again, const i16 *dealer,                \
        const i16 *settle, const i16 *alone, const u8 *classes, const int *class_nets,          \
        const int *bust_nets, const int *insurance_nets
#define GIVEN_TABLES                                                                            \
    {values, tags, stakes, insures, start, step, second, again, dealer, settle, alone, classes, \
     class_nets, bust_nets, insurance_nets}

#ifdef GPU
extern "C" __global__ void __launch_bounds__(THREADS)
play(u64 seed, u64 first, u64 units, const u8* shoe, TABLES, i64* tally) {
    const Tables global = GIVEN_TABLES;
    extern __shared__ u32 memory[];
    u32* counted = memory;                    // TALLY words
    u32* work = counted + TALLY;              // WORK words a thread
    i16* small = (i16*)(work + WORK * THREADS);
    // Tables that every round looks at are copied beside the threads; a strategy by the very cards
    // is too large for that and stays where it is.
    Tables t = global;
#define COPY(table, length)                                                      \
    do {                                                                         \
        for (int at = threadIdx.x; at < (length); at += THREADS) small[at] = global.table[at]; \
        t.table = small;                                                         \
        small += (length);                                                       \
    } while (0)
    COPY(dealer, 54 * 10);
    COPY(settle, 64 * DEALER_ENDS);
    COPY(alone, 64 * DEALER_ENDS);
    if (NEAR) {
        COPY(start, BINS * 1000);
        COPY(second, BINS * 1000);
        COPY(again, BINS * 1000);
        COPY(step, BINS * STEPS * 100);
    }
    u8* bytes = (u8*)small;
    for (int at = threadIdx.x; at < 52; at += THREADS) bytes[at] = global.values[at];
    t.values = bytes;
    u8* full = bytes + 52;
    for (int at = threadIdx.x; at < SIZE; at += THREADS) full[at] = shoe[at];
    for (int at = threadIdx.x; at < TALLY; at += THREADS) counted[at] = 0;
    __syncthreads();

    Cards cards;
    cards.work = work + threadIdx.x;
    cards.threads = THREADS;
    cards.shoe = full;
    cards.seed = seed;
    i64 moments[BETS * MOMENTS + 2];
    for (int at = 0; at < BETS * MOMENTS + 2; at++) moments[at] = 0;
    u64 stride = (u64)gridDim.x * THREADS;
    for (u64 unit = (u64)blockIdx.x * THREADS + threadIdx.x; unit < units; unit += stride)
        play_unit(t, cards, first + unit, counted, moments);
    __syncthreads();
    for (int at = threadIdx.x; at < TALLY; at += THREADS)
        if (counted[at]) atomicAdd((u64*)tally + at, (u64)counted[at]);
    add_moments(moments, tally);
}
#else
extern "C" void play(u64 seed, u64 first, u64 units, const u8* shoe, TABLES, i64* tally) {
    const Tables t = GIVEN_TABLES;
    static u32 work[WORK];
    Cards cards;
    cards.work = work;
    cards.threads = 1;
    cards.shoe = shoe;
    cards.seed = seed;
    i64 moments[BETS * MOMENTS + 2] = {0};
    for (u64 unit = 0; unit < units; unit++) play_unit(t, cards, first + unit, tally, moments);
    add_moments(moments, tally);
}
#endif
