"""What may be asked of a table, in the imperative, and by whom."""

from enum import StrEnum
from typing import Any

import msgspec

from croupier.games.inputs import Action, Capacity, Ruling
from croupier.games.layout import Bet, Limits
from croupier.kit.cards import Card
from croupier.table.config import Clocks


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
    # R4: somebody has to say that a table dealt by hand cannot go on.
    Role.SHIFT: frozenset({Capacity.DEALER, Capacity.PIT, Capacity.SHIFT, Capacity.HOUSE}),
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


class Wait(_Command, frozen=True, tag="wait"):
    """For a seat, where all are taken."""


class LeaveWaiting(_Command, frozen=True, tag="leave-waiting"):
    """No longer; or no, to a seat that is offered."""


class LapseOffer(_Command, frozen=True, tag="lapse-offer"):
    """The house's word that a seat was offered long enough."""

    box: int
    player: str


class ChooseFollow(_Command, frozen=True, tag="choose-follow"):
    follow: bool


class EndSession(_Command, frozen=True, tag="end-session"):
    """The house's word that a player has left the table, or the house."""

    player: str


class GiveEntropy(_Command, frozen=True, tag="give-entropy"):
    """A player's part in the cut of the shoe."""

    entropy: str


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


class TakeBack(_Command, frozen=True, tag="take-back"):
    """The last scan was misread, and nothing has come of it yet."""


class Rule(_Command, frozen=True, tag="rule"):
    ruling: Ruling
    countersigned: str = ""
    """Who else signed it, told by the house; some rulings need two people."""


class Hold(_Command, frozen=True, tag="hold"):
    """The house's word: somebody of the pit would void the round, and a second has to sign."""

    by: str


class Release(_Command, frozen=True, tag="release"):
    """The house's word: nobody would void the round any more."""


class AllowSqueeze(_Command, frozen=True, tag="allow-squeeze"):
    box: int


class TurnCards(_Command, frozen=True, tag="turn-cards"):
    box: int


class DecideEarly(_Command, frozen=True, tag="decide-early"):
    """Said while others act, carried out when the turn comes; no action takes it back."""

    box: int
    action: Action | None = None
    amount: int | None = None


class CarryOutEarly(_Command, frozen=True, tag="carry-out-early"):
    """The table's own move: the turn has come for what was said early."""

    player: str
    box: int


class DropEarly(_Command, frozen=True, tag="drop-early"):
    """What was said early cannot be done; the player is asked after all."""

    player: str
    box: int


class EndFollowing(_Command, frozen=True, tag="end-following"):
    """The table's own move: a bet behind cannot pay for what the seat does."""

    player: str
    box: int


class ShoeRecord(msgspec.Struct, frozen=True):
    """What was done to a fresh shoe before its first card, step by step (LIVE 2.3.1 to 2.3.5a)."""

    decks: int
    """Counted."""
    inspected: bool
    shuffled: bool
    cut: bool
    burned: int
    witness: str = ""
    """Who watched, where the house asks for it."""


class ChangeShoe(_Command, frozen=True, tag="change-shoe"):
    """A human dealer has a fresh shoe ready."""

    record: ShoeRecord


class ChangeDealer(_Command, frozen=True, tag="change-dealer"):
    """Who deals here from now on; nobody, when the dealer is sent on a break."""

    dealer: str | None


class Reconfigure(_Command, frozen=True, tag="reconfigure"):
    """Limits, settings, clocks and how long one may sit out, from the next round on; what is not
    named stays."""

    limits: Limits | None = None
    settings: dict[str, Any] | None = None
    clocks: Clocks | None = None
    sit_out: int | None = None


class OpenTable(_Command, frozen=True, tag="open-table"):
    pass


class OpenBetting(_Command, frozen=True, tag="open-betting"):
    pass


class CloseBetting(_Command, frozen=True, tag="close-betting"):
    pass


class ReturnBets(_Command, frozen=True, tag="return-bets"):
    """Everything on the layout goes back: betting was interrupted (R4)."""


class CloseOffers(_Command, frozen=True, tag="close-offers"):
    """The dealer goes on: offers lapse."""


class CloseTable(_Command, frozen=True, tag="close-table"):
    """At once, or after the round that is going on."""


Command = (
    Sit
    | Leave
    | Wait
    | LeaveWaiting
    | LapseOffer
    | ChooseFollow
    | EndSession
    | GiveEntropy
    | PlaceBets
    | Decide
    | Scan
    | Call
    | TakeBack
    | Rule
    | Hold
    | Release
    | AllowSqueeze
    | TurnCards
    | DecideEarly
    | CarryOutEarly
    | DropEarly
    | EndFollowing
    | ChangeShoe
    | ChangeDealer
    | Reconfigure
    | OpenTable
    | OpenBetting
    | CloseBetting
    | ReturnBets
    | CloseOffers
    | CloseTable
)
