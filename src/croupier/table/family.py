"""What a family of games tells the table it is played at: the dealer's next step, and how a round
came out."""

from collections.abc import Collection
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from croupier.engine.inputs import CardMove, CardPlace
from croupier.engine.layout import Layout
from croupier.engine.protocol import Round
from croupier.engine.reconstruction import LaidCard
from croupier.engine.rules import Rules
from croupier.engine.waiting import CardDue, Waiting
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Item, Phrase, words
from croupier.kit.registry import instance
from croupier.table.guide_value import Guide, GuideStep, guided

R = TypeVar("R", bound=Round)

ORDINALS = (words("first"), words("second"), words("third"), words("fourth"))


class Squeezer(msgspec.Struct, frozen=True):
    """Who may turn over the cards of a hand that belongs to no player alone."""

    hand: str
    player: str
    first: int
    """Of its cards the first that lies face down for this player, from 0; those before it lie open
    to everyone."""


class TableFamily(Generic[R]):
    """As it is here, cards go to places that are called by their names, and nobody is asked
    anything."""

    showing: ClassVar[int] = 1_200
    """Milliseconds until an outcome has come over the felt and was looked at, and a little more
    for the way to the client."""

    squeezing: ClassVar[int] = 0
    """Milliseconds in which a player turns over what lies face down; 0: nobody does here."""

    def box_name(self, rules: Rules, number: int) -> Phrase:  # noqa: ARG002
        return words("box {number}", number=number)

    def place(self, round: R, due: CardDue) -> Item:  # noqa: ARG002
        """Where the next card goes."""
        return due.to.capitalize()

    def decisions(self, round: R, waiting: Waiting) -> Guide:  # noqa: ARG002
        """While somebody has to decide."""
        who = tuple(dict.fromkeys(decision.player for decision in waiting.decisions))
        return guided(GuideStep.WAIT_FOR_DECISION, words("Wait for {who:and}.", who=who))

    def offers(self, round: R, waiting: Waiting) -> Guide:  # noqa: ARG002
        """While something is offered."""
        who = tuple(dict.fromkeys(offer.player for offer in waiting.offers))
        return guided(
            GuideStep.OFFERS_OPEN, words("Wait for {who:and}, or close the offer.", who=who)
        )

    def result(self, round: R) -> Phrase | None:  # noqa: ARG002
        """What the dealer calls out, once the round is over and not void."""
        return None

    def called(self, outcome: int) -> Phrase:
        """What the dealer calls out as soon as the ball rests."""
        return words("{outcome}", outcome=outcome)

    def pick_up(self, round: R) -> Phrase | None:  # noqa: ARG002
        """In which order the cards are picked up, where the document says so."""
        return None

    def first_to_decide(self, layout: Layout, box: int) -> str | None:  # noqa: ARG002
        """Who would hold the cards of the box, by the bets that lie there."""
        return None

    def laid_cards(self, round: R) -> tuple[LaidCard, ...]:  # noqa: ARG002
        """Every card as it ought to lie, where cards can be put back into order."""
        return ()

    def card_places(self, round: R) -> tuple[CardPlace, ...]:  # noqa: ARG002
        """Where a card may lie: every hand, and every box without one."""
        return ()

    def check_move(self, round: R, move: CardMove) -> LaidCard:  # noqa: ARG002
        """The card, if it may be put back where it belongs (R27)."""
        raise Refused(Code.ILLEGAL_ACTION, "here no card is put back into order", "R27")

    def may_squeeze(self, rules: Rules) -> bool:  # noqa: ARG002
        """Whether players may be let to turn over cards themselves."""
        return False

    def holder(self, round: R, box: int) -> str | None:  # noqa: ARG002
        """Who holds the cards that are still to come to the box; nobody, when none are."""
        return None

    def squeezers(self, round: R) -> tuple[Squeezer, ...]:  # noqa: ARG002
        """Of hands that belong to no player alone: who may turn over their cards."""
        return ()

    def squeezes(self, round: R, players: Collection[str]) -> int:  # noqa: ARG002
        """How often cards lie face down in the round until these players have turned them."""
        return 0


def table_family(rules: Rules) -> TableFamily[Any]:
    family: TableFamily[Any] = instance(rules.family, "guide")
    return family
