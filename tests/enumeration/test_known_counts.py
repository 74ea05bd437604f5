"""Counts known from elsewhere, reached by enumerating every coup and spin through `step`."""

from collections import Counter

import pytest

import croupier
from croupier import BallRested, Bet, Card, CardDealt
from croupier.games.roulette.engine.spots import SPOTS

# Of 416!/410! ordered sequences of six cards from eight decks, as published for baccarat.
BANKER, PLAYER, TIE = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216

_CARD_OF_POINTS = ("TS", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")
_PER_POINTS = (128, *[32] * 9)


def _coups(
    round: croupier.Round, left: list[int], ways: int, dealt: int, won: Counter[str]
) -> None:
    """Follow every possible next card, weighted by how many of them the shoe still holds."""
    if croupier.waiting(round).over:
        # The rest of six cards may be any, in any order.
        remaining = 416 - dealt
        for _ in range(6 - dealt):
            ways *= remaining
            remaining -= 1
        winner = next((line.bet for line in round.lines if line.result == "win"), "?")
        won[winner] += ways
        return
    for points, count in enumerate(left):
        if count:
            left[points] -= 1
            card = CardDealt(Card(_CARD_OF_POINTS[points]))
            _coups(croupier.step(round, card).round, left, ways * count, dealt + 1, won)
            left[points] += 1


@pytest.mark.clause("LIVE 3.1", "LIVE 3.3", "LIVE 3.3.1", "LIVE 3.3.2", "R21", "R22")
def test_every_coup_of_eight_decks() -> None:
    rules = croupier.variant("live-baccarat")
    round = croupier.begin(rules, [Bet("ann", bet, 100) for bet in ("player", "banker", "tie")])
    won: Counter[str] = Counter()
    _coups(round, list(_PER_POINTS), 1, 0, won)
    assert won == {"banker": BANKER, "player": PLAYER, "tie": TIE}


@pytest.mark.clause("NKB 3.6", "NKB 3.7", "NKB 3.8", "R21")
def test_knockout_deals_the_same_coups() -> None:
    """The two documents print one table of play: checked on a shoe with every hand once removed."""
    live = croupier.variant("live-baccarat")
    knockout = croupier.variant("rws-knockout-baccarat")
    bets = [Bet("ann", bet, 100) for bet in ("player", "banker", "tie")]
    counts: list[Counter[str]] = []
    for rules in (live, knockout):
        won: Counter[str] = Counter()
        first = croupier.begin(rules, bets)
        for points in (0, 5, 6):
            left = [1] * 10
            left[points] -= 1
            opened = croupier.step(first, CardDealt(Card(_CARD_OF_POINTS[points]))).round
            _coups(opened, left, 1, 1, won)
        counts.append(won)
    assert counts[0] == counts[1]


@pytest.mark.clause("LIVE 1.1", "LIVE 1.3", "LIVE 1.4", "R25")
def test_all_151_bets_on_all_37_pockets() -> None:
    """A bet on n numbers wins n of 37 spins and pays 36/n in all: one unit in 37 is the house's."""
    rules = croupier.variant("live-roulette")
    assert len(SPOTS) == 151
    round = croupier.begin(rules, [Bet("ann", spot, 100) for spot in SPOTS])
    returned: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for pocket in range(37):
        for line in croupier.step(round, BallRested(pocket)).lines:
            returned[line.bet] += line.returned
            wins[line.bet] += line.result == "win"
    assert {spot: wins[spot] for spot in SPOTS} == {spot: len(SPOTS[spot]) for spot in SPOTS}
    assert set(returned.values()) == {36 * 100}
