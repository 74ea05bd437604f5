"""What may be asked of a table, in the imperative, and by whom.

A command is defined here once. What clients may send of it is made from it (`wire/commands.py`),
with its bounds; a field that only the house may fill in is marked.
"""

from enum import StrEnum
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from croupier.engine.inputs import Action, Capacity, CardMove, Ruling
from croupier.engine.layout import Limits
from croupier.kit.cards import Card
from croupier.kit.decode_errors import FORM
from croupier.table.config import Clocks, Shuffle

MOST_AMOUNT = 2**53 - 1
MOST_CARDS = 416
"""Cards of the largest shoe."""

Box = Annotated[int, Meta(ge=1, le=16)]
Amount = Annotated[int, Meta(ge=1, le=MOST_AMOUNT, description="In the smallest unit (cents).")]
Spot = Annotated[str, Meta(min_length=1, max_length=40, description="The name of a bet.")]
Text = Annotated[str, Meta(min_length=1, max_length=600)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
HOUSE_ONLY = "never told by a message"
"""Marks a field: `Annotated[str, HOUSE_ONLY]`."""


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
    # BJ5 1.20, BJP 1.20: who acts in a post may do its work.
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
TABLES_FILE = Actor("tables-file", TableRole.SHIFT)
"""What a tables file changes at a start; nobody is called so."""
STAFF_ROLES = frozenset({TableRole.DEALER, TableRole.PIT, TableRole.SHIFT})

_PIT = frozenset({TableRole.PIT, TableRole.SHIFT})
_DEALING = _PIT | {TableRole.DEALER}


class Command(msgspec.Struct, frozen=True, tag_field="do"):
    """Each kind has its own tag, which is also its message's, and says who may give it: as it is
    here, nobody."""

    given_by: ClassVar[frozenset[TableRole]] = frozenset()


class _ByPlayer(Command, frozen=True):
    given_by = frozenset({TableRole.PLAYER})


class _ByDealer(Command, frozen=True):
    """BJ5 1.20, 5.18: dealer, pit supervisor or pit manager."""

    given_by = _DEALING


class _ByAnyDealer(Command, frozen=True):
    """The house's virtual dealer does it too."""

    given_by = _DEALING | {TableRole.HOUSE}


class _ByPit(Command, frozen=True):
    given_by = _PIT


class _ByHouse(Command, frozen=True):
    """The table's own moves, and the word of the house around it."""

    given_by = frozenset({TableRole.HOUSE})


# Players: seats -------------------------------------------------------------------------------


class TakeSeat(_ByPlayer, frozen=True, tag="take-seat"):
    box: Box


class LeaveSeat(_ByPlayer, frozen=True, tag="leave-seat"):
    box: Box


class JoinWaiting(_ByPlayer, frozen=True, tag="join-waiting"):
    """All seats are taken: the next that is freed is offered to who waits longest. Accepted with
    `take-seat`."""


class LeaveWaiting(_ByPlayer, frozen=True, tag="leave-waiting"):
    """Wait no longer, or leave the seat that is offered to the next."""


class ChooseFollow(_ByPlayer, frozen=True, tag="choose-follow"):
    """Once a session: whether bets behind split and double with the seat (LIVE 2.5.2). It counts
    for the chips behind that lie there, until betting closes, and for all later ones."""

    follow: bool


# Players: the cut and burned cards ------------------------------------------------------------


class GiveEntropy(_ByPlayer, frozen=True, tag="give-entropy"):
    """Something only this player knows, while a sealed shoe takes it: the order follows from it,
    so that nobody could have chosen what is dealt."""

    entropy: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            pattern="^[!-~]+$",
            extra={FORM: "printable characters of ASCII without spaces"},
        ),
    ]
    shoe: Annotated[str, Meta(max_length=64)] = ""
    """The name of the shoe, as its view has it; empty: the one in use."""


