"""What people on the floor do at a table, and what becomes of it: scans taken back, changes by the
pit, opening and closing, dealers, shoes, voids and squeezes."""

import pytest

from croupier.engine import protocol as engine
from croupier.engine.inputs import Action, Capacity, CardDealt, Together
from croupier.engine.layout import Bet, Limits
from croupier.engine.viewer import PUBLIC, Viewer
from croupier.games.blackjack.engine import BlackjackView
from croupier.kit.cards import HIDDEN, card, cards
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    HOUSE,
    Actor,
    AllowSqueeze,
    Call,
    ChangeDealer,
    ChangeShoe,
    CloseBetting,
    CloseOffers,
    CloseTable,
    Command,
    Decide,
    OpenBetting,
    OpenTable,
    PlaceBets,
    PlaceCut,
    Reconfigure,
    Rule,
    Scan,
    ShoeRecord,
    TakeBack,
    TurnCards,
)
from croupier.table.config import Clocks
from croupier.table.facts import (
    BettingOpened,
    DealerChanged,
    Fed,
    OutcomesSealed,
    Reconfigured,
    ScanTakenBack,
)
from croupier.table.recovery import facts_of, fold
from croupier.table.rounds import rounds
from croupier.table.state import TablePhase
from croupier.table.table import Request
from tests.support.human_table import (
    ANN,
    BOB,
    DEALER,
    PIT,
    SHIFT,
    STRANGER,
    VOID,
    HumanTable,
    answer,
    assert_refolds,
    betting,
    facts,
    initial,
    place_initial,
    red,
    scans,
    two_boxes,
    watched,
)
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import VirtualHouse, fresh_shoe

# Scans taken back ----------------------------------------------------------------------------


def test_a_scan_taken_back_has_never_been() -> None:
    table = HumanTable("classic-blackjack-single")
    table.begin(initial("ann", 1, 10))
    table.all_ok(DEALER, scans("AS"))
    before, seen = table.state.hash(), +table.state.seen
    table.all_ok(DEALER, scans("5D"))
    assert table.state.hash() != before
    table.all_ok(DEALER, [TakeBack()])
    assert table.state.hash() == before
    assert +table.state.seen == seen
    assert_refolds(table)
    table.all_ok(DEALER, scans("6D 5D 9C"))
    assert_refolds(table)
    (played,) = rounds(table.house.store, table.game)
    dealt = [input.card for input in played.inputs if isinstance(input, CardDealt)]
    assert dealt == list(cards("AS 6D 5D 9C"))
    assert any(isinstance(fact, ScanTakenBack) for fact in facts(table))


@pytest.mark.parametrize("how", ["decided", "twice", "stranger", "house", "no scan yet"])
def test_a_scan_stands_once_something_came_of_it(how: str) -> None:
    table = two_boxes()
    who = DEALER
    match how:
        case "decided":
            table.all_ok(ANN, [Decide(Action.STAND, 1)])
        case "twice":
            table.all_ok(DEALER, [TakeBack()])
        case "stranger":
            who = STRANGER
        case "house":
            who = HOUSE
        case _:
            table = HumanTable("rws-blackjack")
            table.begin(initial("ann", 1))
    before = table.state.hash()
    assert table.reply_code(who, TakeBack()) == "illegal-action"
    assert table.state.hash() == before


def test_a_finished_round_and_a_called_pocket_stand() -> None:
    table = HumanTable("live-roulette")
    table.begin(Bet("ann", "red", 10 * UNIT))
    table.all_ok(DEALER, [Call(17)])
    assert table.reply_code(DEALER, TakeBack()) == "illegal-action"
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 9H"))
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("TD KD"))
    assert table.reply_code(DEALER, TakeBack()) == "illegal-action"
    table.all_ok(DEALER, [OpenBetting()])
    assert table.reply_code(DEALER, TakeBack()) == "illegal-action"


def test_nobody_takes_back_what_the_virtual_dealer_drew() -> None:
    house = VirtualHouse(MemoryStore())
    state = house.table("rws-blackjack").table.state
    betting(house, state)
    assert house.ask("rws-blackjack", ANN, place_initial(1)).ok
    assert house.wait("rws-blackjack")
    assert house.wait("rws-blackjack")
    for who in (PIT, HOUSE):
        assert house.ask("rws-blackjack", who, TakeBack()).code == "illegal-action"


# The pit changes a table ---------------------------------------------------------------------


NARROW = Limits(20 * UNIT, 50 * UNIT)


