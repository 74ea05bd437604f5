"""Nobody is stuck for want of chips: the house gives play chips to who comes, and again to who has
none left. Where members buy theirs at the cage, it shows them the way there."""

import hashlib
from collections.abc import Mapping

import msgspec

from croupier.house.cage.book import Chips, Given
from croupier.house.cage.cage import Cage
from croupier.house.clock import MINUTE, Clock
from croupier.house.people.people import People
from croupier.house.protection.windows import moment
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.room import Room
from croupier.server.settings import HouseSettings
from croupier.table.state import TablePhase

MOST_CHIPS = 1_000_000_00
LONGEST_WAIT = 7 * 24 * 60
"""Minutes between two refills."""


class ChipsView(msgspec.Struct, frozen=True):
    """Where a player's chips come from."""

    source: Chips
    amount: int
    """What the house gives; 0: nothing, they are bought at the cage."""
    least: int
    """Who has less, and nothing on a table, has run out."""
    next_ms: int
    """When the house gives again; 0: now."""
    cage: str
    """Where the cage is, in the house's own words; there may be none."""


class PlayChips:
    def __init__(
        self,
        settings: HouseSettings,
        cage: Cage,
        people: People,
        clock: Clock,
        rooms: Mapping[str, Room],
    ) -> None:
        self._settings = settings
        self._cage = cage
        self._people = people
        self._clock = clock
        self._rooms = rooms

    @property
    def members(self) -> Chips:
        """Where members have their chips from: once there are any, the books say."""
        usual = Chips.PLAY if self._settings.guests else Chips.CAGE
        return self._cage.chips or self._settings.members or usual

    def check_members(self) -> None:
        """Play chips never turn into money, nor money into play chips."""
        wanted = self._settings.members or self.members
        if wanted is not self.members:
            raise Refused(
                Code.BAD_SETTING,
                f"members of this house have chips of the {self.members} kind already, "
                f"and cannot have {wanted} chips",
            )

    def source(self, role: Role) -> Chips:
        """Guests always have theirs from the house."""
        return Chips.PLAY if role is Role.GUEST else self.members

    async def welcome(self, name: str, role: Role) -> None:
        if self.source(role) is Chips.PLAY:
            amount = self._settings.play_chips
            await self._cage.give(name, amount, f"play-chips-{name}", lambda _: None)

    async def refill(self, name: str, role: Role, balance: int, id: str) -> None:
        """For who has run out; not oftener than the house has set."""
        if self.source(role) is not Chips.PLAY:
            raise Refused(Code.ILLEGAL_ACTION, words("chips are bought at the cage in this house"))

        def check(given: Given) -> None:
            if balance >= self.least() or self._at_stake(name):
                raise Refused(
                    Code.ILLEGAL_ACTION,
                    words(
                        "the house gives chips to who has less than {least:amount}, "
                        "and nothing on a table",
                        least=self.least(),
                    ),
                )
            next_ms = self._next(given)
            if next_ms > self._clock.wall():
                raise Refused(
                    Code.TOO_OFTEN,
                    words("the house gives chips again {when:moment}", when=moment(next_ms)),
                )

        # The giver is the house, so the id has to name whom it is for.
        own = f"refill-{name}-{hashlib.sha256(id.encode()).hexdigest()[:20]}"
        await self._cage.give(name, self._settings.play_chips, own, check)

    def promised(self, player: str) -> int:
        """Chips that a guest has as soon as there is an account for them."""
        waits = self._people.unwritten(player) and not self._cage.given(player).times
        return self._settings.play_chips if waits else 0

    def view(self, name: str, role: Role) -> ChipsView:
        settings, source = self._settings, self.source(role)
        plays = source is Chips.PLAY
        next_ms = self._next(self._cage.given(name)) if plays else 0
        return ChipsView(
            source,
            settings.play_chips if plays else 0,
            self.least(),
            next_ms if next_ms > self._clock.wall() else 0,
            "" if plays else settings.cage,
        )

    def least(self) -> int:
        """The smallest bet there is in the house."""
        return min(room.state.config.limits.min for room in self._rooms.values())

    def _next(self, given: Given) -> int:
        """The first refill may come at once: what a newcomer is given is none."""
        if given.times <= 1:
            return 0
        return given.last_ms + self._settings.refill_minutes * MINUTE

    def _at_stake(self, name: str) -> bool:
        return any(
            room.state.phase in (TablePhase.BETTING, TablePhase.PLAYING)
            and room.state.layout.bets_of(name)
            for room in self._rooms.values()
        )
