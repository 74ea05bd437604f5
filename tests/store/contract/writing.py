"""What every store promises about writing: entries, money, commands, the vault."""

from croupier.ledger import CAGE, MOST, Reason, Transfer, bank, escrow, wallet
from croupier.store import (
    NO_HASH,
    Answer,
    Done,
    Head,
    OtherBody,
    OverLimit,
    Repeated,
    ShortOfFunds,
    Store,
    VaultTaken,
    Write,
    WrongSequence,
    every_balance,
)
from croupier.store.chain import link
from tests.support.store_writes import (
    NOTE,
    NOW_MS,
    StoreTable,
    assert_store_sound,
    bet,
    buy_in,
    loss,
    open_house,
)


class WritingContract:
    def test_a_bet_is_an_entry_a_transfer_and_an_answer(self, store: Store) -> None:
        table = open_house(store, ann=500)
        placed = bet("ann", 100, "c1")
        (done,) = table.write(placed)
        assert isinstance(done, Done)
        assert done == Done(
            1, link(NO_HASH, "t1", 1, epoch=table.epoch, at_ms=NOW_MS, write=placed)
        )
        (entry,) = store.entries("t1")
        assert (entry.stream, entry.seq, entry.epoch, entry.at_ms) == ("t1", 1, 1, NOW_MS)
        assert (entry.body, entry.hash, entry.command) == (
            placed.entry,
            done.hash,
            placed.command,
        )
        (posted,) = store.transfers("t1")
        assert (posted.stream, posted.seq, posted.n) == ("t1", 1, 1)
        assert (posted.transfer,) == placed.transfers
        assert store.balance(wallet("ann")) == 400
        assert store.balance(escrow("t1", "r1")) == 100
        assert store.answer("ann", "c1") == Answer("t1", 1, b"body", placed.answer)
        assert store.head("t1") == Head(1, 1, done.hash)
        assert_store_sound(store)

    def test_sequence_numbers_have_no_gap_and_the_chain_goes_on(self, store: Store) -> None:
        table = open_house(store, ann=500)
        results = table.write(bet("ann", 100), bet("ann", 9_999), bet("ann", 100), NOTE)
        assert [type(one) for one in results] == [Done, ShortOfFunds, Done, Done]
        table.write(NOTE)
        entries = store.entries("t1")
        assert [entry.seq for entry in entries] == [1, 2, 3, 4]
        assert len({entry.hash for entry in entries}) == 4
        assert_store_sound(store)

    def test_a_refused_write_leaves_no_trace(self, store: Store) -> None:
        table = open_house(store, ann=500)
        too_much = Write(
            b"{}",
            bet("ann", 501).transfers,
            bet("ann", 501, "c1").command,
            b"yes",
            (("key", b"secret"),),
        )
        assert table.write(too_much) == (ShortOfFunds(wallet("ann")),)
        assert store.head("t1").seq == 0
        assert store.entries("t1") == ()
        assert store.transfers("t1") == ()
        assert store.answer("ann", "c1") is None
        assert store.vault("key") is None
        assert dict(every_balance(store)) == {CAGE: -500, wallet("ann"): 500}
        # The same command may be tried again when there is money.
        assert isinstance(table.write(bet("ann", 500, "c1"))[0], Done)

    def test_one_player_short_of_funds_does_not_sink_the_others(self, store: Store) -> None:
        table = open_house(store, ann=100, bob=50, eve=100)
        results = table.write(bet("ann", 100), bet("bob", 100), bet("eve", 100))
        assert [type(one) for one in results] == [Done, ShortOfFunds, Done]
        assert store.balance(wallet("bob")) == 50
        assert store.balance(escrow("t1", "r1")) == 200

    def test_to_the_last_cent_and_not_one_further(self, store: Store) -> None:
        table = open_house(store, ann=100)
        results = table.write(bet("ann", 99), bet("ann", 1), bet("ann", 1))
        assert [type(one) for one in results] == [Done, Done, ShortOfFunds]
        assert store.balance(wallet("ann")) == 0

    def test_an_escrow_never_pays_more_than_was_staked(self, store: Store) -> None:
        table = open_house(store, ann=100)
        table.write(bet("ann", 100))
        assert table.write(loss(101)) == (ShortOfFunds(escrow("t1", "r1")),)
        assert isinstance(table.write(loss(100))[0], Done)
        assert store.balance(bank("t1")) == 100

    def test_the_bank_the_cage_and_the_adjustments_may_owe(self, store: Store) -> None:
        table = open_house(store)
        for payer in (bank("t1"), CAGE, "adjustments"):
            moved = Transfer(payer, wallet("ann"), 10, Reason.ADJUSTMENT, "signed")
            assert isinstance(table.write(Write(b"{}", (moved,)))[0], Done)
            assert store.balance(payer) == -10
        assert_store_sound(store)

    def test_transfers_of_one_write_happen_at_once(self, store: Store) -> None:
        table = open_house(store)
        write = Write(b"{}", bet("ann", 100).transfers + buy_in("ann", 100).transfers)
        assert isinstance(table.write(write)[0], Done)
        assert store.balance(wallet("ann")) == 0
        assert [posted.n for posted in store.transfers("t1")] == [1, 2]
        assert_store_sound(store)

    def test_no_balance_grows_past_the_most(self, store: Store) -> None:
        table = open_house(store)
        rich = Transfer(bank("t1"), wallet("ann"), MOST, Reason.PAYOUT, "")
        one_more = Transfer(bank("t2"), wallet("ann"), 1, Reason.PAYOUT, "")
        results = table.write(Write(b"{}", (rich,)), Write(b"{}", (one_more,)))
        assert [type(one) for one in results] == [Done, OverLimit]
        assert store.balance(wallet("ann")) == MOST
        assert table.write(Write(b"{}", (rich,))) == (ShortOfFunds(bank("t1")),)
        assert_store_sound(store)

    def test_bytes_come_back_as_they_went_in(self, store: Store) -> None:
        table = open_house(store)
        odd = bytes(range(256))
        write = Write(odd, (), bet("Søren 2", 1, "ключ ?%").command, odd, (("ключ", odd),))
        table.write(write)
        assert store.entries("t1")[0].body == odd
        assert store.vault("ключ") == odd
        found = store.answer("Søren 2", "ключ ?%")
        assert found == Answer("t1", 1, b"body", odd)
        assert_store_sound(store)

    def test_many_transfers_in_one_write(self, store: Store) -> None:
        table = open_house(store)
        players = [f"player {n}" for n in range(2_500)]
        paid = tuple(Transfer(bank("t1"), wallet(who), 7, Reason.PAYOUT, "") for who in players)
        assert isinstance(table.write(Write(b"{}", paid))[0], Done)
        assert store.balance(bank("t1")) == -17_500
        first = store.transfers("t1", limit=1_000)
        rest = store.transfers("t1", (1, first[-1].n), limit=2_000)
        assert tuple(posted.transfer for posted in first + rest) == paid
        assert_store_sound(store)


