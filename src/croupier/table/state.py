"""A table as the fold of its facts.

Nothing here decides anything: what may happen is judged in `judge`, and once it is a fact it only
has to be applied. Folding a journal from its first entry gives this state again, in any process.
"""

import hashlib
from collections import Counter
from enum import StrEnum
from typing import Any, cast

import msgspec

from croupier.chance.derived import Terms
from croupier.engine import protocol as engine
from croupier.engine.inputs import (
    Act,
    Action,
    BallRested,
    Burn,
    CardDealt,
    Discard,
    Input,
    Place,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.layout import Bet, Layout
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.engine.waiting import Waiting
from croupier.kit.cards import Card
from croupier.table.config import TableConfig
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingFinished,
    BettingOpened,
    BettingResumed,
    BettingWithdrawn,
    BooksRestored,
    BurnsShown,
    CallWithdrawn,
    ClosingOrdered,
    ConsentGiven,
    ConsentWithdrawn,
    ContributionsClosed,
    DealerChanged,
    DecidedEarly,
    DelayPassed,
    EarlyDropped,
    EntropyGiven,
    Fact,
    Fed,
    FollowChosen,
    Held,
    OfferLapsed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    OutcomesStaged,
    PitAnswered,
    PitCalled,
    PreparedShoeInUse,
    PreparedShoeUnused,
    Reconfigured,
    Released,
    ReshuffleOrdered,
    RulingWithdrawn,
    ScanTakenBack,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    SessionEnded,
    ShoeChanged,
    ShoePrepared,
    SqueezeAnswered,
    SqueezeAsked,
    SqueezeBegun,
    SqueezeEnded,
    TableClosed,
    TableNumbered,
    TableOpened,
    Waited,
    WaitingLeft,
)
from croupier.table.handling import Handling

_SPOILS_THE_SHOE = frozenset(VoidReason) - {VoidReason.WRONG_COUNT}
"""Faults of the cards themselves: what is left of them cannot be dealt from (R26)."""


_MOST_REMEMBERED = 1_000
"""Players whose last bets are known, beside those of the round that is on."""


class TablePhase(StrEnum):
    CLOSED = "closed"
    IDLE = "idle"
    """Open, between two rounds."""
    BETTING = "betting"
    PLAYING = "playing"


class ShoeInUse(msgspec.Struct):
    """The sealed outcomes in use, or prepared to be: how many, and how many are used."""

    name: str
    commitment: str
    size: int
    used: int = 0
    """Burned, or dealt."""
    entropy: dict[str, str] = {}
    """What players gave."""
    cut: int | None = None
    """Where an order that was drawn is cut, once the first round is dealt from it."""
    terms: Terms | None = None
    """None: the order was drawn."""
    digest: str = ""
    """Of all that was given, once nothing is taken any more."""
    output: str = ""
    """What the delay came to."""

    @property
    def left(self) -> int:
        return self.size - self.used

    @property
    def closed(self) -> bool:
        """Whether nothing is taken any more for an order that is derived."""
        return bool(self.digest)

    @property
    def window_open(self) -> bool:
        """Whether a player has contributed, and others still may."""
        return self.terms is not None and bool(self.entropy) and not self.closed

    @property
    def fresh(self) -> bool:
        """Whether players may still have a part in it."""
        return self.cut is None if self.terms is None else not self.closed

    @property
    def delayed(self) -> bool:
        """Whether somebody gave something, and the delay after it is not over."""
        return self.terms is not None and self.closed and bool(self.entropy) and not self.output

    @property
    def ready(self) -> bool:
        """Whether its order is settled, and may be dealt."""
        return not self.fresh and not self.delayed


class Early(msgspec.Struct, frozen=True):
    """A decision given while others act."""

    action: Action
    amount: int | None = None


class Squeeze(msgspec.Struct, frozen=True):
    """Somebody asks to squeeze the cards of a box; nobody has answered, or somebody has."""

    player: str
    granted: bool | None = None
    by: str = ""


class Consent(msgspec.Struct, frozen=True):
    """A player lets staff place bets, in this round."""

    number: int
    instruction: str


