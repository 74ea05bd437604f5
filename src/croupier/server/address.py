"""Where a client is: by its connection, or by the proxy in front if that is to be believed. Whoever
has a whole network of addresses is one client."""

from collections.abc import MutableMapping
from typing import Any

from croupier.house.people.throttle import network_of


def client_address(scope: MutableMapping[str, Any], *, trusted_proxy: bool) -> str:
    if trusted_proxy:
        for key, value in scope["headers"]:
            if key == b"x-forwarded-for":
                # The last hop is the one our own proxy has seen.
                return network_of(str(value, "latin-1").rsplit(",", 1)[-1].strip()[:64])
    client = scope.get("client")
    return network_of(str(client[0])) if client else "nowhere"
