"""Who is at the door: by cookie from a browser of ours, or by bearer token from a program.

A cookie is sent by every page in a browser, so with a cookie whatever changes something must say
which page it came from, and that must be ours. A bearer token is sent by nobody who does not hold
it.
"""

from starlette.requests import Request

from croupier.kit.errors import Code, Refused

COOKIE = "__Host-croupier"
STATION = "croupier-station"
SIGNATURE = "croupier-signature"
"""The headers of a request that a station has signed."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def token_of(request: Request, origins: frozenset[str]) -> str:
    """The session's token, or nothing; a request from somebody else's page is refused."""
    origin = request.headers.get("origin")
    if origin is not None and origin not in origins:
        raise Refused(Code.NOT_ALLOWED, "this page is not one of the house's")
    bearer = request.headers.get("authorization", "")
    if bearer[:7].lower() == "bearer ":
        return bearer[7:]
    token = request.cookies.get(COOKIE, "")
    if token and request.method not in _SAFE and origin is None:
        raise Refused(Code.NOT_ALLOWED, "a page that changes something says where it comes from")
    return token


def cookie(token: str) -> str:
    """Set, or with an empty token taken away; never readable by a script."""
    kept = "Path=/; Secure; HttpOnly; SameSite=Strict"
    return f"{COOKIE}={token}; {kept}" + ("" if token else "; Max-Age=0")
