"""The layout: where every chip lies before "No more bets".

It keeps sums beside the chips, so that a new bet is judged at the same cost whether it is the
first or the ten-thousandth around the wheel.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from operator import itemgetter

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
    def spot(self) -> "Spot":
        return self.bet, self.box


Spot = tuple[str, int | None]
Laid = tuple[Bet, int]
"""Chips on a spot, with the turn in which they came there."""
Lifted = tuple[Laid, ...]
"""A player's chips off the layout, each with its turn."""


class Layout:
    """Chips by player and by spot. Bets of one player on one spot are added up."""

    def __init__(self, seats: Mapping[int, str] | None = None, bets: Iterable[Bet] = ()) -> None:
        self.seats = dict(seats or {})
        # Who was there first decides for a box (R7), so each spot keeps its turn, and chips that
        # are lifted to be judged can be laid back where they were.
        self._of: dict[str, dict[Spot, Laid]] = {}
        self._next_turn = 0
        self._totals: defaultdict[Spot, int] = defaultdict(int)
        # Dictionaries as sets without a hash's whims; any can leave at once.
        self._on: defaultdict[Spot, dict[str, None]] = defaultdict(dict)
        for bet in bets:
            self.put(bet)

    def put(self, bet: Bet) -> None:
        """Lay chips down, unjudged."""
        spot = bet.spot
        self._add(self._of.setdefault(bet.player, {}), bet)
        self._on[spot][bet.player] = None
        self._totals[spot] += bet.amount

    def take_up(self, bet: Bet) -> None:
        """The same chips off the layout again."""
        spot, own = bet.spot, self._of[bet.player]
        standing, turn = own[spot]
        self._totals[spot] -= bet.amount
        if standing.amount > bet.amount:
            less = msgspec.structs.replace(standing, amount=standing.amount - bet.amount)
            own[spot] = less, turn
            return
        del own[spot], self._on[spot][bet.player]
        if not own:
            del self._of[bet.player]

    def laid(self, player: str) -> Lifted:
        """A player's chips as they lie, each with its turn."""
        return tuple(self._of.get(player, _NONE).values())

    def lift(self, player: str) -> Lifted:
        """Take all of a player's chips off the layout."""
        lifted = self.laid(player)
        self._exchange(player, {})
        return lifted

    def lay(self, player: str, bets: Iterable[Bet]) -> None:
        """In place of what lies there now, as if all of it had been lifted and put down anew."""
        own: dict[Spot, Laid] = {}
        for bet in bets:
            self._add(own, bet)
        self._exchange(player, own)

    def lay_back(self, player: str, lifted: Lifted) -> None:
        """In place of what lies there now: the chips as they were, each in its old turn."""
        self._exchange(player, {laid[0].spot: laid for laid in lifted})

    def _add(self, own: dict[Spot, Laid], bet: Bet) -> None:
        """To a player's chips; the sums are another's to keep."""
        spot = bet.spot
        if (laid := own.get(spot)) is None:
            own[spot] = bet, self._next_turn
            self._next_turn += 1
            return
        standing, turn = laid
        more = msgspec.structs.replace(
            standing,
            amount=standing.amount + bet.amount,
            follow=bet.follow,
            accepted=bet.accepted or standing.accepted,
        )
        own[spot] = more, turn

    def _exchange(self, player: str, own: dict[Spot, Laid]) -> None:
        """All of a player's chips for others. Every bet comes by here more than once, and most of
        its chips lie already where they are to lie."""
        before, on, totals = self._of.get(player, _NONE), self._on, self._totals
        for spot, (bet, _) in before.items():
            totals[spot] -= bet.amount
            if spot not in own:
                del on[spot][player]
        for spot, (bet, _) in own.items():
            totals[spot] += bet.amount
            if spot not in before:
                on[spot][player] = None
        if own:
            self._of[player] = own
        else:
            self._of.pop(player, None)

    @property
    def empty(self) -> bool:
        return not self._of

    @property
    def bettors(self) -> int:
        return len(self._of)

    @property
    def players(self) -> Iterable[str]:
        return self._of.keys()

    @property
    def staked(self) -> int:
        return sum(self._totals.values())

    def count(self, bet: str, box: int | None = None) -> int:
        """How many have bet on the spot."""
        return len(self._on.get((bet, box), ()))

    @property
    def bets(self) -> tuple[Bet, ...]:
        """All chips, in the order their spots were first bet on."""
        every = [laid for own in self._of.values() for laid in own.values()]
        return tuple(bet for bet, _ in sorted(every, key=itemgetter(1)))

    def bets_of(self, player: str) -> tuple[Bet, ...]:
        # Chips are lifted all at once and laid back in their turn, so these are always in order.
        return tuple([bet for bet, _ in self._of.get(player, _NONE).values()])

    def amount(self, player: str, bet: str, box: int | None = None) -> int:
        laid = self._of.get(player, _NONE).get((bet, box))
        return laid[0].amount if laid else 0

    def total(self, bet: str, box: int | None = None) -> int:
        return self._totals.get((bet, box), 0)

    def players_on(self, bet: str, box: int | None = None) -> tuple[str, ...]:
        """Who bet on the spot, the earliest first."""
        spot = bet, box
        return tuple(sorted(self._on.get(spot, ()), key=lambda player: self._of[player][spot][1]))

    def first_on(self, bet: str, box: int | None = None) -> str | None:
        return next(iter(self.players_on(bet, box)), None)

    def boxes_of(self, player: str, bet: str) -> tuple[int, ...]:
        spots = self._of.get(player, _NONE)
        return tuple(box for name, box in spots if name == bet and box is not None)

    def has(self, bet: str) -> bool:
        """Whether anybody has that bet, on any box."""
        return any(spot == bet and total for (spot, _), total in self._totals.items())

    def bet_of(self, player: str, bet: str, box: int | None = None) -> Bet | None:
        laid = self._of.get(player, _NONE).get((bet, box))
        return laid[0] if laid else None


_NONE: dict[Spot, Laid] = {}
"""Of who has no chips on the layout; nobody writes to it."""
