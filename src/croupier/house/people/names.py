"""Which names there may be. A name is a wallet, a line in a journal and a word in the chat."""

import re
from collections.abc import Iterator

from croupier.house.roles import STAFF, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

GUEST = "guest-"
WATCHER = "watcher-"
SHORTEST, LONGEST = 3, 32
_NAME = re.compile(rf"[a-z0-9][a-z0-9_-]{{{SHORTEST - 1},{LONGEST - 1}}}")
_OF_HOUSE = frozenset(
    [
        "adjustments",
        "approvals",
        "archive",
        "bank",
        "bot",
        "bots",
        "cage",
        "closures",
        "croupier",
        "days",
        "floor",
        "house",
        "incidents",
        "log",
        "nobody",
        "occupant",
        "people",
        "protection",
        "stations",
        "system",
        "virtual",
        "watcher",
        "witness",
    ]
)
"""Accounts, journals and programs of the house: nobody is called so, nor plays as its number 7."""
_RESERVED = _OF_HOUSE | {"guest", "player", "public"}

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

_POSTS = STAFF | frozenset(
    [
        "admin",
        "bank",
        "boss",
        "cage",
        "croupier",
        "house",
        "manager",
        "mod",
        "operator",
        "owner",
        "pitboss",
        "staff",
        "supervisor",
        "support",
        "sysadmin",
        "system",
    ]
)
"""What somebody of the house is called; nobody plays under such a word, alone or among others."""
_PLAIN = frozenset({"admin", "cashier", "croupier", "dealer", "inspector", "moderator", "pitboss"})
"""Long enough to be read out of a longer word: `headdealer`, `administrators`."""
_AS_LETTERS = str.maketrans("0134578", "oieastb")
"""Digits that are read as letters."""


def is_guest(name: str) -> bool:
    """Guests alone are called so: nobody can register, or be hired, under such a name."""
    return name.startswith(GUEST)


def is_watcher(name: str) -> bool:
    """Nobody has an account of such a name."""
    return name.startswith(WATCHER)


def is_name(text: str) -> bool:
    """Whether somebody could be called so."""
    return _NAME.fullmatch(text) is not None


def check_name(name: str) -> None:
    if not is_name(name):
        raise Refused(
            Code.BAD_NAME,
            words(
                "a name has {least} to {most, plural, one {# character} other {# characters}}: "
                "a to z, 0 to 9, - and _, "
                "a letter or digit first",
                least=SHORTEST,
                most=LONGEST,
            ),
        )
    if name in _RESERVED or is_guest(name) or is_watcher(name):
        raise Refused(
            Code.BAD_NAME, words("{name} is a name the house keeps for itself", name=name)
        )


def check_player_name(name: str) -> None:
    """Nobody plays under a name that looks like one of the staff's: with a number behind it, in
    pieces, or with digits and letters that are taken for others."""
    check_name(name)
    if any(_of_staff(read) for read in _readings(name)):
        raise Refused(
            Code.BAD_NAME, words("{name} is a name the house keeps for itself", name=name)
        )


def guest_name(chosen: str) -> str:
    """A guest's, by the name they would like: whoever reads it sees that it is a guest."""
    name = GUEST + chosen
    if len(name) > LONGEST:
        most = LONGEST - len(GUEST)
        raise Refused(
            Code.BAD_NAME,
            words("a guest’s name has at most {most} characters", most=most),
        )
    check_player_name(chosen)
    return name


def _readings(name: str) -> Iterator[str]:
    """The name as somebody may read it who looks quickly."""
    for spelling in (name, name.translate(_AS_LETTERS)):
        yield spelling
        yield spelling.replace("l", "i").replace("1", "i")
        yield spelling.replace("i", "l").replace("1", "l")
        yield spelling.replace("rn", "m").replace("vv", "w")


def _of_staff(name: str) -> bool:
    parts = [part for part in re.split("[0-9_-]+", name) if part]
    whole = "".join(parts)
    return (
        whole in _POSTS | _OF_HOUSE
        or any(part in _POSTS for part in parts)
        or any(post in whole for post in _PLAIN)
    )