class PlacedFor(msgspec.Struct, frozen=True):
    """What staff have put down for a player, or taken from there to move it: bets with how much
    more, or less, lies there than before."""

    player: str
    by: str
    consent: int
    instruction: str
    changes: tuple[Bet, ...]


AWAITS_CARD = Place | Discard | Burn
"""Rulings about the next card: nothing comes of them before it does."""


class LastStep(msgspec.Struct, frozen=True):
    """The last thing that went into the round, where it may be undone: a scan, or a ruling whose
    card has not come. With the round before it."""

    before: Round
    fact: Fed
    handling: Handling
    earlier: "LastStep | None" = None
    """The ruling before it, which may be withdrawn once this is undone."""

    @property
    def scan(self) -> bool:
        return not isinstance(self.fact.input, AWAITS_CARD)


class Stepped(msgspec.Struct, frozen=True):
    """A step of the engine that was taken to judge an input, to be laid down once it is a fact."""

    before: Round
    input: Input
    after: Round

    def is_of(self, round: Round, input: Input) -> bool:
        """Rounds are values: of this very one, the step comes to the same whenever it is taken."""
        return self.before is round and self.input is input


class TableState:
    def __init__(self, config: TableConfig) -> None:  # noqa: PLR0915 -- one line for each part
        self.config = config
        self.rules: Rules = config.check()
        self.terms = 0
        """Counts how often what is played by here has come into force."""
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
        self.finished_betting: set[str] = set()
        """Who needs no more time to bet in this round."""
        self._round: Round | None = None
        self._waiting = Waiting()
        self.shoe: ShoeInUse | None = None
        self.next_shoe: ShoeInUse | None = None
        """Sealed while the one in use is dealt."""
        self.unused_shoes = 0
        """Prepared ones that were never dealt from."""
        self.staged: tuple[str, ...] | None = None
        """At a staged table: what the next shoe is to begin with; None: nothing was said."""
        self.reshuffle = False
        """Whether the house wants the cards shuffled before the next round."""
        self.restored = ""
        """Why what is sealed may be known to somebody, and must not be dealt."""
        self.shoes = 0
        """Those in use so far."""
        self.seen: Counter[Card] = Counter()
        """Cards out of a human dealer's shoe since it was changed."""
        self.shoe_decks = 0
        """What a human dealer's shoe was made of; nothing, while there is none to deal from."""
        self.spoiled: VoidReason | None = None
        """What was the matter with the last shoe, while there is no fresh one."""
        self.dealer: str | None = None
        """The person on duty."""
        self.next_config: TableConfig | None = None
        self.closing = False
        self.early: dict[tuple[str, int], Early] = {}
        self.last_step: LastStep | None = None
        self.outcome_out = False
        """Whether a card of the round is out, or the ball has rested; also if that scan was taken
        back."""
        self.squeezes: dict[int, Squeeze] = {}
        """What was asked for each box; it lapses with the round."""
        self.squeezed: dict[str, bool] = {}
        """Who squeezes the cards of a coup, and whether they are turned."""
        self.consents: dict[str, Consent] = {}
        """Who lets staff place bets, until "No more bets"."""
        self.consents_given = 0
        self.placed_for: list[PlacedFor] = []
        """In the round that is on, in order."""
        self.held: str | None = None
        """Who of the pit would void the round, while a second person has not said yes or no."""
        self.call: PitCalled | None = None
        """The dealer's call that the pit has not answered yet."""
        self.handling = Handling()
        self.last_bets: dict[str, tuple[Bet, ...]] = {}
        """What each of the last to bet here had on the layout at "No more bets", without what lay
        behind a seat: that is never put down again."""

    @property
    def round(self) -> Round | None:
        return self._round

    @property
    def waiting(self) -> Waiting:
        """What the round waits for; nothing, where there is none. A round is a value, so it is
        asked once, when it comes to lie here."""
        return self._waiting

    def sealed_shoe(self, name: str) -> ShoeInUse | None:
        """The shoe in use or the next one, by name; the one in use, where there is no name."""
        prepared = self.next_shoe
        return prepared if prepared is not None and prepared.name == name else self.shoe

    @property
    def open_window(self) -> ShoeInUse | None:
        """The shoe to which a player has contributed, and others still may."""
        shoes = (shoe for shoe in (self.shoe, self.next_shoe) if shoe is not None)
        return next((shoe for shoe in shoes if shoe.window_open), None)

    @property
    def left_in_shoe(self) -> int | None:
        """Cards that should still be in a human dealer's shoe, also in one that was just taken out
        of use; None: there is none."""
        decks = self.shoe_decks or (self.rules.deck_count if self.spoiled else 0)
        if not decks:
            return None
        return max(0, 52 * decks - self.seen.total() - self.handling.unseen)

    def _lay(self, round: Round | None) -> None:
        self._round = round
        self._waiting = Waiting() if round is None else engine.waiting(round)

    def apply(self, fact: Fact, stepped: Stepped | None = None) -> None:  # noqa: PLR0912, PLR0915 -- one case for every kind of fact
        """`stepped`: what the round comes to by it, where whoever judged it knows already."""
        if isinstance(fact, BetsPlaced):  # most facts are, and they change nothing else
            self._note_by_staff(fact)
            self.layout.lay(fact.player, fact.bets)
            return
        due = self.waiting.card if self.handling.burning else None
        handled, self.handling = self.handling, self.handling.after(fact, self.round_number, due)
        match fact:
            case TableOpened():
                self._configure(fact.config)
                self.phase = TablePhase.IDLE
                self.closing = False
            case ClosingOrdered():
                self.closing = True
            case TableClosed():
                self.phase = TablePhase.CLOSED
                self.call = None
            case Reconfigured():
                self.next_config = fact.config
                self._between_rounds()
            case TableNumbered():
                self._number(fact.number)
            case DealerChanged():
                self.dealer = fact.dealer
            case OutcomesSealed():
                self.shoe = ShoeInUse(
                    fact.name, fact.commitment, fact.size, fact.burned, terms=fact.terms
                )
                self.shoes += 1
                self.restored = ""
                self.staged = None
                self.reshuffle = False
            case ShoePrepared():
                self.next_shoe = ShoeInUse(
                    fact.name, fact.commitment, fact.size, fact.burned, terms=fact.terms
                )
            case PreparedShoeInUse():
                self.shoe, self.next_shoe = self.next_shoe, None
                self.shoes += 1
                self.reshuffle = False
            case PreparedShoeUnused():
                self.next_shoe = None
                self.unused_shoes += 1
            case OutcomesStaged():
                self.staged = fact.outcomes
            case ReshuffleOrdered():
                self.reshuffle = True
            case EntropyGiven():
                self._sealed(fact.shoe).entropy[fact.player] = fact.entropy
            case ContributionsClosed():
                self._sealed(fact.name).digest = fact.digest
            case DelayPassed():
                self._sealed(fact.name).output = fact.output
            case OutcomesCut():
                assert self.shoe is not None
                self.shoe.cut = fact.cut
            case OutcomesOpened() | OutcomesRetired():
                self.shoe = None
            case BooksRestored():
                self.restored = fact.why
            case ShoeChanged():
                self.seen = Counter()
                self.shoes += 1
                self.shoe_decks = fact.record.decks
                self.spoiled = None
                self.reshuffle = False
            case BettingOpened():
                self.phase = TablePhase.BETTING
                self.round_number = fact.round
                self._lay(None)
                self.layout = Layout(self.seats)
                self.finished_betting = set()
                self.early = {}
                self.last_step = None
                self.outcome_out = False
                self.held = None
                self.squeezed = {}
                self.placed_for = []
            case BettingWithdrawn():
                self.phase = TablePhase.IDLE
                self._end_requests()
                self._between_rounds()
            case SeatTaken():
                self.seats[fact.box] = fact.player
                self.sat_out[fact.box] = 0
                self._waits_no_longer(fact.player)
                self.layout.seats = dict(self.seats)
            case SeatLeft():
                self.seats.pop(fact.box, None)
                self.sat_out.pop(fact.box, None)
                self.finished_betting.discard(fact.player)
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
            case ConsentGiven():
                self.consents[fact.player] = Consent(fact.number, fact.instruction)
                self.consents_given = fact.number
            case ConsentWithdrawn():
                self.consents.pop(fact.player, None)
            case BetsDisplaced():
                turns = {bet.spot: turn for bet, turn in self.layout.laid(fact.player)}
                self.layout.lay_back(
                    fact.player, tuple((bet, turns[bet.spot]) for bet in fact.bets)
                )
            case BettingFinished():
                self.finished_betting.add(fact.player)
            case BettingResumed():
                self.finished_betting.discard(fact.player)
            case BetsClosed():
                self.phase = TablePhase.PLAYING
                self.consents = {}
                self._count_out()
                self._remember_bets()
                self._lay(engine.open_round(self.rules, self.config.limits, self.layout))
                self._finish()
            case BurnsShown():
                self.seen.update(fact.cards)
            case Fed():
                self._feed(fact, handled, stepped)
            case ScanTakenBack():
                undone = self._undo()
                burned = undone.handling
                self.handling = msgspec.structs.replace(
                    self.handling, burns=burned.burns, burning=burned.burning
                )
                self._count(undone.fact, -1)
                self.early = {}  # said with the wrong card in view
            case RulingWithdrawn():
                self._undo()
            case SqueezeAsked():
                self.squeezes[fact.box] = Squeeze(fact.player)
            case SqueezeAnswered():
                squeeze = self.squeezes[fact.box]
                self.squeezes[fact.box] = Squeeze(squeeze.player, fact.granted, fact.by)
            case SqueezeBegun():
                self.squeezed[fact.player] = False
            case SqueezeEnded():
                self.squeezed[fact.player] = True
            case Held():
                self.held = fact.by
            case Released():
                self.held = None
            case PitCalled():
                self.call = fact
            case PitAnswered() | CallWithdrawn():
                self.call = None
            case DecidedEarly():
                self.early[fact.player, fact.box] = Early(fact.action, fact.amount)
            case EarlyDropped():
                self.early.pop((fact.player, fact.box), None)

    def _sealed(self, name: str) -> ShoeInUse:
        shoe = self.sealed_shoe(name)
        assert shoe is not None
        return shoe

    def _waits_no_longer(self, player: str) -> None:
        self.waiting_list = [name for name in self.waiting_list if name != player]
        self.offered_seats = {
            box: name for box, name in self.offered_seats.items() if name != player
        }

    def _configure(self, config: TableConfig) -> None:
        self.config = config
        self.rules = config.check()
        self.terms += 1

    def _number(self, number: int) -> None:
        """At once: it is no term of a round."""
        self.config = msgspec.structs.replace(self.config, number=number)
        if self.next_config is not None:
            self.next_config = msgspec.structs.replace(self.next_config, number=number)

    def _between_rounds(self) -> None:
        """What the pit changed holds from now on, unless a round is under way."""
        if self.next_config is not None and self.phase in (TablePhase.IDLE, TablePhase.CLOSED):
            self._configure(self.next_config)
            self.next_config = None

    def _end_requests(self) -> None:
        """What was asked for a round, and let for a round, ends with it."""
        self.squeezes = {}
        self.consents = {}

    def _note_by_staff(self, fact: BetsPlaced) -> None:
        hand = fact.on_behalf
        if hand is None:
            return
        more = Counter({bet.spot: bet.amount for bet in fact.bets})
        more.subtract({bet.spot: bet.amount for bet in self.layout.bets_of(fact.player)})
        changes = tuple(
            Bet(fact.player, bet, amount, box) for (bet, box), amount in more.items() if amount
        )
        consent = self.consents.get(fact.player)
        instruction = consent.instruction if consent else ""
        self.placed_for.append(PlacedFor(fact.player, hand.by, hand.consent, instruction, changes))

    def _count_out(self) -> None:
        for box, player in self.seats.items():
            self.sat_out[box] = 0 if self.layout.bets_of(player) else self.sat_out.get(box, 0) + 1

    def _remember_bets(self) -> None:
        """Whoever has bet here lately comes last, and the first is forgotten first."""
        bettors = {bet.player: None for bet in self.layout.bets}
        for player in bettors:
            self.last_bets.pop(player, None)
            bets = self.layout.bets_of(player)
            self.last_bets[player] = tuple(bet for bet in bets if bet.bet != self.rules.behind_bet)
        most = max(len(bettors), _MOST_REMEMBERED)
        for player in list(self.last_bets)[:-most]:
            del self.last_bets[player]

    def _feed(self, fact: Fed, handled: Handling, stepped: Stepped | None) -> None:
        before = self.round
        assert before is not None
        known = stepped is not None and stepped.is_of(before, fact.input)
        self._lay(stepped.after if stepped and known else engine.step(before, fact.input).round)
        self.last_step = self._undoable(before, fact, handled)
        self.outcome_out |= isinstance(fact.input, CardDealt | Together | BallRested)
        if isinstance(fact.input, Act) and fact.input.box is not None:
            self.early.pop((fact.input.player, fact.input.box), None)
        self._count(fact)
        if isinstance(fact.input, Void):
            self._spoil(fact.input.reason)
        self._finish()

    def _undoable(self, before: Round, fact: Fed, handled: Handling) -> LastStep | None:
        """What people deal and rule by hand."""
        by_hand = isinstance(fact.input, CardDealt | BallRested | AWAITS_CARD)
        if not by_hand or self.shoe is not None:
            return None
        earlier = self.last_step
        return LastStep(before, fact, handled, None if earlier and earlier.scan else earlier)

    def _undo(self) -> LastStep:
        last = self.last_step
        assert last is not None
        self._lay(last.before)
        self.last_step = last.earlier
        return last

    def _spoil(self, reason: VoidReason) -> None:
        """R26: after a void for its cards nothing more is dealt from a human dealer's shoe."""
        if self.shoe is None and self.shoe_decks and reason in _SPOILS_THE_SHOE:
            self.shoe_decks, self.spoiled = 0, reason

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
        if self.waiting.over:
            if self.phase is TablePhase.PLAYING:
                self.phase = TablePhase.IDLE
            self.early = {}
            self.held = None
            self._end_requests()
            self._between_rounds()

    def hash(self) -> str:
        """A fingerprint of everything the facts have made; two folds agree or one is wrong."""
        everything = (
            self.config,
            self.phase,
            self.round_number,
            sorted(self.seats.items()),
            sorted(self.sat_out.items()),
            self.waiting_list,
            sorted(self.offered_seats.items()),
            sorted(self.follows.items()),
            self.layout.bets,
            sorted(self.finished_betting),
            # The rules follow from the configuration.
            self.round and msgspec.structs.replace(cast(Any, self.round), rules=None),
            self.shoe,
            self.next_shoe,
            self.unused_shoes,
            self.shoes,
            sorted((card, times) for card, times in self.seen.items() if times),
            self.shoe_decks,
            self.spoiled,
            self.dealer,
            self.next_config,
            self.closing,
            sorted((*key, early) for key, early in self.early.items()),
            self.held,
            sorted(self.squeezes.items()),
            sorted(self.squeezed.items()),
            sorted(self.consents.items()),
            self.consents_given,
            self.placed_for,
            self.restored,
            self.call,
            self.handling,
            list(self.last_bets.items()),
            self.outcome_out,
            self.staged,
            self.reshuffle,
        )
        return hashlib.sha256(msgspec.json.encode(everything, order="deterministic")).hexdigest()


def layout_hash(bets: tuple[Bet, ...]) -> str:
    """BJ5 5.14: what lies there when bets close is what is settled."""
    laid = sorted(bets, key=lambda bet: (bet.player, bet.bet, bet.box or 0))
    return hashlib.sha256(msgspec.json.encode(laid)).hexdigest()
