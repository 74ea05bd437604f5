"""Whether a bet behind follows the seat: the answer given until "No more bets" is the one that
counts, whatever came first, the chip or the answer (LIVE 2.5.2.10)."""

import pytest

from croupier.engine.inputs import Action
from croupier.engine.layout import Bet
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.table.commands import (
    ChooseFollow,
    CloseBetting,
    Command,
    Decide,
    LaidBet,
    OpenBetting,
)
from croupier.table.commands import PlaceBets as Place
from croupier.table.facts import BetsPlaced, FollowChosen
from croupier.table.recovery import fold
from tests.support.human_table import (
    ANN,
    CAT,
    DEALER,
    HumanTable,
    assert_refolds,
    facts,
    place_initial,
    scans,
)
from tests.support.random_rounds import UNIT

LIVE = "live-blackjack"
BEHIND = Place((LaidBet("behind", 50 * UNIT, 1),))
YES, NO = ChooseFollow(True), ChooseFollow(False)


def open_for_bets() -> HumanTable:
    """Ann has bet on seat 1."""
    table = HumanTable(LIVE)
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    table.all_ok(ANN, [place_initial(1)])
    return table


def split(table: HumanTable) -> int:
    """Ann splits her eights: what Cat has staked by then."""
    table.all_ok(DEALER, [CloseBetting(), *scans("8S 6H 8D TC")])
    table.all_ok(ANN, [Decide(Action.SPLIT, 1)])
    round = table.state.round
    assert isinstance(round, BlackjackRound)
    return sum(
        stake.whole
        for hand in round.boxes[0].hands
        for stake in hand.stakes
        if stake.player == "cat"
    )


@pytest.mark.clause("LIVE 2.5.2", "LIVE 2.5.2.10", "LIVE 2.5.2.11", "R19")
@pytest.mark.parametrize(
    ("said", "staked"),
    [
        ([BEHIND, YES], 100),
        ([YES, BEHIND], 100),
        ([BEHIND, BEHIND, YES], 100),
        ([BEHIND, NO], 50),
        ([NO, BEHIND], 50),
        ([BEHIND], 50),
    ],
)
def test_the_answer_before_no_more_bets_counts(said: list[Command], staked: int) -> None:
    table = open_for_bets()
    table.all_ok(CAT, said)
    assert split(table) == staked * UNIT
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.5.2.10", "R19")
def test_an_answer_after_no_more_bets_is_for_the_next_round() -> None:
    table = open_for_bets()
    table.all_ok(CAT, [BEHIND])
    table.all_ok(DEALER, [CloseBetting(), *scans("8S 6H 8D TC")])
    table.all_ok(CAT, [YES])
    table.all_ok(ANN, [Decide(Action.SPLIT, 1)])
    assert table.house.store.balance("wallet:cat") == (10_000 - 50) * UNIT
    assert not any(bet.follow for bet in table.state.layout.bets)
    assert table.state.follows == {"cat": True}
    assert_refolds(table)


@pytest.mark.clause("LIVE 2.5.2.13")
def test_the_answer_is_given_once_a_session() -> None:
    table = open_for_bets()
    table.all_ok(CAT, [BEHIND, YES])
    assert table.reply_code(CAT, NO) == "illegal-action"
    assert [bet.follow for bet in table.state.layout.bets_of("cat")] == [True]


def test_who_has_nothing_behind_only_answers() -> None:
    """And an answer without chips is the fact it always was: old journals say no more than that,
    and what lay there before it does not follow in them."""
    table = open_for_bets()
    table.all_ok(CAT, [YES])
    assert facts(table)[-1] == FollowChosen("cat", True)
    table.all_ok(CAT, [BEHIND])
    state, _, _ = fold(table.house.store, LIVE)
    laid = Bet("cat", "behind", 50 * UNIT, 1)
    state.apply(BetsPlaced("cat", (laid,)))
    state.apply(FollowChosen("cat", True))
    assert state.layout.bets_of("cat") == (laid,)
