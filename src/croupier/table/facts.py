"""What has happened at a table: facts, in the past tense. The journal of a table is made of these,
and its state is their fold."""

from enum import StrEnum

import msgspec

from croupier.chance.derived import Terms
from croupier.engine.inputs import Action, Burn, CardPlace, Discard, Input, Place
from croupier.engine.layout import Bet
from croupier.kit.cards import Card
from croupier.table.commands import Inspection, ShoeRecord
from croupier.table.config import TableConfig


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """Each kind has its own tag, so a journal can be read back."""


class TableOpened(_Fact, frozen=True, tag="table-opened"):
    config: TableConfig


class ClosingOrdered(_Fact, frozen=True, tag="closing-ordered"):
    """The table closes when this round is over."""

    by: str


class TableClosed(_Fact, frozen=True, tag="table-closed"):
    by: str


class Reconfigured(_Fact, frozen=True, tag="reconfigured"):
    """The pit's change, in force from the next round on."""

    config: TableConfig
    by: str


class TableNumbered(_Fact, frozen=True, tag="table-numbered"):
    """The number the table bears from now on (LIVE 2.1.4)."""

    number: int


class DealerChanged(_Fact, frozen=True, tag="dealer-changed"):
    dealer: str | None
    by: str


class OutcomesSealed(_Fact, frozen=True, tag="outcomes-sealed"):
    """A shoe, or a run of the wheel, is ready: the seed of its order is committed to, and told to
    nobody."""

    name: str
    commitment: str
    size: int
    burned: int = 0
    """Taken off the top unseen (LIVE 2.3.5a)."""
    terms: Terms | None = None
    """None: the order itself was drawn and committed to, and players only cut it."""


class OutcomesStaged(_Fact, frozen=True, tag="outcomes-staged"):
    """At a staged table: what the next shoe, or run of the wheel, begins with."""

    outcomes: tuple[str, ...]
    by: str


class ReshuffleOrdered(_Fact, frozen=True, tag="reshuffle-ordered"):
    """No further round is dealt from these cards: the house wants them shuffled (LIVE 2.3.2)."""

    by: str


class ShoePrepared(_Fact, frozen=True, tag="shoe-prepared"):
    """The next shoe is sealed while the current one is dealt."""

    name: str
    commitment: str
    size: int
    burned: int
    terms: Terms


class PreparedShoeInUse(_Fact, frozen=True, tag="prepared-shoe-in-use"):
    """The prepared shoe takes the place of the one before it."""

    name: str
    burned: int
    """Taken off the top unseen (LIVE 2.3.5a)."""


class PreparedShoeUnused(_Fact, frozen=True, tag="prepared-shoe-unused"):
    """The prepared shoe is never dealt from. It is opened, for anyone to check."""

    name: str
    commitment: str
    why: str
    salt: str = ""
    """Empty where the house cannot read it any more."""
    outcomes: tuple[str, ...] = ()
    """Empty where the order was not settled yet."""


class EntropyGiven(_Fact, frozen=True, tag="entropy-given"):
    """A player's part in the order, given after the seed was committed to."""

    player: str
    entropy: str
    shoe: str = ""
    """Its name; empty in older journals, where it is the one in use."""

    def is_for(self, shoe: str) -> bool:
        return self.shoe in ("", shoe)


class ContributionsClosed(_Fact, frozen=True, tag="contributions-closed"):
    """Nothing is taken any more for this order. The delay begins here, and never before."""

    name: str
    digest: str
    """Of the commitment and all that was given, in its order."""


class DelayPassed(_Fact, frozen=True, tag="delay-passed"):
    """The squarings are done: with the seed, their output tells the order."""

    name: str
    output: str
    proof: str


class OutcomesCut(_Fact, frozen=True, tag="outcomes-cut"):
    """With the first "No more bets" of a shoe that was drawn: where it is cut follows from what
    players gave."""

    name: str
    cut: int


class OutcomesOpened(_Fact, frozen=True, tag="outcomes-opened"):
    """After its last use: the seed or salt, and the order, for anyone to check."""

    name: str
    salt: str
    outcomes: tuple[str, ...]


class BooksRestored(_Fact, frozen=True, tag="books-restored"):
    """These books were put back from a copy. What came after it is not in them, and may have been
    seen: nothing that was sealed before is dealt any more."""

    why: str
    lost: int = 0
    """Entries that had been acknowledged, as far as is known."""


class OutcomesRetired(_Fact, frozen=True, tag="outcomes-retired"):
    """Sealed, and never to be dealt from again: what is left of it may be known, or chosen."""

    name: str
    commitment: str
    left: int
    why: str


class ShoeChanged(_Fact, frozen=True, tag="shoe-changed"):
    """A human dealer's fresh shoe, inspected, shuffled and cut (LIVE 2.3.1 to 2.3.3)."""

    by: str
    record: ShoeRecord


class DayBegan(_Fact, frozen=True, tag="day-began"):
    """A new gaming day: what is due once a day is due again."""

    day: str


