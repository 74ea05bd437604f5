"""What players ask of the cage: held, decided once, and read back from the journal."""

import asyncio
from collections.abc import Iterator

import msgspec
import pytest

from croupier.house.cage.cage import Cage
from croupier.house.cage.requests import KEPT, MOST_WAITING, RequestStatus
from croupier.house.journal import HouseJournals, NewEntry
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import Window
from croupier.kit.errors import Code, Refused
from croupier.kit.stakes import LARGEST_AMOUNT
from croupier.ledger import CAGE, held, wallet
from croupier.store.group import GroupCommitter
from croupier.store.pages import every_entry
from croupier.table.cage import STREAM, RequestApproved, cage_moves
from croupier.table.invariants import house_complaints
from tests.house.nodes.test_shared_journal import two_nodes
from tests.support.checkpoints import checkpoint_complaints
from tests.support.protected_house import Protected, open_protected_house


@pytest.fixture
def house() -> Iterator[Protected]:
    with open_protected_house() as protected:
        yield protected
        assert list(house_complaints(protected.store)) == []
        assert list(checkpoint_complaints(protected.store)) == []


async def test_a_buy_in_moves_chips_when_it_is_approved(house: Protected) -> None:
    asked = await house.cage.ask("ann", 50_00, " by  card ", "1")
    assert (asked.status, asked.asked.note) == (RequestStatus.WAITING, "by card")
    assert house.store.balance(wallet("ann")) == 0
    approved = await house.cage.approve(1, "kim")
    assert (approved.status, approved.decision) == (
        RequestStatus.APPROVED,
        RequestApproved(1, "ann", 50_00, "kim"),
    )
    assert house.store.balance(wallet("ann")) == 50_00
    assert house.cage.flow("ann").paid_in == 50_00
    assert house.cage.till.cash(0, house.clock.wall_ms + 1, "kim").paid_in == 50_00


async def test_a_cash_out_is_held_from_the_moment_of_asking(house: Protected) -> None:
    await house.cage.deposit("ann", 50_00, "kim", "1")
    await house.cage.ask("ann", -30_00, "", "2")
    assert house.store.balance(wallet("ann")) == 20_00
    assert house.store.balance(held("ann")) == house.cage.requests.held("ann") == 30_00
    with pytest.raises(Refused) as refused:
        await house.cage.withdraw("ann", 20_01, "kim", "3")
    assert refused.value.code is Code.SHORT_OF_FUNDS
    await house.cage.approve(1, "kim")
    assert house.store.balance(wallet("ann")) == 20_00
    assert house.store.balance(held("ann")) == house.cage.requests.held("ann") == 0
    assert house.store.balance(CAGE) == -20_00
    assert house.cage.flow("ann").paid_out == 30_00


async def test_what_is_refused_or_withdrawn_goes_back(house: Protected) -> None:
    await house.cage.deposit("ann", 50_00, "kim", "1")
    await house.cage.ask("ann", -30_00, "", "2")
    refused = await house.cage.refuse(1, "kim", "bring your passport")
    assert refused.status is RequestStatus.REFUSED
    await house.cage.ask("ann", -40_00, "", "3")
    assert (await house.cage.withdraw_request(2, "ann")).status is RequestStatus.WITHDRAWN
    assert house.store.balance(wallet("ann")) == 50_00
    assert house.cage.flow("ann").paid_out == 0


async def test_more_than_is_free_is_not_cashed_out(house: Protected) -> None:
    await house.cage.deposit("ann", 50_00, "kim", "1")
    await house.cage.ask("ann", -30_00, "", "2")
    with pytest.raises(Refused) as refused:
        await house.cage.ask("ann", -20_01, "", "3")
    assert refused.value.code is Code.SHORT_OF_FUNDS
    assert len(house.cage.requests.all()) == 1


async def test_sent_again_it_is_the_same_request(house: Protected) -> None:
    first = await house.cage.ask("ann", 50_00, "", "1")
    again = await asyncio.gather(*(house.cage.ask("ann", 50_00, "", "1") for _ in range(3)))
    assert again == [first] * 3
    with pytest.raises(Refused) as refused:
        await house.cage.ask("ann", 60_00, "", "1")
    assert refused.value.code is Code.OTHER_COMMAND
    await house.cage.approve(1, "kim")
    assert (await house.cage.ask("ann", 50_00, "", "1")).status is RequestStatus.APPROVED


async def test_clicked_twice_it_is_approved_once(house: Protected) -> None:
    await house.cage.ask("ann", 50_00, "", "1")
    await asyncio.gather(*(house.cage.approve(1, "kim") for _ in range(3)))
    assert house.store.balance(wallet("ann")) == 50_00
    for late in (
        house.cage.approve(1, "pat"),
        house.cage.refuse(1, "kim", "too late"),
        house.cage.withdraw_request(1, "ann"),
    ):
        with pytest.raises(Refused) as refused:
            await late
        assert refused.value.code is Code.STALE
    assert house.store.balance(wallet("ann")) == 50_00


