"""Leave to squeeze: asked by a player, given by the house, fed into the round (BJ5 3.12)."""

from collections.abc import Iterator

from croupier.games.blackjack import BlackjackRules
from croupier.games.blackjack import Round as BlackjackRound
from croupier.games.blackjack.betting import deciders
from croupier.games.inputs import Capacity, SqueezeAllowed
from croupier.games.layout import Bet, Layout
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.facts import Fed
from croupier.table.state import TablePhase, TableState


def check_may_ask(state: TableState, player: str, box: int) -> None:
    """Before the cards are dealt, for a box that one has bet on and decides for: its cards are
    held by nobody else."""
    rules = state.rules
    if not isinstance(rules, BlackjackRules) or rules.hole_card:
        raise Refused(Code.ILLEGAL_ACTION, words("cards are not squeezed at this table"))
    clause = rules.clauses.squeeze
    if box in state.squeezes:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("the house was asked about box {box} already", box=box),
            clause,
        )
    if _holder(state, box) != player:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("the cards of box {box} are not {player}'s", box=box, player=player),
            clause,
        )


def _holder(state: TableState, box: int) -> str | None:
    """Who would squeeze the cards that are still to come to the box; nobody, when none are."""
    if state.phase is TablePhase.BETTING:
        return next(iter(deciders(state.layout, box)), None)
    if state.phase is not TablePhase.PLAYING or not isinstance(state.round, BlackjackRound):
        return None
    for one in state.round.boxes:
        if one.number == box and not one.squeeze and any(hand.open for hand in one.hands):
            return one.owner
    return None


def squeezes_granted(state: TableState, bets: tuple[Bet, ...]) -> Iterator[Fed]:
    """With "No more bets": what was granted before, to those who still hold their box."""
    layout = Layout(state.seats, bets)
    for box, squeeze in state.squeezes.items():
        if squeeze.granted and squeeze.player in deciders(layout, box)[:1]:
            yield Fed(SqueezeAllowed(Capacity.PIT, box), squeeze.by)
