"""What the house says on a socket.

Messages of a feed are numbered without gaps: a table's public feed, a table's feed for staff, a
player's own, the floor's. Whoever comes back names the last number it has, and is sent what came
after; or the latest, if that is too long ago.
"""

from enum import StrEnum
from typing import Any

import msgspec

from croupier.kit.phrase import Phrase
from croupier.wire.views import EventKind, FloorTable, StaffView, TableView, YouView


class _Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Each kind has its own tag."""


class Welcome(_Message, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    name: str
    role: str
    feed: str
    """The name of this account's own feed."""
    n: int
    resumed: bool
    """Whether what was missed follows; otherwise begin anew."""
    house: str
    """A word that changes when the house was started anew: then no mark is good any more."""
    at_ms: int
    support: str = ""
    """Where to complain of what others write: an e-mail address, or a page; empty: nowhere."""


class Reply(_Message, frozen=True, tag="reply"):
    """Exactly one for everything asked. A refusal has a code, a text, and a clause if there is."""

    re: str
    """The id of what was asked; empty where none could be read."""
    ok: bool
    code: str = ""
    """Empty, or why it was refused."""
    message: str = ""
    clause: str = ""
    data: Any = None
    words: Phrase | None = None
    """The message for every language; none where it is no player's."""


class TableEvent(msgspec.Struct, frozen=True):
    """Something somebody did that everyone may know."""

    by: str
    what: EventKind
    box: int | None = None


class TableMessage(_Message, frozen=True, tag="table"):
    feed: str
    n: int
    at_ms: int
    said: tuple[str, ...]
    """The dealer's announcements."""
    events: tuple[TableEvent, ...]
    """What was done since the message before."""
    view: TableView
    words: tuple[Phrase, ...] = ()
    """What was said, for every language."""


class StaffMessage(_Message, frozen=True, tag="staff"):
    feed: str
    n: int
    view: StaffView


class ChatMessage(_Message, frozen=True, tag="chat"):
    table: str
    line: str
    player: str
    text: str
    at_ms: int


class You(_Message, frozen=True, tag="you"):
    feed: str
    n: int
    view: YouView


class Purse(_Message, frozen=True, tag="purse"):
    """Money and time: always current, whatever table is open."""

    feed: str
    n: int
    balance: int
    """What may be staked; what lies on a table is not in it."""
    session_ms: int
    """How long they have played."""
    net: int
    """Won or lost in this session."""


class RealityCheck(_Message, frozen=True, tag="reality-check"):
    """Betting waits until it is acknowledged."""

    feed: str
    n: int
    session_ms: int
    net: int


class NoticeCode(StrEnum):
    """What a notice is about."""

    ADJUSTMENT = "adjustment"
    BETS_RETURNED = "bets-returned"
    """Bets that could not stand when betting closed have gone back."""
    CAGE = "cage"
    """What was asked of the cage is decided: it is to be read anew over HTTP."""
    DISPUTE = "dispute"
    INTERRUPTED = "interrupted"
    LETTER = "letter"
    """The house has written about an incident: to be read over HTTP."""
    MUTED = "muted"
    CHAT_BLOCKED = "chat-blocked"
    SEAT_OFFERED = "seat-offered"
    SEAT_OFFER_LAPSED = "seat-offer-lapsed"
    SEAT_KEPT = "seat-kept"
    SEAT_GIVEN_UP = "seat-given-up"


class Notice(_Message, frozen=True, tag="notice"):
    """The house to one account: a limit, an adjustment, a word from the pit."""

    feed: str
    n: int
    code: NoticeCode
    text: str
    words: Phrase
    """The same, for every language."""
    table: str | None = None
    """Of what happened at a table while you were away: to be told there, not at another."""


class AlertView(msgspec.Struct, frozen=True):
    number: int
    kind: str
    table: str
    text: str
    times: int
    at_ms: int
    words: Phrase | None
    """The text for every language; none where somebody wrote it."""
    round: int | None = None
    """Which round it is about, or was found in."""


class Papers(msgspec.Struct, frozen=True):
    """What waits for somebody at a desk. When any of it changes, it is to be read anew over HTTP:
    a feed would have to carry what everybody wrote."""

    changes: int
    """Goes up with every change of a proposal or a dispute."""
    proposals: int
    """Waiting for a second signature."""
    disputes: int
    """Waiting for an answer."""


class FloorMessage(_Message, frozen=True, tag="floor"):
    feed: str
    n: int
    tables: tuple[FloorTable, ...]
    alerts: tuple[AlertView, ...]
    papers: Papers


class CageMessage(_Message, frozen=True, tag="cage"):
    """For the cashiers. When it changes, the requests are to be read anew over HTTP."""

    feed: str
    n: int
    changes: int
    """Goes up with everything that is asked of the cage or decided there."""
    waiting: int
    """Requests that wait for a decision."""
    newest: int
    """The number of the last one that was asked; 0: none was."""


class Bye(_Message, frozen=True, tag="bye"):
    """The last word before the house closes the socket."""

    code: str
    message: str
    words: Phrase | None = None


Message = (
    Welcome
    | Reply
    | TableMessage
    | StaffMessage
    | ChatMessage
    | You
    | Purse
    | RealityCheck
    | Notice
    | FloorMessage
    | CageMessage
    | Bye
)
