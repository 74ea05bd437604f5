"""Who works, plays and looks on in a house. Everyone has exactly one role, so whoever can touch a
table can never have a stake at it."""

from enum import StrEnum

from croupier.table.commands import TableRole


class Role(StrEnum):
    WATCHER = "watcher"
    """Looks at a table, and is nobody: no account, no session, nothing to say."""
    GUEST = "guest"
    """Plays with the house's play chips; no password, no cashing out."""
    PLAYER = "player"
    DEALER = "dealer"
    """Deals at the table the pit has put them on."""
    PIT = "pit"
    """The pit supervisor: tables, irregularities, alerts."""
    SHIFT = "shift"
    """The shift manager: rules on what nothing covers, signs adjustments."""
    CASHIER = "cashier"
    """Deposits and withdrawals, and nothing at the tables."""
    MODERATOR = "moderator"
    """The chat and its manners."""
    INSPECTOR = "inspector"
    """Reads everything, approves rules and programs, touches nothing at the tables."""
    ADMINISTRATOR = "administrator"
    """Staff accounts; no tables, no money."""
    LAB = "lab"
    """Plays at staged tables, with chips that stand for no money; looks on at all others."""


PLAYING = frozenset({Role.GUEST, Role.PLAYER})
STAFF = frozenset(Role) - PLAYING - {Role.WATCHER}
PIT = frozenset({Role.PIT, Role.SHIFT})
SIGNING = PIT | {Role.CASHIER, Role.ADMINISTRATOR, Role.INSPECTOR}
"""Who signs, moves money, or makes those who do."""
BETTING = PLAYING | {Role.LAB}
"""Who has a view of their own at a table."""
EVERYONE = PLAYING | STAFF
"""Who has an account."""
LOOKING = EVERYONE | {Role.WATCHER}
"""Who may look at a table."""

AT_THE_TABLE: dict[Role, TableRole] = {
    Role.GUEST: TableRole.PLAYER,
    Role.PLAYER: TableRole.PLAYER,
    Role.DEALER: TableRole.DEALER,
    Role.PIT: TableRole.PIT,
    Role.SHIFT: TableRole.SHIFT,
    Role.LAB: TableRole.PLAYER,
}
"""As whom a role speaks to a table; the others do not speak there at all."""
