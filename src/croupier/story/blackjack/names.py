"""What boxes, hands and stakes are called, and what cards count."""

from croupier.games.blackjack import BlackjackRules, Round
from croupier.games.blackjack.points import is_bust, points
from croupier.games.blackjack.settlement import bust_clause
from croupier.games.blackjack.state import Hand
from croupier.games.lines import Line
from croupier.games.standing import Standing
from croupier.kit.cards import Card
from croupier.story.words import bet_name, money


def box_name(rules: BlackjackRules, number: int | None) -> str:
    """ "box 1", or "seat 1" where players sit and others bet behind them."""
    return f"{'seat' if rules.bet_behind else 'box'} {number}"


def hand_name(round: Round, where: tuple[int, int]) -> str:
    """ "box 1", or "hand 2 of box 1" once the box has been split."""
    box = round.boxes[where[0]]
    name = box_name(round.rules, box.number)
    return f"hand {where[1] + 1} of {name}" if len(box.hands) > 1 else name


def count(cards: tuple[Card, ...]) -> str:
    """ "16", "soft 17" or "26, bust"."""
    total, soft = points(cards)
    if is_bust(cards):
        return f"{total}, bust"
    return f"soft {total}" if soft else str(total)


def hand_count(hand: Hand) -> str:
    return "blackjack" if hand.blackjack else count(hand.cards)


def total(cards: tuple[Card, ...]) -> int:
    return points(cards).total


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def stake_name(round: Round, line: Line) -> str:
    """ "ann's 100 on hand 2 of box 1", "ann's 20 on Over 13 at box 1"."""
    return f"{line.player}'s {stake_alone(round, line)}"


def stake_alone(round: Round, line: Line) -> str:
    """The same without its owner."""
    return _what(round, line.bet, line.box, line.hand, money(line.stake))


def bet_of(round: Round, one: Standing) -> str:
    """The same without the amount: "ann's bet on box 1"."""
    return f"{one.player}'s {_what(round, one.bet, one.box, one.hand, '')}"


def _what(round: Round, bet: str, box: int | None, hand: int | None, amount: str) -> str:
    if bet == "adjustment":
        return bet
    if box is None:
        return f"{amount} on {bet_name(bet)}" if amount else bet_name(bet)
    index = round.box_index(box)
    where = (
        hand_name(round, (index, (hand or 1) - 1))
        if index is not None and hand is not None
        else box_name(round.rules, box)
    )
    if bet == "insurance":
        return f"insurance of {amount} on {where}" if amount else f"insurance on {where}"
    if bet == "behind":
        return f"{amount or 'bet'} behind {where}"
    if bet == "initial":
        return f"{amount or 'bet'} on {where}"
    name = bet_name(bet)
    return f"{amount} on {name} at {where}" if amount else f"{name} at {where}"


def bust_cited(round: Round, where: tuple[int, int]) -> str:
    """The clause a hand over 21 is lost under; nothing while it is not."""
    hand = round.hand(where)
    return bust_clause(round.rules, hand) if hand.bust else ""
