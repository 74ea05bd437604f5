"""What is done to the cards at a table dealt by hand: inspected, cut, burned, shown, picked up."""

import pytest
from msgspec.structs import replace

from croupier.engine.inputs import Action, Burn, Capacity, Misdeal
from croupier.games.blackjack.engine import BlackjackRules
from croupier.kit.cards import cards
from croupier.table.commands import (
    HOUSE,
    AskBurned,
    BeginDay,
    BurnCards,
    CallPit,
    ChangeDealer,
    ChangeShoe,
    Command,
    Decide,
    DeclineBurned,
    DeclineCut,
    InspectEquipment,
    Inspection,
    LeaveSeat,
    OfferCut,
    OpenBetting,
    PlaceCut,
    Reshuffle,
    Rule,
    ShowBurned,
    TakeBack,
    TakeSeat,
)
from croupier.table.facts import (
    BurnReason,
    CardsBurned,
    CutDeclined,
    CutOffered,
    CutPlaced,
    EquipmentInspected,
    Fed,
    RoundError,
    ShoeChanged,
)
from croupier.table.guide import GuideStep, guide
from tests.support.human_table import (
    ANN,
    BOB,
    CAT,
    DEALER,
    PIT,
    STRANGER,
    HumanTable,
    assert_refolds,
    facts,
    initial,
    scans,
)
from tests.support.virtual_house import fresh_shoe

LIVE = "live-blackjack"
SOUND = InspectEquipment(Inspection(True, True))


def made(table: HumanTable) -> ShoeChanged:
    return [fact for fact in facts(table) if isinstance(fact, ShoeChanged)][-1]


# The day's inspection ------------------------------------------------------------------------


@pytest.mark.clause("LIVE 2.1.7")
def test_shoe_and_rack_are_inspected_once_a_gaming_day_before_cards_go_in() -> None:
    table = HumanTable(LIVE)
    table.all_ok(HOUSE, [BeginDay("2026-11-16")])
    assert guide(table.state).step is GuideStep.INSPECT
    assert [one.clause for one in guide(table.state).checklist] == ["LIVE 2.1.7"] * 2
    table.all_ok(DEALER, [PlaceCut(100)])
    for command in (fresh_shoe(table.state), OpenBetting()):
        reply = table.house.ask(table.game, DEALER, command)
        assert (reply.code, reply.clause) == ("illegal-action", "LIVE 2.1.7")
    table.all_ok(DEALER, [SOUND, fresh_shoe(table.state), OpenBetting()])
    assert table.reply_code(HOUSE, BeginDay("2026-11-16")) == "illegal-action"
    assert EquipmentInspected("dora", "2026-11-16", SOUND.inspection) in facts(table)
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.1.7")
def test_a_new_day_asks_again_and_a_round_that_is_on_goes_on() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(HOUSE, [BeginDay("2026-11-17")])
    table.all_ok(DEALER, scans("TS 6D 9H"))
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("TD 9C"))
    assert guide(table.state).then is GuideStep.INSPECT
    assert table.reply_code(DEALER, OpenBetting()) == "illegal-action"
    table.all_ok(PIT, [SOUND])
    table.all_ok(DEALER, [OpenBetting()])
    assert_refolds(table)


def test_what_is_found_wanting_is_written_down_and_has_to_be_put_right() -> None:
    table = HumanTable(LIVE)
    table.all_ok(HOUSE, [BeginDay("2026-11-16")])
    assert table.reply_code(DEALER, InspectEquipment(Inspection(False, True))) == "illegal-action"
    table.all_ok(DEALER, [InspectEquipment(Inspection(False, True, "the flap is loose"))])
    assert guide(table.state).step is GuideStep.INSPECT
    table.all_ok(DEALER, [SOUND])
    assert guide(table.state).step is GuideStep.MAKE_SHOE
    assert table.reply_code(ANN, SOUND) == "illegal-action"
    assert table.reply_code(STRANGER, SOUND) == "illegal-action"


