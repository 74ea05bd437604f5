"""A round of a game as a session sees it: all its bets added up, in the smallest unit."""

from collections.abc import Mapping

from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.odds.game import together
from croupier.odds.sessions.nets import RoundNets
from croupier.odds.sessions.question import MOST_STAKED
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import Progress


def round_nets(
    rules: Rules,
    stakes: Mapping[str, int],
    shoe: ShoeComposition | None = None,
    progress: Progress | None = None,
) -> RoundNets:
    """For whoever has these bets in every round."""
    if not stakes:
        raise Refused(Code.BAD_AMOUNT, "a session has a bet at least")
    for bet, stake in stakes.items():
        if not 0 < stake <= MOST_STAKED:
            most = format_amount(MOST_STAKED)
            raise Refused(
                Code.BAD_AMOUNT, f"a stake is above 0 and {most} at most; {bet[:40]}'s is not"
            )
    nets: dict[int, float] = {}
    for net, chance in together(rules, stakes, shoe, progress).items():
        if net.denominator != 1:
            staked = ", ".join(f"{bet}={format_amount(stake)}" for bet, stake in stakes.items())
            message = (
                f"{staked} may come to a part of a cent: take stakes that are paid in whole ones"
            )
            raise Refused(Code.BAD_AMOUNT, message)
        nets[int(net)] = nets.get(int(net), 0.0) + float(chance)
    return nets
