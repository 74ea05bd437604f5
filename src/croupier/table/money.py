"""From bets and settlement lines to transfers.

A stake leaves the wallet for the round's escrow in the write that accepts it, and everything that
a round owes moves in the one write that ends it: back to the wallet, on to the bank, and winnings
from the bank. So an escrow is empty when its round is over, and a void before that has nothing to
take back.
"""

from collections.abc import Iterator, Mapping

from croupier.engine import protocol as engine
from croupier.engine.lines import Line
from croupier.ledger import Reason, Transfer, bank, escrow, wallet
from croupier.table.facts import BetsDisplaced, BetsPlaced, Fact, Fed
from croupier.table.state import Stepped, TableState


def moves(state: TableState, fact: Fact, stepped: Stepped | None = None) -> tuple[Transfer, ...]:
    """What a fact about to be true moves, told from the fact and the table before it alone. At a
    staged table nothing moves: its chips stand for no money. `stepped`: `step_of` the fact, where
    it is known."""
    if state.config.staged:
        return ()
    table, number = state.config.id, state.round_number
    if isinstance(fact, BetsPlaced | BetsDisplaced):
        before = {fact.player: sum(bet.amount for bet in state.layout.bets_of(fact.player))}
        after = {fact.player: sum(bet.amount for bet in fact.bets)}
        return tuple(stake_moves(table, number, before, after))
    return round_moves(state, stepped or step_of(state, fact)) if isinstance(fact, Fed) else ()


def step_of(state: TableState, fact: Fed) -> Stepped:
    assert state.round is not None
    return Stepped(state.round, fact.input, engine.step(state.round, fact.input).round)


def round_moves(state: TableState, stepped: Stepped) -> tuple[Transfer, ...]:
    """What is staked more by a step, and all that is owed where the round ends with it; or what it
    had paid, taken back, where a settled round is void after all."""
    if state.config.staged:
        return ()
    table, number = state.config.id, state.round_number
    before, after = stepped.before, stepped.after
    if before.over and after.void and not before.void:
        return tuple(reversal_moves(table, number, before.lines))
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
    held, house = escrow(table, str(round)), bank(table)
    for player, (back, lost, won) in _sums(lines).items():
        yield from _moved(
            f"{table}:{round}",
            (held, wallet(player), back, Reason.STAKE_BACK),
            (held, house, lost, Reason.LOSS),
            (house, wallet(player), won, Reason.PAYOUT),
        )


def reversal_moves(table: str, round: int, lines: tuple[Line, ...]) -> Iterator[Transfer]:
    """R24, R31: the round is void, so each player has lost nothing and won nothing. The stakes that
    were given back have gone back already."""
    house = bank(table)
    for player, (_, lost, won) in _sums(lines).items():
        yield from _moved(
            f"{table}:{round}",
            (house, wallet(player), lost, Reason.REVERSAL),
            (wallet(player), house, won, Reason.REVERSAL),
        )


def _sums(lines: tuple[Line, ...]) -> dict[str, tuple[int, int, int]]:
    """Of each player: the stakes given back, the stakes lost, and the winnings."""
    sums: dict[str, tuple[int, int, int]] = {}
    for line in lines:
        back, lost, won = sums.get(line.player, (0, 0, 0))
        sums[line.player] = (
            back + min(line.stake, line.returned),
            lost + max(line.stake - line.returned, 0),
            won + max(line.returned - line.stake, 0),
        )
    return sums


def _moved(cause: str, *moves: tuple[str, str, int, Reason]) -> Iterator[Transfer]:
    for payer, payee, amount, reason in moves:
        if amount:
            yield Transfer(payer, payee, amount, reason, cause)
