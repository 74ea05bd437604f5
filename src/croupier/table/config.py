"""What a house decides about one table before it opens."""

import re
from enum import StrEnum
from typing import Any

import msgspec

from croupier.chance.delay import MOST_SQUARINGS
from croupier.engine import protocol as engine
from croupier.engine.layout import Limits
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.kit.stakes import check_size, check_stake
from croupier.table.camera_stream import CameraStream
from croupier.table.family import table_family

MIN_BETTING = 3_000
"""Milliseconds of betting, unless the house sets another time (R33)."""
_MOST_MS = 24 * 60 * 60 * 1000
MOST_SAT_OUT = 1_000
HIGHEST_NUMBER = 9_999
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_ID_FORM = "1 to 32 lower-case letters, digits and hyphens"


class DealerKind(StrEnum):
    VIRTUAL = "virtual"
    """The house deals from a sealed shoe."""
    HUMAN = "human"
    """A person deals real cards, and scans each."""


class Felt(StrEnum):
    """The colours of cloth that a house may choose from: each is dark enough to read on."""

    GREEN = "green"
    FOREST = "forest"
    TEAL = "teal"
    BLUE = "blue"
    NAVY = "navy"
    PURPLE = "purple"
    BURGUNDY = "burgundy"
    COPPER = "copper"
    CHARCOAL = "charcoal"


class Language(StrEnum):
    """What a dealer speaks at a table that is dealt by hand: the languages of the house's pages."""

    ENGLISH = "en"
    CHINESE = "zh"
    SPANISH = "es"
    GERMAN = "de"
    FRENCH = "fr"
    ARABIC = "ar"


class Clocks(msgspec.Struct, frozen=True):
    """How long people have, in milliseconds of a clock that only goes forward."""

    betting: int = 15_000
    decision: int = 20_000
    offer: int = 10_000
    choice: int = 15_000
    pause: int = 4_000
    """Between two rounds, to see what came of the last."""
    showing: int | msgspec.UnsetType = msgspec.UNSET
    """For each card a virtual dealer deals, and for the ball: what it takes to see it come, for
    whoever watches unhurried. Decision, offer, choice and pause begin when all of it is seen. Not
    there in what was written before there was such a clock, and then not written again either."""
    squeezing: int | msgspec.UnsetType = msgspec.UNSET
    """At virtual baccarat, for cards that lie face down until whoever has the most on them has
    turned them; the house waits for that, and no longer. 0, or not there: nobody squeezes."""
    min_betting: int | msgspec.UnsetType = msgspec.UNSET
    """From the first chip on: where betting closes early, it closes no sooner than this. Not there:
    three seconds."""


def usual_clocks(rules: Rules) -> Clocks:
    """Where nobody has said otherwise."""
    family = table_family(rules)
    return Clocks(showing=family.showing, squeezing=family.squeezing or msgspec.UNSET)


def check_limits(limits: Limits, chip_unit: int) -> None:
    """What a house may set from now on, in its file or by the pit; what stands in an older journal
    is read as it is."""
    try:
        for name in limits.__struct_fields__:
            if (amount := getattr(limits, name)) is not None:
                check_stake(amount, chip_unit, f"limits.{name}")
                check_size(amount, f"limits.{name}")
    except Refused as refused:
        raise Refused(Code.BAD_SETTING, refused.message, refused.clause) from None
    _check_order("min", limits.min, "max", limits.max)
    side_max = limits.max if limits.side_max is None else limits.side_max
    _check_order("side_min", limits.side_min or chip_unit, "side_max", side_max)


def _check_order(low: str, least: int, high: str, most: int) -> None:
    if least > most:
        message = f"limits.{low} is {format_amount(least)}, more than limits.{high} of "
        raise Refused(Code.BAD_SETTING, message + format_amount(most))


