"""The house's tables, from a file its owner writes: `tables.toml`, one `[[table]]` for each, and
`[house]` for what holds for all of them.

A mistake is told in one sentence that names the table and the key, before any table opens.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from croupier.chance.delay import MOST_SQUARINGS
from croupier.engine import protocol as engine
from croupier.engine.layout import Limits
from croupier.engine.rules import Rules, setting_name
from croupier.engine.variants import VARIANTS, set_aside
from croupier.kit.errors import Code, Refused
from croupier.kit.registry import NotLoaded
from croupier.kit.stakes import parse_stake
from croupier.table.camera_stream import CameraStream, StreamKind
from croupier.table.config import (
    HIGHEST_NUMBER,
    MOST_SAT_OUT,
    Clocks,
    DealerKind,
    Felt,
    Language,
    Shuffle,
    TableConfig,
    check_limits,
    usual_clocks,
)

MOST_TABLES = 500
_LONGEST_CLOCK = 24 * 60 * 60
_MILLISECOND = Decimal("0.001")
_ADDRESS = re.compile(r"https://[!-~]+|[!-?A-~]+@[!-?A-~]+")
_LONGEST_ADDRESS = 200


class HouseFile(msgspec.Struct, frozen=True):
    tables: tuple[TableConfig, ...]
    approved_rules: bool = False
    """Whether tables open only under rules that two people have approved."""
    approved_program: bool = False
    """Whether they open only while the program is one that two people have approved."""
    left_out: tuple[str, ...] = ()
    """Tables that are not opened because a package cannot be loaded, each with the reason."""
    support: str = ""
    """Where players turn to when somebody abuses the chat (LIVE 1.5, 3.4): an e-mail address, or a
    page."""


def load_house(path: Path) -> HouseFile:
    """All that a file says, checked."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(f"{path} cannot be read: {error}") from None
    return read_house(text)


def load_tables(path: Path) -> tuple[TableConfig, ...]:
    """The tables of a file, checked."""
    return load_house(path).tables


def read_house(text: str) -> HouseFile:
    try:
        # Seconds such as 2.5 are kept digit by digit.
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:  # a number, or brackets, without end
        raise _bad(f"this is not TOML: {error}") from None
    _check_keys("the file", data, ("house", "table"))
    house = _part(data, "house")
    asked = ("approved_rules", "approved_program")
    _check_keys("[house]", house, (*asked, "support"))
    written = data.get("table", [])
    if not isinstance(written, list) or not all(isinstance(table, dict) for table in written):
        raise _bad("each table begins with [[table]], in double brackets")
    if not 0 < len(written) <= MOST_TABLES:
        raise _bad(f"a house has 1 to {MOST_TABLES} tables, not {len(written)}")
    tables: list[TableConfig] = []
    left_out: list[str] = []
    for number, table in enumerate(written, 1):
        try:
            tables.append(_table(table, number))
        except NotLoaded as missing:
            left_out.append(missing.message)
    if not tables:
        raise _bad("; ".join(left_out))
    _check_ids(tuple(tables))
    approvals = {name: _yes_or_no(house, name) for name in asked}
    return HouseFile(tuple(tables), **approvals, left_out=tuple(left_out), support=_support(house))


def default_tables() -> tuple[TableConfig, ...]:
    """A house that has no file yet: one table of each game, dealt by the house."""
    return tuple(filter(None, map(_default_table, VARIANTS.values())))


def _default_table(rules: Rules) -> TableConfig | None:
    least = 1_00 if rules.chips_spread else 5_00
    try:
        clocks = usual_clocks(rules)
    except NotLoaded as missing:
        set_aside(rules, missing)
        return None
    limits = Limits(least, 500_00)
    return TableConfig(rules.game, rules.game, limits=limits, clocks=clocks, title=rules.title)


def _table(data: dict[str, Any], number: int) -> TableConfig:
    id = data.get("id")
    named = f"table {id[:40]!r}" if isinstance(id, str) else f"table number {number}"
    try:
        return _config(data)
    except NotLoaded as missing:
        raise NotLoaded(missing.code, f"{named}: {missing.message}") from None
    except Refused as refused:
        raise _bad(f"{named}: {refused.message}", refused.clause) from None


def _config(data: dict[str, Any]) -> TableConfig:
    _check_keys("a table", data, TableConfig.__struct_fields__)
    settings = _part(data, "settings")
    rules = _rules(_text(data, "game"), settings)
    dealer = _dealer(data.get("dealer", "virtual"))
    config = TableConfig(
        id=_text(data, "id"),
        game=rules.game,
        settings=settings,
        limits=_limits(_part(data, "limits"), rules.chip_unit),
        dealer=dealer,
        clocks=_clocks(_part(data, "clocks"), usual_clocks(rules)),
        wheel_run=_whole(data, "wheel_run", 1, 4096, 64),
        title=_text(data, "title") if "title" in data else "",
        sit_out=_whole(data, "sit_out", 0, MOST_SAT_OUT, 10),
        number=_whole(data, "number", 1, HIGHEST_NUMBER, 0) if "number" in data else 0,
        felt=_felt(data["felt"]) if "felt" in data else None,
        language=_language(data["language"]) if "language" in data else None,
        signed=_yes_or_no(data, "signed"),
        staged=_yes_or_no(data, "staged"),
        stream=_stream(_part(data, "stream")) if "stream" in data else None,
        shuffle=_shuffle(_part(data, "shuffle")),
        early_close=_yes_or_no(data, "early_close", dealer is DealerKind.VIRTUAL),
    )
    if config.language is not None and config.dealer is not DealerKind.HUMAN:
        raise _bad("language is for tables dealt by hand: a virtual dealer speaks every visitor's")
    config.check()
    return config


