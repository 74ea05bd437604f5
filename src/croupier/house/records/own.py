"""A round as one of its players is told it: the cards, and nothing of anybody else's money."""

from collections.abc import Iterable, Set

import msgspec
from msgspec.structs import replace

from croupier import rulebooks
from croupier.games import engine
from croupier.games.inputs import Act, Action, BallRested, CardDealt, Ruling
from croupier.games.layout import Bet
from croupier.games.lines import Line, Result
from croupier.house.records.unseen import unseen_cards
from croupier.kit.cards import HIDDEN, Card
from croupier.kit.errors import Code, Refused
from croupier.table.cage import Adjusted
from croupier.table.rounds import PlayedRound

YOU = "you"
ANOTHER = "another player"


class DealtCard(msgspec.Struct, frozen=True):
    card: Card
    to: str
    """ "box", "dealer", "player", "banker" or "discard"."""
    box: int | None
    hand: int | None
    own: bool
    """Whether the player has money on that box."""


class OwnBet(msgspec.Struct, frozen=True):
    bet: str
    amount: int
    box: int | None


class OwnByStaff(msgspec.Struct, frozen=True):
    """Bets that staff placed at the player's request (BJ5 5.18)."""

    by: str
    consent: int
    instruction: str
    bets: tuple[OwnBet, ...]
    """Put down; below zero: taken from there."""


class BoxDecision(msgspec.Struct, frozen=True):
    """What was decided about the player's money, by themselves or by whoever plays the box."""

    by: str
    action: Action
    box: int | None
    bet: str | None
    amount: int | None
    """The player's own; another's is not told."""


class OwnLine(msgspec.Struct, frozen=True):
    bet: str
    box: int | None
    hand: int | None
    stake: int
    returned: int
    result: Result
    clause: str
    says: str
    """What the clause says."""


class OwnAdjustment(msgspec.Struct, frozen=True):
    amount: int
    reason: str


class OwnRound(msgspec.Struct, frozen=True):
    table: str
    game: str
    round: int
    begun_ms: int
    void: bool
    pocket: int | None
    cards: tuple[DealtCard, ...]
    bets: tuple[OwnBet, ...]
    by_staff: tuple[OwnByStaff, ...]
    decisions: tuple[BoxDecision, ...]
    rulings: tuple[str, ...]
    """What the house ruled, by the names of the round file."""
    lines: tuple[OwnLine, ...]
    adjustments: tuple[OwnAdjustment, ...]


def own_round(
    played: PlayedRound, player: str, adjustments: Iterable[Adjusted] = (), *, in_use: bool = False
) -> OwnRound:
    """Only a round that is over, and only for who had a bet in it. While the shoe is in use, cards
    that nobody has seen stay unseen."""
    if not played.over:
        raise Refused(Code.STALE, f"round {played.number} is not over")
    bets = tuple(bet for bet in played.bets if bet.player == player)
    if not bets:
        raise Refused(Code.NOT_ALLOWED, f"{player} had no bet in round {played.number}")
    boxes = {bet.box for bet in bets if bet.box is not None}
    inputs = played.inputs
    pockets = [input.pocket for input in inputs if isinstance(input, BallRested)]
    return OwnRound(
        table=played.config.id,
        game=played.config.game,
        round=played.number,
        begun_ms=played.begun_ms,
        void=played.void,
        pocket=pockets[-1] if pockets else None,
        cards=_cards(played, boxes, in_use),
        bets=_own_bets(bets),
        by_staff=tuple(
            OwnByStaff(placed.by, placed.consent, placed.instruction, _own_bets(placed.changes))
            for placed in played.placed_for
            if placed.player == player
        ),
        decisions=tuple(
            _decision(input, player)
            for input in inputs
            if isinstance(input, Act) and (input.player == player or input.box in boxes)
        ),
        rulings=tuple(
            type(input).__name__.lower() for input in inputs if isinstance(input, Ruling)
        ),
        lines=tuple(_line(line) for line in played.lines if line.player == player),
        adjustments=tuple(
            OwnAdjustment(adjusted.amount, adjusted.reason)
            for adjusted in adjustments
            if (adjusted.player, adjusted.table, adjusted.round)
            == (player, played.config.id, played.number)
        ),
    )


def _own_bets(bets: Iterable[Bet]) -> tuple[OwnBet, ...]:
    return tuple(OwnBet(bet.bet, bet.amount, bet.box) for bet in bets)


def _cards(played: PlayedRound, boxes: set[int], in_use: bool) -> tuple[DealtCard, ...]:
    """Every card in order."""
    unseen = unseen_cards(played) if in_use else frozenset()
    dealt = [dealt_card for dealt_card in dealt_cards(played, boxes) if dealt_card is not None]
    return tuple(
        replace(dealt_card, card=HIDDEN) if number in unseen else dealt_card
        for number, dealt_card in enumerate(dealt)
    )


def dealt_cards(played: PlayedRound, boxes: Set[int] = frozenset()) -> tuple[DealtCard | None, ...]:
    """For every input the card it was, with the place the engine had for it; or none."""
    dealt: list[DealtCard | None] = []
    for round, input in played.replay():
        due = engine.waiting(round).card
        if isinstance(input, CardDealt) and due is not None:
            own = due.box is not None and due.box in boxes
            dealt.append(DealtCard(input.card, due.to, due.box, due.hand, own))
        else:
            dealt.append(None)
    return tuple(dealt)


def _decision(act: Act, player: str) -> BoxDecision:
    own = act.player == player
    return BoxDecision(
        YOU if own else ANOTHER, act.action, act.box, act.bet, act.amount if own else None
    )


def _line(line: Line) -> OwnLine:
    says = rulebooks.clause(line.clause).says
    return OwnLine(
        line.bet, line.box, line.hand, line.stake, line.returned, line.result, line.clause, says
    )
