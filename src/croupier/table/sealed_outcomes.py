"""The keeper of sealed outcomes: seals them before they are needed, and opens them afterwards.

The keeper alone knows what the next card is. It tells one at a time, to the virtual dealer, and
never the same one twice: how many are used is told by the journal, not remembered here.
"""

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
from croupier.table.delays import DelayEvaluator, InThisProcess
from croupier.table.facts import OutcomesOpened, OutcomesSealed
from croupier.table.state import ShoeInUse, TableState

_SEEDS = 2**256


class SealedOutcomes:
    def __init__(
        self, key: bytes, randbelow: RandBelow, delays: DelayEvaluator | None = None
    ) -> None:
        self._key = key
        self._randbelow = randbelow
        self._delays = delays or InThisProcess()
        self._opening: Opening | None = None
        self._name = ""
        self._order: tuple[str, ...] = ()
        """As it is dealt, once that is known."""
        self._delayed: Delayed | None = None

    def fresh(self, state: TableState) -> tuple[OutcomesSealed, Sealed]:
        """The next shoe of this table, or run of its wheel, under a name that is used once."""
        name = f"{state.config.id}/{state.shoes + 1}"
        equipment, run = state.rules.equipment, state.config.wheel_run
        cards = equipment if isinstance(equipment, Cards) else None
        # LIVE 2.3.5a and 2.3.5c.
        burned = cards.burned if cards else 0
        size = cards.size if cards else run
        shuffle = state.config.shuffle
        outcomes: tuple[str, ...] = ()
        terms = None
        known = state.staged or ()
        if shuffle.squarings and not state.config.staged:
            pockets = 0 if isinstance(equipment, Cards) else equipment.pockets
            decks = cards.decks if cards else 0
            terms = Terms(decks, pockets, size, burned, shuffle.window, shuffle.squarings)
        elif isinstance(equipment, Cards):
            order = shoe_order(equipment.decks, self._randbelow)
            outcomes = known_first(order, known, burned)
        else:
            drawn = wheel_run(equipment.pockets, run, self._randbelow)
            outcomes = (*known, *drawn[len(known) :])
        salt = f"{self._randbelow(_SEEDS):064x}" if terms else None
        sealed = seal(name, outcomes, self._key, salt, terms)
        return OutcomesSealed(name, sealed.commitment, size, burned, terms), sealed

    def hold(self, sealed: Sealed, terms: Terms | None = None) -> None:
        """This one is in use from now on: after it was committed, or found in the store again."""
        self._opening = unseal(sealed, self._key, terms)
        self._name = sealed.name
        self._order = ()
        self._delayed = None

    def holds(self, shoe: ShoeInUse) -> bool:
        return self._opening is not None and self._name == shoe.name

    def delayed(self, shoe: ShoeInUse, *, awaited: bool = False) -> Delayed | None:
        """What the delay after the last contribution came to; None: it is not over yet. It is begun
        when this is asked first, and only ever of what is closed. `awaited`: a round waits."""
        assert shoe.terms is not None
        assert shoe.closed
        if self._delayed is None:
            digest = given_digest(shoe.commitment, shoe.entropy.values())
            self._delayed = self._delays.result(digest, shoe.terms.squarings, awaited=awaited)
        return self._delayed

    def draw(self, shoe: ShoeInUse) -> Scan | Call:
        """The next outcome, as the dealer's command; the sealed order stands, whatever failed."""
        outcome = self._dealt(shoe)[shoe.used]
        return (
            Call(int(outcome)) if outcome.isdigit() and len(outcome) <= 2 else Scan(Card(outcome))
        )

    def _dealt(self, shoe: ShoeInUse) -> tuple[str, ...]:
        assert self._opening is not None
        assert self._name == shoe.name
        assert shoe.ready
        if not self._order:
            opening = self._opening
            self._order = (
                cut_order(opening.outcomes, shoe.cut or 0)
                if shoe.terms is None
                else derived_order(shoe.name, opening.salt, shoe.output, shoe.terms)
            )
        return self._order

    def open(self, shoe: ShoeInUse) -> OutcomesOpened:
        """After the last use: everything, for anyone to check. What was given up before it was
        derived has no order."""
        assert self._opening is not None
        assert self._name == shoe.name
        outcomes = self._opening.outcomes
        if shoe.terms is not None and shoe.ready:
            outcomes = self._dealt(shoe)
        return OutcomesOpened(shoe.name, self._opening.salt, outcomes)
