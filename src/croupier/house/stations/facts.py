"""Which stations there are: a journal of its own."""

import msgspec

from croupier.house.stations.signatures import Algorithm

STREAM = "house/stations"


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """Each kind has its own tag, so the journal can be read back."""


class StationRegistered(_Fact, frozen=True, tag="station-registered"):
    station: str
    account: str
    algorithm: Algorithm
    public: str
    """Base64."""
    device: str
    """What its holder calls it."""


class StationRevoked(_Fact, frozen=True, tag="station-revoked"):
    """What it has signed before still counts."""

    station: str
    by: str


StationFact = StationRegistered | StationRevoked
