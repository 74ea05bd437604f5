"""What the page says a bet pays, the engine pays: a round is played for every line."""

from typing import NamedTuple

import pytest

from croupier import VARIANTS, BallRested, Bet, begin, spots, step, variant
from croupier.games.roulette.engine.spots import SPOTS, kind_of
from croupier.kit.odds import Odds
from croupier.notices import rules_page
from croupier.notices.page import Pay
from tests.support.notation import settle

STAKE = 20_00


class Won(NamedTuple):
    """A round in which the bet wins, for each line of the page in its order."""

    bet: str
    bets: str
    cards: str
    actions: str = ""


STAND = "ann 1 stand"
RWS = (
    Won("initial", "ann 1 20", "TS 9H TD 8C", STAND),
    Won("initial", "ann 1 20", "AS 9H TD"),
    Won("initial", "ann 1 20", "AS AH TD", "ann 1 even-money"),
    Won("insurance", "ann 1 40", "TS AH 9D TC", f"ann 1 insure 20; {STAND}"),
)
HOLE = (
    Won("initial", "ann 1 20", "TS 9H TD 8C", STAND),
    Won("initial", "ann 1 20", "AS 9H TD 8C"),
)
INSURED = Won("insurance", "ann 1 40", "TS AH 9D TC", "ann 1 insure 20")


def _bust(dealer: str) -> Won:
    first, *rest = dealer.split()
    return Won(
        "boom-busted",
        "bob 1 20; ann boom-busted 20",
        f"TS {first} TD {' '.join(rest)}",
        "bob 1 stand",
    )


def _coup(bet: str, cards: str, beside: str = "") -> Won:
    return Won(bet, f"ann {bet} 20; {beside}", cards)


def _raised(bet: str, cards: str) -> Won:
    """The ante is 10, so that its wager is 20."""
    side = bet.partition("-")[2]
    amount = 20 if bet.startswith("ante") else 10
    return Won(bet, f"ann ante-{side} {amount}", cards, f"ann raise ante-{side}")


ROUNDS: dict[str, tuple[Won, ...]] = {
    "rws-blackjack": (
        *RWS,
        Won("player-pair", "ann 1 20; ann 1 player-pair 20", "8S 9H 8D TC", STAND),
        Won("over-13", "ann 1 20; ann 1 over-13 20", "8S 9H 8D TC", STAND),
        Won("under-13", "ann 1 20; ann 1 under-13 20", "2S 9H TD TC", STAND),
    ),
    "rws-blackjack-plus": (
        *RWS,
        *(
            Won("rws-pairs", "ann 1 20; ann 1 rws-pairs 20", f"{one} 9H {other} TC", STAND)
            for one, other in (("AS", "AS"), ("8S", "8S"), ("8S", "8C"), ("8S", "8H"))
        ),
        _bust("6H TC TD"),
        _bust("2H TC 4C TD"),
        _bust("2H 2C TC 2D TD"),
        _bust("2H 2C 2D 2S 8C TD"),
        _bust("2H 2C 2D 2S 2H 6C TD"),
        _bust("2H 2C 2D 2S 2H 2C 4C TD"),
    ),
    "live-blackjack": (
        *HOLE,
        Won("behind", "bob 1 20; ann 1 behind 20", "TS 9H TD 8C", "bob 1 stand"),
        Won("behind", "bob 1 20; ann 1 behind 20", "AS 9H TD 8C"),
        INSURED,
    ),
    "classic-blackjack-shoe": (*HOLE, INSURED),
    "classic-blackjack-double": (*HOLE, INSURED),
    "classic-blackjack-single": (*HOLE, INSURED),
    "live-baccarat": (
        _coup("player", "9S 7H KS KH"),
        _coup("banker", "7S 9H KS KH"),
        _coup("tie", "9S 9H KS KH"),
    ),
    "rws-knockout-baccarat": (
        _coup("player", "9S 7H KS KH"),
        _coup("banker", "7S 9H KS KH"),
        _coup("banker", "2S 6H KS KH KD"),
        _coup("tie", "9S 9H KS KH"),
        _coup("player-pair", "KS 9H KD KH"),
        _coup("banker-pair", "9S KH KS KD"),
        _coup("winning-total-1-4", "KS 2H KD KH 4S KC", "ann player 20"),
        _coup("winning-total-5-6", "2S 6H KS KH KD", "ann player 20"),
        _coup("winning-total-7", "7S 6H KS KH", "ann player 20"),
        _coup("winning-total-8", "8S 2H KS KH", "ann player 20"),
        _coup("winning-total-9", "9S 2H KS KH", "ann player 20"),
        _raised("ante-player", "9S 2H KS KH"),
        _raised("wager-player", "9S 2H KS KH"),
        _raised("wager-player", "9S 4H KS KH"),
        _raised("wager-player", "9S 7H KS KH"),
        _raised("ante-banker", "2S 9H KS KH"),
        _raised("wager-banker", "2S 9H KS KH"),
        _raised("wager-banker", "4S 9H KS KH"),
        _raised("wager-banker", "7S 9H KS KH"),
    ),
}


def _lines() -> list[object]:
    found: list[object] = []
    for game, rounds in ROUNDS.items():
        rows = rules_page(variant(game)).bets
        found += [
            pytest.param(game, won, pay, id=f"{game}-{at}-{won.bet}")
            for at, (won, pay) in enumerate(zip(rounds, rows, strict=True))
        ]
    return found


@pytest.mark.parametrize(("game", "won", "pay"), _lines())
@pytest.mark.clause("BJ5 4.1.1", "BJP 4.1.1", "BJP 4.1.2", "BJP 4.1.3", "LIVE 2.2.3a", "LIVE 3.3.3")
@pytest.mark.clause("NKB 4.1.1", "NKB 4.1.2", "NKB 4.1.3", "CLB 7")
def test_a_bet_is_paid_what_the_page_says(game: str, won: Won, pay: Pay) -> None:
    assert pay.bet == won.bet
    line = settle(game, won.bets, won.cards, won.actions).line("ann", won.bet)
    assert line.stake == STAKE
    assert line.returned - line.stake == Odds.parse(pay.pays).payout(STAKE)


@pytest.mark.clause("LIVE 1.3", "LIVE 1.4")
def test_every_spot_of_the_wheel_is_paid_what_the_page_says() -> None:
    rules = variant("live-roulette")
    rows = {one.bet: one for one in rules_page(rules).bets}
    for spot, covers in SPOTS.items():
        round = begin(rules, [Bet("ann", spot, STAKE)])
        (line,) = step(round, BallRested(min(covers))).lines
        assert line.returned - STAKE == Odds.parse(rows[kind_of(spot)].pays).payout(STAKE), spot


@pytest.mark.parametrize("game", VARIANTS)
def test_every_bet_of_the_layout_is_on_the_page(game: str) -> None:
    rules = variant(game)
    told = {one.bet for one in rules_page(rules).bets}
    asked = {"insurance", "wager-player", "wager-banker"}
    """Bets that are made during the round and lie on no spot before it."""
    assert told - asked == {kind_of(spot) for spot in spots(rules)}


def test_the_number_of_bets_of_a_kind_is_the_layout_s() -> None:
    rows = {one.bet: one.wins for one in rules_page(variant("live-roulette")).bets}
    for kind, count in {
        "straight": 37,
        "split": 57,
        "street": 12,
        "corner": 22,
        "line": 11,
    }.items():
        assert f"({count} such bets)" in rows[kind]
