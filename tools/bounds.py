"""Every bound a client meets, from the constants that hold it."""

from collections.abc import Iterable

from croupier.games.roulette.engine.spots import POCKETS
from croupier.house import deadline
from croupier.house.cage import requests as cage_requests
from croupier.house.clock import HOUR, MINUTE, SECOND
from croupier.house.floor import chat
from croupier.house.floor import floor as pit
from croupier.house.floor.text import LEAST_REASON
from croupier.house.floor.text import LONGEST as LONGEST_TEXT
from croupier.house.people import names, passwords, sessions, tickets
from croupier.kit.stakes import LARGEST_AMOUNT
from croupier.server import (
    accounts,
    app,
    decoding,
    desk_feed,
    feeds,
    http_protocol,
    rates,
    room,
    seats,
    sender,
    serve,
    socket,
)
from croupier.server import house as the_house
from croupier.server import projection as shown
from croupier.server.handlers.everyone import LINES_TOLD
from croupier.server.settings import HouseSettings
from croupier.server.wire_protocol import MOST_PONGS
from croupier.table import actor
from croupier.table.commands import MOST_AMOUNT
from croupier.table.config import Clocks, TableConfig
from croupier.table.judging import waiting_list
from croupier.table.judging.betting import MOST_BETS
from croupier.table.judging.contributions import MOST_CONTRIBUTORS

Row = tuple[str, str, str]
"""What is bounded, by how much, and what comes of going over it."""


def bounds() -> Iterable[Row]:
    yield from _socket()
    yield from _memory()
    yield from _play()
    yield from _texts()
    yield from _requests()
    yield from _times()


def _socket() -> Iterable[Row]:
    yield "`hello`", f"within {_s(socket.HELLO_S)}", "`bye` `bad-message`, 1008"
    yield (
        "a message from a client",
        f"{_size(decoding.LARGEST_MESSAGE)} of JSON, as one text or binary frame or in pieces",
        "closed with 1009, without `bye`",
    )
    yield (
        "a message's contents",
        "an object with fields of the protocol, each once; no fractions, no exponents, no half "
        "characters, nested no deeper than its fields are",
        "`bad-message`",
    )
    yield (
        "messages of a socket",
        f"{rates.PER_SECOND} a second, {rates.BURST} at once after a silence",
        "`too-often` to each that is over it, which is then not looked at",
    )
    yield (
        "refusals for haste or bad messages",
        f"{rates.MOST_HASTE} in a socket's life",
        "after that the next hasty or bad message ends it: `bye`, 1001",
    )
    yield "sockets of an account", f"{accounts.MOST_SOCKETS}", "`bye` `limit`, 1008"
    yield (
        "sockets of an address",
        f"{HouseSettings().sockets} (the house's setting)",
        "403, no socket",
    )
    yield (
        "what waits to be read by a client",
        _size(sender.MOST_UNSENT),
        "feeds and chat are left out until there is room, then the latest is sent; answers wait, "
        "and nothing more is read from this client meanwhile",
    )
    yield "reading too slowly", f"for {_s(the_house.SLOWEST_S)}", "cut, without a word"
    yield "pongs that wait to be read", _size(MOST_PONGS), "cut, without a word"
    yield (
        "silence",
        f"the house pings every {_s(serve.PING_S)} and waits {_s(serve.PONG_S)} for the pong",
        "closed with 1011",
    )
    yield "the answer to a command", f"within {_s(deadline.ANSWER_S)}", "`unclear`"
    yield "commands waiting at a table", _n(actor.MOST_WAITING), "`not-stored`; try again"


def _memory() -> Iterable[Row]:
    yield "messages kept of a table's feed", f"{feeds.KEPT}", "`resumed` is false"
    yield "messages kept of an account's own feed", f"{accounts.KEPT}", "`resumed` is false"
    yield (
        "answers kept of an account to what is in no journal",
        f"the last {accounts.MOST_ANSWERS}, until the house is started anew",
        "asked again it is done again",
    )
    yield (
        "accounts without a socket whose feed and answers are kept",
        f"the last {_n(accounts.MOST_REMEMBERED)}",
        "as after a new start",
    )
    yield "chat lines sent on `join`", f"the last {LINES_TOLD}", ""
    yield "chat lines kept of a table, to be reported", f"{chat.KEPT_LINES}", "`illegal-action`"
    yield (
        "results in `view.last`",
        f"{shown.ON_THE_BOARD}; in baccarat the shoe's, up to {room.KEPT_RESULTS}",
        "",
    )
    yield (
        "bets and events listed in `staff`",
        f"{shown.MOST_LISTED} and {room.KEPT_DEEDS}",
        "the rest is in the totals only",
    )


def _play() -> Iterable[Row]:
    yield (
        "an amount, a round, a number of a feed",
        f"whole, up to 2^53 − 1 = {_n(MOST_AMOUNT)}; an amount at least 1",
        "`bad-message`",
    )
    yield "an amount's steps", "the table's `chip_unit`", "`bad-amount`"
    yield "money at the cage, in a limit, in a table's maximum", _n(LARGEST_AMOUNT), "`limit`"
    yield (
        "a bet",
        "the table's `limits` (see `least` and `most`)",
        "`limit`",
    )
    yield "spots a player may cover in a round", f"{MOST_BETS}", "`limit`"
    yield (
        "a part in the cut",
        f"one a player and shoe, {MOST_CONTRIBUTORS} a shoe",
        "`illegal-action`",
    )
    yield "pockets of a wheel", f"0 to {POCKETS[-1]}", "`bad-scan`"
    yield (
        "spins sealed at a time",
        f"{TableConfig('', '').wheel_run} (the table's setting)",
        "",
    )


