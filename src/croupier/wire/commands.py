"""What a client may say on its socket. Every kind has a tag, and an id that its sender made: the
answer carries it, and repeating it is safe."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.games.inputs import Action, Ruling
from croupier.games.layout import Limits
from croupier.kit.cards import Card
from croupier.table.commands import Inspection, ShoeRecord
from croupier.table.config import Clocks

MOST_AMOUNT = 2**53 - 1

Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern="^[ -~]+$",
        description="Made by the sender, used once.",
    ),
]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Round = Annotated[int, Meta(ge=0, le=MOST_AMOUNT, description="The round it is meant for.")]
Box = Annotated[int, Meta(ge=1, le=16)]
Amount = Annotated[int, Meta(ge=1, le=MOST_AMOUNT, description="In the smallest unit (cents).")]
Spot = Annotated[str, Meta(min_length=1, max_length=40, description="The name of a bet.")]
Text = Annotated[str, Meta(min_length=1, max_length=600)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]


class _Said(
    msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """Each kind has its own tag. What may be left out is left out, so that a field that comes new
    does not change what older messages are remembered by."""


# Coming and going -----------------------------------------------------------------------------


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last message a client has of a feed."""

    feed: Annotated[str, Meta(max_length=40)]
    n: Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]


class Hello(_Said, frozen=True, tag="hello"):
    """The first word on a socket; the ticket is good for one use."""

    ticket: Annotated[str, Meta(max_length=100)]
    you: Mark | None = None


class Ping(_Said, frozen=True, tag="ping"):
    id: Id


class Lobby(_Said, frozen=True, tag="lobby"):
    """Answered with every table of the house."""

    id: Id


class Join(_Said, frozen=True, tag="join"):
    """Follow a table; with a mark: from there on, if the house still has it."""

    id: Id
    table: TableId
    mark: Mark | None = None


class Part(_Said, frozen=True, tag="part"):
    """Follow a table no longer; seats and bets stay."""

    id: Id
    table: TableId


class WatchFloor(_Said, frozen=True, tag="watch-floor"):
    """Staff: every table at a glance, the alerts, and how many papers wait."""

    id: Id


class Acknowledge(_Said, frozen=True, tag="acknowledge"):
    """The answer to a reality check; betting goes on after it."""

    id: Id


# Players --------------------------------------------------------------------------------------


class TakeSeat(_Said, frozen=True, tag="take-seat"):
    id: Id
    table: TableId
    box: Box


class LeaveSeat(_Said, frozen=True, tag="leave-seat"):
    id: Id
    table: TableId
    box: Box


class JoinWaiting(_Said, frozen=True, tag="join-waiting"):
    """All seats are taken: the next that is freed is offered to who waits longest. Accepted with
    `take-seat`."""

    id: Id
    table: TableId


class LeaveWaiting(_Said, frozen=True, tag="leave-waiting"):
    """Wait no longer, or leave the seat that is offered to the next."""

    id: Id
    table: TableId


class ChooseFollow(_Said, frozen=True, tag="choose-follow"):
    """Once a session: whether bets behind split and double with the seat (LIVE 2.5.2). It counts
    for the chips behind that lie there, until betting closes, and for all later ones."""

    id: Id
    table: TableId
    follow: bool


class CutShoe(_Said, frozen=True, tag="cut-shoe"):
    """Something only this player knows, before the first round of a sealed shoe: it moves the cut,
    so that nobody could have chosen the order that is dealt."""

    id: Id
    table: TableId
    entropy: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]


class PlaceCut(_Said, frozen=True, tag="place-cut"):
    """The cutting card in a stack that is dealt by hand: whoever is asked says where."""

    id: Id
    table: TableId
    position: Annotated[int, Meta(ge=1, le=415, description="Cards in front of it.")]


class DeclineCut(_Said, frozen=True, tag="decline-cut"):
    """Whoever is asked does not want to; or does not answer, and the dealer asks the next."""

    id: Id
    table: TableId


