"""Stations: devices whose keys sign what is done at a table dealt by hand."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.roles import PIT, Role
from croupier.house.stations.signatures import Algorithm
from croupier.house.stations.stations import Stations
from croupier.kit.decode_errors import FORM
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body
from croupier.server.http.lookups import Tables
from croupier.table.signed_command import SignatureText

_SIGNING = PIT | {Role.DEALER}


class NewStation(Body, frozen=True):
    algorithm: Algorithm
    public: Annotated[
        str, Meta(pattern=r"^[A-Za-z0-9+/]{40,88}={0,2}\Z", extra={FORM: "a public key in base64"})
    ]
    """Base64: 32 bytes of Ed25519, or the 65 bytes of a point of P-256."""
    device: Annotated[str, Meta(min_length=1, max_length=60)]
    signature: SignatureText
    """Under `croupier/station-registered`, a newline, the station's id and a newline."""


class RegisteredStation(msgspec.Struct, frozen=True):
    station: str


class StationView(msgspec.Struct, frozen=True):
    id: str
    account: str
    algorithm: Algorithm
    public: str
    device: str
    registered_ms: int
    revoked_ms: int | None
    revoked_by: str | None


@endpoint("POST", "/api/stations", roles=_SIGNING)
async def register_station(
    request: HttpRequest, body: NewStation, stations: Stations
) -> RegisteredStation:
    """The device in use signs from now on; asked again, it is the same station."""
    station = await stations.register(
        request.by.name, body.algorithm, body.public, body.device, body.signature
    )
    return RegisteredStation(station)


@endpoint("GET", "/api/stations", roles=PIT | {Role.INSPECTOR, Role.ADMINISTRATOR})
async def list_stations(stations: Stations) -> tuple[StationView, ...]:
    """All there ever were, the newest first."""
    newest = sorted(stations.all(), key=lambda each: (-each.registered_ms, each.id))
    return tuple(
        StationView(
            each.id,
            each.account,
            each.algorithm,
            each.public,
            each.device,
            each.registered_ms,
            each.revoked_ms or None,
            each.revoked_by or None,
        )
        for each in newest
    )


@endpoint("POST", "/api/stations/{station}/revocation", roles=PIT | {Role.ADMINISTRATOR})
async def revoke_station(request: HttpRequest, stations: Stations) -> None:
    """Another person's station signs no longer; what it has signed still counts."""
    await stations.revoke(request.path["station"], request.by.name)


def check_station(request: HttpRequest, table: str, tables: Tables, stations: Stations) -> None:
    """What is ruled of a table that people deal at is signed by a station, as all that is done
    there. A table may be gone by now."""
    room = tables.rooms.get(table)
    if room is not None and room.is_dealt_by_hand:
        stations.check_owed(
            request.by.name, request.signed, dealer=room.state.dealer, always=room.signed
        )
