"""What is to be done with a round that an incident concerns."""

from functools import cached_property
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.kit.cards import Card
from croupier.ledger import MOST

SettingValue = bool | int | str


class _Remedy(msgspec.Struct, frozen=True, tag_field="remedy", forbid_unknown_fields=True):
    """Each kind has its own tag, so a journal can be read back."""


class Stands(_Remedy, frozen=True, tag="stands"):
    """It stays as it was paid (R5)."""


class StakesBack(_Remedy, frozen=True, tag="stakes-back"):
    """It counts for nothing: every stake goes back, and what was won is taken back (R2, R26)."""


class RightRules(_Remedy, frozen=True, tag="right-rules"):
    """Settled again, from the same cards and decisions, by the settings that should have held."""

    settings: dict[str, SettingValue]
    """Over those the round was played under."""


class RightCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: Annotated[int, Meta(ge=1, le=500)]
    """Which card of the round, in the order in which they left the shoe, counted from one."""
    card: Card


class RightOutcome(_Remedy, frozen=True, tag="right-outcome"):
    """Settled again with the cards, or the pocket, that it really was."""

    cards: tuple[RightCard, ...] = ()
    pocket: Annotated[int, Meta(ge=0, le=36)] | None = None


class ByHand(_Remedy, frozen=True, tag="by-hand"):
    """The shift manager has ruled what each player should have had back (BJ5 5.19)."""

    returned: dict[str, Annotated[int, Meta(ge=0, le=MOST)]]
    """By player, with the stake; who is not named stays as paid."""


Remedy = Stands | StakesBack | RightRules | RightOutcome | ByHand


class RoundRemedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int, Meta(ge=1, le=MOST)]
    remedy: Remedy


class Remedies(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    every: Stands | StakesBack | RightRules = Stands()
    """Of all rounds but those that are named."""
    rounds: Annotated[tuple[RoundRemedy, ...], Meta(max_length=2_000)] = ()

    @cached_property
    def _named(self) -> dict[int, Remedy]:
        """Of a round that is named twice, the last."""
        return {named.round: named.remedy for named in self.rounds}

    def of(self, round: int) -> Remedy:
        return self._named.get(round, self.every)
