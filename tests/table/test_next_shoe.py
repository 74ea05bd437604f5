"""The next shoe is sealed, contributed to and delayed while the current one is dealt."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from croupier.chance.derived import given_digest
from croupier.engine.equipment import Cards
from croupier.house.closures.accounting import ShoeTerms, account_for, ended_shoes, shoe_spans
from croupier.house.closures.certificate import Verdict
from croupier.house.fairness import CheckResult, FairRecord, check_record, fair_record
from croupier.house.records.index import TableIndex
from croupier.house.restoring import BY_HAND, Restoring, reseal
from croupier.table.commands import Actor, CloseTable, OpenTable, Reconfigure, Reshuffle, TableRole
from croupier.table.config import Shuffle
from croupier.table.delays import Priority
from croupier.table.facts import (
    BetsPlaced,
    BettingOpened,
    ContributionsClosed,
    DelayPassed,
    EntropyGiven,
    Fact,
    OutcomesOpened,
    OutcomesSealed,
    PreparedShoeInUse,
    PreparedShoeUnused,
    ShoePrepared,
)
from croupier.table.runner import WINDOW_EXPIRED
from croupier.table.saved import SavedTable, restore, save
from croupier.table.shoes import CLOSED, OTHER_TERMS
from croupier.table.state import TablePhase
from tests.table.held_delays import SLOW, Delays, Table

GAME = "classic-blackjack-double"
BRIEF = replace(Shuffle(), squarings=80_000)
IN_TIME = 80
"""Milliseconds of a fast core, which nobody evaluates faster."""
PIT = Actor("pia", TableRole.PIT)


def at_next_shoe(shuffle: Shuffle = SLOW, game: str = GAME) -> Table:
    """A table as its next shoe has just been sealed."""
    table = Table(game, shuffle)
    until(table, lambda: table.state.next_shoe is not None)
    return table


def step(table: Table) -> None:
    """The table's next move; somebody bets where nothing else would happen."""
    house, game, state = table.house, table.game, table.state
    if state.phase is TablePhase.BETTING and state.layout.empty:
        house.bet(game, "bob")
    elif not house.decide(game):
        assert house.wait(game)


def until(table: Table, reached: Callable[[], bool]) -> None:
    for _ in range(3_000):
        if reached():
            return
        step(table)
    pytest.fail("the table does not get there")


def to_next_round(table: Table) -> None:
    number = table.state.round_number
    until(table, lambda: table.state.round_number > number)


def to_shoe_change(table: Table) -> None:
    """Until betting is open on the next shoe."""
    shoes = table.state.shoes
    until(table, lambda: table.state.shoes > shoes and table.state.phase is TablePhase.BETTING)


def give_next(table: Table, name: str) -> str:
    return table.give(name, shoe=table.next_shoe.name)


def prepare_whole(table: Table) -> None:
    """Contributed to, closed, and its delay over."""
    assert give_next(table, "ann") == ""
    table.delays.over = True
    while not table.next_shoe.ready:
        assert table.house.wait(table.game)


def records(table: Table) -> list[FairRecord]:
    """Of all rounds that are over."""
    index = TableIndex.of(table.house.store, table.game)
    found = (
        fair_record(table.house.store, index, number)
        for number in range(1, table.state.round_number)
    )
    return [record for record in found if record is not None]


def only(table: Table, kind: type[Fact]) -> Fact:
    (fact,) = table.facts(kind)
    assert isinstance(fact, kind)
    return fact


def test_it_is_sealed_when_half_of_the_cards_before_the_cutting_card_are_dealt() -> None:
    table = at_next_shoe()
    equipment = table.state.rules.equipment
    assert isinstance(equipment, Cards)
    half = (equipment.size - equipment.reserve) // 2
    assert half <= table.shoe.used <= half + 8
    prepared = only(table, ShoePrepared)
    assert isinstance(prepared, ShoePrepared)
    assert prepared.name == f"{GAME}/2"
    assert prepared.terms == table.shoe.terms
    assert table.shoe.name == f"{GAME}/1"
    assert table.state.shoes == 1
    table.sound()


