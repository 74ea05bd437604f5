"""Every order of a small shoe played through the engine itself, and what came of it, counted."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from croupier.engine import protocol as engine
from croupier.engine.inputs import CardDealt, Input, OffersClosed
from croupier.engine.layout import Bet
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.kit.cards import Card
from croupier.odds.worth import BetOdds, exact

Decide = Callable[[Round], Input | None]
"""What the player says now; None where an offer is left to lapse."""
Nets = dict[int, Fraction]


def counted(rules: Rules, shoe: Counter[Card], bets: tuple[Bet, ...], decide: Decide) -> Nets:
    """Net result → its probability."""
    nets: Nets = defaultdict(Fraction)
    for round, chance in endings(rules, shoe, bets, decide):
        nets[sum(line.net for line in round.lines)] += chance
    return dict(nets)


def counted_by_bet(
    rules: Rules,
    shoe: Counter[Card],
    bets: tuple[Bet, ...],
    decide: Decide,
    until: Callable[[Round], bool] = lambda _: False,
) -> dict[str, Nets]:
    """Bet → net result → its probability; no further than until what is asked for is settled."""
    nets: dict[str, Nets] = defaultdict(lambda: defaultdict(Fraction))
    for round, chance in endings(rules, shoe, bets, decide, until):
        won: Counter[str] = Counter()
        for line in round.lines:
            # A raise is part of the ante it raises.
            won[line.bet.replace("wager-", "ante-")] += line.net
        for bet, net in won.items():
            nets[bet][net] += chance
    return {bet: dict(found) for bet, found in nets.items()}


def endings(
    rules: Rules,
    shoe: Counter[Card],
    bets: tuple[Bet, ...],
    decide: Decide,
    until: Callable[[Round], bool] = lambda _: False,
) -> Iterator[tuple[Round, Fraction]]:
    return _endings(engine.begin(rules, bets), Counter(shoe), Fraction(1), decide, until)


def expected(nets: Nets, stake: int) -> Fraction:
    assert sum(nets.values()) == 1
    return sum((net * chance for net, chance in nets.items()), Fraction()) / stake


def as_odds(bet: str, nets: Nets, stake: int) -> BetOdds:
    """What was counted, told as the odds are."""
    return exact(bet, {Fraction(net, stake): chance for net, chance in nets.items()})


def _endings(
    round: Round,
    left: Counter[Card],
    chance: Fraction,
    decide: Decide,
    until: Callable[[Round], bool],
) -> Iterator[tuple[Round, Fraction]]:
    waiting = engine.waiting(round)
    if waiting.over or until(round):
        yield round, chance
    elif waiting.decisions or waiting.offers:
        said = decide(round)
        after = engine.step(round, said if said is not None else OffersClosed()).round
        yield from _endings(after, left, chance, decide, until)
    else:
        assert waiting.card is not None
        cards = left.total()
        assert cards, "the shoe is too short for these rules"
        for card, count in list(left.items()):
            if count:
                left[card] -= 1
                after = engine.step(round, CardDealt(card)).round
                share = chance * Fraction(count, cards)
                yield from _endings(after, left, share, decide, until)
                left[card] += 1
