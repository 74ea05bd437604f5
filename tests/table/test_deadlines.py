"""Nobody moves a deadline with commands that deal nothing: not by refused bets, nor by answers of
others who are asked at the same time, nor by whatever somebody at the table may say."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.engine.inputs import Action
from croupier.engine.layout import Limits
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    Actor,
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

RWS, PLUS, LIVE = "rws-blackjack", "rws-blackjack-plus", "live-blackjack"
CLASSIC = "classic-blackjack-shoe"
BACCARAT, KNOCKOUT, WHEEL = "live-baccarat", "rws-knockout-baccarat", "live-roulette"
CLOCKS = Clocks(betting=20_000, decision=20_000, offer=20_000, pause=20_000, showing=800)
STAKE = 10 * UNIT
BETS = {
    RWS: (LaidBet("initial", STAKE, 1),),
    PLUS: (LaidBet("initial", STAKE, 1),),
    LIVE: (LaidBet("initial", STAKE, 1),),
    CLASSIC: (LaidBet("initial", STAKE, 1),),
    BACCARAT: (LaidBet("player", STAKE),),
    KNOCKOUT: (LaidBet("player", STAKE), LaidBet("ante-player", STAKE)),
    WHEEL: (LaidBet("red", STAKE),),
}


def open_for_betting(game: str, seed: int = 1) -> tuple[VirtualHouse, Runner]:
    house = VirtualHouse(MemoryStore(), seed)
    limits = Limits(5 * UNIT, 500 * UNIT)
    config = TableConfig(game, game, {}, limits, clocks=CLOCKS, shuffle=QUICK_SHUFFLE)
    house.configs[game] = config
    runner = house.start(game)
    house.wait_for_betting(game)
    return house, runner


def place(house: VirtualHouse, game: str, *bets: LaidBet, by: Actor = ANN) -> None:
    if bets[0].box is not None:
        assert house.ask(game, by, TakeSeat(bets[0].box)).ok
    assert house.ask(game, by, PlaceBets(bets)).ok


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
        *((game, "asked") for game in (RWS, PLUS, LIVE, CLASSIC, KNOCKOUT)),
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
        idle = state.phase is TablePhase.IDLE
        return {"betting": True, "asked": bool(asked(runner)), "pause": idle}[moment]

    wait_until(house, game, reached)
    expected = deadline(runner)
    for pause_ms, command in sent:
        house.now += pause_ms
        house.ask(game, CAT, command)
        assert deadline(runner) == expected, command


AT_THE_TABLE = st.one_of(
    STRANGERS,
    st.builds(
        Decide,
        st.sampled_from([action for action in Action if action is not Action.TIMEOUT]),
        st.sampled_from((1, 2, 3)),
        st.sampled_from((None, STAKE)),
        st.sampled_from((None, "ante-player", "ante-banker")),
        early=st.booleans(),
    ),
    st.builds(LeaveSeat, st.sampled_from((1, 2, 3))),
    st.builds(TakeSeat, st.sampled_from((1, 2, 3))),
)
"""What those who have chips on the layout may say, legal or not."""


def asked(runner: Runner) -> set[tuple[object, ...]]:
    """Who is asked what: while no more is asked than before, no clock begins again."""
    waiting = runner.table.state.waiting
    deciding: set[tuple[object, ...]] = {
        (each.player, each.box, each.hand, each.bet, each.cards) for each in waiting.decisions
    }
    return deciding or {(each.player, each.box) for each in waiting.offers}


def used(runner: Runner) -> int:
    shoe = runner.table.state.shoe
    assert shoe is not None
    return shoe.used


def deal_at_once(house: VirtualHouse, game: str) -> None:
    while (due := house.runners[game].due()) is not None and due.at <= house.now:
        assert house.wait(game)


@pytest.mark.parametrize("game", [RWS, PLUS, LIVE, CLASSIC, KNOCKOUT])
@given(
    seed=st.integers(0, 10_000),
    sent=st.lists(
        st.tuples(st.integers(0, 900), st.sampled_from((ANN, BOB, CAT)), AT_THE_TABLE),
        max_size=40,
    ),
)
def test_nobody_at_the_table_moves_a_deadline_without_a_card(
    game: str, seed: int, sent: list[tuple[int, Actor, Command]]
) -> None:
    house, runner = open_for_betting(game, seed)
    state = runner.table.state
    for box, name in enumerate((ANN, BOB, CAT), 1):
        bets = tuple(replace(bet, box=bet.box and box) for bet in BETS[game])
        place(house, game, *bets, by=name)
    wait_until(house, game, lambda: bool(asked(runner)) or state.phase is TablePhase.IDLE)
    for pause_ms, name, command in sent:
        deal_at_once(house, game)
        if not asked(runner):
            break
        house.now += pause_ms
        before, cards, expected = asked(runner), used(runner), deadline(runner)
        house.ask(game, name, command)
        if used(runner) == cards and set() < asked(runner) <= before and not at_once(house, game):
            assert deadline(runner) == expected, (name, command)


def at_once(house: VirtualHouse, game: str) -> bool:
    """Whether a decision that was said early is carried out now."""
    due = house.runners[game].due()
    return due is not None and due.at <= house.now


def asked_beside_offers(seed: int) -> tuple[VirtualHouse, Runner] | None:
    """Ann decides at her box, while she and bob may insure against an ace."""
    house, runner = open_for_betting(RWS, seed)
    state = runner.table.state
    for box, name in enumerate((ANN, BOB), 1):
        place(house, RWS, LaidBet("initial", STAKE, box), by=name)
    wait_until(house, RWS, lambda: bool(asked(runner)) or state.phase is TablePhase.IDLE)
    waiting = state.waiting
    offered = [offer.player for offer in waiting.offers if offer.declinable]
    return (house, runner) if waiting.decisions and offered == ["ann", "bob"] else None


@pytest.mark.clause("R9")
def test_the_last_answer_to_an_offer_leaves_who_decides_the_time_that_is_left() -> None:
    house, runner = next(filter(None, map(asked_beside_offers, range(100))))
    expected = deadline(runner)
    house.now = expected - 1_000
    for box, name in enumerate((ANN, BOB), 1):
        assert house.ask(RWS, name, Decide(Action.DECLINE, box)).ok
    assert [decision.player for decision in runner.table.state.waiting.decisions] == ["ann"]
    assert deadline(runner) == expected


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
