"""What a session of many rounds may come to: its result, ruin, and the longest losing run.

    from croupier.odds.sessions.losing_runs import losing_runs
    from croupier.odds.sessions.ruin import ruin_within
    from croupier.odds.sessions.totals import totals

    round = {-10_00: 19 / 37, 10_00: 18 / 37}
    totals(round, 100).quantile(0.05)
    ruin_within(round, 100).at(200_00)
    losing_runs(round, 100).at_least(8)

A round is a plain distribution, its net result in the smallest unit → its chance, and every round
is like the others and independent of them. Where it comes from does not matter: `round_nets` counts
it exactly for the bets of a game, a simulation's histogram does as well. `session_odds` tells all
of it for a game's bets.
"""
