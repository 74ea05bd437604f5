"""An endpoint: its path, who may use it, what goes in and what comes out. All of them stand in one
list, from which the application routes, the roles are checked and the OpenAPI page is written.

The handler's signature says the rest: `request`, `body` and `query` come with the request, every
other parameter is a part of the house, found by its type (`parts.py`), and what it returns is the
answer.
"""

import inspect
import re
from collections.abc import Awaitable, Callable
from functools import partial
from types import NoneType
from typing import IO, Any, Generic, TypeVar, get_args, get_origin

import msgspec

from croupier.house.people.people import People, Who
from croupier.house.roles import Role
from croupier.kit.english import with_article
from croupier.kit.errors import Code, Refused
from croupier.server.house import House
from croupier.server.http.parts import PARTS, Part
from croupier.table.signed_command import SignedCommand

T = TypeVar("T")
Handler = Callable[..., Awaitable[Any]]
AnyHandler = TypeVar("AnyHandler", bound=Handler)
JSON = "application/json"
_INPUTS = frozenset({"request", "body", "query"})
_NUMBER = re.compile("[0-9]{1,15}")


class HttpRequest(msgspec.Struct, frozen=True):
    """Who asks, from where, and what the path names."""

    who: Who | None
    token: str
    address: str
    path: dict[str, str]
    signed: SignedCommand | None = None
    """The request as a station of theirs has signed it: its method and path, a newline, and the
    body."""

    @property
    def by(self) -> Who:
        """Who asks, where only a session gets this far."""
        assert self.who is not None
        return self.who

    def number(self, name: str = "number") -> int:
        """A number in the path."""
        text = self.path[name]
        # fullmatch with ASCII digits only: other scripts' digits are no number of ours.
        if not _NUMBER.fullmatch(text):
            raise Refused(Code.NOT_FOUND, "that is no number")
        return int(text)


class Answer(msgspec.Struct, Generic[T]):
    """Something else than a JSON body, or more than it: a file, a page, a new session."""

    value: T | None = None
    """To be sent as JSON."""
    body: bytes | None = None
    file: IO[bytes] | None = None
    """Sent piece by piece, then closed."""
    status: int = 200
    headers: dict[str, str] = {}
    file_name: str = ""
    session: str | None = None
    """A token to be set as the cookie; empty: the cookie is taken away."""


class Endpoint(msgspec.Struct, frozen=True):
    method: str
    path: str
    roles: frozenset[Role] | None
    """None: anyone, without a session."""
    summary: str
    handler: Handler
    inputs: dict[str, Any]
    """Which of `request`, `body` and `query` the handler takes, and their types."""
    parts: dict[str, Part]
    """What of the house it takes, by the name of the parameter."""
    answer: Any
    """The type of the JSON it answers with; None: there is none."""
    media: str = JSON
    takes: str = JSON
    """What the body is sent as: text of another kind is handed on as it is."""
    created: bool = False
    """Makes something, and answers 201 with its address."""
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

    @property
    def body(self) -> Any:
        return self.inputs.get("body")

    @property
    def body_optional(self) -> bool:
        """Whether it may come without one."""
        return NoneType in get_args(self.body)

    @property
    def query(self) -> Any:
        return self.inputs.get("query")

    def bind(self, house: House) -> Handler:
        """The handler with its parts of this house; what comes with a request is still to come."""
        return partial(self.handler, **{name: part(house) for name, part in self.parts.items()})

    def admit(self, people: People, who: Who | None) -> None:
        """Default deny: whoever is not named here may not."""
        if self.roles is None:
            return
        if who is None:
            raise Refused(Code.NOT_KNOWN, "log in first")
        if who.role not in self.roles:
            raise Refused(Code.NOT_ALLOWED, f"{with_article(who.role)} may not do this", "R30")
        if who.must is not None and not self.unready:
            raise Refused(Code.NOT_ALLOWED, f"first set up your {who.must}")
        if self.signs:
            people.check_signs(who.name)
        if self.stepped_up and not people.stepped_up(who):
            raise Refused(Code.CONFIRM_FIRST, "confirm with a fresh code first")


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str, path: str, *, roles: frozenset[Role] | None, **flags: Any
) -> Callable[[AnyHandler], AnyHandler]:
    """Enter an endpoint; its summary is the handler's docstring."""
    flags.setdefault("looks", method == "GET")

    def enter(handler: AnyHandler) -> AnyHandler:
        summary = " ".join((handler.__doc__ or "").split())
        ENDPOINTS.append(
            Endpoint(method, path, roles, summary, handler, *_signature(handler), **flags)
        )
        return handler

    return enter


def _signature(handler: Handler) -> tuple[dict[str, Any], dict[str, Part], Any]:
    """Inputs, parts of the house, and the answer; what can be none of them is refused."""
    signature = inspect.signature(handler, eval_str=True)
    inputs, parts = {}, {}
    for name, parameter in signature.parameters.items():
        kind = parameter.annotation
        if name in _INPUTS:
            inputs[name] = kind
        elif kind in PARTS:
            parts[name] = PARTS[kind]
        else:
            raise TypeError(f"{handler.__name__}: {name} is no part of the house: {kind}")
    return inputs, parts, _json_type(signature.return_annotation)


def _json_type(answer: Any) -> Any:
    if get_origin(answer) is Answer:
        (answer,) = get_args(answer)
    return None if answer is NoneType else answer
