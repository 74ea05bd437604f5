"""A table with its journal: commands are judged, committed, and only then true.

`prepare` judges what waits and makes one batch of it; `finish` takes what the store said and only
now lets memory advance. Between the two somebody commits the batch, alone or together with other
tables'. Nothing is answered before it is committed.
"""

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence

import msgspec

from croupier.engine.layout import Lifted
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.ledger import Reason, Transfer
from croupier.store.protocol import Reader
from croupier.store.values import (
    Answer,
    Batch,
    Done,
    OtherBody,
    OverLimit,
    Overtaken,
    Repeated,
    Result,
    ShortOfFunds,
    StaleOwner,
    VaultTaken,
    Write,
    WrongSequence,
)
from croupier.store.values import Command as StoreCommand
from croupier.table.commands import (
    HOUSE,
    Actor,
    CarryOutEarly,
    Command,
    EndFollowing,
    PlaceBets,
    Rule,
    TableRole,
)
from croupier.table.config import TableConfig
from croupier.table.facts import BettingOpened, Fact, Reconfigured, TableOpened
from croupier.table.guard import Guard, NoGuard
from croupier.table.judge import judge
from croupier.table.judging.common import Judged
from croupier.table.signed_command import SignedCommand
from croupier.table.state import Stepped, TableState

_LOG = logging.getLogger("croupier.table")

MOST_IN_BATCH = 1_000
LARGEST_COMMAND = 32 * 1024
"""Bytes of a command as JSON; chips on the whole roulette layout take half of it."""
LONGEST_ID = 64


class Recorded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A journal entry's body: who, and what became fact."""

    actor: str
    role: TableRole
    facts: tuple[Fact, ...]
    signed: SignedCommand | None = None
    """What it came from, as a station has signed it."""


class News(msgspec.Struct, frozen=True):
    """An entry of the journal that has just become true."""

    seq: int
    at_ms: int
    recorded: Recorded
    transfers: tuple[Transfer, ...] = ()


OnEntry = Callable[[News, TableState], object]
"""Told of every entry, with the table as it is after it."""


class Request(msgspec.Struct, frozen=True):
    """A command with the id its sender made, so that it can be repeated safely."""

    actor: Actor
    command: Command
    id: str
    round: int | None = None
    """The round it is meant for; it is never applied to another."""
    body: bytes = b""
    """The digest of the message it came in, for which its id stands; none: of the command."""
    signed: SignedCommand | None = None


class Reply(msgspec.Struct, frozen=True):
    ok: bool
    code: str = ""
    message: str = ""
    clause: str = ""
    words: Phrase | None = None
    """The message for every language, where there is one."""

    @classmethod
    def refusal(cls, refused: Refused) -> "Reply":
        return cls(False, str(refused.code), refused.message, refused.clause or "", refused.words)


OK = Reply(True)
_OK = msgspec.json.encode(OK)


class TableLost(Exception):  # noqa: N818 -- what happened, not what went wrong in the code
    """Somebody else owns this table now; whoever ran it here must stop."""


class BooksWrong(Exception):  # noqa: N818
    """A round would pay out more than was staked in it: a bug, and the table must stop."""


class TableBroken(Exception):  # noqa: N818
    """The table cannot make the move that is its own to make."""


class Pending(msgspec.Struct):
    """A request on its way to the store."""

    request: Request | None
    """None for what the table does unasked: nobody is answered."""
    recorded: Recorded
    undo: dict[str, Lifted] = {}
    """Chips laid down ahead of the commit, for the next bet of the batch to be judged with."""
    transfers: tuple[Transfer, ...] = ()
    stepped: Stepped | None = None


class Prepared(msgspec.Struct):
    batch: Batch | None
    pending: list[Pending]
    replies: list[tuple[Request, Reply]]
    """What was refused at once."""
    rest: Sequence[Request]
    """What has to wait for this batch to be finished."""
    unbooked: str = ""
    """The account whose balance would be out of all bounds by what a round pays."""
    cannot_follow: list[tuple[Request, EndFollowing]] = []
    """Requests to be asked again once a bet behind, that cannot pay for them, has let go."""


