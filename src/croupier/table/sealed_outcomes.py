"""The keeper of sealed outcomes: seals them before they are needed, and opens them afterwards.

The keeper alone knows what the next card is. It tells one at a time, to the virtual dealer, and
never the same one twice: how many are used is told by the journal, not remembered here.
"""

from dataclasses import dataclass

from croupier.chance import RandBelow
from croupier.chance.delay import Delayed
from croupier.chance.derived import Terms, derived_order, given_digest
from croupier.chance.sealed import (
    Opening,
    Sealed,
    cut_order,
    known_first,
    seal,
    shoe_order,
    unseal,
    wheel_run,
)
from croupier.engine.equipment import Cards
from croupier.kit.cards import Card
from croupier.table.commands import Call, Scan
from croupier.table.delays import DelayEvaluator, InThisProcess, Priority
from croupier.table.facts import OutcomesOpened, OutcomesSealed, ShoePrepared
from croupier.table.shoes import sealing_terms
from croupier.table.state import ShoeInUse, TableState

_SEEDS = 2**256


@dataclass
class _Held:
    """What is known of a shoe while it is in use, or prepared."""

    opening: Opening
    order: tuple[str, ...] = ()
    """As it is dealt, once that is known."""
    delayed: Delayed | None = None


class SealedOutcomes:
    def __init__(
        self, key: bytes, randbelow: RandBelow, delays: DelayEvaluator | None = None
    ) -> None:
        self._key = key
        self._randbelow = randbelow
        self._delays = delays or InThisProcess()
        self._held: dict[str, _Held] = {}

    def fresh(self, state: TableState) -> tuple[OutcomesSealed, Sealed]:
        """The next shoe of this table, or run of its wheel, under a name that is used once."""
        name = f"{state.config.id}/{state.shoes + state.unused_shoes + 1}"
        equipment = state.rules.equipment
        cards = equipment if isinstance(equipment, Cards) else None
        # LIVE 2.3.5a and 2.3.5c.
        burned = cards.burned if cards else 0
        size = cards.size if cards else state.config.wheel_run
        terms = sealing_terms(state)
        # With terms the order follows from a seed.
        outcomes = self._drawn(state) if terms is None else ()
        salt = f"{self._randbelow(_SEEDS):064x}" if terms else None
        sealed = seal(name, outcomes, self._key, salt, terms)
        return OutcomesSealed(name, sealed.commitment, size, burned, terms), sealed

    def _drawn(self, state: TableState) -> tuple[str, ...]:
        equipment, known = state.rules.equipment, state.staged or ()
        if isinstance(equipment, Cards):
            order = shoe_order(equipment.decks, self._randbelow)
            return known_first(order, known, equipment.burned)
        drawn = wheel_run(equipment.pockets, state.config.wheel_run, self._randbelow)
        return (*known, *drawn[len(known) :])

    def prepared(self, state: TableState) -> tuple[ShoePrepared, Sealed]:
        """The same, to be dealt after the shoe in use."""
        fact, sealed = self.fresh(state)
        assert fact.terms is not None
        terms = fact.size, fact.burned, fact.terms
        return ShoePrepared(fact.name, fact.commitment, *terms), sealed

    def hold(self, sealed: Sealed, terms: Terms | None = None) -> None:
        """Know this one from now on: after it was committed, or found in the store again."""
        self._held[sealed.name] = _Held(unseal(sealed, self._key, terms))

    def holds(self, shoe: ShoeInUse) -> bool:
        return shoe.name in self._held

    def forget(self, name: str) -> None:
        """A shoe that was opened, or given up."""
        self._held.pop(name, None)

    def delayed(self, shoe: ShoeInUse, priority: Priority = Priority.IN_USE) -> Delayed | None:
        """What the delay after the last contribution came to; None: it is not over yet. It is begun
        when this is asked first, and only ever of what is closed."""
        assert shoe.terms is not None
        assert shoe.closed
        held = self._held[shoe.name]
        if held.delayed is None:
            digest = given_digest(shoe.commitment, shoe.entropy.values())
            held.delayed = self._delays.result(digest, shoe.terms.squarings, priority)
        return held.delayed

    def draw(self, shoe: ShoeInUse) -> Scan | Call:
        """The next outcome, as the dealer's command; the sealed order stands, whatever failed."""
        outcome = self._dealt(shoe)[shoe.used]
        return Call(int(outcome)) if outcome.isdecimal() else Scan(Card(outcome))

    def _dealt(self, shoe: ShoeInUse) -> tuple[str, ...]:
        assert shoe.ready
        held = self._held[shoe.name]
        if not held.order:
            held.order = (
                cut_order(held.opening.outcomes, shoe.cut or 0)
                if shoe.terms is None
                else derived_order(shoe.name, held.opening.salt, shoe.output, shoe.terms)
            )
        return held.order

    def open(self, shoe: ShoeInUse) -> OutcomesOpened:
        """After the last use: everything, for anyone to check. What was given up before it was
        derived has no order."""
        opening = self._held[shoe.name].opening
        outcomes = opening.outcomes
        if shoe.terms is not None and shoe.ready:
            outcomes = self._dealt(shoe)
        return OutcomesOpened(shoe.name, opening.salt, outcomes)