class Shuffle(msgspec.Struct, frozen=True):
    """How a virtual dealer's order comes about (docs/fairness.md)."""

    window: int = 2_000
    """Milliseconds in which players may give something to it, from the first of them on."""
    squarings: int = 8_000_000
    """How many lie between what they gave and the order, one after the other: what takes a fast
    machine longer than the window. 0: no delay, and the order is drawn by the house alone, before
    anyone gives anything; players only say where it is cut."""


class TableConfig(msgspec.Struct, frozen=True):
    id: str
    game: str
    settings: dict[str, Any] = {}
    limits: Limits = Limits()
    dealer: DealerKind = DealerKind.VIRTUAL
    clocks: Clocks = Clocks()
    wheel_run: int = 64
    """Spins sealed at a time."""
    title: str = ""
    """What the lobby calls it; empty: the game's own name."""
    sit_out: int = 10
    """Rounds in a row for which a seat is kept without a bet; 0: for as many as one likes."""
    number: int = 0
    """What the table is known by on the floor (LIVE 2.1.4); 0: the house gives it one."""
    felt: Felt | None = None
    """The colour of its cloth; none: the game's own."""
    language: Language | None = None
    """What its dealers speak, where people deal; none: nothing is said of it."""
    staged: bool = False
    """A table for a test laboratory: its cards are known beforehand, and no money is on it."""
    stream: CameraStream | None = None
    """The dealer's picture, as the file says it at every start; no journal keeps it."""
    signed: bool = False
    """Whether all that staff do at this table has to be signed by a station; as the file says it at
    every start, and no journal keeps it."""
    shuffle: Shuffle = Shuffle()
    early_close: bool | None = None
    """Whether betting closes as soon as everyone at the table has finished (R33); None: where the
    house deals, and not where a dealer calls."""

    @property
    def closes_early(self) -> bool:
        if self.early_close is None:
            return self.dealer is DealerKind.VIRTUAL
        return self.early_close

    @property
    def min_betting(self) -> int:
        least = self.clocks.min_betting
        return MIN_BETTING if least is msgspec.UNSET else least

    def check(self) -> Rules:
        """The rules of the table, or a refusal that says what is wrong."""
        if not _ID.fullmatch(self.id):
            raise Refused(Code.BAD_SETTING, f"the id must be {_ID_FORM}, not {self.id[:40]!r}")
        if not 0 < self.limits.min <= self.limits.max:
            message = "the minimum must be more than nothing, and at most the maximum"
            raise Refused(Code.BAD_SETTING, message)
        if self.limits.side_max is not None and self.limits.side_max > self.limits.max:
            raise Refused(Code.BAD_SETTING, "a side bet's maximum is at most the table's")
        if len(self.title) > 60 or not self.title.isprintable():
            raise Refused(Code.BAD_SETTING, "a title has up to 60 printable characters")
        clocks = [clock or 0 for clock in msgspec.structs.astuple(self.clocks)]
        if not 0 <= min(clocks) <= max(clocks) <= _MOST_MS or not 1 <= self.wheel_run <= 4096:
            raise Refused(Code.BAD_SETTING, "a clock or the wheel run is out of range")
        shuffle = self.shuffle
        if not 0 <= shuffle.window <= _MOST_MS or not 0 <= shuffle.squarings <= MOST_SQUARINGS:
            raise Refused(Code.BAD_SETTING, "the shuffle's window or squarings are out of range")
        if not 0 <= self.sit_out <= MOST_SAT_OUT:
            raise Refused(Code.BAD_SETTING, f"rounds to sit out are 0 to {MOST_SAT_OUT}")
        if not 0 <= self.number <= HIGHEST_NUMBER:
            raise Refused(Code.BAD_SETTING, f"a table's number is 1 to {HIGHEST_NUMBER}")
        if self.stream is not None:
            if self.dealer is DealerKind.VIRTUAL:
                message = "a stream shows a person who deals; at this table the house does"
                raise Refused(Code.BAD_SETTING, message)
            self.stream.check()
        if self.signed and self.dealer is DealerKind.VIRTUAL:
            message = "stations sign what a person deals; at this table the house does"
            raise Refused(Code.BAD_SETTING, message)
        return engine.variant(self.game, self.settings)
