"""What must hold in every house, checked from outside through its books alone.

`house_complaints` is all of it, for every test that lets a house play; `croupier verify` looks at
the same, with several processes.

| | what | checked in |
|---|---|---|
| I1 | accounts sum to zero and are their postings; no wallet or escrow below zero | store |
| I2 | a round's escrow is empty once the next has begun | tables |
| I3 | every entry moved what its facts call for; wallets hold what the rounds leave | tables |
| I4 | no bet after "No more bets"; what lay there then is what was settled | tables |
| I5 | no view tells a hidden card | the simulation, at every step |
| I6 | the hash chain holds; the journal folds to its last entry | store, tables |
| I7 | sealed before any bet, opened after the last use, to what was dealt, whole decks | tables |
| I7 | players' part is closed before the delay, the delay proved, the order derived | tables |
| I7 | in the vault, and never dealt from once the books were put back from a copy | tables |
| I8 | no sealed name is used twice | tables |
| I9 | one writer: epochs never fall, sequences have no gap | store |
| I10 | one command, one effect, one answer | store |
| I11 | what was acknowledged is in the journal | the simulation and the killed houses |
| I12 | an interruption voids a round exactly if nothing was decided | tables |
| I13 | every layout that was closed keeps the limits | tables |
| I14 | whoever made a fact held a role that may | tables |
| I15 | with the faults stopped every round ends | the simulation |
| I16 | mailboxes, batches and bets are bounded | refused at the door; the table's tests |
| I17 | a checkpoint is what its journal folds to, and so are its rows | house |
| I18 | reports of closed days are chained, signed by two, and hold | house |
| I19 | a shoe's certificate is what its journal tells of its cards | house |
| I20 | each journal is what the transparency log has published of it | house |
| I21 | what a station has signed is signed, and was written; who has one signs | house |
| I22 | a round names the rules that its configuration comes to | tables |
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from croupier.chance.delay import Delayed
from croupier.chance.derived import Terms, derived_order, given_digest, shows_delay
from croupier.chance.sealed import Opening, Sealed, cut_of, cut_order, proves
from croupier.engine import protocol as engine
from croupier.engine.inputs import BallRested, CardDealt, Interrupt, Together
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.engine.rules_digest import rules_digest
from croupier.engine.standing import established
from croupier.kit.cards import shoe as whole_shoe
from croupier.kit.errors import Refused
from croupier.ledger import Transfer, escrow, held, net, wallet
from croupier.store.errors import StoreFailed
from croupier.store.invariants import Complaint, complaints
from croupier.store.pages import every_entry, every_stream
from croupier.store.protocol import Reader
from croupier.store.values import Entry
from croupier.table.cage import STREAM as CAGE_STREAM
from croupier.table.cage import CageFact, PlayerFact, WaitingRequests, cage_moves, is_table
from croupier.table.commands import TableRole
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingOpened,
    ContributionsClosed,
    DelayPassed,
    EntropyGiven,
    Fact,
    Fed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    PreparedShoeInUse,
    PreparedShoeUnused,
    SeatLeft,
    SeatTaken,
    ShoePrepared,
    Waited,
    WaitingLeft,
)
from croupier.table.money import moves, step_of
from croupier.table.recovery import NoSuchTable, opened_by, recorded
from croupier.table.state import TablePhase, TableState, layout_hash
from croupier.table.table import News, OnEntry, Recorded


class Unfolded(Exception):  # noqa: N818 -- what has become of the journal
    """A journal was not folded to its end, and why."""


UNFOLDED = (msgspec.DecodeError, Refused, AssertionError, KeyError, NoSuchTable, Unfolded)
"""What it comes to when a journal is folded that is not as it was written."""


def house_complaints(reader: Reader) -> Iterator[Complaint]:
    """Nothing, if all is well. Give it a snapshot while the house is open."""
    yield from complaints(reader)
    try:
        audits = []
        for stream in every_stream(reader):
            if is_table(stream):
                audits.append(audit := TableAudit(reader, stream))
                yield from audit.complaints()
        yield from wallet_complaints(reader, (audit.left() for audit in audits))
    except StoreFailed as error:
        yield Complaint("store", f"cannot be read: {error}")


def stream_journal(
    reader: Reader, stream: str, to: int | None = None, after: int = 0
) -> Iterator[tuple[Entry, tuple[Transfer, ...]]]:
    """Every entry of a stream (beyond `after`, up to `to`) with the transfers it posted."""
    waiting = list(reader.transfers(stream, (after + 1, 0)))
    for entry in every_entry(reader, stream, after):
        if to is not None and entry.seq > to:
            return
        moved = []
        while waiting and waiting[0].seq == entry.seq:
            posted = waiting.pop(0)
            moved.append(posted.transfer)
            if not waiting:
                waiting = list(reader.transfers(stream, (posted.seq, posted.n)))
        yield entry, tuple(moved)


def wallet_complaints(reader: Reader, left: Iterable[Mapping[str, int]]) -> Iterator[Complaint]:
    """I3: what every wallet must hold, told from cash and settlement lines alone: bought in, less
    cashed out or held for that, and what each table has `left` its players."""
    expected: Counter[str] = Counter()
    requests = WaitingRequests()
    try:
        for entry, posted in stream_journal(reader, CAGE_STREAM):
            fact: CageFact = msgspec.json.decode(entry.body, type=CageFact)
            moved = net(cage_moves(fact))
            if isinstance(fact, PlayerFact):
                for account in (wallet(fact.player), held(fact.player)):
                    expected[account] += moved.get(account, 0)
            if posted != cage_moves(fact):
                yield Complaint(f"{CAGE_STREAM} {entry.seq}", f"I3: moved {_listed(posted)}")
            if fault := requests.fault(fact):
                yield Complaint(f"{CAGE_STREAM} {entry.seq}", f"I3: {fault}")
        for nets in left:
            for player, amount in nets.items():
                expected[wallet(player)] += amount
    except UNFOLDED as error:
        yield Complaint("wallets", f"I3: cannot be told from these journals: {error}")
        return
    for account, amount in expected.items():
        holds = reader.balance(account)
        if holds != amount:
            yield Complaint(account, f"I3: holds {holds}, but the rounds leave {amount}")


class AuditedTo(msgspec.Struct, frozen=True):
    """What an audit has to remember of the entries up to one that has opened a betting, besides
    the table itself."""

    seq: int
    nets: dict[str, int]
    """What each player had of the rounds until then."""
    sealed: dict[str, tuple[str, int]]
    """All that was ever sealed: its commitment, and of how many decks it was to be."""
    dealt: list[str]
    """From what is sealed now."""


class TableAudit:
    """One table's journal, looked through once: what is wrong with it, and what it leaves each of
    its players."""

    def __init__(
        self,
        reader: Reader,
        stream: str,
        watch: OnEntry | None = None,
        start: tuple[AuditedTo, TableState] | None = None,
    ) -> None:
        """`watch` is told of every entry, with the table as it is after it. `start`: where an audit
        has come to before, to go on from there."""
        self._reader = reader
        self._stream = stream
        self._watch = watch
        self._after = start[0].seq if start is not None else 0
        self._auditor = _Auditor(reader, stream)
        if start is not None:
            self._auditor.resume(*start)
        self._unfolded = ""

    def complaints(self, to: int | None = None) -> Iterator[Complaint]:
        """Of the whole journal, or of its entries up to `to`."""
        for entry, transfers in stream_journal(self._reader, self._stream, to, self._after):
            yield from self.entry(entry, transfers)
            if self._unfolded:
                return

    def entry(self, entry: Entry, transfers: tuple[Transfer, ...]) -> Iterator[Complaint]:
        """The next one."""
        where = f"{self._stream} {entry.seq}"
        try:
            body = recorded(entry)
            for what in self._auditor.entry(body, transfers):
                yield Complaint(where, what)
        except UNFOLDED as error:
            self._unfolded = str(error) or type(error).__name__
            yield Complaint(where, f"I6: cannot be folded: {error}")
            return
        if self._watch is not None and self._auditor.state is not None:
            self._watch(News(entry.seq, entry.at_ms, body), self._auditor.state)

    @property
    def unfolded(self) -> bool:
        """Whether there is no going on."""
        return bool(self._unfolded)

    def reached(self, seq: int) -> AuditedTo:
        """To be asked right after the entry with this number, which has opened a betting."""
        return self._auditor.reached(seq)

    def left(self) -> dict[str, int]:
        """By player: the net of every round that is over, less what lies in one that is not."""
        if self._unfolded:
            raise Unfolded(self._unfolded)
        return self._auditor.left()


_NEVER = "", 0
"""What is known of something that was not sealed."""


class _Auditor:
    def __init__(self, reader: Reader, stream: str) -> None:
        self._reader = reader
        self._stream = stream
        self.state: TableState | None = None
        self._nets: Counter[str] = Counter()
        """Of the rounds before the last that was closed for betting."""
        self._last: Round | None = None
        self._sealed: dict[str, tuple[str, int]] = {}
        """The commitment of each, and how many decks it was to be made of."""
        self._dealt: list[str] = []
        self._digested: tuple[Rules, str] | None = None

    def resume(self, audited: AuditedTo, state: TableState) -> None:
        self.state = state
        self._nets = Counter(audited.nets)
        self._sealed = dict(audited.sealed)
        self._dealt = list(audited.dealt)

    def reached(self, seq: int) -> AuditedTo:
        return AuditedTo(seq, dict(self._nets), dict(self._sealed), list(self._dealt))

    def entry(self, body: Recorded, posted: tuple[Transfer, ...]) -> Iterator[str]:
        expected: list[Transfer] = []
        for fact in body.facts:
            if self.state is None:
                self.state = opened_by(self._stream, fact)
            yield from self._fact(self.state, body, fact)
            stepped = step_of(self.state, fact) if isinstance(fact, Fed) else None
            expected += moves(self.state, fact, stepped)
            self.state.apply(fact, stepped)
            self._count(self.state, fact)
            yield from self._after(self.state, fact)
        # In the order of the facts, as a rule: only where it is another are they counted.
        if tuple(expected) != posted and Counter(expected) != Counter(posted):
            listed = f"moved {_listed(posted)}, but its facts call for {_listed(expected)}"
            yield f"I3: {self._decided_by(expected, posted)}{listed}"

    def _decided_by(self, expected: list[Transfer], posted: tuple[Transfer, ...]) -> str:
        """Which round it is, and the clauses that say what those should have had who had more or
        less."""
        state = self.state
        if state is None or state.round is None or not state.round.over:
            return ""
        should, had = net(expected), net(posted)
        wrong = {one for one in (*should, *had) if should.get(one, 0) != had.get(one, 0)}
        clauses = dict.fromkeys(
            line.clause for line in state.round.lines if wallet(line.player) in wrong
        )
        return f"round {state.round_number} [{', '.join(clauses) or '–'}] "

    def _digest(self, rules: Rules) -> str:
        """Computed once for the rounds that are played under one value."""
        if self._digested is None or self._digested[0] is not rules:
            self._digested = rules, rules_digest(rules)
        return self._digested[1]

    def _count(self, state: TableState, fact: Fact) -> None:
        """A round is done with once betting on the next opens: until then its lines may change."""
        if isinstance(fact, BettingOpened):
            self._nets.update(_nets(self._last))
            self._last = None
        elif isinstance(fact, BetsClosed) or self._last is not None:
            self._last = state.round or self._last

    def left(self) -> dict[str, int]:
        left, state = Counter(self._nets), self.state
        if state is not None and state.config.staged:
            return {}
        left.update(_nets(self._last))
        if state is not None and state.phase is TablePhase.BETTING:
            for bet in state.layout.bets:
                left[bet.player] -= bet.amount
        if state is not None and state.phase is TablePhase.PLAYING and state.round is not None:
            left.subtract(engine.staked(state.round))
        return dict(left)

    def _fact(self, state: TableState, body: Recorded, fact: Fact) -> Iterator[str]:
        if isinstance(fact, Fed) and fact.used and state.shoe and state.restored:
            yield f"I7: dealt from {state.shoe.name}, which may be known: {state.restored}"
        if isinstance(fact, Fed) and fact.used and state.shoe and not state.shoe.ready:
            yield f"I7: dealt from {state.shoe.name} before its order was settled"
        match fact:
            case BetsPlaced() | BetsDisplaced() | BetsClosed() if (
                state.phase is not TablePhase.BETTING
            ):
                yield f"I4: {type(fact).__name__} while the table is {state.phase}"
            case BettingOpened() if state.config.dealer is DealerKind.VIRTUAL and not state.shoe:
                yield "I7: betting opened before any outcome was sealed"
            case BettingOpened() if fact.rules not in ("", self._digest(state.rules)):
                yield f"I22: round {fact.round} was opened under rules {fact.rules}, not these"
            case BetsPlaced() | SeatTaken() | SeatLeft() | Waited() | WaitingLeft():
                yield from self._whose(state, body, fact)
            case Fed(input=CardDealt() | BallRested()) if body.role is TableRole.PLAYER:
                yield f"I14: {body.actor} is a player and dealt"
            case Fed(input=Interrupt()):
                assert state.round is not None
                voided = engine.step(state.round, fact.input).round.void
                if voided is established(engine.standings(state.round)):
                    yield "I12: an interruption was answered against R4"
            case _:
                yield from self._of_shoe(state, fact)

    def _of_shoe(  # noqa: PLR0912 -- one case for every kind of fact that can be wrong
        self, state: TableState, fact: Fact
    ) -> Iterator[str]:
        match fact:
            case OutcomesSealed() | ShoePrepared() if fact.name in self._sealed:
                yield f"I8: {fact.name} was sealed before"
            case OutcomesSealed() | ShoePrepared():
                yield from self._kept(fact)
                yield from _terms_complaints(state, fact.name, fact.terms)
                if fact.terms and (fact.terms.size, fact.terms.burned) != (fact.size, fact.burned):
                    yield f"I7: {fact.name} was sealed under other terms than it names"
                if isinstance(fact, ShoePrepared) and (state.next_shoe or not state.shoe):
                    yield f"I7: {fact.name} was prepared out of turn"
            case PreparedShoeInUse():
                yield from self._put_in_use(state, fact)
            case PreparedShoeUnused():
                yield from self._unused(state, fact)
            case OutcomesRetired():
                if self._sealed.get(fact.name, _NEVER)[0] != fact.commitment:
                    yield f"I7: {fact.name} was given up, and is not what was sealed"
                if state.phase is TablePhase.PLAYING:
                    yield f"I7: {fact.name} was given up in the middle of a round"
            case OutcomesOpened():
                yield from self._opened(state, fact)
            case ContributionsClosed():
                yield from self._contributions_closed(state, fact)
            case DelayPassed():
                yield from self._delay_passed(state, fact)
            case EntropyGiven() if not _takes(state, fact):
                yield f"I7: {fact.player} gave something after it was closed"
            case OutcomesCut():
                shoe = state.shoe
                assert shoe is not None
                assert shoe.terms is None
                if shoe.cut is not None or self._dealt:
                    yield f"I7: {fact.name} was cut in use"
                if fact.cut != cut_of(shoe.commitment, shoe.entropy.values(), shoe.size):
                    yield f"I7: {fact.name} was cut elsewhere than its players said"

    def _whose(
        self,
        state: TableState,
        body: Recorded,
        fact: BetsPlaced | SeatTaken | SeatLeft | Waited | WaitingLeft,
    ) -> Iterator[str]:
        """A player acts alone, and staff for a player only under the consent it names."""
        if body.role is TableRole.PLAYER and fact.player != body.actor:
            yield f"I14: {body.actor} acted for {fact.player}"
        hand = fact.on_behalf if isinstance(fact, BetsPlaced) else None
        if hand is not None:
            consent = state.consents.get(fact.player)
            if hand.by != body.actor or consent is None or consent.number != hand.consent:
                yield f"I14: {body.actor} bet for {fact.player} without consent"

    def _put_in_use(self, state: TableState, fact: PreparedShoeInUse) -> Iterator[str]:
        prepared = state.next_shoe
        if prepared is None or (prepared.name, prepared.used) != (fact.name, fact.burned):
            yield f"I7: {fact.name} was put in use, and is not what was prepared"
        if state.phase is not TablePhase.IDLE or state.shoe is not None:
            yield f"I7: {fact.name} was put in use while another shoe was dealt"
        if prepared is not None and prepared.terms is not None:
            yield from _terms_complaints(state, prepared.name, prepared.terms)
        if state.restored:
            yield f"I7: {fact.name} was put in use, and may be known: {state.restored}"

    def _unused(self, state: TableState, fact: PreparedShoeUnused) -> Iterator[str]:
        """What was prepared and is never dealt from opens to what was committed to."""
        prepared = state.next_shoe
        if prepared is None or (prepared.name, prepared.commitment) != (fact.name, fact.commitment):
            yield f"I7: {fact.name} was given up, and is not what was prepared"
        elif fact.salt:
            terms = prepared.terms
            assert terms is not None
            if not proves(fact.name, fact.commitment, Opening(fact.salt, fact.outcomes), terms):
                yield f"I7: {fact.name} does not open to what was committed to"
            ready = prepared.ready
            order = derived_order(fact.name, fact.salt, prepared.output, terms) if ready else ()
            if order != fact.outcomes:
                yield f"I7: {fact.name} opens to another order than follows from its seed"

    def _kept(self, fact: OutcomesSealed | ShoePrepared) -> Iterator[str]:
        """What was committed to lies in the vault, though nobody here can read it."""
        box = self._reader.vault(fact.name)
        try:
            kept = box and msgspec.msgpack.decode(box, type=Sealed)
        except msgspec.MsgspecError:
            kept = None
        if not kept or (kept.name, kept.commitment) != (fact.name, fact.commitment):
            yield f"I7: {fact.name} is not in the vault as it was sealed"

    def _contributions_closed(self, state: TableState, fact: ContributionsClosed) -> Iterator[str]:
        shoe = state.sealed_shoe(fact.name)
        assert shoe is not None
        if shoe.name != fact.name or shoe.closed or shoe.terms is None:
            yield f"I7: {fact.name} was closed twice, or out of turn"
        if fact.digest != given_digest(shoe.commitment, shoe.entropy.values()).hex():
            yield f"I7: {fact.name} was closed over something else than its players gave"

    def _delay_passed(self, state: TableState, fact: DelayPassed) -> Iterator[str]:
        shoe = state.sealed_shoe(fact.name)
        assert shoe is not None
        assert shoe.terms is not None
        if shoe.name != fact.name or not shoe.delayed:
            yield f"I7: {fact.name} had its delay before it was closed, or twice"
        delayed = Delayed(fact.output, fact.proof)
        squarings = shoe.terms.squarings
        if not shows_delay(shoe.commitment, shoe.entropy.values(), squarings, delayed):
            yield f"I7: the delay of {fact.name} is not proved"

    def _opened(self, state: TableState, fact: OutcomesOpened) -> Iterator[str]:
        opening = Opening(fact.salt, fact.outcomes)
        shoe = state.shoe
        terms = shoe.terms if shoe is not None else None
        if state.phase not in (TablePhase.IDLE, TablePhase.CLOSED):
            yield f"I7: {fact.name} was opened while the table is {state.phase}"
        commitment, decks = self._sealed.get(fact.name, _NEVER)
        if not proves(fact.name, commitment, opening, terms):
            yield f"I7: {fact.name} does not open to what was committed to"
        if terms is not None and shoe is not None:
            output = shoe.output
            order = derived_order(fact.name, fact.salt, output, terms) if shoe.ready else ()
            if order != fact.outcomes:
                yield f"I7: {fact.name} opens to another order than follows from its seed"
        given_up = terms is not None and not fact.outcomes and not self._dealt
        if decks and not given_up and not _is_whole(fact.outcomes, decks):
            yield f"I7: {fact.name} was not of whole decks"
        burned = shoe.used - len(self._dealt) if shoe else 0
        order = cut_order(fact.outcomes, (shoe and shoe.cut) or 0)
        if list(order[burned : burned + len(self._dealt)]) != self._dealt:
            yield f"I7: {fact.name} holds other outcomes than were dealt"

    def _after(self, state: TableState, fact: Fact) -> Iterator[str]:
        match fact:
            case OutcomesSealed():
                self._sealed[fact.name] = fact.commitment, state.rules.deck_count
                self._dealt = []
            case ShoePrepared():
                self._sealed[fact.name] = fact.commitment, state.rules.deck_count
            case PreparedShoeInUse():
                self._dealt = []
            case Fed(input=CardDealt(card=card), used=1):
                self._dealt.append(str(card))
            case Fed(input=Together(cards=cards)):
                self._dealt += map(str, cards)
            case Fed(input=BallRested(pocket=pocket)):
                self._dealt.append(str(pocket))
            case BetsClosed():
                yield from self._closed(state, fact)
        over = state.waiting.over
        if isinstance(fact, BettingOpened) and state.round_number > 1:
            yield from self._escrow(state.round_number - 1)
        if over and isinstance(fact, BetsClosed):
            yield "I2: a round that is over before its first card"

    def _closed(self, state: TableState, fact: BetsClosed) -> Iterator[str]:
        if layout_hash(state.layout.bets) != fact.layout_hash:
            yield "I4: another layout was closed than lies there"
        for bet in state.layout.bets:
            try:
                engine.check_bet(state.rules, state.config.limits, bet, state.layout, state.layout)
            except Refused as refused:
                yield f"I13: {bet.player}'s {bet.bet} may not stand: {refused}"

    def _escrow(self, round: int) -> Iterator[str]:
        """A round before the running one is over: its escrow has been empty ever since."""
        held = self._reader.balance(escrow(self._stream, str(round)))
        if held:
            yield f"I2: round {round} left {held} in escrow"


def _takes(state: TableState, fact: EntropyGiven) -> bool:
    shoe = state.sealed_shoe(fact.shoe)
    return shoe is not None and shoe.fresh and fact.is_for(shoe.name)


def _terms_complaints(state: TableState, name: str, terms: Terms | None) -> Iterator[str]:
    """What the commitment binds to is what the table deals."""
    if terms is not None and terms.decks != state.rules.deck_count:
        yield f"I7: {name} was sealed for another table than this"


def _is_whole(outcomes: Iterable[str], decks: int) -> bool:
    return Counter(outcomes) == Counter(map(str, whole_shoe(decks)))


def _nets(round: Round | None) -> Counter[str]:
    """What each player has of a round; nothing before it is over."""
    nets: Counter[str] = Counter()
    for line in round.lines if round is not None and round.over else ():
        nets[line.player] += line.net
    return nets


def _listed(transfers: list[Transfer] | tuple[Transfer, ...]) -> str:
    listed = ", ".join(
        f"{transfer.payer} > {transfer.payee} {transfer.amount}" for transfer in transfers[:6]
    )
    return listed or "nothing"
