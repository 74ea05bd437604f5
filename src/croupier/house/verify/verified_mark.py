"""The mark of a check that found nothing wrong: how far it had come, so that the next one can go on
from there. Nobody makes one without the house's key.

    croupier verified 1
    HMAC-SHA-256 of all that follows, in hexadecimal
    MessagePack, compressed
"""

import hmac
import zlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from croupier.house.table_fold import FORMAT
from croupier.house.verify.tables import TableReached
from croupier.kit.errors import Code, Refused
from croupier.store.invariants import Checked
from croupier.store.mark import older_than
from croupier.store.protocol import Reader
from croupier.store.whole_file import write_whole

_BEGIN = b"croupier verified 1"
_PURPOSE = b"croupier/verified"
_WHOLE = "run `croupier verify` once without --since"


class Verified(msgspec.Struct, frozen=True):
    at_ms: int
    whole_ms: int
    """When the books were last looked at from their first entry."""
    store: Checked
    tables: dict[str, TableReached]
    version: str
    """Of the program: what another one folds a journal to may be something else."""


def this_version() -> str:
    try:
        return f"{version('croupier')}, {FORMAT}"
    except PackageNotFoundError:  # run from its source alone
        return FORMAT


def write_verified(path: Path, key: bytes, verified: Verified) -> None:
    body = zlib.compress(msgspec.msgpack.encode(verified))
    write_whole(path, b"\n".join((_BEGIN, _signature(key, body), body)))


def read_verified(path: Path, key: bytes) -> Verified:
    """Refused unless it was written with this key, by this version."""
    try:
        begin, signature, body = path.read_bytes().split(b"\n", 2)
    except FileNotFoundError:
        raise _bad(path, "is not there", _WHOLE) from None
    except OSError as error:
        raise _bad(path, f"cannot be read: {error.strerror}", _WHOLE) from None
    except ValueError:
        raise _bad(path, "is no mark of a check", _WHOLE) from None
    if begin != _BEGIN:
        raise _bad(path, "is no mark of a check that this version reads", _WHOLE)
    if not hmac.compare_digest(signature, _signature(key, body)):
        raise _bad(path, "is not signed with the house's key: forged, or damaged", _WHOLE)
    try:
        verified = msgspec.msgpack.decode(zlib.decompress(body), type=Verified)
    except (msgspec.MsgspecError, zlib.error):
        raise _bad(path, "is of another version", _WHOLE) from None
    if verified.version != this_version():
        raise _bad(path, f"is of version {verified.version}", _WHOLE)
    return verified


def check_verified(reader: Reader, verified: Verified, path: Path) -> None:
    """Refused unless these are the books it speaks of, and no older ones."""
    heads = verified.store.heads.items()
    for stream, what in older_than(reader, {name: (head.seq, head.hash) for name, head in heads}):
        raise _bad(path, f"is not of these books, or they were altered: {stream} {what}", _WHOLE)


def _signature(key: bytes, body: bytes) -> bytes:
    own = hmac.digest(key, _PURPOSE, "sha256")
    return hmac.digest(own, _BEGIN + body, "sha256").hex().encode()


def _bad(path: Path, what: str, way_out: str) -> Refused:
    return Refused(Code.BAD_BOOKS, f"the mark {path} {what}: {way_out}")
