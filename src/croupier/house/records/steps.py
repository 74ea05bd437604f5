"""A round that is over, step by step, for one of its players: what came, what was decided about
their money, and what the house ruled."""

from collections.abc import Iterator, Set

import msgspec
from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, BallRested, CardDealt, Input, Ruling
from croupier.engine.protocol import Round
from croupier.house.records.unseen import unseen_cards
from croupier.kit.cards import HIDDEN, Card
from croupier.table.rounds import PlayedRound

YOU = "you"
ANOTHER = "another player"


class DealtCard(msgspec.Struct, frozen=True):
    card: Card
    to: str
    """ "box", "dealer", "player", "banker" or "discard"."""
    box: int | None
    hand: int | None


class BoxDecision(msgspec.Struct, frozen=True):
    """What was decided about the player's money, by themselves or by whoever plays the box."""

    by: str
    action: Action
    box: int | None
    hand: int | None
    bet: str | None
    amount: int | None
    """The player's own; another's is not told."""


class OwnStep(msgspec.Struct, frozen=True):
    """One of the four."""

    card: DealtCard | None = None
    decision: BoxDecision | None = None
    ruling: str | None = None
    """By the names of the round file."""
    pocket: int | None = None


def own_steps(
    played: PlayedRound, player: str, boxes: Set[int], *, in_use: bool
) -> tuple[OwnStep, ...]:
    """While the shoe is in use, cards that nobody has seen stay unseen."""
    unseen = unseen_cards(played) if in_use else frozenset()
    steps = (
        _step(round, input, dealt, player, boxes) for round, input, dealt in _walk(played, unseen)
    )
    return tuple(step for step in steps if step is not None)


def told_inputs(played: PlayedRound, player: str) -> tuple[bool, ...]:
    """Of every input whether it is a step of the player's round."""
    boxes = {bet.box for bet in played.bets if bet.player == player and bet.box is not None}
    return tuple(
        _step(round, input, _dealt(round, input), player, boxes) is not None
        for round, input, _ in played.replay()
    )


def dealt_cards(played: PlayedRound) -> tuple[DealtCard | None, ...]:
    """For every input the card it was, with the place the engine had for it, or none."""
    return tuple(dealt for _, _, dealt in _walk(played))


def _walk(
    played: PlayedRound, unseen: Set[int] = frozenset()
) -> Iterator[tuple[Round, Input, DealtCard | None]]:
    number = 0
    for round, input, _ in played.replay():
        dealt = _dealt(round, input)
        if dealt is not None:
            dealt = replace(dealt, card=HIDDEN) if number in unseen else dealt
            number += 1
        yield round, input, dealt


def _step(
    round: Round, input: Input, dealt: DealtCard | None, player: str, boxes: Set[int]
) -> OwnStep | None:
    if dealt is not None:
        return OwnStep(card=dealt)
    if isinstance(input, Act) and (input.player == player or input.box in boxes):
        return OwnStep(decision=_decision(round, input, player))
    if isinstance(input, BallRested):
        return OwnStep(pocket=input.pocket)
    if isinstance(input, Ruling):
        return OwnStep(ruling=type(input).__name__.lower())
    return None


def _dealt(round: Round, input: Input) -> DealtCard | None:
    if not isinstance(input, CardDealt) or (due := engine.waiting(round).card) is None:
        return None
    return DealtCard(input.card, due.to, due.box, due.hand)


def _decision(round: Round, act: Act, player: str) -> BoxDecision:
    own = act.player == player
    asked = engine.waiting(round).decisions
    hand = next((decision.hand for decision in asked if decision.box == act.box), None)
    amount = act.amount if own else None
    return BoxDecision(YOU if own else ANOTHER, act.action, act.box, hand, act.bet, amount)