class AskBurned(_Said, frozen=True, tag="ask-burned"):
    """To be shown the burned cards, where a person deals (LIVE 2.3.5)."""

    id: Id
    table: TableId


class LaidBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is to lie on one spot."""

    bet: Spot
    amount: Amount
    box: Box | None = None


class PlaceBets(_Said, frozen=True, tag="place-bets"):
    """ "Place Bet": everything the player is to have on the layout, in place of what was confirmed
    before; an empty list takes it all back."""

    id: Id
    table: TableId
    round: Round
    bets: tuple[LaidBet, ...]


class CheckBets(_Said, frozen=True, tag="check-bets"):
    """What these would be refused for if they were placed now, and which spots would take no
    further chip beside them. Nothing is kept."""

    id: Id
    table: TableId
    round: Round
    bets: tuple[LaidBet, ...]


class GiveConsent(_Said, frozen=True, tag="give-consent"):
    """In this round the dealer or the pit may place bets for this player (BJ5 5.18); said again, it
    replaces what was said before."""

    id: Id
    table: TableId
    round: Round
    instruction: Annotated[str, Meta(max_length=200)] = ""


class WithdrawConsent(_Said, frozen=True, tag="withdraw-consent"):
    id: Id
    table: TableId
    round: Round


class AskSqueeze(_Said, frozen=True, tag="ask-squeeze"):
    """Leave to squeeze the cards that are still to come to the box (BJ5 3.12); the pit answers."""

    id: Id
    table: TableId
    round: Round
    box: Box


class Decide(_Said, frozen=True, tag="decide"):
    """Play, an offer, a raise, a choice: whatever `you.asked` offers. Early: for when the turn
    comes; without an action it takes that back."""

    id: Id
    table: TableId
    round: Round
    action: Action | None = None
    box: Box | None = None
    amount: Amount | None = None
    bet: Spot | None = None
    card: Card | None = None
    early: bool = False


class TurnCards(_Said, frozen=True, tag="turn-cards"):
    id: Id
    table: TableId
    round: Round
    box: Box


class Say(_Said, frozen=True, tag="say"):
    id: Id
    table: TableId
    text: Text


class ReportChat(_Said, frozen=True, tag="report-chat"):
    id: Id
    table: TableId
    line: Annotated[str, Meta(max_length=40)]
    reason: Text


# Dealers --------------------------------------------------------------------------------------


class Scan(_Said, frozen=True, tag="scan"):
    """What the scanner typed: a card, or a pocket at the wheel."""

    id: Id
    table: TableId
    round: Round
    code: Annotated[str, Meta(min_length=1, max_length=40)]


class TakeBack(_Said, frozen=True, tag="take-back"):
    id: Id
    table: TableId
    round: Round


class OpenBetting(_Said, frozen=True, tag="open-betting"):
    """ "Place your bets, please." """

    id: Id
    table: TableId


class CloseBetting(_Said, frozen=True, tag="close-betting"):
    """ "No more bets." """

    id: Id
    table: TableId
    round: Round


class CloseOffers(_Said, frozen=True, tag="close-offers"):
    id: Id
    table: TableId
    round: Round


class ChangeShoe(_Said, frozen=True, tag="change-shoe"):
    id: Id
    table: TableId
    record: ShoeRecord


class PlaceFor(_Said, frozen=True, tag="place-for"):
    """A chip for a player who has let staff bet; it counts at once (BJ5 5.18)."""

    id: Id
    table: TableId
    round: Round
    player: Name
    bet: Spot
    amount: Amount
    box: Box | None = None


class MoveFor(_Said, frozen=True, tag="move-for"):
    """The player's chips from one spot to another; all of them, or some."""

    id: Id
    table: TableId
    round: Round
    player: Name
    bet: Spot
    to_bet: Spot
    box: Box | None = None
    to_box: Box | None = None
    amount: Amount | None = None


