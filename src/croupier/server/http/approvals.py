"""The register of approved rules and programs: proposed by the house, approved by its inspector."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.engine import protocol as engine
from croupier.engine.rules_digest import rules_digest
from croupier.house.approvals.approvals import Approvals
from croupier.house.approvals.book import Approval, ProgramStart
from croupier.house.approvals.facts import BetFigure, Program, RuleSet
from croupier.house.approvals.figures import differences, figures_of, rule_set
from croupier.house.clock import Clock
from croupier.house.program_digests import Changes, changes, program_version
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.rulebooks import book_head
from croupier.server.approved_tables import ApprovedTables
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body, Id, Numbered, TableId, When, Words, moment
from croupier.server.http.lookups import Tables
from croupier.server.odds_service import OddsService
from croupier.server.program_check import ProgramCheck, ProgramWatch

_READING = frozenset({Role.SHIFT, Role.PIT, Role.INSPECTOR, Role.ADMINISTRATOR, Role.LAB})
_PROPOSING = frozenset({Role.SHIFT})
_APPROVING = frozenset({Role.INSPECTOR})
_ENDING = _PROPOSING | _APPROVING
_STARTS_TOLD = 50


class TableRules(msgspec.Struct, frozen=True):
    """What a table is set to, from its next round on."""

    table: str
    title: str
    game: str
    document: str
    version: str
    digest: str
    staged: bool
    approval: int | None
    """The number of the approval that holds for it; none: there is none."""
    open: bool


class ApprovalView(msgspec.Struct, frozen=True):
    approval: Approval
    in_force: bool


class Register(msgspec.Struct, frozen=True):
    asks_rules: bool
    """Whether tables open only under approved rules."""
    asks_program: bool
    approvals: tuple[ApprovalView, ...]
    """The newest first."""
    tables: tuple[TableRules, ...]


class ProgramState(msgspec.Struct, frozen=True):
    digest: str
    version: str
    files: int
    approval: int | None
    asks: bool
    before: str
    """The root digest of the program that ran before this one; empty: none did."""
    changes: Changes
    """Since then."""
    starts: tuple[ProgramStart, ...]
    """The newest first."""
    check: ProgramCheck | None
    """The last comparison of the files on disk with those at the start of this process."""


class FigureChange(msgspec.Struct, frozen=True):
    bet: str
    recorded: BetFigure | None
    now: BetFigure | None


class FigureCheck(msgspec.Struct, frozen=True):
    digest: str
    """What this program makes of those settings."""
    same_rules: bool
    changed: tuple[FigureChange, ...]
    """Bets whose figures are not those that were approved."""


class RulesProposal(Body, frozen=True):
    table: TableId
    """Its game and settings, as they are from the next round on."""
    id: Id
    settings: Annotated[dict[str, bool | int | str], Meta(max_length=100)] | None = None
    """Others than the table has now."""
    since: When | None = None
    until: When | None = None
    note: Annotated[str, Meta(max_length=600)] = ""


class ProgramProposal(Body, frozen=True):
    id: Id
    note: Annotated[str, Meta(max_length=600)] = ""


class Ending(Body, frozen=True):
    reason: Words


@endpoint("GET", "/api/approvals", roles=_READING)
async def approval_register(approvals: Approvals, tables: Tables, clock: Clock) -> Register:
    """Every set of rules and every program that was ever proposed, and which tables are set to
    what."""
    now = clock.wall()
    return Register(
        approvals.asks_rules,
        approvals.asks_program,
        tuple(
            ApprovalView(approval, approval.in_force(now))
            for approval in reversed(approvals.book.approvals.values())
        ),
        tuple(_table_rules(approvals, tables, id) for id in tables.rooms),
    )


def _table_rules(approvals: Approvals, tables: Tables, id: str) -> TableRules:
    state = tables.rooms[id].state
    config = state.next_config or state.config
    rules = config.check()
    book, holds = book_head(rules.document), approvals.of_rules(rules)
    return TableRules(
        id,
        config.title or rules.title,
        config.game,
        book.short,
        book.version,
        rules_digest(rules),
        config.staged,
        None if holds is None else holds.number,
        state.phase != "closed",
    )


@endpoint("POST", "/api/approvals/rules", roles=_PROPOSING, signs=True)
async def propose_rules(
    request: HttpRequest,
    body: RulesProposal,
    approvals: Approvals,
    tables: Tables,
    odds: OddsService,
) -> Numbered:
    """The rules a table is set to, or would be, with their exact figures; the inspector approves
    them. The first answer for a blackjack takes a few seconds."""
    state = tables.room(body.table).state
    config = state.next_config or state.config
    settings = config.settings if body.settings is None else body.settings
    rules = msgspec.structs.replace(config, settings=settings).check()
    reckoned = await odds.of(rules)
    number = await approvals.propose(
        rule_set(rules, reckoned.odds),
        request.by.name,
        body.id,
        from_ms=moment(body.since) if body.since else 0,
        until_ms=moment(body.until) if body.until else None,
        note=body.note,
    )
    return Numbered(number)


@endpoint("POST", "/api/approvals/program", roles=_PROPOSING, signs=True)
async def propose_program(
    request: HttpRequest, body: ProgramProposal, approvals: Approvals
) -> Numbered:
    """The program that runs here; the inspector approves it."""
    program = Program(approvals.program.root, program_version())
    return Numbered(await approvals.propose(program, request.by.name, body.id, note=body.note))


@endpoint(
    "POST", "/api/approvals/{number}/signature", roles=_APPROVING, stepped_up=True, signs=True
)
async def approve_subject(request: HttpRequest, approvals: Approvals) -> None:
    """The second person's, after a fresh code: it holds from now on, or from when it says."""
    await approvals.approve(request.number(), request.by.name)


