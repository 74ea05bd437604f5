"""How often someone may try. Whoever guesses is slowed, and nobody is locked out by another's
guessing: an address that is at its own limit takes nothing from anybody else's."""

from collections import OrderedDict
from collections.abc import Hashable
from ipaddress import IPv6Address, ip_address

from croupier.house.buckets import MOST_KEYS, Buckets
from croupier.house.clock import SECOND, Clock
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words


class Throttle:
    def __init__(self, clock: Clock, most: int = MOST_KEYS) -> None:
        self._clock = clock
        self._most = most
        self._address = Buckets(30, 2 * SECOND, most)
        self._pair = Buckets(5, 30 * SECOND, most)
        # Guessing one account from many addresses. One alone never empties it, and it does not
        # count for an address the account has logged in from.
        self._account = Buckets(50, 10 * SECOND, most)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def attempt(self, account: str, address: str) -> None:
        """Before anything is looked at; refused when it is too often."""
        now = self._clock.forward()
        counted = self._buckets_of(account, address)
        wait = max(buckets.wait(key, now) for buckets, key in counted)
        if wait:
            seconds = -(-wait // SECOND)
            raise Refused(
                Code.TOO_OFTEN,
                words(
                    "too many attempts; try again in "
                    "{seconds, plural, one {# second} other {# seconds}}",
                    seconds=seconds,
                ),
            )
        for buckets, key in counted:
            buckets.take(key, now)

    def succeeded(self, account: str, address: str) -> None:
        """It was the right one: this attempt does not count, and the address is known."""
        for buckets, key in self._buckets_of(account, address):
            buckets.give_back(key)
        pair = _pair(account, address)
        self._known[pair] = None
        self._known.move_to_end(pair)
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def _buckets_of(self, account: str, address: str) -> list[tuple[Buckets, Hashable]]:
        pair = _pair(account, address)
        counted: list[tuple[Buckets, Hashable]] = [(self._pair, pair), (self._address, pair[1])]
        if pair not in self._known:
            counted.append((self._account, pair[0]))
        return counted


def _pair(account: str, address: str) -> tuple[str, str]:
    return account[:64], network_of(address[:64])


def network_of(address: str) -> str:
    """One customer of a provider has a whole /64 of IPv6 addresses to choose from."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return ip.packed[:8].hex()
