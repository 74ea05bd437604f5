"""Which bets have conclusively won or lost by the cards everyone can see (R4).

A face-down card decides nothing here: else going on, or a void, would tell what it is.
"""

from croupier.engine.standing import Fate, Standing, fate, fates
from croupier.games.blackjack.engine.settlement import (
    dealer_blackjack,
    final_settlement,
    judge_side_bet,
    shows_ace,
    shows_ten,
)
from croupier.games.blackjack.engine.state import Hand, Phase, Round, Wager


def standings(round: Round) -> tuple[Standing, ...]:
    """Every stake of the round, each with its fate so far."""
    if round.phase is Phase.COMPLETE:
        # Every card lies open: what they come to is decided, though not yet settled.
        round = final_settlement(round)
    settled = fates(round.lines)
    standings = []

    def add(player: str, bet: str, so_far: Fate, box: int | None, hand: int | None = None) -> None:
        known = settled.get((player, bet, box, hand), so_far)
        standings.append(Standing(player, bet, known, box, hand))

    for box in round.boxes:
        for wager in box.wagers:
            for number, hand in enumerate(box.hands, 1):
                if hand.stake_of(wager.player) is not None:
                    so_far = _hand_fate(round, hand, wager)
                    add(wager.player, wager.bet, so_far, box.number, number)
            if wager.insurance:
                add(wager.player, "insurance", _insurance_fate(round), box.number)
    for bet in round.side_bets:
        verdict = judge_side_bet(round, bet)
        add(bet.player, bet.bet, fate(verdict.result) if verdict else Fate.OPEN, bet.box)
    return tuple(standings)


def _hand_fate(round: Round, hand: Hand, wager: Wager) -> Fate:
    if hand.surrendered:
        return Fate.LOST
    if wager.even_money:
        return Fate.WON
    natural = hand.blackjack and hand.face_up
    if round.second_card_known and dealer_blackjack(round):
        return Fate.BACK if natural else Fate.LOST
    return Fate.WON if natural and _beyond_reach(round) else Fate.OPEN


def _insurance_fate(round: Round) -> Fate:
    if not round.second_card_known:
        return Fate.OPEN
    return Fate.WON if dealer_blackjack(round) else Fate.LOST


def _beyond_reach(round: Round) -> bool:
    """The dealer cannot have a blackjack: by the first card, by the second, or by the look."""
    if not round.dealer:
        return False
    ruled_out = round.peeked or round.second_card_known
    return ruled_out or not (shows_ace(round) or shows_ten(round))
