"""Trouble that changes nothing: the same cards and decisions, with something between them that no
line of the settlement may show."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import (
    Act,
    Action,
    Burn,
    Capacity,
    CardDealt,
    Misdeal,
    OffersClosed,
    Place,
    SettlementHeld,
    Together,
)
from croupier.engine.inputs import Input
from croupier.engine.protocol import Round
from croupier.games.blackjack.engine import Round as BlackjackRound
from tests.support.random_rounds import (
    BLACKJACKS,
    CARD_GAMES,
    GAMES,
    LIMITS,
    Table,
    open_table,
    play_out,
)

SEEDS = st.integers(0, 2**32)
PIT, DEALER = Capacity.PIT, Capacity.DEALER


def played(game: str, seed: int) -> tuple[Table, int, Round]:
    """A round that is over, one of its steps, and the round before that step."""
    table = open_table(game, seed)
    play_out(table)
    step = table.random.randrange(len(table.inputs))
    return table, step, after(table, table.inputs[:step])


def after(table: Table, inputs: list[Input]) -> Round:
    round = croupier.begin(table.rules, table.bets, limits=LIMITS, seats=table.seats)
    for input in inputs:
        round = croupier.step(round, input).round
    return round


def assert_same(table: Table, step: int, *between: Input, instead: int = 0) -> None:
    """The lines do not change when all this comes before that step, or instead of so many."""
    inputs = [*table.inputs[:step], *between, *table.inputs[step + instead :]]
    again = after(table, inputs)
    if not again.over:  # it was held
        again = croupier.step(again, OffersClosed()).round
    assert again.lines == table.round.lines


@pytest.mark.clause("R30", "LIVE 2.3.5")
@pytest.mark.parametrize("game", CARD_GAMES)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_burned_cards(game: str, seed: int) -> None:
    table, step, _ = played(game, seed)
    cards = [table.cards.pop() for _ in range(2)]
    assert_same(table, step, Burn(PIT, len(cards)), *map(CardDealt, cards))


@pytest.mark.clause("R31", "LIVE 2.2.1", "BJ5 1.25", "BJP 1.24")
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_a_settlement_that_is_held(game: str, seed: int) -> None:
    table, step, _ = played(game, seed)
    assert_same(table, step, SettlementHeld())


@pytest.mark.clause("R28", "BJ5 5.7", "BJP 5.7")
@pytest.mark.parametrize("game", BLACKJACKS)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, reconstructed=st.booleans(), answered=st.booleans())
def test_a_dealing_error_after_which_everyone_goes_on(
    game: str, seed: int, reconstructed: bool, answered: bool
) -> None:
    table, step, _ = played(game, seed)
    players = dict.fromkeys(bet.player for bet in table.bets) if answered else ()
    choices = [Act(player, Action.CONTINUE) for player in players]
    assert_same(table, step, Misdeal(PIT, reconstructed), *choices)


@pytest.mark.clause("R28", "BJ5 5.7.1", "BJP 5.7.1")
@pytest.mark.parametrize("game", BLACKJACKS)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_a_card_placed_where_it_is_due(game: str, seed: int) -> None:
    table, step, before = played(game, seed)
    assert isinstance(before, BlackjackRound)
    due = croupier.waiting(before).card
    if due is not None and before.follow is None:
        place = Place(PIT, due.box, due.hand, dealer=due.to == "dealer")
        assert_same(table, step, Misdeal(PIT, reconstructed=False), place)


@pytest.mark.clause("R29", "BJ5 5.12", "BJP 5.12")
@pytest.mark.parametrize("game", CARD_GAMES)
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, swapped=st.booleans())
def test_cards_that_come_out_together(game: str, seed: int, swapped: bool) -> None:
    """Thrown away where nobody picks; else it is as if they had come in the order picked."""
    table, step, before = played(game, seed)
    due = croupier.waiting(before).card
    if due is None:
        return
    if due.to != "box":
        cards = table.cards.pop(), table.cards.pop()
        assert_same(table, step, Together(DEALER, cards))
        return
    assert isinstance(before, BlackjackRound)
    first, second = table.inputs[step], next(iter(table.inputs[step + 1 :]), None)
    decider = next(box.decider for box in before.boxes if box.number == due.box)
    if isinstance(first, CardDealt) and isinstance(second, CardDealt) and decider is not None:
        cards = (second.card, first.card) if swapped else (first.card, second.card)
        take = Act(decider, Action.TAKE, due.box, card=first.card)
        assert_same(table, step, Together(DEALER, cards), take, instead=1)
