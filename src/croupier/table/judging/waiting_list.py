"""Who waits for a seat: in the order they came, the first is offered the next that is freed.

A seat that is offered is kept for who has the offer, until they sit down, say no or have taken too
long; then it is the next one's. How long that may be is the house's to count, as it counts how long
a seat is kept for who is away.
"""

from collections.abc import Iterable, Iterator

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import Actor, JoinWaiting, LapseOffer, LeaveWaiting
from croupier.table.facts import Fact, OfferLapsed, SeatOffered, Waited, WaitingLeft
from croupier.table.judging.common import Judged, judged
from croupier.table.places import free_places, places_of
from croupier.table.state import TableState

MOST_WAITING = 30


def join_waiting(state: TableState, actor: Actor, command: JoinWaiting) -> Judged:
    rules, name = state.rules, actor.name
    if not rules.places:
        raise Refused(Code.ILLEGAL_ACTION, words("there are no seats at this table"))
    if free := free_places(state):
        raise Refused(Code.ILLEGAL_ACTION, words("seat {box} is free: take it", box=free[0]))
    if len(places_of(state, name)) >= rules.places_for_one:
        clause = rules.topics["boxes-per-player"] or rules.topics["boxes"]
        raise Refused(Code.ILLEGAL_ACTION, words("{player} has a seat", player=name), clause)
    if name in state.waiting_list or name in state.offered_seats.values():
        raise Refused(Code.ILLEGAL_ACTION, words("{player} is on the list", player=name))
    if len(state.waiting_list) >= MOST_WAITING:
        raise Refused(
            Code.LIMIT,
            words("{most, plural, one {# is} other {# are}} waiting already", most=MOST_WAITING),
        )
    return judged(state, Waited(name))


def leave_waiting(state: TableState, actor: Actor, command: LeaveWaiting) -> Judged:
    """The list, or the seat that is offered."""
    if actor.name not in state.waiting_list and actor.name not in state.offered_seats.values():
        raise Refused(Code.ILLEGAL_ACTION, words("{player} is not on the list", player=actor.name))
    return judged(state, *off_the_list(state, actor.name))


def lapse_offer(state: TableState, actor: Actor, command: LapseOffer) -> Judged:
    if state.offered_seats.get(command.box) != command.player:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("seat {box} is not offered to {player}", box=command.box, player=command.player),
        )
    lapsed = OfferLapsed(command.player, command.box)
    return judged(state, lapsed, *offered(state, [command.box]))


def off_the_list(state: TableState, player: str, freed: Iterable[int] = ()) -> Iterator[Fact]:
    """What is to be written when somebody waits no longer, if they did: their offer, and what else
    is freed, goes to the others."""
    kept = [box for box, other in state.offered_seats.items() if other == player]
    if kept or player in state.waiting_list:
        yield WaitingLeft(player)
    yield from offered(state, [*kept, *freed], player)


def offered(state: TableState, freed: list[int], gone: str = "") -> Iterator[Fact]:
    """Freed seats, to those who wait longest."""
    waiting = (player for player in state.waiting_list if player != gone)
    for box, player in zip(freed, waiting, strict=False):
        yield SeatOffered(player, box)
