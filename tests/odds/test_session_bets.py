"""A session of a game's own bets: what its rounds come to together, and what is told of it."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, BallRested
from croupier.engine.layout import Bet
from croupier.games.baccarat.engine.rules import ANTES, BaccaratRules
from croupier.games.baccarat.engine.state import Round
from croupier.games.baccarat.engine.table_of_play import card_points
from croupier.games.baccarat.odds.coups import ante_decisions
from croupier.kit.errors import Code, Refused
from croupier.odds import odds_of
from croupier.odds.game import together
from croupier.odds.sessions.question import SessionQuestion, Side
from croupier.odds.sessions.round_nets import round_nets
from croupier.odds.sessions.session import session_odds
from croupier.odds.sessions.totals import totals
from croupier.odds.shoe import ShoeComposition, parse_shoe
from tests.odds.counting import counted

KNOCKOUT = "rws-knockout-baccarat"


def test_the_ball_rests_once_for_all_bets_of_a_spin() -> None:
    rules = engine.variant("live-roulette", {"dozen-pays": "5 to 2"})
    stakes = {"red": 300, "straight:7": 100, "dozen:1": 200, "corner:1-5": 400}
    round = engine.begin(rules, [Bet("ann", bet, stake) for bet, stake in stakes.items()])
    wanted: Counter[int] = Counter()
    for pocket in range(37):
        wanted[sum(line.net for line in engine.step(round, BallRested(pocket)).lines)] += 1
    assert together(rules, stakes) == {net: Fraction(n, 37) for net, n in wanted.items()}


SHOES = (
    "3H=1,2H=2,TH=3,8H=3",
    "KD=2,KH=1,2C=1,JD=2,3C=2",
    "TD=2,QH=2,JC=2,KS=1,9C=1",
    "8C=2,5C=1,7C=2,6S=2",
)


def _raised_as_is_best(
    rules: BaccaratRules, shoe: ShoeComposition
) -> Mapping[tuple[str, int], bool]:
    return {(one.bet, one.points): one.raises for one in ante_decisions(rules, shoe)}


@pytest.mark.parametrize("text", SHOES)
@pytest.mark.parametrize(
    "stakes",
    [
        {"player-pair": 300, "banker-pair": 100},
        {"player": 100, "tie": 200, "player-pair": 300, "winning-total-7": 500},
        {"ante-player": 100, "ante-banker": 300, "banker": 200, "banker-pair": 500},
    ],
    ids=["pairs", "plain", "antes"],
)
def test_one_coup_decides_all_its_bets_as_the_engine_deals_it(
    text: str, stakes: dict[str, int]
) -> None:
    """Every order of a small shoe, tens of several ranks among them."""
    rules = engine.variant(KNOCKOUT)
    assert isinstance(rules, BaccaratRules)
    shoe = parse_shoe(text)
    raised = _raised_as_is_best(rules, shoe)

    def decide(round: engine.Round) -> Act:
        asked = engine.waiting(round).decisions[0]
        assert isinstance(round, Round)
        assert asked.bet in ANTES
        best = raised[asked.bet, card_points(round.player[0])]
        return Act("ann", Action.RAISE if best else Action.FOLD, bet=asked.bet)

    bets = tuple(Bet("ann", bet, stake) for bet, stake in stakes.items())
    wanted = counted(rules, Counter(shoe.cards), bets, decide)
    told = together(rules, stakes, shoe)
    assert {net: p for net, p in told.items() if p} == {net: p for net, p in wanted.items() if p}


def test_every_bet_of_a_whole_shoe_at_once_is_worth_what_each_is() -> None:
    rules = engine.variant(KNOCKOUT)
    nets = together(rules, dict.fromkeys(rules.spots(), 100))
    assert sum(nets.values()) == 1
    apart = sum(Fraction(str(bet.ev_exact)) for bet in odds_of(rules).bets)
    assert sum(net * p for net, p in nets.items()) == 100 * apart


@pytest.mark.parametrize(
    ("game", "bet"),
    [
        ("live-baccarat", "banker"),
        ("classic-blackjack-single", "initial"),
        ("rws-blackjack", "over-13"),
        ("live-roulette", "dozen:2"),
    ],
)
def test_one_bet_is_what_the_odds_say_of_it(game: str, bet: str) -> None:
    rules = engine.variant(game)
    (odds,) = odds_of(rules, bets=[bet]).bets
    nets = round_nets(rules, {bet: 10_00})
    assert {net / 10_00: p for net, p in nets.items()} == pytest.approx(
        {outcome.net: outcome.p for outcome in odds.outcomes}, abs=1e-12
    )
    assert totals(nets, 200).mean == pytest.approx(200 * 10_00 * odds.ev, abs=1e-3)
    assert totals(nets, 200).deviation == pytest.approx(200**0.5 * 10_00 * odds.stddev, rel=1e-6)


def test_bets_that_are_not_counted_together_are_refused_with_what_answers() -> None:
    with pytest.raises(Refused) as refused:
        round_nets(engine.variant("rws-blackjack"), {"initial": 100, "over-13": 100})
    assert refused.value.code is Code.ILLEGAL_BET
    assert "initial and over-13" in refused.value.message
    assert "croupier session --play" in refused.value.message


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({}, Code.BAD_AMOUNT),
        ({"banker": 0}, Code.BAD_AMOUNT),
        ({"banker": -100}, Code.BAD_AMOUNT),
        ({"banker": 10**12}, Code.BAD_AMOUNT),
        ({"banker": 1}, Code.BAD_AMOUNT),  # 0.95 of a cent
        ({"egalite": 100}, Code.UNKNOWN_BET),
    ],
)
def test_stakes_that_cannot_be(stakes: dict[str, int], code: Code) -> None:
    with pytest.raises(Refused) as refused:
        round_nets(engine.variant("live-baccarat"), stakes)
    assert refused.value.code is code


def test_a_session_from_both_sides_of_the_table() -> None:
    rules = engine.variant("live-roulette")
    stakes = {"red": 10_00, "straight:7": 1_00}
    ours = session_odds(rules, SessionQuestion(stakes, 300, 500_00))
    theirs = session_odds(rules, SessionQuestion(stakes, 300, 500_00, Side.HOUSE))
    assert ours.mean == pytest.approx(-300 * 11_00 / 37)
    assert theirs.mean == -ours.mean
    assert (theirs.ahead, theirs.round.win) == pytest.approx((ours.behind, ours.round.lose))
    assert sum(one.p for one in ours.bins) == pytest.approx(1)
    assert ours.ruin is not None
    assert theirs.ruin is not None
    # A player goes on as long as the stakes are there, a house as long as it can pay.
    assert (ours.ruin.needed, theirs.ruin.needed) == (11_00, 0)
    assert ours.ruin.for_ever == 1
    assert ours.ruin.within < ours.ruin.for_ever
    assert theirs.ruin.within < theirs.ruin.for_ever < 1
    curve = [at.within for at in ours.ruin.by_bankroll]
    assert curve == sorted(curve, reverse=True)
    assert (ours.ruin.by_bankroll[0].bankroll, curve[-1] < 0.02) == (11_00, True)


def test_a_bankroll_pays_for_a_round_at_least() -> None:
    rules = engine.variant("live-roulette")
    with pytest.raises(Refused, match=r"at least 10, the stakes of a round"):
        session_odds(rules, SessionQuestion({"red": 10_00}, 10, 9_99))
    with pytest.raises(Refused, match="too small"):
        session_odds(rules, SessionQuestion({"red": 10_00}, 10, 0, Side.HOUSE))
    ruin = session_odds(rules, SessionQuestion({"red": 10_00}, 1, 10_00)).ruin
    assert ruin is not None
    assert ruin.within == pytest.approx(19 / 37)
