"""What players give to the order of a sealed shoe, or run of the wheel, and when that is closed."""

from collections.abc import Iterator

from croupier.chance.derived import given_digest
from croupier.chance.sealed import cut_of
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import Actor, CloseContributions, GiveEntropy
from croupier.table.facts import ContributionsClosed, EntropyGiven, Fact, OutcomesCut
from croupier.table.judging.common import Judged, check_phase, judged
from croupier.table.state import ShoeInUse, TablePhase, TableState

MOST_CONTRIBUTORS = 100
"""Players who may have a part in one order."""


def give_entropy(state: TableState, actor: Actor, command: GiveEntropy) -> Judged:
    """Once a shoe each. The first opens the window; what comes after it is not taken."""
    check_phase(state, TablePhase.IDLE, TablePhase.BETTING, TablePhase.PLAYING)
    shoe, given = state.sealed_shoe(command.shoe), command.entropy
    if not 1 <= len(given) <= 64 or not given.isascii() or not given.isprintable():
        raise Refused(Code.BAD_FILE, "a contribution is 1 to 64 printable characters")
    if state.config.staged:
        raise Refused(Code.ILLEGAL_ACTION, words("known cards are not cut"))
    if shoe is None:
        raise Refused(Code.ILLEGAL_ACTION, words("no order is sealed here now"))
    if actor.name in shoe.entropy or len(shoe.entropy) >= MOST_CONTRIBUTORS:
        raise Refused(Code.ILLEGAL_ACTION, words("that was given already"))
    if not shoe.fresh or command.shoe not in ("", shoe.name):
        raise Refused(
            Code.TOO_LATE,
            words("nothing is taken for this order any more; for the next it will be"),
        )
    return judged(state, EntropyGiven(actor.name, given, shoe.name))


def close_contributions(state: TableState, actor: Actor, command: CloseContributions) -> Judged:
    shoe = state.open_window
    if shoe is None:
        raise Refused(Code.ILLEGAL_ACTION, "there is no window to close")
    return judged(state, _closed(shoe))


def with_no_more_bets(shoe: ShoeInUse) -> Iterator[Fact]:
    """At the latest now nothing is taken any more."""
    if not shoe.fresh:
        return
    if shoe.terms is not None:
        yield _closed(shoe)
    else:
        yield OutcomesCut(shoe.name, cut_of(shoe.commitment, shoe.entropy.values(), shoe.size))


def _closed(shoe: ShoeInUse) -> ContributionsClosed:
    digest = given_digest(shoe.commitment, shoe.entropy.values())
    return ContributionsClosed(shoe.name, digest.hex())
