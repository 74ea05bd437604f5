"""What every store promises about reading."""

import pytest

from croupier.ledger import CAGE, Reason, Transfer, bank, wallet
from croupier.store import (
    NO_HASH,
    Head,
    Movement,
    Posted,
    Store,
    StoreFailed,
    Write,
    every_balance,
    every_entry,
    every_movement,
    every_stream,
    whole_journal,
)
from tests.support.store_writes import (
    NOTE,
    NOW_MS,
    StoreTable,
    assert_store_sound,
    bet,
    loss,
    open_house,
)


class ReadingContract:
    def test_an_empty_store(self, store: Store) -> None:
        assert store.head("t1") == Head(0, 0, NO_HASH)
        assert (store.streams(), store.balances(), store.vault_keys()) == ((), (), ())
        assert store.entries("t1") == store.journal() == ()
        assert store.transfers("t1") == store.ledger() == ()
        assert store.balance("wallet:ann") == 0
        assert store.answer("ann", "c1") is None
        assert store.vault("key") is None
        assert store.commit([]) == ()
        assert_store_sound(store)

    def test_everything_comes_in_pages(self, store: Store) -> None:
        table = open_house(store, ann=100, bob=100)
        for _ in range(7):
            table.write(bet("ann", 1), Write(b"{}", bet("bob", 1).transfers * 3))
        assert len(store.entries("t1", limit=3)) == 3
        assert [entry.seq for entry in store.entries("t1", 12)] == [13, 14]
        assert [e.seq for e in every_entry(store, "t1", page=4)] == list(range(1, 15))
        assert list(every_stream(store, page=1)) == ["cage", "t1"]
        one_by_one: list[Posted] = []
        after = (0, 0)
        while page := store.transfers("t1", after, 2):
            one_by_one += page
            after = (page[-1].seq, page[-1].n)
        assert tuple(one_by_one) == store.transfers("t1")
        assert len(one_by_one) == 28
        assert list(whole_journal(store, page=3)) == list(whole_journal(store))
        assert dict(every_balance(store, page=1)) == dict(store.balances())
        for limit in (0, -1, 10_001):
            with pytest.raises(ValueError, match="a page holds"):
                store.entries("t1", limit=limit)

    def test_balances_by_prefix(self, store: Store) -> None:
        players = ["a", "aa", "a_", "a%", "b", "é"]
        open_house(store, **dict.fromkeys(players, 5))
        assert [name for name, _ in store.balances("wallet:a")] == [
            "wallet:a",
            "wallet:a%",
            "wallet:a_",
            "wallet:aa",
        ]
        assert store.balances("wallet:a_") == (("wallet:a_", 5),)
        assert [name for name, _ in store.balances("wallet:")] == sorted(
            f"wallet:{player}" for player in players
        )
        assert store.balances("escrow:") == ()

    def test_the_postings_of_a_wallet(self, store: Store) -> None:
        table = open_house(store, ann=500, bob=500)
        won = Transfer(bank("t1"), wallet("ann"), 40, Reason.PAYOUT, "t1:1")
        gift = Transfer(wallet("bob"), wallet("ann"), 1, Reason.ADJUSTMENT, "between wallets")
        for minute in range(4):
            table.now_ms = NOW_MS + minute * 60_000
            table.write(bet("bob", 2), bet("ann", 10), Write(b"{}", (won, *loss(3).transfers)))
        table.write(Write(b"{}", (won, gift, won)))
        expected = [
            Movement(entry.place, n, entry.at_ms, entry.stream, entry.seq, transfer)
            for entry, transfers in whole_journal(store)
            for n, transfer in enumerate(transfers, 1)
            if wallet("ann") in (transfer.payer, transfer.payee)
        ]
        assert len(expected) == 1 + 2 * 4 + 3
        for page in (1, 2, 5, 1_000):
            assert list(every_movement(store, wallet("ann"), page=page)) == expected
            newest = list(every_movement(store, wallet("ann"), page=page, newest_first=True))
            assert newest == expected[::-1]
        assert store.postings(wallet("bob"))[-1].transfer == gift
        since, until = NOW_MS + 60_000, NOW_MS + 180_000
        period = [one for one in expected if since <= one.at_ms < until]
        assert len(period) == 4
        for page in (1, 3):
            for order in (1, -1):
                found = every_movement(
                    store,
                    wallet("ann"),
                    page=page,
                    newest_first=order < 0,
                    since_ms=since,
                    until_ms=until,
                )
                assert list(found) == period[::order]
        assert store.postings(wallet("nobody")) == ()

    def test_only_wallets_are_asked_for(self, store: Store) -> None:
        for account in (CAGE, bank("t1"), "wallet", "walleu:ann"):
            with pytest.raises(ValueError, match="only a wallet"):
                store.postings(account)
        with pytest.raises(ValueError, match="a page holds"):
            store.postings(wallet("ann"), limit=0)

    def test_a_snapshot_sees_one_moment(self, store: Store) -> None:
        table = open_house(store, ann=100)
        table.write(bet("ann", 10, "c1"))
        with store.snapshot() as before:
            table.write(bet("ann", 10, "c2"))
            StoreTable(store, "t2")
            assert before.head("t1").seq == 1
            assert before.balance(wallet("ann")) == 90
            assert before.answer("ann", "c2") is None
            assert len(before.ledger()) == 2
            assert before.streams() == ("cage", "t1")
            assert len(before.postings(wallet("ann"))) == 2
        assert store.balance(wallet("ann")) == 80

    def test_a_closed_store_says_so(self, store: Store) -> None:
        table = open_house(store)
        store.close()
        with pytest.raises(StoreFailed):
            table.write(NOTE)
        with pytest.raises(StoreFailed):
            store.head("t1")
        store.close()