def test_new_limits_hold_from_the_next_round_on() -> None:
    table, _ = watched()
    table.all_ok(ANN, [red(10)])
    table.all_ok(PIT, [Reconfigure(limits=NARROW)])
    assert_refolds(table)
    table.all_ok(BOB, [red(300)])
    table.all_ok(DEALER, [CloseBetting(), Call(1)])
    assert_refolds(table)
    table.all_ok(DEALER, [OpenBetting()])
    assert table.reply_code(BOB, red(300)) == "limit"
    assert table.reply_code(BOB, red(10)) == "limit"
    table.all_ok(BOB, [red(30)])


def test_where_nobody_has_bet_new_limits_hold_at_once() -> None:
    table, _ = watched()
    number = table.state.round_number
    table.all_ok(PIT, [Reconfigure(limits=NARROW, clocks=Clocks(betting=5_000))])
    assert table.state.phase is TablePhase.IDLE
    assert table.state.config.limits == NARROW
    assert table.state.config.clocks.betting == 5_000
    table.all_ok(DEALER, [OpenBetting()])
    assert table.state.round_number == number + 1
    assert table.reply_code(ANN, red(10)) == "limit"
    assert_refolds(table)


def test_two_changes_in_a_round_add_up() -> None:
    table, _ = watched()
    table.all_ok(ANN, [red(10)])
    table.all_ok(PIT, [Reconfigure(limits=NARROW), Reconfigure(clocks=Clocks(pause=1))])
    assert table.state.config.limits.max == 500 * UNIT
    table.all_ok(DEALER, [CloseBetting(), Call(1)])
    assert (table.state.config.limits, table.state.config.clocks.pause) == (NARROW, 1)


def test_another_number_of_decks_means_a_fresh_shoe_before_anyone_bets() -> None:
    house = VirtualHouse(MemoryStore())
    state = house.table("live-blackjack").table.state
    betting(house, state)
    assert house.ask("live-blackjack", PIT, Reconfigure(settings={"decks": 6})).ok
    betting(house, state)
    assert state.shoe is not None
    assert (state.shoe.size, state.shoe.used) == (6 * 52, 6)
    entries = house.store.entries("live-blackjack")
    happened = [fact for entry in entries for fact in facts_of(entry)]
    changed = next(i for i, fact in enumerate(happened) if isinstance(fact, Reconfigured))
    after = [
        fact for fact in happened[changed:] if isinstance(fact, OutcomesSealed | BettingOpened)
    ]
    assert [type(fact) for fact in after] == [OutcomesSealed, BettingOpened]
    house.play_round("live-blackjack")
    again, _, _ = fold(house.store, "live-blackjack")
    assert again.hash() == state.hash()


@pytest.mark.parametrize(
    ("actor", "command", "code"),
    [
        (PIT, Reconfigure(settings={"decks": 99}), "bad-setting"),
        (PIT, Reconfigure(settings={"no-such": 1}), "bad-setting"),
        (PIT, Reconfigure(limits=Limits(50, 20)), "bad-setting"),
        (PIT, Reconfigure(limits=Limits(0, 20)), "bad-setting"),
        (PIT, Reconfigure(clocks=Clocks(betting=-1)), "bad-setting"),
        (DEALER, Reconfigure(limits=NARROW), "illegal-action"),
        (ANN, Reconfigure(limits=NARROW), "illegal-action"),
        (HOUSE, Reconfigure(limits=NARROW), "illegal-action"),
    ],
)
def test_a_change_that_makes_no_sense_changes_nothing(
    actor: Actor, command: Command, code: str
) -> None:
    table = HumanTable("live-blackjack")
    before = table.state.hash()
    assert table.reply_code(actor, command) == code
    assert table.state.hash() == before


# Opening, closing, dealers, shoes ------------------------------------------------------------


def test_an_idle_table_closes_at_once_and_opens_again() -> None:
    table = HumanTable("live-roulette")
    assert table.reply_code(PIT, OpenTable()) == "illegal-action"
    table.all_ok(PIT, [CloseTable()])
    assert table.state.phase is TablePhase.CLOSED
    for actor, command in ((PIT, CloseTable()), (DEALER, OpenBetting()), (ANN, red(10))):
        assert table.reply_code(actor, command) == "illegal-action"
    assert table.house.runners[table.game].due() is None
    assert table.reply_code(DEALER, OpenTable()) == "illegal-action"
    table.all_ok(PIT, [OpenTable()])
    table.all_ok(DEALER, [OpenBetting()])
    assert_refolds(table)


def test_betting_without_chips_closes_at_once() -> None:
    table, _ = watched()
    table.all_ok(PIT, [CloseTable()])
    assert table.state.phase is TablePhase.CLOSED
    assert_refolds(table)