class InspectEquipment(_Said, frozen=True, tag="inspect"):
    """Shoe and discard rack, once a gaming day before the first round (LIVE 2.1.7)."""

    id: Id
    table: TableId
    inspection: Inspection


class OfferCut(_Said, frozen=True, tag="offer-cut"):
    """The next player, in the order of the seats, is asked to place the cutting card."""

    id: Id
    table: TableId


class BurnCards(_Said, frozen=True, tag="burn-cards"):
    """Between two rounds, unseen: a dealer new at the table, or as the pit wishes."""

    id: Id
    table: TableId
    count: Annotated[int, Meta(ge=1, le=10)]


class ShowBurned(_Said, frozen=True, tag="show-burned"):
    """Somebody has asked; those that nobody has seen yet are turned over and scanned."""

    id: Id
    table: TableId
    cards: Annotated[tuple[Card, ...], Meta(max_length=416)]


class DeclineBurned(_Said, frozen=True, tag="decline-burned"):
    """Somebody has asked, and the house keeps them covered."""

    id: Id
    table: TableId


class CallPit(_Said, frozen=True, tag="call-pit"):
    """The table stands still and no clock runs until the pit has answered."""

    id: Id
    table: TableId
    text: Text


class WithdrawCall(_Said, frozen=True, tag="withdraw-call"):
    """The pit is not needed after all: time runs on."""

    id: Id
    table: TableId


# The pit --------------------------------------------------------------------------------------


class Rule(_Said, frozen=True, tag="rule"):
    id: Id
    table: TableId
    round: Round
    ruling: Ruling
    error: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)] | None = None
    """Which error of the round cards are burned for; not said: the last."""


class AnswerCall(_Said, frozen=True, tag="answer-call"):
    """ "Go on": there is nothing to rule. A ruling answers a call too."""

    id: Id
    table: TableId
    note: Annotated[str, Meta(max_length=300)] = ""


class AllowSqueeze(_Said, frozen=True, tag="allow-squeeze"):
    id: Id
    table: TableId
    round: Round
    box: Box


class RefuseSqueeze(_Said, frozen=True, tag="refuse-squeeze"):
    id: Id
    table: TableId
    round: Round
    box: Box


class ChangeDealer(_Said, frozen=True, tag="change-dealer"):
    id: Id
    table: TableId
    dealer: Name | None = None


class Reconfigure(_Said, frozen=True, tag="reconfigure"):
    """From the next round on; what is not named stays."""

    id: Id
    table: TableId
    limits: Limits | None = None
    settings: dict[str, bool | int | str] | None = None
    clocks: Clocks | None = None


class OpenTable(_Said, frozen=True, tag="open-table"):
    id: Id
    table: TableId


class CloseTable(_Said, frozen=True, tag="close-table"):
    id: Id
    table: TableId


Asked = (
    Ping
    | Lobby
    | Join
    | Part
    | WatchFloor
    | Acknowledge
    | TakeSeat
    | LeaveSeat
    | JoinWaiting
    | LeaveWaiting
    | ChooseFollow
    | CutShoe
    | PlaceCut
    | DeclineCut
    | AskBurned
    | PlaceBets
    | CheckBets
    | GiveConsent
    | WithdrawConsent
    | AskSqueeze
    | Decide
    | TurnCards
    | Say
    | ReportChat
    | Scan
    | TakeBack
    | OpenBetting
    | CloseBetting
    | CloseOffers
    | ChangeShoe
    | PlaceFor
    | MoveFor
    | InspectEquipment
    | OfferCut
    | BurnCards
    | ShowBurned
    | DeclineBurned
    | CallPit
    | WithdrawCall
    | Rule
    | AnswerCall
    | AllowSqueeze
    | RefuseSqueeze
    | ChangeDealer
    | Reconfigure
    | OpenTable
    | CloseTable
)
"""Everything after `hello`."""
