"""What every store promises, whatever it keeps its books in."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec
import pytest

from croupier.ledger import CAGE, MOST, Reason, Transfer, bank, escrow, wallet
from croupier.store import (
    NO_HASH,
    Answer,
    Batch,
    Checkpoint,
    Done,
    Head,
    IndexRow,
    Movement,
    OtherBody,
    OverLimit,
    Posted,
    Repeated,
    Result,
    ShortOfFunds,
    StaleOwner,
    Store,
    StoreFailed,
    VaultTaken,
    Write,
    WrongSequence,
    every_balance,
    every_entry,
    every_movement,
    every_stream,
    whole_journal,
)
from croupier.store.chain import link
from croupier.store.values import Overtaken, Owned
from tests.store.house import NOTE, NOW_MS, Table, assert_sound, bet, buy_in, loss, open_house


def _owned(store: Store, stream: str) -> Owned:
    (owned,) = (each for each in store.owned() if each.stream == stream)
    return owned


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
        assert_sound(store)

    def test_sequence_numbers_have_no_gap_and_the_chain_goes_on(self, store: Store) -> None:
        table = open_house(store, ann=500)
        results = table.write(bet("ann", 100), bet("ann", 9_999), bet("ann", 100), NOTE)
        assert [type(one) for one in results] == [Done, ShortOfFunds, Done, Done]
        table.write(NOTE)
        entries = store.entries("t1")
        assert [entry.seq for entry in entries] == [1, 2, 3, 4]
        assert len({entry.hash for entry in entries}) == 4
        assert_sound(store)

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
        assert_sound(store)

    def test_transfers_of_one_write_happen_at_once(self, store: Store) -> None:
        table = open_house(store)
        write = Write(b"{}", bet("ann", 100).transfers + buy_in("ann", 100).transfers)
        assert isinstance(table.write(write)[0], Done)
        assert store.balance(wallet("ann")) == 0
        assert [posted.n for posted in store.transfers("t1")] == [1, 2]
        assert_sound(store)

    def test_no_balance_grows_past_the_most(self, store: Store) -> None:
        table = open_house(store)
        rich = Transfer(bank("t1"), wallet("ann"), MOST, Reason.PAYOUT, "")
        one_more = Transfer(bank("t2"), wallet("ann"), 1, Reason.PAYOUT, "")
        results = table.write(Write(b"{}", (rich,)), Write(b"{}", (one_more,)))
        assert [type(one) for one in results] == [Done, OverLimit]
        assert store.balance(wallet("ann")) == MOST
        assert table.write(Write(b"{}", (rich,))) == (ShortOfFunds(bank("t1")),)
        assert_sound(store)

    def test_bytes_come_back_as_they_went_in(self, store: Store) -> None:
        table = open_house(store)
        odd = bytes(range(256))
        write = Write(odd, (), bet("Søren 2", 1, "ключ ?%").command, odd, (("ключ", odd),))
        table.write(write)
        assert store.entries("t1")[0].body == odd
        assert store.vault("ключ") == odd
        found = store.answer("Søren 2", "ключ ?%")
        assert found == Answer("t1", 1, b"body", odd)
        assert_sound(store)

    def test_many_transfers_in_one_write(self, store: Store) -> None:
        table = open_house(store)
        players = [f"player {n}" for n in range(2_500)]
        paid = tuple(Transfer(bank("t1"), wallet(who), 7, Reason.PAYOUT, "") for who in players)
        assert isinstance(table.write(Write(b"{}", paid))[0], Done)
        assert store.balance(bank("t1")) == -17_500
        first = store.transfers("t1", limit=1_000)
        rest = store.transfers("t1", (1, first[-1].n), limit=2_000)
        assert tuple(posted.transfer for posted in first + rest) == paid
        assert_sound(store)


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
        two = Table(store, "t2")
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


class OwnerContract:
    def test_a_claim_shuts_out_the_owner_before(self, store: Store) -> None:
        old = open_house(store, ann=500)
        old.write(bet("ann", 100))
        new = Table(store, "t1", "node 2")
        assert (old.epoch, new.epoch, new.after) == (1, 2, 1)
        assert old.write(bet("ann", 100), NOTE) == (StaleOwner(2), StaleOwner(2))
        assert isinstance(new.write(bet("ann", 100))[0], Done)
        assert old.write(bet("ann", 100)) == (StaleOwner(2),)
        assert [entry.epoch for entry in store.entries("t1")] == [1, 2]
        assert_sound(store)

    def test_several_write_to_a_shared_stream_each_after_the_last_it_knows(
        self, store: Store
    ) -> None:
        first, second = (store.share("s", node) for node in ("node 1", "node 2"))
        assert first == second == 1
        store.commit([Batch("s", first, 0, (NOTE,), NOW_MS)])
        assert store.commit([Batch("s", second, 0, (NOTE,), NOW_MS)]) == ((WrongSequence(1),),)
        ((done,),) = store.commit([Batch("s", second, 1, (NOTE,), NOW_MS)])
        assert isinstance(done, Done)
        # Whoever claims it shuts them all out.
        assert store.claim("s", "node 3") == 2
        assert store.commit([Batch("s", first, 2, (NOTE,), NOW_MS)]) == ((StaleOwner(2),),)
        assert store.share("s", "node 1") == 2

    def test_a_stream_is_released_by_its_owner_alone(self, store: Store) -> None:
        open_house(store, ann=500)
        epoch = store.claim("t1", "node 2")
        assert not store.release("t1", epoch - 1)
        assert _owned(store, "t1") == Owned("t1", "node 2", epoch, 0)
        assert store.release("t1", epoch)
        assert _owned(store, "t1") == Owned("t1", "", epoch, 0)
        # Under that epoch it may still be written to, until somebody claims it.
        ((done,),) = store.commit([Batch("t1", epoch, 0, (NOTE,), NOW_MS)])
        assert isinstance(done, Done)
        assert _owned(store, "t1").seq == 1

    def test_what_was_judged_before_another_write_moved_the_wallet_is_refused(
        self, store: Store
    ) -> None:
        one = open_house(store, ann=500)
        two = Table(store, "t2", "node 2")
        purse = wallet("ann")
        judged_by = ((purse, store.moves(purse)),)
        first = msgspec.structs.replace(bet("ann", 100), judged_by=judged_by)
        again = msgspec.structs.replace(bet("ann", 100), judged_by=judged_by)
        (done,) = one.write(first)
        assert isinstance(done, Done)
        assert two.write(again) == (Overtaken(purse),)
        assert store.balance(purse) == 400
        after = ((purse, store.moves(purse)),)
        (done,) = two.write(msgspec.structs.replace(again, judged_by=after))
        assert isinstance(done, Done)
        # In one group, too: the second sees what the first has done.
        now = ((purse, store.moves(purse)),)
        third = msgspec.structs.replace(bet("ann", 100), judged_by=now)
        fourth = msgspec.structs.replace(bet("ann", 100), judged_by=now)
        (third_done,), (overtaken,) = store.commit([one.batch(third), two.batch(fourth)])
        assert isinstance(third_done, Done)
        assert overtaken == Overtaken(purse)
        assert_sound(store)

    def test_nobody_writes_to_a_stream_that_was_never_claimed(self, store: Store) -> None:
        batch = Batch("t9", 1, 0, (NOTE,), NOW_MS)
        assert store.commit([batch]) == ((StaleOwner(0),),)
        assert store.streams() == ()

    def test_an_epoch_from_nowhere_is_refused(self, store: Store) -> None:
        table = open_house(store)
        batch = Batch("t1", table.epoch + 1, 0, (NOTE,), NOW_MS)
        assert store.commit([batch]) == ((StaleOwner(1),),)

    def test_an_owner_that_missed_something_is_told(self, store: Store) -> None:
        table = open_house(store, ann=500)
        table.write(NOTE, NOTE)
        for after in (0, 1, 3):
            batch = Batch("t1", table.epoch, after, (bet("ann", 100),), NOW_MS)
            assert store.commit([batch]) == ((WrongSequence(2),),)
        assert store.balance(wallet("ann")) == 500

    def test_a_failing_batch_does_not_sink_the_others(self, store: Store) -> None:
        stale = open_house(store, ann=500)
        Table(store, "t1", "node 2")
        late, good = Table(store, "t2"), Table(store, "t3")
        late.write(NOTE)
        late.after = 0
        one, two, three = store.commit(
            [
                stale.batch(bet("ann", 1)),
                late.batch(bet("ann", 1)),
                good.batch(bet("ann", 1)),
            ]
        )
        assert (one, two) == ((StaleOwner(2),), (WrongSequence(1),))
        assert isinstance(three[0], Done)
        assert store.balance(wallet("ann")) == 499

    def test_batches_of_one_stream_in_one_commit_follow_each_other(self, store: Store) -> None:
        table = open_house(store)
        first, second = table.batch(NOTE, NOTE), Batch("t1", 1, 2, (NOTE,), NOW_MS)
        results = store.commit([first, second])
        assert [one.seq for batch in results for one in batch if isinstance(one, Done)] == [1, 2, 3]
        assert_sound(store)

    def test_a_lease_says_who_and_is_renewed(self, store: Store) -> None:
        assert store.lease("t1") is None
        assert not store.renew("t1", 1)
        table = Table(store, "t1", "node 1")
        lease = store.lease("t1")
        assert lease
        assert (lease.owner, lease.epoch) == ("node 1", 1)
        assert lease.age_ms >= 0
        assert store.renew("t1", table.epoch)
        Table(store, "t1", "node 2")
        assert not store.renew("t1", table.epoch)
        lease = store.lease("t1")
        assert lease
        assert lease.owner == "node 2"


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
        assert_sound(store)

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
            Table(store, "t2")
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


def _row(number: int, at_ms: int, kind: str = "round", body: bytes = b"") -> IndexRow:
    return IndexRow(kind, number, at_ms, body)


class CheckpointContract:
    def _at(self, table: Table, seq: int, body: bytes = b"fold") -> Checkpoint:
        (entry,) = table.store.entries(table.stream, seq - 1, 1)
        return Checkpoint(table.stream, seq, entry.hash, "1", body)

    def test_the_newest_checkpoint_is_the_one_that_is_kept(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE, NOTE, NOTE)
        assert store.checkpoint("t1") is None
        first, second = self._at(table, 1), self._at(table, 3, b"later")
        assert store.keep(first, table.epoch, ())
        assert store.checkpoint("t1") == first
        assert store.keep(second, table.epoch, ())
        assert store.checkpoint("t1") == second
        assert_sound(store)

    def test_none_is_kept_ahead_of_its_journal_or_of_another(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        true = self._at(table, 1)
        ahead = Checkpoint("t1", 2, true.hash, "1", b"fold")
        other = Checkpoint("t1", 1, bytes(32), "1", b"fold")
        unknown = Checkpoint("t2", 1, true.hash, "1", b"fold")
        for wrong in (ahead, other, unknown):
            assert not store.keep(wrong, table.epoch, [_row(1, 1)])
        assert store.checkpoint("t1") is None
        assert store.indexed("t1", "round") == ()

    def test_whoever_has_lost_the_stream_keeps_nothing_there(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        store.claim("t1", "node 2")
        assert not store.keep(self._at(table, 1), table.epoch, [_row(1, 1)])
        assert store.checkpoint("t1") is None
        assert store.indexed("t1", "round") == ()

    def test_rows_are_found_by_number(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        rows = [_row(number, 100 - number, body=b"%d" % number) for number in (1, 2, 5, 9)]
        others = [_row(3, 3, "sealing"), _row(7, 7, "sealing")]
        assert store.keep(self._at(table, 1), table.epoch, rows[2:] + others)
        assert store.keep(self._at(table, 1), table.epoch, rows[:2])
        assert list(store.indexed("t1", "round")) == rows
        assert list(store.indexed("t1", "round", 2)) == rows[2:]
        assert list(store.indexed("t1", "round", 1, 2)) == rows[1:3]
        assert list(store.indexed("t1", "round", 9, newest_first=True)) == rows[2::-1]
        assert list(store.indexed("t1", "round", None, 1, newest_first=True)) == rows[3:]
        assert list(store.indexed("t1", "sealing")) == others
        assert store.indexed("t2", "round") == ()

    def test_rows_are_found_by_time(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        rows = [_row(1, 10), _row(2, 20), _row(3, 20), _row(4, 5), _row(5, 30)]
        assert store.keep(self._at(table, 1), table.epoch, rows)

        def numbers(
            after: tuple[int, int] | None = None, limit: int = 9, *, newest_first: bool = False
        ) -> list[int]:
            found = store.indexed_between(
                "t1",
                "round",
                after,
                limit,
                since_ms=0,
                until_ms=100,
                newest_first=newest_first,
            )
            return [row.number for row in found]

        assert numbers() == [4, 1, 2, 3, 5]
        assert numbers((20, 2)) == [3, 5]
        assert numbers(None, 2) == [4, 1]
        assert numbers(None, 2, newest_first=True) == [5, 3]
        assert numbers((20, 3), newest_first=True) == [2, 1, 4]
        within = store.indexed_between("t1", "round", since_ms=10, until_ms=30)
        assert [row.number for row in within] == [1, 2, 3]

    def test_a_row_kept_again_is_replaced(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        assert store.keep(self._at(table, 1), table.epoch, [_row(1, 1), _row(2, 2)])
        assert store.keep(self._at(table, 1), table.epoch, [_row(1, 9, body=b"new")])
        assert store.indexed("t1", "round") == (_row(1, 9, body=b"new"), _row(2, 2))

    def test_what_is_discarded_is_gone_and_nothing_else(self, store: Store) -> None:
        table, other = open_house(store), Table(store, "t2")
        table.write(NOTE)
        other.write(NOTE)
        for one in (table, other):
            assert store.keep(self._at(one, 1), one.epoch, [_row(1, 1)])
        store.discard("t1")
        assert (store.checkpoint("t1"), store.indexed("t1", "round")) == (None, ())
        assert store.checkpoint("t2") is not None
        assert store.indexed("t2", "round") == (_row(1, 1),)
        assert len(store.entries("t1")) == 1
        assert_sound(store)

    def test_a_snapshot_sees_the_checkpoint_of_its_moment(self, store: Store) -> None:
        table = open_house(store)
        table.write(NOTE)
        first = self._at(table, 1)
        assert store.keep(first, table.epoch, [_row(1, 1)])
        with store.snapshot() as frozen:
            assert store.keep(self._at(table, 1, b"later"), table.epoch, [_row(2, 2)])
            assert frozen.checkpoint("t1") == first
            assert frozen.indexed("t1", "round") == (_row(1, 1),)


class ThreadsContract:
    def test_one_wallet_spent_from_many_threads(self, store: Store) -> None:
        open_house(store, ann=100)
        tables = [Table(store, f"table {n}") for n in range(4)]
        together = Barrier(len(tables), timeout=20)

        def spend(table: Table) -> list[Result]:
            together.wait()
            return [one for _ in range(10) for one in table.write(bet("ann", 10))]

        with ThreadPoolExecutor(len(tables)) as threads:
            results = [one for found in threads.map(spend, tables) for one in found]
        assert sum(isinstance(one, Done) for one in results) == 10
        assert results.count(ShortOfFunds(wallet("ann"))) == 30
        assert store.balance(wallet("ann")) == 0
        assert_sound(store)

    def test_reads_while_another_thread_writes(self, store: Store) -> None:
        table = open_house(store, ann=1_000)
        together = Barrier(2, timeout=20)

        def write() -> None:
            together.wait()
            for _ in range(50):
                table.write(bet("ann", 1), bet("ann", 1))

        with ThreadPoolExecutor(1) as threads:
            writing = threads.submit(write)
            together.wait()
            seen = [0]
            while not writing.done():
                seen.append(store.head("t1").seq)
                assert_sound(store)
        assert writing.result() is None
        assert seen == sorted(seen)
        # A commit is seen whole or not at all.
        assert all(seq % 2 == 0 for seq in seen)
        assert store.head("t1").seq == 100


class Contract(
    WritingContract,
    CommandContract,
    OwnerContract,
    VaultContract,
    ReadingContract,
    CheckpointContract,
    ThreadsContract,
):
    pass
