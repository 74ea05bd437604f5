"""The chain's bytes are fixed: what was written today is checked in ten years."""

import hashlib

from croupier.ledger import Reason, Transfer
from croupier.store import NO_HASH, Command, Write
from croupier.store.chain import link

WRITE = Write(
    b'{"bet":1}',
    (Transfer("wallet:ann", "escrow:t1:r1", 300, Reason.STAKE, "BJ5 3.1"),),
    Command("ann", "c1", b"\x01\x02"),
    b"ok",
)


def test_the_bytes_by_hand() -> None:
    written = (
        b"\x98"  # eight fields
        b"\xa2t1" + b"\x07" + b"\x02" + b"\xcd\x03\xe8"  # stream, seq, epoch, at_ms
        b'\xc4\x09{"bet":1}'
        b"\x93\xa3ann\xa2c1\xc4\x02\x01\x02"
        b"\xc4\x02ok"
        b"\x91\x95\xaawallet:ann\xacescrow:t1:r1\xcd\x01\x2c\xa5stake\xa7BJ5 3.1"
    )
    found = link(NO_HASH, "t1", 7, epoch=2, at_ms=1000, write=WRITE)
    assert found == hashlib.sha256(NO_HASH + written).digest()


def test_no_command_is_not_an_empty_one() -> None:
    bare = Write(b"{}")
    found = link(NO_HASH, "t1", 1, epoch=1, at_ms=0, write=bare)
    written = b"\x98\xa2t1\x01\x01\x00\xc4\x02{}\xc0\xc4\x00\x90"
    assert found == hashlib.sha256(NO_HASH + written).digest()
