"""What a viewer sees of a table. What they may not know is not in it at all."""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Union

import msgspec

from croupier.engine.inputs import Action, VoidReason
from croupier.engine.layout import Limits
from croupier.engine.lines import Line
from croupier.engine.waiting import Option
from croupier.house.records.outcome import RoundOutcome
from croupier.kit.cards import Card
from croupier.kit.phrase import Phrase
from croupier.kit.registry import NotLoaded, families, part
from croupier.table.camera_stream import StreamKind
from croupier.table.config import Clocks, DealerKind, Felt, Language
from croupier.table.facts import BurnReason, MovedCard, RoundError
from croupier.table.guide import Guide
from croupier.table.state import TablePhase
from croupier.wire.hands import BoxView, HandsPlay

_View = msgspec.Struct


class Standstill(StrEnum):
    """Why nothing can happen at a table now, though its phase may sound otherwise."""

    STOPPED = "stopped"
    """It does not run any more; somebody of the house has to look."""
    CALLED = "called"
    """The dealer has called the pit, and waits for it."""
    HELD = "held"
    """The pit looks whether the round counts."""
    DEALER = "dealer"
    """It is dealt by hand, and no dealer is there."""
    PLAYERS = "players"
    """Bets are taken, and there is nobody at the table who may bet now."""
    SHUFFLING = "shuffling"
    """The delay after the players' contributions is not over: no card is known yet."""


class ClockView(_View, frozen=True):
    """What runs out next, told at the moment of sending."""

    what: str
    """"betting", "decision", "offer", "choice", "pause", or "order": about when the order of the
    cards will be known."""
    left_ms: int
    """More than `of_ms` while cards are still to be seen: it begins when they are."""
    of_ms: int


def _plays() -> Iterator[type[msgspec.Struct]]:
    """What each family shows of a round: its part `play`."""
    for family in families():
        with suppress(NotLoaded):
            yield part(family.name, "play")
    yield HandsPlay


if TYPE_CHECKING:
    Play = msgspec.Struct
else:
    Play = Union[tuple(dict.fromkeys(_plays()))]  # noqa: UP007 -- put together at run time
"""A round as it is shown; `family` tells which."""


class Turn(_View, frozen=True):
    """Whose decision the table waits for."""

    player: str
    box: int | None
    hand: int | None
    bet: str | None


class LastResult(_View, frozen=True):
    round: int
    result: RoundOutcome | None
    """None: the round was void."""
    void: bool
    shoe: int
    """Which shoe of the table it came from, counted from one."""


class ShoeView(_View, frozen=True):
    """Sealed outcomes, in use or prepared, by their public commitment."""

    name: str
    commitment: str
    size: int
    used: int
    takes: bool
    """Whether players may still give something to its order."""
    contributions: int
    """How many have."""
    ready: bool
    """Whether its order is settled: no card falls before."""
    window: int
    """Milliseconds in which something is taken, from the first who gives on; 0: until the first
    "No more bets", for the order is drawn already and only cut."""
    squarings: int
    """How many lie between what was given and the order."""
    digest: str
    """Of the commitment and all that was given, once nothing is taken any more: keep it, for the
    record of a round tells it too."""
    cut: int | None
    """Where an order that was drawn is cut; None elsewhere."""


class RulingView(_View, frozen=True):
    """What the shift manager has decided of what the rules leave open (BJ5 5.19)."""

    number: int
    table: str
    round: int | None
    """The round it is about; none: it holds from then on."""
    text: str
    at_ms: int


class StreamView(_View, frozen=True):
    """Where a client finds the dealer's picture."""

    kind: StreamKind
    url: str
    """Of an HLS playlist, or where a WHEP offer is sent; a path is the house's own."""


