"""Nobody moves a deadline with commands that deal nothing: not by refused bets, nor by answers of
others who are asked at the same time."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.inputs import Action
from croupier.games.layout import Limits
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    AskBurned,
    ChooseFollow,
    Command,
    Decide,
    FinishBetting,
    JoinWaiting,
    LaidBet,
    LeaveSeat,
    LeaveWaiting,
    PlaceBets,
    Squeeze,
    TakeSeat,
    TurnCards,
)
from croupier.table.config import Clocks, TableConfig
from croupier.table.runner import Runner
from croupier.table.state import TablePhase
from tests.support.human_table import ANN, BOB, CAT
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import QUICK_SHUFFLE, VirtualHouse

RWS, LIVE = "rws-blackjack", "live-blackjack"
BACCARAT, KNOCKOUT, WHEEL = "live-baccarat", "rws-knockout-baccarat", "live-roulette"
CLOCKS = Clocks(betting=20_000, decision=20_000, offer=20_000, pause=20_000, showing=800)
STAKE = 10 * UNIT
BETS = {
    RWS: (LaidBet("initial", STAKE, 1),),
    LIVE: (LaidBet("initial", STAKE, 1),),
    BACCARAT: (LaidBet("player", STAKE),),
    KNOCKOUT: (LaidBet("player", STAKE), LaidBet("ante-player", STAKE)),
    WHEEL: (LaidBet("red", STAKE),),
}


def open_for_betting(game: str) -> tuple[VirtualHouse, Runner]:
    house = VirtualHouse(MemoryStore())
    limits = Limits(5 * UNIT, 500 * UNIT)
    config = TableConfig(game, game, {}, limits, clocks=CLOCKS, shuffle=QUICK_SHUFFLE)
    house.configs[game] = config
    runner = house.start(game)
    house.wait_for_betting(game)
    return house, runner


def place(house: VirtualHouse, game: str, *bets: LaidBet) -> None:
    if bets[0].box is not None:
        assert house.ask(game, ANN, TakeSeat(bets[0].box)).ok
    assert house.ask(game, ANN, PlaceBets(bets)).ok


def deadline(runner: Runner) -> int:
    due = runner.due()
    assert due is not None
    return due.at


def wait_until(house: VirtualHouse, game: str, reached: Callable[[], bool]) -> None:
    while not reached():
        assert house.wait(game)


STRANGERS = st.sampled_from(
    (
        PlaceBets(BETS[WHEEL]),
        PlaceBets(BETS[BACCARAT]),
        PlaceBets((LaidBet("initial", 1, 1),)),
        PlaceBets(()),
        FinishBetting(),
        TakeSeat(1),
        TakeSeat(3),
        LeaveSeat(3),
        JoinWaiting(),
        LeaveWaiting(),
        ChooseFollow(True),
        AskBurned(),
        Squeeze(),
        TurnCards(1),
        Decide(Action.HIT, 1),
        Decide(Action.STAND, 1, early=True),
        Decide(Action.RAISE, bet="ante-player"),
    )
)
"""What a guest without chips at the table may try."""


@pytest.mark.parametrize(
    ("game", "moment"),
    [
        *((game, "betting") for game in BETS),
        *((game, "asked") for game in (RWS, LIVE, KNOCKOUT)),
        *((game, "pause") for game in (RWS, BACCARAT, WHEEL)),
    ],
)
@given(sent=st.lists(st.tuples(st.integers(0, 900), STRANGERS), min_size=1, max_size=20))
def test_a_stranger_moves_no_deadline(
    game: str, moment: str, sent: list[tuple[int, Command]]
) -> None:
    house, runner = open_for_betting(game)
    state = runner.table.state
    place(house, game, *BETS[game])

    def reached() -> bool:
        asked = bool(state.waiting.decisions or state.waiting.offers)
        idle = state.phase is TablePhase.IDLE
        return {"betting": True, "asked": asked, "pause": idle}[moment]

    wait_until(house, game, reached)
    expected = deadline(runner)
    for pause_ms, command in sent:
        house.now += pause_ms
        house.ask(game, CAT, command)
        assert deadline(runner) == expected, command


@pytest.mark.clause("NKB 3.4")
def test_an_answered_ante_leaves_the_others_the_time_that_is_left() -> None:
    house, runner = open_for_betting(KNOCKOUT)
    state = runner.table.state
    for name in (ANN, BOB):
        assert house.ask(KNOCKOUT, name, PlaceBets(BETS[KNOCKOUT])).ok
    wait_until(house, KNOCKOUT, lambda: len(state.waiting.decisions) == 2)
    expected = deadline(runner)
    house.now = expected - 1_000
    assert house.ask(KNOCKOUT, ANN, Decide(Action.RAISE, bet="ante-player")).ok
    assert [decision.player for decision in state.waiting.decisions] == ["bob"]
    assert deadline(runner) == expected


def test_each_decision_has_its_own_time() -> None:
    house, runner = open_for_betting(RWS)
    state = runner.table.state
    place(house, RWS, LaidBet("initial", STAKE, 1), LaidBet("initial", STAKE, 2))
    wait_until(house, RWS, lambda: bool(state.waiting.decisions))
    first = deadline(runner)
    house.now = first - 1_000
    assert house.ask(RWS, ANN, Decide(Action.HIT, 1)).ok
    wait_until(house, RWS, lambda: bool(state.waiting.decisions))
    assert deadline(runner) >= house.now + CLOCKS.decision
