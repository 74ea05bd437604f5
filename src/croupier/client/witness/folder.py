"""What a witness remembers, in a folder of its own.

witness.key   its own key; nobody else may read it
witness.pub   the same for others: the verifier key of its cosignatures
log.key       the verifier key of the log it watches
checkpoint    the largest checkpoint it has found consistent, cosigned
seen          a line for each: seconds, size and root
evidence/     checkpoints the house has signed that contradict each other
copy/         with --copy: the entries of the log, and journals
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.kit.errors import Code, Refused
from croupier.store.whole_file import write_whole
from croupier.tlog.checkpoint import LogCheckpoint, parse_checkpoint
from croupier.tlog.growing import GrowingLog
from croupier.tlog.notes import (
    KeyKind,
    Note,
    VerifierKey,
    cosign,
    parse_key,
    parse_note,
    parse_private,
    private_text,
)

T = TypeVar("T")


class Seen(msgspec.Struct, frozen=True):
    seconds: int
    size: int
    root: bytes


class WitnessFolder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self, name: str) -> None:
        """With a key, if there is none yet."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._private.exists():
                private = Ed25519PrivateKey.generate()
                text = private_text(name, KeyKind.COSIGNATURE, private)
                with open(os.open(self._private, _NEW, 0o600), "w") as file:  # noqa: PTH123
                    file.write(f"{text}\n")
                key, _ = parse_private(text)
                (self.path / "witness.pub").write_text(f"{key.text}\n")
        except OSError as error:
            raise Refused(Code.BAD_SETTING, f"--dir {self.path}: {error.strerror}") from None

    @property
    def _private(self) -> Path:
        return self.path / "witness.key"

    @property
    def own_key(self) -> VerifierKey:
        return self._signer()[0]

    def _signer(self) -> tuple[VerifierKey, Ed25519PrivateKey]:
        return self._parsed("witness.key", parse_private)

    def log_key(self) -> VerifierKey | None:
        """Of the log that is watched; none: not known yet."""
        return self._parsed("log.key", parse_key) if (self.path / "log.key").exists() else None

    def pin(self, key: VerifierKey) -> None:
        write_whole(self.path / "log.key", f"{key.text}\n".encode())

    def note(self) -> Note | None:
        """The last checkpoint, as it was signed."""
        if not (self.path / "checkpoint").exists():
            return None
        return self._parsed("checkpoint", lambda text: parse_note(text.encode()))

    def last(self) -> LogCheckpoint | None:
        note = self.note()
        return None if note is None else parse_checkpoint(note.text)

    def seen(self) -> Iterator[Seen]:
        """All that was ever found consistent, the oldest first."""
        path = self.path / "seen"
        for line in path.read_text().splitlines() if path.exists() else ():
            try:
                seconds, size, root = line.split()
                yield Seen(int(seconds), int(size), b64decode(root, validate=True))
            except ValueError:
                continue  # torn when the power went: it says nothing

    def entries(self) -> list[bytes]:
        """Of the second copy of the log; none: there is no copy."""
        path = self.path / "copy" / "entries"
        body = path.read_bytes() if path.exists() else b""
        entries, at = [], 0
        while at + 2 <= len(body):
            end = at + 2 + int.from_bytes(body[at : at + 2])
            entries.append(body[at + 2 : end])
            at = end
        if at != len(body):
            raise Refused(Code.BAD_FILE, f"{path} is torn: take the copy anew")
        return entries

    def root_at(self, size: int) -> bytes | None:
        """Of the log at a size: it was seen then, or it follows from the copy, which has to come to
        a root that was seen later; None: not known."""
        roots = {seen.size: seen.root for seen in self.seen()}
        if size in roots:
            return roots[size]
        tree, root = GrowingLog(), None
        for entry in self.entries():
            for _ in tree.append(entry):
                pass
            if tree.size == size:
                root = tree.root
            if root is not None and tree.size in roots:
                return root if tree.root == roots[tree.size] else None
        return None

    def keep(self, note: Note, seconds: int) -> Note:
        """As the log has signed it, with a cosignature of its own. What others have cosigned is
        theirs to bring."""
        key, private = self._signer()
        checkpoint = parse_checkpoint(note.text)
        logs = (each for each in note.signatures if each.name == checkpoint.origin)
        signed = Note(note.text, (*logs, cosign(note.text, key.name, private, seconds)))
        root = b64encode(checkpoint.root).decode()
        with (self.path / "seen").open("a") as file:
            file.write(f"{seconds} {checkpoint.size} {root}\n")
        write_whole(self.path / "checkpoint", signed.encoded)
        return signed

    def keep_evidence(self, note: Note, seconds: int) -> Path:
        """Whoever has both can show to anybody that one house has signed them."""
        folder = self.path / "evidence"
        folder.mkdir(exist_ok=True)
        path = folder / f"{seconds}-{parse_checkpoint(note.text).size}"
        write_whole(path, note.encoded)
        if (last := self.note()) is not None:
            write_whole(folder / f"{seconds}-before", last.encoded)
        return path

    def _parsed(self, name: str, parse: Callable[[str], T]) -> T:
        path = self.path / name
        try:
            return parse(path.read_text())
        except (OSError, ValueError) as error:
            raise Refused(Code.BAD_FILE, f"{path} cannot be read: {error}") from None


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