class TableView(_View, frozen=True):
    """What everyone sees."""

    table: str
    number: int
    """What the table is known by on the floor (LIVE 2.1.4)."""
    game: str
    family: str
    title: str
    felt: Felt | None
    """The colour of its cloth, where the house has chosen one."""
    stream: StreamView | None
    """The dealer's picture, where there is a camera; it may be behind what the house says."""
    staged: bool
    """Known cards, for a test laboratory; no money is on it."""
    dealt_by: DealerKind
    dealer: str | None
    """Who deals, where a person does."""
    phase: TablePhase
    round: int
    """The one that is on, or was last; while betting, the one that is bet on."""
    closing: bool
    """It closes when this round is over."""
    held: bool
    """The pit looks whether the round counts: nothing moves until then."""
    standstill: Standstill | None
    called: bool
    """The dealer has called the pit: nothing moves and no clock runs until it has answered."""
    clock: ClockView | None
    limits: Limits
    chip_unit: int
    """The smallest chip: every amount is a multiple of it."""
    terms: int
    """Goes up when the pit's changes come into force: then the table's spots, rules and odds are
    to be read anew over HTTP."""
    boxes: tuple[BoxView, ...]
    """The seats while bets are taken; empty around a wheel."""
    waiting: int
    """How many wait for a seat."""
    bettors: int
    """Players with a confirmed bet."""
    staked: int
    """All their bets together; while a round is played, with what play has added."""
    closes_early: bool
    """Betting closes as soon as everyone who sits or has bet has finished (R33)."""
    finished: int
    """How many of them have."""
    awaited: int
    """How many have not."""
    play: Play | None
    """What lies on the table, once "No more bets" was said."""
    turns: tuple[Turn, ...]
    offers: bool
    """Somebody may take or leave something."""
    choices: bool
    """After a dealing error: somebody may go on or withdraw."""
    announced: Phrase | None
    """The result, where a person deals: the bets are settled when the dealer confirms it."""
    over: bool
    """The round `play` shows is settled."""
    void: bool
    returned: int | None
    """Paid out to all, once the round is over."""
    last: tuple[LastResult, ...]
    shoe: ShoeView | None
    ruling: RulingView | None
    """The shift manager's last."""
    cutting: str | None
    """Who is asked to place the cutting card in a stack that is dealt by hand."""
    may_ask_burned: bool
    """Whether there are burned cards that somebody might ask to see."""
    burned: tuple[Card, ...]
    """Burned cards of this shoe that were shown."""
    smallest_bet: int = 0
    """The smallest amount that some spot accepts: less than the table's minimum where players share
    the minimum of a box, or where side bets start lower."""
    next_shoe: ShoeView | None = None
    """Sealed while the shoe in use is dealt, and dealt after it."""


class LobbyTable(_View, frozen=True):
    table: str
    number: int
    game: str
    title: str
    family: str
    felt: Felt | None
    staged: bool
    """Known cards, for a test laboratory; no money is on it."""
    dealt_by: DealerKind
    dealer: str | None
    """Who deals by hand now."""
    language: Language | None
    """What its dealers speak, where people deal."""
    in_short: tuple[Phrase, ...]
    """What players compare tables by."""
    betting_ms: int
    """How long bets are taken."""
    phase: TablePhase
    round: int
    limits: Limits
    chip_unit: int
    seats: int
    seats_free: int
    waiting: int
    """How many wait for a seat."""
    players: int
    """Following it now."""
    standstill: Standstill | None
    last: tuple[LastResult, ...]


class Chip(_View, frozen=True):
    bet: str
    amount: int
    box: int | None = None


class Ask(_View, frozen=True):
    """Something this player may say now."""

    kind: str
    """"decision" (the round waits), "offer" (take it or leave it), "choice" (after an error)."""
    options: tuple[Option, ...]
    box: int | None = None
    hand: int | None = None
    bet: str | None = None
    cards: tuple[Card, ...] = ()
    silence: Action | None = None
    """What it counts as when no answer comes; none: that depends, or an offer is left."""


class EarlyView(_View, frozen=True):
    box: int
    action: Action
    amount: int | None


class ComingTurn(_View, frozen=True):
    """A box of this player that is not asked yet, and what may be said for it already."""

    box: int
    actions: tuple[Action, ...]


class SqueezeView(_View, frozen=True):
    """Leave to squeeze the cards of a box, as it was asked for."""

    box: int
    player: str
    granted: bool | None
    """None: nobody has answered yet."""


class ByStaff(_View, frozen=True):
    """What staff have placed for a player in this round; below zero: taken from there."""

    by: str
    consent: int
    chips: tuple[Chip, ...]


