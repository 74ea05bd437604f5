"""Baccarat at its table."""

from collections import Counter
from collections.abc import Collection, Iterator

from croupier.engine.inputs import CardMove, CardPlace
from croupier.engine.reconstruction import LaidCard
from croupier.engine.waiting import CardDue, Waiting
from croupier.games.baccarat.engine import Round
from croupier.games.baccarat.engine.reconstruction import card_places, check_move, laid_cards
from croupier.games.baccarat.engine.table_of_play import hand_points
from croupier.kit.cards import Card
from croupier.kit.phrase import Phrase, words
from croupier.table.family import ORDINALS, Squeezer, TableFamily
from croupier.table.guide_value import Guide, GuideStep, guided

SIDES = {"player": ("player", "ante-player"), "banker": ("banker", "ante-banker")}
"""Hand → the bets on it."""


class BaccaratTable(TableFamily[Round]):
    showing = 1_500
    squeezing = 7_000

    def place(self, round: Round, due: CardDue) -> Phrase:
        if due.to == "player":
            return words("Player's {nth} card", nth=ORDINALS[len(round.player)])
        return words("Banker's {nth} card", nth=ORDINALS[len(round.banker)])

    def laid_cards(self, round: Round) -> tuple[LaidCard, ...]:
        return laid_cards(round)

    def card_places(self, round: Round) -> tuple[CardPlace, ...]:
        return card_places(round)

    def check_move(self, round: Round, move: CardMove) -> LaidCard:
        return check_move(round, move)

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

    def squeezers(self, round: Round) -> tuple[Squeezer, ...]:
        """For each hand whoever has the most on it, of equals the first. The card "Up The Ante"
        lies open, since antes are raised by it (NKB 3.4)."""
        return tuple(_squeezers(round))

    def squeezes(self, round: Round, players: Collection[str]) -> int:
        """The first two cards of both hands lie there together; a third is dealt when they are
        turned."""
        theirs = {squeezer.hand for squeezer in _squeezers(round) if squeezer.player in players}
        dealt = [len(cards) for hand, cards in _hands(round) if hand in theirs]
        return any(count >= 2 for count in dealt) + sum(count > 2 for count in dealt)


def _squeezers(round: Round) -> Iterator[Squeezer]:
    for hand, bets in SIDES.items():
        staked: Counter[str] = Counter()
        for bet in round.bets:
            if bet.bet in bets:
                staked[bet.player] += bet.amount
        if staked:
            up_the_ante = hand == "player" and round.rules.ante_pays is not None
            yield Squeezer(hand, max(staked, key=staked.__getitem__), int(up_the_ante))


def _hands(round: Round) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    return ("player", round.player), ("banker", round.banker)