def test_there_is_no_shoe_at_a_wheel_to_inspect() -> None:
    wheel = HumanTable("live-roulette")
    assert wheel.reply_code(HOUSE, BeginDay("2026-11-16")) == "illegal-action"
    assert wheel.reply_code(DEALER, SOUND) == "illegal-action"
    wheel.all_ok(DEALER, [OpenBetting()])


@pytest.mark.clause("LIVE 2.3.1")
def test_the_inspection_of_the_cards_tells_where_its_recording_is() -> None:
    table = HumanTable(LIVE)
    record = replace(fresh_shoe(table.state).record, video="cam 4, 18:03 to 18:11")
    table.all_ok(DEALER, [PlaceCut(100), ChangeShoe(record)])
    assert made(table).record.video == "cam 4, 18:03 to 18:11"


# The cut -------------------------------------------------------------------------------------


@pytest.mark.clause("LIVE 2.3.1", "LIVE 2.3.2")
def test_every_line_of_the_checklist_is_confirmed_and_recorded() -> None:
    table = HumanTable(LIVE)
    lines = [task.name for task in guide(table.state).checklist]
    assert {"spread", "inspect", "returned", "face-down", "wash", "stack"} < set(lines)
    *cut, command = table.shoe()
    assert isinstance(command, ChangeShoe)
    table.all_ok(DEALER, cut)

    def with_lines(confirmed: list[str]) -> ChangeShoe:
        return ChangeShoe(replace(command.record, steps=tuple(confirmed)))

    for line in lines:
        others = [one for one in lines if one != line]
        known = line == "player-cut"  # the table has asked for it
        assert known or table.reply_code(DEALER, with_lines(others)) == "illegal-action", line
    unwashed = with_lines([line for line in lines if line != "wash"])
    reply = table.house.ask(table.game, DEALER, unwashed)
    assert reply.message == "a step is not confirmed: Wash the cards"
    assert reply.clause == "LIVE 2.3.2"
    table.all_ok(DEALER, [with_lines(lines)])
    assert made(table).record.steps == tuple(lines)
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.3d")
def test_a_player_places_the_cutting_card_and_it_is_in_the_record_of_the_shoe() -> None:
    table = HumanTable(LIVE)
    table.all_ok(BOB, [TakeSeat(5)])
    table.all_ok(ANN, [TakeSeat(2)])
    assert table.reply_code(DEALER, fresh_shoe(table.state)) == "illegal-action"
    assert table.reply_code(DEALER, PlaceCut(100)) == "illegal-action", "players are asked first"
    table.all_ok(DEALER, [OfferCut()])
    assert table.reply_code(DEALER, OfferCut()) == "illegal-action"
    for command in (PlaceCut(200), DeclineCut()):
        assert table.reply_code(BOB, command) == "not-your-turn"
    for nowhere in (0, -1, 416):
        assert table.reply_code(ANN, PlaceCut(nowhere)) == "illegal-action"
    table.all_ok(ANN, [DeclineCut()])
    table.all_ok(BOB, [PlaceCut(231)])
    assert table.reply_code(DEALER, PlaceCut(9)) == "illegal-action"
    # Whoever sends the record cannot say who cut.
    record = replace(fresh_shoe(table.state).record, cut_by="dora", cut_position=1)
    table.all_ok(DEALER, [ChangeShoe(record)])
    assert (made(table).record.cut_by, made(table).record.cut_position) == ("bob", 231)
    kinds = CutOffered | CutDeclined | CutPlaced
    assert [fact for fact in facts(table) if isinstance(fact, kinds)] == [
        CutOffered("ann"),
        CutDeclined("ann", "ann"),
        CutOffered("bob"),
        CutPlaced("bob", 231),
    ]
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.3d")
def test_where_nobody_wants_to_the_dealer_places_it() -> None:
    table = HumanTable(LIVE)
    for actor, box in ((ANN, 1), (BOB, 2), (CAT, 3)):
        table.all_ok(actor, [TakeSeat(box)])
    # Ann says no, bob gets up, and cat does not answer.
    table.all_ok(DEALER, [OfferCut()])
    table.all_ok(ANN, [DeclineCut()])
    table.all_ok(BOB, [LeaveSeat(2)])
    assert table.state.handling.cut.asked is None
    table.all_ok(DEALER, [OfferCut(), DeclineCut()])
    assert table.reply_code(DEALER, OfferCut()) == "illegal-action"
    table.all_ok(DEALER, [PlaceCut(60), fresh_shoe(table.state)])
    assert (made(table).record.cut_by, made(table).record.cut_position) == ("dora", 60)
    # For the next shoe everyone is asked anew.
    table.all_ok(DEALER, [OfferCut()])
    assert table.state.handling.cut.asked == "ann"
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.3d")
def test_who_does_not_answer_in_time_is_passed_over_and_the_next_is_asked() -> None:
    table = HumanTable(LIVE)
    house, runner = table.house, table.house.runners[LIVE]
    table.all_ok(ANN, [TakeSeat(1)])
    table.all_ok(BOB, [TakeSeat(2)])
    assert runner.due() is None, "nobody is asked yet"
    table.all_ok(DEALER, [OfferCut()])
    clock = table.state.config.clocks.decision
    timer = runner.driver.timer()
    assert timer is not None
    assert (timer.what, timer.ends, timer.of) == ("decision", house.now + clock, clock)
    house.now += clock - 1
    assert not runner.tick(house.now, house.now)
    assert house.wait(LIVE)
    assert table.state.handling.cut.asked == "bob"
    # Bob has the whole time again, and takes it.
    house.now += clock - 1
    assert not runner.tick(house.now, house.now)
    table.all_ok(BOB, [PlaceCut(77)])
    assert runner.due() is None
    declined = [fact for fact in facts(table) if isinstance(fact, CutDeclined)]
    assert declined == [CutDeclined("ann", "house")]
    assert_refolds(table)


