"""What players give to the order of a sealed shoe: until when, and what becomes of it."""

import pytest

from croupier.chance.derived import derived_order, given_digest
from croupier.chance.sealed import cut_of, cut_order
from croupier.house.fairness import CheckResult, check_record, fair_record
from croupier.house.records.index import TableIndex
from croupier.store.pages import entries_backwards
from croupier.table.commands import GiveEntropy
from croupier.table.config import Shuffle, TableConfig
from croupier.table.delays import Priority
from croupier.table.driver import PassDelay
from croupier.table.facts import (
    BetsClosed,
    BetsPlaced,
    ContributionsClosed,
    DelayPassed,
    Fed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
)
from croupier.table.runner import WINDOW_EXPIRED
from croupier.table.state import TablePhase
from tests.support.virtual_house import player
from tests.table.held_delays import SLOW, Delays, Table

WHEEL = "live-roulette"
USUAL = Shuffle()
"""Eight seconds of a fast core."""


def test_the_first_who_gives_opens_a_window_and_the_clock_closes_it() -> None:
    table = Table()
    table.house.now += 60_000
    assert table.give("ann") == ""
    table.house.now += 1_999
    assert table.give("bob") == ""
    assert table.give("ann", "another") == "illegal-action"
    due = table.runner.due()
    assert due is not None
    assert due.at == table.house.now + 1
    assert table.house.wait(table.game)
    assert table.give("cat") == "too-late"
    (closed,) = table.facts(ContributionsClosed)
    assert closed.digest == given_digest(table.shoe.commitment, ["of ann", "of bob"]).hex()
    table.sound()


@pytest.mark.parametrize("nonsense", ["", "x" * 65, "é", "a\n"])
def test_what_cannot_be_written_down_is_not_taken(nonsense: str) -> None:
    table = Table()
    reply = table.house.ask(table.game, player("cat"), GiveEntropy(nonsense))
    assert reply.code == "bad-file"


def test_the_delay_begins_when_the_closing_is_committed_and_not_before() -> None:
    table = Table()
    table.give("ann")
    assert table.runner.due() is not None
    assert table.delays.asked == []
    assert table.house.wait(table.game)
    assert table.delays.asked == []  # committed, and nobody has looked what is due since
    table.runner.due()
    assert table.delays.asked == [given_digest(table.shoe.commitment, ["of ann"])]


def test_the_table_waits_for_a_delay_that_is_not_over_at_no_more_bets() -> None:
    table = Table()
    state = table.runner.table.state
    table.give("ann")
    table.house.bet(table.game, "bob")
    while state.phase is TablePhase.BETTING:
        assert table.house.wait(table.game)
    # No card is known yet, and none falls.
    betting = table.delays.priority
    assert betting is not Priority.ROUND
    assert table.runner.due() is None
    assert table.delays.priority is Priority.ROUND
    assert not table.shoe.ready
    assert table.give("cat") == "too-late"
    table.delays.over = True
    due = table.runner.due()
    assert due is not None
    assert due.moves == (PassDelay(),)
    while state.phase is TablePhase.PLAYING:
        assert table.house.wait(table.game)
    names = table.order()
    closed, passed = names.index("ContributionsClosed"), names.index("DelayPassed")
    assert closed < names.index("BetsClosed") < passed < names.index("Fed")
    table.sound()


def test_where_nobody_gives_anything_nothing_is_delayed() -> None:
    table = Table()
    state = table.runner.table.state
    table.house.bet(table.game, "bob")
    while state.phase is not TablePhase.IDLE:
        assert table.house.wait(table.game)
    assert table.delays.asked == []
    assert len(table.facts(ContributionsClosed)) == 1
    assert table.facts(DelayPassed) == []
    table.sound()


def play_until_opened(table: Table) -> OutcomesOpened:
    table.delays.over = True
    while not table.facts(OutcomesOpened):
        table.house.play_round(table.game)
        while table.runner.table.state.phase is TablePhase.IDLE:
            assert table.house.wait(table.game)
    opened = table.facts(OutcomesOpened)[0]
    assert isinstance(opened, OutcomesOpened)
    return opened


def test_the_whole_order_follows_from_the_seed_and_from_what_was_given() -> None:
    orders = {}
    for given in ("red", "black", ""):
        table = Table(WHEEL)
        if given:
            table.give("ann", given)
        terms, output = table.shoe.terms, ""
        opened = play_until_opened(table)
        assert terms is not None
        if given:
            (passed,) = table.facts(DelayPassed)
            output = passed.output
        order = derived_order(opened.name, opened.salt, output, terms)
        assert order == opened.outcomes
        dealt = [str(fact.input.pocket) for fact in table.facts(Fed) if fact.used][:3]
        assert tuple(dealt) == order
        table.sound()
        # The seed is the same each time; what came of it is not.
        orders[given] = opened.salt, order
    assert len({seed for seed, _ in orders.values()}) == 1
    assert len({order for _, order in orders.values()}) == 3


def test_a_window_that_was_open_at_a_stop_is_closed_at_the_return() -> None:
    """At once, with the bets that stand: the return itself still lies within the margin."""
    table = Table(shuffle=USUAL)
    table.give("ann")
    table.house.bet(table.game, "bob")
    table.house.now += 8_000
    name = table.shoe.name
    table.start()
    assert table.shoe.name == name
    assert table.runner.table.state.layout.bets
    assert table.give("bob") == "too-late"
    (closed_ms,) = table.times(ContributionsClosed)
    assert closed_ms == table.house.now
    table.sound()


