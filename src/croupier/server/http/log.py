"""The transparency log (docs/witness.md), for anyone: its checkpoint and its tiles, in the format
of c2sp.org/tlog-tiles; and what a witness brings back."""

from base64 import b64encode
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.roles import PIT, Role
from croupier.house.transparency.book import Cosignature
from croupier.house.transparency.transparency_log import TransparencyLog
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import BookReader, aside
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import PageSize, Query
from croupier.server.http.journals import check_stream, unfinished
from croupier.server.http.lookups import Tables
from croupier.server.rates import AddressRates
from croupier.store.chain import line_of
from croupier.store.pages import journal_page
from croupier.store.protocol import Reader
from croupier.tlog.checkpoint import parse_checkpoint
from croupier.tlog.notes import VerifierKey, cosigned_at, parse_note
from croupier.tlog.tiles import parse_path

_TEXT = "text/plain; charset=utf-8"
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_A_MOMENT = {"Cache-Control": "public, max-age=1"}
_INSPECTOR = frozenset({Role.INSPECTOR})


@endpoint("GET", "/log/checkpoint", roles=None, media=_TEXT)
async def log_checkpoint(log: TransparencyLog) -> Answer[None]:
    """The log's size and root, as a note the house has signed (c2sp.org/tlog-checkpoint), with the
    cosignatures of witnesses that have seen it at that size."""
    return Answer(body=log.checkpoint(), headers=_A_MOMENT)


@endpoint("GET", "/log/cosigned/{key}", roles=None, media=_TEXT)
async def log_cosigned(request: HttpRequest, log: TransparencyLog) -> Answer[None]:
    """The last checkpoint that a witness of this house has cosigned (c2sp.org/tlog-cosignature);
    `key` is the id of its key, eight hexadecimal digits."""
    return Answer(body=await aside(lambda: log.cosigned_by(request.path["key"])), headers=_A_MOMENT)


@endpoint("GET", "/log/key", roles=None, media=_TEXT)
async def log_key(log: TransparencyLog) -> Answer[None]:
    """The verifier key that checkpoints are signed with; better had from somewhere else."""
    return Answer(body=f"{log.key.text}\n".encode())


@endpoint("GET", "/log/tile/{path:path}", roles=None, media="application/octet-stream")
async def log_tile(request: HttpRequest, log: TransparencyLog) -> Answer[None]:
    """A tile of hashes, `<level>/<number>`, or a bundle of entries, `entries/<number>`, whole or
    with `.p/<width>` (c2sp.org/tlog-tiles). It never changes."""
    try:
        tile, entries = parse_path(request.path["path"])
    except ValueError as error:
        raise Refused(Code.NOT_FOUND, str(error)) from None
    body = await aside(lambda: log.tile(tile, entries=entries))
    return Answer(body=body, headers=_FOR_EVER)


@endpoint("POST", "/log/cosignature", roles=None, takes="text/plain")
async def log_cosignature(
    request: HttpRequest, body: str, log: TransparencyLog, address_rates: AddressRates
) -> None:
    """A checkpoint with the signature of a witness that this house knows
    (c2sp.org/tlog-cosignature)."""
    address_rates.attempt("cosignature", request.address)
    await log.cosign(body.encode())


class ChainQuery(Query, frozen=True):
    after: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """`next` of the page before."""
    limit: PageSize = 100


class ChainEntry(msgspec.Struct, frozen=True):
    seq: int
    line: str
    """What the entry's hash is over, after the hash of the one before: base64."""
    hash: str


class ChainPage(msgspec.Struct, frozen=True):
    entries: tuple[ChainEntry, ...]
    next: int | None
    """None where nothing more may be read now."""


@endpoint("GET", "/api/office/chain/{stream:path}", roles=_INSPECTOR)
async def chain(
    request: HttpRequest, query: ChainQuery, tables: Tables, books: BookReader
) -> ChainPage:
    """A journal as it is hashed, from its first entry on: a copy that can be held to the log. A
    round that is going on is not in it yet."""
    stream = check_stream(request)
    last = unfinished(tables, stream) - 1

    def read(reader: Reader) -> ChainPage:
        head = reader.head(stream)
        if not head.epoch:
            raise Refused(Code.NOT_FOUND, "there is no such journal")
        end = min(head.seq, last)
        limit = min(query.limit, end - query.after)
        page = journal_page(reader, stream, query.after, limit) if limit > 0 else []
        entries = tuple(
            ChainEntry(entry.seq, b64encode(line_of(entry, moved)).decode(), entry.hash.hex())
            for entry, moved in page
        )
        more = entries and entries[-1].seq < end
        return ChainPage(entries, entries[-1].seq if more else None)

    return await books.read(read)


class LogWitness(msgspec.Struct, frozen=True):
    name: str
    key: str
    """The id of its key, under which `/log/cosigned/` shows what it has cosigned."""
    size: int
    """Of the log when it signed last; 0: it never has."""
    at_ms: int
    """When that was, by the witness's own clock."""


class LogView(msgspec.Struct, frozen=True):
    origin: str
    key: str
    """The verifier key."""
    size: int
    root: str
    """Base64, as in the checkpoint."""
    last_ms: int
    """When heads were last published; 0: never."""
    journals: int
    """How many have heads in it."""
    witnesses: tuple[LogWitness, ...]


@endpoint("GET", "/api/office/log", roles=_INSPECTOR | PIT)
async def log_view(log: TransparencyLog) -> LogView:
    """The transparency log as it stands, and who has cosigned it."""
    checkpoint = parse_checkpoint(parse_note(log.checkpoint()).text)
    cosigned = {each.witness: each for each in log.cosigned}
    return LogView(
        log.key.name,
        log.key.text,
        checkpoint.size,
        b64encode(checkpoint.root).decode(),
        log.last_ms,
        len(log.heads),
        tuple(_witness(key, cosigned.get(name)) for name, key in log.witnesses.items()),
    )


def _witness(key: VerifierKey, last: Cosignature | None) -> LogWitness:
    size, seconds = (0, 0) if last is None else (last.size, cosigned_at(last.parsed))
    # A clock that is wrong by ages is still a number that a browser can read.
    return LogWitness(key.name, key.id.hex(), size, min(seconds * 1000, MOST))
