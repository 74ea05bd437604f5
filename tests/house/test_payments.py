"""Every round settled again from the books: a wrong payment is found in the round it was made in,
though all hashes and balances were made to fit."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from croupier.engine.layout import Bet
from croupier.engine.lines import Line, Result
from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.rounds import read_round
from croupier.house.verify.payments import payment_faults
from croupier.house.verify.slow_check import SlowCheck
from croupier.ledger import Reason, Transfer, bank, escrow, wallet
from croupier.store import Store, open_store
from croupier.store.invariants import complaints
from croupier.store.pages import journal_page
from croupier.table.facts import BetsPlaced
from croupier.table.recovery import recorded
from tests.support.rewritten_history import rewrite_entry
from tests.support.virtual_house import GAMES, VirtualHouse

BOXES, PUNTO, WHEEL = "live-blackjack", "live-baccarat", "live-roulette"
Moved = tuple[Transfer, ...]


def faults(store: Store, table: str) -> dict[int, list[str]]:
    """By round, of the table's whole journal."""
    found = {
        entry.number: [str(fault) for fault in payment_faults(store, table, entry)]
        for entry in TableIndex.of(store, table).oldest_first()
        if entry.over
    }
    return {round: told for round, told in found.items() if told}


@pytest.mark.parametrize("game", GAMES)
def test_honest_rounds_of_every_game_have_nothing_wrong(game: str, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "house.db"))) as store:
        house = VirtualHouse(store, seed=5)
        house.table(game)
        for _ in range(12):
            house.play_round(game)
        assert faults(store, game) == {}


# What a house might be made to pay, that it does not owe ---------------------------------------


def ended(store: Store, table: str, entry: RoundEntry) -> Moved:
    ((_, moved),) = journal_page(store, table, entry.ended_seq - 1, 1)
    return moved


def paid(table: str, round: int, player: str, more: int) -> Transfer:
    return Transfer(bank(table), wallet(player), more, Reason.PAYOUT, f"{table}:{round}")


def search(store: Store, table: str, wanted: Callable[[Line], bool]) -> tuple[RoundEntry, Line]:
    for entry in TableIndex.of(store, table).oldest_first():
        for line in read_round(store, table, entry).lines:
            if wanted(line):
                return entry, line
    raise AssertionError("no such line was played")


def a_push_is_paid(line: Line) -> int | None:
    return line.stake if line.result is Result.PUSH else None


def a_lost_hand_is_paid(line: Line) -> int | None:
    return 2 * line.stake if line.result is Result.LOSE else None


def a_blackjack_is_paid_2_to_1(line: Line) -> int | None:
    return line.stake // 2 if line.bet == "initial" and line.net * 2 == line.stake * 3 else None


def no_commission_is_taken(line: Line) -> int | None:
    return line.stake // 20 if line.bet == "banker" and line.result is Result.WIN else None


def a_cent_too_much(line: Line) -> int | None:
    return 1 if line.result is Result.WIN else None


def a_lost_bet_on_the_wheel_is_paid(line: Line) -> int | None:
    return 2 * line.stake if line.result is Result.LOSE else None


