"""What blackjack's bets are worth, and how its hands are best played."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from croupier.engine.inputs import Action
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.engine.points import VALUES
from croupier.games.blackjack.engine.rules import MAIN_BETS
from croupier.games.blackjack.odds.first_cards import (
    BOOM_BUSTED,
    INSURANCE,
    first_cards_odds,
    insurance_odds,
    needs_suits,
)
from croupier.games.blackjack.odds.main_bet import ChartColumn, MainBet
from croupier.games.blackjack.odds.numbering import ACE, SOFT, TEN, values_of
from croupier.games.blackjack.odds.solved import BESIDE, solved
from croupier.kit.errors import Code, Refused
from croupier.odds.advice import Advice, Worth
from croupier.odds.cache import as_played, kept
from croupier.odds.family import FamilyOdds
from croupier.odds.shoe import ShoeComposition, parse_cards
from croupier.odds.strategy import NAMES, Row, Strategy
from croupier.odds.worth import BetOdds, Progress, approximate, settings_in_force

SHOWN = (*range(1, TEN), TEN, ACE)
"""The dealer's cards in the order of a chart: two to ten, then the ace."""


class BlackjackOdds(FamilyOdds[BlackjackRules]):
    def bets_of(self, rules: BlackjackRules) -> tuple[str, ...]:
        """Those of the layout, and insurance."""
        return (*rules.spots(), INSURANCE)

    def countable(self, rules: BlackjackRules, shoe: ShoeComposition) -> Iterator[str]:
        """Without those that need suits, where the shoe's are not known; and no insurance, where
        the dealer cannot show an ace."""
        for bet in self.bets_of(rules):
            suits_known = shoe.suits_known or not needs_suits(rules, bet)
            ace_there = shoe.ranks[0] or bet != INSURANCE
            if suits_known and ace_there:
                yield bet

    def left_out(self, rules: BlackjackRules, bet: str) -> str:
        if bet == INSURANCE:
            return "no ace is left to insure against"
        return super().left_out(rules, bet)

    def condition(self, rules: BlackjackRules, stakes: Collection[str]) -> str | None:  # noqa: ARG002
        return "Rounds are those in which insurance is taken." if INSURANCE in stakes else None

    def worth(
        self,
        rules: BlackjackRules,
        shoe: ShoeComposition | None,
        bets: Collection[str],
        progress: Progress | None,
    ) -> tuple[BetOdds, ...]:
        shoe = shoe or ShoeComposition.of_decks(rules.decks)
        main = solved(rules, values_of(shoe), progress) if {*MAIN_BETS} & {*bets} else None
        return tuple(
            _bet_odds(rules, shoe, bet, main) for bet in self.bets_of(rules) if bet in bets
        )

    def most_lost(self, rules: BlackjackRules, bet: str) -> float:
        """Every hand of a split, each doubled."""
        if bet not in MAIN_BETS:
            return 1.0
        hands = rules.max_hands if rules.max_hands > 1 else 1
        return float(max(hands * (1 + rules.double_after_split), 1 + rules.double))

    def decision_worths(self, rules: BlackjackRules) -> dict[str, float]:
        def reckon() -> dict[str, float]:
            from croupier.games.blackjack.odds.decision_worths import decision_worths  # noqa: PLC0415 -- brings numpy

            return decision_worths(rules, shoe)

        shoe = values_of(ShoeComposition.of_decks(rules.decks))
        return kept(("decisions", as_played(rules, BESIDE), shoe), dict[str, float], reckon)

    def has_strategy(self, rules: BlackjackRules) -> bool:  # noqa: ARG002
        return True

    def strategy(
        self, rules: BlackjackRules, shoe: ShoeComposition | None, progress: Progress | None
    ) -> Strategy:
        shoe = shoe or ShoeComposition.of_decks(rules.decks)
        return chart(rules, solved(rules, values_of(shoe), progress))

    def advise(
        self, rules: BlackjackRules, shoe: ShoeComposition, hand: str, dealer: str, seen: str
    ) -> Advice:
        ours, theirs = parse_cards(hand), parse_cards(dealer)
        if len(theirs) != 1:
            raise Refused(Code.BAD_SETTING, "the dealer shows one card")
        left = shoe.without(parse_cards(seen))
        left.without((*ours, *theirs))
        from croupier.games.blackjack.odds.advice import advise as worths  # noqa: PLC0415 -- brings numpy

        shown = _value(theirs[0])
        worth = worths(rules, values_of(left), [_value(card) for card in ours], shown)
        insurance = worth.pop(Action.INSURE, None)
        actions = sorted(worth.items(), key=lambda action: -action[1])
        # A blackjack has nothing to decide after the look, and giving up comes before it.
        natural = len(ours) == 2 and {_value(card) for card in ours} == {ACE, TEN}
        before = natural or Action.SURRENDER in worth
        looks = rules.looks(ace=shown == ACE, ten=shown == TEN)
        return Advice(
            rules.game,
            ours,
            theirs[0],
            tuple(Worth(str(action), ev) for action, ev in actions),
            insurance,
            looks and not before,
        )


