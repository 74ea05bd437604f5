"""What the guide hands out."""

from enum import StrEnum

import msgspec

from croupier.engine.inputs import Action
from croupier.engine.waiting import CardDue
from croupier.kit.phrase import Phrase


class GuideStep(StrEnum):
    WAIT_FOR_PIT = "wait-for-pit"
    INSPECT = "inspect"
    """Shoe and discard rack, once a gaming day."""
    MAKE_SHOE = "make-shoe"
    OPEN_BETTING = "open-betting"
    BETTING = "betting"
    CLOSE_BETTING = "close-betting"
    DEAL_CARD = "deal-card"
    DISCARD = "discard"
    SPIN = "spin"
    """And call the pocket."""
    WAIT_FOR_DECISION = "wait-for-decision"
    OFFERS_OPEN = "offers-open"
    CHOICES_OPEN = "choices-open"
    CONFIRM_RESULT = "confirm-result"
    """Announce it; until then a scan may be taken back, and the pit may rule."""
    PAY_AND_COLLECT = "pay-and-collect"


class Task(msgspec.Struct, frozen=True):
    """One line of the checklist for a fresh shoe, or for what it is dealt from."""

    name: str
    text: str
    words: Phrase
    """The same, for every language."""
    clause: str | None = None
    number: int | None = None
    """How many decks to count, cards to burn, cards behind the cut card."""


class Payment(msgspec.Struct, frozen=True):
    """What the dealer does about one bet: winnings to pay, or chips to collect."""

    player: str
    bet: str
    box: int | None
    hand: int | None
    pay: int
    collect: int
    back: int = 0
    """Chips that go back: it was withdrawn, void, or should not have lain there."""


class Guide(msgspec.Struct, frozen=True):
    step: GuideStep
    text: str
    words: Phrase
    """The same, for every language."""
    say: str = ""
    """What the dealer announces now, if anything."""
    say_words: Phrase | None = None
    card: CardDue | None = None
    offers: tuple[Action, ...] = ()
    """What is offered now, for somebody to take or leave."""
    checklist: tuple[Task, ...] = ()
    payments: tuple[Payment, ...] = ()
    """Box by box; a bet that is not paid, not collected and does not go back stays as it lies."""
    then: GuideStep | None = None
    """What comes next, where this step ends by the dealer's going on."""
    may_take_back: bool = False
    rulings: tuple[str, ...] = ()
    """What the house may rule now."""
    may_burn: bool = False
    """Whether the dealer, new at the table, may burn cards before the next round."""
    pick_up: Phrase | None = None
    """In which order the cards are picked up, once a round is over."""


def guided(
    step: GuideStep,
    sentence: Phrase,
    say: Phrase | None = None,
    *,
    card: CardDue | None = None,
    offers: tuple[Action, ...] = (),
    checklist: tuple[Task, ...] = (),
    payments: tuple[Payment, ...] = (),
    then: GuideStep | None = None,
) -> Guide:
    aloud = str(say) if say else ""
    return Guide(step, str(sentence), sentence, aloud, say, card, offers, checklist, payments, then)
