"""The waiting list, however people come and go: nobody is passed over, and no seat is lost."""

from hypothesis import given
from hypothesis import strategies as st

from croupier.engine.layout import Limits
from croupier.kit.errors import Refused
from croupier.table.commands import (
    HOUSE,
    Actor,
    Command,
    EndSession,
    JoinWaiting,
    LapseOffer,
    LeaveSeat,
    LeaveWaiting,
    TableRole,
    TakeSeat,
)
from croupier.table.config import TableConfig
from croupier.table.facts import Fact, TableOpened
from croupier.table.judge import judge
from croupier.table.places import free_places
from croupier.table.state import TableState

CONFIG = TableConfig("live-blackjack", "live-blackjack", {"boxes": 2}, Limits(5_00, 500_00))
PLAYERS = ("ann", "bob", "cat", "dan", "eve")

box = st.integers(0, 3)
player = st.sampled_from(PLAYERS)
event = st.one_of(
    st.tuples(
        player,
        st.one_of(
            st.builds(TakeSeat, box),
            st.builds(LeaveSeat, box),
            st.just(JoinWaiting()),
            st.just(LeaveWaiting()),
        ),
    ),
    st.tuples(
        st.just(""), st.one_of(st.builds(LapseOffer, box, player), st.builds(EndSession, player))
    ),
)


@given(st.lists(event, max_size=60))
def test_nobody_is_passed_over_and_no_seat_is_lost(events: list[tuple[str, Command]]) -> None:
    state = TableState(CONFIG)
    facts: list[Fact] = [TableOpened(CONFIG)]
    state.apply(facts[0])
    for name, command in events:
        before = list(state.waiting_list)
        actor = Actor(name, TableRole.PLAYER) if name else HOUSE
        try:
            done = judge(state, actor, command).facts
        except Refused:
            continue
        for fact in done:
            state.apply(fact)
        facts.extend(done)
        _sound(state)
        # Who was on the list is on it, in the same order; or was offered a seat, or has left.
        assert [one for one in before if one in state.waiting_list] == [
            one for one in state.waiting_list if one in before
        ]
    again = TableState(CONFIG)
    for fact in facts:
        again.apply(fact)
    assert again.hash() == state.hash()


def _sound(state: TableState) -> None:
    seated, offered = list(state.seats.values()), list(state.offered_seats.values())
    known = [*seated, *offered, *state.waiting_list]
    assert len(known) == len(set(known))
    assert not set(state.seats) & set(state.offered_seats)
    assert not state.waiting_list or not free_places(state)


def test_the_next_is_the_one_who_waits_longest() -> None:
    state = TableState(CONFIG)
    state.apply(TableOpened(CONFIG))

    def do(name: str, command: Command) -> tuple[Fact, ...]:
        done = judge(state, Actor(name, TableRole.PLAYER), command).facts
        for fact in done:
            state.apply(fact)
        return done

    for name, command in (("ann", TakeSeat(1)), ("bob", TakeSeat(2))):
        do(name, command)
    for name in ("cat", "dan", "eve"):
        do(name, JoinWaiting())
    do("ann", LeaveSeat(1))
    do("bob", LeaveSeat(2))
    assert state.offered_seats == {1: "cat", 2: "dan"}
    do("cat", LeaveWaiting())
    assert state.offered_seats == {1: "eve", 2: "dan"}
