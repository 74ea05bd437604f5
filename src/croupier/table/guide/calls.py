"""What the dealer says aloud."""

from croupier.engine.inputs import BallRested, Misdeal, Void
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.engine.waiting import Waiting
from croupier.kit.phrase import Phrase, words
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    BurnsKept,
    BurnsShown,
    CallWithdrawn,
    ClosingOrdered,
    CutOffered,
    CutPlaced,
    Fact,
    Fed,
    Freed,
    Held,
    PitAnswered,
    PitCalled,
    Reconfigured,
    Released,
    ScanTakenBack,
    SeatLeft,
    ShoeChanged,
    TableClosed,
    TableOpened,
)
from croupier.table.family import table_family

PLACE_BETS = words("Place your bets, please")
NO_MORE_BETS = words("No more bets")
HELD = words("One moment, please: the pit looks whether this round counts")
CALLED = words("One moment, please: the pit is called, and no time runs")
_VOID = words("The round is void: all bets are returned")


_CALLS: dict[type, Phrase] = {
    TableOpened: words("The table is open"),
    ClosingOrdered: words("This is the last round"),
    TableClosed: words("The table is closed"),
    ShoeChanged: words("A fresh shoe"),
    BettingOpened: PLACE_BETS,
    BetsClosed: NO_MORE_BETS,
    ScanTakenBack: words("The last scan was misread, and is read again"),
    Held: HELD,
    Released: words("The round goes on"),
    PitCalled: CALLED,
    PitAnswered: words("The pit has answered"),
    CallWithdrawn: words("The game goes on"),
    BurnsKept: words("The burned cards are not shown"),
}


_COMPLETE = words("All bets are decided")


def announcement(fact: Fact, rules: Rules) -> Phrase | None:
    """What the dealer says when this has happened."""
    match fact:
        case Reconfigured(config=config):
            limits = config.limits
            return words(
                "From the next round: {min:amount} to {max:amount}", min=limits.min, max=limits.max
            )
        case CutOffered():
            return words("{player}, will you place the cutting card?", player=fact.player)
        case CutPlaced():
            return words("{player} has placed the cutting card", player=fact.by)
        case BurnsShown():
            return words("The burned cards are shown")
        case SeatLeft(why=Freed.AWAY):
            return words("Seat {box} is free: {player} has left", box=fact.box, player=fact.player)
        case SeatLeft(why=Freed.SAT_OUT):
            return words(
                "Seat {box} is free: {player} has not bet for a while",
                box=fact.box,
                player=fact.player,
            )
        case Fed(input=BallRested(pocket=pocket)):
            return table_family(rules).called(pocket)
        case Fed(input=Void()):
            return _VOID
        case Fed(input=Misdeal()):
            return words("A dealing error")
        case _:
            return _CALLS.get(type(fact))


def outcome(round: Round) -> Phrase | None:
    """Of a round that is over."""
    if round.void:
        return _VOID
    return table_family(round.rules).result(round)


def announced(round: Round, waiting: Waiting) -> Phrase | None:
    """R31: the result, while the settlement waits for the dealer to confirm it."""
    return outcome(round) or _COMPLETE if waiting.settlement else None
