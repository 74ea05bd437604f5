"""Several processes on one store, and processes that die in the middle."""

import signal
from collections.abc import Callable

import pytest

from croupier.ledger import wallet
from croupier.store import Repeated, Store, every_entry
from tests.store.processes import answers, begin, player
from tests.support.store_writes import StoreTable, assert_store_sound, bet, open_house

Opening = Callable[[str], Store]


def test_two_processes_spend_one_wallet(lasting_url: str, opening: Opening) -> None:
    store = opening(lasting_url)
    open_house(store, ann=300)
    with player(lasting_url, "t1", 40) as one, player(lasting_url, "t2", 40) as two:
        begin(one)
        begin(two)
        said = [*answers(one).values(), *answers(two).values()]
    assert said.count("Done") == 30
    assert said.count("ShortOfFunds") == 50
    assert store.balance(wallet("ann")) == 0
    assert_store_sound(store)


def test_two_processes_fight_over_one_table(lasting_url: str, opening: Opening) -> None:
    store = opening(lasting_url)
    open_house(store, ann=1_000)
    with player(lasting_url, "t1", 40) as old:
        begin(old)
        assert old.stdout
        assert old.stdout.readline() == "0 Done\n"
        new = StoreTable(store, "t1", "the new owner")
        new.write(bet("ann", 10, "new"))
        said = answers(old)
    # Once refused, it never gets another word in.
    refused = [n for n, answer in said.items() if answer == "StaleOwner"]
    assert refused == list(range(40 - len(refused), 40))
    epochs = [entry.epoch for entry in every_entry(store, "t1")]
    assert epochs == sorted(epochs)
    assert_store_sound(store)


@pytest.mark.parametrize("place", ["commit-begun", "commit-written", "commit-done"])
@pytest.mark.parametrize("passes", [2, 5])
def test_a_process_dies_in_the_middle_of_a_commit(
    lasting_url: str, opening: Opening, place: str, passes: int
) -> None:
    store = opening(lasting_url)
    open_house(store, ann=1_000)
    with player(lasting_url, "t1", 10, crashpoint=f"{place}:{passes}") as killed:
        begin(killed)
        said = answers(killed)
        assert killed.returncode == -signal.SIGKILL
    assert_nothing_lost(store, said)
    written = store.head("t1").seq
    assert written == len(said) + (place == "commit-done")
    # A new owner repeats everything: each bet counts once.
    with player(lasting_url, "t1", 10) as heir:
        begin(heir)
        told = answers(heir)
    assert list(told.values()) == ["Repeated"] * written + ["Done"] * (10 - written)
    assert store.balance(wallet("ann")) == 900
    assert_store_sound(store)


def test_killed_at_any_moment(lasting_url: str, opening: Opening) -> None:
    store = opening(lasting_url)
    open_house(store, ann=100_000)
    for kills in range(5):
        with player(lasting_url, f"t{kills}", 5_000) as killed:
            begin(killed)
            assert killed.stdout
            said = dict([killed.stdout.readline().split() for _ in range(7 * kills + 1)])
            killed.send_signal(signal.SIGKILL)
            said |= dict(line.split() for line in killed.stdout if line.endswith("\n"))
            killed.wait()
        assert_nothing_lost(store, {int(n): answer for n, answer in said.items()}, f"t{kills}")
        assert_store_sound(store)


def assert_nothing_lost(store: Store, said: dict[int, str], stream: str = "t1") -> None:
    heir = StoreTable(store, stream, "the heir")
    for n, answer in said.items():
        assert answer == "Done"
        (again,) = heir.write(bet("ann", 10, f"{stream} {n}"))
        assert again == Repeated(b"ann has bet 10", stream, n + 1)
