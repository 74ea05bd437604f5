"""`python -m croupier.chance.evaluate_delay DIGEST SQUARINGS`: a delay, waited for in a process of
its own; output and proof as JSON."""

import sys

import msgspec

from croupier.chance.delay import evaluate


def main() -> None:
    digest, squarings = sys.argv[1:]
    delayed = evaluate(bytes.fromhex(digest), int(squarings))
    sys.stdout.write(msgspec.json.encode(delayed).decode())


if __name__ == "__main__":
    main()
