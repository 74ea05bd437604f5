"""What an incident is: seen at the table, ruled by the pit, and soon over."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from croupier.chance import RandBelow
from croupier.cli.play.cards import UNICODE, Glyphs, name
from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.engine.inputs import Deal, Input, Ruling
from croupier.engine.layout import Limits
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.engine.waiting import CardDue, Waiting
from croupier.kit.cards import Card
from croupier.story.ruling_preview import consequences

T = TypeVar("T")


class Scene(NamedTuple):
    """The table at the moment something goes wrong."""

    round: Round
    now: Waiting
    cards: tuple[Card, ...]
    """Out of the shoe, and on the table for all to see."""
    randbelow: RandBelow
    glyphs: Glyphs

    @property
    def rules(self) -> Rules:
        return self.round.rules

    @property
    def due(self) -> CardDue:
        assert self.now.card is not None
        return self.now.card

    @property
    def card(self) -> str:
        """What is seen of the card: nothing, where it was dealt face down."""
        if self.now.card and not self.now.card.face_up:
            return "a card"
        return name(self.cards[0], self.glyphs)

    @property
    def pack(self) -> str:
        """One or two decks are dealt from the hand."""
        return "shoe" if self.rules.deck_count > 2 else "deck"

    def consequence(self, ruling: Ruling) -> str:
        """What a ruling comes to, as the pit would read it before ruling."""
        sentences = consequences(self.round, ruling, Limits(), {})
        text = " ".join(sentence.text for sentence in sentences)
        return text.translate(
            {ord(UNICODE.suits[suit]): self.glyphs.suits[suit] for suit in "SHDC"}
        )

    def any_of(self, choices: Sequence[T]) -> T:
        return choices[self.randbelow(len(choices))]


class Incident(NamedTuple):
    description: str
    """As it is seen at the table."""
    right: tuple[PitRuling, ...]
    """The right call; any after the first come to the same."""
    because: str
    clauses: tuple[str, ...]
    ruled: Input | None = None
    """What the right call puts into the round."""
    dealt: tuple[Input, ...] = ()
    """What the dealer does after it, with the cards that are already out."""
    then: str = ""
    """What is seen of that."""
    cards: tuple[Card, ...] = ()
    deal: Deal | None = None
    """Where an error was made, if the pit knows better than the round."""
    spoils: bool = False
    """The cards must not be dealt again before they are shuffled."""
    tempting: tuple[Call, ...] = ()
    """Calls the round would not take, though somebody may think of them."""


class Kind(NamedTuple):
    """Something that can go wrong."""

    name: str
    fits: Callable[[Round, Waiting], bool]
    """Whether it can happen at this moment of the round."""
    happens: Callable[[Scene], Incident]
    cards: int = 0
    """So many cards come out of the shoe with it."""


def card_due(round: Round, now: Waiting) -> bool:
    return now.card is not None and not now.over


def place_name(due: CardDue) -> str:
    if due.to == "box":
        return box_name(due.box, due.hand)
    return "the dealer" if due.to == "dealer" else due.to.title()


def box_name(box: int | None, hand: int | None) -> str:
    return f"box {box}" + (f", hand {hand}" if hand and hand > 1 else "")


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