async def test_limits_hold_when_it_is_asked_and_when_it_is_approved(house: Protected) -> None:
    await house.limit("ann", Kind.DEPOSIT, Window.DAY, 100_00)
    await house.cage.ask("ann", 60_00, "", "1")
    with pytest.raises(Refused) as refused:
        await house.cage.ask("ann", 40_01, "", "2")  # together with what waits
    assert refused.value.code is Code.DEPOSIT_LIMIT
    await house.cage.ask("ann", 40_00, "", "3")
    await house.limit("ann", Kind.DEPOSIT, Window.DAY, 50_00)
    with pytest.raises(Refused) as refused:
        await house.cage.approve(1, "kim")
    assert refused.value.code is Code.DEPOSIT_LIMIT
    assert house.cage.requests.get(1).status is RequestStatus.WAITING
    await house.cage.approve(2, "kim")
    assert house.store.balance(wallet("ann")) == 40_00


async def test_who_is_excluded_may_cash_out_and_not_buy_in(house: Protected) -> None:
    await house.cage.deposit("ann", 50_00, "kim", "1")
    await house.cage.ask("ann", 10_00, "", "2")
    await house.protection.exclude("ann", 200)
    for buying in (house.cage.ask("ann", 10_00, "", "3"), house.cage.approve(1, "kim")):
        with pytest.raises(Refused) as refused:
            await buying
        assert refused.value.code is Code.EXCLUDED
    await house.cage.ask("ann", -50_00, "", "4")
    await house.cage.approve(2, "kim")
    assert house.store.balance(wallet("ann")) == 0


async def test_few_wait_at_a_time(house: Protected) -> None:
    for n in range(MOST_WAITING):
        await house.cage.ask("ann", 10_00, "", f"{n}")
    with pytest.raises(Refused) as refused:
        await house.cage.ask("ann", 10_00, "", "more")
    assert refused.value.code is Code.TOO_OFTEN
    await house.cage.ask("bob", 10_00, "", "1")
    await house.cage.withdraw_request(1, "ann")
    await house.cage.ask("ann", 10_00, "", "more")


async def test_nobody_withdraws_what_another_has_asked(house: Protected) -> None:
    await house.cage.ask("ann", 10_00, "", "1")
    with pytest.raises(Refused) as refused:
        await house.cage.withdraw_request(1, "bob")
    assert refused.value.code is Code.NOT_FOUND


@pytest.mark.parametrize(
    ("amount", "note", "code"),
    [
        (0, "", Code.BAD_AMOUNT),
        (LARGEST_AMOUNT + 1, "", Code.LIMIT),
        (-LARGEST_AMOUNT - 1, "", Code.LIMIT),
        (1, "a" * 121, Code.BAD_TEXT),
        (1, "bell \a", Code.BAD_TEXT),
    ],
)
async def test_what_is_no_request_is_refused(
    house: Protected, amount: int, note: str, code: Code
) -> None:
    with pytest.raises(Refused) as refused:
        await house.cage.ask("ann", amount, note, "1")
    assert refused.value.code is code


async def test_a_refusal_has_a_reason(house: Protected) -> None:
    await house.cage.ask("ann", 10_00, "", "1")
    with pytest.raises(Refused) as refused:
        await house.cage.refuse(1, "kim", "?")
    assert refused.value.code is Code.BAD_TEXT


async def test_all_of_it_is_read_back(house: Protected) -> None:
    for n in range(KEPT + 5):
        await house.cage.ask("ann", 10_00, "", f"{n}")
        if n:
            await house.cage.approve(n + 1, "kim")
    before = house.cage.requests
    assert len(before.of("ann")) == KEPT
    assert [request.asked.number for request in before.waiting()] == [1], "it is never forgotten"

    def read_back() -> Cage:
        committer = GroupCommitter(house.store)
        journals = HouseJournals(house.store, committer, owner="next", clock=house.clock)
        return Cage(journals, protection=house.protection)

    assert read_back().requests.save() == before.save()
    await house.cage.journal.keep_checkpoint(least=1)
    assert read_back().requests.save() == before.save(), "from its checkpoint"


async def test_verify_notices_what_was_decided_twice(house: Protected) -> None:
    """Two approvals in the books are two buy-ins of one request."""
    with open_protected_house() as other:
        await other.cage.ask("ann", 10_00, "", "1")
        await other.cage.approve(1, "kim")
        again = RequestApproved(1, "ann", 10_00, "pat")
        other.cage._book.requests.decide = lambda *_: None  # type: ignore[method-assign]

        await other.cage.journal.record(lambda: NewEntry(again, "pat", "2", cage_moves(again)))
        (complaint,) = house_complaints(other.store)
        assert "request 1 was not waiting for that" in complaint.what


async def test_two_nodes_decide_one_request_once() -> None:
    with two_nodes() as (store, a, b):
        asked = await a.cage.ask("ann", 50_00, "", "1")
        assert await b.cage.ask("ann", 50_00, "", "1") == asked, "sent again to another node"
        outcomes = await asyncio.gather(
            a.cage.approve(1, "kim"),
            b.cage.approve(1, "pat"),
            b.cage.approve(1, "kim"),
            a.cage.withdraw_request(1, "ann"),
            return_exceptions=True,
        )
        for node in (a, b):
            await node.cage.journal.follow()
        decided = a.cage.requests.get(1)
        assert decided == b.cage.requests.get(1)
        assert all(outcome == decided or isinstance(outcome, Refused) for outcome in outcomes)
        entries = [msgspec.json.decode(entry.body)["fact"] for entry in every_entry(store, STREAM)]
        assert len(entries) == 2, entries
        paid = 50_00 if decided.status is RequestStatus.APPROVED else 0
        assert store.balance(wallet("ann")) == paid
