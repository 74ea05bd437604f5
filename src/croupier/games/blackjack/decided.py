"""Which bets have conclusively won or lost by the cards everyone can see (R4).

A face-down card decides nothing here: else going on, or a void, would tell what it is.
"""

from croupier.games.blackjack.settlement import judge_side_bet, shows_ace, shows_ten
from croupier.games.blackjack.state import Hand, Round, Wager
from croupier.games.standing import Fate, Standing, fate, fates


def standings(round: Round) -> tuple[Standing, ...]:
    """Every stake of the round, each with its fate so far."""
    settled = fates(round.lines)
    found = []

    def add(player: str, bet: str, so_far: Fate, box: int | None, hand: int | None = None) -> None:
        known = settled.get((player, bet, box, hand), so_far)
        found.append(Standing(player, bet, known, box, hand))

    for box in round.boxes:
        for wager in box.wagers:
            for number, hand in enumerate(box.hands, 1):
                if hand.stake_of(wager.player) is not None:
                    so_far = _hand_fate(round, hand, wager)
                    add(wager.player, wager.bet, so_far, box.number, number)
            if wager.insurance:
                add(wager.player, "insurance", Fate.OPEN, box.number)
    for bet in round.side_bets:
        verdict = judge_side_bet(round, bet)
        add(bet.player, bet.bet, fate(verdict.result) if verdict else Fate.OPEN, bet.box)
    return tuple(found)


def _hand_fate(round: Round, hand: Hand, wager: Wager) -> Fate:
    if hand.surrendered:
        return Fate.LOST
    if wager.even_money or (hand.blackjack and hand.face_up and _beyond_reach(round)):
        return Fate.WON
    return Fate.OPEN


def _beyond_reach(round: Round) -> bool:
    """A dealer's blackjack is ruled out by the first card, or by the dealer's look under it."""
    if not round.dealer:
        return False
    return round.peeked or not (shows_ace(round) or shows_ten(round))
