"""What boxes, hands and stakes are called, and what cards count."""

from croupier.engine.inputs import CardPlace
from croupier.engine.lines import Line
from croupier.engine.standing import Standing
from croupier.games.blackjack.engine import BlackjackRules, Round
from croupier.games.blackjack.engine.points import is_bust, points
from croupier.games.blackjack.engine.settlement import bust_clause
from croupier.games.blackjack.engine.state import Hand
from croupier.kit.cards import Card
from croupier.kit.phrase import Item, Phrase, words
from croupier.story.words import laid, owned

_SIDE_BETS = {
    "over-13": words("Over 13"),
    "under-13": words("Under 13"),
    "player-pair": words("Player Pair"),
    "rws-pairs": words("RWS Pairs"),
    "boom-busted": words("Boom Busted"),
}


def bet_name(bet: str) -> Item:
    """A side bet as it is called at the table."""
    return _SIDE_BETS.get(bet, bet)


def box_name(rules: BlackjackRules, number: int | None) -> Phrase:
    """ "box 1", or "seat 1" where players sit and others bet behind them."""
    if rules.bet_behind:
        return words("seat {number}", number=number or 0)
    return words("box {number}", number=number or 0)


def hand_name(round: Round, where: tuple[int, int]) -> Phrase:
    """ "box 1", or "hand 2 of box 1" once the box has been split."""
    box = round.boxes[where[0]]
    name = box_name(round.rules, box.number)
    if len(box.hands) > 1:
        return words("hand {hand} of {box}", hand=where[1] + 1, box=name)
    return name


def card_place_name(round: Round, place: CardPlace) -> Phrase:
    """ "the dealer's hand", or a hand or an empty box."""
    index = round.box_index(place.box)
    if place.to == "dealer":
        return words("the dealer's hand")
    if index is None or place.hand is None:
        return box_name(round.rules, place.box)
    return hand_name(round, (index, place.hand - 1))


def count(cards: tuple[Card, ...]) -> Item:
    """ "16", "soft 17" or "26, bust"."""
    total, soft = points(cards)
    if is_bust(cards):
        return words("{points}, bust", points=total)
    return words("soft {points}", points=total) if soft else total


def hand_count(hand: Hand) -> Item:
    return words("blackjack") if hand.blackjack else count(hand.cards)


def total(cards: tuple[Card, ...]) -> int:
    return points(cards).total


def stake_name(round: Round, line: Line) -> Phrase:
    """ "ann's 100 on hand 2 of box 1", "ann's 20 on Over 13 at box 1"."""
    return owned(line.player, stake_alone(round, line))


def stake_alone(round: Round, line: Line) -> Phrase:
    """The same without its owner."""
    bet, amount = line.bet, line.stake
    if bet == "adjustment":
        return words("adjustment")
    if line.box is None:
        return laid(amount, bet_name(bet))
    where = _place(round, line.box, line.hand)
    match bet:
        case "insurance":
            return words("insurance of {amount:amount} on {where}", amount=amount, where=where)
        case "behind":
            return words("{amount:amount} behind {where}", amount=amount, where=where)
        case "initial":
            return words("{amount:amount} on {where}", amount=amount, where=where)
        case _:
            return words(
                "{amount:amount} on {bet} at {where}",
                amount=amount,
                bet=bet_name(bet),
                where=where,
            )


def bet_of(round: Round, standing: Standing) -> Phrase:
    """The same without the amount: "ann's bet on box 1"."""
    return owned(standing.player, _bet_alone(round, standing))


def _bet_alone(round: Round, standing: Standing) -> Item:
    bet = standing.bet
    if standing.box is None:
        return bet_name(bet)
    where = _place(round, standing.box, standing.hand)
    match bet:
        case "insurance":
            return words("insurance on {where}", where=where)
        case "behind":
            return words("bet behind {where}", where=where)
        case "initial":
            return words("bet on {where}", where=where)
        case _:
            return words("{bet} at {where}", bet=bet_name(bet), where=where)


def _place(round: Round, box: int, hand: int | None) -> Phrase:
    index = round.box_index(box)
    if index is None or hand is None:
        return box_name(round.rules, box)
    return hand_name(round, (index, hand - 1))


def bust_cited(round: Round, where: tuple[int, int]) -> str:
    """The clause a hand over 21 is lost under; nothing while it is not."""
    hand = round.hand(where)
    return bust_clause(round.rules, hand) if hand.bust else ""