class ConsentView(_View, frozen=True):
    """A player lets staff place bets in this round."""

    player: str
    number: int
    instruction: str


class YouView(_View, frozen=True):
    """What one player alone sees of a table."""

    table: str
    round: int
    seats: tuple[int, ...]
    may_sit: bool
    """Whether one more seat may be taken."""
    may_wait: bool
    """Whether there is a waiting list to join: all seats are taken."""
    waiting: int | None
    """The own place on it, from 1; none: not on it."""
    offered: int | None
    """The seat that is kept for this player now."""
    follow: bool | None
    """Whether bets behind follow the seat; none: not asked yet."""
    cut: int | None
    """Asked to place the cutting card in a stack of so many cards."""
    cut_clause: str
    """The clause by which a player is asked."""
    asked_burned: bool
    """Has asked to see the burned cards, and waits."""
    confirmed: tuple[Chip, ...]
    """On the layout."""
    finished: bool
    """Has finished betting in this round."""
    current_bet: int
    """All of it; while a round is played, with what play has added."""
    last_bets: tuple[Chip, ...]
    """The chips of the last round this player bet in, without what lay behind a seat."""
    squeezes: tuple[SqueezeView, ...]
    """What this player has asked for, and what was answered."""
    may_squeeze: tuple[int, ...]
    """Boxes for which leave may be asked now."""
    staff_bets: str
    """The clause by which staff may place bets for a player who asks; empty: they may not here."""
    consent: ConsentView | None
    by_staff: tuple[ByStaff, ...]
    asked: tuple[Ask, ...]
    coming: tuple[ComingTurn, ...]
    early: tuple[EarlyView, ...]
    boxes: tuple[BoxView, ...]
    """Own boxes with cards that lie face down for the others."""
    lines: tuple[Line, ...]
    staked: int
    returned: int
    deals_now: bool = False
    """Finishing closes betting at once: nobody else is at this table (R33)."""


class SpotTerms(_View, frozen=True):
    """A bet of the table."""

    bet: str
    on_box: bool
    """Whether it lies on a box, and then on any of them."""
    least: int
    """The smallest chip, whatever the table's minimum."""
    most: int
    """The table's maximum of this bet, whatever lies there."""


class SpotChips(_View, frozen=True):
    """One player's chips on one spot. Beside the bets also what play has added: "insurance",
    "double", "split", or the wager of a raised ante."""

    player: str
    bet: str
    amount: int
    box: int | None
    hand: int | None = None
    """Which of a split box's hands."""
    back: int = 0
    """How much of it goes back to the player already."""
    withdrawn: bool = False
    """Since the player withdrew after a dealing error."""


class EventKind(StrEnum):
    """What somebody did: an action, a ruling, or what else happens at a table."""

    INSURE = "insure"
    EVEN_MONEY = "even-money"
    SURRENDER = "surrender"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    FOLLOW = "follow"
    DECLINE = "decline"
    RAISE = "raise"
    FOLD = "fold"
    TIMEOUT = "timeout"
    CONTINUE = "continue"
    WITHDRAW = "withdraw"
    TAKE = "take"
    VOID = "void"
    INTERRUPT = "interrupt"
    MISDEAL = "misdeal"
    PLACE = "place"
    DISCARD = "discard"
    TOGETHER = "together"
    BURN = "burn"
    ADJUST = "adjust"
    SIT = "sit"
    LEAVE = "leave"
    TURN = "turn"
    SQUEEZE = "squeeze"
    ASK_SQUEEZE = "ask-squeeze"
    REFUSE_SQUEEZE = "refuse-squeeze"
    GIVE_CONSENT = "give-consent"
    WITHDRAW_CONSENT = "withdraw-consent"
    BET_FOR = "bet-for"
    DEAL = "deal"
    SHOE = "shoe"
    TAKE_BACK = "take-back"
    WITHDRAW_RULING = "withdraw-ruling"
    HOLD = "hold"
    RELEASE = "release"
    NO_MORE_BETS = "no-more-bets"
    CARD = "card"
    POCKET = "pocket"
    OFFERS_CLOSED = "offers-closed"
    RESULT_CONFIRMED = "result-confirmed"
    CALL_PIT = "call-pit"
    ANSWER_CALL = "answer-call"
    WITHDRAW_CALL = "withdraw-call"


