"""A line of the files a store writes, of a backup and of the archive: one JSON value each."""

import msgspec

from croupier.ledger import Transfer
from croupier.store.values import Entry


class Line(msgspec.Struct, frozen=True, tag_field="line", forbid_unknown_fields=True):
    pass


class EntryLine(Line, frozen=True, tag="entry"):
    """An entry of a journal, with the transfers it posted."""

    entry: Entry
    transfers: tuple[Transfer, ...]


encode_line = msgspec.json.Encoder().encode
