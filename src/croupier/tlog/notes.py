"""Signed notes (c2sp.org/signed-note) with Ed25519 keys, and the cosignatures of witnesses
(c2sp.org/tlog-cosignature)."""

import re
from base64 import b64decode, b64encode
from enum import IntEnum
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

MOST_BYTES = 64 * 1024
MOST_SIGNATURES = 100
LATEST_SECONDS = 2**63 - 1
"""The last moment that a cosignature may name."""
_NAME = re.compile(r"[^\s+]+")
_LINE = re.compile(r"— (\S+) (\S+)")
_PRIVATE = "PRIVATE+KEY+"


class KeyKind(IntEnum):
    ED25519 = 1
    COSIGNATURE = 4
    """A witness's: with the time at which it signed."""


class VerifierKey(msgspec.Struct, frozen=True):
    """The public half of a key, with the name it signs under."""

    name: str
    kind: KeyKind
    public: bytes

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or len(self.public) != 32:
            raise ValueError(f"{self.name[:100]!r} cannot be the name of a key")

    @property
    def id(self) -> bytes:
        return key_id(self.name, self.kind, self.public)

    @property
    def text(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_encode(bytes((self.kind,)) + self.public)}"


class Signature(msgspec.Struct, frozen=True):
    name: str
    key_id: bytes
    body: bytes
    """What follows the key's id."""

    @property
    def line(self) -> str:
        return f"— {self.name} {_encode(self.key_id + self.body)}\n"


class Note(msgspec.Struct, frozen=True):
    text: str
    """Up to its last newline; what is signed."""
    signatures: tuple[Signature, ...]

    @property
    def encoded(self) -> bytes:
        return f"{self.text}\n{''.join(each.line for each in self.signatures)}".encode()


def key_id(name: str, kind: KeyKind, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + bytes((kind,)) + public).digest()[:4]


def parse_key(text: str) -> VerifierKey:
    """A verifier key, as it is given to others."""
    name, id, rest = (*text.strip().split("+", 2), "", "")[:3]
    body = _decode(rest)
    try:
        key = VerifierKey(name, KeyKind(body[0]), body[1:])
    except (IndexError, ValueError):
        raise ValueError("that is no verifier key of a log or a witness") from None
    if key.id.hex() != id:
        raise ValueError("the verifier key does not have the id that it names")
    return key


def parse_witness_key(text: str) -> VerifierKey:
    key = parse_key(text)
    if key.kind is not KeyKind.COSIGNATURE:
        raise ValueError("that is the key of a log, not of a witness")
    return key


def private_text(name: str, kind: KeyKind, private: Ed25519PrivateKey) -> str:
    public = private.public_key().public_bytes_raw()
    secret = _encode(bytes((kind,)) + private.private_bytes_raw())
    return f"{_PRIVATE}{name}+{key_id(name, kind, public).hex()}+{secret}"


def parse_private(text: str) -> tuple[VerifierKey, Ed25519PrivateKey]:
    if not text.startswith(_PRIVATE):
        raise ValueError("that is no signer's key")
    name, id, rest = (*text.strip().removeprefix(_PRIVATE).split("+", 2), "", "")[:3]
    body = _decode(rest)
    try:
        private = Ed25519PrivateKey.from_private_bytes(body[1:])
        key = VerifierKey(name, KeyKind(body[0]), private.public_key().public_bytes_raw())
    except (IndexError, ValueError):
        raise ValueError("that is no signer's key") from None
    if key.id.hex() != id:
        raise ValueError("the signer's key does not have the id that it names")
    return key, private


def parse_note(encoded: bytes) -> Note:
    """The text stands before the last empty line, and is nothing until a signature is checked."""
    if len(encoded) > MOST_BYTES:
        raise ValueError("the note is too long")
    note = encoded.decode()  # a UnicodeDecodeError is a ValueError
    if any(ord(sign) < 0x20 and sign != "\n" for sign in note):
        raise ValueError("the note holds control characters")
    text, gap, lines = note.rpartition("\n\n")
    if not gap or not lines.endswith("\n"):
        raise ValueError("the note is not signed")
    signatures = tuple(parse_signature(line) for line in lines.removesuffix("\n").split("\n"))
    if len(signatures) > MOST_SIGNATURES:
        raise ValueError("the note has too many signatures")
    return Note(text + "\n", signatures)


def sign(text: str, name: str, private: Ed25519PrivateKey) -> Signature:
    public = private.public_key().public_bytes_raw()
    return Signature(name, key_id(name, KeyKind.ED25519, public), private.sign(text.encode()))


def cosign(text: str, name: str, private: Ed25519PrivateKey, seconds: int) -> Signature:
    """That at this time (POSIX seconds) it is the largest tree its signer has seen of that log."""
    public = private.public_key().public_bytes_raw()
    body = seconds.to_bytes(8) + private.sign(_cosigned(text, seconds))
    return Signature(name, key_id(name, KeyKind.COSIGNATURE, public), body)


def signature_by(note: Note, key: VerifierKey) -> Signature | None:
    """The last one of that key. If one of its signatures does not verify, it has none: such a note
    is worth nothing."""
    made = [each for each in note.signatures if is_made_by(each, key)]
    return made[-1] if made and all(_verifies(note.text, each, key) for each in made) else None


def is_signed(note: Note, key: VerifierKey) -> bool:
    return signature_by(note, key) is not None


def is_made_by(signature: Signature, key: VerifierKey) -> bool:
    """Whether it says so; whether it verifies is another question."""
    return (signature.name, signature.key_id) == (key.name, key.id)


def cosigned_at(signature: Signature) -> int:
    """The time that a cosignature names, in POSIX seconds."""
    return int.from_bytes(signature.body[:8])


def _verifies(text: str, signature: Signature, key: VerifierKey) -> bool:
    body, message = signature.body, text.encode()
    if key.kind is KeyKind.COSIGNATURE:
        seconds = cosigned_at(signature)
        if seconds > LATEST_SECONDS:
            return False
        message, body = _cosigned(text, seconds), body[8:]
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(body, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _cosigned(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def parse_signature(line: str) -> Signature:
    """A line of a note, without its newline."""
    match = _LINE.fullmatch(line)
    body = _decode(match[2]) if match else b""
    if match is None or not _NAME.fullmatch(match[1]) or len(body) < 5:
        raise ValueError("the note has a line that is no signature")
    return Signature(match[1], body[:4], body[4:])


def _encode(body: bytes) -> str:
    return b64encode(body).decode()


def _decode(text: str) -> bytes:
    """In the one way in which it can be written."""
    try:
        body = b64decode(text, validate=True)
    except ValueError:
        raise ValueError("that is not base64") from None
    if _encode(body) != text:
        raise ValueError("that is not base64")
    return body
