"""Hands side by side, as the cards are dealt out."""

from collections.abc import Iterator

from rich.text import Text

from croupier.cli.play.cards import hand_block, side_by_side
from croupier.cli.play.screen import Pay, Screen
from croupier.games.dealt_out import DealtOutRules, DealtOutView
from croupier.games.rules import Rules


class DealtOutScreen(Screen[DealtOutView]):
    def draw(self, view: DealtOutView) -> list[Text]:
        hands = [
            hand_block(Text(place.title(), style="bold"), cards, "", self._glyphs)
            for place, cards in view.hands.items()
            if cards
        ]
        return side_by_side(hands, self._width) if hands else []

    @staticmethod
    def pays(rules: Rules) -> Iterator[Pay]:
        assert isinstance(rules, DealtOutRules)
        return (Pay(bet, str(rules.odds(bet)), text.pays) for bet, text in rules.bets.items())
