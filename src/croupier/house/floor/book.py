"""The floor as the fold of its facts. What may happen is judged in `floor`; here it has."""

import msgspec

from croupier.house.clock import HOUR
from croupier.house.floor.chat_sanctions import ChatSanctions
from croupier.house.floor.facts import (
    STREAM,
    AlertCleared,
    AlertKind,
    AlertRaised,
    CarriedOut,
    ChatBlocked,
    ChatUnblocked,
    Countersigned,
    DisputeClosed,
    DisputeOpened,
    FellThrough,
    FloorFact,
    LineReported,
    Muted,
    Proposal,
    ProposalWithdrawn,
    Proposed,
    QuestionRuled,
    ReportClosed,
    RoundShared,
    ShareWithdrawn,
    Unmuted,
    WordAllowed,
    WordBarred,
)
from croupier.house.journal import Fold
from croupier.kit.phrase import words
from croupier.table.signed_command import SignedCommand

PROPOSAL_LASTS = 8 * HOUR
"""A shift: what nobody countersigned in it has lapsed."""
MOST_OPEN_ALERTS = 500
_PAPERS = (
    DisputeOpened
    | DisputeClosed
    | Proposed
    | Countersigned
    | ProposalWithdrawn
    | CarriedOut
    | FellThrough
)
"""What somebody at a desk has before them."""


class Alert(msgspec.Struct):
    """Stays until somebody has cleared it."""

    raised: AlertRaised
    at_ms: int
    last_ms: int
    times: int = 1


class Dispute(msgspec.Struct):
    opened: DisputeOpened
    at_ms: int
    closed_by: str | None = None
    answer: str = ""
    upheld: bool = False
    closed_ms: int = 0


class Signing(msgspec.Struct):
    """A proposal on its way: proposed, countersigned, and gone from here once it is carried out."""

    number: int
    what: Proposal
    by: str
    at_ms: int
    countersigned: str | None = None
    countersignature: SignedCommand | None = None
    """That of the second person's station."""

    def countersign(self, fact: Countersigned) -> None:
        self.countersigned, self.countersignature = fact.by, fact.signed

    def lapsed(self, now_ms: int) -> bool:
        return self.countersigned is None and now_ms - self.at_ms > PROPOSAL_LASTS


class ManagerRuling(msgspec.Struct, frozen=True):
    """A ruling of the shift manager on what the rules leave open."""

    ruled: QuestionRuled
    at_ms: int


class Report(msgspec.Struct):
    reported: LineReported
    at_ms: int
    closed_by: str | None = None
    note: str = ""


class Share(msgspec.Struct, frozen=True):
    """A link to a round, until it is withdrawn."""

    shared: RoundShared
    at_ms: int


class SavedFloor(msgspec.Struct, frozen=True):
    """The names are those of `FloorBook`."""

    alerts: dict[int, Alert]
    disputes: dict[int, Dispute]
    signings: dict[int, Signing]
    reports: dict[int, Report]
    muted: dict[str, int]
    blocked: set[str]
    last_alert: int
    last_proposal: int
    proposed: dict[tuple[str, str], int]
    rulings: dict[int, ManagerRuling]
    ruled: dict[tuple[str, str], int]
    shares: dict[int, Share]
    last_share: int
    changes: int
    words_added: tuple[str, ...]
    words_allowed: tuple[str, ...]


_OWN = tuple(name for name in SavedFloor.__struct_fields__ if not name.startswith("words_"))