class Table:
    def __init__(
        self,
        state: TableState,
        store: Reader,
        epoch: int,
        seq: int,
        *,
        guard: Guard | None = None,
        on_entry: OnEntry | None = None,
    ) -> None:
        self.state = state
        self._guard = guard or NoGuard()
        self._on_entry = on_entry
        self.epoch = epoch
        self.seq = seq
        self._store = store
        self._own_ids = 0
        self.check_config: Callable[[TableConfig], None] = lambda _: None
        """Refuses a configuration that nobody may play under."""

    @property
    def stream(self) -> str:
        return self.state.config.id

    def house_request(self, command: Command) -> Request:
        """The table's own move; its id is as good as a client's if a commit is unclear."""
        return Request(HOUSE, command, self._own_id())

    def _own_id(self) -> str:
        self._own_ids += 1
        return f"{self.stream}:{self.epoch}:{self._own_ids}"

    def prepare(self, requests: Sequence[Request], at_ms: int) -> Prepared:
        """One batch: bets of different players together, anything else by itself."""
        prepared = Prepared(None, [], [], ())
        writes: list[Write] = []
        betting: set[str] = set()
        for index, request in enumerate(requests):
            bets = isinstance(request.command, PlaceBets)
            alone = not bets or request.actor.name in betting
            if (alone and writes) or len(writes) == MOST_IN_BATCH:
                prepared.rest = requests[index:]
                break
            try:
                check_bounds(request)
                if request.round is not None:
                    check_round(self.state, request.round)
                judged = self._judge(request)
                unable = self._reserve(request, judged.transfers)
            except Refused as refused:
                prepared.replies.append((request, self._refused(request, refused)))
                continue
            if unable is not None:
                prepared.cannot_follow.append((request, unable))
                prepared.rest = requests[index + 1 :]
                break
            if len(judged.facts) > 1 and writes:
                # It makes others give way, or takes a box: their bets must be settled first.
                self._release(judged.transfers)
                prepared.rest = requests[index:]
                break
            actor = request.actor
            recorded = Recorded(actor.name, actor.role, judged.facts, request.signed)
            pending = Pending(request, recorded, {}, judged.transfers, judged.stepped)
            shared = bets and len(judged.facts) == 1
            if shared:
                betting.add(request.actor.name)
                player = request.actor.name
                pending.undo = {player: self.state.layout.laid(player)}
                self._apply(pending)
            prepared.pending.append(pending)
            sender = StoreCommand(request.actor.name, request.id, body_hash(request))
            judged_by = self._judged_by(judged.transfers)
            writes.append(_write(recorded, sender, judged.transfers, judged_by=judged_by))
            if not shared:
                prepared.rest = requests[index + 1 :]
                break
        if writes:
            prepared.batch = Batch(self.stream, self.epoch, self.seq, tuple(writes), at_ms)
        return prepared

    def _judge(self, request: Request) -> Judged:
        """Judging changes nothing: a mistake of ours in it costs this command, not the table."""
        try:
            judged = judge(self.state, request.actor, request.command)
            self._check_configs(judged.facts)
        except Refused:
            raise
        except Exception:
            extra = {"table": self.stream, "command": type(request.command).__name__}
            _LOG.exception("a command could not be judged", extra=extra)
            message = "something went wrong in the house; it was not done"
            raise Refused(Code.BROKEN, message) from None
        return judged

    def _check_configs(self, facts: Sequence[Fact]) -> None:
        """What a round, or the table, would be opened under, and what the pit would change it to.
        Limits and clocks alone may be changed under any rules."""
        for fact in facts:
            match fact:
                case BettingOpened():
                    self.check_config(self.state.config)
                case TableOpened(config):
                    self.check_config(config)
                case Reconfigured(config):
                    now = self.state.next_config or self.state.config
                    if config.settings != now.settings:
                        self.check_config(config)

    def _refused(self, request: Request, refused: Refused) -> Reply:
        """A command that was accepted before gets its answer again, whatever may be legal now."""
        answer = None
        if refused.code is not Code.BAD_FILE:
            answer = self._store.answer(request.actor.name, request.id)
        return Reply.refusal(refused) if answer is None else again(answer, body_hash(request))

    def prepare_facts(
        self, facts: tuple[Fact, ...], at_ms: int, vault: tuple[tuple[str, bytes], ...] = ()
    ) -> Prepared:
        """Facts the table makes by itself, with no command behind them: opened, sealed."""
        digest = hashlib.sha256(msgspec.json.encode(facts)).digest()
        recorded = Recorded(HOUSE.name, HOUSE.role, facts)
        write = _write(recorded, StoreCommand(HOUSE.name, self._own_id(), digest), vault=vault)
        batch = Batch(self.stream, self.epoch, self.seq, (write,), at_ms)
        return Prepared(batch, [Pending(None, recorded)], [], ())

    def finish(self, prepared: Prepared, results: Sequence[Result]) -> list[tuple[Request, Reply]]:
        """Commit, then speak: what is done becomes true, what is not is undone."""
        replies = list(prepared.replies)
        for pending, result in zip(prepared.pending, results, strict=True):
            if isinstance(result, StaleOwner | WrongSequence):
                self.failed(prepared)  # what memory holds is in the books, up to here
                raise TableLost(f"{self.stream} is owned by somebody else: {result}")
            if isinstance(result, ShortOfFunds) and result.account.startswith("escrow:"):
                raise BooksWrong(f"{result.account} does not hold what its round gives back")
            if isinstance(result, Done):
                self.seq = result.seq
                self._guard.moved(pending.transfers)
                if not pending.undo:
                    self._apply(pending)
                self._tell(prepared.batch, pending, result.seq)
            else:
                self._undo(pending)
            if isinstance(result, OverLimit | ShortOfFunds) and _settling(result):
                prepared.unbooked = result.account
            if pending.request is not None and isinstance(result, ShortOfFunds):
                follower = result.account.partition(":")[2]
                if (unable := self._unable(pending.request, follower)) is not None:
                    prepared.cannot_follow.append((pending.request, unable))
                    continue
            if pending.request is not None:
                reply = _reply(result)
                if isinstance(result, ShortOfFunds) and isinstance(pending.request.command, Rule):
                    reply = _cannot_reverse(result.account.partition(":")[2])
                replies.append((pending.request, reply))
        return replies

    def _tell(self, batch: Batch | None, pending: Pending, seq: int) -> None:
        if self._on_entry is not None and batch is not None:
            self._on_entry(News(seq, batch.at_ms, pending.recorded, pending.transfers), self.state)

    def failed(self, prepared: Prepared) -> list[tuple[Request, Reply]]:
        """The store kept nothing: as if it had never been asked."""
        for pending in reversed(prepared.pending):
            self._undo(pending)
        requests = [pending.request for pending in prepared.pending if pending.request is not None]
        return [*prepared.replies, *((request, _NOT_STORED) for request in requests)]

    def unclear(self, prepared: Prepared) -> None:
        """The store does not say what it has kept: memory stays at what is known to be, and the
        journal will be read on from there."""
        for pending in reversed(prepared.pending):
            for player, transfer in _stakes(pending.transfers):
                self._guard.unclear(player, transfer.amount, transfer.cause)
            self._lay_back(pending)

    def _reserve(self, request: Request, transfers: Sequence[Transfer]) -> EndFollowing | None:
        """Ask the guard for every stake: refused for whoever acts; who only follows lets go."""
        reserved: list[Transfer] = []
        for player, transfer in _stakes(transfers):
            try:
                self._guard.reserve(player, transfer.amount, transfer.cause)
            except Refused:
                self._release(reserved)
                if (unable := self._unable(request, player)) is None:
                    raise
                return unable
            reserved.append(transfer)
        return None

    def _judged_by(self, transfers: Sequence[Transfer]) -> tuple[tuple[str, int], ...]:
        """Wallets with limits that another node might stake from at the same time."""
        stakers = {moved.payer for moved in transfers if moved.reason is Reason.STAKE}
        known = ((payer, self._guard.judged_by(payer.partition(":")[2])) for payer in stakers)
        return tuple((payer, moves) for payer, moves in known if moves is not None)

    def _release(self, transfers: Sequence[Transfer]) -> None:
        for player, transfer in _stakes(transfers):
            self._guard.release(player, transfer.amount, transfer.cause)

    def _unable(self, request: Request, player: str) -> EndFollowing | None:
        """A bet behind that would have to pay for what somebody else decided, and cannot."""
        for box in getattr(self.state.round, "boxes", ()):
            wager = box.wager_of(player)
            if player != _speaker(request) and wager is not None and wager.follows:
                return EndFollowing(player, box.number)
        return None

    def _undo(self, pending: Pending) -> None:
        self._release(pending.transfers)
        self._lay_back(pending)

    def _lay_back(self, pending: Pending) -> None:
        for player, lifted in pending.undo.items():
            self.state.layout.lay_back(player, lifted)

    def _apply(self, pending: Pending) -> None:
        for fact in pending.recorded.facts:
            self.state.apply(fact, pending.stepped)


