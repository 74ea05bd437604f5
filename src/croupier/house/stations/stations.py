"""The stations of a live house: registered by who works there, revoked by the pit or
the administrator, and never by their own account."""

from base64 import b64decode

from croupier.house.floor.text import clean
from croupier.house.journal import HouseJournals, NewEntry
from croupier.house.stations.book import Station, StationBook
from croupier.house.stations.facts import (
    StationFact,
    StationRegistered,
    StationRevoked,
)
from croupier.house.stations.signatures import (
    Algorithm,
    is_signed,
    registration_bytes,
    station_id,
)
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.signed_command import SignedCommand

MOST_OF_ONE = 20
"""Stations of one account that sign."""


class Stations:
    def __init__(self, journals: HouseJournals) -> None:
        self._book = StationBook()
        self.journal = journals.open(self._book)

    def all(self) -> tuple[Station, ...]:
        return tuple(self._book.stations.values())

    def get(self, id: str) -> Station | None:
        return self._book.stations.get(id)

    async def register(
        self, account: str, algorithm: Algorithm, public: str, device: str, signature: str
    ) -> str:
        """The station's id; the same again, if it is registered."""
        device = clean(device)
        try:
            raw = b64decode(public, validate=True)
        except ValueError:
            raise Refused(Code.BAD_MESSAGE, "the public key is not base64") from None
        id = station_id(account, algorithm, raw)
        if not is_signed(algorithm, raw, signature, registration_bytes(id)):
            raise Refused(Code.NOT_SIGNED, words("the station's signature is wrong"))

        def judge() -> NewEntry[StationFact]:
            known = self.get(id)
            if known is not None and known.revoked_ms:
                raise Refused(Code.NOT_SIGNED, words("this station is revoked"))
            signing = sum(not each.revoked_ms for each in self._book.of(account))
            if known is None and signing >= MOST_OF_ONE:
                message = words("{name} has {n} stations: revoke one", name=account, n=MOST_OF_ONE)
                raise Refused(Code.LIMIT, message)
            fact = StationRegistered(id, account, algorithm, public, device)
            return NewEntry(fact, account, f"station {id}")

        if self.get(id) is None or self._book.stations[id].revoked_ms:
            await self.journal.record(judge)
        return id

    async def revoke(self, id: str, by: str) -> None:
        def judge() -> NewEntry[StationFact]:
            station = self.get(id)
            if station is None or station.revoked_ms:
                raise Refused(Code.NOT_FOUND, "there is no such station, or it is revoked")
            # R5: nobody releases themselves from signing.
            if station.account == by:
                raise Refused(Code.SAME_PERSON, "another person has to revoke your station")
            return NewEntry(StationRevoked(id, by), by)

        await self.journal.record(judge)

    def signs(self, account: str) -> bool:
        """A station that was revoked counts: revoking is no way to act without a signature."""
        return bool(self._book.of(account))

    def check_owed(
        self, account: str, signed: SignedCommand | None, *, dealer: str | None, always: bool
    ) -> None:
        """At a table that people deal at: an account that has a station signs what it does there,
        and where the dealer's signs, so does everyone else. `always`: the table asks for it."""
        if signed is not None:
            return
        if always or self.signs(account) or (dealer is not None and self.signs(dealer)):
            why = words("at this table a station has to sign what is done")
            raise Refused(Code.NOT_SIGNED, why)

    def check(self, account: str, signed: SignedCommand) -> None:
        """That a station of this account has signed it, and may."""
        station = self.get(signed.station)
        if station is None or station.account != account:
            raise Refused(Code.NOT_SIGNED, words("this station is not registered"))
        if station.revoked_ms:
            raise Refused(Code.NOT_SIGNED, words("this station is revoked"))
        if not station.has_signed(signed):
            raise Refused(Code.NOT_SIGNED, words("the station's signature is wrong"))
