"""The chips in front of one player before they are confirmed: placed, moved, undone, repeated.

They are nobody's business but the player's: only "Place Bet" makes them count (LIVE 1.2), so they
are not in the journal. A bet behind is sent as it is placed (R19) and never lies here.
"""

from collections.abc import Iterable

from croupier.games.layout import Bet
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import Actor
from croupier.table.judging.betting import check_bets
from croupier.table.state import TableState

Spot = tuple[str, int | None]
Laid = dict[Spot, int]

MOST_STEPS = 200
"""That can be undone."""


class Chips:
    def __init__(self, round: int, laid: Iterable[Bet] = ()) -> None:
        self.round = round
        self._laid: Laid = {}
        for bet in laid:
            self._laid[bet.spot] = self._laid.get(bet.spot, 0) + bet.amount
        self._before: list[Laid] = []

    @property
    def may_undo(self) -> bool:
        return bool(self._before)

    @property
    def total(self) -> int:
        return sum(self._laid.values())

    def bets(self, player: str) -> tuple[Bet, ...]:
        return tuple(Bet(player, bet, amount, box) for (bet, box), amount in self._laid.items())

    def place(self, spot: Spot, amount: int) -> None:
        self._change(self._laid | {spot: self._laid.get(spot, 0) + amount})

    def move(self, spot: Spot, to: Spot, amount: int | None) -> None:
        lies = self._laid.get(spot, 0)
        moved = lies if amount is None else amount
        if not 0 < moved <= lies:
            raise Refused(
                Code.BAD_AMOUNT, words("there is not so much on {bet:bet} to move", bet=spot[0])
            )
        changed = self._laid | {spot: lies - moved}
        changed[to] = changed.get(to, 0) + moved
        self._change(changed)

    def clear(self) -> None:
        self._change({})

    def repeat(self, last: Iterable[Bet]) -> None:
        """ "Last Bet", in place of what lies there."""
        laid = {bet.spot: bet.amount for bet in last if bet.bet != "behind"}
        if not laid:
            raise Refused(Code.ILLEGAL_BET, words("there is no last bet to repeat"))
        self._change(laid)

    def undo(self) -> None:
        if not self._before:
            raise Refused(Code.ILLEGAL_BET, words("there is nothing to undo"))
        self._laid = self._before.pop()

    def by_staff(self, changes: Iterable[Bet]) -> None:
        """What another's hand has put down or moved counts already: it is no step to be undone."""
        for laid in (self._laid, *self._before):
            for bet in changes:
                laid[bet.spot] = max(0, laid.get(bet.spot, 0) + bet.amount)
                if not laid[bet.spot]:
                    del laid[bet.spot]

    def _change(self, laid: Laid) -> None:
        self._before = [*self._before[-MOST_STEPS:], self._laid]
        self._laid = {spot: amount for spot, amount in laid.items() if amount}


def check_spot(state: TableState, actor: Actor, bets: tuple[Bet, ...], spot: Spot) -> None:
    """Whether this spot may be bet on beside the other chips; a stack may grow to its minimum."""
    try:
        check_bets(state, actor.name, bets)
    except Refused as refused:
        if refused.code is not Code.LIMIT:
            raise
        least = state.config.limits.min
        grown = tuple(
            Bet(bet.player, bet.bet, max(bet.amount, least), bet.box)
            if bet.spot == spot or bet.amount < least
            else bet
            for bet in bets
        )
        try:
            check_bets(state, actor.name, grown)
        except Refused:
            raise refused from None