class EquipmentInspected(_Fact, frozen=True, tag="equipment-inspected"):
    """Shoe and discard rack were looked at (LIVE 2.1.7)."""

    by: str
    day: str
    inspection: Inspection


class EquipmentReplaced(_Fact, frozen=True, tag="equipment-replaced"):
    """Other cards from the next shoe on, or another wheel, or the same put right."""

    by: str
    note: str = ""


class CutOffered(_Fact, frozen=True, tag="cut-offered"):
    """This player is asked to place the cutting card (LIVE 2.3.3d)."""

    player: str


class CutDeclined(_Fact, frozen=True, tag="cut-declined"):
    player: str
    by: str


class CutPlaced(_Fact, frozen=True, tag="cut-placed"):
    by: str
    position: int
    """Cards in front of it."""


class BurnReason(StrEnum):
    SHUFFLE = "shuffle"
    """LIVE 2.3.5a and 2.3.5c."""
    ERROR = "error"
    """LIVE 2.3.5b."""
    NEW_DEALER = "new-dealer"
    HOUSE = "house"
    """At the house's discretion (LIVE 2.3.5)."""


class CardsBurned(_Fact, frozen=True, tag="cards-burned"):
    """Between two rounds, unseen."""

    by: str
    count: int
    why: BurnReason


class BurnsAsked(_Fact, frozen=True, tag="burns-asked"):
    """A player would like to see the burned cards (LIVE 2.3.5)."""

    player: str


class BurnsShown(_Fact, frozen=True, tag="burns-shown"):
    by: str
    cards: tuple[Card, ...]
    """Those nobody had seen yet."""


class BurnsKept(_Fact, frozen=True, tag="burns-kept"):
    """The house does not show them."""

    by: str


class RoundError(msgspec.Struct, frozen=True):
    """Something that went wrong in a round, counted from one."""

    number: int
    kind: str


class BettingOpened(_Fact, frozen=True, tag="betting-opened"):
    """ "Place your bets, please" (BJ5 3.3, BJP 3.3, NKB 3.1): a round lasts from here to its last
    settlement (BJ5 1.25, BJP 1.24)."""

    round: int
    rules: str = ""
    """The digest of the rules it is played by; empty in what was written before there was one."""


class BettingWithdrawn(_Fact, frozen=True, tag="betting-withdrawn"):
    """Nobody had bet, and the table closes or changes: this round is not played."""

    round: int


class SeatTaken(_Fact, frozen=True, tag="seat-taken"):
    player: str
    box: int


class Freed(StrEnum):
    """Why a seat is free."""

    LEFT = "left"
    """Its player got up."""
    AWAY = "away"
    """Its player was not at the table any more, or not in the house."""
    SAT_OUT = "sat-out"
    """Its player was there, and has not bet for as many rounds as the table waits."""


class SeatLeft(_Fact, frozen=True, tag="seat-left"):
    player: str
    box: int
    why: Freed = Freed.LEFT


class Waited(_Fact, frozen=True, tag="waited"):
    """All seats are taken: the player is on the list for the next one."""

    player: str


class WaitingLeft(_Fact, frozen=True, tag="waiting-left"):
    """The player waits no longer, and does not want the seat that was offered."""

    player: str


class SeatOffered(_Fact, frozen=True, tag="seat-offered"):
    """It is kept for the player, who is on the list no longer."""

    player: str
    box: int


class OfferLapsed(_Fact, frozen=True, tag="offer-lapsed"):
    """The player has not sat down in time."""

    player: str
    box: int


class FollowChosen(_Fact, frozen=True, tag="follow-chosen"):
    """Once a session: whether bets behind follow splits and doubles (LIVE 2.5.2.10). For chips
    that lay there already a `BetsPlaced` comes with it."""

    player: str
    follow: bool


class SessionEnded(_Fact, frozen=True, tag="session-ended"):
    """The player left the table: what is asked once a session will be asked again."""

    player: str


class ConsentGiven(_Fact, frozen=True, tag="consent-given"):
    """For this round, until "No more bets": staff may place bets for the player (BJ5 5.18)."""

    player: str
    number: int
    """Of the table's consents, from one on; a later one of the player's replaces it."""
    instruction: str = ""
    """What the player asked for."""


class ConsentWithdrawn(_Fact, frozen=True, tag="consent-withdrawn"):
    player: str


class OnBehalf(msgspec.Struct, frozen=True):
    """Who of the staff placed a bet for a player, and under which consent."""

    by: str
    consent: int


class BetsPlaced(_Fact, frozen=True, tag="bets-placed"):
    """All that this player now has on the layout; none, when the chips were cleared."""

    player: str
    bets: tuple[Bet, ...]
    returned: int = 0
    """R4: what went back because the house was interrupted."""
    on_behalf: OnBehalf | None = None
    """None: the player's own hand."""
    dropped: tuple[Bet, ...] = ()
    """What went back at "No more bets" because it could not stand any more."""


class BetsDisplaced(_Fact, frozen=True, tag="bets-displaced"):
    """What is left of a standing player's bets once the seated player has taken the room that the
    box's maximum leaves (BJ5 5.1); each keeps its turn."""

    player: str
    bets: tuple[Bet, ...]


