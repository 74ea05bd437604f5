"""Books put back from a copy: what was sealed may have been seen, and is never dealt again."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from croupier.engine.inputs import BallRested
from croupier.house.restoring import BY_HAND, FROM_BACKUP, Restoring, reseal
from croupier.server.books import restore_books
from croupier.store import backup, open_store
from croupier.store.memory import MemoryStore
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader, Store
from croupier.table.facts import BooksRestored, Fact, Fed, OutcomesOpened, OutcomesRetired
from croupier.table.invariants import house_complaints
from croupier.table.recovery import facts_of, fold
from croupier.table.rounds import rounds
from croupier.table.state import TablePhase
from tests.support.virtual_house import GAMES, VirtualHouse

WHEEL = "live-roulette"


def facts(reader: Reader, table: str) -> list[Fact]:
    return [fact for entry in every_entry(reader, table) for fact in facts_of(entry)]


def pockets(reader: Reader) -> list[int]:
    return [
        fact.input.pocket
        for fact in facts(reader, WHEEL)
        if isinstance(fact, Fed) and isinstance(fact.input, BallRested)
    ]


def spin(house: VirtualHouse, times: int) -> list[int]:
    before = len(pockets(house.store))
    for _ in range(times):
        house.play_round(WHEEL)
    return pockets(house.store)[before:]


def of_kind(found: list[Fact], kind: type[Fact]) -> list[Fact]:
    return [fact for fact in found if isinstance(fact, kind)]


def test_a_restored_house_deals_nothing_that_was_dealt_before(tmp_path: Path) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    with closing(open_store(str(first))) as store:
        house = VirtualHouse(store, seed=5)
        house.table(WHEEL)
        spin(house, 2)
        sealed, _, _ = fold(store, WHEEL)
        backup(str(first), tmp_path / "copy")
        seen = spin(house, 6)
    restore_books([tmp_path / "copy"], str(second), None, house.now, accept_unsigned=True)
    with closing(open_store(str(second))) as store:
        again = VirtualHouse(store, seed=6, now=house.now)
        again.table(WHEEL)
        assert spin(again, 6) != seen
        found = facts(store, WHEEL)
        assert sealed.shoe is not None
        (retired,) = of_kind(found, OutcomesRetired)
        assert retired == OutcomesRetired(
            sealed.shoe.name, sealed.shoe.commitment, sealed.shoe.left, FROM_BACKUP
        )
        # The rounds that were dealt from it can still be checked.
        (opened,) = of_kind(found, OutcomesOpened)
        assert isinstance(opened, OutcomesOpened)
        assert opened.name == sealed.shoe.name
        assert [int(one) for one in opened.outcomes[2:8]] == seen
        assert list(house_complaints(store)) == []


def test_a_second_start_gives_nothing_up_again() -> None:
    store = MemoryStore()
    house = VirtualHouse(store, seed=5)
    house.table(WHEEL)
    spin(house, 1)
    reseal(store, Restoring(BY_HAND, {}), house.now)
    house.seed = 6
    house.start(WHEEL)
    spin(house, 1)
    house.start(WHEEL)
    spin(house, 1)
    assert len(of_kind(facts(store, WHEEL), BooksRestored)) == 1
    assert len(of_kind(facts(store, WHEEL), OutcomesRetired)) == 1
    assert list(house_complaints(store)) == []


def copies(house: VirtualHouse, game: str) -> Iterator[MemoryStore]:
    """The books after every entry of two rounds, as a backup could have caught them."""
    assert isinstance(house.store, MemoryStore)
    state = house.runners[game].table.state
    for _ in range(400):
        if state.round_number > 2:
            return
        copy = MemoryStore()
        copy._held = house.store._held.copy()
        yield copy
        if state.phase is TablePhase.BETTING and not state.layout.bets:
            house.bet(game, "ann")
            house.bet(game, "bob")
        elif not house.decide(game):
            house.wait(game)


@pytest.mark.clause("R26")
@pytest.mark.clause("R4")
@pytest.mark.parametrize("game", GAMES)
def test_whatever_waits_for_a_shoe_that_is_given_up_ends(game: str) -> None:
    house = VirtualHouse(MemoryStore(), seed=3)
    house.table(game)
    phases = set()
    for copy in copies(house, game):
        before, _, _ = fold(copy, game)
        phases.add(before.phase)
        staked = sum(bet.amount for bet in before.layout.bets)
        reseal(copy, Restoring(BY_HAND, {}), house.now)
        # However soon it comes back: it is not the time that is missing, but the cards.
        back = VirtualHouse(copy, seed=9, now=house.now, configs=house.configs)
        state = back.start(game).table.state
        if before.shoe is None:
            continue
        assert state.phase is TablePhase.IDLE
        assert state.shoe is None
        played = list(rounds(copy, game))
        if before.phase is TablePhase.PLAYING:
            assert played[-1].void
            assert sum(line.net for line in played[-1].lines) == 0
        if before.phase is TablePhase.BETTING:
            assert len(played) == before.round_number - 1
            assert copy.balance(f"escrow:{game}:{before.round_number}") == 0
            assert staked == sum(bet.amount for bet in before.layout.bets)
        back.play_round(game)
        assert state.shoe is not None
        assert state.shoe.name != before.shoe.name
        assert list(house_complaints(copy)) == []
    assert phases == {TablePhase.IDLE, TablePhase.BETTING, TablePhase.PLAYING}


def test_what_the_vault_has_lost_is_given_up_unseen() -> None:
    store = MemoryStore()
    house = VirtualHouse(store, seed=5)
    house.table(WHEEL)
    spin(house, 1)
    state, _, _ = fold(store, WHEEL)
    assert state.shoe is not None
    del store._held.vault[state.shoe.name]
    said = [complaint.what for complaint in house_complaints(store)]
    assert said == [f"I7: {state.shoe.name} is not in the vault as it was sealed"]
    reseal(store, Restoring(BY_HAND, {}), house.now)
    house.seed = 6
    house.start(WHEEL)
    spin(house, 1)
    assert len(of_kind(facts(store, WHEEL), OutcomesRetired)) == 1
    assert of_kind(facts(store, WHEEL), OutcomesOpened) == []


def test_verify_sees_a_known_order_that_is_dealt_all_the_same() -> None:
    """As a house would that does not heed the note."""
    store = MemoryStore()
    house = VirtualHouse(store, seed=5)
    house.table(WHEEL)
    spin(house, 1)
    state = house.runners[WHEEL].table.state
    reseal(store, Restoring(BY_HAND, {}), house.now)
    house.start(WHEEL)
    _unheed(store)
    assert any("may be known" in complaint.what for complaint in house_complaints(store))
    assert state.shoe is not None


def _unheed(store: Store) -> None:
    """The journal with the giving up taken out of it, and a pocket dealt from what was sealed."""
    assert isinstance(store, MemoryStore)
    entries = store._held.streams[WHEEL]
    (at,) = [n for n, one in enumerate(entries) if any(
        isinstance(fact, OutcomesRetired) for fact in facts_of(one)
    )]  # fmt: skip
    played = [one for one in entries if any(isinstance(fact, Fed) for fact in facts_of(one))]
    entries[at] = msgspec.structs.replace(played[-1], seq=entries[at].seq)
