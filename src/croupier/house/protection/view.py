"""What a player is shown of their own protection."""

import msgspec

from croupier.house.protection.limits import Change, Kind
from croupier.house.protection.windows import Window


class LimitView(msgspec.Struct, frozen=True):
    kind: Kind
    window: Window
    amount: int | None
    """Cents, or minutes at play; None: no limit."""
    used: int
    """A stake on the table counts as lost until its round gives it back."""
    ends: int
    """When the window ends, and counting begins again; 0: it is a round's."""
    change: Change | None
    """A higher limit, or none, and from when it holds."""


class ProtectionView(msgspec.Struct, frozen=True):
    limits: tuple[LimitView, ...]
    reality_check: int
    """Minutes; 0: none."""
    break_until: int
    """0, or past: no break."""
    excluded_until: int
    """0, or past: not excluded. `FOREVER`: for ever."""


class NetDeposits(msgspec.Struct, frozen=True):
    """What a player has brought to the cage and taken from it, ever. Play chips are no part."""

    paid_in: int
    paid_out: int
    net: int


class SessionView(msgspec.Struct, frozen=True):
    played: int
    """Milliseconds at play."""
    net: int
    """Of the rounds begun in this session that are over."""
    to_check: int | None
    """Milliseconds at play to the next reality check; 0: it waits for an answer; None: no check."""