def _texts() -> Iterable[Row]:
    yield (
        "a player's name",
        f"{names.SHORTEST} to {names.LONGEST} of `a`–`z` `0`–`9` `_` `-`, the first a letter or "
        f"digit; not one the house keeps, not `{names.GUEST}…`",
        "`bad-name`",
    )
    yield (
        "a password",
        f"{passwords.SHORTEST} to {passwords.LONGEST} printable characters",
        "`bad-password`",
    )
    yield (
        "a chat line, a reason, a note",
        f"{LONGEST_TEXT} characters after white space is collapsed and invisible ones are dropped; "
        f"a reason for moving money has {LEAST_REASON} letters at least",
        "`bad-text`",
    )
    yield "a dispute", f"{_n(pit.LONGEST_DISPUTE)} characters", "`bad-text`"
    yield (
        "chat lines of a player",
        f"one in {_s(chat.EVERY / SECOND)}, {chat.BURST} at once after a silence",
        "`too-often`",
    )
    yield (
        "requests of one player that wait at the cage",
        f"{cage_requests.MOST_WAITING}",
        "`too-often`",
    )
    yield "open disputes, or reports, of one person", f"{pit.MOST_OPEN_OF_ONE}", "`limit`"


def _requests() -> Iterable[Row]:
    settings = HouseSettings()
    yield (
        "a request's head",
        f"{_size(http_protocol.LARGEST_HEAD)}, within {_s(http_protocol.SLOWEST_HEAD_S)}",
        "400, or cut",
    )
    yield (
        "a request's body",
        f"{_size(app.LARGEST_BODY)}, within {_s(app.SLOWEST_BODY_S)}",
        "`bad-message`",
    )
    yield (
        "requests of an address",
        f"{settings.requests} at once (the house's setting), then "
        f"{SECOND // rates.REQUEST_EVERY} a second",
        "`too-often`",
    )
    yield (
        "guests and registrations of an address",
        f"{settings.newcomers} at once of each (the house's setting), then one in "
        f"{_s(rates.NEWCOMER_EVERY / SECOND)}",
        "`too-often`",
    )
    yield (
        "tickets of a session that are not used yet",
        f"{tickets.MOST_OF_ONE}",
        "`too-often`",
    )


def _times() -> Iterable[Row]:
    clocks = Clocks()
    yield "a ticket", f"good for {_s(tickets.GOOD_FOR / SECOND)}, once", "`bye` `not-known`, 1008"
    for whose, lasts in {"player's": sessions.PLAYERS, "staff member's": sessions.STAFFS}.items():
        yield (
            f"a {whose} session",
            f"{_time(lasts.whole)}, or {_time(lasts.idle)} without a word",
            "`not-known`",
        )
    yield (
        "sessions of an account",
        f"{sessions.MOST_SESSIONS}",
        "the oldest ends: `bye` `logged-out`",
    )
    waits = HouseSettings().staff_wait_h
    yield (
        "a staff account that one administrator has made or changed",
        f"signs after {waits} hours (the house's setting), or once a second administrator agrees",
        "`not-yet`",
    )
    yield "a fresh code", f"good for {_time(sessions.CONFIRMED_FOR)}", "`confirm-first`"
    yield (
        "a seat whose player does not follow the table",
        f"kept for {_time(seats.KEPT_MS)}; while chips lie there, until they are played out",
        "`notice` `seat-given-up`",
    )
    yield (
        "a seat that is offered to who waits for one",
        f"{seats.OFFERED_S} s",
        "`notice` `seat-offer-lapsed`, and the next is offered it",
    )
    yield "waiting for a seat", f"{waiting_list.MOST_WAITING} at a table", "`limit`"
    yield (
        "a seat without a bet",
        f"{TableConfig('', '').sit_out} rounds (the table's setting)",
        "`notice` `seat-given-up`",
    )
    yield (
        "the table's clocks",
        f"betting {_time(clocks.betting)} from the first bet, a decision {_time(clocks.decision)}, "
        f"an offer {_time(clocks.offer)}, a choice {_time(clocks.choice)}, "
        f"{_time(clocks.pause)} between rounds (the table's settings)",
        "the rules say what a decision is that never came",
    )
    yield "bets gathered before `table` tells them", f"for {_s(room.GATHERED)}", ""
    yield "the floor's feed, and the cage's", f"at most every {_s(desk_feed.EVERY_S)}", ""


def _size(size: int) -> str:
    return f"{size // 1024} KiB"


def _n(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _s(seconds: float) -> str:
    return f"{seconds:g} s"


def _time(ms: int) -> str:
    for unit, word in ((HOUR, "h"), (MINUTE, "min")):
        if ms >= unit and ms % unit == 0:
            return f"{ms // unit} {word}"
    return _s(ms / SECOND)