class PlaceCut(Command, frozen=True, tag="place-cut"):
    """The cutting card in a stack that is dealt by hand: whoever is asked says where."""

    given_by = _DEALING | {TableRole.PLAYER}
    position: Annotated[int, Meta(ge=1, le=415, description="Cards in front of it.")]


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    """Whoever is asked does not want to; or does not answer, and the next is asked: by the dealer,
    or when the time is up."""

    given_by = _DEALING | {TableRole.PLAYER, TableRole.HOUSE}


class AskBurned(_ByPlayer, frozen=True, tag="ask-burned"):
    """To be shown the burned cards, where a person deals (LIVE 2.3.5)."""


# Players: bets --------------------------------------------------------------------------------


class LaidBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is to lie on one spot."""

    bet: Spot
    amount: Amount
    box: Box | None = None


class PlaceBets(_ByPlayer, frozen=True, tag="place-bets"):
    """ "Place Bet": everything the player is to have on the layout, in place of what was confirmed
    before; an empty list takes it all back."""

    bets: tuple[LaidBet, ...]


class FinishBetting(_ByPlayer, frozen=True, tag="finish-betting"):
    """This player has bet, or sits this round out. When everyone who sits or has bet has said so,
    betting closes before its time; for a player who is alone at a virtual table, at once."""

    done: bool = True
    """False: the player would like to go on betting after all."""
    alone: Annotated[bool, HOUSE_ONLY] = False
    """Nobody else is connected to the table."""


class GiveConsent(_ByPlayer, frozen=True, tag="give-consent"):
    """In this round the dealer or the pit may place bets for this player (BJ5 5.18); said again, it
    replaces what was said before."""

    instruction: Annotated[str, Meta(max_length=200)] = ""
    """What they are asked to place, in the player's own words."""


class WithdrawConsent(_ByPlayer, frozen=True, tag="withdraw-consent"):
    """Staff may not any more; what they have placed stays until the player takes it up."""


# Players: the round ---------------------------------------------------------------------------


class AskSqueeze(_ByPlayer, frozen=True, tag="ask-squeeze"):
    """Leave to squeeze the cards that are still to come to the box (BJ5 3.12); the pit answers."""

    box: Box


class Decide(Command, frozen=True, tag="decide"):
    """Play, an offer, a raise, a choice: whatever `you.asked` offers. Early: for when the turn
    comes; without an action it takes that back."""

    given_by = frozenset({TableRole.PLAYER, TableRole.HOUSE})
    action: Action | None = None
    box: Box | None = None
    amount: Amount | None = None
    bet: Spot | None = None
    card: Card | None = None
    early: bool = False
    player: Annotated[str, HOUSE_ONLY] = ""
    """Only the house's clock speaks for another: a decision that never came."""


class TurnCards(_ByPlayer, frozen=True, tag="turn-cards"):
    box: Box


class Squeeze(_ByPlayer, frozen=True, tag="squeeze"):
    """Of a coup that is dealt: the cards of the hands this player squeezes lie face down for this
    player, and the house waits with the next round until they are turned, or their time is over."""

    turned: bool = False
    """They are."""


# Dealers --------------------------------------------------------------------------------------


class Scan(_ByAnyDealer, frozen=True, tag="scan"):
    """A card, as the dealer's scanner read it."""

    card: Card


class Call(_ByAnyDealer, frozen=True, tag="call"):
    """Where the ball rests."""

    pocket: int


class TakeBack(_ByAnyDealer, frozen=True, tag="take-back"):
    """The last scan was misread, and nothing has come of it yet."""


class OpenBetting(_ByAnyDealer, frozen=True, tag="open-betting"):
    """ "Place your bets, please." """


class CloseBetting(_ByAnyDealer, frozen=True, tag="close-betting"):
    """ "No more bets." """


class CloseOffers(_ByAnyDealer, frozen=True, tag="close-offers"):
    """The dealer goes on: offers lapse."""


