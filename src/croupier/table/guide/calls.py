"""What the dealer says aloud."""

from croupier.games import baccarat, blackjack, roulette
from croupier.games.baccarat.table_of_play import hand_points
from croupier.games.blackjack.points import points
from croupier.games.engine import Round
from croupier.games.inputs import BallRested, Misdeal, Void
from croupier.games.roulette.spots import colour
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
    ScanTakenBack: words("The last card was misread, and is read again"),
    Held: HELD,
    Released: words("The round goes on"),
    PitCalled: CALLED,
    PitAnswered: words("The pit has answered"),
    CallWithdrawn: words("The game goes on"),
    BurnsKept: words("The burned cards are not shown"),
}


def announcement(fact: Fact) -> Phrase | None:
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
            return _called(pocket)
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
    match round:
        case roulette.Round():
            assert round.pocket is not None
            return _called(round.pocket)
        case baccarat.Round():
            return _coup(hand_points(round.player), hand_points(round.banker))
        case blackjack.Round():
            total = points(round.dealer).total
            if not round.second_card_known:
                return None
            if total > 21:
                return words("Dealer has too many, {total}", total=total)
            return words("Dealer has {total}", total=total)


def _coup(player: int, banker: int) -> Phrase:
    if player == banker:
        return words("Tie, {player} to {banker}", player=player, banker=banker)
    if player > banker:
        return words("Player wins, Player {player}, Banker {banker}", player=player, banker=banker)
    return words("Banker wins, Player {player}, Banker {banker}", player=player, banker=banker)


def _called(pocket: int) -> Phrase:
    match colour(pocket):
        case "red":
            return words("{pocket}, red", pocket=pocket)
        case "black":
            return words("{pocket}, black", pocket=pocket)
        case _:
            return words("{pocket}, green", pocket=pocket)
