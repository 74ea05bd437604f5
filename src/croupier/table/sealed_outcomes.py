"""The keeper of sealed outcomes: draws them before they are needed, and opens them afterwards.

The keeper alone knows what the next card is. It tells one at a time, to the virtual dealer, and
never the same one twice: how many are used is told by the journal, not remembered here.
"""

from collections.abc import Callable

from croupier.chance import RandBelow
from croupier.chance.sealed import (
    Opening,
    Sealed,
    known_first,
    new_salt,
    seal,
    shoe_order,
    unseal,
    wheel_run,
)
from croupier.games.equipment import Cards
from croupier.kit.cards import Card
from croupier.table.commands import Call, Scan
from croupier.table.facts import OutcomesOpened, OutcomesSealed
from croupier.table.state import ShoeInUse, TableState


class SealedOutcomes:
    def __init__(
        self, key: bytes, randbelow: RandBelow, salt: Callable[[], str] = new_salt
    ) -> None:
        self._key = key
        self._randbelow = randbelow
        self._salt = salt
        self._opening: Opening | None = None
        self._name = ""

    def fresh(self, state: TableState) -> tuple[OutcomesSealed, Sealed]:
        """The next shoe of this table, or run of its wheel, under a name that is used once."""
        name = f"{state.config.id}/{state.shoes + 1}"
        equipment, burned = state.rules.equipment, 0
        if isinstance(equipment, Cards):
            outcomes, burned = shoe_order(equipment.decks, self._randbelow), equipment.burned
            outcomes = known_first(outcomes, state.staged or (), burned)
        else:
            known = state.staged or ()
            drawn = wheel_run(equipment.pockets, state.config.wheel_run, self._randbelow)
            outcomes = (*known, *drawn[len(known) :])
        sealed = seal(name, outcomes, self._key, self._salt())
        return OutcomesSealed(name, sealed.commitment, len(outcomes), burned), sealed

    def hold(self, sealed: Sealed) -> None:
        """This one is in use from now on: after it was committed, or found in the store again."""
        self._opening = unseal(sealed, self._key)
        self._name = sealed.name

    def holds(self, shoe: ShoeInUse) -> bool:
        return self._opening is not None and self._name == shoe.name

    def draw(self, shoe: ShoeInUse) -> Scan | Call:
        """The next outcome, as the dealer's command; the sealed order stands, whatever failed."""
        assert self._opening is not None
        assert self._name == shoe.name
        assert shoe.cut is not None
        outcome = self._opening.outcomes[(shoe.cut + shoe.used) % shoe.size]
        return (
            Call(int(outcome)) if outcome.isdigit() and len(outcome) <= 2 else Scan(Card(outcome))
        )

    def open(self, shoe: ShoeInUse) -> OutcomesOpened:
        """After the last use: everything, for anyone to check."""
        assert self._opening is not None
        assert self._name == shoe.name
        return OutcomesOpened(shoe.name, self._opening.salt, self._opening.outcomes)
