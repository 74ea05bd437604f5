"""What has happened at a table: facts, in the past tense. The journal of a table is made of these,
and its state is their fold."""

from enum import StrEnum

import msgspec

from croupier.games.inputs import Action, Input
from croupier.games.layout import Bet
from croupier.table.commands import ShoeRecord
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


class DealerChanged(_Fact, frozen=True, tag="dealer-changed"):
    dealer: str | None
    by: str


class OutcomesSealed(_Fact, frozen=True, tag="outcomes-sealed"):
    """A shoe, or a run of the wheel, is ready; its order is committed to, and told to nobody."""

    name: str
    commitment: str
    size: int
    burned: int = 0
    """Taken off the top unseen (LIVE 2.3.5a)."""


class EntropyGiven(_Fact, frozen=True, tag="entropy-given"):
    """A player's part in the cut, given after the order was committed to."""

    player: str
    entropy: str


class OutcomesCut(_Fact, frozen=True, tag="outcomes-cut"):
    """With the first "No more bets" of a shoe: where it is cut follows from what players gave."""

    name: str
    cut: int


class OutcomesOpened(_Fact, frozen=True, tag="outcomes-opened"):
    """After its last use: the salt and the order, for anyone to check."""

    name: str
    salt: str
    outcomes: tuple[str, ...]


class ShoeChanged(_Fact, frozen=True, tag="shoe-changed"):
    """A human dealer's fresh shoe, inspected, shuffled and cut (LIVE 2.3.1 to 2.3.3)."""

    by: str
    record: ShoeRecord


class BettingOpened(_Fact, frozen=True, tag="betting-opened"):
    """ "Place your bets, please" (BJ5 3.3, NKB 3.1)."""

    round: int


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
    """Once a session: whether bets behind follow splits and doubles (LIVE 2.5.2.10)."""

    player: str
    follow: bool


class SessionEnded(_Fact, frozen=True, tag="session-ended"):
    """The player left the table: what is asked once a session will be asked again."""

    player: str


class BetsPlaced(_Fact, frozen=True, tag="bets-placed"):
    """All that this player now has on the layout; none, when the chips were cleared."""

    player: str
    bets: tuple[Bet, ...]
    returned: int = 0
    """R4: what went back because the house was interrupted."""


class BetsDisplaced(_Fact, frozen=True, tag="bets-displaced"):
    """What is left of a standing player's bets once the seated player has taken the room that the
    box's maximum leaves (BJ5 5.1); each keeps its turn."""

    player: str
    bets: tuple[Bet, ...]


class BetsClosed(_Fact, frozen=True, tag="bets-closed"):
    """ "No more bets" (BJ5 3.10, NKB 3.2, LIVE 2.2.1): the layout as it will be settled."""

    round: int
    layout_hash: str


class Fed(_Fact, frozen=True, tag="fed"):
    """Something went into the round."""

    input: Input
    by: str
    used: int = 0
    """How many outcomes it took."""
    countersigned: str = ""


class ScanTakenBack(_Fact, frozen=True, tag="scan-taken-back"):
    """The last card or pocket was misread: it is as if it had not been scanned."""

    by: str


class Held(_Fact, frozen=True, tag="held"):
    """The pit looks whether the round counts (R30): no card falls and no clock runs until then."""

    by: str


class Released(_Fact, frozen=True, tag="released"):
    """The round goes on."""


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
    | DealerChanged
    | OutcomesSealed
    | EntropyGiven
    | OutcomesCut
    | OutcomesOpened
    | ShoeChanged
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
    | BetsPlaced
    | BetsDisplaced
    | BetsClosed
    | Fed
    | ScanTakenBack
    | Held
    | Released
    | DecidedEarly
    | EarlyDropped
)
