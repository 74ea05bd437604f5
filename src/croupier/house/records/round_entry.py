"""One round as the books tell of it, without reading it again."""

import msgspec

from croupier.games.rules_digest import rules_digest
from croupier.house.records.handle import NO_PLAY, Play
from croupier.house.records.outcome import RoundOutcome
from croupier.monitoring.taken import RoundTaken
from croupier.table.config import TableConfig


class RoundEntry(msgspec.Struct, frozen=True):
    """One round. It is replaced, never changed, so another thread may read it at any time."""

    number: int
    first_seq: int
    """The entry that opened its betting."""
    config: TableConfig
    seats: dict[int, str]
    """As they were when betting opened."""
    dealer: str | None
    """On duty at "No more bets"."""
    begun_seq: int
    """The entry that said "No more bets", and when it did."""
    begun_ms: int
    ended_seq: int = 0
    """The entry that ended it; none, while it goes on."""
    ended_ms: int = 0
    players: Play = NO_PLAY
    """For money."""
    guests: Play = NO_PLAY
    """For play chips: no part of what the house wins."""
    void: bool = False
    result: RoundOutcome | None = None
    """None where it is void, or goes on."""
    shoe: int = 0
    """Which shoe of the table it came from, counted from one."""
    taken_bytes: bytes = b""
    """What was taken in it, packed: few who read of a round ask for every bet."""

    @property
    def over(self) -> bool:
        return self.ended_seq > 0

    @property
    def taken(self) -> RoundTaken:
        """Every bet that was taken, and what it came to; of a staged round nothing."""
        if not self.taken_bytes or self.config.staged:
            return RoundTaken()
        return msgspec.msgpack.decode(self.taken_bytes, type=RoundTaken)

    @property
    def rules(self) -> str:
        """The digest of the rules it was played by."""
        return rules_digest(self.config.check())

    def counts(self, *, guests: bool) -> bool:
        """Whether it is one of the players' rounds, or of the guests': a round of guests alone is
        none of the players'; one that nobody bet in is. A staged round is nobody's."""
        if self.config.staged:
            return False
        bettors = self.guests.bettors
        return bettors > 0 if guests else self.players.bettors > 0 or not bettors
