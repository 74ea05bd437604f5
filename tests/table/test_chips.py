"""Chips in front of a player, before they count."""

import pytest

from croupier.games.layout import Bet
from croupier.kit.errors import Refused
from croupier.table.chips import Chips

RED, BLACK = ("red", None), ("black", None)


def laid(chips: Chips) -> dict[str, int]:
    return {bet.bet: bet.amount for bet in chips.bets("ann")}


def test_chips_are_stacked_moved_cleared_and_undone() -> None:
    chips = Chips(3)
    chips.place(RED, 500)
    chips.place(RED, 200)
    chips.move(RED, BLACK, 300)
    assert laid(chips) == {"red": 400, "black": 300}
    assert chips.total == 700
    chips.move(RED, BLACK, None)
    assert laid(chips) == {"black": 700}
    chips.clear()
    assert laid(chips) == {}
    for expected in ({"black": 700}, {"red": 400, "black": 300}, {"red": 700}, {"red": 500}, {}):
        chips.undo()
        assert laid(chips) == expected
    with pytest.raises(Refused, match="nothing to undo"):
        chips.undo()


def test_a_move_within_one_spot_changes_nothing() -> None:
    chips = Chips(1)
    chips.place(RED, 500)
    chips.move(RED, RED, 200)
    assert laid(chips) == {"red": 500}


@pytest.mark.parametrize("amount", [0, -1, 501])
def test_only_what_lies_there_can_be_moved(amount: int) -> None:
    chips = Chips(1)
    chips.place(RED, 500)
    with pytest.raises(Refused, match="not so much"):
        chips.move(RED, BLACK, amount)
    assert laid(chips) == {"red": 500}


def test_last_bet_takes_the_place_of_what_lies_there() -> None:
    chips = Chips(2)
    chips.place(BLACK, 100)
    chips.repeat([Bet("ann", "red", 500), Bet("ann", "behind", 700, 1)])
    assert laid(chips) == {"red": 500}
    chips.undo()
    assert laid(chips) == {"black": 100}
    with pytest.raises(Refused, match="no last bet"):
        chips.repeat([Bet("ann", "behind", 700, 1)])


def test_what_is_confirmed_lies_there_to_begin_with() -> None:
    chips = Chips(2, [Bet("ann", "red", 500), Bet("ann", "initial", 300, 4)])
    assert chips.total == 800
    assert [bet.spot for bet in chips.bets("ann")] == [("red", None), ("initial", 4)]


def test_the_memory_of_steps_is_bounded() -> None:
    chips = Chips(1)
    for _ in range(1_000):
        chips.place(RED, 1)
    for _ in range(201):
        chips.undo()
    assert chips.total == 1_000 - 201
    with pytest.raises(Refused, match="nothing to undo"):
        chips.undo()
