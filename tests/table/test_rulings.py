"""What may be ruled is judged by the list that is shown; older journals are read all the same."""

import msgspec
import pytest
from msgspec.structs import replace

from croupier.engine.inputs import (
    Action,
    Burn,
    Capacity,
    CardMove,
    CardPlace,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Place,
    Void,
    VoidReason,
)
from croupier.engine.layout import Bet
from croupier.engine.protocol import variant, void_causes, waiting
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.kit.cards import Card
from croupier.kit.errors import Refused
from croupier.roundfile import write
from croupier.store.memory import MemoryStore
from croupier.story import tell
from croupier.table.commands import CloseBetting, Decide, Rule, TakeBack
from croupier.table.facts import Fed, MovedCard
from croupier.table.family import table_family
from croupier.table.judging.play import needs_second
from croupier.table.recovery import facts_of, fold
from croupier.table.rounds import rounds
from croupier.table.rulings import clauses_behind, rulings_now, void_causes_now
from croupier.table.state import TablePhase
from tests.support.human_table import (
    DEALER,
    PIT,
    SHIFT,
    VOID,
    HumanTable,
    assert_refolds,
    betting,
    facts,
    initial,
    place_initial,
    scans,
    two_boxes,
)
from tests.support.notation import play_file
from tests.support.random_rounds import GAMES, UNIT, open_table, play_on
from tests.support.virtual_house import VirtualHouse, player


def spinning() -> HumanTable:
    table = HumanTable("live-roulette")
    table.begin(Bet("ann", "red", 5 * UNIT))
    return table


@pytest.mark.clause("R26")
def test_a_wheel_has_no_cause_of_a_void() -> None:
    table = spinning()
    assert (rulings_now(table.state), void_causes_now(table.state)) == (("interrupt",), ())
    reply = table.house.ask(table.game, PIT, VOID)
    assert (reply.code, reply.clause) == ("illegal-action", "R26")
    assert table.state.phase is TablePhase.PLAYING


@pytest.mark.clause("R26")
def test_a_journal_that_voids_a_spin_is_read() -> None:
    """A house may have ruled so before it was asked what can happen there: a fact stays one."""
    table = spinning()
    runner = table.house.runners[table.game]
    fact = Fed(Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "pia")
    runner.at_once(runner._settle(runner.table.prepare_facts((fact,), table.house.now)))
    assert table.state.round is not None
    assert table.state.round.void
    assert fold(table.house.store, table.game)[0].hash() == table.state.hash()


@pytest.mark.clause("R32", "BJ5 5.10.2", "BJ5 3.15")
def test_no_card_is_placed_on_a_complete_hand() -> None:
    """The dealer's 18 stands and ann's blackjack waits: what is dealt to them is thrown away."""
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1), initial("bob", 2))
    table.all_ok(DEALER, scans("AS TH TD KS 6H"))
    to_dealer, to_ann = Rule(Place(Capacity.PIT, dealer=True)), Rule(Place(Capacity.PIT, 1, 1))
    table.all_ok(PIT, [Rule(Misdeal(Capacity.PIT, reconstructed=False)), to_dealer])
    table.all_ok(DEALER, scans("8C"))
    assert {table.reply_code(PIT, ruling) for ruling in (to_dealer, to_ann)} == {"illegal-action"}
    table.all_ok(PIT, [Rule(Discard(Capacity.PIT, DiscardReason.OVERDRAW))])
    table.all_ok(DEALER, scans("5C"))
    round = table.state.round
    assert isinstance(round, BlackjackRound)
    assert (round.dealer, round.out) == (("TD", "8C"), ("5C",))
    assert_refolds(table)


STOPPED = Interrupt(Capacity.HOUSE)


@pytest.mark.clause("R4", "R30")
def test_nobody_alone_interrupts_a_round_once_an_outcome_may_be_known() -> None:
    """By a card that was scanned, though the scan was taken back; by a ball that rolls."""
    cards = HumanTable("rws-blackjack")
    cards.begin(initial("ann", 1))
    assert not needs_second(cards.state, STOPPED)
    cards.all_ok(DEALER, scans("TS"))
    assert needs_second(cards.state, STOPPED)
    cards.all_ok(DEALER, [TakeBack()])
    for table in (cards, spinning()):
        assert needs_second(table.state, STOPPED)
        alone = Rule(STOPPED, reason="the camera is dead")
        assert table.reply_code(SHIFT, alone) == "countersign"
        assert table.reply_code(SHIFT, replace(alone, countersigned=SHIFT.name)) == "countersign"
        assert table.reply_code(SHIFT, replace(alone, countersigned=PIT.name)) == "ok"
        (fed,) = (fact for fact in facts(table) if isinstance(fact, Fed) and fact.input == STOPPED)
        assert (fed.reason, fed.countersigned) == ("the camera is dead", PIT.name)
        assert_refolds(table)


@pytest.mark.clause("R4")
def test_an_interruption_before_the_first_card_needs_a_reason() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    assert table.reply_code(SHIFT, Rule(STOPPED, reason=" ")) == "illegal-action"
    assert table.reply_code(SHIFT, Rule(STOPPED, reason="the shoe is jammed")) == "ok"


@pytest.mark.clause("R4", "R26", "R29")
def test_where_the_house_deals_nobody_voids_or_interrupts() -> None:
    house = VirtualHouse(MemoryStore())
    house.table("rws-blackjack")
    state = house.runners["rws-blackjack"].table.state
    betting(house, state)
    assert house.ask("rws-blackjack", player("ann"), place_initial(1)).ok
    assert house.ask("rws-blackjack", PIT, CloseBetting()).ok
    while not state.waiting.decisions:
        assert house.wait("rws-blackjack")
    assert not {"void", "interrupt", "together"} & set(rulings_now(state))
    assert void_causes_now(state) == ()
    for reason in void_causes(state.rules):
        void = Void(Capacity.PIT, reason)
        for signed in ("", "sam"):
            assert house.ask("rws-blackjack", PIT, Rule(void, signed)).code == "illegal-action"
    assert state.round is not None
    assert not state.round.void


