"""Who gets what, under which clause: the interim settlement, the second card, the final one.

| when | what | BJ5 | BJP | LIVE | CLB |
|---|---|---|---|---|---|
| a bust | the hand | 3.18 | 3.19 | 2.2.3 | 12 |
| a bust | a split hand, a doubled one | 3.21.3, 3.22.2 | 3.22.3, 3.23.2 | 2.2.3 | 12 |
| interim | side bets | 3.13 | 3.13, 3.14 | - | - |
| interim | surrender, even money | 3.16, 3.14.1 | 3.17, 3.15.1 | - | - |
| interim | blackjack against 2 to 9 | 3.15 | 3.16 | final | final |
| second card | insurance, waiting blackjacks | 3.14, 3.15 | 3.15, 3.16 | 2.2.5 | 9, 10 |
| final | dealer's blackjack | R13 | R13 | R18 | R20 |
| final | totals | 3.23 | 3.24 | 2.2.1 | 16, 17 |
| final | Boom Busted | - | 3.26 | - | - |

Obeyed here too: BJ5 1.9, 1.17, 1.18, 1.21, 1.31, 1.35, 3.13.2a, 3.13.2b, 3.13.2c, 3.13.2e, 4.1;
BJP 1.3, 1.10, 1.18, 1.25, 1.31, 3.25, 3.26.2, 3.26.3, 4.1; LIVE 2.2.1c, 2.2.3b; CLB 14.
"""

from msgspec.structs import replace

from croupier.engine.lines import Line, Result, Verdict, give_back, lose, push, win
from croupier.games.blackjack.engine.points import is_natural, points, value
from croupier.games.blackjack.engine.rules import EVEN, BlackjackRules, BlackjackTakes
from croupier.games.blackjack.engine.state import Hand, Phase, Round, SideBet
from croupier.kit.cards import Card, same_colour, same_rank, suit


def dealer_blackjack(round: Round) -> bool:
    """Decided by the first two cards: one placed after them does not count (R32)."""
    return is_natural(round.dealer[:2])


def shows_ace(round: Round) -> bool:
    return round.dealer[0][0] == "A"


def shows_ten(round: Round) -> bool:
    return value(round.dealer[0]) == 10


def dealer_stands(round: Round) -> bool:
    return _stands_on(round.rules, round.dealer)


def _stands_on(rules: BlackjackRules, cards: tuple[Card, ...]) -> bool:
    """BJ5 3.23, R12: stands on every 17. CLB 15: or draws to a soft 17."""
    total, soft = points(cards)
    return total > 17 or (total == 17 and not (soft and rules.h17))


def dealer_complete(round: Round) -> bool:
    """R12: no bet needs another card, or the dealer stands, on cards placed out of order too.
    LIVE 2.4.2: while the hole card is down only the exposed cards are judged, so that the answer
    does not depend on it."""
    if round.hole_down:
        # Sixteen and a hole card, an ace at least, is a hand that stands.
        return sum(map(value, round.exposed)) >= 16
    return round.complete or dealer_stands(round)


def turn_hole_card(round: Round) -> Round:
    """R32: cards placed while it was down do not count if the hand was complete before them."""
    if not round.hole_down:
        return round
    cards = round.dealer
    needed = next(
        (count for count in range(2, len(cards)) if _stands_on(round.rules, cards[:count])),
        len(cards),
    )
    return replace(round, dealer=cards[:needed], out=(*round.out, *cards[needed:]), hole_down=False)


def bust_clause(rules: BlackjackRules, hand: Hand) -> str:
    """What a hand over 21 is lost under: by a double's one card, after a split, or by a hit."""
    if hand.doubled:
        return rules.topics["bust-after-double"]
    return rules.topics["bust-after-split"] if hand.from_split else rules.topics["bust"]


def settle_hand(round: Round, where: tuple[int, int], verdict: Verdict) -> Round:
    """Settle every open stake of a hand, one line each."""
    for stake in round.hand(where).stakes:
        if not stake.settled:
            round = settle_stake(round, where, stake.player, verdict)
    return round


def settle_stake(
    round: Round, where: tuple[int, int], player: str, verdict: Verdict, kept: int = 0
) -> Round:
    """One stake, one line. `kept` of a lost stake goes back with it (R13)."""
    box, hand = round.boxes[where[0]], round.hand(where)
    stake = hand.stake_of(player)
    wager = box.wager_of(player)
    assert stake is not None
    assert wager is not None
    line = verdict.line(player, wager.bet, stake.whole, box.number, where[1] + 1)
    line = replace(line, returned=line.returned + kept)
    stakes = tuple(
        replace(stake, settled=True) if stake.player == player else stake for stake in hand.stakes
    )
    round = round.with_hand(where, replace(hand, stakes=stakes))
    return replace(round, lines=(*round.lines, line))


