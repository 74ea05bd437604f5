"""What is simulated: everything that, with a seed and a number of units, names a result."""

from typing import Any

import msgspec

from croupier.engine.equipment import Cards
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.odds.cache import as_played


class Plan(msgspec.Struct, frozen=True):
    rules: Rules
    shoes: bool = False
    """Whether shoes are dealt down to the cut card; else every round has a fresh one."""
    boxes: int = 1
    strategy: str | None = None
    """By its name; None: the family's own."""
    written: str = ""
    """A strategy as `croupier strategy --json` writes it, in place of a name."""

    @property
    def cards(self) -> Cards:
        """What the game is dealt with; refused where it has no cards, or where the cut card lies
        too high for a round."""
        cards = self.rules.equipment
        if not isinstance(cards, Cards):
            raise Refused(Code.BAD_SETTING, f"{self.rules.game} is played without cards")
        if self.shoes and cards.size - cards.burned <= cards.reserve:
            raise Refused(
                Code.BAD_SETTING,
                f"the shoe is too short: of {cards.size} cards {cards.burned} are burned, and with"
                f" {cards.reserve} left no round is begun",
            )
        return cards

    def named(self) -> dict[str, Any]:
        """As plain values: two plans that have these alike come to the same totals."""
        named = {
            "game": self.rules.game,
            "rules": as_played(self.rules),
            "shoes": self.shoes,
            "boxes": self.boxes,
            "strategy": self.strategy,
            "written": self.written,
        }
        plain = msgspec.to_builtins(named, str_keys=True, order="sorted")
        return msgspec.json.decode(msgspec.json.encode(plain), type=dict[str, Any])

    def refuse_boxes(self) -> None:
        """For games in which all bets are decided at once, whoever has put them down."""
        if self.boxes != 1:
            raise Refused(
                Code.BAD_SETTING,
                f"how many play changes nothing in {self.rules.game}: it is simulated for one",
            )

    def refuse_strategy(self) -> None:
        if self.strategy is not None or self.written:
            message = f"{self.rules.game} asks its players nothing: there is no strategy"
            raise Refused(Code.BAD_SETTING, message)
