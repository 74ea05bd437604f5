"""Fills and credits of the tables' floats: asked for by the pit, given by the cage."""

from collections.abc import Iterator

import msgspec
import pytest

from croupier.house.days.figures import Floats
from croupier.kit.errors import Code, Refused
from croupier.ledger import CAGE, Reason, bank
from croupier.store.values import Batch, Write
from croupier.table.cage import STREAM, FloatMoved, cage_moves
from croupier.table.invariants import house_complaints
from tests.support.checkpoints import checkpoint_complaints
from tests.support.protected_house import Protected, open_protected_house


@pytest.fixture
def house() -> Iterator[Protected]:
    with open_protected_house() as protected:
        yield protected


def held(house: Protected) -> Floats:
    """Money alone: no guest has played."""
    return Floats(house.store.balance(bank("wheel")))


async def test_a_fill_moves_once_a_second_person_gives_it(house: Protected) -> None:
    asked = await house.cage.ask_float("wheel", 5_000, "the float is low", "pia", "1")
    assert await house.cage.ask_float("wheel", 5_000, "the float is low", "pia", "1") == asked
    assert house.store.balance(bank("wheel")) == 0
    for _ in range(2):
        await house.cage.move_float(asked.asked.number, "kim", held(house))
    assert house.store.balance(bank("wheel")) == 5_000
    assert house.store.balance(CAGE) == -5_000
    (posted,) = house.store.transfers(STREAM)
    assert posted.transfer.reason is Reason.FILL
    assert list(house_complaints(house.store)) == []


async def test_one_person_alone_does_not_move_a_float(house: Protected) -> None:
    asked = await house.cage.ask_float("wheel", 5_000, "the float is low", "pia", "1")
    with pytest.raises(Refused) as refused:
        await house.cage.move_float(asked.asked.number, "pia", held(house))
    assert refused.value.code is Code.SAME_PERSON
    assert house.store.balance(bank("wheel")) == 0


async def test_a_credit_is_at_most_what_is_there(house: Protected) -> None:
    fill = await house.cage.ask_float("wheel", 5_000, "the float is low", "pia", "1")
    await house.cage.move_float(fill.asked.number, "kim", held(house))
    too_much = await house.cage.ask_float("wheel", -5_001, "too much", "pia", "2")
    with pytest.raises(Refused) as refused:
        await house.cage.move_float(too_much.asked.number, "kim", held(house))
    assert refused.value.code is Code.SHORT_OF_FUNDS
    all_of_it = await house.cage.ask_float("wheel", -5_000, "too much", "pia", "3")
    await house.cage.move_float(all_of_it.asked.number, "kim", held(house))
    assert house.store.balance(bank("wheel")) == 0
    assert house.store.transfers(STREAM)[-1].transfer.reason is Reason.CREDIT


async def test_what_has_come_into_a_bank_since_it_was_read_is_not_taken_as_money(
    house: Protected,
) -> None:
    """It may be a guest's play chips."""
    fill = await house.cage.ask_float("wheel", 5_000, "the float is low", "pia", "1")
    credit = await house.cage.ask_float("wheel", -1_000, "too much", "pia", "2")
    read_before = held(house)
    await house.cage.move_float(fill.asked.number, "kim", read_before)
    with pytest.raises(Refused) as refused:
        await house.cage.move_float(credit.asked.number, "kim", read_before)
    assert refused.value.code is Code.SHORT_OF_FUNDS
    await house.cage.move_float(credit.asked.number, "kim", held(house))
    assert house.store.balance(bank("wheel")) == 4_000


async def test_what_is_declined_does_not_move_any_more(house: Protected) -> None:
    asked = await house.cage.ask_float("wheel", 5_000, "the float is low", "pia", "1")
    await house.cage.decline_float(asked.asked.number, "kim")
    with pytest.raises(Refused) as refused:
        await house.cage.move_float(asked.asked.number, "kim", held(house))
    assert refused.value.code is Code.STALE
    await house.cage.journal.keep_checkpoint(least=1)
    assert list(checkpoint_complaints(house.store)) == []
    with open_protected_house(store=house.store) as again:
        assert again.cage.floats.all() == house.cage.floats.all()


async def test_a_float_that_nobody_asked_for_is_told(house: Protected) -> None:
    """By who looks through the books."""
    fact = FloatMoved(1, "wheel", 5_000, "kim")
    write = Write(msgspec.json.encode(fact), cage_moves(fact))
    epoch = house.store.claim(STREAM, "somebody")
    house.store.commit((Batch(STREAM, epoch, 0, (write,), 1),))
    (complaint,) = house_complaints(house.store)
    assert complaint.what == "I3: the change of float 1 was not waiting for that"
