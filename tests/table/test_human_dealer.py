"""A person deals real cards and scans them: through the same door, checked against the shoe."""

import pytest

from croupier.engine.inputs import Action, Burn, Capacity, Misdeal, Together, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.kit.cards import card
from croupier.table.commands import (
    HOUSE,
    Actor,
    Call,
    ChooseFollow,
    CloseBetting,
    CloseTable,
    Decide,
    EndSession,
    LaidBet,
    OpenBetting,
    PlaceBets,
    Rule,
    Scan,
    TakeSeat,
)
from tests.support.human_table import DEALER, PIT, SHIFT, HumanTable, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player


def test_a_round_dealt_by_hand() -> None:
    table = HumanTable("rws-blackjack")
    before = table.house.store.balance("wallet:ann")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("TS 6D 9H"))
    assert table.reply_code(player("ann"), Decide(Action.STAND, 1)) == "ok"
    table.all_ok(DEALER, scans("TD 9C"))
    assert table.house.store.balance("wallet:ann") == before + 100 * UNIT
    table.assert_books_balance()


def test_a_wheel_spun_by_hand() -> None:
    table = HumanTable("live-roulette")
    before = table.house.store.balance("wallet:ann")
    table.begin(Bet("ann", "straight:17", 10 * UNIT))
    assert table.reply_code(DEALER, Call(37)) == "bad-scan"
    table.all_ok(DEALER, [Call(17)])
    assert table.house.store.balance("wallet:ann") == before + 350 * UNIT
    table.assert_books_balance()


def test_a_result_cannot_come_before_no_more_bets() -> None:
    table = HumanTable("live-roulette")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    table.reply_code(player("ann"), PlaceBets((LaidBet("red", 10 * UNIT),)))
    assert table.why(Call(17)) == "betting is open: close the betting first"


@pytest.mark.clause("R3")
def test_a_card_or_ball_too_soon_is_told_what_comes_first() -> None:
    table = HumanTable("rws-blackjack")
    (ace,) = scans("AS")
    assert table.why(ace) == "there is no shoe yet: make a fresh shoe"
    table.all_ok(DEALER, table.shoe())
    assert table.why(ace) == "no round is on: open the betting first"
    table.all_ok(DEALER, [OpenBetting()])
    assert table.why(ace) == "betting is open: close the betting first"
    wheel = HumanTable("live-roulette")
    assert wheel.why(Call(17)) == "no round is on: open the betting first"
    wheel.begin(Bet("ann", "red", 10 * UNIT))
    wheel.all_ok(DEALER, [Call(17)])
    assert wheel.why(Call(17)) == "no round is on: open the betting first"
    wheel.all_ok(PIT, [CloseTable()])
    assert wheel.why(Call(17)) == "the table is closed: the pit opens it first"


def test_a_card_the_shoe_cannot_hold_is_refused() -> None:
    """One deck: the second ace of spades is a mis-scan, this round or a later one."""
    table = HumanTable("classic-blackjack-single")
    table.begin(Bet("ann", "initial", 10 * UNIT, 1))
    table.all_ok(DEALER, scans("AS"))
    assert table.reply_code(DEALER, Scan(card("AS"))) == "card-impossible"
    table.all_ok(DEALER, scans("5D KS 5C"))
    table.all_ok(DEALER, [OpenBetting()])
    table.reply_code(player("ann"), PlaceBets((LaidBet("initial", 10 * UNIT, 1),)))
    table.all_ok(DEALER, [CloseBetting()])
    assert table.reply_code(DEALER, Scan(card("AS"))) == "card-impossible"
    assert table.reply_code(DEALER, Scan(card("2S"))) == "ok"
    table.assert_books_balance()


def test_a_fresh_shoe_has_all_its_cards_again() -> None:
    table = HumanTable("classic-blackjack-single")
    for _ in range(2):
        table.begin(Bet("ann", "initial", 10 * UNIT, 1))
        table.all_ok(DEALER, scans("AS 5D KS 5C"))


