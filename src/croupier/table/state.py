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
from croupier.games.inputs import Act, Action, BallRested, CardDealt, Together
from croupier.games.layout import Bet, Layout
from croupier.kit.cards import Card
from croupier.table.config import TableConfig
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingOpened,
    BettingWithdrawn,
    ClosingOrdered,
    DealerChanged,
    DecidedEarly,
    EarlyDropped,
    EntropyGiven,
    Fact,
    Fed,
    FollowChosen,
    Held,
    OfferLapsed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesSealed,
    Reconfigured,
    Released,
    ScanTakenBack,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    SessionEnded,
    ShoeChanged,
    TableClosed,
    TableOpened,
    Waited,
    WaitingLeft,
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
    """Burned, or dealt."""
    entropy: dict[str, str] = {}
    """What players gave for the cut."""
    cut: int | None = None
    """Where it is cut, once the first round is dealt from it."""

    @property
    def left(self) -> int:
        return self.size - self.used


class Early(msgspec.Struct, frozen=True):
    """A decision given while others act."""

    action: Action
    amount: int | None = None


class Scanned(msgspec.Struct, frozen=True):
    """The last thing that happened was a scan: what it was, and the round before it."""

    before: Round
    fact: Fed


class TableState:
    def __init__(self, config: TableConfig) -> None:
        self.config = config
        self.rules: AnyRules = config.check()
        self.phase = TablePhase.CLOSED
        self.round_number = 0
        self.seats: dict[int, str] = {}
        self.sat_out: dict[int, int] = {}
        """For how many rounds the player in each seat has not bet."""
        self.waiting_list: list[str] = []
        """Who waits for a seat, the first first."""
        self.offered_seats: dict[int, str] = {}
        """Seats that are kept for somebody of the list."""
        self.follows: dict[str, bool] = {}
        self.layout = Layout()
        self.round: Round | None = None
        self.shoe: Shoe | None = None
        self.shoes = 0
        self.seen: Counter[Card] = Counter()
        """Cards out of a human dealer's shoe since it was changed."""
        self.shoe_decks = 0
        """What a human dealer's shoe was made of."""
        self.dealer: str | None = None
        """The person on duty."""
        self.next_config: TableConfig | None = None
        self.closing = False
        self.early: dict[tuple[str, int], Early] = {}
        self.scanned: Scanned | None = None
        self.held: str | None = None
        """Who of the pit would void the round, while a second person has not said yes or no."""

    def apply(self, fact: Fact) -> None:  # noqa: PLR0912, PLR0915 -- one case for every kind of fact
        match fact:
            case TableOpened():
                self._configure(fact.config)
                self.phase = TablePhase.IDLE
                self.closing = False
            case ClosingOrdered():
                self.closing = True
            case TableClosed():
                self.phase = TablePhase.CLOSED
            case Reconfigured():
                self.next_config = fact.config
                self._between_rounds()
            case DealerChanged():
                self.dealer = fact.dealer
            case OutcomesSealed():
                self.shoe = Shoe(fact.name, fact.commitment, fact.size, fact.burned)
                self.shoes += 1
            case EntropyGiven():
                assert self.shoe is not None
                self.shoe.entropy[fact.player] = fact.entropy
            case OutcomesCut():
                assert self.shoe is not None
                self.shoe.cut = fact.cut
            case OutcomesOpened():
                self.shoe = None
            case ShoeChanged():
                self.seen = Counter()
                self.shoes += 1
                self.shoe_decks = fact.record.decks
            case BettingOpened():
                self.phase = TablePhase.BETTING
                self.round_number = fact.round
                self.round = None
                self.layout = Layout(self.seats)
                self.early = {}
                self.scanned = None
                self.held = None
            case BettingWithdrawn():
                self.phase = TablePhase.IDLE
                self._between_rounds()
            case SeatTaken():
                self.seats[fact.box] = fact.player
                self.sat_out[fact.box] = 0
                self._waits_no_longer(fact.player)
                self.layout.seats = dict(self.seats)
            case SeatLeft():
                self.seats.pop(fact.box, None)
                self.sat_out.pop(fact.box, None)
                self.layout.seats = dict(self.seats)
            case Waited():
                self.waiting_list.append(fact.player)
            case WaitingLeft():
                self._waits_no_longer(fact.player)
            case SeatOffered():
                self._waits_no_longer(fact.player)
                self.offered_seats[fact.box] = fact.player
            case OfferLapsed():
                self.offered_seats.pop(fact.box, None)
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
                self._count_out()
                self.round = engine.open_round(self.rules, self.config.limits, self.layout)
                self._finish()
            case Fed():
                self._feed(fact)
            case ScanTakenBack():
                assert self.scanned is not None
                self.round = self.scanned.before
                self._count(self.scanned.fact, -1)
                self.scanned = None
                self.early = {}  # said with the wrong card in view
            case Held():
                self.held = fact.by
            case Released():
                self.held = None
            case DecidedEarly():
                self.early[fact.player, fact.box] = Early(fact.action, fact.amount)
            case EarlyDropped():
                self.early.pop((fact.player, fact.box), None)

    def _waits_no_longer(self, player: str) -> None:
        self.waiting_list = [one for one in self.waiting_list if one != player]
        self.offered_seats = {box: one for box, one in self.offered_seats.items() if one != player}

    def _configure(self, config: TableConfig) -> None:
        self.config = config
        self.rules = config.check()

    def _between_rounds(self) -> None:
        """What the pit changed holds from now on, unless a round is under way."""
        if self.next_config is not None and self.phase in (TablePhase.IDLE, TablePhase.CLOSED):
            self._configure(self.next_config)
            self.next_config = None

    def _count_out(self) -> None:
        for box, player in self.seats.items():
            self.sat_out[box] = 0 if self.layout.bets_of(player) else self.sat_out.get(box, 0) + 1

    def _feed(self, fact: Fed) -> None:
        before = self.round
        assert before is not None
        self.round = engine.step(before, fact.input).round
        scan = isinstance(fact.input, CardDealt | BallRested) and self.shoe is None
        self.scanned = Scanned(before, fact) if scan else None
        if isinstance(fact.input, Act) and fact.input.box is not None:
            self.early.pop((fact.input.player, fact.input.box), None)
        self._count(fact)
        self._finish()

    def _count(self, fact: Fed, sign: int = 1) -> None:
        if self.shoe is not None:
            self.shoe.used += fact.used
        elif fact.used:
            match fact.input:
                case CardDealt(card=card):
                    self.seen[card] += sign
                case Together(cards=cards):
                    self.seen.update(cards)

    def _finish(self) -> None:
        if self.round is not None and engine.waiting(self.round).over:
            self.phase = TablePhase.IDLE
            self.early = {}
            self.held = None
            self._between_rounds()

    def hash(self) -> str:
        """A fingerprint of everything the facts have made; two folds agree or one is wrong."""
        told = (
            self.config,
            self.phase,
            self.round_number,
            sorted(self.seats.items()),
            sorted(self.sat_out.items()),
            self.waiting_list,
            sorted(self.offered_seats.items()),
            sorted(self.follows.items()),
            self.layout.bets,
            # The rules follow from the configuration.
            self.round and msgspec.structs.replace(self.round, rules=None),
            self.shoe,
            self.shoes,
            sorted((card, times) for card, times in self.seen.items() if times),
            self.shoe_decks,
            self.dealer,
            self.next_config,
            self.closing,
            sorted((*key, early) for key, early in self.early.items()),
            self.held,
        )
        return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()


def layout_hash(bets: tuple[Bet, ...]) -> str:
    """BJ5 5.14: what lies there when bets close is what is settled."""
    laid = sorted(bets, key=lambda bet: (bet.player, bet.bet, bet.box or 0))
    return hashlib.sha256(msgspec.json.encode(laid)).hexdigest()