# Burned cards --------------------------------------------------------------------------------


def dealt() -> HumanTable:
    """Ann has 19 and bob 18 against a six."""
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1), initial("bob", 2))
    table.all_ok(DEALER, scans("TS TH 6D 9H 8C"))
    return table


def fed(table: HumanTable) -> list[RoundError | None]:
    """For what cards were burned."""
    return [one.error for one in facts(table) if isinstance(one, Fed) and _is_burn(one)]


def _is_burn(fact: Fed) -> bool:
    return isinstance(fact.input, Burn)


@pytest.mark.clause("LIVE 2.3.5b")
def test_cards_burned_after_an_error_are_tied_to_it() -> None:
    table = dealt()
    misdeal, burn = Rule(Misdeal(Capacity.PIT, reconstructed=True)), Burn(Capacity.PIT, 1)
    table.all_ok(PIT, [misdeal, Rule(burn)])
    table.all_ok(DEALER, scans("2S"))
    table.all_ok(PIT, [misdeal])
    assert table.reply_code(PIT, Rule(burn, error=3)) == "illegal-action"
    table.all_ok(PIT, [Rule(burn, error=1)])
    assert fed(table) == [RoundError(1, "misdeal"), RoundError(1, "misdeal")]
    first, second = table.state.handling.burns
    assert (first.why, first.error, first.round) == (BurnReason.ERROR, RoundError(1, "misdeal"), 1)
    assert (first.cards, second.cards) == (cards("2S"), ())
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.5b", "R16")
def test_another_number_than_three_after_an_error_has_a_reason() -> None:
    table = HumanTable("live-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 9H KD"))
    assert table.reply_code(PIT, Rule(Burn(Capacity.PIT, 1))) == "ok", "at the house's wish"
    table.all_ok(DEALER, scans("2S"))
    table.all_ok(PIT, [Rule(Misdeal(Capacity.PIT, reconstructed=True))])
    one = Burn(Capacity.PIT, 1)
    reply = table.house.ask(table.game, PIT, Rule(one, reason=" "))
    assert (reply.code, reply.clause) == ("illegal-action", "LIVE 2.3.5b")
    assert reply.message == "3 cards are burned after an error: enter a reason for another number"
    table.all_ok(PIT, [Rule(one, reason="the shoe is nearly out")])
    table.all_ok(DEALER, scans("3S"))
    table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 3))])
    burned = [(burn.count, burn.error, burn.reason) for burn in table.state.handling.burns[1:]]
    misdeal = RoundError(1, "misdeal")
    assert burned == [(1, None, ""), (1, misdeal, "the shoe is nearly out"), (3, misdeal, "")]
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.5b")
def test_a_call_for_the_pit_is_no_error() -> None:
    table = HumanTable("live-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, [CallPit("a player would like cards burned")])
    table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 1))])
    (burned,) = table.state.handling.burns[1:]
    assert (burned.why, burned.error, burned.reason) == (BurnReason.HOUSE, None, "")


