"""The picture of a console that is a camera: the dealer's device sends it by WHIP (RFC 9725), and
who looks at the table gets it by WHEP (draft-ietf-wish-whep)."""

from croupier.house.roles import EVERYONE, Role
from croupier.kit.errors import Code, Refused
from croupier.server.cameras.cameras import Cameras
from croupier.server.cameras.offer import restrict_offer
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.lookups import Tables
from croupier.server.rates import AddressRates
from croupier.server.room import Room
from croupier.table.camera_stream import StreamKind

_SDP = "application/sdp"
_DEALERS = frozenset({Role.DEALER})


@endpoint(
    "POST", "/api/tables/{table}/camera", roles=_DEALERS, takes=_SDP, media=_SDP, created=True
)
async def publish_camera(
    request: HttpRequest,
    body: str,
    tables: Tables,
    cameras: Cameras,
    address_rates: AddressRates,
) -> Answer[None]:
    """The dealer on duty shows the table by the camera of the device in use: an SDP offer, and its
    answer."""
    room, who = _dealt_by(tables, request), request.by
    address_rates.attempt("camera", request.address)
    offer = restrict_offer(body, request.address)
    answer = await cameras.publish(room.table, who.name, who.digest, offer)
    return _made(answer, f"/api/tables/{room.table}/camera")


@endpoint("DELETE", "/api/tables/{table}/camera", roles=_DEALERS)
async def end_camera(request: HttpRequest, tables: Tables, cameras: Cameras) -> None:
    """The dealer on duty turns the camera off."""
    await cameras.end(_dealt_by(tables, request).table)


@endpoint(
    "POST",
    "/api/tables/{table}/picture",
    roles=EVERYONE,
    takes=_SDP,
    media=_SDP,
    created=True,
    looks=True,
)
async def view_picture(
    request: HttpRequest,
    body: str,
    tables: Tables,
    cameras: Cameras,
    address_rates: AddressRates,
) -> Answer[None]:
    """Look at the dealer's picture: an SDP offer to receive, and its answer. On the node of the
    house that the dealer's device talks to."""
    table = _room(tables, request).table
    address_rates.attempt("picture", request.address)
    offer = restrict_offer(body, request.address)
    viewer, answer = await cameras.view(table, request.by.digest, offer)
    return _made(answer, f"/api/tables/{table}/picture/{viewer}")


@endpoint("DELETE", "/api/tables/{table}/picture/{viewer}", roles=None, looks=True)
async def end_picture(request: HttpRequest, tables: Tables, cameras: Cameras) -> None:
    """Look no longer. Nobody else knows the address."""
    await cameras.end_view(_room(tables, request).table, request.path["viewer"])


def _room(tables: Tables, request: HttpRequest) -> Room:
    room = tables.room(request.path["table"])
    if room.stream is None or room.stream.kind is not StreamKind.CONSOLE:
        raise Refused(Code.NOT_FOUND, "the console of this table is no camera")
    return room


def _dealt_by(tables: Tables, request: HttpRequest) -> Room:
    """The room of a table whose dealer asks."""
    room = _room(tables, request)
    if room.state.dealer != request.by.name:
        raise Refused(Code.NOT_ALLOWED, f"the dealer here is not {request.by.name}", "R30")
    return room


def _made(answer: str, location: str) -> Answer[None]:
    return Answer(body=answer.encode(), status=201, headers={"Location": location})