def test_chips_on_the_layout_are_played_before_the_table_closes() -> None:
    table, _ = watched()
    table.all_ok(ANN, [red(10)])
    table.all_ok(PIT, [CloseTable()])
    assert table.phase() is TablePhase.BETTING
    table.all_ok(BOB, [red(10)])
    table.all_ok(DEALER, [CloseBetting()])
    assert table.house.runners[table.game].due() is None
    table.all_ok(DEALER, [Call(1)])
    assert table.house.wait(table.game)
    assert table.phase() is TablePhase.CLOSED
    assert_refolds(table)
    table.all_ok(PIT, [OpenTable()])
    assert not table.state.closing
    assert not table.house.wait(table.game)


def test_a_closing_table_whose_chips_are_lifted_closes() -> None:
    table, _ = watched()
    table.all_ok(ANN, [red(10)])
    table.all_ok(PIT, [CloseTable()])
    table.all_ok(ANN, [PlaceBets(())])
    assert table.house.wait(table.game)
    assert table.state.phase is TablePhase.CLOSED


def test_a_round_being_played_is_played_to_its_end() -> None:
    table = two_boxes()
    table.all_ok(PIT, [CloseTable()])
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(BOB, [Decide(Action.STAND, 2)])
    table.all_ok(DEALER, scans("TD 9C"))
    assert table.house.wait(table.game)
    assert table.state.phase is TablePhase.CLOSED
    assert_refolds(table)


@pytest.mark.clause("BJ5 1.20", "BJP 1.20", "R30")
@pytest.mark.parametrize(
    ("actor", "works_as"),
    [
        (DEALER, {Capacity.DEALER}),
        (PIT, {Capacity.DEALER, Capacity.PIT}),
        (SHIFT, {Capacity.DEALER, Capacity.PIT}),
        (ANN, set()),
    ],
)
def test_who_acts_in_a_post_may_do_its_work_and_nobody_else(
    actor: Actor, works_as: set[Capacity]
) -> None:
    """A dealer calls cards that came together, the pit burns one; both as who acts for them."""
    rulings = {
        Capacity.DEALER: Together(Capacity.DEALER, cards("5C 9C")),
        Capacity.PIT: VOID.ruling,
    }
    for post, ruling in rulings.items():
        table = two_boxes()
        reply = table.house.ask(table.game, actor, Rule(ruling))
        assert (reply.clause != "R30") is (post in works_as), (post, reply)


@pytest.mark.clause("R30")
def test_whoever_is_not_on_duty_is_refused_everything() -> None:
    table = two_boxes()
    before = table.state.hash()
    commands: list[Command] = [
        Scan(card("AS")),
        Call(1),
        TakeBack(),
        VOID,
        fresh_shoe(table.state),
        OpenBetting(),
        CloseBetting(),
        CloseOffers(),
    ]
    for command in commands:
        reply = table.house.ask(table.game, STRANGER, command)
        assert (reply.code, reply.clause) == ("illegal-action", "R30"), command
    assert table.state.hash() == before


def test_dealers_change_in_mid_round() -> None:
    table = two_boxes()
    assert table.reply_code(DEALER, ChangeDealer("dave")) == "illegal-action"
    table.all_ok(PIT, [ChangeDealer("dave")])
    assert table.reply_code(DEALER, TakeBack()) == "illegal-action"
    table.all_ok(STRANGER, [TakeBack(), Scan(card("9C"))])
    table.all_ok(PIT, [ChangeDealer(None)])
    assert table.reply_code(STRANGER, TakeBack()) == "illegal-action"
    told = [fact for fact in facts(table) if isinstance(fact, DealerChanged)]
    assert told[1:] == [DealerChanged("dave", "pia"), DealerChanged(None, "pia")]
    assert_refolds(table)


def test_a_virtual_dealer_is_not_relieved_and_its_shoe_not_changed() -> None:
    house = VirtualHouse(MemoryStore())
    state = house.table("live-blackjack").table.state
    for command in (ChangeDealer("dora"), fresh_shoe(state)):
        assert house.ask("live-blackjack", PIT, command).code == "illegal-action"


@pytest.mark.parametrize(
    ("record", "clause"),
    [
        (ShoeRecord(7, True, True, True, 6), "R26"),
        (ShoeRecord(0, True, True, True, 6), "R26"),
        (ShoeRecord(8, False, True, True, 6), "R26"),
        (ShoeRecord(8, True, False, True, 6), "R26"),
        (ShoeRecord(8, True, True, False, 6), "R26"),
        (ShoeRecord(8, True, True, True, 5), "LIVE 2.3.5a"),
        (ShoeRecord(8, True, True, True, 0), "LIVE 2.3.5a"),
    ],
)
def test_a_shoe_that_was_not_made_ready_is_refused(record: ShoeRecord, clause: str) -> None:
    table = HumanTable("live-blackjack")
    reply = table.house.ask(table.game, DEALER, ChangeShoe(record))
    assert (reply.code, reply.clause) == ("illegal-action", clause)
    assert table.reply_code(DEALER, OpenBetting()) == "illegal-action"
    ready = ShoeRecord(8, True, True, True, 6)
    table.all_ok(DEALER, [PlaceCut(100), ChangeShoe(ready), OpenBetting()])


