"""A blackjack table as it is simulated: rules, boxes, bets, strategy and shoe put together."""

from collections.abc import Collection

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.games.blackjack.engine.rules import MAIN_BETS, BlackjackRules
from croupier.games.blackjack.odds.first_cards import INSURANCE
from croupier.games.blackjack.odds.numbering import values_of
from croupier.games.blackjack.odds.solve import chart_worth
from croupier.games.blackjack.odds.solved import solved
from croupier.games.blackjack.sim import kernel
from croupier.games.blackjack.sim.by_engine import NOT_FOLLOWING, BlackjackTable, blackjack_table
from croupier.games.blackjack.sim.game import NO_COUNT, BlackjackGame
from croupier.games.blackjack.sim.strategies import CHART, COMPOSITION, Strategy, named, written
from croupier.kit.cards import DECK
from croupier.kit.errors import Code, Refused
from croupier.odds.game import odds_of, unknown_bet
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import Progress
from croupier.sim.game import Ints, ShoeTally
from croupier.sim.kernels.random_cards import FRESH, SHOE
from croupier.sim.plan import Plan


class SimulatedBlackjack(BlackjackGame):
    def __init__(
        self,
        rules: BlackjackRules,
        strategy: Strategy,
        *,
        mode: int,
        boxes: int,
        bets: Collection[str] | None,
        shoe: ShoeComposition | None,
    ) -> None:
        self.strategy, self.composition = strategy, shoe
        super().__init__(
            rules,
            strategy.hands,
            mode=mode,
            boxes=boxes,
            bets=None if bets is None else tuple(bets),
            count=strategy.counting,
            shoe=None if shoe is None else _cards(shoe),
        )

    @property
    def rounds_a_unit(self) -> int | None:
        return None if self.mode == SHOE else 1

    def shoes(self, tally: Ints) -> ShoeTally | None:
        if self.mode != SHOE:
            return None
        at = int(self.numbers[kernel.ROUNDS_AT])
        shoes = tally[at + 3 : at + 3 + kernel.ROUNDS_OF_SHOE].tolist()
        burned = int(self.numbers[kernel.BURNED]) * sum(shoes)
        rounds = {n: had for n, had in enumerate(shoes) if had}
        return ShoeTally(rounds, int(tally[at + 2]) - burned)

    def exact(self) -> dict[str, float]:
        """What bets are worth in a round from a fresh shoe, played as they are here, where the odds
        tell that. A box that is played by its own cards and the dealer's is worth the same however
        many others there are: which cards of the shoe it gets is a matter of names."""
        ours = [bet for bet in self.chosen if bet not in MAIN_BETS]
        told = odds_of(self.rules, self.composition, ours).bets if ours else ()
        return {**self._main(), **{odds.bet: odds.ev for odds in told}}

    def _main(self) -> dict[str, float]:
        values = _values(self.rules, self.composition)
        behind: float | None = None
        if self.strategy.name == COMPOSITION:
            ev = solved(self.rules, values).ev_composition
        elif self.strategy.name == CHART:
            main = solved(self.rules, values)
            ev, behind = main.ev, main.ev_not_following
        elif self.strategy.chart is not None:
            ev, behind = chart_worth(self.rules, values, self.strategy.chart)
        else:
            return {}
        worth = {bet: ev for bet in self.chosen if bet in MAIN_BETS}
        if "behind" in self.chosen and behind is not None:
            worth[NOT_FOLLOWING] = behind
        return worth


def simulated_blackjack(plan: Plan) -> SimulatedBlackjack:
    rules = plan.rules
    assert isinstance(rules, BlackjackRules)
    return blackjack_game(
        rules,
        mode=SHOE if plan.shoes else FRESH,
        boxes=plan.boxes,
        strategy=plan.strategy or CHART,
        text=plan.written,
    )


def table_by_engine(plan: Plan) -> BlackjackTable:
    """How the engine plays the same, where no cards are counted."""
    game = simulated_blackjack(plan)
    if game.strategy.counting is not NO_COUNT:
        raise Refused(Code.BAD_SETTING, "the engine's table does not count cards")
    return blackjack_table(game.rules, game.strategy.columns[0], game.boxes, game.chosen)


def blackjack_game(
    rules: BlackjackRules,
    *,
    mode: int = FRESH,
    boxes: int = 1,
    bets: Collection[str] | None = None,
    strategy: str = CHART,
    text: str | bytes = b"",
    shoe: ShoeComposition | None = None,
    progress: Progress | None = None,
) -> SimulatedBlackjack:
    """`strategy` is one of `sim.strategies.NAMES`. A `text` goes before it: a chart as
    `croupier strategy GAME --json` prints it, or a count. A `shoe` is dealt in place of whole
    decks."""
    table = _table(rules, mode, boxes, shoe)
    _check_bets(table, bets or ())
    values = _values(table, shoe)
    played = (
        written(table, values, text, progress) if text else named(table, values, strategy, progress)
    )
    if played.counting is not NO_COUNT and mode != SHOE:
        why = "there is nothing to count where every round has a fresh shoe"
        raise Refused(Code.BAD_SETTING, why)
    return SimulatedBlackjack(table, played, mode=mode, boxes=boxes, bets=bets, shoe=shoe)


def _table(
    rules: BlackjackRules, mode: int, boxes: int, shoe: ShoeComposition | None
) -> BlackjackRules:
    """With the boxes in play alone: how many cards a round may need follows from them."""
    if not 1 <= boxes <= rules.boxes:
        why = f"{rules.game} is played on 1 to {rules.boxes} boxes, not on {boxes}"
        raise Refused(Code.BAD_SETTING, why)
    table = replace(rules, boxes=boxes)
    cards = table.equipment
    size, least = (shoe.total if shoe else cards.size), 2 * (boxes + 1)
    if size < least:
        why = f"{boxes} boxes and the dealer are dealt {least} cards, and the shoe holds {size}"
        raise Refused(Code.BAD_SETTING, f"the shoe is too short: {why}")
    if mode == SHOE and size - cards.burned <= cards.reserve:
        why = f"of {size} cards {cards.burned} are burned, and with {cards.reserve} left no round"
        raise Refused(Code.BAD_SETTING, f"the shoe is too short: {why} of {boxes} boxes is begun")
    return table


def _check_bets(rules: BlackjackRules, bets: Collection[str]) -> None:
    known = (*rules.spots(), INSURANCE)
    for bet in bets:
        if bet not in known:
            raise unknown_bet(rules, bet, known)


def _values(rules: BlackjackRules, shoe: ShoeComposition | None) -> tuple[int, ...]:
    return values_of(shoe or ShoeComposition.of_decks(rules.decks))


def _cards(shoe: ShoeComposition) -> NDArray[np.uint8]:
    counts = [shoe.cards[card] for card in DECK]
    return np.repeat(np.arange(len(DECK), dtype=np.uint8), counts)
