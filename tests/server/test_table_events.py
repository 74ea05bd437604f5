"""What somebody did is one of a list that every language has words for."""

from typing import get_args

import pytest

from croupier.engine.inputs import Action, Ruling
from croupier.engine.layout import Bet
from croupier.engine.waiting import Waiting
from croupier.server.table_events import events_of, own_bet, staff_events_of, touched_by
from croupier.table.facts import BetsDisplaced, BetsPlaced, Fact, OnBehalf, SeatTaken
from croupier.wire.views import EventKind

CHIPS = (Bet("ann", "red", 5_00),)


def test_every_action_and_every_ruling_is_a_deed() -> None:
    rulings = {kind.__name__.lower() for kind in get_args(Ruling)}
    assert {*Action, *rulings} <= {*EventKind}


@pytest.mark.parametrize("chips", [CHIPS, ()])
def test_a_bet_by_the_own_hand_is_news_to_its_player_and_no_event(chips: tuple[Bet, ...]) -> None:
    """Whoever tells it on asks nothing else about it."""
    placed = BetsPlaced("ann", chips)
    assert own_bet((placed,)) == "ann"
    assert list(touched_by(placed)) == ["ann"]
    assert not [*events_of(placed), *staff_events_of(placed, 0, Waiting())]


@pytest.mark.parametrize(
    "facts",
    [
        (),
        (BetsPlaced("ann", (), 5_00),),
        (BetsPlaced("ann", (), dropped=CHIPS),),
        (BetsPlaced("ann", CHIPS, on_behalf=OnBehalf("pit", 1)),),
        (SeatTaken("ann", 1), BetsPlaced("ann", CHIPS)),
        (BetsPlaced("ann", CHIPS), BetsDisplaced("bob", ())),
        (BetsDisplaced("bob", ()),),
    ],
)
def test_what_is_more_than_a_bet_by_the_own_hand_is_looked_at(facts: tuple[Fact, ...]) -> None:
    assert own_bet(facts) is None
