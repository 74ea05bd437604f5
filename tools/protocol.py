"""The protocol as machines and people read it, written from the code that speaks it.

python -m tools.protocol            say which documents are out of date
python -m tools.protocol --write    write docs/openapi.json, docs/socket-schema.json, the tables in
                                    docs/protocol.md, and the house's phrases in English
"""

import inspect
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec

from croupier import VARIANTS
from croupier.engine import protocol as engine
from croupier.house.fairness import FairRecord
from croupier.house.roles import EVERYONE, PLAYING, STAFF, Role
from croupier.kit.errors import Code
from croupier.server import handlers
from croupier.server.handlers.dispatcher import MAY_SEND
from croupier.server.http.answers import OTHERWISE, STATUS
from croupier.server.http.endpoint import ENDPOINTS
from croupier.server.http.schema import openapi, socket_schema
from croupier.story.ruling_preview import RulingPreview
from croupier.wire.checks import CheckedBets, CheckedMoves
from croupier.wire.commands import Asked, Hello
from croupier.wire.messages import Message
from croupier.wire.views import LobbyTable
from tools.bounds import bounds
from tools.phrases import phrases
from tools.shapes import fields, notes_under, structs

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGE = DOCS / "protocol.md"
SAID = ROOT / "web" / "src" / "i18n" / "en" / "said.json"

NOT_ON_A_SOCKET = frozenset(
    {
        # Of a round file.
        Code.UNKNOWN_GAME,
        Code.CARD_MISSING,
        Code.DECISION_MISSING,
        Code.ACTION_LEFT_OVER,
        Code.CARD_LEFT_OVER,
        # Of requests.
        Code.NOT_FOUND,
        Code.NOT_RECKONED,
        Code.SAME_PERSON,
        Code.DEPOSIT_LIMIT,
        Code.BLOCKED,
        Code.BUSY,
        Code.BAD_NAME,
        Code.BAD_PASSWORD,
        Code.CONFIRM_FIRST,
        # Of a house that does not open.
        Code.OCCUPIED,
        Code.BAD_BOOKS,
        Code.NOT_YET,
    }
)
"""All others are met there, each in a test."""


def documents() -> dict[Path, str]:
    """What each document is to say."""
    return {
        DOCS / "openapi.json": _json(openapi()),
        DOCS / "socket-schema.json": _json(socket_schema()),
        PAGE: filled(PAGE.read_text(encoding="utf-8")),
        SAID: _json(phrases(), indent=2),
    }


def _json(value: Any, indent: int = 1) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=False) + "\n"


def filled(page: str) -> str:
    """The page with its tables written anew, each between its two markers."""
    for name, rows in {
        "asked": _asked(),
        "sent": _sent(),
        "told": _told(),
        "values": _values(),
        "record": _record(),
        "shoes": _shoes(),
        "bounds": _bounds(),
        "codes": _codes(),
        "endpoints": _endpoints(),
    }.items():
        begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        before, _, rest = page.partition(begin)
        _, marker, after = rest.partition(end)
        if not marker:
            raise SystemExit(f"{PAGE.name} has no place for the table of {name}")
        page = before + begin + "\n".join(rows) + "\n" + end + after
    return page


def _asked() -> Iterable[str]:
    handlers.enter_all()
    yield from _head("type", "fields", "who", "")
    for kind in (Hello, *get_args(Asked)):
        who = _who(MAY_SEND[kind]) if kind is not Hello else "everyone"
        yield _row(f"`{_tag(kind)}`", _fields(kind), who, _says(kind))


def _told() -> Iterable[str]:
    yield from _head("type", "fields", "")
    for kind in get_args(Message):
        yield _row(f"`{_tag(kind)}`", _fields(kind), _says(kind))


def _codes() -> Iterable[str]:
    meanings = code_meanings()
    yield from _head("code", "HTTP", "socket", "meaning")
    for code in Code:
        status = str(STATUS.get(code, OTHERWISE))
        socket = "" if code in NOT_ON_A_SOCKET else "yes"
        yield _row(f"`{code}`", status, socket, meanings[code.name])


