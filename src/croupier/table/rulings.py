"""What may be ruled at a table now, and what a round of it may be void for: shown to the house's
people, and what they ask for is judged by it."""

from croupier.engine import protocol as engine
from croupier.engine.inputs import Discard, Ruling, Void, VoidReason
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.table.config import DealerKind
from croupier.table.state import TablePhase, TableState

_BY_HAND = frozenset({"void", "together", "interrupt"})
"""Only where people deal are cards foreign, missing or unshuffled (R26), do they come out together,
or can it be people who cannot go on (R4). A sealed order has none of these faults: nobody voids it
(decision 43)."""


_BEHIND = {
    "void": ("R26", "void-returns", "R2", "R30"),
    "interrupt": ("interrupted", "R4", "R30"),
    "misdeal": ("misdeal", "going-on-mended", "R27"),
    "place": ("going-on-as-it-lies", "R28"),
    "discard:overdraw": ("overdraw", "R27"),
    "discard:no-bet": ("no-bet", "R27"),
    "together": ("together", "R29"),
    "burn": ("burn-after-error", "R30"),
    "burn-cards": ("new-dealer-burns",),
    "pick-up": ("cards-picked-up",),
    "place-for": ("by-staff",),
    "allow-squeeze": ("squeeze",),
    "state-ruling": ("manager-rules", "R30"),
}
"""What the house's people may do → the topics and rulings behind it."""


def clauses_behind(rules: Rules) -> dict[str, tuple[str, ...]]:
    """To be read before it is done; by the names of the round file and of the protocol."""
    return {event: rules.topics.all(*topics) for event, topics in _BEHIND.items()}


def burned_after_error(rules: Rules) -> int:
    """LIVE 2.3.5b, R16: how many cards the document burns after an error; 0: it does not say."""
    return 3 if rules.topics["burn-after-error"] else 0


def rulings_now(state: TableState) -> tuple[str, ...]:
    """By the names of the round file; nothing while the round is held."""
    return () if state.held is not None else _rulings(state)


def void_causes_now(state: TableState) -> tuple[VoidReason, ...]:
    if "void" not in rulings_now(state):
        return ()
    causes = engine.void_causes(state.rules)
    late = state.waiting.over
    return tuple(cause for cause in causes if cause is VoidReason.WRONG_COUNT or not late)


def may_be_void(state: TableState) -> bool:
    """The round that is on, or was settled and may still be found to have had a wrong number of
    cards (R24, R31): betting on the next has not begun, also where the table has closed."""
    if state.phase in (TablePhase.IDLE, TablePhase.CLOSED):
        return "void" in _rulings(state)
    return state.phase is TablePhase.PLAYING


def outcome_may_be_known(state: TableState) -> bool:
    """By what the journal can show: a card with the first scan, a ball from "No more bets" on, when
    it may rest at any time (decision 43)."""
    return state.outcome_out or not state.rules.deck_count


def check_ruling(state: TableState, ruling: Ruling) -> None:
    """Refuse what is not on the list. The game is asked first, for it knows its own reasons; it
    reads records of every house, and may know more than can happen at this table. Once bets for the
    next round are called for, nothing is ruled on the last (BJ5 5.13, BJP 5.13)."""
    if state.round is None:
        raise Refused(Code.ILLEGAL_ACTION, f"the table is {state.phase}: there is no round", "R3")
    engine.step(state.round, ruling)
    name = name_of(ruling)
    if isinstance(ruling, Void) and ruling.reason not in engine.void_causes(state.rules):
        message = f"{state.rules.title} cannot be void for {ruling.reason}"
        raise Refused(Code.ILLEGAL_ACTION, message, "R26")
    if name in _BY_HAND and state.config.dealer is DealerKind.VIRTUAL:
        raise _nobody_rules(name)
    if name not in _rulings(state):
        raise Refused(Code.ILLEGAL_ACTION, f"{name} is not to be ruled now", "R30")


def _nobody_rules(name: str) -> Refused:
    if name == "void":
        message = "the house deals here from a sealed order: it has no fault to be void for"
        return Refused(Code.ILLEGAL_ACTION, message, "R26")
    return Refused(Code.ILLEGAL_ACTION, "the house deals here itself, and can go on", "R4")


def _rulings(state: TableState) -> tuple[str, ...]:
    """What the round allows; no void without a cause that can happen in this game (R26)."""
    if state.round is None:
        return ()
    out: set[str] = set() if engine.void_causes(state.rules) else {"void"}
    if state.config.dealer is DealerKind.VIRTUAL:
        out |= _BY_HAND
    return tuple(ruling_name for ruling_name in state.waiting.rulings if ruling_name not in out)


def name_of(ruling: Ruling) -> str:
    """By the round file."""
    name = type(ruling).__name__.lower()
    return f"{name}:{ruling.reason}" if isinstance(ruling, Discard) else name
