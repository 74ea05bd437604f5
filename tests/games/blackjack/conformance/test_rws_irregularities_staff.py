"""RWS Blackjack and Blackjack Plus: who of the house may rule what, and corrections afterwards."""

import pytest

from croupier import Result
from tests.support.notation import refused, settle

BJ5 = "rws-blackjack"
BJP = "rws-blackjack-plus"
both = pytest.mark.parametrize("game", [BJ5, BJP])
TWO = "ann 1 100; bob 2 100"
CARDS = "TS TH 6D 8S 9H TC 2D"
EVERYONE = {"dealer", "pit", "shift", "house"}

RULINGS = [
    ("pit", "void foreign-card"),
    ("house", "interrupt"),
    ("pit", "misdeal"),
    ("pit", "misdeal reconstructed"),
    ("pit", "discard no-bet"),
    ("pit", "burn 1"),
]


@pytest.mark.clause("BJ5 5.5", "BJP 5.5", "BJ5 5.4", "BJP 5.4", "BJ5 5.9", "BJP 5.9")
@pytest.mark.clause("BJ5 5.10.3", "BJP 5.10.3", "BJ5 5.7", "BJP 5.7")
@both
@pytest.mark.parametrize(
    ("by", "ruling"),
    [(by, ruling) for right, ruling in RULINGS for by in sorted(EVERYONE - {right})],
)
def test_a_ruling_by_the_wrong_person_is_refused(game: str, by: str, ruling: str) -> None:
    actions = f"ann 1 stand; {by} {ruling}; bob 2 stand"
    refusal = refused(game, TWO, CARDS, actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R30")


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1")
@both
@pytest.mark.parametrize("by", ["dealer", "shift", "house"])
def test_only_the_pit_lets_a_card_stay_where_it_was_dealt(game: str, by: str) -> None:
    actions = f"ann 1 stand; pit misdeal; {by} place 2 1; bob 2 stand"
    assert refused(game, TWO, CARDS, actions).code == "illegal-action"


@pytest.mark.clause("BJ5 5.10.2", "BJP 5.10.2")
@both
@pytest.mark.parametrize("by", ["dealer", "shift", "house"])
def test_only_the_pit_discards_an_overdraw(game: str, by: str) -> None:
    actions = f"ann 1 stand; bob 2 stand; {by} discard overdraw"
    assert refused(game, TWO, f"{CARDS} 3C", actions).code == "illegal-action"


@pytest.mark.clause("BJ5 5.12", "BJP 5.12")
@both
@pytest.mark.parametrize("by", ["pit", "shift", "house"])
def test_the_dealer_calls_cards_drawn_together(game: str, by: str) -> None:
    actions = f"ann 1 hit; {by} together 2; ann take 2C; ann 1 stand; bob 2 stand"
    refusal = refused(game, TWO, "TS TH 6D 8S 9H 2C TC 5D", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 5.19", "BJP 5.19")
@both
@pytest.mark.parametrize("by", ["dealer", "pit", "house"])
def test_only_the_shift_manager_signs_an_adjustment(game: str, by: str) -> None:
    actions = f"ann 1 stand; bob 2 stand; {by} adjust ann 25 miscounted"
    refusal = refused(game, TWO, CARDS, actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R30")


@pytest.mark.clause("BJ5 5.19", "BJP 5.19", "BJ5 5.6", "BJP 5.6")
@pytest.mark.parametrize(("game", "clause"), [(BJ5, "BJ5 5.19"), (BJP, "BJP 5.19")])
@pytest.mark.parametrize(
    ("amount", "net"), [("25", "25"), ("-25", "-25"), ("0.01", "0.01"), ("-0.5", "-0.5")]
)
def test_an_adjustment_is_a_line_of_its_own_and_changes_no_other(
    game: str, clause: str, amount: str, net: str
) -> None:
    stood = "ann 1 stand; bob 2 stand"
    before = settle(game, TWO, CARDS, stood)
    after = settle(game, TWO, CARDS, f"{stood}; shift adjust ann {amount} miscounted payout")
    assert after.lines[:-1] == before.lines
    assert after.told()[-1] == f"ann adjustment 0 > {net} adjusted {clause}"
    assert after.net == {"ann": net, "bob": "100"}


@pytest.mark.clause("BJ5 5.19", "BJP 5.19")
@both
def test_several_adjustments_are_several_lines(game: str) -> None:
    actions = "ann 1 stand; bob 2 stand; shift adjust ann 25 one; shift adjust bob -5 two"
    outcome = settle(game, TWO, CARDS, actions)
    assert outcome.net == {"ann": "25", "bob": "95"}
    assert [line.result for line in outcome.lines].count(Result.ADJUSTED) == 2


@pytest.mark.clause("BJ5 5.19", "BJP 5.19")
@both
@pytest.mark.parametrize(
    ("adjust", "code"),
    [
        ("shift adjust zoe 25 not of the round", "illegal-action"),
        ("shift adjust ann 0 nothing", "bad-amount"),
        ("shift adjust ann 0.001 less than a cent", "bad-amount"),
        ("shift adjust ann much too much", "bad-amount"),
    ],
)
def test_an_adjustment_is_some_money_for_a_player_of_the_round(
    game: str, adjust: str, code: str
) -> None:
    actions = f"ann 1 stand; bob 2 stand; {adjust}"
    assert refused(game, TWO, CARDS, actions).code == code


@pytest.mark.clause("BJ5 5.19", "BJP 5.19")
@both
@pytest.mark.parametrize("before", ["", "ann 1 stand; "])
def test_an_adjustment_comes_after_the_settlement(game: str, before: str) -> None:
    rest = "bob 2 stand" if before else "ann 1 stand; bob 2 stand"
    actions = f"{before}shift adjust ann 25 too early; {rest}"
    assert refused(game, TWO, CARDS, actions).code == "illegal-action"


@pytest.mark.clause("BJ5 5.5", "BJP 5.5", "BJ5 5.7", "BJP 5.7")
@both
@pytest.mark.parametrize("ruling", ["pit void foreign-card @3", "pit misdeal @4", "pit burn 1 @2"])
def test_a_ruling_said_to_be_earlier_than_it_stands_comes_too_late(game: str, ruling: str) -> None:
    actions = f"ann 1 stand; {ruling}; bob 2 stand"
    assert refused(game, TWO, CARDS, actions).code == "illegal-action"