@pytest.mark.clause("LIVE 2.3.5")
def test_cards_may_be_burned_at_discretion_though_there_was_an_error() -> None:
    table = HumanTable("live-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 9H KD"))
    table.all_ok(PIT, [Rule(Misdeal(Capacity.PIT, reconstructed=True))])
    table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 1), error=0)])
    (burned,) = table.state.handling.burns[1:]
    assert (burned.why, burned.error) == (BurnReason.HOUSE, None)
    assert_refolds(table)


def test_a_misread_burned_card_is_read_again() -> None:
    table = dealt()
    table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 2))])
    table.all_ok(DEALER, [*scans("2S 3S"), TakeBack(), *scans("4S")])
    (burned,) = table.state.handling.burns
    assert burned.cards == cards("2S 4S")
    assert (burned.why, burned.error) == (BurnReason.HOUSE, None)
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.5")
def test_a_new_dealer_may_burn_cards_between_rounds() -> None:
    table = HumanTable("rws-blackjack")
    assert not guide(table.state).may_burn, "there is no shoe"
    table.all_ok(DEALER, table.shoe())
    assert guide(table.state).may_burn
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 9H"))
    assert table.reply_code(DEALER, BurnCards(1)) == "illegal-action"
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("TD 9C"))
    assert table.reply_code(DEALER, BurnCards(1)) == "illegal-action", "dora has dealt here"
    table.all_ok(PIT, [BurnCards(1), ChangeDealer("dave")])
    for count in (0, 11):
        assert table.reply_code(STRANGER, BurnCards(count)) == "illegal-action"
    table.all_ok(STRANGER, [BurnCards(2)])
    assert table.reply_code(STRANGER, BurnCards(1)) == "illegal-action", "once"
    assert [fact for fact in facts(table) if isinstance(fact, CardsBurned)] == [
        CardsBurned("pia", 1, BurnReason.HOUSE),
        CardsBurned("dave", 2, BurnReason.NEW_DEALER),
    ]
    assert table.state.handling.unseen == 3
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.5")
def test_burned_cards_are_shown_on_request_between_rounds() -> None:
    table = dealt()
    table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 1))])
    table.all_ok(DEALER, scans("2S"))
    show = ShowBurned(())
    assert table.reply_code(DEALER, show) == "illegal-action", "nobody has asked"
    table.all_ok(ANN, [AskBurned()])
    assert table.reply_code(ANN, AskBurned()) == "illegal-action"
    assert table.reply_code(DEALER, show) == "illegal-action", "bets lie there"
    assert table.reply_code(ANN, show) == "illegal-action"
    for actor, box in ((ANN, 1), (BOB, 2)):
        table.all_ok(actor, [Decide(Action.STAND, box)])
    table.all_ok(DEALER, scans("TD 9C"))
    table.all_ok(PIT, [BurnCards(2)])
    assert table.reply_code(DEALER, show) == "illegal-action", "two lie face down"
    table.all_ok(DEALER, [ShowBurned(cards("5H 5D"))])
    assert [one.cards for one in table.state.handling.burns] == [cards("2S"), cards("5H 5D")]
    assert all(one.shown for one in table.state.handling.burns)
    assert table.state.handling.askers == ()
    assert table.state.seen[cards("5H")[0]] == 1
    assert table.reply_code(BOB, AskBurned()) == "illegal-action", "all are shown"
    assert_refolds(table)