def _endpoints() -> Iterable[str]:
    openapi()  # by now every endpoint is entered
    yield from _head("", "who", "")
    for endpoint in sorted(ENDPOINTS, key=lambda endpoint: (endpoint.path, endpoint.method)):
        path = endpoint.path.replace(":path", "")
        who = "anyone" if endpoint.roles is None else _who(endpoint.roles)
        fresh = " *A fresh code first.*" if endpoint.stepped_up else ""
        fresh += " *Not for an account that may not sign yet.*" if endpoint.signs else ""
        yield _row(f"`{endpoint.method} {path}`", who, endpoint.summary + fresh)


def code_meanings() -> dict[str, str]:
    """What stands under each code where it is defined."""
    return notes_under(inspect.getsource(Code))


def _bounds() -> Iterable[str]:
    yield from _head("what", "bound", "over it")
    yield from (_row(*row) for row in bounds())


def _sent() -> Iterable[str]:
    """The fields of what a client sends: a name means the same wherever it stands."""
    meant: dict[tuple[str, str], tuple[str, list[str]]] = {}
    for kind in (Hello, *get_args(Asked)):
        for name, _, what, note in fields(kind):
            if name != "type":
                key = name, what.removesuffix(" or null")
                meant.setdefault(key, (note, []))[1].append(_tag(kind))
    yield from _head("field", "of", "what it may be", "")
    for (name, what), (note, tags) in meant.items():
        everywhere = len(tags) > _MANY
        of = "most" if everywhere else ", ".join(f"`{tag}`" for tag in tags)
        yield _row(f"`{name}`", of, what, note)


_MANY = 6


def _values() -> Iterable[str]:
    commands = {Hello, *get_args(Asked)}
    for kind in on_the_socket():
        if kind not in commands:
            yield from _shape(kind)


def _record() -> Iterable[str]:
    known = set(on_the_socket())
    for kind in structs(FairRecord):
        if kind not in known:
            yield from _shape(kind)


def on_the_socket() -> list[type[msgspec.Struct]]:
    """Messages, what they are made of, and what `data` is."""
    return structs(Message, Asked, CheckedBets, CheckedMoves, LobbyTable, RulingPreview)


def _shape(kind: type[msgspec.Struct]) -> Iterable[str]:
    yield f"#### {kind.__name__}\n"
    if sentence := _says(kind):
        yield f"{sentence}\n"
    yield from _head("field", "what it is", "")
    for name, optional, what, note in fields(kind):
        yield _row(f"`{name}`" + ("?" if optional else ""), what, note)
    yield ""


def _shoes() -> Iterable[str]:
    """What a sealed order holds, game by game."""
    yield from _head("game", "its order holds", "burned off the top")
    for game in VARIANTS:
        rules = engine.variant(game)
        decks = getattr(rules, "decks", 0)
        what = f"{decks} × 52 cards (`decks`)" if decks else "pockets `0` to `36`"
        yield _row(f"`{game}`", what, str(getattr(rules, "burn_after_shuffle", 0)))


def _head(*columns: str) -> Iterable[str]:
    yield _row(*columns)
    yield "|" + "---|" * len(columns)


def _row(*cells: str) -> str:
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in cells) + " |"


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _fields(kind: type[msgspec.Struct]) -> str:
    fields = msgspec.structs.fields(kind)
    return ", ".join(f"{field.name}{'' if field.required else '?'}" for field in fields)


def _says(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _who(roles: frozenset[Role]) -> str:
    if roles == EVERYONE:
        return "everyone"
    named = []
    for words, group in {"players": PLAYING, "staff": STAFF}.items():
        if group <= roles:
            named.append(words)
            roles -= group
    return ", ".join([*named, *(role for role in Role if role in roles)])


def stale() -> list[str]:
    return [
        path.name
        for path, text in documents().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main() -> None:
    if "--write" in sys.argv[1:]:
        for path, text in documents().items():
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    wrong = stale()
    print("\n".join(f"{name} is out of date" for name in wrong) or "the protocol is as documented")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
