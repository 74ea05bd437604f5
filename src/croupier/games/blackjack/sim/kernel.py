"""Blackjack, driven by tables: what a hand becomes with a card and what is done with it, what the
dealer's becomes, what both come to. The rules are in the tables (`sim/`); here is the order of
things.

A hand is a number. From zero up it takes another card; below zero it is over, and `-1 - number`
says how: an `END`, or `STAND` and its total, or `DOUBLED` and its total.
"""

import numpy as np
from numba import njit, uint64

from croupier.sim.kernels.random_cards import (
    BITS,
    FRESH,
    LEFT,
    MANY,
    MORE,
    SHOE,
    deal,
    ffi,
    first_blocks,
    open_unit,
)

BUST, BUST_DOUBLED, SURRENDERED, BLACKJACK, SPLIT, UNPLAYED = range(6)
STAND, DOUBLED = 8, 32
ENDS = 64
"""How a hand can be over."""
DEALER_BUST, DEALER_BLACKJACK = 5, 6
"""The dealer's end: 17 to 21 are 0 to 4."""
DEALER_ENDS = 8

ACE, TEN = 0, 9

NUMBERS = (
    "SIZE",
    "BOXES",
    "BURNED",
    "RESERVE",
    "HOLE_CARD",
    "LOOKS_UNDER_ACE",
    "LOOKS_UNDER_TEN",
    "TAKES_ONE_BET",
    "MAX_HANDS",
    "DENOMINATOR",
    "BINS",
    "LOWEST_BIN",
    "WHOLE_HAND",
    "INSURANCE",
    "CLASSES",
    "WITH_DEALER",
    "CLUSTERED",
    "MAIN_AT",
    "ALONE_AT",
    "CLASS_AT",
    "BUST_AT",
    "INSURANCE_AT",
    "ROUNDS_AT",
    "MOMENTS_AT",
    "LEVEL",
    "NETS",
    "BETS",
)
"""What a game is told by, in the order of its array."""
(
    SIZE,
    BOXES,
    BURNED,
    RESERVE,
    HOLE_CARD,
    LOOKS_UNDER_ACE,
    LOOKS_UNDER_TEN,
    TAKES_ONE_BET,
    MAX_HANDS,
    DENOMINATOR,
    BINS,
    LOWEST_BIN,
    WHOLE_HAND,
    INSURANCE,
    CLASSES,
    WITH_DEALER,
    CLUSTERED,
    MAIN_AT,
    ALONE_AT,
    CLASS_AT,
    BUST_AT,
    INSURANCE_AT,
    ROUNDS_AT,
    MOMENTS_AT,
    LEVEL,
    NETS,
    BETS,
) = range(len(NUMBERS))

MOST_CARDS_OF_DEALER = 16
ROUNDS_OF_SHOE = 256
"""Of the histogram of rounds a shoe; before it: rounds, rounds that ran out of cards, cards."""
MOMENTS = 5
"""Σ n, Σ x, Σ x², Σ n², Σ n·x over the units of play."""
MAIN, ALONE, BUSTED, INSURED, FIRST_CARDS = range(5)
"""Bets by the place of their moments; those on the first cards come last."""
RECORDED = 3
"""Of a box in a record: net, net of a bet behind that does not follow, class of the first cards;
after the boxes the dealer's cards if bust, insurance, and cards of the round."""


