"""Baccarat at its table."""

from croupier.games.baccarat import Round
from croupier.games.baccarat.table_of_play import hand_points
from croupier.games.waiting import CardDue, Waiting
from croupier.kit.phrase import Phrase, words
from croupier.table.family import ORDINALS, TableFamily
from croupier.table.guide_value import Guide, GuideStep, guided


class BaccaratTable(TableFamily[Round]):
    showing = 1_500

    def place(self, round: Round, due: CardDue) -> Phrase:
        if due.to == "player":
            return words("Player's {nth} card", nth=ORDINALS[len(round.player)])
        return words("Banker's {nth} card", nth=ORDINALS[len(round.banker)])

    def decisions(self, round: Round, waiting: Waiting) -> Guide:  # noqa: ARG002
        who = tuple(dict.fromkeys(decision.player for decision in waiting.decisions))
        sentence = words("Wait for the antes of {who:and}.", who=who)
        return guided(GuideStep.WAIT_FOR_DECISION, sentence, words("Raise or fold?"))

    def result(self, round: Round) -> Phrase:
        player, banker = hand_points(round.player), hand_points(round.banker)
        if player == banker:
            return words("Tie, {player} to {banker}", player=player, banker=banker)
        if player > banker:
            return words(
                "Player wins, Player {player}, Banker {banker}", player=player, banker=banker
            )
        return words("Banker wins, Player {player}, Banker {banker}", player=player, banker=banker)
