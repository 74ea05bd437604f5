"""From the books to a day's figures. Everything here reads; give it a snapshot.

A day is a slice of every journal: what was written after the cut of the day before, up to the last
entry before the first that is of a later day. So each entry belongs to exactly one day, also where
a clock was set back, and days join without a gap.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import msgspec

from croupier.house.clock import DAY
from croupier.house.days.figures import (
    CashDay,
    Check,
    CheckKind,
    DayAdjustment,
    DayFigures,
    Floats,
    JournalHead,
    OpenRequest,
    OpenRound,
    Position,
    Purse,
    TableDay,
)
from croupier.house.people.names import is_guest
from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.sheet import day as day_of
from croupier.ledger import ADJUSTMENTS, CAGE, Reason, Transfer, bank, net
from croupier.store.pages import every_balance, every_entry, every_stream
from croupier.store.protocol import Reader
from croupier.table.cage import (
    STREAM,
    Adjusted,
    CageFact,
    CashMoved,
    CashRequested,
    FloatMoved,
    RequestApproved,
    RequestRefused,
    RequestWithdrawn,
    is_table,
)

Indexes = Mapping[str, TableIndex]
"""Of the tables that are open; the others are folded."""
Heads = dict[str, JournalHead]
_DECODE = msgspec.json.Decoder[CageFact](CageFact).decode


def cut_at(reader: Reader, after: Heads, until_ms: int) -> Heads:
    """Where each journal ends at this moment, which is past."""
    heads: Heads = {}
    for stream in every_stream(reader):
        head = after.get(stream, JournalHead())
        for entry in every_entry(reader, stream, head.entries):
            if entry.at_ms >= until_ms:
                break
            head = JournalHead(entry.seq, entry.hash.hex())
        heads[stream] = head
    return heads


def first_open_day(reader: Reader, after: Heads) -> str | None:
    """The day of the first entry beyond a cut that money may have moved in; None: there is none."""
    times = [
        entry.at_ms
        for stream in every_stream(reader)
        if is_table(stream) or stream == STREAM
        for entry in reader.entries(stream, after.get(stream, JournalHead()).entries, 1)
    ]
    return day_of(min(times)) if times else None


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
        self._indexes = indexes
        self._before = before
        self._cut = cut
        self._moved: Counter[str] = Counter()
        """By account, in the day."""
        self._won: Counter[str] = Counter()
        """By table, as the ledger has it."""
        self._filled: Counter[str] = Counter()
        self._credited: Counter[str] = Counter()
        self._after: Counter[str] = Counter()
        """By kind of account and by bank, since the day ended."""

    def figures(self, opening_cash: int) -> DayFigures:
        for stream in every_stream(self._reader):
            self._read_transfers(stream)
        tables = {table: self._table(table) for table in self._tables()}
        cage = _CageDay(self._before.requests)
        for entry in every_entry(self._reader, STREAM, self._head(self._before.heads, STREAM)):
            if entry.seq > self._head(self._cut, STREAM):
                break
            cage.apply(_DECODE(entry.body), entry.at_ms)
        rounds, unexplained = self._escrows()
        balances = self._balances()
        accounts = self._accounts()
        checks = (
            *self._table_checks(tables, balances),
            Check(CheckKind.CAGE, CAGE, -cage.issued, self._moved[CAGE]),
            Check(CheckKind.ADJUSTMENTS, ADJUSTMENTS, -cage.adjusted, self._moved[ADJUSTMENTS]),
            Check(CheckKind.HELD, "held", cage.waiting, accounts.get("held", 0)),
            Check(CheckKind.ESCROW, "escrow", 0, unexplained),
            *(
                Check(CheckKind.BALANCES, kind, accounts.get(kind, 0), balances.get(kind, 0))
                for kind in sorted(accounts.keys() | balances.keys())
                if ":" not in kind
            ),
            Check(
                CheckKind.ALL_ACCOUNTS, "", 0, sum(n for k, n in balances.items() if ":" not in k)
            ),
        )
        floats = {
            table: Floats(day.money.closing, day.play_chips.closing)
            for table, day in tables.items()
        }
        return DayFigures(
            tables,
            msgspec.structs.replace(cage.cash, opening=opening_cash),
            cage.given,
            tuple(cage.adjustments),
            checks,
            Position(self._cut, floats, accounts, rounds, tuple(cage.requests.values())),
        )

    # The ledger

    def _read_transfers(self, stream: str) -> None:
        first, last = self._head(self._before.heads, stream), self._head(self._cut, stream)
        after = (first + 1, 0)
        while page := self._reader.transfers(stream, after):
            for posted in page:
                if posted.seq <= last:
                    self._read_transfer(posted.transfer)
                else:
                    for account, change in net([posted.transfer]).items():
                        self._after[_kind(account)] += change
                        if account.startswith("bank:"):
                            self._after[account] += change
            after = page[-1].seq, page[-1].n

    def _read_transfer(self, transfer: Transfer) -> None:
        self._moved.update(net([transfer]))
        match transfer.reason:
            case Reason.LOSS:
                self._won[_table(transfer.payee)] += transfer.amount
            case Reason.PAYOUT:
                self._won[_table(transfer.payer)] -= transfer.amount
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

    def _balances(self) -> dict[str, int]:
        """The same by the balances, taken back to the cut; and each bank's."""
        held: Counter[str] = Counter()
        for account, balance in every_balance(self._reader):
            held[_kind(account)] += balance
            if account.startswith("bank:"):
                held[account] += balance
        held.subtract(self._after)
        return {kind: amount for kind, amount in held.items() if amount}

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
        return sorted({stream for stream in self._cut if is_table(stream)} | set(self._filled))

    def _table(self, table: str) -> TableDay:
        before = self._before.floats.get(table, Floats())
        rounds = voids = 0
        drop, win = [0, 0], [0, 0]
        for entry in self._ended(table):
            rounds, voids = rounds + 1, voids + entry.void
            for n, play in enumerate((entry.players, entry.guests)):
                drop[n] += 0 if entry.void else play.staked
                win[n] += play.win
        return TableDay(
            Purse(before.money, drop[0], win[0], self._filled[table], self._credited[table]),
            Purse(before.play_chips, drop[1], win[1]),
            rounds,
            voids,
        )

    def _ended(self, table: str) -> Iterator[RoundEntry]:
        first, last = self._head(self._before.heads, table), self._head(self._cut, table)
        if first == last:
            return
        for entry in self._index(table).newest_first():
            if entry.over and entry.ended_seq <= first:
                break
            if entry.over and entry.ended_seq <= last and not entry.config.staged:
                yield entry

    def _over(self, table: str, number: int) -> bool:
        entry = self._index(table).round(number)
        return entry is not None and entry.over and entry.ended_seq <= self._head(self._cut, table)

    def _index(self, table: str) -> TableIndex:
        """A table that this house does not run any more is folded once."""
        if table not in self._indexes:
            self._indexes = {**self._indexes, table: TableIndex.of(self._reader, table)}
        return self._indexes[table]

    def _table_checks(
        self, tables: Mapping[str, TableDay], balances: Mapping[str, int]
    ) -> Iterator[Check]:
        for table, day in tables.items():
            win = day.money.win + day.play_chips.win
            float = day.money.closing + day.play_chips.closing
            yield Check(CheckKind.TABLE_WIN, table, win, self._won[table])
            yield Check(CheckKind.TABLE_FLOAT, table, float, balances.get(bank(table), 0))

    @staticmethod
    def _head(heads: Heads, stream: str) -> int:
        return heads.get(stream, JournalHead()).entries


