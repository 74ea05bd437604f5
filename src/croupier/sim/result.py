"""What a run came to, beside what exact odds say of the same."""

from statistics import NormalDist

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.sim.game import BetTally, Ints, ShoeTally

UNLIKELY = 1e-3
"""How seldom a right run has any bet as far off as this."""
ENOUGH = 10_000
"""Rounds; after fewer the mean of a bet that pays much is not yet normal."""


class SimulatedBet(msgspec.Struct, frozen=True):
    tally: BetTally
    fresh_ev: float | None
    """What it is worth in a round from a fresh shoe, where the odds tell that."""
    shoes: bool
    """Whether shoes were dealt down to the cut card, of which the odds do not speak."""

    @property
    def bet(self) -> str:
        return self.tally.bet

    @property
    def ev(self) -> float | None:
        """What the odds say of the same."""
        return None if self.shoes else self.fresh_ev

    @property
    def z(self) -> float | None:
        """By how many standard errors the mean is off."""
        stderr = self.tally.stderr
        return None if self.ev is None or not stderr else (self.tally.mean - self.ev) / stderr

    @property
    def cut_card_effect(self) -> float | None:
        """What a round down to the cut card is worth more than one from a fresh shoe."""
        if not self.shoes or self.fresh_ev is None:
            return None
        return self.tally.mean - self.fresh_ev

    @property
    def nets(self) -> NDArray[np.float64]:
        """Every net that came up, per unit of the bet, from the lowest."""
        return np.array(sorted(self.tally.outcomes)) / self.tally.denominator

    @property
    def counts(self) -> Ints:
        """How often each came up."""
        times = [self.tally.outcomes[won] for won in sorted(self.tally.outcomes)]
        return np.array(times, dtype=np.int64)


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    settings: dict[str, bool | int | str]
    """All that are in force, as a round file writes them."""
    dealt: str
    """"fresh": every round from a fresh shoe; "shoe": shoes down to the cut card."""
    boxes: int
    strategy: str | None
    """None where there is nothing to decide, or it is played best."""
    seed: int
    units: int
    """Rounds from a fresh shoe, or shoes."""
    asked: int
    """Rounds that were asked for: shoes are dealt to their end, and a run may be stopped."""
    stopped: bool
    rounds: int
    seconds: float
    device: str
    bets: tuple[SimulatedBet, ...]
    shoes: ShoeTally | None
    tally: Ints
    """As the game has counted it."""

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    @property
    def unlikely(self) -> tuple[SimulatedBet, ...]:
        """Bets further from their exact worth than any is in all but one of a thousand runs."""
        told = [bet for bet in self.bets if bet.z is not None and bet.tally.rounds >= ENOUGH]
        if not told:
            return ()
        far = NormalDist().inv_cdf(1 - UNLIKELY / (2 * len(told)))
        return tuple(bet for bet in told if bet.z is not None and abs(bet.z) > far)

    def plain(self) -> dict[str, object]:
        """As one object of JSON."""
        told: dict[str, object] = {
            "game": self.game,
            "settings": self.settings,
            "dealt": self.dealt,
            "boxes": self.boxes,
            "strategy": self.strategy,
            "seed": self.seed,
            "rounds": self.rounds,
            "seconds": self.seconds,
            "rounds_per_second": self.rounds_per_second,
            "device": self.device,
            "bets": [_plain(bet) for bet in self.bets],
        }
        if self.shoes is not None:
            told |= {"shoes": self.units, "cards": self.shoes.cards}
        return told


def _plain(bet: SimulatedBet) -> dict[str, object]:
    tally = bet.tally
    told: dict[str, object] = {
        "bet": tally.bet,
        "rounds": tally.rounds,
        "staked": tally.staked,
        "mean": tally.mean,
        "stderr": tally.stderr,
        "deviation": tally.deviation,
        "ev": bet.ev,
        "z": bet.z,
        "fresh_ev": bet.fresh_ev if bet.shoes else None,
        "cut_card_effect": bet.cut_card_effect,
    }
    return {name: value for name, value in told.items() if value is not None}
