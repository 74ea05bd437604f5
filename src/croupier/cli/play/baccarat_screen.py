"""A coup: Player's and Banker's hands side by side, and who won the last ones."""

from rich.text import Text

from croupier.cli.play.cards import Glyphs, hand_block, name, side_by_side
from croupier.games.baccarat import BaccaratView
from croupier.kit.cards import Card

_REMEMBERED = 10
_BEADS = {"Player": "bold blue", "Banker": "bold red", "Tie": "bold green"}


class BaccaratScreen:
    def __init__(self, glyphs: Glyphs, width: int) -> None:
        self._glyphs = glyphs
        self._width = width
        self._winners: list[str] = []

    def welcome(self) -> list[Text]:
        return []

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
        told = f"Tie at {ours}." if winner == "Tie" else f"{winner} wins, {high} to {low}."
        beads = Text.assemble(("  Last coups:", "dim"))
        for one in self._winners:
            beads.append(" ").append(one[0], _BEADS[one])
        return [Text(f"  {told}", style=_BEADS[winner]), beads]

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