@pytest.mark.parametrize(
    ("game", "shuffle"), [("live-roulette", SLOW), (GAME, Shuffle(squarings=0))]
)
def test_a_wheel_and_an_order_that_is_drawn_are_sealed_in_their_turn(
    game: str, shuffle: Shuffle
) -> None:
    table = Table(game, shuffle)
    table.delays.over = True
    for _ in range(3):
        to_shoe_change(table)
    assert table.facts(ShoePrepared) == []
    assert len(table.facts(OutcomesSealed)) == 4
    table.sound()


def test_a_contribution_is_to_one_shoe_and_opens_its_window_alone() -> None:
    table = at_next_shoe()
    assert table.give("ann") == "too-late", "the one in use is closed"
    assert table.give("ann", shoe=f"{GAME}/7") == "too-late"
    assert give_next(table, "ann") == ""
    assert give_next(table, "ann") == "illegal-action"
    table.house.now += 1_999
    assert give_next(table, "bob") == ""
    due = table.runner.due()
    assert due is not None
    while not table.next_shoe.closed:
        assert table.house.wait(table.game)
    assert give_next(table, "cat") == "too-late"
    digest = given_digest(table.next_shoe.commitment, ["of ann", "of bob"])
    assert table.next_shoe.digest == digest.hex()
    table.runner.due()
    assert table.delays.asked == [digest]
    assert table.delays.priority is Priority.PREPARED
    table.sound()


def test_the_table_goes_on_at_once_from_the_prepared_shoe() -> None:
    table = at_next_shoe()
    prepare_whole(table)
    prepared = table.next_shoe.name
    table.delays.over = False
    asked = list(table.delays.asked)
    to_shoe_change(table)
    (opened,) = table.facts(OutcomesOpened)
    assert opened.name == f"{GAME}/1"
    assert only(table, PreparedShoeInUse) == PreparedShoeInUse(prepared, 0)
    assert table.shoe.name == prepared
    assert table.state.shoes == 2
    assert table.shoe.ready
    assert table.give("cat") == "too-late"
    to_next_round(table)
    assert table.delays.asked == asked, "no card waited for a delay"
    table.sound()


def test_every_round_of_both_shoes_passes_every_check() -> None:
    table = at_next_shoe(Shuffle(window=0, squarings=2_000))
    table.house.now += 5
    for _ in range(3):
        prepare_whole(table)
        to_shoe_change(table)
        until(table, lambda: table.state.next_shoe is not None)
    to_shoe_change(table)
    by_shoe: dict[str, int] = {}
    for record in records(table):
        assert record.shoe is not None
        if record.shoe.opening is None:
            continue
        by_shoe[record.shoe.name] = by_shoe.get(record.shoe.name, 0) + 1
        findings = check_record(record)
        assert all(found.verdict is CheckResult.HOLDS for found in findings), findings
        assert record.shoe.entropy == (() if record.shoe.name == f"{GAME}/1" else ("of ann",))
    assert list(by_shoe) == [f"{GAME}/{number}" for number in range(1, 5)]
    table.sound()


def test_a_round_is_not_told_more_of_because_the_next_shoe_is_sealed() -> None:
    """The shoe in use stays in use: a card that nobody has seen is not told."""
    table = at_next_shoe()
    prepare_whole(table)
    to_next_round(table)
    index = TableIndex.of(table.house.store, GAME)
    rounds = [entry for entry in index.rounds.values() if entry.over]
    assert rounds
    assert all(index.in_use(entry) for entry in rounds)
    assert all(record.shoe and record.shoe.opening is None for record in records(table))
    to_shoe_change(table)
    index = TableIndex.of(table.house.store, GAME)
    assert not any(index.in_use(entry) for entry in index.rounds.values() if entry.over)


def test_a_shoe_to_which_nobody_contributed_still_takes_contributions_in_use() -> None:
    table = at_next_shoe()
    to_shoe_change(table)
    assert table.shoe.fresh
    assert table.give("ann") == ""
    table.sound()


