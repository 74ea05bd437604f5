"""Manners at the tables (LIVE 1.5, 3.4): what was reported, and who may not write for a while."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.house.floor.chat_sanctions import LONGEST_ENTRY
from croupier.house.floor.facts import ChatLine
from croupier.house.floor.floor import LONGEST_MUTE
from croupier.house.roles import PIT, Role
from croupier.kit.phrase import words
from croupier.ledger import MOST
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import AccountName, Body, PageSize, Query, Remark, Words
from croupier.server.http.places import account_in, number_in, player_named
from croupier.wire.messages import NoticeCode

MODERATING = PIT | {Role.MODERATOR}


class ReportsQuery(Query, frozen=True):
    open: bool = True
    """Only those nobody has looked at."""
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The lowest number of the page before."""
    limit: PageSize = 100


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


class MuteWish(Body, frozen=True):
    player: AccountName
    minutes: Annotated[int, Meta(ge=1, le=LONGEST_MUTE)]
    reason: Words


class ChatBlockWish(Body, frozen=True):
    player: AccountName
    reason: Words


class ChatStanding(msgspec.Struct, frozen=True):
    player: str
    muted_until: int | None
    """None: not muted now."""
    blocked: bool


class WordWish(Body, frozen=True):
    word: Annotated[str, Meta(min_length=1, max_length=LONGEST_ENTRY)]
    """A word; `word*` with any ending; `*word*` inside others, too."""


class WordList(msgspec.Struct, frozen=True):
    listed: tuple[str, ...]
    """All that the chat does not show."""
    added: tuple[str, ...]
    """What this house has barred besides the list it came with."""
    allowed: tuple[str, ...]
    """What of that list it shows all the same."""


def _words(visit: Visit) -> WordList:
    manners = visit.house.floor.manners
    return WordList(
        *(tuple(sorted(one)) for one in (manners.listed, manners.added, manners.allowed))
    )


@endpoint("GET", "/api/chat/words", roles=MODERATING | {Role.ADMINISTRATOR}, answer=WordList)
async def word_list(visit: Visit) -> Any:
    """The words that the chat of this house does not show."""
    return _words(visit)


@endpoint(
    "POST",
    "/api/chat/words",
    roles=MODERATING | {Role.ADMINISTRATOR},
    body=WordWish,
    answer=WordList,
)
async def bar_word(visit: Visit) -> Any:
    """A word that the chat shows no longer."""
    await visit.house.floor.bar_word(visit.body.word, visit.by.name)
    return _words(visit)


@endpoint(
    "POST",
    "/api/chat/words/allowed",
    roles=MODERATING | {Role.ADMINISTRATOR},
    body=WordWish,
    answer=WordList,
)
async def allow_word(visit: Visit) -> Any:
    """A word that the chat shows again."""
    await visit.house.floor.allow_word(visit.body.word, visit.by.name)
    return _words(visit)


@endpoint("GET", "/api/chat/players/{name}", roles=MODERATING, answer=ChatStanding)
async def standing(visit: Visit) -> Any:
    """Whether a player may write now."""
    floor, name = visit.house.floor, player_named(visit.house, visit.params["name"]).name
    return ChatStanding(name, floor.muted_until(name), floor.chat_blocked(name))


@endpoint(
    "GET",
    "/api/chat/reports",
    roles=MODERATING,
    query=ReportsQuery,
    answer=tuple[ReportView, ...],
)
async def reports(visit: Visit) -> Any:
    """Chat lines that were reported, as they stood, newest first."""
    asked: ReportsQuery = visit.query
    before = asked.before or MOST + 1
    found = [
        ReportView(
            one.reported.number,
            one.reported.line,
            one.reported.before,
            one.reported.by,
            one.reported.reason,
            one.at_ms,
            one.closed_by,
            one.note,
        )
        for one in reversed(visit.house.floor.reports(open_only=asked.open))
        if one.reported.number < before
    ]
    return tuple(found[: asked.limit])


@endpoint("POST", "/api/chat/reports/{number}/closing", roles=MODERATING, body=Remark)
async def close_report(visit: Visit) -> Any:
    """Somebody has looked, and says what came of it."""
    await visit.house.floor.close_report(number_in(visit), visit.by.name, visit.body.note)


@endpoint("POST", "/api/chat/mutes", roles=MODERATING, body=MuteWish)
async def mute(visit: Visit) -> Any:
    """A player may not write for some minutes."""
    wish: MuteWish = visit.body
    house, name = visit.house, player_named(visit.house, wish.player).name
    await house.floor.mute(name, wish.minutes, visit.by.name, wish.reason)
    said = words(
        "You are muted for {minutes, plural, one {# minute} other {# minutes}}.",
        minutes=wish.minutes,
    )
    house.purse_feed.notice(name, NoticeCode.MUTED, said)


@endpoint("DELETE", "/api/chat/mutes/{player}", roles=MODERATING)
async def unmute(visit: Visit) -> Any:
    """The player may write again."""
    await visit.house.floor.unmute(account_in(visit, "player").name, visit.by.name)


@endpoint("POST", "/api/chat/blocks", roles=MODERATING, body=ChatBlockWish)
async def block_chat(visit: Visit) -> Any:
    """A player may not write any more, until somebody lifts it."""
    wish: ChatBlockWish = visit.body
    house, name = visit.house, player_named(visit.house, wish.player).name
    await house.floor.block_chat(name, visit.by.name, wish.reason)
    house.purse_feed.notice(name, NoticeCode.CHAT_BLOCKED, words("The chat is closed to you."))


@endpoint("DELETE", "/api/chat/blocks/{player}", roles=MODERATING)
async def unblock_chat(visit: Visit) -> Any:
    """The player may write again."""
    await visit.house.floor.unblock_chat(account_in(visit, "player").name, visit.by.name)
