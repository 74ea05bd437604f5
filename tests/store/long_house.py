"""A house whose journals are long enough for an archive, and all that can be read of it."""

import random

from croupier.ledger import CAGE, Reason, Transfer, escrow, wallet
from croupier.store import Batch, Checkpoint, Command, Reader, Store, Write, every_stream
from croupier.store.archive.notes import ARCHIVE
from croupier.store.pages import every_entry, every_movement, every_posting, whole_journal

STREAMS = ("house/cage", "t1", "t2", "Tisch/3 ü")
PLAYERS = ("ann", "bob", "eve")
RANGES = ((None, None), (100, 250))
"""Of times, as postings are asked for."""


class LongHouse:
    """Writes at random, to all streams across each other; a clock that is set back at times."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.chosen = random.Random(seed)
        self.now_ms = 0
        self.commands = 0
        self.epochs = {stream: store.claim(stream, "test") for stream in STREAMS}

    def write(self, times: int) -> None:
        for _ in range(times):
            self.now_ms += self.chosen.choice((0, 5, 10, 20, -15))
            streams = self.chosen.sample(STREAMS, self.chosen.randint(1, 3))
            self.store.commit([self._batch(stream) for stream in streams])

    def _batch(self, stream: str) -> Batch:
        writes = tuple(self._write() for _ in range(self.chosen.randint(1, 12)))
        return Batch(stream, self.epochs[stream], self.store.head(stream).seq, writes, self.now_ms)

    def _write(self) -> Write:
        player = self.chosen.choice(PLAYERS)
        command = None
        if self.chosen.random() < 0.7:
            self.commands += 1
            command = Command(player, f"c{self.commands}", b"body")
        moved = [Transfer(CAGE, wallet(player), self.chosen.randint(2, 9), Reason.BUY_IN, "in")]
        if self.chosen.random() < 0.5:
            moved.append(Transfer(wallet(player), escrow("t1", "r1"), 1, Reason.STAKE, "BJ5 3.1"))
        transfers = tuple(moved) if self.chosen.random() < 0.6 else ()
        body = b'{"said":"%d"}' % self.chosen.randint(0, 10**9)
        return Write(body, transfers, command, self.chosen.choice((b"yes", b"no", bytes(range(9)))))

    def keep_checkpoints(self) -> None:
        """At any entry; one stream may have none."""
        for stream in STREAMS:
            head = self.store.head(stream)
            if head.seq and self.chosen.random() < 0.8:
                seq = self.chosen.randint(max(1, head.seq - 120), head.seq)
                (entry,) = self.store.entries(stream, seq - 1, 1)
                kept = Checkpoint(stream, seq, entry.hash, "test", b"")
                self.store.keep(kept, self.epochs[stream], ())


def everything(reader: Reader) -> object:
    """All that was ever written, in every way it can be asked for; without what the archive itself
    writes down."""
    streams = [stream for stream in every_stream(reader) if stream != ARCHIVE]
    entries = [entry for stream in streams for entry in every_entry(reader, stream)]
    keys = [(entry.command.sender, entry.command.id) for entry in entries if entry.command]
    return (
        [(stream, reader.head(stream)) for stream in streams],
        entries,
        [list(every_entry(reader, stream, 13, page=90)) for stream in streams],
        [line for line in whole_journal(reader) if line[0].stream != ARCHIVE],
        [line for line in whole_journal(reader, 170, after=41) if line[0].stream != ARCHIVE],
        [_every_transfer(reader, stream) for stream in streams],
        list(every_posting(reader, page=230)),
        [
            list(
                every_movement(
                    reader,
                    wallet(player),
                    page=page,
                    newest_first=newest_first,
                    since_ms=since_ms,
                    until_ms=until_ms,
                )
            )
            for player in PLAYERS
            for newest_first in (False, True)
            for page in (70, 1_000)
            for since_ms, until_ms in RANGES
        ],
        reader.balances(),
        reader.answers(keys),
        [reader.answer(*key) for key in keys[::50]],
    )


def _every_transfer(reader: Reader, stream: str) -> list[object]:
    found: list[object] = []
    after = (0, 0)
    while page := reader.transfers(stream, after, 70):
        found += page
        after = (page[-1].seq, page[-1].n)
    return found