def _stakes(transfers: Sequence[Transfer]) -> Iterator[tuple[str, Transfer]]:
    """Who stakes, and what."""
    for transfer in transfers:
        if transfer.reason is Reason.STAKE:
            yield transfer.payer.partition(":")[2], transfer


def _write(
    recorded: Recorded,
    command: StoreCommand,
    transfers: tuple[Transfer, ...] = (),
    vault: tuple[tuple[str, bytes], ...] = (),
    judged_by: tuple[tuple[str, int], ...] = (),
) -> Write:
    """One command's worth of the journal, with the money it moves and the answer it gets."""
    return Write(msgspec.json.encode(recorded), transfers, command, _OK, vault, judged_by)


_OTHER = Reply.refusal(
    Refused(Code.OTHER_COMMAND, words("this command id was used for something else"))
)
OVERTAKEN = Reply.refusal(
    Refused(Code.NOT_STORED, words("you have just bet at another table; try again"))
)
_NOT_STORED = Reply.refusal(
    Refused(Code.NOT_STORED, words("the house could not store it; try again"))
)

UNCLEAR = Reply.refusal(
    Refused(
        Code.UNCLEAR,
        words("not confirmed yet: it may or may not have been saved; check before you try again"),
    )
)


def check_round(state: TableState, round: int) -> None:
    """What is meant for a round is never taken for another."""
    if round != state.round_number:
        message = words("round {now} is on, not {asked}", now=state.round_number, asked=round)
        raise Refused(Code.STALE, message, "R3")


