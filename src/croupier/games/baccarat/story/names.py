"""How the story names bets and stakes."""

from croupier.engine.lines import Line
from croupier.kit.phrase import Item, Phrase, words
from croupier.story.words import laid, owned

_BETS = {
    "player-pair": words("Player Pair"),
    "banker-pair": words("Banker Pair"),
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


def bet_name(bet: str) -> Item:
    """A bet as it is called at the table."""
    return _BETS.get(bet, bet)


def on_spot(line: Line) -> Phrase:
    """ "ann's 20 on Banker Pair"."""
    return owned(line.player, laid(line.stake, bet_name(line.bet)))
