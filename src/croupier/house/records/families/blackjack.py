"""`total` with the dealer's, `bust`, or `no-draw`."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.settlement import dealer_stands
from croupier.games.blackjack.view import view
from croupier.games.viewer import PUBLIC
from croupier.house.records.outcome import RoundOutcome, outcome_of


class BlackjackRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        total = view(round, PUBLIC).dealer_total
        # R12: the dealer draws only what some bet still needs; what lies there then is no result.
        if total is None or not dealer_stands(round):
            return outcome_of("blackjack", "no-draw")
        if total > 21:
            return outcome_of("blackjack", "bust")
        return outcome_of("blackjack", "total", total=total)
