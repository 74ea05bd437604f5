"""A table as the fold of its facts.

Nothing here decides anything: what may happen is judged in `judge`, and once it is a fact it only
has to be applied. Folding a journal from its first entry gives this state again, in any process.
"""

import hashlib
from collections import Counter
from enum import StrEnum

import msgspec

from croupier.games import engine
from croupier.games.engine import AnyRules, Round
from croupier.games.inputs import CardDealt, Together
from croupier.games.layout import Bet, Layout
from croupier.kit.cards import Card
from croupier.table.config import TableConfig
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingOpened,
    Fact,
    Fed,
    FollowChosen,
    OutcomesOpened,
    OutcomesSealed,
    SeatLeft,
    SeatTaken,
    SessionEnded,
    ShoeChanged,
    TableClosed,
    TableOpened,
)


class TablePhase(StrEnum):
    CLOSED = "closed"
    IDLE = "idle"
    """Open, between two rounds."""
    BETTING = "betting"
    PLAYING = "playing"


class Shoe(msgspec.Struct):
    """The sealed outcomes in use: how many, and how many are used."""

    name: str
    commitment: str
    size: int
    used: int = 0

    @property
    def left(self) -> int:
        return self.size - self.used


class TableState:
    def __init__(self, config: TableConfig) -> None:
        self.config = config
        self.rules: AnyRules = config.check()
        self.phase = TablePhase.CLOSED
        self.round_number = 0
        self.seats: dict[int, str] = {}
        self.follows: dict[str, bool] = {}
        self.layout = Layout()
        self.round: Round | None = None
        self.shoe: Shoe | None = None
        self.shoes = 0
        self.seen: Counter[Card] = Counter()
        """Cards out of a human dealer's shoe since it was changed."""

    def apply(self, fact: Fact) -> None:  # noqa: PLR0912 -- one case for every kind of fact
        match fact:
            case TableOpened():
                self.config = fact.config
                self.rules = fact.config.check()
                self.phase = TablePhase.IDLE
            case TableClosed():
                self.phase = TablePhase.CLOSED
            case OutcomesSealed():
                self.shoe = Shoe(fact.name, fact.commitment, fact.size, fact.burned)
                self.shoes += 1
            case OutcomesOpened():
                self.shoe = None
            case ShoeChanged():
                self.seen = Counter()
                self.shoes += 1
            case BettingOpened():
                self.phase = TablePhase.BETTING
                self.round_number = fact.round
                self.round = None
                self.layout = Layout(self.seats)
            case SeatTaken():
                self.seats[fact.box] = fact.player
                self.layout.seats = dict(self.seats)
            case SeatLeft():
                self.seats.pop(fact.box, None)
                self.layout.seats = dict(self.seats)
            case FollowChosen():
                self.follows[fact.player] = fact.follow
            case SessionEnded():
                self.follows.pop(fact.player, None)
            case BetsPlaced():
                self.layout.lift(fact.player)
                for bet in fact.bets:
                    self.layout.put(bet)
            case BetsDisplaced():
                turns = {bet.spot: turn for bet, turn in self.layout.laid(fact.player)}
                self.layout.lay_back(
                    fact.player, tuple((bet, turns[bet.spot]) for bet in fact.bets)
                )
            case BetsClosed():
                self.phase = TablePhase.PLAYING
                self.round = engine.open_round(self.rules, self.config.limits, self.layout)
                self._finish()
            case Fed():
                assert self.round is not None
                self.round = engine.step(self.round, fact.input).round
                self._count(fact)
                self._finish()

    def _count(self, fact: Fed) -> None:
        if self.shoe is not None:
            self.shoe.used += fact.used
        elif fact.used:
            match fact.input:
                case CardDealt(card=card):
                    self.seen[card] += 1
                case Together(cards=cards):
                    self.seen.update(cards)

    def _finish(self) -> None:
        if self.round is not None and engine.waiting(self.round).over:
            self.phase = TablePhase.IDLE

    def hash(self) -> str:
        """A fingerprint of everything the facts have made; two folds agree or one is wrong."""
        told = (
            self.config,
            self.phase,
            self.round_number,
            sorted(self.seats.items()),
            sorted(self.follows.items()),
            self.layout.bets,
            # The rules follow from the configuration.
            self.round and msgspec.structs.replace(self.round, rules=None),
            self.shoe,
            self.shoes,
            sorted(self.seen.items()),
        )
        return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()


def layout_hash(bets: tuple[Bet, ...]) -> str:
    """BJ5 5.14: what lies there when bets close is what is settled."""
    laid = sorted(bets, key=lambda bet: (bet.player, bet.bet, bet.box or 0))
    return hashlib.sha256(msgspec.json.encode(laid)).hexdigest()
