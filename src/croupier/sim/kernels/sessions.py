"""Rounds one after the other, cut into sessions."""

from numba import njit


@njit(cache=True, nogil=True)
def cut(won, rounds, results, lowest, runs):
    """`won` by round → of each session of so many rounds: its result, the lowest it stood at, and
    its longest run of lost rounds."""
    for session in range(len(results)):
        total = low = run = longest = 0
        for at in range(session * rounds, (session + 1) * rounds):
            total += won[at]
            low = min(low, total)
            run = run + 1 if won[at] < 0 else 0
            longest = max(longest, run)
        results[session], lowest[session], runs[session] = total, low, longest
