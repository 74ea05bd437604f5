"""Odds of any game in which nobody decides anything: every way its cards can fall is dealt, and
judged by the game itself. There is no mathematics of the game's own in here."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from math import lcm

from croupier.engine import protocol as engine
from croupier.engine.inputs import CardDealt
from croupier.engine.layout import Bet, Limits
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.odds.family import FamilyOdds
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import BetOdds, Nets, Progress, exact

MOST_ENDS = 1_000_000
"""More are not counted one by one."""


class Enumerated(FamilyOdds[Rules]):
    def countable(self, rules: Rules, shoe: ShoeComposition) -> Collection[str]:
        """All of them, if the suits are known: what a suit may be good for only the game knows."""
        return self.bets_of(rules) if shoe.suits_known else ()

    def worth(
        self,
        rules: Rules,
        shoe: ShoeComposition | None,
        bets: Collection[str],
        progress: Progress | None,  # noqa: ARG002
    ) -> tuple[BetOdds, ...]:
        stake = rules.chip_unit * lcm(2, *(odds.stake for _, odds in rules.pays()))
        nets: dict[str, defaultdict[Fraction, Fraction]] = {
            bet: defaultdict(Fraction) for bet in bets
        }
        for over, chance in _every_end(rules, shoe, dict.fromkeys(bets, stake)):
            for line in over.lines:
                nets[line.bet][Fraction(line.net, line.stake)] += chance
        return tuple(exact(bet, nets[bet]) for bet in bets)

    def together(
        self,
        rules: Rules,
        shoe: ShoeComposition | None,
        stakes: Mapping[str, int],
        progress: Progress | None,  # noqa: ARG002
    ) -> Nets:
        nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for over, chance in _every_end(rules, shoe, stakes):
            nets[Fraction(sum(line.net for line in over.lines))] += chance
        return nets


def _every_end(
    rules: Rules, shoe: ShoeComposition | None, stakes: Mapping[str, int]
) -> Iterator[tuple[Round, Fraction]]:
    shoe = shoe or ShoeComposition.of_decks(rules.deck_count)
    if not shoe.suits_known:
        message = f"{rules.game} is counted card by card: name the suits, as in AS=4"
        raise Refused(Code.BAD_SETTING, message)
    bets = [Bet(bet, bet, stake) for bet, stake in stakes.items()]
    round = engine.begin(rules, bets, limits=Limits(1, max(stakes.values())))
    ends = _ends(round, {card: count for card, count in shoe.cards.items() if count})
    for number, end in enumerate(ends):
        if number == MOST_ENDS:
            message = f"{rules.game} can end in more than {MOST_ENDS} ways: they are not counted"
            raise Refused(Code.BAD_SETTING, message)
        yield end


def _ends(
    round: Round, left: dict[Card, int], chance: Fraction = Fraction(1)
) -> Iterator[tuple[Round, Fraction]]:
    """Every end of the round, and how likely it is."""
    waiting = engine.waiting(round)
    if waiting.over:
        yield round, chance
        return
    if waiting.card is None:
        message = f"{round.rules.game} asks its players: its odds are not counted so"
        raise Refused(Code.BAD_SETTING, message)
    total = sum(left.values())
    if not total:
        raise Refused(Code.BAD_SETTING, f"the shoe is too short for {round.rules.game}")
    for card, count in left.items():
        if count:
            after = engine.step(round, CardDealt(card)).round
            yield from _ends(after, left | {card: count - 1}, chance * Fraction(count, total))
