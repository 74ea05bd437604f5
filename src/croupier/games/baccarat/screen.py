"""A coup: Player's and Banker's hands side by side, and who won the last ones."""

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

from croupier.cli.play.cards import hand_block, name, side_by_side
from croupier.cli.play.screen import Pay, Screen
from croupier.cli.play.terminal import Terminal
from croupier.engine.rules import Rules
from croupier.games.baccarat.engine import BaccaratRules, BaccaratView
from croupier.games.baccarat.irregularities import IRREGULARITIES
from croupier.kit.cards import Card

_REMEMBERED = 10
_BEADS = {"Player": "bold blue", "Banker": "bold red", "Tie": "bold green"}


class BaccaratScreen(Screen[BaccaratView]):
    irregularities = IRREGULARITIES

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
        self._winners: list[str] = []

    def draw(self, view: BaccaratView) -> list[Text]:
        if not view.player:
            return []
        hands = [
            self._hand("Player", view.player, view.player_points),
            self._hand("Banker", view.banker, view.banker_points),
        ]
        return side_by_side(hands, self._width)

    def last_results(self, view: BaccaratView) -> list[Text]:
        if view.void:
            return []
        ours, theirs = view.player_points, view.banker_points
        winner = "Tie" if ours == theirs else "Player" if ours > theirs else "Banker"
        self._winners = [*self._winners, winner][-_REMEMBERED:]
        high, low = max(ours, theirs), min(ours, theirs)
        result = f"Tie at {ours}." if winner == "Tie" else f"{winner} wins, {high} to {low}."
        beads = Text.assemble(("  Last coups:", "dim"))
        for earlier in self._winners:
            beads.append(" ").append(earlier[0], _BEADS[earlier])
        return [Text(f"  {result}", style=_BEADS[winner]), beads]

    def _hand(self, who: str, cards: tuple[Card, ...], points: int) -> list[Text]:
        caption = Text(who, style=_BEADS[who])
        if cards:
            caption.append(f" {self._glyphs.dot} {points}", "bold")
        # Wide enough for the third card from the start, so that Banker stays in place.
        caption.append(" " * (13 - caption.cell_len))
        foot = ""
        if len(cards) == 3:
            foot = f"drew {name(cards[2], self._glyphs)}"
        elif len(cards) == 2 and points >= 8:
            foot = "natural"
        return hand_block(caption, cards, foot, self._glyphs)

    @staticmethod
    def pays(rules: Rules) -> Iterator[Pay]:
        assert isinstance(rules, BaccaratRules)
        yield Pay("player", str(rules.player_pays), "player_pays")
        six = f", a win with six {rules.banker_six_pays}" if rules.banker_six_pays else ""
        yield Pay("banker", f"{rules.banker_pays}{six}", "banker_pays")
        yield Pay("tie", str(rules.tie_pays), "tie_pays")
        if rules.pair_pays:
            yield Pay("player-pair, banker-pair", str(rules.pair_pays), "pair_pays")
        for bet, odds in rules.winning_totals.items():
            yield Pay(bet, str(odds), "winning_totals")
        if rules.ante_pays:
            yield Pay("ante-player, ante-banker", str(rules.ante_pays), "ante_pays")
            points = groupby(
                range(len(rules.wager_pays)), key=lambda losing: rules.wager_pays[losing]
            )
            text = ", ".join(
                f"{odds} against {losing[0]} to {losing[-1]}"
                for odds, losing in ((odds, list(group)) for odds, group in points)
            )
            yield Pay(f"  the raise (ante × {rules.raise_multiple})", text, "wager_pays")
