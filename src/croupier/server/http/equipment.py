"""What speaks against the cards or the wheel of a table."""

from typing import Literal

import msgspec

from croupier.house.equipment_watch import Point, Watched, said
from croupier.house.live_tables import LiveTables
from croupier.house.roles import Role
from croupier.kit.cards import DECK, card_name
from croupier.kit.phrase import Phrase
from croupier.monitoring.equipment import ALARM, EquipmentSuspicion
from croupier.monitoring.wheels import wheel_order
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.lookups import Tables

_FLOOR = frozenset({Role.PIT, Role.SHIFT, Role.INSPECTOR})


class EquipmentCount(msgspec.Struct, frozen=True):
    name: str
    """A card, or a pocket."""
    count: int
    expected: float
    """Of honest cards, or an honest wheel, on average."""


class EquipmentSuspected(msgspec.Struct, frozen=True):
    about: str
    words: Phrase
    """What is likeliest."""
    value: float
    """How much likelier all that was seen is than by chance."""
    since: int
    """The round since which it has grown."""
    told: bool
    """Whether the pit was called for it."""


class EquipmentView(msgspec.Struct, frozen=True):
    kind: Literal["cards", "wheel", ""]
    """Nothing, while nothing has come out."""
    since: int
    """The round these cards, or this wheel, came with."""
    shoes: int
    seen: int
    """Cards, or spins."""
    replaced: bool
    """Other cards come with the next shoe."""
    alarm_at: float
    """An honest set of cards, or wheel, ever comes to this once in so many, at most."""
    suspected: tuple[EquipmentSuspected, ...]
    """The strongest first."""
    counts: tuple[EquipmentCount, ...]
    """Cards by suit and rank; pockets as they lie on the wheel."""
    curve: tuple[Point, ...]


@endpoint("GET", "/api/tables/{table}/equipment", roles=_FLOOR)
async def equipment(request: HttpRequest, tables: Tables, live_tables: LiveTables) -> EquipmentView:
    """What has come out of the shoe or off the wheel, and what is suspected; also of whom."""
    tables.room(request.path["table"])
    watch = live_tables.tables[request.path["table"]].fold.equipment
    watched = watch.watched
    suspicions = sorted(watch.suspicions(), key=lambda one: -one.value)
    counts = _counts(watched)
    return EquipmentView(
        "wheel" if watched.wheel else "cards" if watched.shoe else "",
        watched.since,
        watched.shoe.shoes if watched.shoe else 0,
        sum(one.count for one in counts),
        watched.replaced,
        ALARM,
        tuple(_suspected(one, watched) for one in suspicions),
        counts,
        tuple(watched.curve),
    )


def _suspected(one: EquipmentSuspicion, watched: Watched) -> EquipmentSuspected:
    since = watched.grown_since.get(one.about, watched.since)
    return EquipmentSuspected(one.about, said(one), one.value, since, one.about in watched.told)


def _counts(watched: Watched) -> tuple[EquipmentCount, ...]:
    if (wheel := watched.wheel) is not None:
        due = wheel.spins / wheel.pockets
        order = wheel_order(wheel.pockets)
        return tuple(EquipmentCount(str(one), wheel.counts[one], due) for one in order)
    if (shoe := watched.shoe) is not None:
        due = shoe.expected_before + sum(shoe.out) / len(DECK)
        out = [a + b for a, b in zip(shoe.out_before, shoe.out, strict=True)]
        named = zip(DECK, out, strict=True)
        return tuple(EquipmentCount(card_name(card), count, due) for card, count in named)
    return ()
