"""What every judge needs: facts with the money they move, and whether it is the time for it."""

import msgspec

from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import Transfer
from croupier.table.facts import (
    Fact,
)
from croupier.table.money import moves
from croupier.table.state import TablePhase, TableState


class Judged(msgspec.Struct, frozen=True):
    facts: tuple[Fact, ...]
    transfers: tuple[Transfer, ...] = ()


def judged(state: TableState, *facts: Fact) -> Judged:
    """The facts of one command concern different players, or only one moves money: each is told
    from the table as it stands."""
    return Judged(facts, tuple(move for fact in facts for move in moves(state, fact)))


def check_phase(state: TableState, *phases: TablePhase) -> None:
    if state.phase not in phases:
        said = words(
            "the table is {phase}, not {wanted:or}",
            phase=PHASES[state.phase],
            wanted=tuple(PHASES[phase] for phase in phases),
        )
        raise Refused(Code.ILLEGAL_ACTION, said, "R3")


PHASES = {
    TablePhase.CLOSED: words("closed"),
    TablePhase.IDLE: words("idle"),
    TablePhase.BETTING: words("betting"),
    TablePhase.PLAYING: words("playing"),
}


def decks_of(state: TableState) -> int:
    """None around a wheel."""
    return getattr(state.rules, "decks", 0)


def check_composition(state: TableState, cards: tuple[Card, ...]) -> None:
    decks = decks_of(state)
    for card in cards:
        if state.seen[card] + cards.count(card) > decks:
            raise Refused(
                Code.CARD_IMPOSSIBLE,
                words(
                    "the shoe of {decks, plural, one {# deck} other {# decks}} "
                    "has no {card:card} left",
                    decks=decks,
                    card=card,
                ),
                state.rules.cites["decks"],
            )