@endpoint("POST", "/api/approvals/{number}/declining", roles=_ENDING)
async def decline_approval(request: HttpRequest, body: Ending, approvals: Approvals) -> None:
    """What waits for a signature is declined, or taken back."""
    await approvals.decline(request.number(), request.by.name, body.reason)


@endpoint("POST", "/api/approvals/{number}/withdrawal", roles=_ENDING, stepped_up=True)
async def withdraw_approval(
    request: HttpRequest, body: Ending, approvals: Approvals, approved_tables: ApprovedTables
) -> None:
    """It is not approved any more: tables under it close, each when its round is over."""
    await approvals.withdraw(request.number(), request.by.name, body.reason)
    await approved_tables.settle()


@endpoint("GET", "/api/approvals/{number}/figures", roles=_READING)
async def check_figures(
    request: HttpRequest, approvals: Approvals, odds: OddsService
) -> FigureCheck:
    """The figures of an approved set reckoned again by the program that runs now."""
    subject = approvals.get(request.number()).subject
    if not isinstance(subject, RuleSet):
        raise Refused(Code.NOT_FOUND, "a program has no figures")
    rules = engine.variant(subject.game, subject.settings)
    now = figures_of((await odds.of(rules)).odds.bets)
    changed = tuple(
        FigureChange((then or today).bet, then, today)  # type: ignore[union-attr]
        for then, today in differences(subject.figures, now)
    )
    digest = rules_digest(rules)
    return FigureCheck(digest, digest == subject.digest, changed)


@endpoint("GET", "/api/program", roles=_READING)
async def program(approvals: Approvals, program_watch: ProgramWatch) -> ProgramState:
    """The program that runs: its digest, what changed since another ran, and when which did."""
    root, files, book = approvals.program.root, approvals.program.files, approvals.book
    earlier = [start.digest for start in book.starts if start.digest != root]
    before = book.programs.get(earlier[-1]) if earlier else None
    holds = approvals.of_program()
    return ProgramState(
        root,
        program_version(),
        len(files),
        None if holds is None else holds.number,
        approvals.asks_program,
        "" if before is None else before.digest,
        Changes() if before is None else changes(before.files, files),
        tuple(reversed(book.starts[-_STARTS_TOLD:])),
        program_watch.last,
    )


@endpoint("POST", "/api/program/check", roles=_APPROVING)
async def check_program(program_watch: ProgramWatch) -> ProgramCheck:
    """Measure the files of the program on this machine again, and compare them with those at the
    start of this process."""
    return await program_watch.check()


@endpoint("GET", "/api/program/files", roles=_READING)
async def program_files(approvals: Approvals) -> dict[str, str]:
    """The SHA-256 of every file of the program that runs, by its path."""
    return approvals.program.files
