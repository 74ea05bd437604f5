"""Where a NATS server is, and how a node says who it is; read so that no password is ever shown."""

import re
from typing import NoReturn
from urllib.parse import unquote, urlsplit

import msgspec

from croupier.kit.errors import Code, Refused

_DEFAULT_PORT = 4222


class NatsAddress(msgspec.Struct, frozen=True):
    server: str
    """May be shown: the login is apart."""
    tls: bool
    """Whether a connection that is not encrypted is refused."""
    user: str | None = None
    password: str | None = None
    token: str | None = None


def read_address(url: str) -> NatsAddress:
    """`nats://HOST:PORT` or `tls://HOST:PORT`; before the host USER:PASSWORD@ or TOKEN@, with what
    means something in an address written as %40."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or _DEFAULT_PORT
    except ValueError:
        _refuse(url)
    more = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in ("nats", "tls") or not host or more:
        _refuse(url)
    host = f"[{host}]" if ":" in host else host
    address = NatsAddress(f"{parts.scheme}://{host}:{port}", parts.scheme == "tls")
    if parts.password is not None:
        user, password = unquote(parts.username or ""), unquote(parts.password)
        return msgspec.structs.replace(address, user=user, password=password)
    if parts.username:
        return msgspec.structs.replace(address, token=unquote(parts.username))
    return address


def check_login(url: str) -> None:
    """Anyone may connect to a server that asks for no login, see every message and drown the bus:
    the MAC of each message keeps them from more than that."""
    address = read_address(url)
    if not (address.password or address.token):
        raise Refused(
            Code.BAD_SETTING,
            f"the bus at {address.server} has no login: give NATS users or a token and write"
            " USER:PASSWORD@ or TOKEN@ before the host, or say --bus-without-login",
        )


def _refuse(url: str) -> NoReturn:
    """Names what stands behind a password, up to where a misplaced one could begin."""
    host = re.split(r"[:/?#]", url.rpartition("@")[2].rpartition("://")[2], maxsplit=1)[0]
    raise Refused(
        Code.BAD_SETTING,
        f"the bus at {host!r}: its address must be nats://HOST:PORT or tls://HOST:PORT",
    ) from None