def _rules(game: str, settings: Mapping[str, object]) -> Rules:
    rules = engine.variant(game)
    _check_keys("settings", settings, [setting_name(setting) for setting in rules.settings()])
    try:
        return engine.variant(game, settings)
    except NotLoaded:
        raise
    except Refused as refused:
        raise _bad(f"settings: {refused.message}", refused.clause) from None


def _limits(data: Mapping[str, object], chip_unit: int) -> Limits:
    _check_keys("limits", data, Limits.__struct_fields__)
    amounts = {
        name: parse_stake(value, chip_unit, f"limits.{name}") for name, value in data.items()
    }
    limits = Limits(**amounts)
    check_limits(limits, chip_unit)
    return limits


def _clocks(data: Mapping[str, object], usual: Clocks) -> Clocks:
    _check_keys("clocks", data, Clocks.__struct_fields__)
    given = {name: _milliseconds(f"clocks.{name}", value) for name, value in data.items()}
    return msgspec.structs.replace(usual, **given)


def _shuffle(data: Mapping[str, object]) -> Shuffle:
    _check_keys("shuffle", data, Shuffle.__struct_fields__)
    usual = Shuffle()
    window = _milliseconds("shuffle.window", data["window"]) if "window" in data else usual.window
    squarings = _whole(data, "squarings", 0, MOST_SQUARINGS, usual.squarings)
    return Shuffle(window, squarings)


def _milliseconds(name: str, seconds: object) -> int:
    number = isinstance(seconds, int | Decimal) and not isinstance(seconds, bool)
    exact = Decimal(str(seconds)) if number else Decimal("NaN")
    if exact.is_finite() and 0 <= exact <= _LONGEST_CLOCK and not exact % _MILLISECOND:
        return int(exact / _MILLISECOND)
    raise _bad(
        f"{name} must be a number of seconds from 0 to {_LONGEST_CLOCK}, "
        "to the millisecond, such as 15 or 2.5"
    )


def _dealer(value: object) -> DealerKind:
    if not isinstance(value, str) or value not in set(DealerKind):
        raise _bad(f"dealer must be one of {', '.join(DealerKind)}")
    return DealerKind(value)


def _language(value: object) -> Language:
    if value not in tuple(Language):
        raise _bad(f"language must be one of {', '.join(Language)}")
    return Language(str(value))


def _felt(value: object) -> Felt:
    if not isinstance(value, str) or value not in set(Felt):
        raise _bad(f"felt must be one of {', '.join(Felt)}")
    return Felt(value)


def _stream(data: Mapping[str, object]) -> CameraStream:
    _check_keys("stream", data, CameraStream.__struct_fields__)
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in set(StreamKind):
        raise _bad(f"stream.kind must be one of {', '.join(StreamKind)}")
    given = {key: _text(data, key) for key in ("url", "recording") if key in data}
    return CameraStream(StreamKind(kind), **given)


def _whole(data: Mapping[str, object], key: str, least: int, most: int, usual: int) -> int:
    value = data.get(key, usual)
    if type(value) is not int or not least <= value <= most:
        raise _bad(f"{key} must be a whole number from {least} to {most}")
    return value


def _yes_or_no(data: Mapping[str, object], key: str, usual: bool = False) -> bool:
    value = data.get(key, usual)
    if type(value) is not bool:
        raise _bad(f"{key} must be true or false")
    return value


def _support(house: Mapping[str, object]) -> str:
    address = _text(house, "support") if "support" in house else ""
    if address and not (len(address) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(address)):
        raise _bad("support must be an e-mail address, or a page that begins with https://")
    return address


def _text(data: Mapping[str, object], key: str) -> str:
    if key not in data:
        raise _bad(f"{key} is missing")
    value = data[key]
    if not isinstance(value, str):
        raise _bad(f'{key} must be text in quotes, such as "blackjack-1"')
    return value


def _part(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    part = data.get(key, {})
    if not isinstance(part, dict):
        raise _bad(f"{key} must be a table of its own: {key} = {{ … }}")
    return part


def _check_keys(where: str, given: Iterable[str], known: Iterable[str]) -> None:
    known = tuple(known)
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise _bad(f"{where} has no key {key[:40]!r}; {hint}")


def _check_ids(tables: tuple[TableConfig, ...]) -> None:
    first: dict[str, int] = {}
    for number, table in enumerate(tables, 1):
        if first.setdefault(table.id, number) != number:
            raise _bad(
                f"table {table.id!r}: the id of table number {number} is taken by "
                f"table number {first[table.id]}"
            )
    bears: dict[int, str] = {}
    for table in tables:
        if table.number and bears.setdefault(table.number, table.id) != table.id:
            raise _bad(
                f"table {table.id!r}: the number {table.number} is borne by "
                f"table {bears[table.number]!r}",
                "LIVE 2.1.4",
            )


def _bad(message: str, clause: str | None = None) -> Refused:
    return Refused(Code.BAD_SETTING, message, clause)
