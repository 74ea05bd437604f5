"""Every card of a shoe is accounted for: dealt, burned, behind the cut, left over."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.house.closures import Certificate, Closure, Closures, Verdict, certified
from croupier.house.closures.accounting import (
    ShoeSpan,
    ShoeTerms,
    account_for,
    ended_shoes,
    shoe_spans,
)
from croupier.house.closures.certificate import closure_faults, read_certificate
from croupier.house.house_signature import HouseSignature
from croupier.house.journal import HouseJournals
from croupier.house.verify.closures import closure_complaints
from croupier.kit.cards import shoe as whole_shoe
from croupier.kit.errors import Refused
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from croupier.table.commands import ChangeShoe, Rule
from croupier.table.facts import OutcomesOpened
from croupier.table.recovery import NoSuchTable, recorded
from tests.support.clock import HandClock
from tests.support.human_table import DEALER, PIT, HumanTable, initial, scans
from tests.support.shoe_closures import (
    GONE,
    SIGNATURE,
    SINGLE,
    close_shoe,
    closures_of,
    shoe_dealt_by_hand,
)
from tests.support.virtual_house import VirtualHouse, fresh_shoe


@pytest.mark.parametrize("game", [SINGLE, "live-blackjack"])
def test_a_virtual_shoe_closes_by_its_opened_order(game: str) -> None:
    house = VirtualHouse(MemoryStore())
    decks = 1 if game == SINGLE else 2
    house.table(game, decks=decks)
    while len(closures_of(house, game)) < 3:
        house.play_round(game)
    for number, closure in enumerate(closures_of(house, game), 1):
        assert closure.shoe == number
        assert closure.verdict is Verdict.CLOSES
        assert closure.rounds
        assert closure.left is not None
        assert closure.dealt + closure.burned + closure.left == closure.cards == 52 * decks
        assert closure.behind_cut + closure.left_over == closure.left
        assert closure.burned == (6 if game == "live-blackjack" else 0)
        assert closure.burned_unseen == 0


def test_a_wheel_has_no_shoe() -> None:
    house = VirtualHouse(MemoryStore())
    assert ended_shoes(house.table("live-roulette").table.state) == 0


def test_a_journal_that_ends_before_the_shoe_is_told() -> None:
    house = VirtualHouse(MemoryStore())
    house.table(SINGLE)
    terms = ShoeTerms.of(house.configs[SINGLE])
    with pytest.raises(NoSuchTable):
        account_for(house.store, terms, ShoeSpan(1, 1, 10_000))


def test_an_opened_order_that_lacks_a_card_does_not_close() -> None:
    house = VirtualHouse(MemoryStore())
    house.table(SINGLE)
    while not closures_of(house, SINGLE):
        house.play_round(SINGLE)
    (span,) = shoe_spans(house.store, SINGLE, 1, house.runners[SINGLE].table.seq)

    class Doctored(MemoryStore):
        """The same journal, in which the order had the two of spades twice and no ace of hearts."""

        def entries(self, stream: str, after: int = 0, limit: int = 500):  # type: ignore[no-untyped-def]
            for entry in house.store.entries(stream, after, limit):
                body = recorded(entry)
                facts = tuple(
                    replace(
                        fact,
                        outcomes=tuple("2S" if one == "AH" else one for one in fact.outcomes),
                    )
                    if isinstance(fact, OutcomesOpened)
                    else fact
                    for fact in body.facts
                )
                yield replace(entry, body=msgspec.json.encode(replace(body, facts=facts)))

    terms = ShoeTerms.of(house.configs[SINGLE])
    closure = account_for(Doctored(), terms, span)
    assert closure.verdict is Verdict.NOT
    assert "2S" in closure.extra


@pytest.mark.parametrize(
    ("left", "verdict"),
    [
        (msgspec.UNSET, Verdict.NOT_COUNTED),
        (44, Verdict.CLOSES),
        (43, Verdict.NOT),
        (45, Verdict.NOT),
    ],
)
def test_a_shoe_dealt_by_hand_closes_by_what_the_dealer_counts(
    left: int | msgspec.UnsetType, verdict: Verdict
) -> None:
    closure = close_shoe(shoe_dealt_by_hand(), left=left)
    assert [(one.round, one.cards) for one in closure.rounds] == [(1, 5)]
    assert (closure.dealt, closure.burned, closure.burned_unseen) == (5, 3, 2)
    counted = None if left is msgspec.UNSET else left
    assert (closure.left, closure.left_scanned) == (counted, False)
    assert (closure.verdict, closure.by) == (verdict, "dora")


def test_what_was_left_may_be_scanned_and_tells_which_card_it_is() -> None:
    rest = [card for card in whole_shoe(1) if card not in GONE]
    burned, left = rest[:2], rest[2:]
    closes = close_shoe(shoe_dealt_by_hand(), left=len(left), left_cards=tuple(left))
    assert closes.verdict is Verdict.CLOSES
    assert set(closes.missing) == set(map(str, burned)), "those may be the two burned unseen"
    twice = close_shoe(shoe_dealt_by_hand(), left=len(left), left_cards=(*left[1:], left[-1]))
    assert twice.verdict is Verdict.NOT
    assert twice.extra == (str(left[-1]),)
    short = close_shoe(shoe_dealt_by_hand(), left=len(left) - 1, left_cards=tuple(left[1:]))
    assert (short.verdict, len(short.missing)) == (Verdict.NOT, 3)


def test_burned_cards_that_are_turned_over_leave_nothing_unseen() -> None:
    rest = [card for card in whole_shoe(1) if card not in GONE]
    burned, left = tuple(rest[:2]), tuple(rest[2:])
    said = {"left": len(left), "left_cards": left}
    closes = close_shoe(shoe_dealt_by_hand(), **said, burned_cards=burned)
    assert (closes.verdict, closes.burned, closes.burned_unseen) == (Verdict.CLOSES, 3, 0)
    assert (closes.missing, closes.extra) == ((), ())
    other = close_shoe(shoe_dealt_by_hand(), **said, burned_cards=(burned[0], left[0]))
    assert other.verdict is Verdict.NOT
    assert (other.missing, other.extra) == ((str(burned[1]),), (str(left[0]),))
    table = shoe_dealt_by_hand()
    short = replace(fresh_shoe(table.state).record, burned_cards=burned[:1])
    assert table.reply_code(DEALER, ChangeShoe(short)) == "illegal-action"


def test_how_many_cards_should_be_left_is_known() -> None:
    assert HumanTable(SINGLE).state.left_in_shoe is None
    table = shoe_dealt_by_hand()
    assert table.state.left_in_shoe == 44
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D"))
    table.all_ok(PIT, [Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))])
    assert table.state.left_in_shoe == 50, "of the shoe that was taken out of use"


def test_cards_scanned_and_counted_have_to_be_as_many() -> None:
    table = shoe_dealt_by_hand()
    wrong = replace(fresh_shoe(table.state).record, left=3, left_cards=tuple(whole_shoe(1))[:2])
    assert table.reply_code(DEALER, ChangeShoe(wrong)) == "illegal-action"


@pytest.mark.clause("R26")
def test_a_shoe_taken_out_of_use_for_its_cards_does_not_close() -> None:
    table = HumanTable(SINGLE)
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D"))
    table.all_ok(PIT, [Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))])
    closure = close_shoe(table, left=50)
    assert (closure.verdict, closure.spoiled) == (Verdict.NOT, "foreign-card")


# The certificate -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def closure() -> Closure:
    return close_shoe(shoe_dealt_by_hand(), left=44)


def test_anyone_checks_a_certificate_with_the_file_and_the_key(closure: Closure) -> None:
    text = msgspec.json.encode(certified(closure, SIGNATURE))
    certificate = read_certificate(text)
    assert list(closure_faults(certificate, SIGNATURE.public)) == []
    other = HouseSignature(b"x" * 32).public
    assert len(list(closure_faults(certificate, other))) == 1
    with pytest.raises(Refused):
        read_certificate(text.replace(b'"closure"', b'"closing"'))


@pytest.mark.parametrize(
    "change",
    [{"dealt": 6}, {"cards": 51}, {"left": 45}, {"verdict": Verdict.NOT}, {"behind_cut": 44}],
)
def test_what_was_altered_is_seen(closure: Closure, change: dict[str, object]) -> None:
    whole = certified(closure, SIGNATURE)
    assert list(closure_faults(replace(whole, closure=replace(closure, **change))))
    # Signed anew with the same key, its figures still do not agree with one another.
    assert list(closure_faults(certified(replace(closure, **change), SIGNATURE)))


# The journal ---------------------------------------------------------------------------------


@pytest.fixture
def books() -> Iterator[tuple[HumanTable, Closures]]:
    table = shoe_dealt_by_hand()
    with GroupCommitter(table.house.store) as committer:
        journals = HouseJournals(table.house.store, committer, owner="one", clock=HandClock())
        yield table, Closures(journals)


async def test_each_shoe_is_certified_once_and_verify_makes_it_again(
    books: tuple[HumanTable, Closures],
) -> None:
    table, closures = books
    closure = close_shoe(table, left=44)
    await closures.record(certified(closure, SIGNATURE))
    with pytest.raises(Refused):
        await closures.record(certified(closure, SIGNATURE))
    assert closures.last(SINGLE) == 1
    assert [number for number, _ in closures.newest_first()] == [1]
    assert closures.get(1).closure == closure
    assert list(closure_complaints(table.house.store)) == []


async def test_verify_sees_a_certificate_that_says_something_else(
    books: tuple[HumanTable, Closures],
) -> None:
    table, closures = books
    closure = close_shoe(table, left=43)
    lie = replace(closure, left=44, left_over=closure.left_over + 1, verdict=Verdict.CLOSES)
    certificate: Certificate = certified(lie, SIGNATURE)
    assert list(closure_faults(certificate)) == []
    await closures.record(certificate)
    (complaint,) = closure_complaints(table.house.store)
    assert "other left" in complaint.what
