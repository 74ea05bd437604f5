"""A process of its own that bets from a wallet: `python -m tests.store.player URL TABLE BETS`.

It says `ready`, waits for a line, then tells every answer the moment it has it: what it has said is
what the house has acknowledged.
"""

import resource
import sys

from croupier.store import StoreError, open_store
from tests.support.store_writes import StoreTable, bet


def main(url: str, stream: str, bets: str, largest_file: str = "") -> None:
    store = open_store(url)
    table = StoreTable(store, stream, f"owner of {stream}")
    say("ready")
    sys.stdin.readline()
    if largest_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(largest_file), resource.RLIM_INFINITY))
    for n in range(int(bets)):
        try:
            (result,) = table.write(bet("ann", 10, f"{stream} {n}"))
            say(f"{n} {type(result).__name__}")
        except StoreError as error:
            say(f"{n} {type(error).__name__}")
            # Space returns.
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            table.after = store.head(stream).seq
    store.close()


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