def bring_back_with_the_window_open(table: Table, gap: int) -> None:
    table.give("ann")
    table.give("bob")
    table.house.now += gap
    table.start()


@pytest.mark.parametrize("gap", [8_001, -1])
def test_a_window_that_cannot_be_closed_in_time_costs_the_shoe(gap: int) -> None:
    """By the clock on the wall, also one that was set back."""
    table = Table(shuffle=USUAL)
    given_up = table.shoe
    bring_back_with_the_window_open(table, gap)
    (retired,) = table.facts(OutcomesRetired)
    assert (retired.name, retired.commitment) == (given_up.name, given_up.commitment)
    assert retired.why == WINDOW_EXPIRED
    (opened,) = table.facts(OutcomesOpened)
    assert (opened.name, opened.outcomes) == (given_up.name, ())
    assert table.facts(ContributionsClosed) == []
    assert table.shoe.name != given_up.name
    assert table.give("ann") == "", "and for the new one everybody may contribute again"
    table.sound()


@pytest.mark.clause("R4")
def test_bets_on_a_shoe_that_is_given_up_go_back() -> None:
    """Also within the grace: the next shoe must be sealed before the bets that are dealt from
    it."""
    table = Table(shuffle=USUAL)
    state = table.runner.table.state
    assert table.house.bet(table.game, "bob").ok
    staked = sum(bet.amount for bet in state.layout.bets)
    assert len(table.facts(OutcomesSealed)) == 1
    bring_back_with_the_window_open(table, 9_000)
    assert table.house.now < state.rules.grace_seconds * 1000
    returned = [fact for fact in table.facts(BetsPlaced) if fact.returned]
    assert [(fact.player, fact.returned) for fact in returned] == [("bob", staked)]
    names = table.order()
    retired = names.index("OutcomesRetired")
    assert retired < names.index("OutcomesSealed", retired) < names.index("BettingOpened", retired)
    table.sound()


def test_a_journal_is_read_backwards_page_by_page() -> None:
    table = Table()
    table.give("ann")
    head = table.house.store.head(table.game).seq
    back = entries_backwards(table.house.store, table.game, head, page=2)
    assert [entry.seq for entry in back] == list(range(head, 0, -1))


def test_a_round_after_a_crash_in_the_window_passes_every_check() -> None:
    table = Table(WHEEL, Shuffle(window=0, squarings=2_000))
    bring_back_with_the_window_open(table, 3)
    table.give("cat")
    table.delays.over = True
    while table.runner.table.state.shoes < 3:
        table.house.play_round(table.game)
        table.house.wait_for_betting(table.game)
    index = TableIndex.of(table.house.store, table.game)
    records = [fair_record(table.house.store, index, number) for number in (2, 3, 4)]
    for record in records:
        assert record is not None
        findings = check_record(record)
        assert "margin" in {found.check for found in findings}
        assert all(found.verdict is CheckResult.HOLDS for found in findings), findings


def test_after_a_stop_the_delay_is_begun_again_from_the_journal() -> None:
    table = Table()
    table.give("ann")
    table.house.bet(table.game, "bob")
    state = table.runner.table.state
    while state.phase is TablePhase.BETTING:
        assert table.house.wait(table.game)
    table.runner.due()
    asked = list(table.delays.asked)
    table.delays = Delays()
    table.delays.over = True
    table.start()
    assert table.house.wait(table.game)
    assert table.delays.asked == asked
    assert len(table.facts(DelayPassed)) == 1
    while table.runner.table.state.phase is TablePhase.PLAYING:
        assert table.house.wait(table.game)
    table.sound()


def test_an_order_that_is_given_up_before_it_was_derived_is_opened_without_one() -> None:
    """The pit takes another number of decks while the delay runs."""
    table = Table("live-blackjack")
    table.give("ann")
    assert table.house.wait(table.game)
    assert table.shoe.delayed
    facts = table.runner._outcomes.open(table.shoe)
    assert facts.outcomes == ()
    assert len(facts.salt) == 64


def test_a_table_without_a_delay_draws_the_order_and_players_cut_it() -> None:
    table = Table(WHEEL, Shuffle(squarings=0))
    assert table.shoe.terms is None
    for name in ("ann", "bob"):
        assert table.give(name) == ""
    commitment, size = table.shoe.commitment, table.shoe.size
    opened = play_until_opened(table)
    (cut, *_) = table.facts(OutcomesCut)
    assert cut.cut == cut_of(commitment, ["of ann", "of bob"], size)
    dealt = [str(fact.input.pocket) for fact in table.facts(Fed) if fact.used][:3]
    assert cut_order(opened.outcomes, cut.cut) == tuple(dealt)
    table.sound()


def test_a_shoe_sealed_before_there_was_a_delay_is_played_out() -> None:
    """The tables file asks for a delay from now on; what is sealed stays as it is."""
    table = Table(WHEEL, Shuffle(squarings=0))
    table.give("ann")
    table.house.configs[WHEEL] = TableConfig(WHEEL, WHEEL, shuffle=SLOW, wheel_run=3)
    state = table.runner.table.state
    state.config = table.house.configs[WHEEL]
    table.house.bet(WHEEL, "bob")
    while state.phase is TablePhase.BETTING:
        assert table.house.wait(WHEEL)
    assert len(table.facts(OutcomesCut)) == 1
    play_until_opened(table)
    assert table.shoe.terms is not None
    assert len(table.facts(BetsClosed)) == 3
