"""A process of its own that archives: `python -m tests.store.archiver URL FOLDER BEFORE_MS`."""

import sys
from contextlib import closing
from pathlib import Path

from croupier.store import open_store
from croupier.store.archive.archiving import archive


def main(url: str, folder: str, before_ms: str) -> None:
    with closing(open_store(url, create=False)) as store:
        for period in archive(store, Path(folder), int(before_ms), 1):
            print(period.stream, period.first, period.last, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
