"""Everything that can go into a round: chance, decisions, and what the pit rules.

The record of a round is the list of these, in order; its state is always their fold.
"""

from enum import StrEnum

import msgspec

from croupier.kit.cards import Card


class Action(StrEnum):
    """What a player may say."""

    INSURE = "insure"
    EVEN_MONEY = "even-money"
    SURRENDER = "surrender"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    FOLLOW = "follow"
    DECLINE = "decline"
    RAISE = "raise"
    FOLD = "fold"
    TIMEOUT = "timeout"
    CONTINUE = "continue"
    WITHDRAW = "withdraw"
    TAKE = "take"


class Capacity(StrEnum):
    """In which capacity somebody of the house acts (R30)."""

    DEALER = "dealer"
    PIT = "pit"
    SHIFT = "shift"
    HOUSE = "house"


class _Input(msgspec.Struct, frozen=True, tag_field="input"):
    """Each kind has its own tag, so a journal can be read back."""


class CardDealt(_Input, frozen=True, tag="card"):
    """A card left the shoe."""

    card: Card


class BallRested(_Input, frozen=True, tag="ball"):
    """The ball came to rest in a pocket."""

    pocket: int


class Act(_Input, frozen=True, tag="act"):
    """A player's decision, or the clock's word that none came (`timeout`)."""

    player: str
    action: Action
    box: int | None = None
    amount: int | None = None
    bet: str | None = None
    card: Card | None = None


class OffersClosed(_Input, frozen=True, tag="offers-closed"):
    """The dealer goes on: an offer or choice nobody need answer has lapsed, and a settlement
    that was held follows."""


class SettlementHeld(_Input, frozen=True, tag="hold"):
    """Something looks wrong: the last card, or the ball, settles nothing before the house has
    ruled and the dealer goes on (BJ5 1.25: until then the round is not over)."""


class SqueezeAllowed(_Input, frozen=True, tag="squeeze"):
    """The house lets a box's later cards be dealt face down (BJ5 3.12)."""

    by: Capacity
    box: int


class CardsTurned(_Input, frozen=True, tag="turn"):
    """A player turns the face-down cards of a box face up."""

    player: str
    box: int


class FollowingEnded(_Input, frozen=True, tag="following-ended"):
    """A bet behind follows the seat no longer: its player's purse, or limit, does not allow it."""

    player: str
    box: int


class VoidReason(StrEnum):
    FOREIGN_CARD = "foreign-card"
    SHORT_SHOE = "short-shoe"
    EXCESS_CARDS = "excess-cards"
    OUT_OF_CARDS = "out-of-cards"
    UNSHUFFLED = "unshuffled"
    WRONG_COUNT = "wrong-count"


class Void(_Input, frozen=True, tag="void"):
    """The round has no result (R26)."""

    by: Capacity
    reason: VoidReason


class Interrupt(_Input, frozen=True, tag="interrupt"):
    """An interruption past the grace: R4 decides whether the round goes on."""

    by: Capacity


class Deal(StrEnum):
    """Where a dealing error was made."""

    INITIAL = "initial"
    SUBSEQUENT = "subsequent"


class CardPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand, or a box that has none."""

    to: str
    """"box", "dealer", "player" or "banker"."""
    box: int | None = None
    hand: int | None = None


class CardMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card that was found elsewhere, or in the wrong order within its own hand, and the place
    where it is put back."""

    belongs: CardPlace
    at: int
    """Which card of the hand it is, from 1."""
    lies: CardPlace
    lies_at: int | None = None
    """Which card it was where it was found, from 1; None: not recorded."""


class Misdeal(_Input, frozen=True, tag="misdeal"):
    """A dealing error (R28); the cards were put into their intended order, or could not be."""

    by: Capacity
    reconstructed: bool
    deal: Deal | None = None
    # Unset, not empty: a ruling without them stays the same bytes as ever.
    moves: tuple[CardMove, ...] | msgspec.UnsetType = msgspec.UNSET
    """Cards that were put back (R27)."""

    @property
    def put_back(self) -> tuple[CardMove, ...]:
        return () if isinstance(self.moves, msgspec.UnsetType) else self.moves


class Place(_Input, frozen=True, tag="place"):
    """The next card stays where it was dealt, out of order."""

    by: Capacity
    box: int | None = None
    hand: int | None = None
    dealer: bool = False


class DiscardReason(StrEnum):
    OVERDRAW = "overdraw"
    NO_BET = "no-bet"


class Discard(_Input, frozen=True, tag="discard"):
    """The next card is thrown away (R27)."""

    by: Capacity
    reason: DiscardReason


class Together(_Input, frozen=True, tag="together"):
    """These cards came out of the shoe at once, their order unknown (R29)."""

    by: Capacity
    cards: tuple[Card, ...]


class Burn(_Input, frozen=True, tag="burn"):
    """The next cards are burned."""

    by: Capacity
    count: int


class Adjust(_Input, frozen=True, tag="adjust"):
    """The shift manager's signed correction of a finished round (R5)."""

    by: Capacity
    player: str
    amount: int
    reason: str


Chance = CardDealt | BallRested
Ruling = Void | Interrupt | Misdeal | Place | Discard | Together | Burn | Adjust
Input = (
    Chance
    | Act
    | OffersClosed
    | SettlementHeld
    | SqueezeAllowed
    | CardsTurned
    | FollowingEnded
    | Ruling
)
