"""`python -m croupier.chance.evaluate_delay DIGEST SQUARINGS`: evaluates a delay in a process of
its own; output and proof as JSON. It ends when its standard input is closed: a house that is
killed leaves nothing behind that takes its cores."""

import os
import sys
from threading import Thread

import msgspec

from croupier.chance.delay import evaluate


def main() -> None:
    digest, squarings = sys.argv[1:]
    Thread(target=_end_with_parent, daemon=True).start()
    delayed = evaluate(bytes.fromhex(digest), int(squarings))
    sys.stdout.write(msgspec.json.encode(delayed).decode())


def _end_with_parent() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
