"""What may be asked of a table, in the imperative, and by whom."""

from enum import StrEnum

import msgspec

from croupier.games.inputs import Action, Capacity, Ruling
from croupier.games.layout import Bet
from croupier.kit.cards import Card


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    PIT = "pit"
    SHIFT = "shift"
    HOUSE = "house"
    """The table itself: its clocks, its virtual dealer, its recovery."""


MAY_ACT_AS: dict[Role, frozenset[Capacity]] = {
    Role.PLAYER: frozenset(),
    Role.DEALER: frozenset({Capacity.DEALER}),
    # R30, BJ5 5.12.1: the pit supervisor "or above".
    Role.PIT: frozenset({Capacity.DEALER, Capacity.PIT}),
    Role.SHIFT: frozenset({Capacity.DEALER, Capacity.PIT, Capacity.SHIFT}),
    # The house's own machinery deals, is interrupted, and voids when its shoe runs out (R26).
    Role.HOUSE: frozenset({Capacity.HOUSE, Capacity.DEALER, Capacity.PIT}),
}
"""In which capacities a role may rule."""


class Actor(msgspec.Struct, frozen=True):
    """Who asks: told by the connection, never by the message."""

    name: str
    role: Role


HOUSE = Actor("house", Role.HOUSE)


class _Command(msgspec.Struct, frozen=True, tag_field="do"):
    """Each kind has its own tag."""


class Sit(_Command, frozen=True, tag="sit"):
    box: int


class Leave(_Command, frozen=True, tag="leave"):
    box: int


class ChooseFollow(_Command, frozen=True, tag="choose-follow"):
    follow: bool


class EndSession(_Command, frozen=True, tag="end-session"):
    """The house's word that a player has left it."""

    player: str


class PlaceBets(_Command, frozen=True, tag="place-bets"):
    """Everything this player wants on the layout, in place of what lay there; none clears it."""

    bets: tuple[Bet, ...]


class Decide(_Command, frozen=True, tag="decide"):
    action: Action
    box: int | None = None
    amount: int | None = None
    bet: str | None = None
    card: Card | None = None
    player: str = ""
    """Only the house's clock speaks for another: a decision that never came."""


class Scan(_Command, frozen=True, tag="scan"):
    """A human dealer's card, as the scanner read it."""

    card: Card


class Call(_Command, frozen=True, tag="call"):
    """A human dealer's pocket: where the ball rests."""

    pocket: int


class Rule(_Command, frozen=True, tag="rule"):
    ruling: Ruling


class ChangeShoe(_Command, frozen=True, tag="change-shoe"):
    """A human dealer has a fresh shoe ready."""


class OpenBetting(_Command, frozen=True, tag="open-betting"):
    pass


class CloseBetting(_Command, frozen=True, tag="close-betting"):
    pass


class ReturnBets(_Command, frozen=True, tag="return-bets"):
    """Everything on the layout goes back: betting was interrupted (R4)."""


class CloseOffers(_Command, frozen=True, tag="close-offers"):
    """The dealer goes on: offers lapse."""


class CloseTable(_Command, frozen=True, tag="close-table"):
    pass


Command = (
    Sit
    | Leave
    | ChooseFollow
    | EndSession
    | PlaceBets
    | Decide
    | Scan
    | Call
    | Rule
    | ChangeShoe
    | OpenBetting
    | CloseBetting
    | ReturnBets
    | CloseOffers
    | CloseTable
)
