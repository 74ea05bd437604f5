"""A variant is a value: one frozen `Rules` per game id; its document has a clause for every field.

Most fields are settings a house may change before it opens a table; each is checked, and a
departure from the document can be seen by comparing two values.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from croupier.engine.equipment import Cards, Equipment
from croupier.engine.inputs import Action
from croupier.kit.errors import Code, Refused
from croupier.kit.money import CENTS, format_amount, parse_amount
from croupier.kit.odds import Odds
from croupier.kit.registry import missing
from croupier.rulebooks.topics import Topics, topics

Amount = Annotated[int, Meta(extra={"amount": True})]
"""An integer of the smallest unit, written as a decimal string in settings."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    family: ClassVar[str]
    """The games that are played by one engine: each room has its part of it under this name."""
    chips_spread: ClassVar[bool] = False
    """Whether a player's chips are spread over many spots, so that each may be small."""
    stakes_grow: ClassVar[bool] = False
    """Whether play may add to what was bet."""
    has_roads: ClassVar[bool] = False
    """Whether the results of a shoe are kept on a board as roads."""

    game: str
    title: str
    document: str
    allowed: dict[str, tuple[Any, ...]] = {}
    """Field → the values this document allows, where the type alone allows more."""

    chip_unit: Annotated[
        Amount, Meta(gt=0, description="stakes are multiples of this chip unit")
    ] = CENTS
    grace_seconds: Annotated[
        int, Meta(ge=0, le=3600, description="an interruption shorter than this changes nothing")
    ] = 15

    @property
    def topics(self) -> Topics:
        """What the document says on which topic: the clauses to cite. A field's is named as it."""
        return topics(self.document, self.family, self.game)

    def spots(self) -> dict[str, bool]:
        """Every bet the variant has, and whether it lies on a box."""
        raise NotImplementedError

    @property
    def equipment(self) -> Equipment:
        """What the game is dealt with."""
        raise NotImplementedError

    @property
    def deck_count(self) -> int:
        """Decks in the shoe; none around a wheel."""
        equipment = self.equipment
        return equipment.decks if isinstance(equipment, Cards) else 0

    def for_decks(self, decks: int) -> Self:  # noqa: ARG002 -- for those with a cut card
        """With whatever has to change for a shoe of so many decks."""
        return self

    @property
    def places(self) -> int:
        """Seats, or boxes on the layout; none, where everyone stands around it."""
        return 0

    @property
    def places_for_one(self) -> int:
        """How many of them one player may have."""
        return 1

    @property
    def bets_at_own_box(self) -> bool:
        """Whether a bet names no box, since it lies in its player's own."""
        return False

    @property
    def shares_boxes(self) -> bool:
        """Whether several players may bet on one box, the limits being the box's."""
        return False

    @property
    def silence(self) -> Action | None:
        """What a decision that never came counts as; None: as the hand lies."""
        return None

    def kind_of(self, bet: str) -> str:
        """Bets of one kind, and with equal figures, are told as one in a table."""
        return bet

    @property
    def part_of(self) -> Mapping[str, str]:
        """Wager added in play → the bet whose worth has it in it."""
        return {}

    def is_main(self, bet: str) -> bool:  # noqa: ARG002 -- for those that have side bets
        """Whether the table's limits hold for it, and not those of side bets (R3a)."""
        return True

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
                known = ", ".join(setting_name(field) for field in self.settings())
                message = f"{self.game} has no setting {name[:40]!r}; it has {known}"
                raise missing(Code.BAD_SETTING, message)
            changes[field] = self._convert(name, field, value)
        changed = msgspec.structs.replace(self, **changes)
        changed.check()
        return changed

    def settings(self) -> Iterator[str]:
        """The fields a house may change."""
        return (field for field in settable(type(self)) if self._has(field))

    def choices(self, field: str) -> tuple[str, ...]:  # noqa: ARG002 -- for those with texts
        """What a form offers for a text."""
        return ()

    def _has(self, field: str) -> bool:
        # A bet the document does not offer has no pay to set.
        return getattr(self, field) is not None

    def _convert(self, name: str, field: str, value: object) -> object:
        kind, meta = settable(type(self))[field]
        converted, wanted = _read(kind, meta, value)
        allowed = self.allowed.get(field)
        if converted is None or (allowed is not None and converted not in allowed):
            if allowed is not None:
                wanted = "one of " + ", ".join(show(kind, meta, value) for value in allowed)
            raise Refused(Code.BAD_SETTING, f"{name} must be {wanted}", self.topics[name])
        return converted


def setting_name(field: str) -> str:
    return field.replace("_", "-")


@cache
def settable(rules: type[Rules]) -> dict[str, tuple[type, Meta]]:
    """Field → its plain type and what is said about it: a setting is annotated, no other field."""
    fields: dict[str, tuple[type, Meta]] = {}
    for field, hint in get_type_hints(rules, include_extras=True).items():
        if get_origin(hint) is Annotated:
            base, *metas = get_args(hint)
            # `Odds | None` is a pay that some documents do not have.
            kind: Any = next(iter(get_args(base)), base)
            fields[field] = kind, _merged(metas)
    return fields


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
    return str(value) or "none"


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
    if kind is str:
        return (value if isinstance(value, str) and len(value) <= 200 else None), "a text"
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