class StaffEvent(_View, frozen=True):
    """Something somebody did in the round that is on."""

    by: str
    what: EventKind
    box: int | None
    at_ms: int
    card: Card | None = None
    """"??" lies face down."""
    to: str | None = None
    """Where the card went: "box", "dealer", "player", "banker" or "discard"."""
    hand: int | None = None
    pocket: int | None = None
    text: str = ""
    """What the dealer called the pit for, or what it answered; why so many were burned."""
    moved: tuple[MovedCard, ...] = ()
    """Cards that a reconstruction put back."""


class Terms(_View, frozen=True):
    """What the pit sets at a table."""

    limits: Limits
    clocks: Clocks
    settings: dict[str, bool | int | str]
    """The house's own choices; what is not named is as the game's document has it."""


class CutView(_View, frozen=True):
    """The cutting card of the next shoe."""

    asked: str | None
    next: str | None
    """Who would be asked now."""
    by: str
    position: int
    """0: it is not placed."""
    cards: int
    """In the stack."""


class BurnView(_View, frozen=True):
    round: int
    count: int
    why: BurnReason
    by: str
    error: RoundError | None
    """What they were burned for, and which of the round's errors it was."""
    shown: bool
    reason: str
    """Why another number than the document has."""


class StaffView(_View, frozen=True):
    """What the house's people see besides: no card of the shoe, and none that lies face down."""

    table: str
    round: int
    guide: Guide | None
    """The next thing for the dealer to do; none where the house deals itself."""
    rulings: tuple[str, ...]
    """What may be ruled now."""
    clauses: dict[str, tuple[str, ...]]
    """What the house's people may do at this table → the clauses behind it."""
    errors: tuple[RoundError, ...]
    """What went wrong in the round, for cards to be burned after it."""
    burns: tuple[BurnView, ...]
    """Of the shoe in use."""
    burned_after_error: int
    """So many the document burns after an error (LIVE 2.3.5b); 0: it does not say."""
    burns_asked: tuple[str, ...]
    """Who would like to see them."""
    burns_unseen: int
    """How many nobody has seen: they are turned over to be shown."""
    cut: CutView | None
    """None where no shoe is made by hand."""
    call: str | None
    """What the dealer has called the pit for, while it has not answered."""
    void_causes: tuple[VoidReason, ...]
    """And for what the round may be void: what can happen in this game."""
    may_take_back: bool
    """Whether the pit may take the last scan back, also while no dealer is on duty."""
    ruling_to_withdraw: str
    """The last ruling, by its name, while its card has not come and the pit may withdraw it; empty:
    there is none."""
    bets: tuple[SpotChips, ...]
    squeezes: tuple[SqueezeView, ...]
    consents: tuple[ConsentView, ...]
    places: dict[str, bool]
    """What may be bet for those, and whether it lies on a box; none where nobody lets staff bet."""
    boxes: tuple[BoxView, ...]
    """As everyone sees them."""
    events: tuple[StaffEvent, ...]
    """What was done in the round so far, for whoever comes in the middle of it."""
    cards_seen: int
    """Out of a human dealer's shoe."""
    cards_left: int | None
    """So many should still be in it; None: there is no such shoe."""
    terms: Terms
    """What the round that is on, or the next, is played by."""
    next_terms: Terms | None
    """Ordered, and in force from the next round on."""
    choices_end: Phrase | None = None
    """How the choice after a dealing error ends, while somebody has it (R28)."""


class FloorTable(_View, frozen=True):
    table: str
    number: int
    game: str
    title: str
    staged: bool
    """Known cards, for a test laboratory; no money is on it."""
    limits: Limits
    phase: TablePhase
    round: int
    dealer: str | None
    dealt_by: DealerKind
    players: int
    bettors: int
    staked: int
    waits_ms: int
    """How long it has waited for what it waits for."""
    alerts: int
    requests: int
    """Of players, for which somebody of the house has to come: squeezes not answered, and bets to
    be placed for them."""
    called: bool
    """The dealer waits for the pit."""
    closing: bool
    stopped: str
    """Why it does not run any more; empty: it runs."""
