"""Who was turned away, for the inspector: failed logins, refused roles, rulings and signatures.

Anybody at the door can bring these about, as often as they like; so they stand in no journal, which
keeps all for ever, but in a list of bounded length. The same again is counted where it stands, and
one address can push out only what is its own.
"""

import logging
import os
from collections import Counter
from enum import StrEnum
from pathlib import Path

import msgspec

from croupier.house.people.names import is_name

_LOG = logging.getLogger("croupier.turned-away")
MOST = 2_000
MOST_OF_ONE = 200
"""Of one address."""
_LONGEST = 120


class Turned(StrEnum):
    LOGIN = "login"
    """A name, a password or a code was not right, or it was tried too often."""
    ROLE = "role"
    """It is not for this role, or not for this account yet."""
    RULING = "ruling"
    """What the house's people may not rule, sign or move, or not so."""


class TurnedAway(msgspec.Struct, frozen=True):
    kind: Turned
    account: str
    """The name that was tried, or whose session it was; empty: nothing that could be a name."""
    address: str
    what: str
    code: str


class Times(msgspec.Struct):
    first_ms: int
    last_ms: int
    times: int = 1


class Kept(msgspec.Struct, frozen=True):
    one: TurnedAway
    times: Times


class TurnedAwayBook:
    def __init__(self, file: Path | None = None) -> None:
        """Kept in this file over a stop of the house; without one only as long as it is open."""
        self._file = file
        self._kept: dict[TurnedAway, Times] = {}
        self._of: Counter[str] = Counter()
        self._changed = False
        for kept in _read(file) if file is not None else ():
            self._put(kept.one, kept.times)

    def note(
        self, kind: Turned, account: str, *, address: str, what: str, code: str, at: int
    ) -> None:
        # A password typed into the wrong field is nobody's to read.
        name = account if is_name(account) else ""
        visitor = TurnedAway(kind, name, address[:_LONGEST], what[:_LONGEST], code)
        before = self._kept.pop(visitor, None)
        self._changed = True
        if before is not None:
            # The latest last, so that the oldest is the first to go.
            self._kept[visitor] = Times(before.first_ms, at, before.times + 1)
            return
        self._put(visitor, Times(at, at))

    def newest(self, limit: int) -> tuple[Kept, ...]:
        latest = tuple(self._kept.items())[-limit:]
        return tuple(Kept(visitor, times) for visitor, times in reversed(latest))

    def _put(self, visitor: TurnedAway, times: Times) -> None:
        self._kept[visitor] = times
        self._of[visitor.address] += 1
        if self._of[visitor.address] > MOST_OF_ONE:
            self._drop(next(other for other in self._kept if other.address == visitor.address))
        elif len(self._kept) > MOST:
            self._drop(next(iter(self._kept)))

    def _drop(self, visitor: TurnedAway) -> None:
        del self._kept[visitor]
        self._of[visitor.address] -= 1
        if not self._of[visitor.address]:
            del self._of[visitor.address]

    def save(self) -> None:
        """Where something has changed; whole or not at all."""
        if self._file is None or not self._changed:
            return
        self._changed = False
        kept = [Kept(visitor, times) for visitor, times in tuple(self._kept.items())]
        fresh = self._file.with_suffix(".new")
        try:
            with open(fresh, "wb", opener=_private) as file:
                file.write(msgspec.json.encode(kept))
            fresh.replace(self._file)
        except OSError as error:
            self._changed = True
            extra = {"file": str(self._file), "why": error.strerror}
            _LOG.warning("who was turned away could not be kept", extra=extra)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read(file: Path) -> list[Kept]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Kept])[-MOST:]
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError) as error:
        _LOG.warning("who was turned away cannot be read", extra={"why": str(error)[:200]})
        return []
