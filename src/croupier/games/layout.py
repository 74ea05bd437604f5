"""The layout: where every chip lies before "No more bets".

It keeps sums beside the chips, so that a new bet is judged at the same cost whether it is the
first or the ten-thousandth around the wheel.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words


class Accepted(StrEnum):
    """How a bet came to stand that the server would have refused (R8, R14)."""

    OVER_LIMIT = "over-limit"
    UNDER_LIMIT = "under-limit"
    LATE_FOUND = "late-found"


class Limits(msgspec.Struct, frozen=True):
    """The table's minimum and maximum, in the smallest unit; side bets have limits of their own."""

    min: int = 1_00
    max: int = 10_000_00
    side_min: int | None = None
    side_max: int | None = None

    def check_most(self, amount: int, what: Phrase, clause: str, *, side: bool = False) -> None:
        most = self.max if not side or self.side_max is None else self.side_max
        if amount > most:
            raise Refused(
                Code.LIMIT,
                words("{what} is over the maximum of {most:amount}", what=what, most=most),
                clause,
            )

    def check_least(
        self, amount: int, what: Phrase, clause: str, chip_unit: int | None = None
    ) -> None:
        """Side bets, told by their chip unit, start at it unless the house says otherwise (R3a)."""
        least = self.min if chip_unit is None else (self.side_min or chip_unit)
        if amount < least:
            raise Refused(
                Code.LIMIT,
                words("{what} is under the minimum of {least:amount}", what=what, least=least),
                clause,
            )


class Bet(msgspec.Struct, frozen=True):
    player: str
    bet: str
    amount: int
    box: int | None = None
    follow: bool = False
    """Bet behind: split and double with the seat (LIVE 2.5.2)."""
    accepted: Accepted | None = None

    @property
    def spot(self) -> tuple[str, int | None]:
        return self.bet, self.box


Lifted = tuple[tuple[Bet, int], ...]
"""A player's chips off the layout, each with its turn."""


class Layout:
    """Chips by spot and by player. Bets of one player on one spot are added up."""

    def __init__(self, seats: Mapping[int, str] | None = None, bets: Iterable[Bet] = ()) -> None:
        self.seats = dict(seats or {})
        self._bets: dict[tuple[str, str, int | None], Bet] = {}
        self._totals: defaultdict[tuple[str, int | None], int] = defaultdict(int)
        # Who was there first decides for a box (R7), so each spot keeps its turn, and chips that
        # are lifted to be judged can be laid back where they were.
        self._turns: dict[tuple[str, str, int | None], int] = {}
        self._next_turn = 0
        # Dictionaries as sets without a hash's whims; any can leave at once.
        self._on: defaultdict[tuple[str, int | None], dict[str, None]] = defaultdict(dict)
        self._of: defaultdict[str, dict[tuple[str, int | None], None]] = defaultdict(dict)
        for bet in bets:
            self.put(bet)

    def put(self, bet: Bet) -> None:
        """Lay chips down, unjudged."""
        spot = bet.spot
        key = (bet.player, *spot)
        standing = self._bets.get(key)
        if standing is None:
            self._bets[key] = bet
            self._turns[key] = self._next_turn
            self._next_turn += 1
            self._on[spot][bet.player] = None
            self._of[bet.player][spot] = None
        else:
            self._bets[key] = msgspec.structs.replace(
                standing,
                amount=standing.amount + bet.amount,
                follow=bet.follow,
                accepted=bet.accepted or standing.accepted,
            )
        self._totals[spot] += bet.amount

    def take_up(self, bet: Bet) -> None:
        """The same chips off the layout again."""
        spot = bet.spot
        key = (bet.player, *spot)
        standing = self._bets[key]
        self._totals[spot] -= bet.amount
        if standing.amount > bet.amount:
            self._bets[key] = msgspec.structs.replace(standing, amount=standing.amount - bet.amount)
            return
        del self._bets[key], self._turns[key], self._on[spot][bet.player]
        del self._of[bet.player][spot]
        if not self._of[bet.player]:
            del self._of[bet.player]

    def laid(self, player: str) -> Lifted:
        """A player's chips as they lie, each with its turn."""
        return tuple((bet, self._turns[player, *bet.spot]) for bet in self.bets_of(player))

    def lift(self, player: str) -> Lifted:
        """Take all of a player's chips off the layout."""
        lifted = self.laid(player)
        for bet, _ in lifted:
            spot = bet.spot
            key = (player, *spot)
            del self._bets[key], self._turns[key]
            del self._on[spot][player]
            self._totals[spot] -= bet.amount
        self._of.pop(player, None)
        return lifted

    def lay_back(self, player: str, lifted: Lifted) -> None:
        """In place of what lies there now: the chips as they were, each in its old turn."""
        self.lift(player)
        for bet, turn in lifted:
            self.put(bet)
            self._turns[(player, *bet.spot)] = turn

    @property
    def empty(self) -> bool:
        return not self._bets

    @property
    def bettors(self) -> int:
        return len(self._of)

    @property
    def staked(self) -> int:
        return sum(self._totals.values())

    def count(self, bet: str, box: int | None = None) -> int:
        """How many have bet on the spot."""
        return len(self._on.get((bet, box), ()))

    @property
    def bets(self) -> tuple[Bet, ...]:
        """All chips, in the order their spots were first bet on."""
        return tuple(self._bets[key] for key in sorted(self._bets, key=self._turns.__getitem__))

    def bets_of(self, player: str) -> tuple[Bet, ...]:
        # Chips are lifted all at once and laid back in their turn, so these are always in order.
        return tuple(self._bets[player, *spot] for spot in self._of.get(player, ()))

    def amount(self, player: str, bet: str, box: int | None = None) -> int:
        laid = self._bets.get((player, bet, box))
        return laid.amount if laid else 0

    def total(self, bet: str, box: int | None = None) -> int:
        return self._totals.get((bet, box), 0)

    def players_on(self, bet: str, box: int | None = None) -> tuple[str, ...]:
        """Who bet on the spot, the earliest first."""
        return tuple(
            sorted(self._on.get((bet, box), ()), key=lambda player: self._turns[player, bet, box])
        )

    def first_on(self, bet: str, box: int | None = None) -> str | None:
        return next(iter(self.players_on(bet, box)), None)

    def boxes_of(self, player: str, bet: str) -> tuple[int, ...]:
        spots = self._of.get(player, ())
        return tuple(box for name, box in spots if name == bet and box is not None)

    def has(self, bet: str) -> bool:
        """Whether anybody has that bet, on any box."""
        return any(spot == bet and total for (spot, _), total in self._totals.items())

    def bet_of(self, player: str, bet: str, box: int | None = None) -> Bet | None:
        return self._bets.get((player, bet, box))
