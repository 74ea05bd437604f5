"""All stations there ever were, as the fold of their journal."""

from base64 import b64decode

import msgspec
from msgspec.structs import replace

from croupier.house.clock import MINUTE
from croupier.house.journal import Fold
from croupier.house.stations.facts import STREAM, StationFact, StationRegistered, StationRevoked
from croupier.house.stations.signatures import Algorithm, command_bytes, is_signed
from croupier.table.signed_command import SignedCommand

CLOCKS_MS = MINUTE
"""How far the clocks of two nodes may be apart."""


class Station(msgspec.Struct, frozen=True):
    id: str
    account: str
    algorithm: Algorithm
    public: str
    device: str
    registered_ms: int
    revoked_ms: int = 0
    """0: it signs."""
    revoked_by: str = ""

    def may_have_signed_at(self, at_ms: int) -> bool:
        """Registered by then, and not revoked yet."""
        revoked = self.revoked_ms and at_ms > self.revoked_ms + CLOCKS_MS
        return at_ms >= self.registered_ms - CLOCKS_MS and not revoked

    def had_to_sign_at(self, at_ms: int) -> bool:
        """The same, whatever the clocks of two nodes say: its holder could not do without it."""
        revoked = self.revoked_ms and at_ms > self.revoked_ms - CLOCKS_MS
        return at_ms > self.registered_ms + CLOCKS_MS and not revoked

    def has_signed(self, signed: SignedCommand) -> bool:
        body = command_bytes(self.id, signed.text)
        return is_signed(self.algorithm, b64decode(self.public), signed.signature, body)


class SavedStations(msgspec.Struct, frozen=True):
    stations: list[Station]


class StationBook(Fold[StationFact, SavedStations]):
    stream, facts = STREAM, StationFact
    format = "stations 1"
    saved_as = SavedStations

    def __init__(self) -> None:
        self.stations: dict[str, Station] = {}

    def apply(self, fact: StationFact, at_ms: int) -> None:
        match fact:
            case StationRegistered(id, account, algorithm, public, device):
                self.stations[id] = Station(id, account, algorithm, public, device, at_ms)
            case StationRevoked(id, by):
                station = self.stations[id]
                self.stations[id] = replace(station, revoked_ms=at_ms, revoked_by=by)

    def of(self, account: str) -> tuple[Station, ...]:
        return tuple(each for each in self.stations.values() if each.account == account)

    def save(self) -> SavedStations:
        return SavedStations(list(self.stations.values()))

    def resume(self, saved: SavedStations) -> None:
        self.stations = {station.id: station for station in saved.stations}
