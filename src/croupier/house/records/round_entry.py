"""One round as the books tell of it, without reading it again."""

import msgspec

from croupier.engine.rules_digest import rules_digest
from croupier.house.records.handle import NO_PLAY, Play
from croupier.house.records.outcome import RoundOutcome
from croupier.monitoring.taken import RoundTaken
from croupier.table.config import TableConfig


class Reversal(msgspec.Struct, frozen=True):
    """A settled round was found to be void (R24, R31): when, and what it had come to until then."""

    seq: int
    at_ms: int
    players: Play
    guests: Play


class Posting(msgspec.Struct, frozen=True):
    """What a round adds to the books at one moment."""

    seq: int
    at_ms: int
    rounds: int
    voids: int
    players: Play
    guests: Play


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
    """The entry that ended it first; none, while it goes on."""
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
    reversal: Reversal | None = None
    """Where it is void, and was settled first."""

    @property
    def over(self) -> bool:
        return self.ended_seq > 0

    @property
    def last_seq(self) -> int:
        """The last entry that has moved money for it."""
        return self.ended_seq if self.reversal is None else self.reversal.seq

    @property
    def postings(self) -> tuple[Posting, ...]:
        """R31: a settlement is never rewritten, so it stays in the books of its day, and its
        reversal is in those of the day on which the void was declared."""
        ended, late = (self.ended_seq, self.ended_ms), self.reversal
        if late is None and self.void:
            return (Posting(*ended, 1, 1, _not_at_risk(self.players), _not_at_risk(self.guests)),)
        if late is None:
            return (Posting(*ended, 1, 0, self.players, self.guests),)
        return (
            Posting(*ended, 1, 0, late.players, late.guests),
            Posting(late.seq, late.at_ms, 0, 1, late.players.reversed, late.guests.reversed),
        )

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


def _not_at_risk(play: Play) -> Play:
    """Of a void round: every stake went back."""
    return Play(returned=-play.win, bettors=play.bettors)
