"""`total` with the dealer's, `bust`, or `no-draw`; the hands of the boxes, then the dealer's."""

from collections.abc import Iterator

from croupier.games.blackjack import Round
from croupier.games.blackjack.settlement import dealer_stands
from croupier.games.blackjack.view import view
from croupier.games.viewer import PUBLIC
from croupier.house.records.outcome import LyingHand, RoundOutcome, outcome_of


class BlackjackRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        total = view(round, PUBLIC).dealer_total
        # R12: the dealer draws only what some bet still needs; what lies there then is no result.
        if total is None or not dealer_stands(round):
            return outcome_of("blackjack", "no-draw")
        if total > 21:
            return outcome_of("blackjack", "bust")
        return outcome_of("blackjack", "total", total=total)

    def hands(self, round: Round) -> Iterator[LyingHand]:
        for box in round.boxes:
            for number, hand in enumerate(box.hands, 1):
                yield LyingHand("box", hand.cards, box.number, number)
        yield LyingHand("dealer", round.dealer)
