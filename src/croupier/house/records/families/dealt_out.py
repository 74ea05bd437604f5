"""What is kept of a game of another package, unless it says otherwise: the cards at each place, as
everybody saw them."""

from croupier.engine import protocol as engine
from croupier.engine.protocol import Round
from croupier.house.records.outcome import RoundOutcome, outcome_of


class DealtOutRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        hands = {place: " ".join(cards) for place, cards in engine.hands(round).items()}
        return outcome_of(round.rules.family, "dealt-out", **hands)
