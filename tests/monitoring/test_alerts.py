"""What speaks against players, dealers and tables: quiet where all is honest, loud where not."""

from math import exp

import numpy as np
import pytest

from croupier.engine.inputs import Action
from croupier.engine.protocol import variant
from croupier.monitoring import table_evidence
from croupier.monitoring.advantage import (
    ADVANTAGES,
    Stake,
    against_players,
    for_players,
    limits_of,
)
from croupier.monitoring.decisions import COSTLY, MARGIN, costly, knowing_more
from croupier.monitoring.evalues import Evidence
from croupier.monitoring.insurance import knowing_the_card
from croupier.monitoring.pay_shares import BETTORS, paid_too_often, pay_ratios
from croupier.monitoring.table_evidence import Measures, Suspect, Suspicion, TableEvidence
from croupier.monitoring.taken import InsuranceOffer, PlayedHand, RoundTaken, TakenBet
from croupier.odds.play_figures import PlayFigures, play_figures


@pytest.fixture(scope="module")
def wheel() -> PlayFigures:
    return play_figures(variant("live-roulette"))


@pytest.fixture(scope="module")
def blackjack() -> PlayFigures:
    return play_figures(variant("live-blackjack"))


# The factors ---------------------------------------------------------------------------------


def test_a_factor_is_worth_one_at_most_when_all_is_honest(wheel: PlayFigures) -> None:
    limits = limits_of(wheel)
    for spot, wins in (("red", 18), ("straight:7", 1), ("dozen:1", 12)):
        pays = 36 // wins - 1
        won = for_players(limits, [Stake(spot, 1_00, pays * 1_00)])
        lost = for_players(limits, [Stake(spot, 1_00, -1_00)])
        assert won is not None
        assert lost is not None
        for high, low in zip(won, lost, strict=True):
            assert abs(wins / 37 * exp(high) + (37 - wins) / 37 * exp(low) - 1) < 1e-9