PLANTED: Sequence[tuple[str, Callable[[Line], int | None]]] = (
    (BOXES, a_push_is_paid),
    (BOXES, a_lost_hand_is_paid),
    (BOXES, a_blackjack_is_paid_2_to_1),
    (PUNTO, no_commission_is_taken),
    (PUNTO, a_push_is_paid),
    (WHEEL, a_lost_bet_on_the_wheel_is_paid),
    (WHEEL, a_cent_too_much),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "house.db"
    with closing(open_store(str(path))) as store:
        house = VirtualHouse(store, seed=1)
        for table, rounds in ((BOXES, 20), (PUNTO, 12), (WHEEL, 8)):
            house.table(table)
            for _ in range(rounds):
                house.play_round(table)
    return path


@pytest.fixture
def books(played: Path, tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    path.write_bytes(played.read_bytes())
    return path


@pytest.mark.parametrize(
    ("table", "planted"), PLANTED, ids=lambda one: getattr(one, "__name__", one)
)
def test_a_single_wrong_payment_is_told_with_its_round_and_clause(
    books: Path, table: str, planted: Callable[[Line], int | None]
) -> None:
    with closing(open_store(str(books))) as store:
        entry, line = search(store, table, lambda line: bool(planted(line)))
        moved = ended(store, table, entry)
    more = planted(line)
    assert more
    rewrite_entry(
        books, table, entry.ended_seq, (*moved, paid(table, entry.number, line.player, more))
    )
    with closing(open_store(str(books))) as store:
        with store.snapshot() as reader:
            assert list(complaints(reader)) == []  # chain, balances, commands: all sound
        told = faults(store, table)
        assert list(told) == [entry.number]
        (of_player,) = told[entry.number]
        assert f"round {entry.number} brought wallet:{line.player} " in of_player
        assert line.clause in of_player
        # Whoever goes through all of the books finds it as well, and names the round.
        (complaint,) = [one for one in slowly(store) if one.startswith("I3")]
        assert f"round {entry.number}" in complaint
        assert line.clause in complaint


def slowly(store: Store) -> list[str]:
    check = SlowCheck(store)
    found: list[str] = []
    while not check.passes:
        found += [complaint.what for complaint in check.step()]
    return found


def test_what_is_paid_to_somebody_else_is_told_of_both(books: Path) -> None:
    with closing(open_store(str(books))) as store:
        entry, line = search(store, WHEEL, lambda line: line.result is Result.WIN)
        moved = ended(store, WHEEL, entry)
    own = wallet(line.player)
    stolen = [
        msgspec.structs.replace(one, payee=wallet("mallory"))
        if (one.payee, one.reason) == (own, Reason.PAYOUT)
        else one
        for one in moved
    ]
    rewrite_entry(books, WHEEL, entry.ended_seq, stolen)
    with closing(open_store(str(books))) as store:
        (told,) = faults(store, WHEEL).values()
    assert [one.split(" brought ")[1].split()[0] for one in told] == [own, "wallet:mallory"]


def test_a_bet_that_came_late_is_told(books: Path) -> None:
    """It is entered with the winning pocket known, paid in full, and everything is made to fit."""
    with closing(open_store(str(books))) as store:
        entry, line = search(store, WHEEL, lambda line: line.result is Result.WIN)
        ((written, moved),) = journal_page(store, WHEEL, entry.ended_seq - 1, 1)
    body = recorded(written)
    late = BetsPlaced("bob", (Bet("bob", line.bet, 10_00),))
    body = msgspec.structs.replace(body, facts=(late, *body.facts))
    cause = f"{WHEEL}:{entry.number}"
    held = escrow(WHEEL, str(entry.number))
    staked = Transfer(wallet("bob"), held, 10_00, Reason.STAKE, cause)
    back = Transfer(held, wallet("bob"), 10_00, Reason.STAKE_BACK, cause)
    won = paid(WHEEL, entry.number, "bob", 350_00)
    rewrite_entry(
        books, WHEEL, entry.ended_seq, (*moved, staked, back, won), msgspec.json.encode(body)
    )
    with closing(open_store(str(books))) as store:
        told = faults(store, WHEEL)
    assert list(told) == [entry.number]
    assert told[entry.number][0] == (
        f"bob has a bet in round {entry.number} that came after the end of its betting [R3]"
    )
    assert any("brought wallet:bob" in one for one in told[entry.number])


def test_a_bet_that_was_changed_after_all_is_told(books: Path) -> None:
    """The stake that lay there is made ten times as large before "No more bets"."""
    with closing(open_store(str(books))) as store:
        entry, line = search(store, WHEEL, lambda line: line.result is Result.WIN)
        pages = journal_page(store, WHEEL, entry.first_seq - 1, entry.begun_seq - entry.first_seq)
    for written, moved in pages:
        body = recorded(written)
        for fact in body.facts:
            if isinstance(fact, BetsPlaced) and fact.player == line.player:
                bets = tuple(
                    msgspec.structs.replace(bet, amount=10 * bet.amount) for bet in fact.bets
                )
                body = msgspec.structs.replace(
                    body, facts=(msgspec.structs.replace(fact, bets=bets),)
                )
                rewrite_entry(books, WHEEL, written.seq, moved, msgspec.json.encode(body))
    with closing(open_store(str(books))) as store:
        told = faults(store, WHEEL)
    assert list(told) == [entry.number]
    assert told[entry.number][0].startswith("other bets lay there at the end of the betting")


def test_a_journal_that_cannot_be_read_is_told(books: Path) -> None:
    with closing(open_store(str(books))) as store:
        (entry, *_) = [one for one in TableIndex.of(store, PUNTO).oldest_first() if one.over]
        rewritten = ended(store, PUNTO, entry)
        index = TableIndex.of(store, PUNTO)
    rewrite_entry(books, PUNTO, entry.ended_seq, rewritten, b"[]")
    with closing(open_store(str(books))) as store:
        told = [
            str(fault)
            for one in index.oldest_first()
            if one.over
            for fault in payment_faults(store, PUNTO, one)
        ]
    assert [one.partition(":")[0] for one in told] == [
        f"round {entry.number} cannot be settled again"
    ]
