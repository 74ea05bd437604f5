"""From the books to a day's figures. Everything here reads; give it a snapshot.

What lies between two cuts is told twice: by rounds and by the cage's facts, and by the ledger. What
must be the same is set side by side.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from croupier.house.days.cage_day import CageDay
from croupier.house.days.cuts import Heads, cut_at
from croupier.house.days.figures import (
    Check,
    CheckKind,
    DayFigures,
    Floats,
    JournalHead,
    OpenRound,
    Position,
    Purse,
    TableDay,
)
from croupier.house.people.names import is_guest
from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import Posting
from croupier.ledger import ADJUSTMENTS, CAGE, Reason, Transfer, net
from croupier.store.pages import every_balance, every_stream
from croupier.store.protocol import Reader
from croupier.table.cage import STREAM, is_table
from croupier.table.recovery import is_staged

Indexes = Mapping[str, TableIndex]
"""Of the tables that are open; the others are folded from their journals."""


def indexes_reaching(reader: Reader, indexes: Indexes, cut: Heads) -> Indexes:
    """One that has yet to hear of what another node has dealt is folded from the journal."""
    return {
        table: index
        if index.seq >= cut.get(table, JournalHead()).entries
        else TableIndex.of(reader, table)
        for table, index in indexes.items()
    }


def opening_position(reader: Reader, indexes: Indexes, since_ms: int) -> Position:
    """Of the first day that is closed: what all that came before has left."""
    cut = cut_at(reader, {}, since_ms)
    return day_figures(reader, indexes, Position(), cut, 0).closing


def day_figures(
    reader: Reader, indexes: Indexes, before: Position, cut: Heads, cash: int
) -> DayFigures:
    """Of what lies between two cuts. `cash` is what was in the cage in the morning."""
    return _Slice(reader, indexes, before, cut).figures(cash)


class _Slice:
    def __init__(self, reader: Reader, indexes: Indexes, before: Position, cut: Heads) -> None:
        self._reader = reader
        self._indexes = dict(indexes)
        self._before = before
        self._cut = cut
        self._moved: Counter[str] = Counter()
        """By account, in the day."""
        self._won: Counter[str] = Counter()
        """By table, as the ledger has it."""
        self._filled: Counter[str] = Counter()
        self._credited: Counter[str] = Counter()
        self._since: Counter[str] = Counter()
        """By account, after the day ended."""

    def figures(self, opening_cash: int) -> DayFigures:
        for stream in every_stream(self._reader):
            self._read_transfers(stream)
        tables = {table: self._table(table) for table in self._tables()}
        cage = CageDay(self._before.requests)
        cage.read(self._reader, self._first(STREAM), self._last(STREAM))
        accounts = self._accounts()
        rounds, of_rounds_over = self._escrows()
        checks = self._checks(tables, cage, accounts, of_rounds_over)
        floats = {
            table: Floats(day.money.closing, day.play_chips.closing)
            for table, day in tables.items()
        }
        return DayFigures(
            tables,
            msgspec.structs.replace(cage.cash, opening=opening_cash),
            cage.given,
            tuple(cage.adjustments),
            tuple(checks),
            Position(self._cut, floats, accounts, rounds, tuple(cage.requests.values())),
        )

    def _checks(
        self,
        tables: Mapping[str, TableDay],
        cage: CageDay,
        accounts: Mapping[str, int],
        of_rounds_over: int,
    ) -> Iterator[Check]:
        balances, banks = self._balances()
        for table, day in tables.items():
            win = day.money.win + day.play_chips.win
            closing = day.money.closing + day.play_chips.closing
            yield Check(CheckKind.TABLE_WIN, table, win, self._won[table])
            yield Check(CheckKind.TABLE_FLOAT, table, closing, banks[table])
        yield Check(CheckKind.CAGE, CAGE, -cage.issued, self._moved[CAGE])
        yield Check(CheckKind.ADJUSTMENTS, ADJUSTMENTS, -cage.adjusted, self._moved[ADJUSTMENTS])
        yield Check(CheckKind.HELD, "held", cage.waiting, accounts.get("held", 0))
        yield Check(CheckKind.ESCROW, "escrow", 0, of_rounds_over)
        for kind in sorted(accounts.keys() | balances.keys()):
            yield Check(CheckKind.BALANCES, kind, accounts.get(kind, 0), balances[kind])
        yield Check(CheckKind.ALL_ACCOUNTS, "", 0, sum(balances.values()))

    # The ledger

    def _read_transfers(self, stream: str) -> None:
        after, last = (self._first(stream) + 1, 0), self._last(stream)
        while page := self._reader.transfers(stream, after):
            for posted in page:
                if posted.seq <= last:
                    self._read_transfer(posted.transfer)
                else:
                    self._since.update(net([posted.transfer]))
            after = page[-1].seq, page[-1].n

    def _read_transfer(self, transfer: Transfer) -> None:
        self._moved.update(net([transfer]))
        match transfer.reason:
            case Reason.LOSS:
                self._won[_table(transfer.payee)] += transfer.amount
            case Reason.PAYOUT:
                self._won[_table(transfer.payer)] -= transfer.amount
            case Reason.REVERSAL if transfer.payer.startswith("bank:"):
                self._won[_table(transfer.payer)] -= transfer.amount
            case Reason.REVERSAL:
                self._won[_table(transfer.payee)] += transfer.amount
            case Reason.FILL:
                self._filled[_table(transfer.payee)] += transfer.amount
            case Reason.CREDIT:
                self._credited[_table(transfer.payer)] += transfer.amount

    def _accounts(self) -> dict[str, int]:
        """What the kinds of accounts hold by their transfers."""
        held = Counter(self._before.accounts)
        for account, change in self._moved.items():
            held[_kind(account)] += change
        return {kind: amount for kind, amount in sorted(held.items()) if amount}

    def _balances(self) -> tuple[Counter[str], Counter[str]]:
        """The same by the balances, taken back to the cut; and what each table's bank holds."""
        held = Counter(dict(every_balance(self._reader)))
        held.subtract(self._since)
        kinds: Counter[str] = Counter()
        banks: Counter[str] = Counter()
        for account, amount in held.items():
            kinds[_kind(account)] += amount
            if account.startswith("bank:"):
                banks[_table(account)] += amount
        return Counter({kind: amount for kind, amount in kinds.items() if amount}), banks

    def _escrows(self) -> tuple[tuple[OpenRound, ...], int]:
        """The rounds whose stakes lie there at the cut, and what lies there of rounds that are
        over."""
        held = Counter({(one.table, one.round): one.staked for one in self._before.rounds})
        for account, change in self._moved.items():
            kind, *names = account.split(":")
            if kind == "escrow":
                held[names[0], int(names[1])] += change
        rounds, unexplained = [], 0
        for (table, number), staked in sorted(held.items()):
            if staked and self._over(table, number):
                unexplained += staked
            if staked:
                rounds.append(OpenRound(table, number, staked))
        return tuple(rounds), unexplained

    # What was played

    def _tables(self) -> list[str]:
        return sorted(
            stream
            for stream in self._cut
            if is_table(stream) and not is_staged(self._reader, stream)
        )

    def _table(self, table: str) -> TableDay:
        before = self._before.floats.get(table, Floats())
        rounds = voids = 0
        drop, win = [0, 0], [0, 0]
        for posting in self._postings(table):
            rounds, voids = rounds + posting.rounds, voids + posting.voids
            for n, play in enumerate((posting.players, posting.guests)):
                drop[n] += play.staked
                win[n] += play.win
        return TableDay(
            Purse(before.money, drop[0], win[0], self._filled[table], self._credited[table]),
            Purse(before.play_chips, drop[1], win[1]),
            rounds,
            voids,
        )

    def _postings(self, table: str) -> Iterator[Posting]:
        first, last = self._first(table), self._last(table)
        if first == last:
            return
        for entry in self._index(table).newest_first():
            if entry.over:
                yield from (post for post in entry.postings if first < post.seq <= last)
            # Only the last round before the day may still be found to be void in it (R31).
            if entry.over and entry.ended_seq <= first:
                break

    def _over(self, table: str, number: int) -> bool:
        entry = self._index(table).round(number)
        return entry is not None and entry.over and entry.ended_seq <= self._last(table)

    def _index(self, table: str) -> TableIndex:
        if table not in self._indexes:
            self._indexes[table] = TableIndex.of(self._reader, table)
        return self._indexes[table]

    def _first(self, stream: str) -> int:
        return self._before.heads.get(stream, JournalHead()).entries

    def _last(self, stream: str) -> int:
        return self._cut.get(stream, JournalHead()).entries


def _kind(account: str) -> str:
    """Wallets of guests are a kind of their own."""
    kind, _, name = account.partition(":")
    return "guest-wallet" if kind == "wallet" and is_guest(name) else kind


def _table(account: str) -> str:
    return account.partition(":")[2]
