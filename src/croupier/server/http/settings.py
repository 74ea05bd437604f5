"""A table's rule settings, as a form to fill in."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec
from msgspec import Meta

from croupier.engine.protocol import variant
from croupier.engine.rules import Rules, describe, settable, setting_name
from croupier.kit.odds import Odds
from croupier.odds.worth import settings_in_force
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.floor import WATCHING
from croupier.server.http.lookups import Tables
from croupier.table.config import TableConfig
from croupier.table.state import TableState

Value = bool | int | str
"""As a reconfiguration takes it: an amount is decimal text, a pay is "3 to 2"."""


class SettingKind(StrEnum):
    YES_NO = "yes-no"
    NUMBER = "number"
    WORD = "word"
    AMOUNT = "amount"
    PAY = "pay"


class RuleSetting(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: SettingKind
    meaning: str
    clause: str
    """Empty where none sets it."""
    choices: tuple[int | str, ...]
    """All there are, where they are listed."""
    lowest: int | None
    """Of a number that is not listed."""
    highest: int | None
    value: Value
    """What the round that is on, or the next, is played by."""
    ordered: Value
    """From the next round on; the same where nothing else was ordered."""
    standard: Value
    """As the game's document has it."""


class SettingsView(msgspec.Struct, frozen=True):
    game: str
    settings: tuple[RuleSetting, ...]


@endpoint("GET", "/api/tables/{table}/settings", roles=WATCHING)
async def settings(request: HttpRequest, tables: Tables) -> SettingsView:
    """Every setting of the table's rules: what it may be, what it is, what was ordered for the next
    round, and what the game's document says."""
    state = tables.room(request.path["table"]).state
    return SettingsView(state.config.game, tuple(_settings(state)))


def ordered_config(state: TableState) -> TableConfig:
    """What a change begins from: the order that waits, or what is in force."""
    return state.next_config or state.config


def _settings(state: TableState) -> Iterator[RuleSetting]:
    rules = state.rules
    now = settings_in_force(rules)
    ordered = settings_in_force(ordered_config(state).check())
    standard = settings_in_force(variant(rules.game))
    for field in rules.settings():
        name = setting_name(field)
        kind, meta = settable(type(rules))[field]
        form, choices = _form(kind, meta), _choices(rules, field, kind)
        counted = form is SettingKind.NUMBER and not choices
        lowest, highest = _bounds(meta) if counted else (None, None)
        yield RuleSetting(
            name=name,
            kind=form,
            meaning=describe(type(rules), field),
            clause=rules.topics[name],
            choices=choices,
            lowest=lowest,
            highest=highest,
            value=now[name],
            ordered=ordered[name],
            standard=standard[name],
        )


def _form(kind: type, meta: Meta) -> SettingKind:
    if kind is bool:
        return SettingKind.YES_NO
    if kind is Odds:
        return SettingKind.PAY
    if kind is int:
        amount = (meta.extra or {}).get("amount")
        return SettingKind.AMOUNT if amount else SettingKind.NUMBER
    return SettingKind.WORD


def _bounds(meta: Meta) -> tuple[int | None, int | None]:
    return int(meta.ge or 0), None if meta.le is None else int(meta.le)


def _choices(rules: Rules, field: str, kind: type) -> tuple[int | str, ...]:
    if (listed := rules.allowed.get(field)) is not None:
        return listed
    return tuple(kind) if issubclass(kind, StrEnum) else rules.choices(field)
