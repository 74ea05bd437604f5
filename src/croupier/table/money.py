"""From bets and settlement lines to transfers.

A stake leaves the wallet for the round's escrow in the write that accepts it, and everything that
a round owes moves in the one write that ends it: back to the wallet, on to the bank, and winnings
from the bank. So an escrow is empty when its round is over, and a void has nothing to take back.
"""

from collections.abc import Iterator, Mapping

from croupier.games import engine
from croupier.games.lines import Line
from croupier.ledger import Reason, Transfer, bank, escrow, wallet
from croupier.table.facts import BetsDisplaced, BetsPlaced, Fact, Fed
from croupier.table.state import Stepped, TableState


def moves(state: TableState, fact: Fact) -> tuple[Transfer, ...]:
    """What a fact about to be true moves, told from the fact and the table before it alone. At a
    staged table nothing moves: its chips stand for no money."""
    if state.config.staged:
        return ()
    table, number = state.config.id, state.round_number
    if isinstance(fact, BetsPlaced | BetsDisplaced):
        before = {fact.player: sum(bet.amount for bet in state.layout.bets_of(fact.player))}
        after = {fact.player: sum(bet.amount for bet in fact.bets)}
        return tuple(stake_moves(table, number, before, after))
    return round_moves(state, step_of(state, fact)) if isinstance(fact, Fed) else ()


def step_of(state: TableState, fact: Fed) -> Stepped:
    assert state.round is not None
    return Stepped(state.round, fact.input, engine.step(state.round, fact.input).round)


def round_moves(state: TableState, stepped: Stepped) -> tuple[Transfer, ...]:
    """What is staked more by a step, and all that is owed where the round ends with it."""
    if state.config.staged:
        return ()
    table, number = state.config.id, state.round_number
    before, after = stepped.before, stepped.after
    staked = stake_moves(table, number, engine.staked(before), engine.staked(after))
    ends = after.over and not before.over
    return (*staked, *(settlement_moves(table, number, after.lines) if ends else ()))


def stake_moves(
    table: str, round: int, before: Mapping[str, int], after: Mapping[str, int]
) -> Iterator[Transfer]:
    """What each player has put down more, or taken back, between two moments of the round."""
    held = escrow(table, str(round))
    for player in dict.fromkeys((*before, *after)):
        more = after.get(player, 0) - before.get(player, 0)
        if more > 0:
            yield Transfer(wallet(player), held, more, Reason.STAKE, f"{table}:{round}")
        elif more < 0:
            yield Transfer(held, wallet(player), -more, Reason.STAKE_BACK, f"{table}:{round}")


def settlement_moves(table: str, round: int, lines: tuple[Line, ...]) -> Iterator[Transfer]:
    """Each player's lines, summed: stakes given back, stakes lost, and winnings."""
    back: dict[str, int] = {}
    lost: dict[str, int] = {}
    won: dict[str, int] = {}
    for line in lines:
        back[line.player] = back.get(line.player, 0) + min(line.stake, line.returned)
        lost[line.player] = lost.get(line.player, 0) + max(line.stake - line.returned, 0)
        won[line.player] = won.get(line.player, 0) + max(line.returned - line.stake, 0)
    held, house, cause = escrow(table, str(round)), bank(table), f"{table}:{round}"
    for player, stakes in back.items():
        moves = (
            (held, wallet(player), stakes, Reason.STAKE_BACK),
            (held, house, lost[player], Reason.LOSS),
            (house, wallet(player), won[player], Reason.PAYOUT),
        )
        for payer, payee, amount, reason in moves:
            if amount:
                yield Transfer(payer, payee, amount, reason, cause)
