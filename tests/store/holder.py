"""A process that occupies a store until it is told to stop, or killed."""

import sys

from croupier.store.occupied import occupy, this_process


def main(url: str) -> None:
    occupation = occupy(url, this_process("is a test"))
    print("holds", flush=True)
    sys.stdin.readline()
    occupation.close()


if __name__ == "__main__":
    main(sys.argv[1])
