"""What players ask of the house at a table: leave to squeeze, and bets placed by its staff."""

import msgspec
import pytest

from croupier.engine.inputs import Action
from croupier.engine.viewer import PUBLIC, Viewer
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.kit.cards import HIDDEN, cards
from croupier.ledger import wallet
from croupier.table.commands import (
    Actor,
    AllowSqueeze,
    AskSqueeze,
    ChangeDealer,
    CloseBetting,
    Decide,
    GiveConsent,
    LaidBet,
    MoveFor,
    OpenBetting,
    PlaceBets,
    PlaceFor,
    RefuseSqueeze,
    TableRole,
    TakeSeat,
    TurnCards,
    WithdrawConsent,
)
from croupier.table.facts import BetsPlaced, Fact, OnBehalf
from croupier.table.invariants import TableAudit
from croupier.table.rounds import rounds
from croupier.table.state import PlacedFor, Squeeze
from tests.support.human_table import (
    ANN,
    BOB,
    CAT,
    DEALER,
    PIT,
    SHIFT,
    STRANGER,
    HumanTable,
    Watchman,
    assert_refolds,
    facts,
    initial,
    place_initial,
    scans,
    set_guard,
)
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player
from tests.table.test_floor import box_1

RWS = ("rws-blackjack", "rws-blackjack-plus")
FIFTY = PlaceFor("ann", "initial", 50 * UNIT, 3)
rws = pytest.mark.parametrize("game", RWS)


def betting(game: str = "rws-blackjack") -> HumanTable:
    table = HumanTable(game)
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    return table


# A squeeze ------------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@rws
def test_a_squeeze_is_asked_for_before_the_cards_and_granted_by_the_house(game: str) -> None:
    table = betting(game)
    assert table.reply_code(ANN, AskSqueeze(1)) == "illegal-action"  # nothing lies there yet
    table.all_ok(ANN, [place_initial(1), AskSqueeze(1)])
    assert table.state.squeezes == {1: Squeeze("ann")}
    assert table.reply_code(ANN, AskSqueeze(1)) == "illegal-action"  # asked already
    for nobody in (ANN, DEALER):
        assert table.reply_code(nobody, AllowSqueeze(1)) == "illegal-action"
    table.all_ok(PIT, [AllowSqueeze(1)])
    table.all_ok(DEALER, [CloseBetting(), *scans("TS 6D 9H")])
    assert box_1(table, PUBLIC) == (HIDDEN, HIDDEN)
    assert box_1(table, Viewer.of("ann")) == cards("TS 9H")
    table.all_ok(ANN, [TurnCards(1)])
    assert_refolds(table)


@pytest.mark.clause("BJ5 3.12")
def test_a_squeeze_asked_for_in_the_round_is_for_the_cards_to_come() -> None:
    table = betting()
    table.all_ok(ANN, [place_initial(1)])
    table.all_ok(DEALER, [CloseBetting(), *scans("5S 6D 6H")])
    table.all_ok(ANN, [AskSqueeze(1)])
    table.all_ok(SHIFT, [AllowSqueeze(1)])
    table.all_ok(ANN, [Decide(Action.HIT, 1)])
    table.all_ok(DEALER, scans("2C"))
    assert box_1(table, PUBLIC) == (*cards("5S 6H"), HIDDEN)
    assert_refolds(table)


@pytest.mark.clause("BJ5 3.12", "R30")
def test_the_house_may_say_no_and_a_request_ends_with_the_round() -> None:
    table = betting()
    table.all_ok(ANN, [place_initial(1), AskSqueeze(1)])
    assert table.reply_code(DEALER, RefuseSqueeze(1)) == "illegal-action"
    table.all_ok(PIT, [RefuseSqueeze(1)])
    assert table.state.squeezes[1].granted is False
    assert table.reply_code(ANN, AskSqueeze(1)) == "illegal-action"
    table.all_ok(DEALER, [CloseBetting(), *scans("AS 5D KH")])
    assert box_1(table, PUBLIC) == cards("AS KH")
    assert table.state.squeezes == {}  # over: a blackjack against a five
    assert table.reply_code(PIT, RefuseSqueeze(1)) == "illegal-action"
    table.all_ok(DEALER, [OpenBetting()])
    table.all_ok(ANN, [place_initial(1), AskSqueeze(1)])
    assert_refolds(table)


