"""What is in a file of the archive, and where in it."""

import msgspec


class Wallet(msgspec.Struct, frozen=True):
    """Where in a block something moved in or out of a wallet, and when."""

    account: str
    first_place: int
    last_place: int
    first_ms: int
    last_ms: int


class Block(msgspec.Struct, frozen=True):
    """Some entries that follow each other, and where in the file they are."""

    first_seq: int
    last_seq: int
    first_place: int
    last_place: int
    hash: bytes
    """Of the last entry."""
    begins: int
    length: int
    wallets: tuple[Wallet, ...]


class Contents(msgspec.Struct, frozen=True):
    """What a file holds, read from its first byte to its last."""

    stream: str
    digest: str
    blocks: tuple[Block, ...]

    @property
    def first(self) -> int:
        return self.blocks[0].first_seq

    @property
    def last(self) -> int:
        return self.blocks[-1].last_seq

    @property
    def hash(self) -> bytes:
        return self.blocks[-1].hash
