"""The side that won, or `tie`, with the points of both, and pairs where there are bets on them."""

from croupier.engine import protocol as engine
from croupier.engine.viewer import PUBLIC
from croupier.games.baccarat.engine import BaccaratView, Round
from croupier.house.records.outcome import RoundOutcome, outcome_of


class BaccaratRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        seen = engine.view(round, PUBLIC)
        assert isinstance(seen, BaccaratView)
        player, banker = seen.player_points, seen.banker_points
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        spots = round.rules.spots()
        hands = (("player-pair", seen.player), ("banker-pair", seen.banker))
        pairs = {
            bet.replace("-", "_"): cards[0][0] == cards[1][0]
            for bet, cards in hands
            if bet in spots
        }
        return outcome_of("baccarat", winner, player=player, banker=banker, **pairs)
