"""A variant is a value: one frozen `Rules` per game id, every field naming the clause that sets it.

Most fields are settings a house may change before it opens a table; each is checked, and a
departure from the document can be seen by comparing two values.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Self, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from croupier.kit.errors import Code, Refused
from croupier.kit.money import CENTS, format_amount, parse_amount
from croupier.kit.odds import Odds

Amount = Annotated[int, Meta(extra={"amount": True})]
"""An integer of the smallest unit, written as a decimal string in settings."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    title: str
    document: str
    cites: dict[str, str]
    """Field → the clause (or ruling) that sets it."""
    allowed: dict[str, tuple[Any, ...]] = {}
    """Field → the values this document allows, where the type alone allows more."""

    chip_unit: Annotated[
        Amount, Meta(gt=0, description="stakes are multiples of this chip unit")
    ] = CENTS
    grace_seconds: Annotated[
        int, Meta(ge=0, le=3600, description="an interruption shorter than this changes nothing")
    ] = 15

    def pays(self) -> Iterator[tuple[str, Odds]]:
        """Every pay of the variant, by name."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, Odds):
                yield setting_name(name), value

    def check(self) -> None:
        """Refuse a value no house could run."""
        for name, odds in self.pays():
            if not odds.exact_on(self.chip_unit):
                raise Refused(
                    Code.BAD_SETTING,
                    f"{name} at {odds} does not pay the chip unit "
                    f"{format_amount(self.chip_unit)} in whole cents",
                    "R1",
                )

    def with_settings(self, settings: Mapping[str, object]) -> Self:
        """The same variant as a house has set it, or a refusal that says what is allowed."""
        changes = {}
        for name, value in settings.items():
            field = name.replace("-", "_")
            if "_" in name or field not in settable(type(self)) or not self._has(field):
                known = ", ".join(setting_name(one) for one in self.settings())
                raise Refused(
                    Code.BAD_SETTING,
                    f"{self.game} has no setting {name[:40]!r}; it has {known}",
                )
            changes[field] = self._convert(name, field, value)
        changed = msgspec.structs.replace(self, **changes)
        changed.check()
        return changed

    def settings(self) -> Iterator[str]:
        """The fields a house may change."""
        return (field for field in settable(type(self)) if self._has(field))

    def _has(self, field: str) -> bool:
        # A bet the document does not offer has no pay to set.
        return getattr(self, field) is not None

    def _convert(self, name: str, field: str, value: object) -> object:
        kind, meta = settable(type(self))[field]
        converted, wanted = _read(kind, meta, value)
        allowed = self.allowed.get(field)
        if converted is None or (allowed is not None and converted not in allowed):
            if allowed is not None:
                wanted = "one of " + ", ".join(show(kind, meta, one) for one in allowed)
            raise Refused(Code.BAD_SETTING, f"{name} must be {wanted}", self.cites.get(field))
        return converted


def setting_name(field: str) -> str:
    return field.replace("_", "-")


@cache
def settable(rules: type[Rules]) -> dict[str, tuple[type, Meta]]:
    """Field → its plain type and what is said about it: a setting is annotated, no other field."""
    found: dict[str, tuple[type, Meta]] = {}
    for field, hint in get_type_hints(rules, include_extras=True).items():
        if get_origin(hint) is Annotated:
            base, *metas = get_args(hint)
            # `Odds | None` is a pay that some documents do not have.
            kind: Any = next(iter(get_args(base)), base)
            found[field] = kind, _merged(metas)
    return found


def describe(rules: type[Rules], field: str) -> str:
    """What the field means at the table."""
    description = settable(rules)[field][1].description
    assert description is not None
    return description


def show(kind: type, meta: Meta, value: object) -> str:
    """A setting's value as a person writes it."""
    if kind is bool:
        return "true" if value else "false"
    if (meta.extra or {}).get("amount"):
        assert isinstance(value, int)
        return format_amount(value)
    return str(value)


def _merged(metas: list[Meta]) -> Meta:
    merged: dict[str, Any] = {}
    for meta in metas:
        for key in ("ge", "gt", "le", "description", "extra"):
            if (value := getattr(meta, key)) is not None:
                merged[key] = value
    return Meta(**merged)


def _read(kind: type, meta: Meta, value: object) -> tuple[object | None, str]:
    """The value as its type, or None; and what would have been accepted."""
    if kind is bool:
        return (value if isinstance(value, bool) else None), "true or false"
    if kind is Odds:
        wanted = "a pay such as '3 to 2'"
        try:
            return (Odds.parse(value) if isinstance(value, str) else None), wanted
        except ValueError:
            return None, wanted
    if issubclass(kind, StrEnum):
        wanted = "one of " + ", ".join(kind)
        return (kind(value) if isinstance(value, str) and value in set(kind) else None), wanted
    if (meta.extra or {}).get("amount"):
        wanted = 'an amount such as "1" or "0.50"'
        try:
            amount = parse_amount(value)
        except Refused:
            return None, wanted
        return (amount if amount > 0 else None), wanted
    low, high = meta.ge, meta.le
    assert low is not None
    assert high is not None
    in_range = type(value) is int and low <= value <= high
    return (value if in_range else None), f"a whole number from {low} to {high}"
