"""What the journal says of each player's limits and time at play: the fold of its facts."""

import msgspec

from croupier.house.journal import Fold
from croupier.house.people.names import is_guest
from croupier.house.protection.facts import (
    STREAM,
    BreakTaken,
    LimitSet,
    ProtectionFact,
    RealityCheckSet,
    SelfExcluded,
    TimePlayed,
)
from croupier.house.protection.presence import Presence
from croupier.house.protection.terms import Terms, end_of_break, end_of_exclusion

_USUAL = Terms()
"""Of whoever has asked for nothing; never changed."""
MAX_GUESTS = 2_000
"""Guests whose time at play is remembered over a stop of the house: those whose time was written
last, and all who have set a limit."""


class PlayerRecord(msgspec.Struct):
    terms: Terms = msgspec.field(default_factory=Terms)
    presence: Presence = msgspec.field(default_factory=Presence)
    """As it is for a house that has just opened: nobody has come yet."""
    noted: int = 0
    """When the session began that the journal knows of."""


class SavedProtection(msgspec.Struct, frozen=True):
    players: dict[str, PlayerRecord]
    guests: list[str] = []


class ProtectionBook(Fold[ProtectionFact, SavedProtection]):
    stream, facts = STREAM, ProtectionFact
    format = "protection 2"
    saved_as = SavedProtection

    def __init__(self) -> None:
        self.players: dict[str, PlayerRecord] = {}
        self._guests: dict[str, None] = {}
        """Those who have asked for nothing, the longest unseen first."""

    def apply(self, fact: ProtectionFact, at_ms: int) -> None:
        record = self.players.setdefault(fact.player, PlayerRecord())
        terms = record.terms
        match fact:
            case LimitSet():
                terms.change(fact.kind, fact.window, fact.amount, at_ms)
            case RealityCheckSet():
                terms.reality_check = fact.minutes
            case BreakTaken():
                terms.break_until = max(terms.break_until, end_of_break(fact.hours, at_ms))
            case SelfExcluded():
                end = end_of_exclusion(fact.days, at_ms)
                terms.excluded_until = max(terms.excluded_until, end)
            case TimePlayed():
                record.noted = fact.session
                record.presence.read_back(fact.ms, fact.session, fact.answered)
                record.presence.written(fact.ms, at_ms)
        if is_guest(fact.player):
            self._bound_guests(fact.player)

    def _bound_guests(self, name: str) -> None:
        self._guests.pop(name, None)
        if self.players[name].terms == _USUAL:
            self._guests[name] = None
        if len(self._guests) > MAX_GUESTS:
            longest = next(iter(self._guests))
            del self._guests[longest], self.players[longest]

    def terms(self, player: str) -> Terms:
        record = self.players.get(player)
        return _USUAL if record is None else record.terms

    def save(self) -> SavedProtection:
        return SavedProtection(self.players, list(self._guests))

    def resume(self, saved: SavedProtection) -> None:
        self.players = saved.players
        self._guests = dict.fromkeys(saved.guests)
