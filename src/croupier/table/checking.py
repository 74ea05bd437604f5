"""What a draft of bets would be refused for, and which spots would take no further chip beside it.

A draft is its player's own business: only "Place Bet" makes it count (LIVE 1.2), so nothing of it
is kept. It is laid on the layout to be judged there, and the layout is then as before.
"""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.engine import protocol as engine
from croupier.engine.layout import Bet
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.table.commands import LaidBet
from croupier.table.judging.betting import box_taken, check_count, making_room
from croupier.table.judging.common import check_phase
from croupier.table.state import TablePhase, TableState

Spot = tuple[str, int | None]


class Checked(NamedTuple):
    refused: dict[Spot, Refused]
    """Bets of the draft that cannot lie there."""
    short: dict[Spot, Refused]
    """Bets of the draft under their minimum: they may lie there, and grow to it."""
    closed: dict[Spot, Refused]
    """Spots that would not take one more of the smallest chips."""


def check_draft(state: TableState, player: str, draft: tuple[LaidBet, ...]) -> Checked:
    check_phase(state, TablePhase.BETTING)
    check_count(draft)
    bets = [Bet(player, laid.bet, laid.amount, laid.box) for laid in draft]
    try:
        box_taken(state, player)
    except Refused as all_taken:
        spots = dict.fromkeys(every_spot(state.rules), all_taken)
        return Checked({bet.spot: all_taken for bet in bets}, {}, spots)
    lifted = state.layout.lift(player)
    try:
        for bet in bets:
            state.layout.put(bet)
        return _Trial(state, player).checked()
    finally:
        state.layout.lay_back(player, lifted)


def every_spot(rules: Rules) -> Iterator[Spot]:
    for bet, on_box in engine.spots(rules).items():
        for box in range(1, rules.places + 1) if on_box else (None,):
            yield bet, box


class _Trial:
    """With the draft lying on the layout."""

    def __init__(self, state: TableState, player: str) -> None:
        self._state = state
        self._layout = state.layout
        self._player = player

    def checked(self) -> Checked:
        refused = self._refusals()
        short = self._short(refused)
        refused = {spot: why for spot, why in refused.items() if spot not in short}
        for spot in refused:
            self._layout.take_up(self._lying(spot))
        standing = tuple(bet for bet in self._layout.bets_of(self._player) if bet.spot not in short)
        closed = {}
        for spot in every_spot(self._state.rules):
            if (why := self._closed(spot, standing)) is not None:
                closed[spot] = why
        return Checked(refused, short, closed)

    def _refusals(self) -> dict[Spot, Refused]:
        with making_room(self._state, self._player):
            refusals = {bet.spot: self._refusal(bet) for bet in self._layout.bets_of(self._player)}
        return {spot: why for spot, why in refusals.items() if why is not None}

    def _refusal(self, bet: Bet) -> Refused | None:
        state, layout = self._state, self._layout
        try:
            engine.check_bet(state.rules, state.config.limits, bet, layout, layout)
        except Refused as refused:
            return refused
        return None

    def _short(self, refused: dict[Spot, Refused]) -> dict[Spot, Refused]:
        """Those that nothing is the matter with but that they are too small."""
        added = []
        for spot, why in refused.items():
            missing = self._least(spot) - self._lying(spot).amount
            if why.code is Code.LIMIT and missing > 0:
                added.append(self._chip(spot, missing))
        for chip in added:
            self._layout.put(chip)
        still = self._refusals() if added else refused
        for chip in added:
            self._layout.take_up(chip)
        return {chip.spot: refused[chip.spot] for chip in added if chip.spot not in still}

    def _closed(self, spot: Spot, standing: tuple[Bet, ...]) -> Refused | None:
        """Why neither the smallest chip is taken there nor as many as the spot must have."""
        unit = self._state.rules.chip_unit
        enough = max(unit, self._least(spot) - self._layout.amount(self._player, *spot))
        # R8: on a box the chips of all count, and one may be enough.
        for amount in (unit, enough) if spot[1] is not None else (enough,):
            why = self._with_chip(self._chip(spot, amount), standing)
            if why is None or why.code is not Code.LIMIT:
                break
        return why

    def _with_chip(self, chip: Bet, standing: tuple[Bet, ...]) -> Refused | None:
        self._layout.put(chip)
        try:
            if chip.box is None:
                return self._refusal(self._lying(chip.spot))
            # Only a chip on a box makes others give way, or is in the way of another bet of the
            # same player (LIVE 2.5.2.3).
            with making_room(self._state, self._player):
                for bet in (self._lying(chip.spot), *standing):
                    if (why := self._refusal(bet)) is not None:
                        return why
                return None
        finally:
            self._layout.take_up(chip)

    def _least(self, spot: Spot) -> int:
        limits, rules = self._state.config.limits, self._state.rules
        return limits.min if rules.is_main(spot[0]) else limits.side_min or rules.chip_unit

    def _lying(self, spot: Spot) -> Bet:
        lies = self._layout.bet_of(self._player, *spot)
        assert lies is not None
        return lies

    def _chip(self, spot: Spot, amount: int) -> Bet:
        return Bet(self._player, spot[0], amount, spot[1])