class ConfirmResult(_ByDealer, frozen=True, tag="confirm-result"):
    """Everything is out and the result announced: now the bets are settled (LIVE 2.2.1)."""


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
    left: Annotated[int, Meta(ge=0, le=2 * MOST_CARDS)] | msgspec.UnsetType = msgspec.UNSET
    """Cards of the shoe before that were not dealt, counted; not there: nobody has counted them."""
    left_cards: Annotated[tuple[Card, ...], Meta(max_length=2 * MOST_CARDS)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    """Those cards, where they were scanned one by one."""
    burned_cards: Annotated[tuple[Card, ...], Meta(max_length=MOST_CARDS)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    """Burned cards of the shoe before that nobody had seen, turned over and scanned."""
    steps: (
        Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=40)]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    """The lines of the checklist that were confirmed one by one (LIVE 2.3.1, 2.3.2); not there:
    they were not recorded."""


class ChangeShoe(_ByAnyDealer, frozen=True, tag="change-shoe"):
    """A human dealer has a fresh shoe ready."""

    record: ShoeRecord


class PlaceFor(_ByDealer, frozen=True, tag="place-for"):
    """A chip for a player who has let staff bet; it counts at once (BJ5 5.18)."""

    player: Name
    bet: Spot
    amount: Amount
    box: Box | None = None


class MoveFor(_ByDealer, frozen=True, tag="move-for"):
    """The player's chips from one spot to another; all of them, or some."""

    player: Name
    bet: Spot
    to_bet: Spot
    box: Box | None = None
    to_box: Box | None = None
    amount: Amount | None = None


class Inspection(msgspec.Struct, frozen=True):
    """What was found when the shoe and the discard rack were looked at (LIVE 2.1.7)."""

    shoe: bool
    """In order: whole, working, and nobody has tampered with it."""
    rack: bool
    note: str = ""


class InspectEquipment(_ByDealer, frozen=True, tag="inspect"):
    """Shoe and discard rack, once a gaming day before the first round (LIVE 2.1.7)."""

    inspection: Inspection


class ReplaceEquipment(_ByPit, frozen=True, tag="replace-equipment"):
    """Other cards from the next shoe on, or another wheel, or the same put right: what spoke
    against the old one says nothing of it."""

    note: str = ""


class OfferCut(_ByDealer, frozen=True, tag="offer-cut"):
    """The next player, in the order of the seats, is asked to place the cutting card."""


class BurnCards(_ByDealer, frozen=True, tag="burn-cards"):
    """Between two rounds, unseen: a dealer new at the table, or as the pit wishes."""

    count: Annotated[int, Meta(ge=1, le=10)]


class ShowBurned(_ByDealer, frozen=True, tag="show-burned"):
    """Somebody has asked; those that nobody has seen yet are turned over and scanned."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=416)]


class DeclineBurned(_ByDealer, frozen=True, tag="decline-burned"):
    """Somebody has asked, and the house keeps them covered."""


class CallPit(Command, frozen=True, tag="call-pit"):
    """The table stands still and no clock runs until the pit has answered."""

    given_by = frozenset({TableRole.DEALER})
    text: Text


class WithdrawCall(Command, frozen=True, tag="withdraw-call"):
    """The pit is not needed after all: time runs on."""

    given_by = frozenset({TableRole.DEALER})


class Rule(_ByAnyDealer, frozen=True, tag="rule"):
    ruling: Ruling
    countersigned: Annotated[str, HOUSE_ONLY] = ""
    """Who else signed it; some rulings need two people."""
    error: Annotated[int, Meta(ge=0, le=MOST_AMOUNT)] | None = None
    """Which error of the round cards are burned for; not said: the last; 0: for none."""
    reason: Annotated[str, Meta(max_length=300)] = ""
    """Why another number of cards is burned for it than the document has (LIVE 2.3.5b); or why the
    table cannot go on (R4)."""
    moves: Annotated[tuple[CardMove, ...], Meta(max_length=MOST_CARDS)] = ()
    """Of a reconstruction: the cards that were put back (R27)."""


# The pit --------------------------------------------------------------------------------------


class AnswerCall(_ByPit, frozen=True, tag="answer-call"):
    """ "Go on": there is nothing to rule. A ruling answers a call too."""

    note: Annotated[str, Meta(max_length=300)] = ""


class WithdrawRuling(_ByPit, frozen=True, tag="withdraw-ruling"):
    """The last ruling was a mistake, and its card has not come: it is as if it were not made."""


class AllowSqueeze(_ByPit, frozen=True, tag="allow-squeeze"):
    box: Box


class RefuseSqueeze(_ByPit, frozen=True, tag="refuse-squeeze"):
    box: Box


class ChangeDealer(_ByPit, frozen=True, tag="change-dealer"):
    """Who deals here from now on; nobody, when the dealer is sent on a break."""

    dealer: Name | None = None


class Reconfigure(_ByPit, frozen=True, tag="reconfigure"):
    """From the next round on; what is not named stays."""

    limits: Limits | None = None
    settings: dict[str, bool | int | str] | None = None
    clocks: Clocks | None = None
    sit_out: Annotated[int | None, HOUSE_ONLY] = None
    """Rounds one may sit out, as the tables file says."""
    shuffle: Annotated[Shuffle | None, HOUSE_ONLY] = None
    """The same of how an order comes about; from the next that is sealed on."""
    early_close: Annotated[bool | None, HOUSE_ONLY] = None
    """And of whether betting closes when everyone has finished."""


class Reshuffle(_ByPit, frozen=True, tag="reshuffle"):
    """The cards are shuffled after the round that is on, or at once between rounds (LIVE 2.3.2)."""


class OpenTable(_ByPit, frozen=True, tag="open-table"):
    pass


class CloseTable(Command, frozen=True, tag="close-table"):
    """At once, or after the round that is going on."""

    given_by = _PIT | {TableRole.HOUSE}


class StageOutcomes(Command, frozen=True, tag="stage-outcomes"):
    """At a staged table: what comes next, in this order, from a fresh shoe or run of the wheel. It
    holds from the next round on; none: chance decides again."""

    given_by = _PIT | {TableRole.PLAYER}
    outcomes: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=3)], ...],
        Meta(max_length=416, description="Cards, or pockets of the wheel."),
    ]


# The house ------------------------------------------------------------------------------------


class LapseOffer(_ByHouse, frozen=True, tag="lapse-offer"):
    """A seat was offered long enough."""

    box: int
    player: str


class EndSession(_ByHouse, frozen=True, tag="end-session"):
    """A player has left the table, or the house."""

    player: str


class Hold(_ByHouse, frozen=True, tag="hold"):
    """Somebody of the pit would void the round, and a second has to sign."""

    by: str


class Release(_ByHouse, frozen=True, tag="release"):
    """Nobody would void the round any more."""


class BeginDay(_ByHouse, frozen=True, tag="begin-day"):
    """A new gaming day."""

    day: str


class NumberTable(_ByHouse, frozen=True, tag="number-table"):
    """The number this table bears from now on."""

    number: int


class CloseContributions(_ByHouse, frozen=True, tag="close-contributions"):
    """The time in which players may give something to the order is over."""


class ReturnBets(_ByHouse, frozen=True, tag="return-bets"):
    """Everything on the layout goes back: betting was interrupted (R4)."""


class CarryOutEarly(_ByHouse, frozen=True, tag="carry-out-early"):
    """The turn has come for what was said early."""

    player: str
    box: int


class DropEarly(_ByHouse, frozen=True, tag="drop-early"):
    """What was said early cannot be done; the player is asked after all."""

    player: str
    box: int


class EndFollowing(_ByHouse, frozen=True, tag="end-following"):
    """A bet behind cannot pay for what the seat does."""

    player: str
    box: int
