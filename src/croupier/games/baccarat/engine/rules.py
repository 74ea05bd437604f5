"""Baccarat as a list of settings."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from croupier.engine.equipment import Cards
from croupier.engine.inputs import Action
from croupier.engine.rules import Rules
from croupier.kit.odds import Odds

MAIN_BETS = ("player", "banker", "tie")
PAIRS = ("player-pair", "banker-pair")
ANTES = {"ante-player": "wager-player", "ante-banker": "wager-banker"}
"""Ante → the wager that raises it."""
CUT_CARD_FROM_BACK = 14
"""Cards behind the cut card; a coup takes six at most."""


class BaccaratRules(Rules, frozen=True, kw_only=True):
    family: ClassVar[str] = "baccarat"
    stakes_grow: ClassVar[bool] = True
    has_roads: ClassVar[bool] = True

    decks: Annotated[int, Meta(ge=1, le=8, description="decks of 52 in the shoe")]
    boxes: Annotated[
        int | None, Meta(ge=1, le=14, description="betting boxes on the layout, one for a player")
    ] = None
    """None: whoever likes stands around the layout."""
    player_pays: Annotated[Odds, Meta(description="Player pays")]
    banker_pays: Annotated[Odds, Meta(description="Banker pays")]
    banker_six_pays: Annotated[
        Odds | None, Meta(description="Banker pays when it wins with six")
    ] = None
    tie_pays: Annotated[Odds, Meta(description="Tie pays")]
    pair_pays: Annotated[Odds | None, Meta(description="a pair pays")] = None
    winning_totals: dict[str, Odds] = {}
    """Winning Total bet → its pay (NKB 4.1.2)."""
    ante_pays: Annotated[Odds | None, Meta(description="an ante pays")] = None
    wager_pays: tuple[Odds, ...] = ()
    """What a raised wager pays, by the losing hand's points 0 to 8 (NKB 4.1.3)."""
    raise_multiple: Annotated[
        int | None, Meta(ge=1, le=5, description="an ante is raised by so many times itself")
    ] = None

    @property
    def equipment(self) -> Cards:
        return Cards(self.decks, CUT_CARD_FROM_BACK, reserve=CUT_CARD_FROM_BACK)

    @property
    def places(self) -> int:
        return self.boxes or 0

    @property
    def bets_at_own_box(self) -> bool:
        """NKB 2.1.2: each player has a box, and the bet lies in it."""
        return self.boxes is not None

    @property
    def silence(self) -> Action:
        """R23: an ante that is not raised in time is folded."""
        return Action.FOLD

    @property
    def part_of(self) -> Mapping[str, str]:
        """A raise is a part of its ante."""
        return {wager: ante for ante, wager in ANTES.items()} if self.ante_pays else {}

    def is_main(self, bet: str) -> bool:
        return bet in MAIN_BETS

    def spots(self) -> dict[str, bool]:
        """Every bet of the layout; none lies on a box."""
        names = [*MAIN_BETS]
        if self.pair_pays:
            names += PAIRS
        names += self.winning_totals
        if self.ante_pays:
            names += ANTES
        return dict.fromkeys(names, False)

    def pays(self) -> Iterator[tuple[str, Odds]]:
        yield from Rules.pays(self)
        yield from self.winning_totals.items()
        for losing, odds in enumerate(self.wager_pays):
            yield f"a wager against {losing}", odds
