"""How the story names bets and stakes."""

from collections.abc import Iterable

from croupier.games.lines import Line
from croupier.games.roulette.spots import SPOTS, kind_of
from croupier.kit.phrase import Item, Phrase, words
from croupier.story.page import StoryWriter

_BETS = {
    "over-13": words("Over 13"),
    "under-13": words("Under 13"),
    "player-pair": words("Player Pair"),
    "banker-pair": words("Banker Pair"),
    "rws-pairs": words("RWS Pairs"),
    "boom-busted": words("Boom Busted"),
    "player": words("Player"),
    "banker": words("Banker"),
    "tie": words("Tie"),
    "ante-player": words("Ante Player"),
    "ante-banker": words("Ante Banker"),
    "wager-player": words("Wager Player"),
    "wager-banker": words("Wager Banker"),
    "winning-total-1-4": words("Winning Total 1 to 4"),
    "winning-total-5-6": words("Winning Total 5 or 6"),
    "winning-total-7": words("Winning Total 7"),
    "winning-total-8": words("Winning Total 8"),
    "winning-total-9": words("Winning Total 9"),
}

CHANCES = {
    "red": words("red"),
    "black": words("black"),
    "even": words("even"),
    "odd": words("odd"),
    "low": words("low"),
    "high": words("high"),
}
"""The halves of the wheel, and the bets on them."""


def bet_name(bet: str) -> Item:
    """A side bet, a baccarat bet or a spot of the wheel, as it is called at the table."""
    if bet in _BETS:
        return _BETS[bet]
    return _spot_name(bet) if bet in SPOTS else bet


def _spot_name(spot: str) -> Phrase:
    numbers = sorted(SPOTS[spot])
    first, last, joined = numbers[0], numbers[-1], "/".join(map(str, numbers))
    which = spot.partition(":")[2]
    match kind_of(spot):
        case "straight":
            return words("number {number}", number=first)
        case "split":
            return words("the split {numbers}", numbers=joined)
        case "corner":
            return words("the corner {numbers}", numbers=joined)
        case "street":
            return words("the street {first} to {last}", first=first, last=last)
        case "line":
            return words("the line {first} to {last}", first=first, last=last)
        case "column":
            return words("column {number}", number=which)
        case "dozen":
            return words("dozen {number}", number=which)
        case _:
            return CHANCES[spot]


def laid(amount: int, bet: Item) -> Phrase:
    """ "20 on Over 13"."""
    return words("{amount:amount} on {bet}", amount=amount, bet=bet)


def owned(player: str, what: Item) -> Phrase:
    """ "ann's 20 on Over 13"."""
    return words("{player}'s {what}", player=player, what=what)


def on_spot(line: Line) -> Phrase:
    """ "ann's 20 on Over 13"; games with boxes name those themselves."""
    return owned(line.player, laid(line.stake, bet_name(line.bet)))


def tell_bets_of_each(write: StoryWriter, bets: Iterable[tuple[str, Phrase]]) -> None:
    """A sentence for every player, with all that they have laid."""
    by_player: dict[str, list[Phrase]] = {}
    for player, bet in bets:
        by_player.setdefault(player, []).append(bet)
    for player, theirs in by_player.items():
        write.say(words("{player} bets {bets:and}.", player=player, bets=tuple(theirs)))
