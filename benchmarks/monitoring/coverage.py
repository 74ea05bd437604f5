"""Whether honest days lie within their band as often as it says."""

from functools import partial

from benchmarks.monitoring.games import SEED, every_game

from croupier.monitoring.band import PlayedPeriod
from croupier.monitoring.wins import round_wins

RATE = 0.01


def coverage(days: int = 20_000, rounds: int = 500) -> None:
    print(f"{days:,} days of {rounds} rounds each, beside the band of {1 - RATE:.0%}\n")
    print("| game | bets of a round | mean: band | days | deviation: band | days | days outside |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for game in every_game():
        wins = partial(round_wins, game.figures, game.stakes)
        period = PlayedPeriod()
        for _ in range(rounds):
            period.add("same", wins, 0)
        band = period.band(RATE)
        won = -game.rounds(days * rounds, SEED).reshape(days, rounds).sum(1)
        outside = float(((won < band.low) | (won > band.high)).mean())
        print(
            f"| {game.name} | {game.what} | {band.mean / 100:.1f} | {won.mean() / 100:.1f} |"
            f" {band.stddev / 100:.1f} | {won.std() / 100:.1f} | {outside:.2%} |",
            flush=True,
        )
