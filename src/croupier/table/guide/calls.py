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
    ClosingOrdered,
    Fact,
    Fed,
    Reconfigured,
    ScanTakenBack,
    ShoeChanged,
    TableClosed,
    TableOpened,
)

PLACE_BETS = words("Place your bets, please")
NO_MORE_BETS = words("No more bets")
_VOID = words("The round is void: all bets are returned")


def announcement(fact: Fact) -> Phrase | None:
    """What the dealer says when this has happened."""
    match fact:
        case TableOpened():
            return words("The table is open")
        case ClosingOrdered():
            return words("This is the last round")
        case TableClosed():
            return words("The table is closed")
        case ShoeChanged():
            return words("A fresh shoe")
        case BettingOpened():
            return PLACE_BETS
        case BetsClosed():
            return NO_MORE_BETS
        case Reconfigured(config=config):
            limits = config.limits
            return words(
                "From the next round: {min:amount} to {max:amount}", min=limits.min, max=limits.max
            )
        case ScanTakenBack():
            return words("The last card was misread, and is read again")
        case Fed(input=BallRested(pocket=pocket)):
            return _called(pocket)
        case Fed(input=Void()):
            return _VOID
        case Fed(input=Misdeal()):
            return words("A dealing error")
        case _:
            return None


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