def test_shoes_change_between_rounds_and_not_at_a_wheel() -> None:
    table = two_boxes()
    assert table.reply_code(DEALER, fresh_shoe(table.state)) == "illegal-action"
    wheel = HumanTable("live-roulette")
    assert wheel.reply_code(DEALER, fresh_shoe(wheel.state)) == "illegal-action"


# Voids, stale commands, squeezes -------------------------------------------------------------


def test_a_round_in_which_nothing_is_decided_is_voided_by_one() -> None:
    table = two_boxes()
    table.all_ok(PIT, [VOID])
    table.assert_books_balance()


@pytest.mark.clause("R30")
def test_once_a_bet_is_decided_a_void_needs_two() -> None:
    table = two_boxes()
    table.all_ok(ANN, [Decide(Action.HIT, 1)])
    table.all_ok(DEALER, scans("KD"))
    assert table.reply_code(PIT, VOID) == "countersign"
    assert table.reply_code(PIT, Rule(VOID.ruling, countersigned="pia")) == "countersign"
    assert table.reply_code(SHIFT, VOID) == "countersign"
    assert table.reply_code(DEALER, Rule(VOID.ruling, countersigned="pia")) == "illegal-action"
    table.all_ok(PIT, [Rule(VOID.ruling, countersigned="sam")])
    (voided,) = (one for one in facts(table) if isinstance(one, Fed) and one.input == VOID.ruling)
    assert (voided.by, voided.countersigned) == ("pia", "sam")
    assert table.house.store.balance("wallet:ann") == 10_000 * UNIT
    assert_refolds(table)


@pytest.mark.clause("R3")
@pytest.mark.parametrize("meant_for", [0, 1, 3])
def test_a_command_for_another_round_is_never_applied(meant_for: int) -> None:
    table, _ = watched()
    table.all_ok(ANN, [red(10)])
    table.all_ok(DEALER, [CloseBetting(), Call(1), OpenBetting()])
    before, entries = table.state.hash(), len(facts(table))
    assert table.state.round_number == 2
    assert answer(table, ANN, red(10), round=meant_for).code == "stale"
    assert (table.state.hash(), len(facts(table))) == (before, entries)
    assert answer(table, ANN, red(10), round=2).ok


def test_a_command_said_again_after_its_round_has_its_old_answer() -> None:
    table, _ = watched()
    runner = table.house.runners[table.game]
    request = Request(ANN, red(10), "once", 1)
    ((_, reply),) = runner.submit([request], 0, 0)
    assert reply.ok
    table.all_ok(DEALER, [CloseBetting(), Call(1), OpenBetting()])
    ((_, again),) = runner.submit([request], 0, 0)
    assert again == reply
    assert table.state.layout.empty


def box_1(table: HumanTable, viewer: Viewer) -> tuple[str, ...]:
    assert table.state.round is not None
    seen = engine.view(table.state.round, viewer)
    assert isinstance(seen, BlackjackView)
    return seen.boxes[0].hands[0].cards


@pytest.mark.clause("BJ5 3.12")
def test_squeezed_cards_are_their_owners_to_turn() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1), initial("bob", 2))
    assert table.reply_code(DEALER, AllowSqueeze(1)) == "illegal-action"
    assert table.reply_code(ANN, AllowSqueeze(1)) == "illegal-action"
    table.all_ok(DEALER, scans("TS TH 6D"))
    table.all_ok(PIT, [AllowSqueeze(1)])
    table.all_ok(DEALER, scans("9H 8C"))
    for other in (Viewer.of("bob"), PUBLIC):
        assert box_1(table, other) == ("TS", HIDDEN)
    assert box_1(table, Viewer.of("ann")) == cards("TS 9H")
    assert table.reply_code(BOB, TurnCards(1)) == "not-your-turn"
    assert table.reply_code(DEALER, TurnCards(1)) == "illegal-action"
    table.all_ok(ANN, [TurnCards(1)])
    assert box_1(table, Viewer.of("bob")) == cards("TS 9H")
    assert table.reply_code(ANN, TurnCards(1)) == "illegal-action"
    assert_refolds(table)
