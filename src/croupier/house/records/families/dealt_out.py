"""The cards that lie at each place."""

from croupier.games.dealt_out import Round
from croupier.house.records.outcome import RoundOutcome, outcome_of


class DealtOutRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        hands = {place: " ".join(cards) for place, cards in round.hands.items()}
        return outcome_of(round.rules.family, "dealt-out", **hands)