def test_a_window_that_is_open_at_the_change_closes_by_its_own_clock() -> None:
    table = at_next_shoe(Shuffle(window=600_000, squarings=16))
    assert give_next(table, "ann") == ""
    given = table.house.now
    table.house.ask(GAME, PIT, Reshuffle())
    to_shoe_change(table)
    assert table.shoe.window_open
    due = table.runner.driver.due()
    assert due is None or due.at == given + 600_000
    table.house.now = given + 600_000
    assert table.house.wait(GAME)
    assert table.shoe.closed
    table.sound()


def test_a_shoe_that_ends_early_is_followed_by_the_prepared_one_and_the_round_waits() -> None:
    table = at_next_shoe()
    give_next(table, "ann")
    until(table, lambda: table.next_shoe.delayed)
    table.house.ask(GAME, PIT, Reshuffle())
    to_shoe_change(table)
    assert table.shoe.delayed
    table.runner.due()
    betting = table.delays.priority
    assert betting is Priority.IN_USE
    until(table, lambda: table.state.phase is not TablePhase.BETTING)
    assert table.runner.due() is None
    assert table.delays.priority is Priority.ROUND
    table.delays.over = True
    to_next_round(table)
    assert len(table.facts(DelayPassed)) == 1
    table.sound()


# Killed at any moment -------------------------------------------------------------------------


def test_a_window_that_was_open_at_a_stop_is_closed_at_the_return() -> None:
    table = at_next_shoe(BRIEF)
    assert give_next(table, "ann") == ""
    table.house.now += IN_TIME
    name = table.next_shoe.name
    table.start()
    assert table.next_shoe.name == name
    assert table.next_shoe.closed
    assert give_next(table, "bob") == "too-late"
    assert table.times(ContributionsClosed)[-1] == table.house.now
    table.sound()


@pytest.mark.parametrize("gap", [IN_TIME + 1, -1])
def test_a_window_that_cannot_be_closed_in_time_costs_the_prepared_shoe_alone(gap: int) -> None:
    """The bets stand, and so does the round: they are on the shoe in use."""
    table = at_next_shoe(BRIEF)
    if table.state.phase is not TablePhase.BETTING:
        to_next_round(table)
    table.house.bet(GAME, "bob")
    bets, given_up = table.state.layout.bets, table.next_shoe
    assert give_next(table, "ann") == ""
    assert give_next(table, "bob") == ""
    table.house.now += gap
    table.start()
    unused = only(table, PreparedShoeUnused)
    assert isinstance(unused, PreparedShoeUnused)
    assert (unused.name, unused.commitment, unused.why, unused.outcomes) == (
        given_up.name,
        given_up.commitment,
        WINDOW_EXPIRED,
        (),
    )
    assert unused.salt
    assert table.shoe.name == f"{GAME}/1"
    assert bets
    assert table.state.layout.bets == bets
    assert [fact for fact in table.facts(BetsPlaced) if fact.returned] == []
    step(table)
    assert table.next_shoe.name == f"{GAME}/3", "another is prepared, under a name of its own"
    assert give_next(table, "ann") == ""
    table.delays.over = True
    to_shoe_change(table)
    assert table.shoe.name == f"{GAME}/3"
    table.sound()


def test_after_a_stop_the_delay_is_begun_again_from_the_journal() -> None:
    table = at_next_shoe()
    give_next(table, "ann")
    until(table, lambda: table.next_shoe.delayed)
    table.runner.due()
    asked = list(table.delays.asked)
    assert len(asked) == 1
    table.delays = Delays()
    table.delays.over = True
    table.start()
    until(table, lambda: table.next_shoe.ready)
    assert table.delays.asked == asked
    to_shoe_change(table)
    table.sound()


def test_a_table_comes_back_as_it_was_from_journal_and_checkpoint() -> None:
    table = at_next_shoe()
    prepare_whole(table)
    to_next_round(table)
    encoded, before = msgspec.msgpack.encode(save(table.state)), table.state.hash()
    saved = msgspec.msgpack.decode(encoded, type=SavedTable)
    assert restore(saved).next_shoe == table.next_shoe
    table.start()
    assert table.state.hash() == before