class CommandContract:
    def test_a_repeated_command_gets_its_answer_again(self, store: Store) -> None:
        table = open_house(store, ann=500)
        placed = bet("ann", 100, "c1")
        table.write(placed)
        assert table.write(placed) == (Repeated(placed.answer, "t1", 1),)
        assert store.balance(wallet("ann")) == 400
        assert store.head("t1").seq == 1

    def test_the_first_answer_counts_even_if_the_second_would_differ(self, store: Store) -> None:
        table = open_house(store, ann=500)
        table.write(bet("ann", 100, "c1"))
        # Same id, same body: what the house would have written this time does not matter.
        assert table.write(bet("ann", 200, "c1")) == (Repeated(b"ann has bet 100", "t1", 1),)

    def test_another_body_under_the_same_id_is_refused(self, store: Store) -> None:
        table = open_house(store, ann=500)
        table.write(bet("ann", 100, "c1"))
        assert table.write(bet("ann", 200, "c1", body=b"other")) == (OtherBody(),)
        assert store.balance(wallet("ann")) == 400

    def test_ids_belong_to_their_sender(self, store: Store) -> None:
        table = open_house(store, ann=500, bob=500)
        results = table.write(bet("ann", 100, "c1"), bet("bob", 100, "c1"))
        assert [type(one) for one in results] == [Done, Done]

    def test_a_command_twice_in_one_commit(self, store: Store) -> None:
        table = open_house(store, ann=500)
        placed = bet("ann", 100, "c1")
        other = bet("ann", 100, "c1", body=b"other")
        done, again, differs = table.write(placed, placed, other)
        assert isinstance(done, Done)
        assert (again, differs) == (Repeated(placed.answer, "t1", 1), OtherBody())

    def test_a_command_sent_to_two_tables_takes_effect_once(self, store: Store) -> None:
        one = open_house(store, ann=500)
        two = StoreTable(store, "t2")
        placed = bet("ann", 100, "c1")
        (first,), (second,) = store.commit([one.batch(placed), two.batch(placed)])
        assert isinstance(first, Done)
        assert second == Repeated(placed.answer, "t1", 1)
        assert store.head("t2").seq == 0

    def test_a_batch_that_is_all_there_is_answered_whatever_its_sequence(
        self, store: Store
    ) -> None:
        table = open_house(store, ann=500)
        batch = table.batch(bet("ann", 100, "c1"), bet("ann", 100, "c2"))
        store.commit([batch])
        again = store.commit([batch])
        answer = b"ann has bet 100"
        assert again == ((Repeated(answer, "t1", 1), Repeated(answer, "t1", 2)),)
        # With anything new in it, the owner has to catch up first.
        more = table.batch(bet("ann", 100, "c1"), bet("ann", 100, "c3"))
        assert store.commit([more]) == ((WrongSequence(2), WrongSequence(2)),)
        assert store.balance(wallet("ann")) == 300


class VaultContract:
    def test_a_secret_is_locked_away_for_good(self, store: Store) -> None:
        table = open_house(store)
        (done,) = table.write(Write(b"{}", vault=(("shoe 1", b"order"), ("shoe 2", b"other"))))
        assert isinstance(done, Done)
        again = Write(b"{}", vault=(("shoe 3", b"x"), ("shoe 2", b"again")))
        assert table.write(again) == (VaultTaken("shoe 2"),)
        assert store.vault("shoe 2") == b"other"
        assert store.vault("shoe 3") is None
        assert store.vault_keys() == ("shoe 1", "shoe 2")

    def test_the_same_key_twice_in_one_commit(self, store: Store) -> None:
        table = open_house(store)
        write = Write(b"{}", vault=(("shoe 1", b"order"),))
        done, taken = table.write(write, write)
        assert isinstance(done, Done)
        assert taken == VaultTaken("shoe 1")