class BettingFinished(_Fact, frozen=True, tag="betting-finished"):
    """The player needs no more time to bet in this round (LIVE 3.2, R33)."""

    player: str


class BettingResumed(_Fact, frozen=True, tag="betting-resumed"):
    """The player does, after all; or the player's chips have changed since."""

    player: str


class BetsClosed(_Fact, frozen=True, tag="bets-closed"):
    """ "No more bets" (BJ5 3.10, BJP 3.10, NKB 3.2, LIVE 2.2.1): the layout as it will be
    settled."""

    round: int
    layout_hash: str


class MovedCard(msgspec.Struct, frozen=True):
    """A card that lay elsewhere, and where it was put (BJ5 1.24, R27)."""

    card: Card
    """"??" lay face down."""
    lay: CardPlace
    belongs: CardPlace
    lay_at: int | None = None
    """Which card it was where it lay, from 1; None: not recorded."""
    at: int | None = None
    """Which card of its hand it is."""


class Fed(_Fact, frozen=True, tag="fed"):
    """Something went into the round."""

    input: Input
    by: str
    used: int = 0
    """How many outcomes it took."""
    countersigned: str = ""
    error: RoundError | None = None
    """Of the same round: what cards are burned for (LIVE 2.3.5b)."""
    reason: str = ""
    """Why another number of cards is burned than the document has."""
    moved: tuple[MovedCard, ...] = ()
    """Put back into order by a reconstruction."""


class ScanTakenBack(_Fact, frozen=True, tag="scan-taken-back"):
    """The last card or pocket was misread: it is as if it had not been scanned."""

    by: str


class RulingWithdrawn(_Fact, frozen=True, tag="ruling-withdrawn"):
    """The last ruling was a mistake, and its card had not come: it is as if it were not made."""

    by: str
    ruling: Place | Discard | Burn


class SqueezeAsked(_Fact, frozen=True, tag="squeeze-asked"):
    """A player asks the house for leave to squeeze the cards of the box (BJ5 3.12)."""

    player: str
    box: int


class SqueezeAnswered(_Fact, frozen=True, tag="squeeze-answered"):
    """The house's answer; the leave itself goes into the round, as soon as there is one."""

    box: int
    granted: bool
    by: str


class SqueezeBegun(_Fact, frozen=True, tag="squeeze-begun"):
    """Cards that everyone else sees lie face down for this player: the next round waits."""

    player: str


class SqueezeEnded(_Fact, frozen=True, tag="squeeze-ended"):
    player: str


class Held(_Fact, frozen=True, tag="held"):
    """The pit looks whether the round counts (R30): no card falls and no clock runs until then."""

    by: str


class Released(_Fact, frozen=True, tag="released"):
    """The round goes on."""


class PitCalled(_Fact, frozen=True, tag="pit-called"):
    """The dealer waits for the pit: nothing moves and no clock runs until it has answered."""

    by: str
    text: str


class PitAnswered(_Fact, frozen=True, tag="pit-answered"):
    """By a ruling, or by the word to go on: time runs again, with what was left of it."""

    by: str
    note: str = ""


class CallWithdrawn(_Fact, frozen=True, tag="call-withdrawn"):
    """The dealer did not need the pit after all."""

    by: str


class DecidedEarly(_Fact, frozen=True, tag="decided-early"):
    player: str
    box: int
    action: Action
    amount: int | None = None


class EarlyDropped(_Fact, frozen=True, tag="early-dropped"):
    player: str
    box: int


Fact = (
    TableOpened
    | ClosingOrdered
    | TableClosed
    | Reconfigured
    | TableNumbered
    | DealerChanged
    | OutcomesSealed
    | ShoePrepared
    | PreparedShoeInUse
    | PreparedShoeUnused
    | OutcomesStaged
    | ReshuffleOrdered
    | EntropyGiven
    | ContributionsClosed
    | DelayPassed
    | OutcomesCut
    | OutcomesOpened
    | BooksRestored
    | OutcomesRetired
    | ShoeChanged
    | DayBegan
    | EquipmentInspected
    | EquipmentReplaced
    | CutOffered
    | CutDeclined
    | CutPlaced
    | CardsBurned
    | BurnsAsked
    | BurnsShown
    | BurnsKept
    | BettingOpened
    | BettingWithdrawn
    | SeatTaken
    | SeatLeft
    | Waited
    | WaitingLeft
    | SeatOffered
    | OfferLapsed
    | FollowChosen
    | SessionEnded
    | ConsentGiven
    | ConsentWithdrawn
    | BetsPlaced
    | BetsDisplaced
    | BettingFinished
    | BettingResumed
    | BetsClosed
    | Fed
    | ScanTakenBack
    | RulingWithdrawn
    | SqueezeAsked
    | SqueezeAnswered
    | SqueezeBegun
    | SqueezeEnded
    | Held
    | Released
    | PitCalled
    | PitAnswered
    | CallWithdrawn
    | DecidedEarly
    | EarlyDropped
)
