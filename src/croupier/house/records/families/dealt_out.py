"""The cards that lie at each place."""

from collections.abc import Iterator

from croupier.games.dealt_out import Round
from croupier.house.records.outcome import LyingHand, RoundOutcome, outcome_of


class DealtOutRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        hands = {place: " ".join(cards) for place, cards in round.hands.items()}
        return outcome_of(round.rules.family, "dealt-out", **hands)

    def hands(self, round: Round) -> Iterator[LyingHand]:
        for place, cards in round.hands.items():
            yield LyingHand(place, tuple(cards))
