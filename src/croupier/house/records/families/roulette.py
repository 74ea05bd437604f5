"""The colour, with the pocket; there are no cards."""

from croupier.games.roulette import Round, view
from croupier.games.viewer import PUBLIC
from croupier.house.records.outcome import LyingHand, RoundOutcome, outcome_of


class RouletteRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        seen = view(round, PUBLIC)
        assert seen.pocket is not None
        assert seen.colour is not None
        return outcome_of("roulette", seen.colour, pocket=seen.pocket)

    def hands(self, round: Round) -> tuple[LyingHand, ...]:  # noqa: ARG002
        return ()
