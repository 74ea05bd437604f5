"""What of a stranger's SDP offer is handed to aiortc: it sends UDP to every candidate in there."""

from croupier.house.people.throttle import network_of
from croupier.kit.errors import Code, Refused

MAX_CANDIDATES = 8
MAX_MEDIA = 4
"""Each medium may open sockets of its own."""
_ADDRESS = 4
"""The address is after foundation, component, transport and priority (RFC 8839)."""


def restrict_offer(offer: str, address: str) -> str:
    """The offer with the candidates of its sender's own address alone, as `client_address` has it.

    Nobody else is sent a packet, and no name is resolved. A browser that hides its address, or is
    behind NAT, still connects: its own check reaches the house first, and is answered.
    """
    # aiortc splits lines as Python does, so what is a line here is one there.
    lines = offer.splitlines()
    if sum(line.startswith("m=") for line in lines) > MAX_MEDIA:
        raise Refused(Code.BAD_MESSAGE, f"an offer has at most {MAX_MEDIA} media")
    kept: list[str] = []
    candidates = 0
    for line in lines:
        # Without this line aiortc goes on waiting for the browser's own check.
        if line.startswith("a=end-of-candidates"):
            continue
        if line.startswith("a=candidate"):
            fields = line.partition(":")[2].split()
            if len(fields) <= _ADDRESS or network_of(fields[_ADDRESS]) != address:
                continue
            candidates += 1
            if candidates > MAX_CANDIDATES:
                continue
        kept.append(line)
    return "\r\n".join(kept) + "\r\n"
