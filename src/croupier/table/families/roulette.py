"""Roulette at its table."""

from croupier.games.roulette import Round
from croupier.games.roulette.spots import colour
from croupier.kit.phrase import Phrase, words
from croupier.table.family import TableFamily


class RouletteTable(TableFamily[Round]):
    showing = 6_500

    def result(self, round: Round) -> Phrase:
        assert round.pocket is not None
        return called(round.pocket)


def called(pocket: int) -> Phrase:
    match colour(pocket):
        case "red":
            return words("{pocket}, red", pocket=pocket)
        case "black":
            return words("{pocket}, black", pocket=pocket)
        case _:
            return words("{pocket}, green", pocket=pocket)