def interim_settlement(round: Round) -> Round:
    """R9: side bets, surrenders, even money, and blackjacks when the dealer shows 2 to 9."""
    cite = round.rules.topics
    round = _settle_side_bets(round)
    for index, box in enumerate(round.boxes):
        if box.hands[0].surrendered:
            # BJ5 3.16: half the initial bet is given up, by every bet on the box (R7).
            round = settle_hand(round, (index, 0), Verdict(Result.SURRENDER, cite["surrendering"]))
    for index, box in enumerate(round.boxes):
        for wager in box.wagers:
            if wager.even_money:
                # BJ5 3.14.1: paid 1 to 1 before anyone's third card.
                paid = win(EVEN, cite["even-money"])
                round = settle_stake(round, (index, 0), wager.player, paid)
    if not (round.rules.hole_card or shows_ace(round) or shows_ten(round)):
        # BJ5 3.15: against 2 to 9 a blackjack has won, and is paid at once; where there is a hole
        # card it is paid in its turn (LIVE 2.2.1, CLB 7).
        round = _settle_blackjacks(round, paid=True)
    return round


def _settle_blackjacks(round: Round, *, paid: bool) -> Round:
    rules = round.rules
    cite = rules.topics
    verdict = win(rules.blackjack_pays, cite["blackjack-paid"])
    if not paid:
        verdict = push(
            cite["blackjack-push-ace"] if shows_ace(round) else cite["blackjack-push-ten"]
        )
    for index, box in enumerate(round.boxes):
        if box.hands[0].blackjack:
            round = settle_hand(round, (index, 0), verdict)
    return round


def _settle_side_bets(round: Round) -> Round:
    """BJ5 3.13, BJP 3.13: all that the first two cards decide."""
    settled, lines = [], []
    for bet in round.side_bets:
        verdict = None if bet.settled else judge_side_bet(round, bet)
        if verdict is None and not bet.settled and bet.box is not None:
            # R14: its box was withdrawn from before the second card; what it needs is gone.
            verdict = give_back("R14")
        if verdict is not None:
            lines.append(verdict.line(bet.player, bet.bet, bet.amount, bet.box))
            bet = replace(bet, settled=True)  # noqa: PLW2901
        settled.append(bet)
    return replace(round, side_bets=tuple(settled), lines=(*round.lines, *lines))


def judge_side_bet(round: Round, bet: SideBet) -> Verdict | None:
    """How a side bet on a box ends, or None while its cards do not lie there face up."""
    index = round.box_index(bet.box)
    if index is None:
        return None
    hand = round.boxes[index].hands[0]
    return judge_first_two(round, bet.bet, hand.cards[: min(hand.shown, 2)])


def judge_first_two(round: Round, bet: str, cards: tuple[Card, ...]) -> Verdict | None:
    rules, cite = round.rules, round.rules.topics
    if (brought := rules.switched_on.get(bet)) is not None:
        cards = (*cards, *round.dealer[:1]) if brought.with_dealer else cards
        return brought.verdict(cards) if len(cards) == 2 + brought.with_dealer else None
    if bet in ("over-13", "under-13"):
        assert rules.over_under is not None
        return _judge_over_under(bet, cards, win(rules.over_under, cite["over-under-decided"]))
    if len(cards) < 2:
        return None
    if bet == "player-pair":
        assert rules.player_pair is not None
        # BJ5 3.13.1: the same number or picture, whatever the suits.
        pair = same_rank(*cards)
        return win(rules.player_pair, cite["pair-decided"]) if pair else lose(cite["pair-decided"])
    assert rules.rws_pairs is not None
    pays = rules.rws_pairs
    first, second = cards
    if not same_rank(first, second):
        return lose(cite["pair-decided"])
    if suit(first) == suit(second):
        # BJP 3.14.1, 3.14.2: suited, aces above all others.
        return win(pays.ace_suited if first[0] == "A" else pays.suited, cite["pair-decided"])
    # BJP 3.14.3, 3.14.4: the same colour, or mixed.
    return win(pays.coloured if same_colour(first, second) else pays.mixed, cite["pair-decided"])


def _judge_over_under(bet: str, cards: tuple[Card, ...], won: Verdict) -> Verdict | None:
    """BJ5 3.13.2: aces count one; exactly 13 loses both. One low card can settle it already."""
    if not cards:
        return None
    over = bet == "over-13"
    total = sum(value(card) for card in cards)
    if len(cards) == 1:
        # Whatever comes beside it, even a ten.
        total += 10
        if total > 13 or (total == 13 and not over):
            return None
    return won if (total > 13 if over else total < 13) else lose(won.clause)


def settle_insurance(round: Round) -> Round:
    """BJ5 3.14.2, LIVE 2.2.5, CLB 9, 10: decided by the dealer's second card alone."""
    rules = round.rules
    verdict = (
        win(rules.insurance_pays, rules.topics["insurance"])
        if dealer_blackjack(round)
        else lose(rules.topics["insurance-lost"])
    )
    for index, box in enumerate(round.boxes):
        for wager in box.wagers:
            if wager.insurance and not wager.insurance_settled:
                line = verdict.line(wager.player, "insurance", wager.insurance, box.number)
                round = round.with_wager(index, replace(wager, insurance_settled=True))
                round = replace(round, lines=(*round.lines, line))
    return round