@pytest.mark.clause("BJ5 3.12", "BJ5 3.8")
def test_it_is_asked_by_who_holds_the_cards_of_the_box() -> None:
    table = betting()
    table.all_ok(ANN, [TakeSeat(1), place_initial(1, 20)])
    table.all_ok(
        BOB, [PlaceBets((LaidBet("initial", 100 * UNIT, 1), LaidBet("initial", 20 * UNIT, 2)))]
    )
    assert table.reply_code(BOB, AskSqueeze(1)) == "illegal-action"
    assert table.reply_code(CAT, AskSqueeze(1)) == "illegal-action"
    table.all_ok(ANN, [AskSqueeze(1)])
    table.all_ok(BOB, [AskSqueeze(2)])
    table.all_ok(PIT, [AllowSqueeze(1), AllowSqueeze(2)])
    # Who takes the bet up, or loses the box to a higher one, has no cards to squeeze.
    table.all_ok(CAT, [place_initial(2, 40)])
    table.all_ok(DEALER, [CloseBetting()])
    round = table.state.round
    assert isinstance(round, BlackjackRound)
    assert [(box.number, box.squeeze) for box in round.boxes] == [(1, True), (2, False)]
    assert_refolds(table)


def test_no_squeeze_where_the_dealer_has_a_hole_card_or_there_are_no_cards() -> None:
    table = HumanTable("live-blackjack")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    table.all_ok(ANN, [place_initial(1)])
    assert table.reply_code(ANN, AskSqueeze(1)) == "illegal-action"
    assert betting("live-baccarat").reply_code(ANN, AskSqueeze(1)) == "illegal-action"


# Bets by staff --------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.18", "BJP 5.18", "BJ5 1.20")
@rws
@pytest.mark.parametrize("hand", [DEALER, PIT, SHIFT], ids=lambda one: one.name)
def test_staff_place_bets_for_a_player_who_asks(game: str, hand: Actor) -> None:
    table = betting(game)
    assert table.reply_code(hand, FIFTY) == "not-allowed"
    table.all_ok(ANN, [GiveConsent("fifty on box three, please")])
    before = table.house.store.balance(wallet("ann"))
    table.all_ok(hand, [FIFTY])
    assert table.house.store.balance(wallet("ann")) == before - 50 * UNIT
    bets = (initial("ann", 3, 50),)
    assert facts(table)[-1] == BetsPlaced("ann", bets, on_behalf=OnBehalf(hand.name, 1))
    # Moved to another box: the same chips, the same consent.
    table.all_ok(hand, [MoveFor("ann", "initial", "initial", 3, 4)])
    assert table.house.store.balance(wallet("ann")) == before - 50 * UNIT
    table.all_ok(DEALER, [CloseBetting(), *scans("AS 5D KH")])
    (played,) = rounds(table.house.store, game)
    told = "fifty on box three, please"
    assert played.placed_for == (
        PlacedFor("ann", hand.name, 1, told, bets),
        PlacedFor("ann", hand.name, 1, told, (initial("ann", 4, 50), initial("ann", 3, -50))),
    )
    assert_refolds(table)


