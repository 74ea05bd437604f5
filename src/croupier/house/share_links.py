"""Links to rounds that players share: a number of the floor's journal, signed with a key of the
house's. Whoever has only the store, or guesses, cannot make one; and no link has to be kept."""

import hmac
from base64 import urlsafe_b64encode

_PURPOSE = b"croupier shared rounds"
_MOST_DIGITS = 15


class ShareLinks:
    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, _PURPOSE, "sha256")

    def token(self, number: int) -> str:
        signature = hmac.digest(self._key, b"%d" % number, "sha256")
        return f"{number}-{urlsafe_b64encode(signature).decode().rstrip('=')}"

    def number(self, token: str) -> int | None:
        """Of the share it is a link to; None: no link of this house."""
        digits = token.partition("-")[0]
        if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
            return None
        number = int(digits)
        own = hmac.compare_digest(token.encode(), self.token(number).encode())
        return number if own else None
