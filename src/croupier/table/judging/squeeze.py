"""The squeeze. At blackjack it needs leave: asked by a player, given by the house, fed into the
round (BJ5 3.12). At baccarat the cards are everyone's; they only lie face down a little longer for
whoever has the most on them."""

from collections.abc import Iterator

from croupier.engine.inputs import Capacity, SqueezeAllowed
from croupier.engine.layout import Bet, Layout
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import Actor, Squeeze
from croupier.table.config import DealerKind
from croupier.table.facts import Fed, SqueezeBegun, SqueezeEnded
from croupier.table.family import Squeezer, table_family
from croupier.table.judging.common import Judged, check_phase, judged
from croupier.table.state import TablePhase, TableState


def check_may_ask(state: TableState, player: str, box: int) -> None:
    """Before the cards are dealt, for a box that one has bet on and decides for: its cards are
    held by nobody else."""
    rules = state.rules
    if not table_family(rules).may_squeeze(rules):
        raise Refused(Code.ILLEGAL_ACTION, words("cards are not squeezed at this table"))
    clause = rules.topics["squeeze"]
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
    family = table_family(state.rules)
    if state.phase is TablePhase.BETTING:
        return family.first_to_decide(state.layout, box)
    if state.phase is not TablePhase.PLAYING or state.round is None:
        return None
    return family.holder(state.round, box)


def squeezes_granted(state: TableState, bets: tuple[Bet, ...]) -> Iterator[Fed]:
    """With "No more bets": what was granted before, to those who still hold their box."""
    layout, family = Layout(state.seats, bets), table_family(state.rules)
    for box, squeeze in state.squeezes.items():
        if squeeze.granted and squeeze.player == family.first_to_decide(layout, box):
            yield Fed(SqueezeAllowed(Capacity.PIT, box), squeeze.by)


# Baccarat ------------------------------------------------------------------------------------


def squeezers(state: TableState) -> tuple[Squeezer, ...]:
    """Where the house waits for it: a person who deals shows every card to all."""
    virtual = state.config.dealer is DealerKind.VIRTUAL
    if state.round is None or not virtual or not state.config.clocks.squeezing:
        return ()
    return table_family(state.rules).squeezers(state.round)


def squeeze(state: TableState, actor: Actor, command: Squeeze) -> Judged:
    """Once a coup, so that nobody keeps the others waiting for longer than the house does."""
    check_phase(state, TablePhase.PLAYING, TablePhase.IDLE)
    player = actor.name
    if command.turned and state.squeezed.get(player) is False:
        return judged(state, SqueezeEnded(player))
    theirs = any(squeezer.player == player for squeezer in squeezers(state))
    if command.turned or not theirs or player in state.squeezed:
        message = words("there are no cards for {player} to squeeze", player=player)
        raise Refused(Code.ILLEGAL_ACTION, message)
    return judged(state, SqueezeBegun(player))
