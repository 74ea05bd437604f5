"""A station of one's own: a key that signs what is scanned, called and ruled."""

from base64 import b64encode

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.client.api import Api
from croupier.house.stations.signatures import (
    Algorithm,
    command_bytes,
    registration_bytes,
    station_id,
)
from croupier.wire import commands as say


class Station:
    """`station = await Station.register(api, "table 3")`, then `client.station = station` for what
    is said to tables, and `api.sign = station.headers` for requests."""

    def __init__(self, account: str, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw()
        self.id = station_id(account, Algorithm.ED25519, self.public)

    @classmethod
    async def register(
        cls, api: Api, device: str, private: Ed25519PrivateKey | None = None
    ) -> "Station":
        """`private`: kept from before; otherwise a new one."""
        station = cls(api.name, private or Ed25519PrivateKey.generate())
        body = {
            "algorithm": str(Algorithm.ED25519),
            "public": _text(station.public),
            "device": device,
            "signature": station._sign(registration_bytes(station.id)),
        }
        await api.call("POST", "/api/stations", body)
        return station

    def sign(self, message: say.ClientMessage) -> say.Signed:
        text = msgspec.json.encode(message).decode()
        return say.Signed(message.id, self.id, self._sign(command_bytes(self.id, text)), text)

    def headers(self, text: str) -> dict[str, str]:
        """Of a request: its method and path, a newline, and its body."""
        signature = self._sign(command_bytes(self.id, text))
        return {"Croupier-Station": self.id, "Croupier-Signature": signature}

    def _sign(self, body: bytes) -> str:
        return _text(self._private.sign(body))


def _text(body: bytes) -> str:
    return b64encode(body).decode()
