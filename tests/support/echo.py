"""A process that says what it was given: `python -m tests.support.echo ARGUMENTS`."""

import os
import sys

from croupier.store.crashpoint import crashpoint

if __name__ == "__main__":
    if "--crash" in sys.argv:
        crashpoint("commit-done")
    else:
        print(sys.argv[1:])
        print(os.environ.get("ECHO", ""))
        print(sys.stdin.read(), end="")
