"""A round that is over, step by step, for one of its players: what came, what was decided about
their money, what the house ruled, and where the cards lay after each."""

from collections.abc import Iterator, Set

import msgspec
from msgspec.structs import replace

from croupier.games import engine
from croupier.games.engine import Round
from croupier.games.inputs import Act, Action, BallRested, CardDealt, Input, Ruling
from croupier.house.records.families import hands
from croupier.house.records.outcome import LyingHand
from croupier.house.records.unseen import hole_never_turned, unseen_cards
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
    """One of the four, and what lies on the table after it."""

    card: DealtCard | None = None
    decision: BoxDecision | None = None
    ruling: str | None = None
    """By the names of the round file."""
    pocket: int | None = None
    hands: tuple[LyingHand, ...] = ()


def own_steps(
    played: PlayedRound, player: str, boxes: Set[int], *, in_use: bool
) -> tuple[OwnStep, ...]:
    """While the shoe is in use, cards that nobody has seen stay unseen."""
    unseen = unseen_cards(played) if in_use else frozenset()
    walked = _walk(played, unseen, hole_down=in_use and hole_never_turned(played))
    steps = (
        (_step(round, input, dealt, player, boxes), lying) for round, input, dealt, lying in walked
    )
    return tuple(replace(step, hands=lying) for step, lying in steps if step is not None)


def told_inputs(played: PlayedRound, player: str) -> tuple[bool, ...]:
    """Of every input whether it is a step of the player's round."""
    boxes = {bet.box for bet in played.bets if bet.player == player and bet.box is not None}
    return tuple(
        _step(round, input, _dealt(round, input), player, boxes) is not None
        for round, input, _ in played.replay()
    )


def dealt_and_lying(
    played: PlayedRound,
) -> tuple[tuple[DealtCard | None, ...], tuple[tuple[LyingHand, ...], ...]]:
    """For every input the card it was, with the place the engine had for it, or none; and what lay
    on the table after it."""
    walked = tuple(_walk(played))
    return tuple(dealt for _, _, dealt, _ in walked), tuple(lying for *_, lying in walked)


def _walk(
    played: PlayedRound, unseen: Set[int] = frozenset(), *, hole_down: bool = False
) -> Iterator[tuple[Round, Input, DealtCard | None, tuple[LyingHand, ...]]]:
    removed: tuple[Card, ...] = ()
    number = 0
    for round, input, after in played.replay():
        dealt = _dealt(round, input)
        if dealt is not None:
            dealt = replace(dealt, card=HIDDEN) if number in unseen else dealt
            removed += (dealt.card,) if dealt.to == "discard" else ()
            number += 1
        yield round, input, dealt, _lying(after, removed, hole_down=hole_down)


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


def _lying(round: Round, removed: tuple[Card, ...], *, hole_down: bool) -> tuple[LyingHand, ...]:
    lying = hands(round)
    if hole_down:
        lying = tuple(
            replace(hand, cards=(hand.cards[0], HIDDEN, *hand.cards[2:]))
            if hand.to == "dealer" and len(hand.cards) > 1
            else hand
            for hand in lying
        )
    return (*lying, LyingHand("discard", removed)) if removed else lying