@njit(cache=True, nogil=True)
def play(
    seed,
    first,
    units,
    mode,
    numbers,
    shoe,
    values,
    tags,
    stakes,
    insures,
    start,
    step,
    second,
    again,
    dealer,
    settle,
    alone,
    classes,
    class_nets,
    bust_nets,
    insurance_nets,
    memory,
    cards,
    marks,
    ahead,
    firsts,
    seconds,
    hands,
    ends,
    sums,
    tally,
    record,
):
    """Units of play, added to the tally; with a record, every round of them too.

    The arrays from `memory` to `sums` are there to work in.
    """
    boxes, max_hands, bets = numbers[BOXES], numbers[MAX_HANDS], numbers[BETS]
    hole_card, boom_busted = numbers[HOLE_CARD] != 0, numbers[WHOLE_HAND] != 0
    looks_under_ace, looks_under_ten = numbers[LOOKS_UNDER_ACE] != 0, numbers[LOOKS_UNDER_TEN] != 0
    takes_one_bet, bet = numbers[TAKES_ONE_BET] != 0, numbers[DENOMINATOR]
    bins, lowest_bin = numbers[BINS], numbers[LOWEST_BIN]
    burned, reserve, size = numbers[BURNED], numbers[RESERVE], uint64(numbers[SIZE])
    main_at, alone_at = numbers[MAIN_AT] + numbers[LEVEL], numbers[ALONE_AT] + numbers[LEVEL]
    class_at, bust_at, insurance_at = numbers[CLASS_AT], numbers[BUST_AT], numbers[INSURANCE_AT]
    rounds_at, moments_at, nets = numbers[ROUNDS_AT], numbers[MOMENTS_AT], numbers[NETS]
    has_alone, has_classes = numbers[ALONE_AT] >= 0, numbers[CLASSES] > 0
    with_dealer, clustered = numbers[WITH_DEALER] != 0, numbers[CLUSTERED] != 0
    recording, columns, kinds = len(record) > 0, record.shape[1], class_nets.shape[1]
    steps = step.shape[2] * 10
    row = 0

    shoe, values, tags = ffi.from_buffer(shoe), ffi.from_buffer(values), ffi.from_buffer(tags)
    stakes, insures = ffi.from_buffer(stakes), ffi.from_buffer(insures)
    start, step = ffi.from_buffer(start), ffi.from_buffer(step)
    second, again = ffi.from_buffer(second), ffi.from_buffer(again)
    dealer, settle, alone = ffi.from_buffer(dealer), ffi.from_buffer(settle), ffi.from_buffer(alone)
    classes, class_nets = ffi.from_buffer(classes), ffi.from_buffer(class_nets)
    bust_nets, insurance_nets = ffi.from_buffer(bust_nets), ffi.from_buffer(insurance_nets)
    memory, cards = ffi.from_buffer(memory), ffi.from_buffer(cards)
    marks, ahead = ffi.from_buffer(marks), ffi.from_buffer(ahead)
    firsts, seconds = ffi.from_buffer(firsts), ffi.from_buffer(seconds)
    hands, ends, sums = ffi.from_buffer(hands), ffi.from_buffer(ends), ffi.from_buffer(sums)
    tally, record = ffi.from_buffer(tally), ffi.from_buffer(record)
    shuffle = mode, size, seed, memory, cards, marks, ahead

    words = np.empty((4, MANY), np.uint64)
    for unit in range(uint64(first), uint64(first + units)):
        open_unit(mode, size, shoe, cards, memory)
        if mode == FRESH:
            of_many = np.int64(unit - uint64(first)) % MANY
            if of_many == 0:
                first_blocks(seed, unit, words)
            memory[BITS] = words[0, of_many] | words[1, of_many] << uint64(32)
            memory[MORE] = words[2, of_many] | words[3, of_many] << uint64(32)
        at = filled = rounds = count = 0
        for _ in range(burned):
            _, at, filled = deal(at, filled, unit, shuffle)
        left = np.int64(memory[LEFT]) + filled - at
        while left > reserve:
            bin = 0
            if bins > 1:
                # The true count: what was seen, for every deck that was not.
                bin = min(max(count * 52 // (left + burned) - lowest_bin, 0), bins - 1)

            # The deal.
            for box in range(boxes):
                card, at, filled = deal(at, filled, unit, shuffle)
                firsts[box] = card
                count += tags[card]
            shown, at, filled = deal(at, filled, unit, shuffle)
            count += tags[shown]
            for box in range(boxes):
                card, at, filled = deal(at, filled, unit, shuffle)
                seconds[box] = card
                count += tags[card]
            up = np.int64(values[shown])
            dealt, of_dealer = up, 1
            blackjack = False
            if hole_card:
                card, at, filled = deal(at, filled, unit, shuffle)
                count += tags[card]
                hole = values[card]
                dealt, of_dealer = np.int64(dealer[dealt * 10 + hole]), 2
                blackjack = up + hole == TEN and (up == ACE or hole == ACE)

            # The play.
            facing = bin * 10 + up
            insured = up == ACE and insures[bin] != 0
            whole, needed = boom_busted, insured
            over = blackjack and (looks_under_ace if up == ACE else looks_under_ten)
            for box in range(boxes):
                pair = values[firsts[box]]
                hand = np.int64(start[facing * 100 + pair * 10 + values[seconds[box]]])
                formed = done = 1
                if over:
                    # Nobody plays against a blackjack that the dealer has seen.
                    if hand != -1 - BLACKJACK and hand != -1 - SURRENDERED:
                        hand = -1 - UNPLAYED
                elif hand == -1 - SPLIT:
                    formed, done = 2, 0
                while hand >= 0:
                    card, at, filled = deal(at, filled, unit, shuffle)
                    count += tags[card]
                    hand = np.int64(step[facing * steps + hand * 10 + values[card]])
                ends[4 * box] = -1 - hand
                while done < formed:
                    # A hand of a split gets its second card when its turn comes.
                    card, at, filled = deal(at, filled, unit, shuffle)
                    count += tags[card]
                    place = facing * 100 + pair * 10 + values[card]
                    hand = np.int64(again[place] if formed < max_hands else second[place])
                    if hand == -1 - SPLIT:
                        formed += 1
                        continue
                    while hand >= 0:
                        card, at, filled = deal(at, filled, unit, shuffle)
                        count += tags[card]
                        hand = np.int64(step[facing * steps + hand * 10 + values[card]])
                    ends[4 * box + done] = -1 - hand
                    whole |= hand <= -1 - STAND
                    done += 1
                hands[box] = formed
                whole |= hand <= -1 - STAND
                # Without a hole card a blackjack waits for what comes to a ten or an ace.
                needed |= hand == -1 - BLACKJACK and (up == ACE or up == TEN)

            # The dealer draws only what some bet still needs.
            if not hole_card and (whole or needed):
                card, at, filled = deal(at, filled, unit, shuffle)
                count += tags[card]
                drawn = values[card]
                dealt, of_dealer = np.int64(dealer[dealt * 10 + drawn]), 2
                blackjack = up + drawn == TEN and (up == ACE or drawn == ACE)
            if whole and not blackjack:
                while dealt >= 0:
                    card, at, filled = deal(at, filled, unit, shuffle)
                    count += tags[card]
                    dealt = np.int64(dealer[dealt * 10 + values[card]])
                    of_dealer += 1
            end = DEALER_BLACKJACK if blackjack else -1 - dealt if whole else 0

            before = left
            left = np.int64(memory[LEFT]) + filled - at
            if left < 0:
                # The shoe ran out: there was no such round, and there is no further one.
                tally[rounds_at + 1] += 1
                left = before
                break

            # The settlement.
            rounds += 1
            for box in range(boxes):
                net = np.int64(settle[ends[4 * box] * DEALER_ENDS + end])
                for hand in range(1, hands[box]):
                    net += settle[ends[4 * box + hand] * DEALER_ENDS + end]
                if blackjack and takes_one_bet:
                    for hand in range(hands[box]):
                        if ends[4 * box + hand] >= STAND:
                            net -= bet
                            break
                tally[main_at + bin * nets + net] += 1
                first_net = kind = 0
                if has_alone:
                    first_net = np.int64(alone[ends[4 * box] * DEALER_ENDS + end])
                    tally[alone_at + first_net] += 1
                if has_classes:
                    both = firsts[box] * 52 + seconds[box]
                    kind = np.int64(classes[both * 52 + shown if with_dealer else both])
                    tally[class_at + kind] += 1
                if clustered:
                    sums[2 * MAIN] += stakes[bin]
                    sums[2 * MAIN + 1] += stakes[bin] * net
                    sums[2 * ALONE] += 1
                    sums[2 * ALONE + 1] += first_net
                    for each in range(kinds):
                        sums[2 * (FIRST_CARDS + each)] += 1
                        sums[2 * (FIRST_CARDS + each) + 1] += class_nets[kind * kinds + each]
                if recording:
                    record[row + RECORDED * box] = net * stakes[bin]
                    record[row + RECORDED * box + 1] = first_net
                    record[row + RECORDED * box + 2] = kind
            busted = won = 0
            if boom_busted:
                busted = min(of_dealer, MOST_CARDS_OF_DEALER - 1) if end == DEALER_BUST else 0
                tally[bust_at + busted] += 1
                if clustered:
                    sums[2 * BUSTED] += 1
                    sums[2 * BUSTED + 1] += bust_nets[busted]
            if insured:
                won = 1 if blackjack else 0
                tally[insurance_at + won] += 1
                if clustered:
                    sums[2 * INSURED] += 1
                    sums[2 * INSURED + 1] += insurance_nets[won]
            if recording:
                record[row + RECORDED * boxes] = busted
                record[row + RECORDED * boxes + 1] = 1 + won if insured else 0
                record[row + RECORDED * boxes + 2] = before - left
                row += columns
            if mode != SHOE:
                break

        tally[rounds_at] += rounds
        tally[rounds_at + 2] += np.int64(size) - left
        if mode == SHOE:
            tally[rounds_at + 3 + min(rounds, ROUNDS_OF_SHOE - 1)] += 1
        if clustered:
            for each in range(bets):
                place = moments_at + MOMENTS * each
                n, x = sums[2 * each], sums[2 * each + 1]
                tally[place] += n
                tally[place + 1] += x
                tally[place + 2] += x * x
                tally[place + 3] += n * n
                tally[place + 4] += n * x
                sums[2 * each] = sums[2 * each + 1] = 0
