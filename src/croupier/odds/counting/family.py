"""What a family of games tells of how its bets are counted."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from croupier.engine import protocol as engine
from croupier.engine.inputs import CardDealt
from croupier.engine.layout import Bet, Limits
from croupier.engine.rules import Rules
from croupier.kit.cards import DECK, Card
from croupier.kit.errors import Code, Refused
from croupier.kit.registry import instance
from croupier.odds.counting.card_classes import by_card, classes
from croupier.odds.family import family_odds
from croupier.odds.shoe import ShoeComposition

if TYPE_CHECKING:
    from croupier.odds.counting.worths.many_shoes import ManyShoes

R = TypeVar("R", bound=Rules)


class FamilyCounting(Generic[R]):
    """As it is here, of any game in which nobody decides anything: every card may be told from
    every other, and the game itself is asked what comes of them."""

    least_cards = 12
    """No round begins with fewer in the shoe."""

    def cards_a_round(self, rules: R) -> float:
        """How many it takes on average."""
        _, dealt = _dealt_out(rules, next(iter(rules.spots())), DECK)
        return dealt

    def told_apart(self, rules: R, bet: str, card: Card) -> str:  # noqa: ARG002
        """The class of cards that are the same to the bet, by the name of one of them."""
        return by_card(card)

    def evs(
        self, rules: R, bet: str, shoes: Sequence[ShoeComposition]
    ) -> Iterator[Fraction | float]:
        """What the bet is worth to whoever knows the shoe and plays as is best."""
        of = [classes(shoe, lambda card: self.told_apart(rules, bet, card)) for shoe in shoes]
        many = self.many_shoes(rules, bet, tuple(of[0].a_card.values()))
        if many is None:
            for shoe in shoes:
                yield worth_from(rules, shoe, bet)
        else:
            for one in of:
                yield float(many.of_one(list(one.counts.values())).ev[0])

    def many_shoes(self, rules: R, bet: str, cards: Sequence[Card]) -> "ManyShoes | None":
        """Its exact worth from many shoes at once, where that is quick to reckon; `cards` stand
        for their classes."""
        drawn = int(self.cards_a_round(rules))
        if drawn not in (2, 3):
            return None
        from croupier.odds.counting.worths.first_cards import of_drawn  # noqa: PLC0415 -- numpy

        return of_drawn(lambda *dealt: _dealt_out(rules, bet, dealt)[0], drawn, cards)

    def always_made(self, rules: R, bet: str) -> bool:  # noqa: ARG002
        """Whether nobody is dealt in without it."""
        return False

    def known_count(self, rules: R, bet: str) -> Mapping[str, int] | None:  # noqa: ARG002
        """Hi-Lo, where it is what players count."""
        return None

    def is_own(self, rules: R, bet: str) -> bool:  # noqa: ARG002
        """Whether all that bears on it is in the rules, and nothing in a package of others."""
        return False


def worth_from(rules: Rules, shoe: ShoeComposition, bet: str) -> Fraction | float:
    """A fraction, where it is one."""
    every = family_odds(rules).worth(rules, shoe, (bet,), None)
    (odds,) = (odds for odds in every if odds.bet == bet)
    return odds.ev if odds.ev_exact is None else Fraction(odds.ev_exact)


def _dealt_out(rules: Rules, bet: str, cards: Sequence[Card]) -> tuple[float, int]:
    """What the bet comes to, and how many of these cards it takes."""
    stake = rules.chip_unit * lcm(2, *(odds.stake for _, odds in rules.pays()))
    round = engine.begin(rules, [Bet(bet, bet, stake)], limits=Limits(1, stake))
    for dealt, card in enumerate((*cards, None)):
        waiting = engine.waiting(round)
        if waiting.over:
            return sum(line.net for line in round.lines) / stake, dealt
        if waiting.card is None or card is None:
            break
        round = engine.step(round, CardDealt(card)).round
    message = f"{rules.game} is not dealt out at once: what can be counted of it is not known"
    raise Refused(Code.BAD_SETTING, message)


def counting_of(rules: Rules) -> FamilyCounting[Any]:
    counting: FamilyCounting[Any] = instance(rules.family, "counting")
    return counting
