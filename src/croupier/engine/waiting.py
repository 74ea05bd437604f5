"""What a round waits for now: the question every driver of the engine asks after every step."""

import msgspec

from croupier.engine.inputs import Action
from croupier.kit.cards import Card


class Option(msgspec.Struct, frozen=True):
    """One thing a player may do now; with a range where an amount goes with it."""

    action: Action
    least: int | None = None
    most: int | None = None


class Decision(msgspec.Struct, frozen=True):
    """The round cannot go on before this player has decided; a time-out decides too."""

    player: str
    options: tuple[Option, ...]
    box: int | None = None
    hand: int | None = None
    bet: str | None = None
    cards: tuple[Card, ...] = ()
    """The cards to take one of, when they came out together."""


class Offer(msgspec.Struct, frozen=True):
    """A player may take this, or leave it: the round goes on without an answer."""

    player: str
    box: int
    options: tuple[Option, ...]
    declinable: bool = True
    """Whether a plain no may be said; a surrender is left by playing on."""


class CardDue(msgspec.Struct, frozen=True):
    """A card is due here; somebody else supplies it."""

    to: str
    """"box", "dealer", "player", "banker", or "discard"."""
    box: int | None = None
    hand: int | None = None
    face_up: bool = True
    exactly: Card | None = None
    """The card it must be, when it has already left the shoe together with another."""


class Choice(msgspec.Struct, frozen=True):
    """After a dealing error each player may go on or withdraw (R28); silence goes on."""

    player: str
    options: tuple[Option, ...] = (Option(Action.CONTINUE), Option(Action.WITHDRAW))


class Waiting(msgspec.Struct, frozen=True):
    decisions: tuple[Decision, ...] = ()
    offers: tuple[Offer, ...] = ()
    card: CardDue | None = None
    pocket: bool = False
    choices: tuple[Choice, ...] = ()
    rulings: tuple[str, ...] = ()
    """What the house may rule now, by the names of the round file."""
    settlement: bool = False
    """Everything is out and the settlement is held: the house confirms the result."""
    over: bool = False