def settle_second_card(round: Round) -> Round:
    """What waited for the dealer's second card: insurance, and blackjacks against a ten or ace."""
    round = settle_insurance(round)
    return _settle_blackjacks(round, paid=not dealer_blackjack(round))


def complete(round: Round) -> Round:
    """No further card is due: all of them lie open, and the final settlement comes next."""
    boxes = tuple(
        replace(box, hands=tuple(replace(hand, shown=len(hand.cards)) for hand in box.hands))
        for box in round.boxes
    )
    return replace(turn_hole_card(round), boxes=boxes, phase=Phase.COMPLETE)


def final_settlement(round: Round) -> Round:
    """Compare every hand that is left with the dealer's, box by box, player by player."""
    round = settle_insurance(round)
    for index, box in enumerate(round.boxes):
        for wager in box.wagers:
            if dealer_blackjack(round):
                round = _settle_against_blackjack(round, index, wager.player)
            else:
                round = _settle_totals(round, index, wager.player)
    round = _settle_boom_busted(round)
    return replace(round, phase=Phase.OVER)


def _open_hands(round: Round, index: int, player: str) -> list[tuple[int, int]]:
    hands = round.boxes[index].hands
    return [
        (index, at)
        for at, hand in enumerate(hands)
        if (stake := hand.stake_of(player)) is not None and not stake.settled
    ]


def _settle_totals(round: Round, index: int, player: str) -> Round:
    for where in _open_hands(round, index, player):
        round = settle_stake(round, where, player, _compare(round, round.hand(where)))
    return round


def _compare(round: Round, hand: Hand) -> Verdict:
    """BJ5 3.23, BJP 3.24, LIVE 2.2.1 and 2.2.2, CLB 16 and 17."""
    rules, cite = round.rules, round.rules.topics
    if hand.blackjack:
        return win(rules.blackjack_pays, cite["blackjack-paid"])
    ours, theirs = points(hand.cards).total, points(round.dealer).total
    if theirs > 21:
        return win(EVEN, cite["dealer-bust"])
    if ours > theirs:
        return win(EVEN, cite["higher"])
    return push(cite["equal"]) if ours == theirs else lose(cite["lower"])


def _settle_against_blackjack(round: Round, index: int, player: str) -> Round:
    """A dealer's blackjack beats every 21 but another blackjack (R13, R18, R20)."""
    rules, cite = round.rules, round.rules.topics
    box = round.boxes[index]
    split = len(box.hands) > 1
    loss_taken = False
    for where in _open_hands(round, index, player):
        hand = round.hand(where)
        stake = hand.stake_of(player)
        assert stake is not None
        if hand.blackjack:
            clause = cite["blackjack-push-ace"] if shows_ace(round) else cite["blackjack-push-ten"]
            round = settle_stake(round, where, player, push(clause))
            continue
        clause = cite["dealer-blackjack"]
        if split:
            clause = cite["dealer-blackjack-split"]
        elif stake.added:
            clause = cite["dealer-blackjack-double"]
        if rules.blackjack_takes is BlackjackTakes.EVERYTHING:
            round = settle_stake(round, where, player, lose(clause))
        elif rules.blackjack_takes is BlackjackTakes.ORIGINAL_STAKES:
            # LIVE 2.2.6: only the original wager, not what doubling added.
            if stake.added:
                clause = cite["dealer-blackjack-double"]
            round = settle_stake(round, where, player, lose(clause), kept=stake.added)
        elif loss_taken:
            # BJ5 3.21.3: one initial bet in all; the other hands go back.
            round = settle_stake(round, where, player, Verdict(Result.RETURNED, clause))
        else:
            # BJ5 3.21.3, 3.22.2: the first hand that is not bust carries the loss.
            round = settle_stake(round, where, player, lose(clause), kept=stake.added)
            loss_taken = True
    return round


def _settle_boom_busted(round: Round) -> Round:
    """BJP 3.26: paid by the number of cards in the dealer's bust hand. All other side bets are
    settled by now."""
    pays = round.rules.boom_busted
    if pays is None:
        return round
    odds = pays.odds(len(round.dealer)) if points(round.dealer).total > 21 else None
    clause = round.rules.topics["boom-busted-decided"]
    verdict = win(odds, clause) if odds else lose(clause)
    bets, lines = [], list[Line]()
    for bet in round.side_bets:
        if not bet.settled:
            lines.append(verdict.line(bet.player, bet.bet, bet.amount))
            bet = replace(bet, settled=True)  # noqa: PLW2901
        bets.append(bet)
    return replace(round, side_bets=tuple(bets), lines=(*round.lines, *lines))
