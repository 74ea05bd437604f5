"""A staged table: whoever tests the house says what comes next."""

from collections import Counter

from croupier.engine.equipment import Cards
from croupier.kit.cards import card, shoe
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import Actor, StageOutcomes
from croupier.table.config import DealerKind
from croupier.table.facts import OutcomesStaged
from croupier.table.judging.common import Judged, judged
from croupier.table.judging.floor import withdrawn
from croupier.table.state import TableState


def stage_outcomes(state: TableState, actor: Actor, command: StageOutcomes) -> Judged:
    """From the next round on; a table where nobody has bet yet makes it the next at once."""
    if not state.config.staged:
        raise Refused(Code.ILLEGAL_ACTION, words("only at a staged table are cards known before"))
    if state.config.dealer is DealerKind.HUMAN:
        message = words("a person deals here: lay the cards in the shoe, and scan them")
        raise Refused(Code.ILLEGAL_ACTION, message)
    outcomes = _checked(state, command.outcomes)
    return judged(state, *withdrawn(state), OutcomesStaged(outcomes, actor.name))


def _checked(state: TableState, given: tuple[str, ...]) -> tuple[str, ...]:
    equipment = state.rules.equipment
    if isinstance(equipment, Cards):
        cards = tuple(str(card(text.upper())) for text in given)
        whole = Counter(str(each) for each in shoe(equipment.decks))
        for text, times in Counter(cards).items():
            if times > whole[text]:
                raise Refused(
                    Code.CARD_IMPOSSIBLE,
                    words(
                        "the shoe of {decks, plural, one {# deck} other {# decks}} "
                        "has no {card:card} left",
                        decks=equipment.decks,
                        card=text,
                    ),
                    state.rules.topics["decks"],
                )
        if len(cards) > equipment.size - equipment.burned:
            raise Refused(Code.LIMIT, words("so many cards are not in the shoe"))
        return cards
    for text in given:
        if not (text.isascii() and text.isdigit() and int(text) < equipment.pockets):
            raise Refused(Code.BAD_FILE, words("the wheel has no pocket {pocket}", pocket=text))
    if len(given) > state.config.wheel_run:
        raise Refused(Code.LIMIT, words("so many spins are not sealed at a time"))
    return tuple(str(int(text)) for text in given)