def test_what_was_sealed_before_the_books_were_put_back_is_never_dealt() -> None:
    table = at_next_shoe()
    prepare_whole(table)
    names = {table.shoe.name, table.next_shoe.name}
    reseal(table.house.store, Restoring(BY_HAND, {}), table.house.now)
    table.start()
    unused = only(table, PreparedShoeUnused)
    assert isinstance(unused, PreparedShoeUnused)
    assert (unused.name, unused.why) == (f"{GAME}/2", BY_HAND)
    assert len(unused.outcomes) == 104
    assert table.shoe.name not in names
    assert table.state.next_shoe is None
    table.sound()


# Never dealt from -----------------------------------------------------------------------------


def test_a_table_that_closes_opens_its_prepared_shoe_and_deals_the_other_on() -> None:
    table = at_next_shoe()
    prepare_whole(table)
    prepared, used = table.next_shoe, table.shoe.name
    table.house.ask(GAME, PIT, CloseTable())
    until(table, lambda: table.state.phase is TablePhase.CLOSED and table.runner.due() is None)
    unused = only(table, PreparedShoeUnused)
    assert isinstance(unused, PreparedShoeUnused)
    assert (unused.name, unused.why) == (prepared.name, CLOSED)
    assert len(unused.outcomes) == 104
    assert table.give("ann", shoe=prepared.name) == "illegal-action"
    assert table.house.ask(GAME, PIT, OpenTable()).ok
    until(table, lambda: table.state.next_shoe is not None)
    assert (table.shoe.name, table.next_shoe.name) == (used, f"{GAME}/3")
    to_shoe_change(table)
    table.sound()


def test_a_shoe_prepared_for_other_terms_is_opened_and_another_sealed() -> None:
    table = at_next_shoe(game="live-blackjack")
    prepare_whole(table)
    assert table.house.ask(table.game, PIT, Reconfigure(settings={"decks": 6})).ok
    to_shoe_change(table)
    unused = only(table, PreparedShoeUnused)
    assert isinstance(unused, PreparedShoeUnused)
    assert unused.why == OTHER_TERMS
    assert table.shoe.size == 6 * 52
    assert table.shoe.name == "live-blackjack/3"
    names = table.order()
    sealed = len(names) - 1 - names[::-1].index("OutcomesSealed")
    assert names.index("PreparedShoeUnused") < sealed < names.index("BettingOpened", sealed)
    table.sound()


def test_closures_count_the_shoes_that_were_dealt_from() -> None:
    table = at_next_shoe()
    table.house.ask(GAME, PIT, CloseTable())
    until(table, lambda: table.state.phase is TablePhase.CLOSED and table.runner.due() is None)
    table.house.ask(GAME, PIT, OpenTable())
    for _ in range(2):
        to_shoe_change(table)
    store, terms = table.house.store, ShoeTerms.of(table.state.config)
    assert len(table.facts(PreparedShoeUnused)) == 1
    assert len(table.facts(PreparedShoeInUse)) == 2
    spans = shoe_spans(store, GAME, ended_shoes(table.state), store.head(GAME).seq)
    closures = [account_for(store, terms, span) for span in spans]
    assert [closure.shoe for closure in closures] == [2, 1]
    assert {closure.verdict for closure in closures} == {Verdict.CLOSES}


# Older journals -------------------------------------------------------------------------------


def test_what_was_written_before_there_were_two_shoes_is_read() -> None:
    text = b'{"fact":"entropy-given","player":"ann","entropy":"chance"}'
    given = msgspec.json.decode(text, type=Fact)
    assert isinstance(given, EntropyGiven)
    assert given.is_for("any shoe")
    table = at_next_shoe()
    assert table.facts(BettingOpened)
    old = msgspec.to_builtins(save(table.state))
    del old["next_shoe"], old["unused_shoes"]
    restored = restore(msgspec.convert(old, type=SavedTable, strict=False))
    assert (restored.next_shoe, restored.unused_shoes) == (None, 0)
