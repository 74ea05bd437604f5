"""Baccarat as a list of settings."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.games.rules import Rules
from croupier.kit.odds import Odds

MAIN_BETS = ("player", "banker", "tie")
PAIRS = ("player-pair", "banker-pair")
ANTES = {"ante-player": "wager-player", "ante-banker": "wager-banker"}
"""Ante → the wager that raises it."""


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """Where the document says what a settlement line or a refusal cites."""

    main: str
    """Player, Banker and Tie."""
    tie_returns: str
    limit: str
    pair: str = ""
    winning_total: str = ""
    needs_main_bet: str = ""
    ante: str = ""
    ante_decision: str = ""
    ante_folded: str = ""
    void: dict[str, str] = {}
    """Why a round was voided → its clause; R26 where the document has none."""
    interrupted: str = "R4"
    misdeal: str = "R24"
    finished: str = "R5"
    adjusted: str = "R5"


class BaccaratRules(Rules, frozen=True, kw_only=True):
    clauses: Clauses

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