class _CageDay:
    """What the cage's facts come to."""

    def __init__(self, waiting: tuple[OpenRequest, ...]) -> None:
        self.cash = CashDay()
        self.given = self.adjusted = self.filled = 0
        self.adjustments: list[DayAdjustment] = []
        self.requests = {request.number: request for request in waiting}

    @property
    def issued(self) -> int:
        """What the cage has given out in chips, less what came back."""
        return self.cash.paid_in - self.cash.paid_out + self.given + self.filled

    @property
    def waiting(self) -> int:
        return sum(request.amount for request in self.requests.values())

    def apply(self, fact: CageFact, at_ms: int) -> None:
        match fact:
            case CashMoved():
                self._move(fact)
            case Adjusted():
                self.adjusted += fact.amount
                self.adjustments.append(_adjustment(fact, at_ms))
            case CashRequested() if fact.amount < 0:
                self.requests[fact.number] = OpenRequest(fact.number, fact.player, -fact.amount)
            case RequestApproved() | RequestRefused() | RequestWithdrawn():
                self.requests.pop(fact.number, None)
                if isinstance(fact, RequestApproved):
                    self._move(fact.cash)
            case FloatMoved():
                self.filled += fact.amount

    def _move(self, fact: CashMoved) -> None:
        cash, amount = self.cash, fact.amount
        if fact.play_chips or is_guest(fact.player):
            self.given += amount
        elif amount > 0:
            self.cash = msgspec.structs.replace(
                cash, deposits=cash.deposits + 1, paid_in=cash.paid_in + amount
            )
        else:
            self.cash = msgspec.structs.replace(
                cash, withdrawals=cash.withdrawals + 1, paid_out=cash.paid_out - amount
            )


def _adjustment(fact: Adjusted, at_ms: int) -> DayAdjustment:
    return DayAdjustment(
        at_ms,
        fact.player,
        fact.amount,
        fact.table,
        fact.round,
        fact.reason,
        fact.by,
        fact.countersigned,
        fact.incident,
    )


def cash_since(reader: Reader, head: JournalHead) -> int:
    """What was taken in over the counter, less what was paid out, after an entry of the cage."""
    day = _CageDay(())
    for entry in every_entry(reader, STREAM, head.entries):
        day.apply(_DECODE(entry.body), entry.at_ms)
    return day.cash.paid_in - day.cash.paid_out


def begins(day: str) -> int:
    """In milliseconds, UTC."""
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1_000


def ends(day: str) -> int:
    return begins(day) + DAY


def _kind(account: str) -> str:
    """Wallets of guests are a kind of their own."""
    kind, _, name = account.partition(":")
    return "guest-wallet" if kind == "wallet" and is_guest(name) else kind


def _table(account: str) -> str:
    return account.partition(":")[2]