def _value(card: str) -> int:
    return VALUES[card[0]] - 1


def _bet_odds(
    rules: BlackjackRules, shoe: ShoeComposition, bet: str, main: MainBet | None
) -> BetOdds:
    if bet in MAIN_BETS:
        assert main is not None
        return main_odds(bet, main)
    if bet == BOOM_BUSTED:
        return _boom_busted(rules, shoe)
    if bet == INSURANCE:
        return insurance_odds(rules, shoe)
    return first_cards_odds(rules, shoe, bet)


def _boom_busted(rules: BlackjackRules, shoe: ShoeComposition) -> BetOdds:
    def reckon() -> BetOdds:
        from croupier.games.blackjack.odds.boom_busted import boom_busted_odds  # noqa: PLC0415 -- brings numpy

        return boom_busted_odds(rules, shoe)

    return kept((BOOM_BUSTED, rules.boom_busted, rules.h17, values_of(shoe)), BetOdds, reckon)


def main_odds(bet: str, main: MainBet) -> BetOdds:
    """A bet that the player's decisions make; one behind a seat follows what the seat does."""
    nets = {float(net): p for net, p in main.spread.items()}
    odds = approximate(bet, nets, main.ev, ev_composition=main.ev_composition)
    if bet == "behind" and main.ev_not_following is not None:
        odds = replace(odds, ev_not_following=main.ev_not_following)
    return odds


# The chart -----------------------------------------------------------------------------------


def chart(rules: BlackjackRules, main: MainBet) -> Strategy:
    columns = [main.columns.get(shown) for shown in SHOWN]
    splits = rules.max_hands > 1
    # Two twos and two aces are pairs where they can be split, and totals of their own elsewhere.
    hard = range(5 if splits else 4, 21)
    soft = range(13 if splits else 12, 21)
    pairs = range(ACE, TEN + 1) if splits else range(0)
    return Strategy(
        rules.game,
        settings_in_force(rules),
        main.ev,
        tuple(NAMES[shown] for shown in SHOWN),
        tuple(Row(str(total), _cells(columns, total)) for total in hard),
        tuple(Row(f"A,{NAMES[total - 12]}", _cells(columns, SOFT + total)) for total in soft),
        tuple(Row(f"{NAMES[pair]},{NAMES[pair]}", _pair_cells(columns, pair)) for pair in pairs),
    )


def _cells(columns: Iterable[ChartColumn | None], cell: int) -> tuple[str, ...]:
    return tuple("-" if column is None else _letters(column, cell) for column in columns)


def _letters(column: ChartColumn, cell: int) -> str:
    if column.surrender[cell]:
        return "R" if column.hit[cell] else "RS"
    if column.double[cell]:
        return "D" if column.hit[cell] else "DS"
    return "H" if column.hit[cell] else "S"


def _pair_cells(columns: Iterable[ChartColumn | None], pair: int) -> tuple[str, ...]:
    """Split, or played as its total."""
    total = SOFT + 12 if pair == ACE else 2 * (pair + 1)
    return tuple(
        "-" if column is None else "P" if column.split[pair] else _letters(column, total)
        for column in columns
    )
