"""What a gaming day came to, and what it is held to: values alone.

Everything is told twice, from sources that know nothing of each other: from what is written about
play and cash (rounds with their settlement lines, the cage's facts), and from the ledger (transfers
and balances). Where both say the same, the books agree.
"""

from enum import StrEnum

import msgspec


class JournalHead(msgspec.Struct, frozen=True):
    """Where a journal was cut: its last entry of the day."""

    entries: int = 0
    hash: str = ""


class Purse(msgspec.Struct, frozen=True):
    """A table's day in one kind of money."""

    opening: int = 0
    """The float in the morning: the closing one of the day before."""
    drop: int = 0
    """What was staked in rounds that ended; chips come from wallets here, so this is what players
    have brought to the table. Rounds that were void are not in it; one that was settled on an
    earlier day and is found to be void on this one is taken out of it again (R31)."""
    win: int = 0
    """The house's, by the settlement lines of those rounds; below zero: the players'."""
    fills: int = 0
    credits: int = 0

    @property
    def closing(self) -> int:
        return self.opening + self.win + self.fills - self.credits


class TableDay(msgspec.Struct, frozen=True):
    """Guests' play chips are apart from the money, though they lie in the same account."""

    money: Purse = Purse()
    play_chips: Purse = Purse()
    rounds: int = 0
    voids: int = 0


class CashDay(msgspec.Struct, frozen=True):
    """Over the cage's counter."""

    opening: int = 0
    """What was counted when the day before was closed, as it was at its end."""
    deposits: int = 0
    paid_in: int = 0
    withdrawals: int = 0
    paid_out: int = 0

    @property
    def closing(self) -> int:
        return self.opening + self.paid_in - self.paid_out


class OpenRound(msgspec.Struct, frozen=True):
    """A round across the end of the day: its stakes are in no table's float yet."""

    table: str
    round: int
    staked: int


class OpenRequest(msgspec.Struct, frozen=True):
    """A cash-out that waits."""

    number: int
    player: str
    amount: int


class DayAdjustment(msgspec.Struct, frozen=True):
    """Signed on that day, whenever its round was."""

    at_ms: int
    player: str
    amount: int
    """To the player, or below zero: from the player."""
    table: str
    round: int
    reason: str
    by: str
    countersigned: str
    incident: int = 0
    """Whose sheet it stands on; 0: on none."""


class CheckKind(StrEnum):
    TABLE_WIN = "table-win"
    """A table's win: by settlement lines, and by what its bank has gained."""
    TABLE_FLOAT = "table-float"
    """A table's float: by adding up, and by the balance of its bank."""
    CAGE = "cage"
    """What left the cage's account: by its facts, and by its transfers."""
    ADJUSTMENTS = "adjustments"
    """What was adjusted: by the facts, and by the ledger."""
    HELD = "held"
    """What is held for cash-outs: by the requests that wait, and by the accounts."""
    ESCROW = "escrow"
    """Stakes of rounds that are over: none; and what their escrows hold."""
    BALANCES = "balances"
    """A kind of account: by its transfers since the day before, and by the balances."""
    ALL_ACCOUNTS = "all-accounts"
    """All accounts together: nothing; and what their balances sum to."""


class Check(msgspec.Struct, frozen=True):
    """One thing by two sources."""

    kind: CheckKind
    where: str
    """The table, or the kind of account."""
    expected: int
    found: int

    @property
    def agrees(self) -> bool:
        return self.expected == self.found


class Floats(msgspec.Struct, frozen=True):
    money: int = 0
    play_chips: int = 0


class Position(msgspec.Struct, frozen=True):
    """How everything stood at the end of a day: what the next one begins with."""

    heads: dict[str, JournalHead] = {}
    floats: dict[str, Floats] = {}
    """Of the tables."""
    accounts: dict[str, int] = {}
    """What all accounts of a kind held together, by their transfers."""
    rounds: tuple[OpenRound, ...] = ()
    requests: tuple[OpenRequest, ...] = ()


class DayFigures(msgspec.Struct, frozen=True):
    """From the cut of the day before to this one."""

    tables: dict[str, TableDay]
    cash: CashDay
    play_chips: int
    """What the house gave away."""
    adjustments: tuple[DayAdjustment, ...]
    checks: tuple[Check, ...]
    closing: Position

    @property
    def differences(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.agrees)

    @property
    def win(self) -> int:
        """Of all tables, in money; adjustments are not in it."""
        return sum(table.money.win for table in self.tables.values())

    @property
    def drop(self) -> int:
        return sum(table.money.drop for table in self.tables.values())
