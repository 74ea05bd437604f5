"""A second copy: all entries of the log, and the journals themselves, held to each other.

copy/entries          every entry after its length in two bytes, as bundles have them
copy/journals/…       a line for each entry of a journal: what is hashed, and the hash
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from croupier.client.witness.folder import WitnessFolder
from croupier.client.witness.house_log import ChainEntry, HouseLog
from croupier.client.witness.witness import Look, Verdict
from croupier.house.transparency.facts import STREAM as LOG
from croupier.house.transparency.facts import HeadsPublished, parse_head
from croupier.store.values import NO_HASH
from croupier.tlog.checkpoint import LogCheckpoint
from croupier.tlog.growing import GrowingLog
from croupier.tlog.tiles import WIDTH, bundle, tile_in, unbundle


class CopyWrong(Exception):  # noqa: N818 -- what was found
    """What the house shows does not fit together."""


class SecondCopy:
    def __init__(self, folder: Path, log: HouseLog) -> None:
        self._witness = WitnessFolder(folder)
        self._folder = folder / "copy"
        self._log = log
        self._tree: GrowingLog | None = None

    def take(self, checkpoint: LogCheckpoint, *, journals: bool) -> Look:
        """All that is new; `journals`: those too, which takes an inspector's session."""
        try:
            self._take_entries(checkpoint)
            says = f"{checkpoint.size} entries of the log are held"
            if journals:
                held = self._take_journals()
                says += f", and {held} entries of journals"
        except (CopyWrong, ValueError) as error:
            return Look(Verdict.OTHER_BOOKS, str(error), checkpoint)
        return Look(Verdict.GROWN, says, checkpoint)

    # The log

    def _take_entries(self, checkpoint: LogCheckpoint) -> None:
        path = self._folder / "entries"
        path.parent.mkdir(exist_ok=True)
        if self._tree is None:
            self._tree = GrowingLog()
            for entry in self._witness.entries():
                _grow(self._tree, entry)
        if self._tree.size > checkpoint.size:
            raise CopyWrong("the copy holds more entries than the log has")
        with path.open("ab") as file:
            for index in range(self._tree.size // WIDTH, -(-checkpoint.size // WIDTH)):
                tile = tile_in(0, index, checkpoint.size)
                fetched = unbundle(self._log.entries(tile), tile.width)
                fresh = fetched[self._tree.size - index * WIDTH :]
                for entry in fresh:
                    parse_head(entry)
                    _grow(self._tree, entry)
                file.write(bundle(fresh))
        if self._tree.root != checkpoint.root:
            raise CopyWrong("the entries of the log do not come to its root")

    # Journals

    def _take_journals(self) -> int:
        hashes = {LOG: self._take_journal(LOG)}
        published = list(self._published())
        logged = self._witness.entries()
        if [entry for entry, _ in published][: len(logged)] != logged:
            raise CopyWrong(f"{LOG} is not what the log has published")
        for _, (stream, seq, hash) in published[: len(logged)]:
            if stream not in hashes:
                hashes[stream] = self._take_journal(stream)
            if seq > len(hashes[stream]):
                raise CopyWrong(f"{stream} {seq} is published in the log, and is not shown")
            if hashes[stream][seq - 1] != hash:
                raise CopyWrong(f"{stream} {seq} is another than the log has published")
        return sum(map(len, hashes.values()))

    def _take_journal(self, stream: str) -> list[str]:
        """The hashes of its entries, each found to follow from the one before."""
        path = self._journal(stream)
        path.parent.mkdir(exist_ok=True)
        hashes: list[str] = []
        for entry in self._held(stream):
            hashes.append(_follows(stream, hashes, entry))
        with path.open("ab") as file:
            for entry in self._log.chain(stream, len(hashes)):
                hashes.append(_follows(stream, hashes, entry))
                file.write(msgspec.json.encode(entry) + b"\n")
        return hashes

    def _held(self, stream: str) -> Iterator[ChainEntry]:
        path = self._journal(stream)
        if path.exists():
            with path.open("rb") as lines:
                for line in lines:
                    yield msgspec.json.decode(line, type=ChainEntry)

    def _journal(self, stream: str) -> Path:
        return self._folder / "journals" / f"{stream.replace('/', '~')}.jsonl"

    def _published(self) -> Iterator[tuple[bytes, tuple[str, int, str]]]:
        """Entries of the log as its own journal says they are, each with the head it seals."""
        for entry in self._held(LOG):
            _, _, _, at_ms, body, *_ = msgspec.msgpack.decode(entry.raw)
            if msgspec.json.decode(body)["fact"] == HeadsPublished.__struct_config__.tag:
                for head in msgspec.json.decode(body, type=HeadsPublished).heads:
                    yield head.entry(at_ms), (head.stream, head.seq, head.hash)


def _follows(stream: str, hashes: list[str], entry: ChainEntry) -> str:
    """I6, by what the house shows alone."""
    before = bytes.fromhex(hashes[-1]) if hashes else NO_HASH
    named, seq, *_ = msgspec.msgpack.decode(entry.raw)
    right = sha256(before + entry.raw).hexdigest() == entry.hash
    if not right or (named, seq, entry.seq) != (stream, len(hashes) + 1, len(hashes) + 1):
        raise CopyWrong(f"{stream} {len(hashes) + 1} does not follow from the entry before")
    return entry.hash


def _grow(tree: GrowingLog, entry: bytes) -> None:
    for _ in tree.append(entry):
        pass