def test_the_house_may_keep_them_covered_and_no_shoe_has_a_fifth_of_a_card() -> None:
    table = HumanTable("classic-blackjack-single")
    table.all_ok(DEALER, [*table.shoe(), BurnCards(2)])
    table.all_ok(BOB, [AskBurned()])
    assert table.reply_code(DEALER, ShowBurned(cards("AS AS"))) == "card-impossible"
    table.all_ok(DEALER, [DeclineBurned()])
    assert table.reply_code(DEALER, DeclineBurned()) == "illegal-action"
    table.all_ok(BOB, [AskBurned()])
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.3.2", "LIVE 2.3.5")
def test_burned_cards_bring_the_cut_card_nearer() -> None:
    table = HumanTable("classic-blackjack-single")
    table.all_ok(DEALER, table.shoe())
    assert isinstance(table.state.rules, BlackjackRules)
    behind = table.state.rules.cut_card_from_back
    while table.state.handling.unseen < 52 - behind:
        assert guide(table.state).step is GuideStep.OPEN_BETTING
        table.all_ok(PIT, [BurnCards(1)])
    assert guide(table.state).step is GuideStep.MAKE_SHOE


@pytest.mark.clause("LIVE 2.3.2")
def test_the_house_may_have_cards_shuffled_that_a_person_deals() -> None:
    table = HumanTable(LIVE)
    assert table.reply_code(DEALER, Reshuffle()) == "illegal-action"
    table.begin(initial("ann", 1))
    table.all_ok(PIT, [Reshuffle()])
    assert table.reply_code(PIT, Reshuffle()) == "illegal-action"
    table.all_ok(DEALER, scans("TS 6D 9H TC"))
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("7C"))
    assert guide(table.state).then is GuideStep.MAKE_SHOE
    assert table.why(OpenBetting()) == "the house wants the cards shuffled: make a fresh shoe"
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    assert_refolds(table)


# The pickup ----------------------------------------------------------------------------------


@pytest.mark.clause("LIVE 2.3.7")
def test_the_guide_tells_in_which_order_cards_are_picked_up() -> None:
    table = HumanTable(LIVE)
    for actor, box in ((ANN, 2), (BOB, 5), (CAT, 7)):
        table.all_ok(actor, [TakeSeat(box)])
    table.begin(initial("ann", 2), initial("bob", 5), initial("cat", 7))
    table.all_ok(DEALER, scans("TS TH TC 6D 9H 8C 7C TD"))
    assert guide(table.state).pick_up is None
    for actor, box in ((ANN, 2), (BOB, 5), (CAT, 7)):
        table.all_ok(actor, [Decide(Action.STAND, box)])
    table.all_ok(DEALER, scans("TD"))
    told = str(guide(table.state).pick_up)
    assert "your own, then seat 7, seat 5 and seat 2" in told
    assert "yours at the bottom" in told


@pytest.mark.parametrize(
    "command", [OfferCut(), PlaceCut(9), BurnCards(1), AskBurned(), ShowBurned(()), DeclineCut()]
)
def test_none_of_it_is_for_a_wheel(command: Command) -> None:
    wheel = HumanTable("live-roulette")
    actor = ANN if isinstance(command, AskBurned) else DEALER
    assert wheel.reply_code(actor, command) == "illegal-action"
