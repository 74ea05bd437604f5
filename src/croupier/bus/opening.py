"""The bus at an address."""

from croupier.bus.protocol import Bus
from croupier.kit.errors import Code, Refused


async def open_bus(url: str, name: str) -> Bus:
    """`nats://…` or `tls://…`; `name` is how the server's monitoring calls this node."""
    try:
        from croupier.bus.nats import connect  # noqa: PLC0415
    except ImportError as error:
        raise Refused(
            Code.BAD_SETTING, "a bus needs the NATS client: pip install 'croupier[nats]'"
        ) from error
    return await connect(url, name)
