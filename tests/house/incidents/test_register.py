"""The register of incidents: opened once, numbered, and read back by who starts anew."""

from collections.abc import Iterator

import pytest

from croupier.house.incidents import Cause, Incidents
from croupier.house.journal import HouseJournals
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from tests.support.clock import HandClock


class Register:
    def __init__(self, committer: GroupCommitter, store: MemoryStore) -> None:
        self.store, self.committer, self.clock = store, committer, HandClock()
        self.incidents = self.again("one")

    def again(self, owner: str = "other") -> Incidents:
        journals = HouseJournals(self.store, self.committer, owner=owner, clock=self.clock)
        return Incidents(journals)


@pytest.fixture
def register() -> Iterator[Register]:
    store = MemoryStore()
    with GroupCommitter(store) as committer:
        yield Register(committer, store)


async def test_an_incident_has_a_number_and_outlives_its_process(register: Register) -> None:
    said = words("shoe {shoe} does not close", shoe=3)
    first = await register.incidents.open_incident(Cause.SHOE, "bj-1", 40, 61, said, "house")
    second = await register.incidents.open_incident(
        Cause.DEALER, "bj-1", 7, None, "pays twenty as twenty-one", "pit", dealer="dora"
    )
    assert (first, second) == (1, 2)
    incidents = register.again().all()
    assert [incident.opened.cause for incident in incidents] == [Cause.SHOE, Cause.DEALER]
    assert incidents[0].opened.words == said
    assert incidents[0].opened.text == "shoe 3 does not close"
    assert incidents[1].opened.dealer == "dora"
    assert incidents[0].at_ms == register.clock.wall()


async def test_what_is_opened_twice_under_one_id_is_one_incident(register: Register) -> None:
    open_incident = register.incidents.open_incident
    for text in ("the shoe is a card short", "the shoe is a card short"):
        number = await open_incident(Cause.SHOE, "bj-1", 1, 9, text, "house", id="bj-1/1")
        assert number == 1
    again = register.again()
    said = "said in other words"
    assert await again.open_incident(Cause.SHOE, "bj-1", 1, 9, said, "house", id="bj-1/1") == 1
    assert len(again.all()) == 1
    assert again.get(1).opened.text == "the shoe is a card short"


@pytest.mark.parametrize(("since", "until"), [(0, 3), (4, 3)])
async def test_its_rounds_have_an_order(register: Register, since: int, until: int) -> None:
    with pytest.raises(Refused) as refused:
        await register.incidents.open_incident(Cause.OTHER, "bj-1", since, until, "what", "pit")
    assert refused.value.code is Code.BAD_AMOUNT


async def test_there_is_no_other(register: Register) -> None:
    with pytest.raises(Refused) as refused:
        register.incidents.get(1)
    assert refused.value.code is Code.NOT_FOUND