@pytest.mark.clause("R30")
@pytest.mark.parametrize(
    ("actor", "ruling", "told"),
    [
        (DEALER, Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "illegal-action"),
        (PIT, Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "ok"),
        # BJ5 5.12.1: the pit supervisor "or above".
        (SHIFT, Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "ok"),
        (PIT, Burn(Capacity.PIT, 1), "ok"),
        (PIT, Misdeal(Capacity.PIT, reconstructed=False), "ok"),
        (player("ann"), Misdeal(Capacity.PIT, reconstructed=False), "illegal-action"),
    ],
)
def test_who_may_rule_what(actor: Actor, ruling: Void | Burn | Misdeal, told: str) -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1), Bet("bob", "initial", 100 * UNIT, 2))
    table.all_ok(DEALER, scans("TS TH 6D 9H 8C"))
    assert table.reply_code(actor, Rule(ruling)) == told
    table.assert_books_balance()


def test_cards_that_came_out_together_are_the_players_to_order() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("TS 6D 6H"))
    assert table.reply_code(player("ann"), Decide(Action.HIT, 1)) == "ok"
    together = Together(Capacity.DEALER, (card("KD"), card("4C")))
    assert table.reply_code(DEALER, Rule(together)) == "ok"
    assert table.reply_code(player("ann"), Decide(Action.TAKE, 1, card=card("4C"))) == "ok"
    assert table.reply_code(player("ann"), Decide(Action.STAND, 1)) == "ok"
    table.all_ok(DEALER, scans("KD 9S"))
    assert table.state.round is not None
    assert table.state.round.lines[-1].returned == 200 * UNIT
    table.assert_books_balance()


def test_chips_left_alone_go_back_when_bets_close() -> None:
    """Ann lifts her initial bet; bob's side bet on her box cannot stand, and goes back (R14)."""
    table = HumanTable("rws-blackjack")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    before = table.house.store.balance("wallet:bob")
    table.reply_code(player("ann"), PlaceBets((LaidBet("initial", 50 * UNIT, 1),)))
    assert (
        table.reply_code(player("bob"), PlaceBets((LaidBet("player-pair", 9 * UNIT, 1),))) == "ok"
    )
    table.reply_code(player("cat"), PlaceBets((LaidBet("initial", 50 * UNIT, 2),)))
    assert table.reply_code(player("ann"), PlaceBets(())) == "ok"
    assert table.house.store.balance("wallet:bob") == before - 9 * UNIT
    table.all_ok(DEALER, [CloseBetting()])
    assert table.house.store.balance("wallet:bob") == before
    assert {bet.player for bet in table.state.layout.bets} == {"cat"}
    table.assert_books_balance()


@pytest.mark.clause("BJ5 5.1", "R8")
def test_the_seated_players_bet_goes_first_on_a_full_box() -> None:
    """The box holds 500. Standing players filled it; the seat takes its room from the latest."""
    table = HumanTable("rws-blackjack")
    assert table.reply_code(player("ann"), TakeSeat(1)) == "ok"
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    for name, amount in (("bob", 300), ("cat", 200)):
        bet = PlaceBets((LaidBet("initial", amount * UNIT, 1),))
        assert table.reply_code(player(name), bet) == "ok"
    full = PlaceBets((LaidBet("initial", 301 * UNIT, 1),))
    assert table.reply_code(player("bob"), full) == "limit"
    cat = table.house.store.balance("wallet:cat")
    assert table.reply_code(player("ann"), PlaceBets((LaidBet("initial", 250 * UNIT, 1),))) == "ok"
    laid = {bet.player: bet.amount // UNIT for bet in table.state.layout.bets}
    assert laid == {"bob": 250, "ann": 250}
    assert table.house.store.balance("wallet:cat") == cat + 200 * UNIT
    assert (
        table.reply_code(player("ann"), PlaceBets((LaidBet("initial", 501 * UNIT, 1),))) == "limit"
    )
    assert {bet.player: bet.amount // UNIT for bet in table.state.layout.bets} == laid
    table.all_ok(DEALER, [CloseBetting()])
    table.assert_books_balance()


@pytest.mark.clause("LIVE 2.5.2.13")
def test_a_new_session_is_asked_again() -> None:
    table = HumanTable("live-blackjack")
    assert table.reply_code(player("ann"), ChooseFollow(True)) == "ok"
    assert table.reply_code(player("ann"), EndSession("ann")) == "illegal-action"
    assert table.reply_code(HOUSE, EndSession("ann")) == "ok"
    assert table.reply_code(player("ann"), ChooseFollow(False)) == "ok"
