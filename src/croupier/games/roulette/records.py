"""The colour, with the pocket."""

from croupier.engine import protocol as engine
from croupier.engine.viewer import PUBLIC
from croupier.games.roulette.engine import RouletteView, Round
from croupier.house.records.outcome import RoundOutcome, outcome_of


class RouletteRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        seen = engine.view(round, PUBLIC)
        assert isinstance(seen, RouletteView)
        assert seen.pocket is not None
        assert seen.colour is not None
        return outcome_of("roulette", seen.colour, pocket=seen.pocket)
