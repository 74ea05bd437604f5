"""Which names there may be. A name is a wallet, a line in a journal and a word in the chat."""

import re

from croupier.house.roles import STAFF, Role
from croupier.kit.errors import Code, Refused

GUEST = "guest-"
SHORTEST, LONGEST = 3, 32
_NAME = re.compile(rf"[a-z0-9][a-z0-9_-]{{{SHORTEST - 1},{LONGEST - 1}}}")
_RESERVED = frozenset({"house", "cage", "croupier", "bank", "system", "guest", "player", "public"})

OPENING_STAFF = {
    "admin": Role.ADMINISTRATOR,
    "shift": Role.SHIFT,
    "pit": Role.PIT,
    "pit2": Role.PIT,
    "dealer": Role.DEALER,
    "cashier": Role.CASHIER,
    "moderator": Role.MODERATOR,
    "inspector": Role.INSPECTOR,
}
"""Who stands in a house on its first evening; the second pit is there to countersign."""

_STAFF_NAMES = frozenset(OPENING_STAFF) | STAFF


def is_guest(name: str) -> bool:
    """Guests alone are called so: nobody can register, or be hired, under such a name."""
    return name.startswith(GUEST)


def is_name(text: str) -> bool:
    """Whether somebody could be called so."""
    return _NAME.fullmatch(text) is not None


def check_name(name: str) -> None:
    if not is_name(name):
        raise Refused(
            Code.BAD_NAME,
            f"a name has {SHORTEST} to {LONGEST} characters: a to z, 0 to 9, - and _, a letter or "
            "digit first",
        )
    if name in _RESERVED or is_guest(name):
        raise Refused(Code.BAD_NAME, f"{name} is a name the house keeps for itself")


def check_player_name(name: str) -> None:
    """Nobody plays under a name that sounds like one of the staff's posts."""
    check_name(name)
    if name in _STAFF_NAMES:
        raise Refused(Code.BAD_NAME, f"{name} is a name the house keeps for itself")
