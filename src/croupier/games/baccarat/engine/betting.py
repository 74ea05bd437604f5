"""Bets before "No more bets".

Obeyed here: NKB 2.1.3.
"""

from croupier.engine.layout import Accepted, Bet, Layout, Limits
from croupier.engine.lines import give_back
from croupier.games.baccarat.engine.rules import MAIN_BETS, BaccaratRules
from croupier.games.baccarat.engine.state import Round
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.kit.stakes import check_stake


def check_bet(
    rules: BaccaratRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
) -> None:
    check_stake(bet.amount, rules.chip_unit)
    side = bet.bet not in MAIN_BETS
    what = words("the {bet:bet} bet", bet=bet.bet)
    # R3a: each bet of each player; side bets from the chip unit up.
    limits.check_most(so_far.amount(bet.player, bet.bet), what, rules.topics["limit"], side=side)
    limits.check_least(
        whole.amount(bet.player, bet.bet),
        what,
        rules.topics["limit"],
        rules.chip_unit if side else None,
    )
    late = bet.accepted is Accepted.LATE_FOUND
    if bet.bet in rules.winning_totals and not _has_main_bet(bet.player, whole) and not late:
        # NKB 3.3, R23: the same player's bet on Player or Banker; Tie is not enough.
        raise Refused(
            Code.NO_INITIAL_BET,
            words("{bet:bet} needs a bet on Player or Banker", bet=bet.bet),
            rules.topics["needs-main-bet"],
        )


def _has_main_bet(player: str, layout: Layout) -> bool:
    return bool(layout.amount(player, "player") or layout.amount(player, "banker"))


def open_round(rules: BaccaratRules, limits: Limits, layout: Layout) -> Round:
    standing, lines = [], []
    for bet in layout.bets:
        if bet.bet in rules.winning_totals and not _has_main_bet(bet.player, layout):
            # R14's rule for a bet that should not lie there: it goes back.
            lines.append(give_back("R14").line(bet.player, bet.bet, bet.amount))
        else:
            standing.append(bet)
    return Round(rules, tuple(standing), lines=tuple(lines), returned=tuple(lines))
