"""Roulette at its table."""

from croupier.games.roulette.engine import Round
from croupier.games.roulette.engine.spots import colour
from croupier.kit.phrase import Phrase, words
from croupier.table.family import TableFamily


class RouletteTable(TableFamily[Round]):
    showing = 6_500

    def result(self, round: Round) -> Phrase:
        assert round.pocket is not None
        return self.called(round.pocket)

    def called(self, outcome: int) -> Phrase:
        match colour(outcome):
            case "red":
                return words("{pocket}, red", pocket=outcome)
            case "black":
                return words("{pocket}, black", pocket=outcome)
            case _:
                return words("{pocket}, green", pocket=outcome)
