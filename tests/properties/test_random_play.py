"""What must hold for every round of every variant, however it is played."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import Act, Action, CardDealt, FollowingEnded, OffersClosed, Refused
from croupier.engine.inputs import Input
from croupier.roundfile import write
from tests.support.notation import play_file
from tests.support.random_rounds import (
    GAMES,
    LIMITS,
    PLAYERS,
    Table,
    legal_inputs,
    open_table,
    play_on,
    play_out,
)

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)


def staked(table: Table) -> int:
    """What the players have put down, told from the bets and decisions alone."""
    total = sum(bet.amount for bet in table.bets)
    gone: set[str] = set()
    """Who follows no seat any more: by withdrawing, or by letting go of it."""
    for input in table.inputs:
        total += _added(table, input, gone)
        if isinstance(input, FollowingEnded) or (
            isinstance(input, Act) and input.action is Action.WITHDRAW
        ):
            gone.add(input.player)
    return total


def _added(table: Table, input: Input, gone: set[str]) -> int:
    if not isinstance(input, Act):
        return 0
    own = sum(
        bet.amount
        for bet in table.bets
        if bet.player == input.player and bet.box == input.box and bet.bet == "initial"
    )
    behind = [
        bet.amount
        for bet in table.bets
        if bet.bet == "behind" and bet.follow and bet.box == input.box and bet.player not in gone
    ]
    match input.action:
        case Action.INSURE:
            return input.amount or 0
        case Action.SPLIT:
            return own + sum(behind)
        case Action.DOUBLE:
            added = own if input.amount is None else input.amount
            return added + sum(one * added // own // 100 * 100 for one in behind)
        case Action.FOLLOW:
            return own if input.amount is None else input.amount
        case Action.RAISE:
            return 2 * sum(
                bet.amount
                for bet in table.bets
                if bet.player == input.player and bet.bet == input.bet
            )
        case _:
            return 0


@every_game
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_money_is_conserved(game: str, seed: int) -> None:
    """R1, R2: every stake has its lines, and a line never pays what nobody staked."""
    table = open_table(game, seed)
    play_out(table)
    lines = table.round.lines
    assert sum(line.stake for line in lines) == staked(table)
    assert all(type(line.stake) is int and type(line.returned) is int for line in lines)
    won = sum(max(line.net, 0) for line in lines)
    lost = sum(max(-line.net, 0) for line in lines)
    assert sum(line.stake for line in lines) + won == sum(line.returned for line in lines) + lost


@every_game
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_what_waiting_lists_is_accepted_and_all_else_refused(game: str, seed: int) -> None:
    table = open_table(game, seed)
    while not croupier.waiting(table.round).over:
        before = msgspec.json.encode(table.round)
        legal = legal_inputs(table)
        assert legal
        for input in legal:
            croupier.step(table.round, input)
        for input in _illegal(table, legal):
            with pytest.raises(Refused):
                croupier.step(table.round, input)
        assert msgspec.json.encode(table.round) == before
        if (card := croupier.waiting(table.round).card) is not None and card.exactly is None:
            table.cards.append(next(one.card for one in legal if isinstance(one, CardDealt)))
        play_on(table)


def _illegal(table: Table, legal: list[Input]) -> list[Input]:
    """Every action by everyone on every box that is not among the legal ones."""
    waiting = croupier.waiting(table.round)
    said = {(one.player, one.action, one.box) for one in legal if isinstance(one, Act)}
    offered = {(one.player, Action.DECLINE, one.box) for one in waiting.offers}
    boxes = {bet.box for bet in table.bets} | {None, 7}
    found: list[Input] = [
        Act(player, action, box, 100 if action is Action.INSURE else None)
        for player in (*PLAYERS, "zoe")
        for action in Action
        for box in boxes
        if (player, action, box) not in said | offered
    ]
    if waiting.card is None:
        found.append(CardDealt(croupier.card("AS")))
    if not waiting.offers or waiting.decisions:
        found.append(OffersClosed())
    return found


@every_game
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_a_round_is_the_fold_of_its_inputs(game: str, seed: int) -> None:
    table = open_table(game, seed)
    play_out(table)
    assert table.replayed() == table.round


@every_game
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_inputs_survive_being_written_down(game: str, seed: int) -> None:
    """A journal keeps inputs as JSON; what comes back is what went in."""
    table = open_table(game, seed)
    play_out(table)
    text = msgspec.json.encode(table.inputs)
    assert msgspec.json.decode(text, type=list[Input]) == table.inputs


@every_game
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_round_file_of_a_finished_round_settles_the_same(game: str, seed: int) -> None:
    table = open_table(game, seed)
    play_out(table)
    file = write(game, table.bets, table.inputs, limits=LIMITS, seats=table.seats)
    assert play_file(file).lines == table.round.lines
