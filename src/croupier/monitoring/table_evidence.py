"""What speaks against the players, the dealers and the table itself, round by round.

Each of them is a trail of its own, for each thing that may be suspected. A trail raises its alarm
once, when its evidence reaches 1/ALPHA: of honest trails no more than the part ALPHA is ever
accused, however long they go on and however often one looks.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from math import exp, fsum, log

import msgspec

from croupier.monitoring.advantage import (
    ADVANTAGES,
    BetLimits,
    Stake,
    against_players,
    for_players,
    limits_of,
)
from croupier.monitoring.decisions import BETTORS, knowing_more
from croupier.monitoring.evalues import Evidence
from croupier.monitoring.insurance import KNOWN, knowing_the_card
from croupier.monitoring.pay_shares import BETTORS as PAYERS
from croupier.monitoring.pay_shares import paid_too_often, pay_ratios
from croupier.monitoring.pays import pays_of, wrongly_paid
from croupier.monitoring.taken import RoundTaken, TakenBet
from croupier.odds.play_figures import PlayFigures

ALPHA = 1e-4
"""Of honest trails this part is ever suspected."""
MOST_TRAILS = 6_000
"""At one table; which has had nothing to add for longest is forgotten first."""
MOST_CERTAIN = 1e9
"""Of evidence, as it is told."""


class Suspicion(StrEnum):
    WINS = "wins"
    """More is won than the bets can be worth."""
    LOSSES = "losses"
    """Players lose more than their bets should."""
    DECISIONS = "decisions"
    """Decisions win that nobody would take who does not know more."""
    INSURANCE = "insurance"
    """Insurance is taken when it wins, and not when it loses."""
    PAYS = "pays"
    """A bet came to what the rules never pay for it: one is enough."""


class Suspect(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    """The players that a dealer deals to."""
    TABLE = "table"


_ALTERNATIVES = {
    Suspicion.WINS: len(ADVANTAGES) + PAYERS,
    Suspicion.LOSSES: len(ADVANTAGES),
    Suspicion.DECISIONS: BETTORS,
    Suspicion.INSURANCE: len(KNOWN),
    Suspicion.PAYS: 1,
}
_CERTAIN = 50.0
"""The logarithm of a factor where honesty could not have come to what was seen."""


class TrailEvidence(msgspec.Struct, frozen=True):
    """What is told of a trail."""

    suspicion: Suspicion
    suspect: Suspect
    name: str
    evidence: float
    """The e-value: how many times more likely than for an honest trail, roughly."""
    since: int
    """The round at which it seems to have begun."""
    observations: int
    alarmed: int | None
    """The round after which its alarm was raised."""


class TableEvidence(msgspec.Struct):
    """Of one table, as far as its rounds were followed."""

    round: int = 0
    """The last round that is in it."""
    trails: dict[str, Evidence] = {}
    alarmed: dict[str, int] = {}
    """Trail → the round after which its alarm was raised."""

    def follow(
        self, round: int, dealer: str | None, taken: RoundTaken, measures: "Measures"
    ) -> list[TrailEvidence]:
        """The next round; the trails that raise their alarm now."""
        self.round = round
        return [
            self._told(key)
            for key, factors in _observed(dealer, taken, measures)
            if self._add(key, factors, round)
        ]

    def strongest(self, many: int) -> tuple[TrailEvidence, ...]:
        """The trails with most evidence."""
        by_value = sorted(self.trails, key=lambda key: -self.trails[key].log_value)
        return tuple(self._told(key) for key in by_value[:many])

    def _add(self, key: str, factors: list[float], round: int) -> bool:
        """Whether its alarm is raised now. Whoever has something to add comes last."""
        suspicion = Suspicion(key.split(":", 1)[0])
        evidence = self.trails.pop(key, None) or Evidence.against(_ALTERNATIVES[suspicion])
        evidence.suspect_more(_ALTERNATIVES[suspicion], round)
        self.trails[key] = evidence
        if len(self.trails) > MOST_TRAILS:
            forgotten = next(iter(self.trails))
            del self.trails[forgotten]
            self.alarmed.pop(forgotten, None)
        evidence.add(factors, round)
        if key in self.alarmed or not evidence.alarms(ALPHA):
            return False
        self.alarmed[key] = round
        return True

    def _told(self, key: str) -> TrailEvidence:
        suspicion, suspect, name = key.split(":", 2)
        evidence = self.trails[key]
        return TrailEvidence(
            Suspicion(suspicion),
            Suspect(suspect),
            name,
            min(exp(min(evidence.log_value, 50.0)), MOST_CERTAIN),
            evidence.since[evidence.strongest],
            evidence.count,
            self.alarmed.get(key),
        )


class Measures:
    """What the play under one set of rules is measured by, made ready."""

    def __init__(self, figures: PlayFigures) -> None:
        self.limits: dict[str, BetLimits] = limits_of(figures)
        self.pays = pays_of(figures)
        self.pay_ratios = pay_ratios(figures)
        self.decisions = figures.decisions
        self.most_lost = max(figures.most_lost.values())


def _observed(
    dealer: str | None, taken: RoundTaken, measures: Measures
) -> Iterator[tuple[str, list[float]]]:
    if (factors := winning(taken.bets, measures)) is not None:
        for suspect, name in ((Suspect.TABLE, ""), (Suspect.DEALER, dealer)):
            if name is not None:
                yield _key(Suspicion.WINS, suspect, name), factors
    if (factors := against_players(measures.limits, _stakes(taken.bets))) is not None:
        yield _key(Suspicion.LOSSES, Suspect.TABLE, ""), factors
    if any(wrongly_paid(measures.pays, bet) for bet in taken.bets):
        yield _key(Suspicion.PAYS, Suspect.TABLE, ""), [_CERTAIN]
    own: defaultdict[str, list[TakenBet]] = defaultdict(list)
    for bet in taken.bets:
        own[bet.player].append(bet)
    for player, bets in own.items():
        if (factors := winning(bets, measures)) is not None:
            yield _key(Suspicion.WINS, Suspect.PLAYER, player), factors
    yield from _hands(taken, measures)
    for offer in taken.offers:
        yield _key(Suspicion.INSURANCE, Suspect.PLAYER, offer.player), knowing_the_card(offer)


def winning(bets: Sequence[TakenBet], measures: Measures) -> list[float] | None:
    """The logarithms of a round's factors, if players win too much: by what they win, and by how
    often what was not won is paid."""
    factors = for_players(measures.limits, _stakes(bets))
    return None if factors is None else factors + paid_too_often(measures.pay_ratios, bets)


def _hands(taken: RoundTaken, measures: Measures) -> Iterator[tuple[str, list[float]]]:
    """Hands of one player in one round meet the same dealer: the mean of their factors is one."""
    of_player: defaultdict[str, list[list[float]]] = defaultdict(list)
    for hand in taken.hands:
        factors = knowing_more(measures.decisions, hand, measures.most_lost)
        if factors is not None:
            of_player[hand.player].append(factors)
    for player, hands in of_player.items():
        means = [log(fsum(map(exp, column)) / len(hands)) for column in zip(*hands, strict=True)]
        yield _key(Suspicion.DECISIONS, Suspect.PLAYER, player), means


def _stakes(bets: Iterable[TakenBet]) -> list[Stake]:
    return [Stake(bet.bet, bet.stake, bet.net) for bet in bets]


def _key(suspicion: Suspicion, suspect: Suspect, name: str) -> str:
    return f"{suspicion}:{suspect}:{name}"
