"""Classic blackjack: insurance, and when the dealer looks at the hole card."""

import pytest

from tests.support.notation import Outcome, refused, settle

SHOE, DOUBLE, SINGLE = (f"classic-blackjack-{name}" for name in ("shoe", "double", "single"))
EACH = pytest.mark.parametrize("game", [SHOE, DOUBLE, SINGLE])


def ann(game: str, cards: str, actions: str = "ann 1 stand", stake: int = 100) -> Outcome:
    return settle(game, f"ann 1 {stake}", cards, actions)


@EACH
@pytest.mark.clause("CLB 8", "CLB 9", "CLB 10", "R20", "R2")
def test_insurance_against_an_ace(game: str) -> None:
    won = ann(game, "TS AD 9H KC", "ann 1 insure 50")
    assert won.told() == ["ann insurance 50 > 150 win CLB 9", "ann initial#1 100 > 0 lose CLB 9"]
    lost = ann(game, "TS AD 9H 8C", "ann 1 insure 50; ann 1 stand")
    assert lost.told() == [
        "ann insurance 50 > 0 lose CLB 10",
        "ann initial#1 100 > 100 push CLB 17",
    ]


@EACH
@pytest.mark.clause("CLB 8", "R20")
@pytest.mark.parametrize(
    ("stake", "amount", "code"),
    [
        (100, "50", ""),
        (100, "1", ""),
        (100, "51", "limit"),
        (25, "12", ""),
        (25, "13", "limit"),
        (100, "0", "bad-amount"),
        (100, "0.5", "bad-amount"),
    ],
)
def test_insurance_is_at_most_half_the_stake(game: str, stake: int, amount: str, code: str) -> None:
    """Not rounded up: half of 25 is 12."""
    if code:
        refusal = refused(game, f"ann 1 {stake}", "TS AD 9H KC", f"ann 1 insure {amount}")
        assert refusal.code == code
    else:
        assert ann(game, "TS AD 9H KC", f"ann 1 insure {amount}", stake).status == "settled"


@EACH
@pytest.mark.clause("CLB 8")
@pytest.mark.parametrize("up", ["KD", "9D"])
def test_no_insurance_against_any_other_card(game: str, up: str) -> None:
    refusal = refused(game, "ann 1 100", f"TS {up} 9H 7C", "ann 1 insure 50")
    assert refusal.code == "illegal-action"


@EACH
@pytest.mark.clause("CLB 8", "CLB 3")
def test_each_hand_is_insured_for_itself(game: str) -> None:
    bets = "ann 1 100; ann 2 40"
    deal = "TS TH AD 9H 9S KC"
    outcome = settle(game, bets, deal, "ann 2 insure 20")
    assert outcome.net == {"ann": "-100"}
    outcome = settle(game, bets, deal, "ann 2 insure 20; ann 1 insure 50")
    assert outcome.net == {"ann": "0"}
    assert refused(game, bets, deal, "ann 2 insure 21").code == "limit"
    assert refused(game, bets, deal, "ann 2 insure 5; ann 2 insure 5").code == "illegal-action"


@EACH
@pytest.mark.clause("CLB 9", "CLB 8")
def test_after_a_look_at_a_blackjack_nobody_plays(game: str) -> None:
    assert ann(game, "TS AD 6H KC", "").net == {"ann": "-100"}
    assert refused(game, "ann 1 100", "TS AD 6H KC", "ann 1 hit").code == "action-left-over"


@EACH
@pytest.mark.clause("R20")
def test_a_blackjack_is_not_cashed_against_an_ace(game: str) -> None:
    refusal = refused(game, "ann 1 100", "AS AD KH 8C", "ann 1 even-money")
    assert refusal.code == "action-left-over"


@EACH
@pytest.mark.clause("CLB 10")
def test_after_a_look_at_none_play_proceeds(game: str) -> None:
    assert refused(game, "ann 1 100", "TS AD 6H 8C").code == "decision-missing"
    assert ann(game, "TS AD 6H 8C 4C", "ann 1 hit; ann 1 stand").net == {"ann": "100"}


@EACH
@pytest.mark.clause("R20", "CLB 13")
def test_no_look_under_a_ten_unless_set(game: str) -> None:
    assert refused(game, "ann 1 100", "TS KD 6H AC").code == "decision-missing"
    assert ann(game, "TS KD 6H AC", "ann 1 stand").net == {"ann": "-100"}
    settings = {"look-under-ten": True}
    outcome = settle(game, "ann 1 100", "TS KD 6H AC", settings=settings)
    assert outcome.told() == ["ann initial#1 100 > 0 lose CLB 9"]
    refusal = refused(game, "ann 1 100", "TS KD 6H 9C", settings=settings)
    assert refusal.code == "decision-missing"
