"""The clocks of those who are asked wait until the cards are seen, one after the other."""

import pytest

from croupier.engine.inputs import Action
from croupier.engine.layout import Limits
from croupier.store.memory import MemoryStore
from croupier.table.commands import Actor, Decide, LaidBet, PlaceBets, Squeeze, TakeSeat
from croupier.table.config import Clocks, DealerKind, TableConfig
from croupier.table.judging.squeeze import squeezers
from croupier.table.runner import Runner
from croupier.table.state import TablePhase
from tests.support.human_table import ANN, BOB, two_boxes
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import VirtualHouse

CARD = 800
CLOCKS = Clocks(showing=CARD)
BLACKJACK, BACCARAT, WHEEL = "rws-blackjack", "live-baccarat", "live-roulette"


def dealt(game: str, bet: LaidBet, clocks: Clocks = CLOCKS) -> tuple[VirtualHouse, Runner]:
    """After "No more bets", with all that the table does without waiting for anybody."""
    house = VirtualHouse(MemoryStore())
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


def at_once(house: VirtualHouse, game: str) -> None:
    while (due := house.runners[game].due()) is not None and due.at <= house.now:
        assert house.wait(game)


def left(house: VirtualHouse, game: str) -> tuple[str, int]:
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


# A coup that somebody squeezes -----------------------------------------------------------------

LOOK = 5_000
SQUEEZED = Clocks(showing=CARD, squeezing=LOOK)


def coup(*bets: tuple[Actor, str, int], game: str = BACCARAT) -> tuple[VirtualHouse, Runner]:
    house = VirtualHouse(MemoryStore())
    house.configs[game] = TableConfig(game, game, {}, Limits(5 * UNIT, 500 * UNIT), clocks=SQUEEZED)
    runner = house.start(game)
    while runner.table.state.phase is not TablePhase.BETTING:
        assert house.wait(game)
    for number, (who, bet, amount) in enumerate(bets, 1):
        if runner.table.state.rules.places:
            assert house.ask(game, who, TakeSeat(number)).ok
        assert house.ask(game, who, PlaceBets((LaidBet(bet, amount * UNIT),))).ok
    assert house.wait(game)
    at_once(house, game)
    return house, runner


def who_squeezes(runner: Runner) -> dict[str, str]:
    return {squeezer.hand: squeezer.player for squeezer in squeezers(runner.table.state)}


def test_whoever_has_the_most_on_a_hand_squeezes_it() -> None:
    _, runner = coup((ANN, "player", 10), (BOB, "player", 20))
    assert who_squeezes(runner) == {"player": "bob"}
    _, runner = coup((ANN, "player", 10), (BOB, "banker", 20))
    assert who_squeezes(runner) == {"player": "ann", "banker": "bob"}
    _, runner = coup((ANN, "banker", 20), (BOB, "banker", 20))
    assert who_squeezes(runner) == {"banker": "ann"}  # of equals, the first
    _, runner = coup((ANN, "tie", 20))
    assert who_squeezes(runner) == {}


@pytest.mark.clause("NKB 3.4")
def test_the_card_that_antes_are_raised_by_lies_open() -> None:
    _, runner = coup((ANN, "player", 10), (BOB, "banker", 20), game="rws-knockout-baccarat")
    assert [squeezer.first for squeezer in squeezers(runner.table.state)] == [1, 0]
    _, runner = coup((ANN, "player", 10), (BOB, "banker", 20))
    assert [squeezer.first for squeezer in squeezers(runner.table.state)] == [0, 0]


def squeezes(runner: Runner) -> int:
    """The first two cards, and a third where there is one."""
    return 2 if len(runner.table.state.round.player) > 2 else 1  # type: ignore[union-attr]


def test_the_pause_waits_for_a_squeeze_and_no_longer() -> None:
    house, runner = coup((ANN, "player", 10))
    assert left(house, BACCARAT) == ("pause", used(runner) * CARD)
    assert house.ask(BACCARAT, ANN, Squeeze()).ok
    assert left(house, BACCARAT) == ("pause", used(runner) * CARD + squeezes(runner) * LOOK)
    while runner.table.state.phase is TablePhase.IDLE:
        assert house.wait(BACCARAT)
    assert runner.table.state.squeezed == {}


def test_it_goes_on_when_the_cards_are_turned() -> None:
    house, runner = coup((ANN, "player", 10))
    assert house.ask(BACCARAT, ANN, Squeeze()).ok
    house.now += used(runner) * CARD + 1_000
    assert house.ask(BACCARAT, ANN, Squeeze(turned=True)).ok
    assert left(house, BACCARAT) == ("pause", CARD)  # the last is looked at


def test_who_turns_at_once_makes_nobody_miss_a_card() -> None:
    house, runner = coup((ANN, "player", 10))
    assert house.ask(BACCARAT, ANN, Squeeze()).ok
    assert house.ask(BACCARAT, ANN, Squeeze(turned=True)).ok
    assert left(house, BACCARAT) == ("pause", used(runner) * CARD)


def test_a_squeeze_is_refused_to_everyone_else_and_a_second_time() -> None:
    house, _ = coup((ANN, "player", 10), (BOB, "player", 20))
    assert not house.ask(BACCARAT, ANN, Squeeze()).ok
    assert not house.ask(BACCARAT, BOB, Squeeze(turned=True)).ok  # not begun
    assert house.ask(BACCARAT, BOB, Squeeze()).ok
    assert not house.ask(BACCARAT, BOB, Squeeze()).ok
    assert house.ask(BACCARAT, BOB, Squeeze(turned=True)).ok
    assert not house.ask(BACCARAT, BOB, Squeeze()).ok


def test_nobody_squeezes_where_a_house_gives_no_time_for_it() -> None:
    house, runner = dealt(BACCARAT, LaidBet("player", 10 * UNIT))
    assert who_squeezes(runner) == {}
    assert not house.ask(BACCARAT, ANN, Squeeze()).ok
