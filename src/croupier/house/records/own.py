"""A round as one of its players is told it: the cards, and nothing of anybody else's money."""

from collections.abc import Iterable

import msgspec

from croupier import rulebooks
from croupier.engine.layout import Bet
from croupier.engine.lines import Line, Result
from croupier.engine.rules_digest import rules_digest
from croupier.house.records.steps import OwnStep, own_steps
from croupier.kit.errors import Code, Refused
from croupier.table.cage import Adjusted
from croupier.table.rounds import PlayedRound


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
    rules: str
    """The digest of the rules it was played by."""
    begun_ms: int
    void: bool
    steps: tuple[OwnStep, ...]
    """Everything the player may know of, in its order."""
    bets: tuple[OwnBet, ...]
    by_staff: tuple[OwnByStaff, ...]
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
    return OwnRound(
        table=played.config.id,
        game=played.config.game,
        round=played.number,
        rules=rules_digest(played.config.check()),
        begun_ms=played.begun_ms,
        void=played.void,
        steps=own_steps(played, player, boxes, in_use=in_use),
        bets=_own_bets(bets),
        by_staff=tuple(
            OwnByStaff(placed.by, placed.consent, placed.instruction, _own_bets(placed.changes))
            for placed in played.placed_for
            if placed.player == player
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


def _line(line: Line) -> OwnLine:
    says = rulebooks.clause(line.clause).says
    return OwnLine(
        line.bet, line.box, line.hand, line.stake, line.returned, line.result, line.clause, says
    )
