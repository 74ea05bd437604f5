"""The cage as the fold of its facts. What may happen is judged in `cage`; here it has."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from croupier.house.cage.floats import FloatBook, SavedFloats
from croupier.house.cage.requests import RequestBook, SavedRequests
from croupier.house.journal import Fold
from croupier.house.people.names import is_guest
from croupier.house.protection.windows import Sums
from croupier.house.records.till import SavedTill, Till
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow
from croupier.table.cage import (
    STREAM,
    Adjusted,
    CageFact,
    CashMoved,
    CashRequested,
    FloatAsked,
    FloatDeclined,
    FloatMoved,
    RequestApproved,
)

MAX_GUESTS = 5_000
"""Guests of whom it is remembered when the house last gave them chips."""


class Chips(StrEnum):
    """Where the members of a house have their chips from; no house has both."""

    PLAY = "play"
    """The house gives them, and they are no money."""
    CAGE = "cage"
    """They are bought at the cage, and cashed there."""


class Given(msgspec.Struct, frozen=True):
    """Play chips that somebody has had from the house."""

    times: int = 0
    last_ms: int = 0


class Flow(msgspec.Struct, frozen=True):
    """What somebody has brought to the cage and taken from it, ever; play chips are no part."""

    paid_in: int = 0
    paid_out: int = 0

    @property
    def net(self) -> int:
        return self.paid_in - self.paid_out


class SavedCage(msgspec.Struct, frozen=True):
    till: SavedTill
    adjusted: list[Adjusted]
    deposits: dict[str, Sums]
    given: dict[str, Given]
    flows: dict[str, Flow]
    chips: Chips | None
    requests: SavedRequests
    floats: SavedFloats
    guests: list[str] = []


class CageBook(Fold[CageFact, SavedCage]):
    stream, facts = STREAM, CageFact
    format = "cage 4"
    saved_as = SavedCage

    def __init__(self, kept: Reader | None = None) -> None:
        """`kept` is the store that holds what has left memory; none: nothing does."""
        self.till = Till(kept)
        self._adjusted: dict[tuple[str, int], list[Adjusted]] = {}
        self.deposits: dict[str, Sums] = {}
        self.given: dict[str, Given] = {}
        self._guests: dict[str, None] = {}
        """Those of them who are guests, in the order of their last gift."""
        self.flows: dict[str, Flow] = {}
        self.chips: Chips | None = None
        self.requests = RequestBook()
        self.floats = FloatBook()

    def adjustments(self, table: str, round: int) -> tuple[Adjusted, ...]:
        return tuple(self._adjusted.get((table, round), ()))

    def apply(self, fact: CageFact, at_ms: int) -> None:
        match fact:
            case CashMoved():
                self._move(fact, at_ms)
            case Adjusted():
                self.till.feed(fact, at_ms)
                self._adjust(fact)
            case CashRequested():
                self.requests.ask(fact, at_ms)
            case FloatAsked() | FloatMoved() | FloatDeclined():
                self.floats.apply(fact, at_ms)
            case _:
                self.requests.decide(fact, at_ms)
                if isinstance(fact, RequestApproved):
                    self._move(fact.cash, at_ms)

    def _move(self, fact: CashMoved, at_ms: int) -> None:
        self.till.feed(fact, at_ms)
        player, amount = fact.player, fact.amount
        if amount > 0:
            self.deposits.setdefault(player, Sums()).add(amount, at_ms)
        if fact.play_chips:
            self.given[player] = Given(self.given.get(player, Given()).times + 1, at_ms)
            self._bound_guests(player)
        else:
            flow = self.flows.get(player, Flow())
            self.flows[player] = Flow(
                flow.paid_in + max(amount, 0), flow.paid_out + max(-amount, 0)
            )
        if self.chips is None and not is_guest(player):
            self.chips = Chips.PLAY if fact.play_chips else Chips.CAGE

    def _bound_guests(self, player: str) -> None:
        if not is_guest(player):
            return
        self._guests.pop(player, None)
        self._guests[player] = None
        if len(self._guests) > MAX_GUESTS:
            longest = next(iter(self._guests))
            del self._guests[longest], self.given[longest]
            self.deposits.pop(longest, None)

    def _adjust(self, fact: Adjusted) -> None:
        self._adjusted.setdefault((fact.table, fact.round), []).append(fact)

    def save(self) -> SavedCage:
        adjusted = [fact for facts in self._adjusted.values() for fact in facts]
        return SavedCage(
            self.till.save(),
            adjusted,
            self.deposits,
            self.given,
            self.flows,
            self.chips,
            self.requests.save(),
            self.floats.save(),
            list(self._guests),
        )

    def resume(self, saved: SavedCage) -> None:
        self.till.resume(saved.till)
        for fact in saved.adjusted:
            self._adjust(fact)
        self.deposits, self.given, self.flows = saved.deposits, saved.given, saved.flows
        self._guests = dict.fromkeys(saved.guests)
        self.chips = saved.chips
        self.requests.resume(saved.requests)
        self.floats.resume(saved.floats)

    def rows(self, saved: SavedCage) -> Sequence[IndexRow]:
        return self.till.rows(saved.till)

    def leave(self, saved: SavedCage) -> None:
        self.till.leave(saved.till)
