"""Manners at the tables (LIVE 1.5, 3.4): what was reported, and who may not write for a while."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.floor.book import Report
from croupier.house.floor.chat_sanctions import LONGEST_ENTRY
from croupier.house.floor.facts import ChatLine
from croupier.house.floor.floor import LONGEST_MUTE, Floor
from croupier.house.people.people import People
from croupier.house.roles import PIT, Role
from croupier.kit.phrase import words
from croupier.server.broadcast import Broadcast
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import AccountName, Body, NewestQuery, Remark, Words
from croupier.server.http.lookups import account_named, player_named
from croupier.wire.messages import NoticeCode

MODERATING = PIT | {Role.MODERATOR}
_KEEPING_WORDS = MODERATING | {Role.ADMINISTRATOR}


class ReportsQuery(NewestQuery, frozen=True):
    open: bool = True
    """Only those nobody has looked at."""


class ReportView(msgspec.Struct, frozen=True):
    number: int
    line: ChatLine
    before: tuple[ChatLine, ...]
    """What was said before it."""
    by: str
    reason: str
    at_ms: int
    closed_by: str | None
    note: str


class Mute(Body, frozen=True):
    player: AccountName
    minutes: Annotated[int, Meta(ge=1, le=LONGEST_MUTE)]
    reason: Words


class ChatBlock(Body, frozen=True):
    player: AccountName
    reason: Words


class ChatStanding(msgspec.Struct, frozen=True):
    player: str
    muted_until: int | None
    """None: not muted now."""
    blocked: bool


class ChatWord(Body, frozen=True):
    word: Annotated[str, Meta(min_length=1, max_length=LONGEST_ENTRY)]
    """A word; `word*` with any ending; `*word*` inside others, too."""


class WordList(msgspec.Struct, frozen=True):
    listed: tuple[str, ...]
    """All that the chat does not show."""
    added: tuple[str, ...]
    """What this house has barred besides the list it came with."""
    allowed: tuple[str, ...]
    """What of that list it shows all the same."""


def _word_list(floor: Floor) -> WordList:
    manners = floor.manners
    return WordList(
        tuple(sorted(manners.listed)),
        tuple(sorted(manners.added)),
        tuple(sorted(manners.allowed)),
    )


def _view(report: Report) -> ReportView:
    reported = report.reported
    return ReportView(
        reported.number,
        reported.line,
        reported.before,
        reported.by,
        reported.reason,
        report.at_ms,
        report.closed_by,
        report.note,
    )


@endpoint("GET", "/api/chat/words", roles=_KEEPING_WORDS)
async def word_list(floor: Floor) -> WordList:
    """The words that the chat of this house does not show."""
    return _word_list(floor)


@endpoint("POST", "/api/chat/words", roles=_KEEPING_WORDS)
async def bar_word(request: HttpRequest, body: ChatWord, floor: Floor) -> WordList:
    """A word that the chat shows no longer."""
    await floor.bar_word(body.word, request.by.name)
    return _word_list(floor)


@endpoint("POST", "/api/chat/words/allowed", roles=_KEEPING_WORDS)
async def allow_word(request: HttpRequest, body: ChatWord, floor: Floor) -> WordList:
    """A word that the chat shows again."""
    await floor.allow_word(body.word, request.by.name)
    return _word_list(floor)


@endpoint("GET", "/api/chat/players/{name}", roles=MODERATING)
async def standing(request: HttpRequest, people: People, floor: Floor) -> ChatStanding:
    """Whether a player may write now."""
    name = player_named(people, request.path["name"]).name
    return ChatStanding(name, floor.muted_until(name), floor.chat_blocked(name))


@endpoint("GET", "/api/chat/reports", roles=MODERATING)
async def reports(query: ReportsQuery, floor: Floor) -> tuple[ReportView, ...]:
    """Chat lines that were reported, as they stood, newest first."""
    everyones = floor.reports(open_only=query.open)
    return tuple(map(_view, query.page(everyones, lambda report: report.reported.number)))


@endpoint("POST", "/api/chat/reports/{number}/closing", roles=MODERATING)
async def close_report(request: HttpRequest, body: Remark, floor: Floor) -> None:
    """Somebody has looked, and says what came of it."""
    await floor.close_report(request.number(), request.by.name, body.note)


@endpoint("POST", "/api/chat/mutes", roles=MODERATING)
async def mute(
    request: HttpRequest, body: Mute, people: People, floor: Floor, broadcast: Broadcast
) -> None:
    """A player may not write for some minutes."""
    name = player_named(people, body.player).name
    await floor.mute(name, body.minutes, request.by.name, body.reason)
    message = words(
        "You are muted for {minutes, plural, one {# minute} other {# minutes}}.",
        minutes=body.minutes,
    )
    broadcast.notice(name, NoticeCode.MUTED, message)


@endpoint("DELETE", "/api/chat/mutes/{player}", roles=MODERATING)
async def unmute(request: HttpRequest, people: People, floor: Floor) -> None:
    """The player may write again."""
    await floor.unmute(account_named(people, request.path["player"]).name, request.by.name)


@endpoint("POST", "/api/chat/blocks", roles=MODERATING)
async def block_chat(
    request: HttpRequest, body: ChatBlock, people: People, floor: Floor, broadcast: Broadcast
) -> None:
    """A player may not write any more, until somebody lifts it."""
    name = player_named(people, body.player).name
    await floor.block_chat(name, request.by.name, body.reason)
    broadcast.notice(name, NoticeCode.CHAT_BLOCKED, words("The chat is closed to you."))


@endpoint("DELETE", "/api/chat/blocks/{player}", roles=MODERATING)
async def unblock_chat(request: HttpRequest, people: People, floor: Floor) -> None:
    """The player may write again."""
    await floor.unblock_chat(account_named(people, request.path["player"]).name, request.by.name)
