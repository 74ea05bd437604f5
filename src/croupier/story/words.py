"""How the story names cards, money, people and bets."""

from collections.abc import Iterable, Sequence

from croupier.games.lines import Line
from croupier.games.roulette.spots import SPOTS, kind_of
from croupier.kit.cards import Card, rank, suit
from croupier.kit.money import format_amount

_SUITS = dict(zip("SHDC", "♠♥♦♣", strict=True))

_BETS = {
    "over-13": "Over 13",
    "under-13": "Under 13",
    "player-pair": "Player Pair",
    "banker-pair": "Banker Pair",
    "rws-pairs": "RWS Pairs",
    "boom-busted": "Boom Busted",
    "player": "Player",
    "banker": "Banker",
    "tie": "Tie",
    "ante-player": "Ante Player",
    "ante-banker": "Ante Banker",
    "wager-player": "Wager Player",
    "wager-banker": "Wager Banker",
    "winning-total-1-4": "Winning Total 1 to 4",
    "winning-total-5-6": "Winning Total 5 or 6",
    "winning-total-7": "Winning Total 7",
    "winning-total-8": "Winning Total 8",
    "winning-total-9": "Winning Total 9",
}


def card_name(card: Card) -> str:
    """ "10♥"."""
    return rank(card).replace("T", "10") + _SUITS[suit(card)]


def card_names(cards: Iterable[Card]) -> str:
    """ "8♠ 8♦", as they lie beside each other."""
    return " ".join(card_name(one) for one in cards)


def listed(words: Sequence[str]) -> str:
    """ "ann, bob and cat"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def plural(words: Sequence[object], one: str, many: str) -> str:
    """The form of the verb that goes with so many."""
    return one if len(words) == 1 else many


def money(amount: int) -> str:
    return format_amount(amount)


def signed(amount: int) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)


def bet_name(bet: str) -> str:
    """A side bet, a baccarat bet or a spot of the wheel, as it is called at the table."""
    if bet in _BETS:
        return _BETS[bet]
    return _spot_name(bet) if bet in SPOTS else bet


def _spot_name(spot: str) -> str:
    kind = kind_of(spot)
    numbers = [str(one) for one in sorted(SPOTS[spot])]
    match kind:
        case "straight":
            return f"number {numbers[0]}"
        case "split" | "corner":
            return f"the {kind} {'/'.join(numbers)}"
        case "street" | "line":
            return f"the {kind} {numbers[0]} to {numbers[-1]}"
        case "column" | "dozen":
            return f"{kind} {spot.partition(':')[2]}"
        case _:
            return spot


def on_spot(line: Line) -> str:
    """ "ann's 20 on Over 13"; games with boxes name those themselves."""
    return f"{line.player}'s {money(line.stake)} on {bet_name(line.bet)}"
