"""What every judge needs: facts with the money they move, and whether it is the time for it."""

import msgspec

from croupier.kit.cards import Card
from croupier.kit.cards import card as read_card
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import Transfer
from croupier.table.facts import Fact, Fed
from croupier.table.money import moves, round_moves, step_of
from croupier.table.state import Stepped, TablePhase, TableState


class Judged(msgspec.Struct, frozen=True):
    facts: tuple[Fact, ...]
    transfers: tuple[Transfer, ...] = ()
    stepped: Stepped | None = None
    """What the round comes to, where one of the facts is fed to it."""


def judged(state: TableState, *facts: Fact) -> Judged:
    """The facts of one command concern different players, or only one moves money: each is told
    from the table as it stands."""
    transfers: list[Transfer] = []
    stepped = None
    for fact in facts:
        if isinstance(fact, Fed):
            stepped = step_of(state, fact)
            transfers += round_moves(state, stepped)
        else:
            transfers += moves(state, fact)
    return Judged(facts, tuple(transfers), stepped)


def check_phase(state: TableState, *phases: TablePhase) -> None:
    if state.phase not in phases:
        message = words(
            "the table is {phase}, not {wanted:or}",
            phase=PHASES[state.phase],
            wanted=tuple(PHASES[phase] for phase in phases),
        )
        raise Refused(Code.ILLEGAL_ACTION, message, "R3")


PHASES = {
    TablePhase.CLOSED: words("closed"),
    TablePhase.IDLE: words("idle"),
    TablePhase.BETTING: words("betting"),
    TablePhase.PLAYING: words("playing"),
}


def check_composition(state: TableState, cards: tuple[Card, ...]) -> None:
    decks = state.rules.deck_count
    for card in cards:
        read_card(card)  # what was written may be no card at all
        if state.seen[card] + cards.count(card) > decks:
            raise Refused(
                Code.CARD_IMPOSSIBLE,
                words(
                    "the shoe of {decks, plural, one {# deck} other {# decks}} "
                    "has no {card:card} left",
                    decks=decks,
                    card=card,
                ),
                state.rules.topics["decks"],
            )