@pytest.mark.parametrize(
    ("game", "event", "clauses"),
    [
        ("live-blackjack", "void", ("R26", "R2", "R30")),
        ("rws-blackjack", "void", ("R26", "BJ5 5.17", "R2", "R30")),
        ("live-blackjack", "misdeal", ("R28", "R27")),
        ("rws-knockout-baccarat", "misdeal", ("NKB 5.1.2", "R28", "R27")),
        ("live-blackjack", "burn", ("LIVE 2.3.5b", "R30")),
        ("rws-blackjack", "burn", ("R30",)),
        ("classic-blackjack-shoe", "discard:overdraw", ("R27",)),
        ("rws-blackjack-plus", "place-for", ("BJP 5.18",)),
        ("live-blackjack", "place-for", ()),
        ("live-blackjack", "pick-up", ("LIVE 2.3.7",)),
    ],
)
def test_what_the_house_may_do_is_told_with_its_clauses(
    game: str, event: str, clauses: tuple[str, ...]
) -> None:
    assert clauses_behind(variant(game))[event] == clauses


@pytest.mark.parametrize("game", GAMES)
def test_whatever_may_be_ruled_has_its_clauses(game: str) -> None:
    behind = clauses_behind(variant(game))
    table = open_table(game, 7)
    while not (now := waiting(table.round)).over:
        assert all(behind[ruling] for ruling in now.rulings)
        play_on(table)


ANNS, BOBS = CardPlace("box", 1, 1), CardPlace("box", 2, 1)
IN_ORDER = Misdeal(Capacity.PIT, reconstructed=True)


@pytest.mark.clause("BJ5 5.9", "R27")
def test_a_reconstruction_is_written_down_card_by_card() -> None:
    table = two_boxes()
    move = CardMove(ANNS, 2, lies=BOBS, lies_at=1)
    assert table.reply_code(PIT, Rule(IN_ORDER, moves=(move, move))) == "illegal-action"
    as_it_lies = Misdeal(Capacity.PIT, reconstructed=False)
    assert table.reply_code(PIT, Rule(as_it_lies, moves=(move,))) == "illegal-action"
    foreign = CardMove(CardPlace("player"), 1, lies=BOBS)
    assert table.reply_code(PIT, Rule(IN_ORDER, moves=(foreign,))) == "illegal-action"
    assert table.reply_code(PIT, Rule(Burn(Capacity.PIT, 1), moves=(move,))) == "illegal-action"
    table.all_ok(PIT, [Rule(IN_ORDER, moves=(move,))])
    fact = facts_of(table.house.store.entries(table.game)[-1])[-1]
    assert isinstance(fact, Fed)
    assert fact.moved == (MovedCard(Card("9H"), BOBS, ANNS, 1, 2),)
    assert fact.input == replace(IN_ORDER, moves=(move,))
    assert fold(table.house.store, table.game)[0].hash() == table.state.hash()


@pytest.mark.clause("R27")
def test_a_reconstruction_of_an_older_journal_is_read() -> None:
    """Neither with positions, nor with the moves in the ruling."""
    old = {
        "fact": "fed",
        "input": {"input": "misdeal", "by": "pit", "reconstructed": True},
        "by": "pia",
        "moved": [{"card": "9H", "lay": {"to": "dealer"}, "belongs": {"to": "box", "box": 1}}],
    }
    fact = msgspec.convert(old, Fed)
    assert fact.moved == (MovedCard(Card("9H"), CardPlace("dealer"), CardPlace("box", 1)),)
    assert fact.input == IN_ORDER


@pytest.mark.clause("NKB 5.1.2", "R27")
def test_cards_of_a_coup_are_put_back_and_the_story_says_which() -> None:
    table = HumanTable("rws-knockout-baccarat")
    table.begin(Bet("ann", "player", 100 * UNIT))
    table.all_ok(DEALER, scans("2S KD 3H 7C"))
    player, banker = CardPlace("player"), CardPlace("banker")
    move = CardMove(player, 2, lies=banker)
    table.all_ok(PIT, [Rule(IN_ORDER, moves=(move,))])
    table.all_ok(DEALER, scans("9S"))
    assert_refolds(table)
    (played,) = rounds(table.house.store, table.game)
    file = write(
        table.game, played.bets, played.inputs, limits=played.config.limits, seats=played.seats
    )
    story = " ".join(one.text for chapter in tell(play_file(file)) for one in chapter.sentences)
    assert "Put back: 3♥ from Banker to position 2 of Player." in story


@pytest.mark.clause("BJ5 5.10.1", "R27")
def test_a_reconstruction_that_is_too_late_is_refused_with_its_clause() -> None:
    table = two_boxes()
    table.all_ok(player("ann"), [Decide(Action.STAND, 1)])
    late = Rule(IN_ORDER, moves=(CardMove(ANNS, 2, lies=BOBS),))
    reply = table.house.ask(table.game, PIT, late)
    assert (reply.code, reply.clause) == ("illegal-action", "BJ5 5.10.1")


@pytest.mark.clause("R27")
def test_at_a_wheel_no_card_is_put_back() -> None:
    table = spinning()
    family, round = table_family(table.state.rules), table.state.round
    assert (family.laid_cards(round), family.card_places(round)) == ((), ())
    with pytest.raises(Refused):
        family.check_move(round, CardMove(ANNS, 2, lies=BOBS))
