"""What a round came to, in a word or two, as everybody could see it: "17 black", "banker 7"."""

from croupier.games import engine
from croupier.games.baccarat import BaccaratView
from croupier.games.blackjack import BlackjackView
from croupier.games.blackjack import Round as BlackjackRound
from croupier.games.blackjack.settlement import dealer_stands
from croupier.games.engine import Round
from croupier.games.roulette import RouletteView
from croupier.games.rules import Rules
from croupier.games.viewer import PUBLIC


def outcome(rules: Rules, round: Round) -> str:
    """Of a round that is over."""
    if round.void:
        return "void"
    view = engine.view(round, PUBLIC)
    if isinstance(view, BlackjackView):
        total = view.dealer_total
        # R12: the dealer draws only what some bet still needs; what lies there then is no result.
        if total is None or not (isinstance(round, BlackjackRound) and dealer_stands(round)):
            return "no draw"
        return "bust" if total > 21 else str(total)
    if isinstance(view, BaccaratView):
        side = (view.player_points > view.banker_points) - (view.player_points < view.banker_points)
        word = {1: "player", -1: "banker", 0: "tie"}[side]
        return f"{word} {max(view.player_points, view.banker_points)}{_pairs(rules, view)}"
    assert isinstance(view, RouletteView)
    return f"{view.pocket} {view.colour}"


def _pairs(rules: Rules, view: BaccaratView) -> str:
    """For the roads, where the game has bets on pairs."""
    spots = engine.spots(rules)
    hands = (("player-pair", view.player), ("banker-pair", view.banker))
    return "".join(
        f" {pair}" for pair, cards in hands if pair in spots and cards[0][0] == cards[1][0]
    )
