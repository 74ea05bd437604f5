"""The floor: what people raise, dispute, sign and report beside the games.

Who may do it is the caller's to check, by role; that two signatures are two people's is checked
here. Everything is journalled before it is true.
"""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.house.clock import DAY, MINUTE
from croupier.house.floor.book import (
    Alert,
    Dispute,
    FloorBook,
    ManagerRuling,
    Report,
    Share,
    Signing,
    dispute_alert,
    report_alert,
)
from croupier.house.floor.chat import Chat
from croupier.house.floor.chat_sanctions import ChatSanctions
from croupier.house.floor.facts import (
    ROUTINE,
    Adjustment,
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
    ReopeningOrdered,
    ReportClosed,
    RoundShared,
    ShareWithdrawn,
    Unmuted,
    WordAllowed,
    WordBarred,
)
from croupier.house.floor.text import clean, explained
from croupier.house.journal import HouseJournals, NewEntry
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.kit.stakes import check_size
from croupier.table.signed_command import SignedCommand

MOST_OPEN_OF_ONE = 20
"""Disputes, or reports, that one person may have open."""
MOST_SHARES_OF_ONE = 50
LONGEST_DISPUTE = 1_000
LONGEST_RULING = 600
LONGEST_MUTE = 30 * DAY // MINUTE
_HOUSE = "house"

Numbered = AlertRaised | DisputeOpened | Proposed | QuestionRuled | LineReported | RoundShared


