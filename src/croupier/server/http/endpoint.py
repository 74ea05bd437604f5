"""An endpoint: its path, who may use it, what goes in and what comes out. All of them stand in one
list, from which the application routes, the roles are checked and the OpenAPI page is written."""

from collections.abc import Awaitable, Callable
from typing import IO, TYPE_CHECKING, Any

import msgspec

from croupier.house.people.people import Who
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused

if TYPE_CHECKING:
    from croupier.server.house import House


class Visit(msgspec.Struct):
    """One request, decoded and admitted."""

    house: "House"
    who: Who | None
    token: str
    address: str
    params: dict[str, str]
    body: Any = None
    query: Any = None

    @property
    def by(self) -> Who:
        """Who asks, where only a session gets this far."""
        assert self.who is not None
        return self.who


class Answer(msgspec.Struct):
    """Something else than a JSON body: a file, a page, a new session."""

    body: bytes | None = None
    value: Any = None
    file: IO[bytes] | None = None
    """Sent piece by piece, then closed."""
    media: str = "application/json"
    status: int = 200
    headers: dict[str, str] = {}
    file_name: str = ""
    session: str | None = None
    """A token to be set as the cookie; empty: the cookie is taken away."""


Handler = Callable[[Visit], Awaitable[Any]]


class Endpoint(msgspec.Struct, frozen=True):
    method: str
    path: str
    roles: frozenset[Role] | None
    """None: anyone, without a session."""
    summary: str
    handler: Handler
    body: Any = None
    query: Any = None
    answer: Any = None
    media: str = "application/json"
    also: dict[int, Any] = {}
    """Answers under another status that are no refusals."""
    unready: bool = False
    """May be used by staff who have yet to set up password or authenticator."""
    looks: bool = False
    """Only looks, comes or goes: a guest who does no more leaves no trace."""
    stepped_up: bool = False
    """Asks for a fresh code of the authenticator first."""
    code: bool = False
    """A password or a code is tried: who has it wrong is noted."""
    signs: bool = False
    """Moves money, or counts as a signature: not for a staff account that one person alone has just
    made or changed."""

    def admit(self, house: "House", who: Who | None) -> None:
        """Default deny: whoever is not named here may not."""
        if self.roles is None:
            return
        if who is None:
            raise Refused(Code.NOT_KNOWN, "log in first")
        if who.role not in self.roles:
            raise Refused(Code.NOT_ALLOWED, f"not for a {who.role}", "R30")
        if who.must is not None and not self.unready:
            raise Refused(Code.NOT_ALLOWED, f"first set up your {who.must}")
        if self.signs:
            house.people.check_signs(who.name)
        if self.stepped_up and not house.people.stepped_up(who):
            raise Refused(Code.CONFIRM_FIRST, "confirm with a fresh code first")


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str, path: str, *, roles: frozenset[Role] | None, **more: Any
) -> Callable[[Handler], Handler]:
    """Enter an endpoint; its summary is the handler's docstring."""

    def enter(handler: Handler) -> Handler:
        summary = " ".join((handler.__doc__ or "").split())
        more.setdefault("looks", method == "GET")
        ENDPOINTS.append(
            Endpoint(
                method,
                path,
                frozenset(roles) if roles is not None else None,
                summary,
                handler,
                **more,
            )
        )
        return handler

    return enter
