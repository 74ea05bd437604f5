"""Roulette as a list of settings: one zero, and what each kind of bet pays."""

from typing import Annotated, ClassVar

from msgspec import Meta

from croupier.engine.equipment import Wheel
from croupier.engine.rules import Rules, setting_name
from croupier.games.roulette.engine.spots import POCKETS, SPOTS, kind_of
from croupier.kit.odds import Odds

_PAYS = {
    "straight": "straight_pays",
    "split": "split_pays",
    "street": "street_pays",
    "corner": "corner_pays",
    "line": "line_pays",
    "column": "dozen_pays",
    "dozen": "dozen_pays",
}


_LAYOUT = dict.fromkeys(SPOTS, False)


class RouletteRules(Rules, frozen=True, kw_only=True):
    family: ClassVar[str] = "roulette"
    chips_spread: ClassVar[bool] = True

    straight_pays: Annotated[Odds, Meta(description="one number pays")] = Odds(35, 1)
    split_pays: Annotated[Odds, Meta(description="two numbers pay")] = Odds(17, 1)
    street_pays: Annotated[Odds, Meta(description="three numbers pay")] = Odds(11, 1)
    corner_pays: Annotated[Odds, Meta(description="four numbers pay")] = Odds(8, 1)
    line_pays: Annotated[Odds, Meta(description="six numbers pay")] = Odds(5, 1)
    dozen_pays: Annotated[Odds, Meta(description="twelve numbers pay")] = Odds(2, 1)
    even_chance_pays: Annotated[Odds, Meta(description="eighteen numbers pay")] = Odds(1, 1)

    @property
    def equipment(self) -> Wheel:
        return Wheel(len(POCKETS))

    def spots(self) -> dict[str, bool]:
        """Every bet of the layout; none lies on a box."""
        return _LAYOUT

    def kind_of(self, bet: str) -> str:
        return kind_of(bet) if ":" in bet else "even chance"

    def odds(self, spot: str) -> Odds:
        odds = getattr(self, _PAYS.get(kind_of(spot), "even_chance_pays"))
        assert isinstance(odds, Odds), setting_name(spot)
        return odds