class Floor:
    def __init__(self, journals: HouseJournals) -> None:
        self._clock = journals.clock
        self._book = FloorBook()
        self.chat = Chat(self._book, journals.clock)
        self.journal = journals.open(self._book)

    async def _record(self, by: str, judge: Callable[[], FloorFact], id: str = "") -> None:
        def entry() -> NewEntry[FloorFact]:
            fact = judge()
            # Signed again, it is the same request under another signature.
            signed = isinstance(fact, Proposed | QuestionRuled) and fact.signed is not None
            return NewEntry(fact, by, id, asked=replace(fact, signed=None) if signed else None)

        await self.journal.record(entry)

    async def _number(self, by: str, judge: Callable[[], Numbered], id: str = "") -> int:
        """The same, and the number it got."""
        number = 0

        def numbered() -> FloorFact:
            nonlocal number
            fact = judge()
            number = fact.number
            return fact

        await self._record(by, numbered, id)
        return number

    # Alerts --------------------------------------------------------------------------------------

    async def raise_alert(
        self,
        kind: AlertKind,
        table: str,
        message: str | Phrase,
        by: str,
        round: int | None = None,
        *,
        id: str = "",
    ) -> int:
        """The same again, while one is open, is counted there. Under an id it is raised once, by
        whichever node comes first, though it may be cleared by then: 0, where it was before."""
        text, own = clean(str(message)), message if isinstance(message, Phrase) else None

        def judge() -> AlertRaised:
            number = self._book.alert_number(kind, table, text)
            return AlertRaised(number, kind, table, text, by, round, own)

        try:
            return await self._number(by, judge, id)
        except Refused as refused:
            if id and refused.code is Code.OTHER_COMMAND:
                return 0  # raised before, under another number
            raise

    async def clear_alert(self, number: int, by: str, note: str) -> None:
        """With a word on what it was; what is only to be seen needs none."""

        def judge() -> FloorFact:
            alert = self._book.alerts.get(number)
            if alert is None:
                raise Refused(Code.ILLEGAL_ACTION, f"there is no open alert {number}")
            seen = not note and alert.raised.kind in ROUTINE
            return AlertCleared(number, by, "" if seen else clean(note))

        await self._record(by, judge)

    async def order_reopening(self, table: str, by: str, why: str) -> None:
        """Of a table that has failed, and for what; whoever asks brings it about."""
        if not why:
            raise Refused(Code.ILLEGAL_ACTION, f"table {table} has not stopped")
        await self._record(by, lambda: ReopeningOrdered(table, by, why))

    def _number_for(self, raised: AlertRaised) -> int:
        return self._book.alert_number(raised.kind, raised.table, raised.text)

    def open_alerts(self) -> tuple[Alert, ...]:
        return tuple(self._book.alerts.values())

    # Disputes ------------------------------------------------------------------------------------

    async def open_dispute(self, player: str, table: str, round: int, text: str) -> int:
        """About a round of the player's own: the caller has looked."""
        text = clean(text, LONGEST_DISPUTE)

        def judge() -> DisputeOpened:
            theirs = [dispute.opened for dispute in self.disputes(open_only=True, player=player)]
            if any((dispute.table, dispute.round) == (table, round) for dispute in theirs):
                raise Refused(
                    Code.ILLEGAL_ACTION, words("a dispute about this round is open already")
                )
            _check_most(
                len(theirs),
                words(
                    "{open, plural, one {# dispute of yours is open} "
                    "other {# disputes of yours are open}}: wait for an answer",
                    open=len(theirs),
                ),
            )
            opened = DisputeOpened(len(self._book.disputes) + 1, 0, player, table, round, text)
            return replace(opened, alert=self._number_for(dispute_alert(opened)))

        return await self._number(player, judge)

    async def close_dispute(self, number: int, by: str, answer: str, upheld: bool) -> None:
        answer = clean(answer, LONGEST_DISPUTE)

        def judge() -> FloorFact:
            dispute = self._book.disputes.get(number)
            if dispute is None or dispute.closed_by is not None:
                raise Refused(Code.ILLEGAL_ACTION, f"there is no open dispute {number}")
            return DisputeClosed(number, by, answer, upheld)

        await self._record(by, judge)

    def disputes(self, open_only: bool, player: str | None = None) -> tuple[Dispute, ...]:
        return tuple(
            dispute
            for dispute in self._book.disputes.values()
            if (dispute.closed_by is None or not open_only)
            and player in (None, dispute.opened.player)
        )

    # Shared rounds -------------------------------------------------------------------------------

    async def share(self, player: str, table: str, round: int, named: bool) -> int:
        """The number of the link; the same round, shared in the same way, has the one it has."""
        for share in self.shares(player):
            shared = share.shared
            if (shared.table, shared.round, shared.named) == (table, round, named):
                return shared.number

        def judge() -> RoundShared:
            if len(self.shares(player)) >= MOST_SHARES_OF_ONE:
                raise Refused(
                    Code.LIMIT,
                    words("you share {most} rounds: withdraw one first", most=MOST_SHARES_OF_ONE),
                )
            return RoundShared(self._book.last_share + 1, player, table, round, named)

        return await self._number(player, judge)

    async def withdraw_share(self, number: int, player: str) -> None:
        def judge() -> FloorFact:
            share = self._book.shares.get(number)
            if share is None or share.shared.player != player:
                raise Refused(Code.NOT_FOUND, f"you share no round under {number}")
            return ShareWithdrawn(number, player)

        await self._record(player, judge)

    def shared(self, number: int) -> RoundShared | None:
        share = self._book.shares.get(number)
        return None if share is None else share.shared

    def shares(self, player: str) -> tuple[Share, ...]:
        """Oldest first."""
        shares = self._book.shares.values()
        return tuple(share for share in shares if share.shared.player == player)

    # Countersigning ------------------------------------------------------------------------------

    async def propose(
        self,
        what: Proposal,
        by: str,
        id: str = "",
        check: Callable[[], None] = lambda: None,
        *,
        signed: SignedCommand | None = None,
    ) -> int:
        """Under an id of the proposer's own, so that sent twice it is one proposal: it gets the
        number it had, and is not checked anew."""
        if isinstance(what, Adjustment):
            what = replace(what, reason=explained(what.reason))
            if not what.amount:
                raise Refused(Code.BAD_AMOUNT, "an adjustment must not be nothing", "R5")
            check_size(what.amount, "an adjustment")

        def judge() -> Proposed:
            number = self._book.proposed.get((by, id)) if id else None
            if number is None:
                check()
                number = self._book.last_proposal + 1
            return Proposed(number, what, by, id, signed)

        return await self._number(by, judge, id)

    async def countersign(
        self, number: int, by: str, signed: SignedCommand | None = None
    ) -> Proposal:
        """What is now to be carried out; `carried_out` says that it was."""

        def judge() -> FloorFact:
            if self._proposed(number).by == by:
                raise Refused(Code.SAME_PERSON, "a second person has to sign", "R5")
            return Countersigned(number, by, signed)

        await self._record(by, judge)
        return self._book.signings[number].what

    async def withdraw_proposal(self, number: int, by: str) -> Proposal:
        """What is not to be done after all."""
        what: Proposal | None = None

        def judge() -> FloorFact:
            nonlocal what
            what = self._proposed(number).what
            return ProposalWithdrawn(number, by)

        await self._record(by, judge)
        assert what is not None, "it was recorded"
        return what

    async def carried_out(self, number: int) -> None:
        def judge() -> FloorFact:
            signing = self._book.signings.get(number)
            if signing is None or signing.countersigned is None:
                raise Refused(Code.ILLEGAL_ACTION, f"proposal {number} is not countersigned")
            return CarriedOut(number)

        await self._record(_HOUSE, judge)

    async def fell_through(self, number: int, why: str) -> None:
        """Signed by two, and impossible by then: nothing was done, and nobody has to look."""

        def judge() -> FloorFact:
            signing = self._book.signings.get(number)
            if signing is None or signing.countersigned is None:
                raise Refused(Code.ILLEGAL_ACTION, f"proposal {number} is not countersigned")
            return FellThrough(number, why[:200])

        await self._record(_HOUSE, judge)

    async def overtaken(self, number: int, why: str) -> None:
        """Nobody has signed yet, and nobody could any more: it does not lie there to be signed."""

        def judge() -> FloorFact:
            self._proposed(number)
            return FellThrough(number, why[:200])

        await self._record(_HOUSE, judge)

    def _proposed(self, number: int) -> Signing:
        signing = self._book.signings.get(number)
        if signing is None or signing.lapsed(self._clock.wall()):
            raise Refused(Code.ILLEGAL_ACTION, f"there is no open proposal {number}")
        if signing.countersigned is not None:
            raise Refused(Code.ILLEGAL_ACTION, f"proposal {number} is countersigned already")
        return signing

    def proposals(self) -> tuple[Signing, ...]:
        """What waits for a second signature."""
        now = self._clock.wall()
        return tuple(
            signing
            for signing in self._book.signings.values()
            if signing.countersigned is None and not signing.lapsed(now)
        )

    @property
    def changes(self) -> int:
        """How often a proposal or a dispute has changed: who has read them reads them again."""
        return self._book.changes

    def unfinished(self) -> tuple[Signing, ...]:
        """Signed by two and not known to be carried out: after a crash somebody must look."""
        return tuple(
            signing for signing in self._book.signings.values() if signing.countersigned is not None
        )

    # What the rules leave open -------------------------------------------------------------------

    async def rule(
        self,
        table: str,
        round: int | None,
        text: str,
        by: str,
        id: str = "",
        *,
        signed: SignedCommand | None = None,
    ) -> ManagerRuling:
        """BJ5 5.19, R30: the shift manager's word; under the same id it is said once."""
        text = explained(text, LONGEST_RULING)

        def judge() -> QuestionRuled:
            number = self._book.ruled.get((by, id)) if id else None
            number = number or len(self._book.rulings) + 1
            return QuestionRuled(number, table, round, text, by, id, signed)

        return self._book.rulings[await self._number(by, judge, id)]

    def rulings(self, table: str | None = None) -> tuple[ManagerRuling, ...]:
        """The oldest first; of one table, or of all."""
        return tuple(
            ruling for ruling in self._book.rulings.values() if table in (None, ruling.ruled.table)
        )

    # Chat -----------------------------------------------------------------------------------------

    async def report(self, table: str, line_id: str, by: str, reason: str) -> int:
        """LIVE 1.5: abuse can be reported."""
        reason = clean(reason)

        def judge() -> LineReported:
            waiting = [report.reported for report in self.reports(open_only=True)]
            if any(report.line.id == line_id for report in waiting):
                raise Refused(Code.ILLEGAL_ACTION, words("this line is reported already"))
            own = sum(report.by == by for report in waiting)
            _check_most(
                own,
                words(
                    "{open, plural, one {# report of yours is open} "
                    "other {# reports of yours are open}}: wait for an answer",
                    open=own,
                ),
            )
            line, before = self.chat.find(table, line_id)
            reported = LineReported(len(self._book.reports) + 1, 0, line, before, by, reason)
            return replace(reported, alert=self._number_for(report_alert(reported)))

        return await self._number(by, judge)

    async def close_report(self, number: int, by: str, note: str) -> None:
        note = clean(note)

        def judge() -> FloorFact:
            report = self._book.reports.get(number)
            if report is None or report.closed_by is not None:
                raise Refused(Code.ILLEGAL_ACTION, f"there is no open report {number}")
            return ReportClosed(number, by, note)

        await self._record(by, judge)

    def reports(self, open_only: bool) -> tuple[Report, ...]:
        return tuple(
            report
            for report in self._book.reports.values()
            if report.closed_by is None or not open_only
        )

    def muted_until(self, player: str) -> int | None:
        """None, once it is over."""
        until = self._book.muted.get(player, 0)
        return until if until > self._clock.wall() else None

    def chat_blocked(self, player: str) -> bool:
        return player in self._book.blocked

    async def mute(self, player: str, minutes: int, by: str, reason: str) -> None:
        reason = clean(reason)
        if not 1 <= minutes <= LONGEST_MUTE:
            raise Refused(Code.LIMIT, f"a player is muted for 1 to {LONGEST_MUTE} minutes")
        until = self._clock.wall() + minutes * MINUTE
        await self._record(by, lambda: Muted(player, until, by, reason))

    async def unmute(self, player: str, by: str) -> None:
        def judge() -> FloorFact:
            if player not in self._book.muted:
                raise Refused(Code.ILLEGAL_ACTION, f"{player} is not muted")
            return Unmuted(player, by)

        await self._record(by, judge)

    async def block_chat(self, player: str, by: str, reason: str) -> None:
        """LIVE 1.5: until somebody lifts it."""
        reason = clean(reason)

        def judge() -> FloorFact:
            if player in self._book.blocked:
                raise Refused(Code.ILLEGAL_ACTION, f"{player} is blocked already")
            return ChatBlocked(player, by, reason)

        await self._record(by, judge)

    async def unblock_chat(self, player: str, by: str) -> None:
        def judge() -> FloorFact:
            if player not in self._book.blocked:
                raise Refused(Code.ILLEGAL_ACTION, f"{player} is not blocked")
            return ChatUnblocked(player, by)

        await self._record(by, judge)

    @property
    def manners(self) -> ChatSanctions:
        return self._book.manners

    async def bar_word(self, word: str, by: str) -> None:
        """LIVE 1.5, 3.4: from now on the chat does not show it."""
        await self._change_word(WordBarred, word, by)

    async def allow_word(self, word: str, by: str) -> None:
        await self._change_word(WordAllowed, word, by)

    async def _change_word(
        self, kind: type[WordBarred] | type[WordAllowed], word: str, by: str
    ) -> None:
        bar = kind is WordBarred
        await self._record(by, lambda: kind(self.manners.check_change(word, bar=bar), by))


def _check_most(open_now: int, message: Phrase) -> None:
    if open_now >= MOST_OPEN_OF_ONE:
        raise Refused(Code.LIMIT, message)
