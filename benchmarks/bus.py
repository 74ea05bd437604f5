"""What a MAC on every message between nodes costs: to sign one, and to check one.

    python benchmarks/bus.py [--messages 50000]

The message is a bet that one node forwards to another, as it goes over the bus.
"""

import argparse
import time

from rich.console import Console
from rich.table import Table

from croupier.bus.authenticated import AuthenticatedBus, _Kind, message_key
from croupier.bus.memory import MemoryExchange
from croupier.house.nodes.subjects import Subjects, encode_request
from croupier.table.actor import wall_ms
from croupier.table.commands import Actor, LaidBet, PlaceBets, TableRole
from croupier.table.table import Request

BEST_OF = 5
HOUSE_KEY = bytes(32)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--messages", type=int, default=50_000)
    messages: int = arguments.parse_args().messages
    bet = PlaceBets((LaidBet("initial", 100_00, 1),))
    request = Request(Actor("ann", TableRole.PLAYER), bet, "0123456789abcdef", 17, bytes(32))
    body, subject = encode_request("table-1", request), Subjects(HOUSE_KEY).node("b")
    sender, receiver = _bus("a"), _bus("b")

    def sign() -> list[bytes]:
        return [sender._seal(_Kind.REQUEST, subject, body)[0] for _ in range(messages)]

    def check(frames: list[bytes]) -> None:
        assert all(receiver._open(subject, frame, _Kind.REQUEST) for frame in frames)

    signing, checking = [], []
    for _ in range(BEST_OF):
        # Each message is checked once: the second time it is a replay.
        began = time.perf_counter()
        frames = sign()
        signed = time.perf_counter()
        check(frames)
        signing.append(signed - began)
        checking.append(time.perf_counter() - signed)
    table = Table("", "µs", title=f"{len(body)} bytes, {len(frames[0])} with the MAC", box=None)
    for name, seconds in (("sign", signing), ("check", checking)):
        table.add_row(f"{name} a forwarded bet", f"{min(seconds) / messages * 1e6:.1f}")
    Console().print(table)


def _bus(name: str) -> AuthenticatedBus:
    bus = MemoryExchange().connect(name)
    return AuthenticatedBus(bus, message_key(HOUSE_KEY), node=name, run="1" * 16, wall_ms=wall_ms)


if __name__ == "__main__":
    main()