def test_bets_that_hang_together_keep_the_mean(wheel: PlayFigures) -> None:
    """Red, and a red number: their means add up, whatever they have to do with each other."""
    limits = limits_of(wheel)
    means = [0.0] * 7
    for pocket in range(37):
        red = pocket in (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
        nets = [Stake("red", 5_00, 5_00 if red else -5_00)]
        nets.append(Stake("straight:7", 1_00, 35_00 if pocket == 7 else -1_00))
        for side in (for_players, against_players):
            factors = side(limits, nets)
            assert factors is not None
            if side is for_players:
                means = [mean + exp(each) / 37 for mean, each in zip(means, factors, strict=True)]
    assert all(abs(mean - 1) < 1e-9 for mean in means)


def test_what_is_played_badly_accuses_no_house(blackjack: PlayFigures) -> None:
    limits = limits_of(blackjack)
    assert limits["initial"].least_ev is None
    assert against_players(limits, [Stake("initial", 1_00, -1_00)]) is None
    assert limits["initial"].most_ev >= next(
        odds.ev for odds in blackjack.odds.bets if odds.bet == "initial"
    )


def hand(cards: str, shown: str, net: int, **how: bool) -> PlayedHand:
    values = tuple("A23456789T".index(card) for card in cards)
    doubled, split = how.get("doubled", False), how.get("split", False)
    return PlayedHand("ann", "A23456789T".index(shown), values, doubled, split, 1_00, net)


@pytest.mark.parametrize(
    ("played", "found"),
    [
        (hand("T7", "6", -1_00), None),
        (hand("T74", "6", 1_00), Action.HIT),  # hit a 17 against a six
        (hand("T2", "T", 1_00), Action.STAND),  # stood on twelve against a ten
        (hand("T62", "T", 1_00), None),
        (hand("T66", "T", -1_00), None),
        (hand("AT", "6", 1_50), None),
        (hand("T24", "6", 2_00, doubled=True), Action.DOUBLE),
        (hand("TT", "6", 2_00, split=True), Action.SPLIT),
        (hand("88", "6", 2_00, split=True), None),
        (hand("56T", "6", 2_00, doubled=True), None),
    ],
)
def test_decisions_that_nobody_would_take(
    blackjack: PlayFigures, played: PlayedHand, found: Action | None
) -> None:
    told = costly(blackjack.decisions, played)
    assert (told[0] if told else None) is found


def test_a_costly_decision_that_pays_is_evidence(blackjack: PlayFigures) -> None:
    played = hand("T2", "T", 1_00)
    won = knowing_more(blackjack.decisions, played, 4.0)
    lost = knowing_more(blackjack.decisions, hand("T2", "T", -1_00), 4.0)
    told = costly(blackjack.decisions, played)
    assert told is not None
    assert won is not None
    assert lost is not None
    worth = told[1] + MARGIN
    wins = (1 + worth) / 2  # stood on twelve: won or lost, hardly ever level
    for high, low in zip(won, lost, strict=True):
        assert wins * exp(high) + (1 - wins) * exp(low) <= 1 + 1e-9
    assert max(won) > 0 > min(lost)
    assert COSTLY > MARGIN


def test_insurance_has_a_mean_of_one_whatever_is_answered() -> None:
    for taken in (True, False):
        ten, other = (
            knowing_the_card(InsuranceOffer("ann", 413, 128, taken, is_ten))
            for is_ten in (True, False)
        )
        for high, low in zip(ten, other, strict=True):
            assert abs(128 / 413 * exp(high) + 285 / 413 * exp(low) - 1) < 1e-9
    certain = InsuranceOffer("ann", 10, 0, True, False)
    assert set(knowing_the_card(certain)) == {0.0}


# How often each end comes -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def baccarat() -> PlayFigures:
    return play_figures(variant("live-baccarat"))


def test_the_share_of_pays_has_a_mean_of_one(baccarat: PlayFigures, wheel: PlayFigures) -> None:
    for figures in (baccarat, wheel):
        ratios = pay_ratios(figures)
        for odds in figures.odds.bets[:40]:
            means = [0.0] * BETTORS
            for end in odds.outcomes:
                bet = TakenBet("ann", odds.bet, 100_00, round(100_00 * end.net))
                factors = paid_too_often(ratios, [bet])
                means = [
                    mean + end.p * exp(each) for mean, each in zip(means, factors, strict=True)
                ]
            assert means == pytest.approx([1.0] * BETTORS, abs=1e-9)


def test_bets_of_a_round_share_a_factor_by_what_was_staked(baccarat: PlayFigures) -> None:
    ratios = pay_ratios(baccarat)
    banker, player = TakenBet("ann", "banker", 30_00, 0), TakenBet("bob", "player", 10_00, 0)
    both, one, other = (
        [exp(each) for each in paid_too_often(ratios, bets)]
        for bets in ([banker, player], [banker], [player])
    )
    assert both == pytest.approx([(3 * a + b) / 4 for a, b in zip(one, other, strict=True)])
    assert one[-1] < 1  # a tie was given back
    unknown = TakenBet("ann", "no-such-bet", 10_00, 50_00)
    assert paid_too_often(ratios, [unknown]) == [0.0] * BETTORS
    assert paid_too_often(ratios, []) == [0.0] * BETTORS


def test_ties_that_are_paid_are_found_by_their_number(baccarat: PlayFigures) -> None:
    """Half of the ties: the mean moves by a twentieth of the stake, and the ties are missing."""
    random, evidence, measures = np.random.default_rng(2), TableEvidence(), Measures(baccarat)
    (odds,) = (odds for odds in baccarat.odds.bets if odds.bet == "banker")
    nets = np.array([end.net for end in odds.outcomes])
    drawn = random.choice(nets, 3_000, p=[end.p for end in odds.outcomes])
    by_mean = Evidence.against(len(ADVANTAGES))
    found = means = 0
    for number, net in enumerate(drawn.tolist(), 1):
        paid = 0.95 if net == 0 and random.random() < 0.5 else net
        bet = TakenBet("ann", "banker", 100_00, round(100_00 * paid))
        if evidence.follow(number, None, RoundTaken((bet,)), measures) and not found:
            found = number
        by_mean.add(
            for_players(measures.limits, [Stake(bet.bet, bet.stake, bet.net)]) or [], number
        )
        means = means or by_mean.alarms(table_evidence.ALPHA) * number
    assert 0 < found < 1_500
    assert not means or means > 2 * found


def test_evidence_of_before_goes_on_with_more_suspicions(wheel: PlayFigures) -> None:
    measures, evidence = Measures(wheel), TableEvidence()
    evidence.trails["wins:table:"] = Evidence.against(len(ADVANTAGES))
    evidence.trails["wins:table:"].add([0.1] * len(ADVANTAGES), 1)
    evidence.follow(2, None, spin(7, ("ann", "straight:7")), measures)
    trail = evidence.trails["wins:table:"]
    assert len(trail.logs) == len(ADVANTAGES) + BETTORS
    assert trail.count == 2
    assert max(trail.logs[len(ADVANTAGES) :]) < max(trail.logs)


# A table -------------------------------------------------------------------------------------


def spin(pocket: int, *bets: tuple[str, str]) -> RoundTaken:
    """Everybody has ten on a number."""
    return RoundTaken(
        tuple(
            TakenBet(player, spot, 10_00, 350_00 if spot == f"straight:{pocket}" else -10_00)
            for player, spot in bets
        )
    )


def test_who_knows_the_pocket_is_found_and_nobody_else(wheel: PlayFigures) -> None:
    """One spin in ten, a bet is put down after the ball has come to rest."""
    random, evidence, measures = np.random.default_rng(11), TableEvidence(), Measures(wheel)
    alarms = []
    for number in range(1, 2_001):
        pocket = int(random.integers(37))
        late = number > 1_000 and random.random() < 0.1
        bets = [("ann", f"straight:{pocket if late else 7}"), ("bob", "straight:9")]
        told = evidence.follow(number, "dora", spin(pocket, *bets), measures)
        alarms += [(number, alarm) for alarm in told]
    found = {(alarm.suspect, alarm.name): (number, alarm) for number, alarm in alarms}
    number, alarm = found[Suspect.PLAYER, "ann"]
    assert 1_000 < number < 1_400
    assert alarm.suspicion is Suspicion.WINS
    assert 950 < alarm.since < 1_200
    assert (Suspect.DEALER, "dora") in found
    assert (Suspect.PLAYER, "bob") not in found
    assert len(found) == len(alarms)
    assert evidence.strongest(1)[0].alarmed == evidence.alarmed["wins:player:ann"] or alarms
    kept = {key: trail.count for key, trail in evidence.trails.items()}
    assert kept["wins:player:bob"] == 2_000


def test_a_rigged_wheel_is_found_from_the_other_side(wheel: PlayFigures) -> None:
    evidence, measures = TableEvidence(), Measures(wheel)
    alarms = [
        alarm
        for number in range(1, 400)
        for alarm in evidence.follow(number, None, rigged(), measures)
    ]
    assert [(alarm.suspicion, alarm.suspect) for alarm in alarms] == [
        (Suspicion.LOSSES, Suspect.TABLE)
    ]


def rigged() -> RoundTaken:
    return RoundTaken((TakenBet("ann", "red", 10_00, -10_00),))


def test_a_pay_that_the_rules_do_not_know_is_told_at_once(wheel: PlayFigures) -> None:
    evidence, measures = TableEvidence(), Measures(wheel)
    right = RoundTaken((TakenBet("ann", "straight:7", 10_00, 350_00),))
    wrong = RoundTaken((TakenBet("ann", "straight:7", 10_00, 360_00),))
    assert evidence.follow(1, None, right, measures) == []
    (alarm,) = evidence.follow(2, None, wrong, measures)
    assert (alarm.suspicion, alarm.since) == (Suspicion.PAYS, 2)
    assert evidence.follow(3, None, wrong, measures) == []


def test_who_insures_when_it_wins_is_found(blackjack: PlayFigures) -> None:
    random, measures = np.random.default_rng(3), Measures(blackjack)
    told: dict[str, int] = {}
    evidence = TableEvidence()
    for number in range(1, 401):
        ten = bool(random.random() < 128 / 413)
        offers = (
            InsuranceOffer("knows", 413, 128, ten, ten),
            InsuranceOffer("always", 413, 128, True, ten),
            InsuranceOffer("never", 413, 128, False, ten),
            InsuranceOffer("whim", 413, 128, bool(random.random() < 0.3), ten),
        )
        for alarm in evidence.follow(number, None, RoundTaken((), (), offers), measures):
            assert alarm.suspicion is Suspicion.INSURANCE
            told[alarm.name] = number
    assert list(told) == ["knows"]
    assert told["knows"] < 40


def test_hands_of_one_round_are_one_observation(blackjack: PlayFigures) -> None:
    evidence, measures = TableEvidence(), Measures(blackjack)
    hands = (hand("T2", "T", 1_00), hand("T2", "T", 1_00), hand("T7", "T", 1_00))
    evidence.follow(1, None, RoundTaken((), hands), measures)
    assert evidence.trails["decisions:player:ann"].count == 1
    single = TableEvidence()
    single.follow(1, None, RoundTaken((), hands[:1]), measures)
    assert single.trails["decisions:player:ann"].log_value == pytest.approx(
        evidence.trails["decisions:player:ann"].log_value
    )


def test_who_has_added_nothing_for_longest_is_forgotten(
    wheel: PlayFigures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_evidence, "MOST_TRAILS", 4)
    evidence, measures = TableEvidence(), Measures(wheel)
    for number, player in enumerate(("ann", "bob", "cat", "ann", "dan"), 1):
        evidence.follow(number, None, spin(0, (player, "straight:7")), measures)
    assert list(evidence.trails) == [
        "wins:player:ann",
        "wins:table:",
        "losses:table:",
        "wins:player:dan",
    ]


def test_thousands_of_honest_players_are_left_alone(wheel: PlayFigures) -> None:
    """At a rate that would show: of 600, a twentieth may ever come to twenty, at most."""
    random, limits = np.random.default_rng(5), limits_of(wheel)
    factors = {
        won: for_players(limits, [Stake("red", 1_00, 1_00 if won else -1_00)])
        for won in (True, False)
    }
    above = 0
    for _ in range(600):
        evidence = Evidence.against(7)
        for number, won in enumerate((random.random(200) < 18 / 37).tolist()):
            evidence.add(factors[won] or [], number)
            if evidence.alarms(0.05):
                above += 1
                break
    assert above <= 30