def check_bounds(request: Request) -> None:
    """I16: what is too large, or cannot be written down, is refused before anyone looks at it."""
    id, name = request.id, request.actor.name
    if not 0 < len(id) <= LONGEST_ID or not id.isprintable():
        raise Refused(Code.BAD_FILE, f"a command's id has 1 to {LONGEST_ID} printable characters")
    if not 0 < len(name) <= LONGEST_ID or not name.isprintable() or ":" in name:
        raise Refused(Code.BAD_FILE, f"{name[:LONGEST_ID]!r} is no name for anyone")
    if request.body:
        return  # it came in a message, which is bounded itself
    try:
        size = len(msgspec.json.encode(request.command))
    except (UnicodeEncodeError, OverflowError):
        raise Refused(Code.BAD_FILE, "the command cannot be written down") from None
    if size > LARGEST_COMMAND:
        raise Refused(Code.BAD_FILE, f"a command has at most {LARGEST_COMMAND} bytes, not {size}")


def _cannot_reverse(player: str) -> Reply:
    """R31: what was paid is reversed for all, or for nobody."""
    message = words(
        "{player} does not have what this round paid any more: the shift manager corrects it",
        player=player,
    )
    return Reply.refusal(Refused(Code.SHORT_OF_FUNDS, message, "R5"))


def _settling(result: OverLimit | ShortOfFunds) -> bool:
    """Stakes go from a wallet into an escrow; any other balance is moved by what a round pays."""
    staked = "wallet:" if isinstance(result, ShortOfFunds) else "escrow:"
    return not result.account.startswith(staked)


def _speaker(request: Request) -> str:
    """Whose decision it is, said now or early."""
    command = request.command
    return command.player if isinstance(command, CarryOutEarly) else request.actor.name


def body_hash(request: Request) -> bytes:
    return request.body or hashlib.sha256(msgspec.json.encode(request.command)).digest()


def again(answer: Answer, body: bytes) -> Reply:
    """The answer that is kept under an id, for whoever asks the same once more."""
    return msgspec.json.decode(answer.answer, type=Reply) if answer.body_hash == body else _OTHER


def _reply(result: Result) -> Reply:
    match result:
        case Done():
            return OK
        case Repeated():
            return msgspec.json.decode(result.answer, type=Reply)
        case OtherBody():
            return _OTHER
        case OverLimit() | ShortOfFunds() if _settling(result):
            message = words("the books cannot hold what this would pay")
            return Reply.refusal(Refused(Code.LIMIT, message, "R4"))
        case OverLimit():
            message = words("the books hold no more in one round")
            return Reply.refusal(Refused(Code.LIMIT, message, "R1"))
        case ShortOfFunds():
            message = words("there is not enough in your purse; chips are bought at the cage")
            return Reply.refusal(Refused(Code.SHORT_OF_FUNDS, message))
        case Overtaken():
            return OVERTAKEN
        case VaultTaken():
            return _NOT_STORED
        case StaleOwner() | WrongSequence():
            raise TableLost(str(result))
