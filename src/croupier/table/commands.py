"""What may be asked of a table, in the imperative, and by whom."""

from enum import StrEnum
from typing import Any

import msgspec

from croupier.games.inputs import Action, Capacity, Ruling
from croupier.games.layout import Bet, Limits
from croupier.kit.cards import Card
from croupier.table.config import Clocks


class TableRole(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    PIT = "pit"
    SHIFT = "shift"
    HOUSE = "house"
    """The table itself: its clocks, its virtual dealer, its recovery."""


MAY_ACT_AS: dict[TableRole, frozenset[Capacity]] = {
    TableRole.PLAYER: frozenset(),
    TableRole.DEALER: frozenset({Capacity.DEALER}),
    # R30, BJ5 5.12.1: the pit supervisor "or above".
    TableRole.PIT: frozenset({Capacity.DEALER, Capacity.PIT}),
    # R4: somebody has to say that a table dealt by hand cannot go on.
    TableRole.SHIFT: frozenset({Capacity.DEALER, Capacity.PIT, Capacity.SHIFT, Capacity.HOUSE}),
    # The house's own machinery deals, is interrupted, and voids when its shoe runs out (R26).
    TableRole.HOUSE: frozenset({Capacity.HOUSE, Capacity.DEALER, Capacity.PIT}),
}
"""In which capacities a role may rule."""


class Actor(msgspec.Struct, frozen=True):
    """Who asks: told by the connection, never by the message."""

    name: str
    role: TableRole


HOUSE = Actor("house", TableRole.HOUSE)


class _Command(msgspec.Struct, frozen=True, tag_field="do"):
    """Each kind has its own tag."""


class Sit(_Command, frozen=True, tag="sit"):
    box: int


class Leave(_Command, frozen=True, tag="leave"):
    box: int


class Wait(_Command, frozen=True, tag="wait"):
    """For a seat, where all are taken."""


class LeaveWaiting(_Command, frozen=True, tag="leave-waiting"):
    """No longer; or no, to a seat that is offered."""


class LapseOffer(_Command, frozen=True, tag="lapse-offer"):
    """The house's word that a seat was offered long enough."""

    box: int
    player: str


class ChooseFollow(_Command, frozen=True, tag="choose-follow"):
    follow: bool


class EndSession(_Command, frozen=True, tag="end-session"):
    """The house's word that a player has left the table, or the house."""

    player: str


class GiveEntropy(_Command, frozen=True, tag="give-entropy"):
    """A player's part in the cut of the shoe."""

    entropy: str


class PlaceBets(_Command, frozen=True, tag="place-bets"):
    """Everything this player wants on the layout, in place of what lay there; none clears it."""

    bets: tuple[Bet, ...]


class GiveConsent(_Command, frozen=True, tag="give-consent"):
    """In this round the dealer or the pit may place bets for the player (BJ5 5.18)."""

    instruction: str = ""
    """What they are asked to place, in the player's own words."""


class WithdrawConsent(_Command, frozen=True, tag="withdraw-consent"):
    """They may not any more; what they have placed stays until the player takes it up."""


class PlaceFor(_Command, frozen=True, tag="place-for"):
    """Staff puts chips down on a player's behalf, beside what lies there."""

    player: str
    bet: str
    amount: int
    box: int | None = None


class MoveFor(_Command, frozen=True, tag="move-for"):
    """Staff moves a player's chips, all of a spot or some, to another spot."""

    player: str
    bet: str
    to_bet: str
    box: int | None = None
    to_box: int | None = None
    amount: int | None = None


class Decide(_Command, frozen=True, tag="decide"):
    action: Action
    box: int | None = None
    amount: int | None = None
    bet: str | None = None
    card: Card | None = None
    player: str = ""
    """Only the house's clock speaks for another: a decision that never came."""


class Scan(_Command, frozen=True, tag="scan"):
    """A human dealer's card, as the scanner read it."""

    card: Card


class Call(_Command, frozen=True, tag="call"):
    """A human dealer's pocket: where the ball rests."""

    pocket: int


class TakeBack(_Command, frozen=True, tag="take-back"):
    """The last scan was misread, and nothing has come of it yet."""


class Rule(_Command, frozen=True, tag="rule"):
    ruling: Ruling
    countersigned: str = ""
    """Who else signed it, told by the house; some rulings need two people."""
    error: int | None = None
    """Which error of the round cards are burned for; not said: the last."""


class Hold(_Command, frozen=True, tag="hold"):
    """The house's word: somebody of the pit would void the round, and a second has to sign."""

    by: str


class Release(_Command, frozen=True, tag="release"):
    """The house's word: nobody would void the round any more."""


class AskSqueeze(_Command, frozen=True, tag="ask-squeeze"):
    """A player would like the later cards of the box face down, to turn them (BJ5 3.12)."""

    box: int


class BeginDay(_Command, frozen=True, tag="begin-day"):
    """The house's word: a new gaming day."""

    day: str


class Inspection(msgspec.Struct, frozen=True):
    """What was found when the shoe and the discard rack were looked at (LIVE 2.1.7)."""

    shoe: bool
    """In order: whole, working, and nobody has tampered with it."""
    rack: bool
    note: str = ""


class InspectEquipment(_Command, frozen=True, tag="inspect"):
    inspection: Inspection


class OfferCut(_Command, frozen=True, tag="offer-cut"):
    """The next player, in the order of the seats, is asked to place the cutting card."""


class DeclineCut(_Command, frozen=True, tag="decline-cut"):
    """Whoever is asked does not want to; or does not answer, and the dealer goes on."""


class PlaceCut(_Command, frozen=True, tag="place-cut"):
    position: int
    """Cards in front of the cutting card."""


class BurnCards(_Command, frozen=True, tag="burn-cards"):
    """Between two rounds, unseen."""

    count: int


class AskBurned(_Command, frozen=True, tag="ask-burned"):
    """A player would like to see the burned cards."""


class ShowBurned(_Command, frozen=True, tag="show-burned"):
    cards: tuple[Card, ...]
    """Those nobody has seen yet, in the order they were burned."""


class DeclineBurned(_Command, frozen=True, tag="decline-burned"):
    """The house keeps them covered."""


class CallPit(_Command, frozen=True, tag="call-pit"):
    """The dealer wants the pit to look; no time runs out meanwhile."""

    text: str


class AnswerCall(_Command, frozen=True, tag="answer-call"):
    """The pit has looked, and there is nothing to rule: the game goes on."""

    note: str = ""


class WithdrawCall(_Command, frozen=True, tag="withdraw-call"):
    """The dealer does not need the pit after all."""


class AllowSqueeze(_Command, frozen=True, tag="allow-squeeze"):
    box: int


class RefuseSqueeze(_Command, frozen=True, tag="refuse-squeeze"):
    """The house's no to a player who asked."""

    box: int


class TurnCards(_Command, frozen=True, tag="turn-cards"):
    box: int


class DecideEarly(_Command, frozen=True, tag="decide-early"):
    """Said while others act, carried out when the turn comes; no action takes it back."""

    box: int
    action: Action | None = None
    amount: int | None = None


class CarryOutEarly(_Command, frozen=True, tag="carry-out-early"):
    """The table's own move: the turn has come for what was said early."""

    player: str
    box: int


class DropEarly(_Command, frozen=True, tag="drop-early"):
    """What was said early cannot be done; the player is asked after all."""

    player: str
    box: int


class EndFollowing(_Command, frozen=True, tag="end-following"):
    """The table's own move: a bet behind cannot pay for what the seat does."""

    player: str
    box: int


class ShoeRecord(msgspec.Struct, frozen=True):
    """What was done to a fresh shoe before its first card, step by step (LIVE 2.3.1 to 2.3.5a)."""

    decks: int
    """Counted."""
    inspected: bool
    shuffled: bool
    cut: bool
    burned: int
    witness: str = ""
    """Who watched, where the house asks for it."""
    video: str = ""
    """Where the recording of the inspection is found (LIVE 2.3.1)."""
    cut_by: str = ""
    """Who placed the cutting card in the stack (LIVE 2.3.3d)."""
    cut_position: int = 0
    """And with how many cards in front of it; 0: it is not known."""


class ChangeShoe(_Command, frozen=True, tag="change-shoe"):
    """A human dealer has a fresh shoe ready."""

    record: ShoeRecord


class ChangeDealer(_Command, frozen=True, tag="change-dealer"):
    """Who deals here from now on; nobody, when the dealer is sent on a break."""

    dealer: str | None


class Reconfigure(_Command, frozen=True, tag="reconfigure"):
    """Limits, settings, clocks and how long one may sit out, from the next round on; what is not
    named stays."""

    limits: Limits | None = None
    settings: dict[str, Any] | None = None
    clocks: Clocks | None = None
    sit_out: int | None = None


class NumberTable(_Command, frozen=True, tag="number-table"):
    """The house's word: the number this table bears from now on."""

    number: int


class OpenTable(_Command, frozen=True, tag="open-table"):
    pass


class OpenBetting(_Command, frozen=True, tag="open-betting"):
    pass


class CloseBetting(_Command, frozen=True, tag="close-betting"):
    pass


class ReturnBets(_Command, frozen=True, tag="return-bets"):
    """Everything on the layout goes back: betting was interrupted (R4)."""


class CloseOffers(_Command, frozen=True, tag="close-offers"):
    """The dealer goes on: offers lapse."""


class CloseTable(_Command, frozen=True, tag="close-table"):
    """At once, or after the round that is going on."""


Command = (
    Sit
    | Leave
    | Wait
    | LeaveWaiting
    | LapseOffer
    | ChooseFollow
    | EndSession
    | GiveEntropy
    | PlaceBets
    | GiveConsent
    | WithdrawConsent
    | PlaceFor
    | MoveFor
    | Decide
    | Scan
    | Call
    | TakeBack
    | Rule
    | Hold
    | Release
    | AskSqueeze
    | BeginDay
    | InspectEquipment
    | OfferCut
    | DeclineCut
    | PlaceCut
    | BurnCards
    | AskBurned
    | ShowBurned
    | DeclineBurned
    | CallPit
    | AnswerCall
    | WithdrawCall
    | AllowSqueeze
    | RefuseSqueeze
    | TurnCards
    | DecideEarly
    | CarryOutEarly
    | DropEarly
    | EndFollowing
    | ChangeShoe
    | ChangeDealer
    | Reconfigure
    | NumberTable
    | OpenTable
    | OpenBetting
    | CloseBetting
    | ReturnBets
    | CloseOffers
    | CloseTable
)
