"""From what a handler returns, or refuses, to an HTTP response."""

import asyncio
from collections.abc import AsyncIterator
from typing import IO, Any

import msgspec
from starlette.responses import Response, StreamingResponse

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase
from croupier.server.http.admission import cookie
from croupier.server.http.endpoint import JSON, Answer

_PIECE = 64 * 1024
STATUS: dict[Code, int] = {
    Code.NOT_KNOWN: 401,
    Code.NOT_ALLOWED: 403,
    Code.BLOCKED: 403,
    Code.CONFIRM_FIRST: 403,
    Code.NOT_YET: 403,
    Code.NOT_APPROVED: 403,
    Code.EXCLUDED: 403,
    Code.ON_BREAK: 403,
    Code.SAME_PERSON: 403,
    Code.UNKNOWN_TABLE: 404,
    Code.NOT_FOUND: 404,
    Code.OTHER_COMMAND: 409,
    Code.TOO_OFTEN: 429,
    Code.BUSY: 503,
    Code.NOT_STORED: 503,
    Code.UNCLEAR: 503,
    Code.BAD_BOOKS: 503,
    Code.NOT_RECKONED: 503,
    Code.CLOSING: 503,
    Code.STOPPED: 503,
    Code.BROKEN: 500,
    Code.BAD_MESSAGE: 400,
}
OTHERWISE = 422


class Refusal(msgspec.Struct, frozen=True):
    """Every "no" has a code and a text, and a clause where there is one."""

    code: str
    message: str
    clause: str = ""
    words: Phrase | None = None
    """The message for every language; none where it is no player's."""


def respond(result: Any, media: str) -> Response:
    answer = result if isinstance(result, Answer) else Answer(result)
    headers = dict(answer.headers)
    if answer.session is not None:
        headers["Set-Cookie"] = cookie(answer.session)
    if answer.file_name:
        headers["Content-Disposition"] = f'attachment; filename="{answer.file_name}"'
    if answer.file is not None:
        return StreamingResponse(_pieces(answer.file), answer.status, headers, media)
    if answer.body is None and answer.value is None:
        return Response(status_code=204, headers=headers)
    body = answer.body if answer.body is not None else msgspec.json.encode(answer.value)
    return Response(body, answer.status, headers, media)


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while piece := await asyncio.to_thread(file.read, _PIECE):
            yield piece


def refuse(refused: Refused) -> Response:
    body = Refusal(str(refused.code), refused.message, refused.clause or "", refused.words)
    status = STATUS.get(refused.code, OTHERWISE)
    headers = {"Retry-After": "5"} if status in (429, 503) else {}
    return Response(msgspec.json.encode(body), status, headers, JSON)


def broken() -> Response:
    """A bug of ours, told without its details."""
    body = Refusal(str(Code.BROKEN), "something went wrong in the house; it is in its log")
    return Response(msgspec.json.encode(body), 500, media_type=JSON)
