"""The screen of a game of another package, unless it says otherwise: the hands side by side."""

from collections.abc import Iterator

from rich.text import Text

from croupier.cli.play.cards import hand_block, side_by_side
from croupier.cli.play.screen import Pay, Screen
from croupier.engine.dealt_out import DealtOutRules
from croupier.engine.protocol import View
from croupier.engine.rules import Rules


class DealtOutScreen(Screen[View]):
    def draw(self, view: View) -> list[Text]:
        hands = [
            hand_block(Text(place.title(), style="bold"), cards, "", self._glyphs)
            for place, cards in getattr(view, "hands", {}).items()
            if cards
        ]
        return side_by_side(hands, self._width) if hands else []

    @staticmethod
    def pays(rules: Rules) -> Iterator[Pay]:
        if not isinstance(rules, DealtOutRules):
            return super(DealtOutScreen, DealtOutScreen).pays(rules)
        return (Pay(bet, str(rules.odds(bet)), text.pays) for bet, text in rules.bets.items())
