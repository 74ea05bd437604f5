"""A file of the archive: one stretch of one journal, in lines as a backup has them.

It is gzip, so `zcat` shows it, but of many parts: a heading, then blocks of some hundred entries,
each compressed by itself. Whoever wants one entry unpacks one block.
"""

import os
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from gzip import compress
from hashlib import file_digest, sha256
from pathlib import Path
from typing import BinaryIO

import msgspec

from croupier.ledger import LedgerError
from croupier.store.archive.contents import Block, Contents, Wallet
from croupier.store.crashpoint import crashpoint
from croupier.store.errors import BadArchive
from croupier.store.invariants import chain_faults, head_at
from croupier.store.lines import EntryLine, Line, encode_line
from croupier.store.protocol import WALLETS
from croupier.store.values import Head
from croupier.store.whole_file import open_part, part_beside

_FORMAT = 1
_MOST_ENTRIES = 250
_MOST_BYTES = 256 * 1024
"""Of a block, before it is compressed; one entry may be longer."""
_READ = 1024 * 1024
_GZIP = 31
"""zlib's word for: with the heading and the checksum of gzip."""
_UNREADABLE = (OSError, EOFError, zlib.error, ValueError, LedgerError)


class _Heading(Line, frozen=True, tag="croupier-archive"):
    format: int
    stream: str
    after: Head
    """The entry before the first."""


_decode_heading = msgspec.json.Decoder(_Heading).decode
_decode_entries = msgspec.json.Decoder(EntryLine).decode_lines


def write_file(folder: Path, stream: str, after: Head, lines: Iterable[EntryLine]) -> Path | None:
    """A file of these entries, whole and on the disk, or none at all; None: there were none. Its
    name tells what is in it, so a run that was cut off and begins again writes the same one."""
    for left in folder.glob(f"{_slug(stream)}.*part"):
        left.unlink()  # a run was killed
    part = part_beside(folder / _slug(stream))
    last = after
    with open_part(part) as file:
        file.write(compress(encode_line(_Heading(_FORMAT, stream, after)) + b"\n", 6, mtime=0))
        for block in _blocks(lines):
            file.write(compress(b"".join(encode_line(line) + b"\n" for line in block), 6, mtime=0))
            last = head_at(block[-1].entry)
        file.flush()
        os.fsync(file.fileno())
    if last == after:
        part.unlink()
        return None
    crashpoint("archive-written")
    path = folder / f"{_slug(stream)}.{after.seq + 1}-{last.seq}.{last.hash.hex()[:8]}.gz"
    part.replace(path)
    _sync_folder(folder)
    crashpoint("archive-placed")
    return path


def scan(path: Path) -> Contents:
    """All of a file, every entry of it held to the one before."""
    try:
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
            file.seek(0)
            parts = _parts(file)
            heading = _decode_heading(next(parts, (0, 0, b""))[2])
            if heading.format != _FORMAT:
                raise BadArchive(path, "is not of a format that is known here")
            head, blocks = heading.after, []
            for begins, length, text in parts:
                lines = _decode_entries(text)
                for line in lines:
                    for what in chain_faults(head, line.entry, line.transfers):
                        raise BadArchive(path, f"{line.entry.stream} {line.entry.seq}: {what}")
                    head = head_at(line.entry)
                blocks.append(_block(lines, begins, length))
    except _UNREADABLE as error:
        raise _unreadable(path, error) from error
    if not blocks:
        raise BadArchive(path, "holds no entry")
    return Contents(heading.stream, digest, tuple(blocks))


def read_block(path: Path, begins: int, length: int, hash: bytes) -> list[EntryLine]:
    """The entries of one block, which has to be the one that ends with this hash."""
    try:
        with path.open("rb") as file:
            file.seek(begins)
            lines = _decode_entries(zlib.decompress(file.read(length), _GZIP))
    except _UNREADABLE as error:
        raise _unreadable(path, error) from error
    if not lines or lines[-1].entry.hash != hash:
        raise BadArchive(path, "holds other entries than were archived there")
    return lines


def _blocks(lines: Iterable[EntryLine]) -> Iterator[list[EntryLine]]:
    block: list[EntryLine] = []
    size = 0
    for line in lines:
        block.append(line)
        size += len(line.entry.body)
        if len(block) == _MOST_ENTRIES or size >= _MOST_BYTES:
            yield block
            block, size = [], 0
    if block:
        yield block


def _block(lines: Sequence[EntryLine], begins: int, length: int) -> Block:
    first, last = lines[0].entry, lines[-1].entry
    wallets: dict[str, Wallet] = {}
    for line in lines:
        place, at_ms = line.entry.place, line.entry.at_ms
        for transfer in line.transfers:
            for account in (transfer.payer, transfer.payee):
                if account.startswith(WALLETS):
                    known = wallets.get(account) or Wallet(account, place, place, at_ms, at_ms)
                    wallets[account] = Wallet(
                        account,
                        known.first_place,
                        place,
                        min(known.first_ms, at_ms),
                        max(known.last_ms, at_ms),
                    )
    return Block(
        first.seq,
        last.seq,
        first.place,
        last.place,
        last.hash,
        begins,
        length,
        tuple(wallets[account] for account in sorted(wallets)),
    )


def _parts(file: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """Each compressed part: where it begins, how long it is, and what it holds."""
    begins, waiting = 0, b""
    while waiting or (waiting := file.read(_READ)):
        unpacking, text, length = zlib.decompressobj(_GZIP), b"", 0
        while not unpacking.eof:
            waiting = waiting or file.read(_READ)
            if not waiting:
                raise EOFError("cut short")
            text += unpacking.decompress(waiting)
            length += len(waiting) - len(unpacking.unused_data)
            waiting = unpacking.unused_data
        yield begins, length, text
        begins += length


def _slug(stream: str) -> str:
    """A journal's name as a file's: what a file system may not take is told by a digest."""
    plain = re.sub(r"[^a-z0-9-]+", "-", stream)[:48]
    return plain if plain == stream else f"{plain}-{sha256(stream.encode()).hexdigest()[:8]}"


def _sync_folder(folder: Path) -> None:
    """The name is on the disk, too."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _unreadable(path: Path, error: Exception) -> BadArchive:
    if isinstance(error, FileNotFoundError):
        return BadArchive(path, "is not there")
    return BadArchive(path, f"cannot be read: {error}")