class FloorBook(Fold[FloorFact, SavedFloor]):
    stream, facts = STREAM, FloorFact
    format = "floor 3"
    saved_as = SavedFloor

    def __init__(self) -> None:
        self.alerts: dict[int, Alert] = {}
        self.disputes: dict[int, Dispute] = {}
        self.signings: dict[int, Signing] = {}
        self.reports: dict[int, Report] = {}
        self.muted: dict[str, int] = {}
        """Until when, by the house's date."""
        self.blocked: set[str] = set()
        self.manners = ChatSanctions()
        self.last_alert = 0
        self.last_proposal = 0
        self.proposed: dict[tuple[str, str], int] = {}
        """By whom and under which id of theirs."""
        self.rulings: dict[int, ManagerRuling] = {}
        self.ruled: dict[tuple[str, str], int] = {}
        """By whom and under which id of theirs."""
        self.shares: dict[int, Share] = {}
        self.last_share = 0
        self.changes = 0
        """Of disputes and proposals."""

    def save(self) -> SavedFloor:
        return SavedFloor(
            **{name: getattr(self, name) for name in _OWN},
            words_added=self.manners.added,
            words_allowed=self.manners.allowed,
        )

    def resume(self, saved: SavedFloor) -> None:
        for name in _OWN:
            setattr(self, name, getattr(saved, name))
        for word in saved.words_added:
            self.manners.bar(word)
        for word in saved.words_allowed:
            self.manners.allow(word)

    def apply(self, fact: FloorFact, at_ms: int) -> None:  # noqa: PLR0912 -- one case each
        self.changes += isinstance(fact, _PAPERS)
        match fact:
            case AlertRaised():
                self._alert(fact, at_ms)
            case AlertCleared():
                self.alerts.pop(fact.number, None)
            case DisputeOpened():
                self._alert(dispute_alert(fact), at_ms)
                self.disputes[fact.number] = Dispute(fact, at_ms)
            case DisputeClosed():
                dispute = self.disputes[fact.number]
                dispute.closed_by, dispute.closed_ms = fact.by, at_ms
                dispute.answer, dispute.upheld = fact.answer, fact.upheld
                # Whoever has answered it need not clear the call to it too.
                self.alerts.pop(dispute.opened.alert, None)
            case Proposed():
                self.last_proposal = fact.number
                if fact.id:
                    self.proposed[fact.by, fact.id] = fact.number
                for lapsed in [
                    signing for signing in self.signings.values() if signing.lapsed(at_ms)
                ]:
                    del self.signings[lapsed.number]
                self.signings[fact.number] = Signing(fact.number, fact.what, fact.by, at_ms)
            case Countersigned():
                self.signings[fact.number].countersign(fact)
            case ProposalWithdrawn() | CarriedOut() | FellThrough():
                del self.signings[fact.number]
            case QuestionRuled():
                self.rulings[fact.number] = ManagerRuling(fact, at_ms)
                if fact.id:
                    self.ruled[fact.by, fact.id] = fact.number
            case Muted():
                self.muted[fact.player] = fact.until_ms
            case Unmuted():
                del self.muted[fact.player]
            case ChatBlocked():
                self.blocked.add(fact.player)
            case ChatUnblocked():
                self.blocked.remove(fact.player)
            case WordBarred():
                self.manners.bar(fact.word)
            case WordAllowed():
                self.manners.allow(fact.word)
            case LineReported():
                self._alert(report_alert(fact), at_ms)
                self.reports[fact.number] = Report(fact, at_ms)
            case ReportClosed():
                report = self.reports[fact.number]
                report.closed_by, report.note = fact.by, fact.note
            case RoundShared():
                self.last_share, self.shares[fact.number] = fact.number, Share(fact, at_ms)
            case ShareWithdrawn():
                del self.shares[fact.number]

    def _alert(self, raised: AlertRaised, at_ms: int) -> None:
        self.last_alert = max(self.last_alert, raised.number)
        alert = self.alerts.get(raised.number)
        if alert is None:
            self.alerts[raised.number] = Alert(raised, at_ms, at_ms)
        else:
            alert.times, alert.last_ms = alert.times + 1, at_ms

    def alert_number(self, kind: AlertKind, table: str, text: str) -> int:
        """Of the open alert that says the same, or else the next. When there are too many, any of
        its kind will do; each kind keeps a place, so that no flood of one keeps another out."""
        alike = [alert.raised for alert in self.alerts.values() if alert.raised.kind is kind]
        for alert in alike:
            if (alert.table, alert.text) == (table, text):
                return alert.number
        full = len(self.alerts) >= MOST_OPEN_ALERTS - len(AlertKind)
        return alike[-1].number if full and alike else self.last_alert + 1


def dispute_alert(fact: DisputeOpened) -> AlertRaised:
    message = words("{player} disputes round {round}", player=fact.player, round=fact.round)
    kind, by = AlertKind.DISPUTE, fact.player
    return AlertRaised(fact.alert, kind, fact.table, str(message), by, fact.round, message)


def report_alert(fact: LineReported) -> AlertRaised:
    message = words("a chat line was reported")
    kind, table = AlertKind.CHAT_REPORT, fact.line.table
    return AlertRaised(fact.alert, kind, table, str(message), fact.by, words=message)