@pytest.mark.clause("BJ5 5.18", "R3")
def test_consent_is_for_the_round_and_may_be_taken_back_until_no_more_bets() -> None:
    table = betting()
    assert table.reply_code(ANN, WithdrawConsent()) == "illegal-action"
    table.all_ok(ANN, [GiveConsent(), WithdrawConsent()])
    assert table.reply_code(DEALER, FIFTY) == "not-allowed"
    table.all_ok(ANN, [GiveConsent("a")])
    table.all_ok(ANN, [GiveConsent("b")])
    assert table.state.consents["ann"].number == 3  # each is another, and the last one counts
    table.all_ok(DEALER, [FIFTY, CloseBetting()])
    for command in (WithdrawConsent(), GiveConsent()):
        assert table.reply_code(ANN, command) == "illegal-action"
    assert table.reply_code(DEALER, FIFTY) == "not-allowed"
    table.all_ok(DEALER, [*scans("AS 5D KH"), OpenBetting()])
    assert table.reply_code(DEALER, FIFTY) == "not-allowed"
    assert_refolds(table)


@pytest.mark.clause("BJ5 5.18", "R30")
def test_only_the_staff_of_the_table_and_only_for_who_asked() -> None:
    table = betting()
    table.all_ok(ANN, [GiveConsent()])
    for other in (BOB, ANN, STRANGER, Actor("hugo", TableRole.HOUSE)):
        assert table.reply_code(other, FIFTY) == "illegal-action"
    assert table.reply_code(DEALER, PlaceFor("bob", "initial", 50 * UNIT, 3)) == "not-allowed"
    table.all_ok(PIT, [ChangeDealer(None)])
    assert table.reply_code(DEALER, FIFTY) == "illegal-action"


@pytest.mark.clause("BJ5 5.18")
def test_limits_purse_and_protection_are_the_players() -> None:
    table = betting()
    guard = Watchman()
    set_guard(table, guard)
    table.all_ok(ANN, [GiveConsent()])
    assert table.reply_code(DEALER, PlaceFor("ann", "initial", 501 * UNIT, 3)) == "limit"
    assert table.reply_code(DEALER, PlaceFor("ann", "over-13", UNIT, 3)) == "no-initial-bet"
    assert table.reply_code(DEALER, MoveFor("ann", "initial", "initial", 3, 4)) == "bad-amount"
    guard.refused.add("ann")
    assert table.reply_code(DEALER, FIFTY) == "loss-limit"
    guard.refused.clear()
    table.all_ok(player("poor"), [GiveConsent()])
    assert table.reply_code(DEALER, PlaceFor("poor", "initial", 50 * UNIT, 3)) == "short-of-funds"
    table.all_ok(DEALER, [FIFTY])
    assert (guard.staked["ann"], guard.balanced) == (50 * UNIT, True)


def test_where_no_document_lets_staff_bet_nobody_can_ask_for_it() -> None:
    for game in ("live-blackjack", "classic-blackjack-shoe", "rws-knockout-baccarat"):
        assert betting(game).reply_code(ANN, GiveConsent()) == "illegal-action"


def test_an_instruction_can_be_read() -> None:
    table = betting()
    assert table.reply_code(ANN, GiveConsent("x" * 201)) == "bad-text"
    assert table.reply_code(ANN, GiveConsent("a\x07b")) == "bad-text"


def test_a_bet_without_the_consent_it_names_is_a_complaint() -> None:
    table = betting()
    table.all_ok(ANN, [GiveConsent()])
    table.all_ok(DEALER, [FIFTY])
    store, own = table.house.store, table.house.runners[table.game].table
    assert list(TableAudit(store, table.game).complaints()) == []
    forged = BetsPlaced("ann", (initial("ann", 3, 50),), on_behalf=OnBehalf("house", 7))
    prepared = own.prepare_facts((forged,), 0)
    assert prepared.batch is not None
    own.finish(prepared, store.commit([prepared.batch])[0])
    (complaint,) = TableAudit(store, table.game).complaints()
    assert "I14: house bet for ann without consent" in str(complaint)


def test_a_journal_from_before_is_read_as_it_was_written() -> None:
    old = b'{"fact":"bets-placed","player":"ann","bets":[]}'
    assert msgspec.json.decode(old, type=Fact) == BetsPlaced("ann", ())
