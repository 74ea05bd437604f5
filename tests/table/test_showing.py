"""The clocks of those who are asked wait until the cards are seen, one after the other."""

import pytest

from croupier.games.inputs import Action
from croupier.games.layout import Limits
from croupier.store.memory import MemoryStore
from croupier.table.commands import Decide, LaidBet, PlaceBets, TakeSeat
from croupier.table.config import Clocks, DealerKind, TableConfig
from croupier.table.runner import Runner
from croupier.table.state import TablePhase
from tests.properties.dealing import UNIT
from tests.table.floor import ANN, two_boxes
from tests.table.house import House

CARD = 800
CLOCKS = Clocks(showing=CARD)
BLACKJACK, BACCARAT, WHEEL = "rws-blackjack", "live-baccarat", "live-roulette"


def dealt(game: str, bet: LaidBet, clocks: Clocks = CLOCKS) -> tuple[House, Runner]:
    """After "No more bets", with all that the table does without waiting for anybody."""
    house = House(MemoryStore())
    house.configs[game] = TableConfig(game, game, {}, Limits(5 * UNIT, 500 * UNIT), clocks=clocks)
    runner = house.start(game)
    while runner.table.state.phase is not TablePhase.BETTING:
        assert house.wait(game)
    if bet.box is not None:
        assert house.ask(game, ANN, TakeSeat(bet.box)).ok
    assert house.ask(game, ANN, PlaceBets((bet,))).ok
    assert house.wait(game)
    at_once(house, game)
    return house, runner


def at_once(house: House, game: str) -> None:
    while (due := house.runners[game].due()) is not None and due.at <= house.now:
        assert house.wait(game)


def left(house: House, game: str) -> tuple[str, int]:
    """On the clock that people see."""
    timer = house.runners[game].driver.timer()
    assert timer is not None
    return timer.what, timer.ends - house.now - timer.of


def used(runner: Runner) -> int:
    assert runner.table.state.shoe is not None
    return runner.table.state.shoe.used


BOX = LaidBet("initial", 10 * UNIT, 1)


def test_a_decision_has_its_whole_time_when_the_last_card_is_seen() -> None:
    house, runner = dealt(BLACKJACK, BOX)
    assert used(runner) == 3
    assert left(house, BLACKJACK) == ("decision", 3 * CARD)


def test_who_decides_while_cards_are_still_to_be_seen_makes_nobody_miss_one() -> None:
    house, runner = dealt(BLACKJACK, BOX)
    assert house.ask(BLACKJACK, ANN, Decide(Action.HIT, 1)).ok
    at_once(house, BLACKJACK)
    assert used(runner) == 4
    assert left(house, BLACKJACK) == ("decision", 4 * CARD)


def test_a_card_that_comes_when_all_are_seen_takes_its_own_time() -> None:
    house, _ = dealt(BLACKJACK, BOX)
    house.now += 10 * CARD
    assert house.ask(BLACKJACK, ANN, Decide(Action.HIT, 1)).ok
    at_once(house, BLACKJACK)
    assert left(house, BLACKJACK) == ("decision", CARD)


@pytest.mark.parametrize(
    ("game", "bet"),
    [(BACCARAT, LaidBet("player", 10 * UNIT)), (WHEEL, LaidBet("red", 10 * UNIT))],
)
def test_the_pause_begins_when_the_round_is_seen(game: str, bet: LaidBet) -> None:
    house, runner = dealt(game, bet)
    assert runner.table.state.phase is TablePhase.IDLE
    assert left(house, game) == ("pause", used(runner) * CARD)
    while runner.table.state.phase is TablePhase.IDLE:
        assert house.wait(game)
    # "No more bets" waits for no card.
    assert house.ask(game, ANN, PlaceBets((bet,))).ok
    assert left(house, game) == ("betting", 0)


def test_no_time_is_added_where_a_house_gives_none() -> None:
    house, _ = dealt(BLACKJACK, BOX, Clocks())
    assert left(house, BLACKJACK) == ("decision", 0)


def test_what_a_person_deals_takes_its_own_time() -> None:
    table = two_boxes()
    assert table.state.config.dealer is DealerKind.HUMAN
    assert left(table.house, table.game) == ("decision", 0)
