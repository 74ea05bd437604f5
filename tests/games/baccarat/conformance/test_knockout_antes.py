"""Knockout baccarat: antes folded, raised and forgotten; faults that void the game."""

import pytest

from croupier import Act, Action, Bet, CardDealt, Viewer, begin, card, step, variant, waiting
from tests.support.families import baccarat_view
from tests.support.notation import refused, settle

GAME = "rws-knockout-baccarat"
ANTES = "ann ante-player 10; bob ante-banker 20; cat player 50"
WINS = "9S 2D KH 5C"


@pytest.mark.clause("NKB 3.4", "NKB 1.1", "R23")
def test_after_the_first_card_every_ante_waits_for_its_decision() -> None:
    coup = begin(
        variant(GAME), [Bet("ann", "ante-player", 10_00), Bet("bob", "ante-banker", 20_00)]
    )
    due = waiting(coup).card
    assert due is not None
    assert (due.to, due.face_up) == ("player", True)
    coup = step(coup, CardDealt(card("9S"))).round
    assert waiting(coup).card is None
    assert baccarat_view(coup).player == ("9S",)
    asked = [(one.player, one.bet) for one in waiting(coup).decisions]
    assert asked == [("ann", "ante-player"), ("bob", "ante-banker")]
    coup = step(coup, Act("bob", Action.RAISE, bet="ante-banker")).round
    assert [one.player for one in waiting(coup).decisions] == ["ann"]
    coup = step(coup, Act("ann", Action.FOLD, bet="ante-player")).round
    due = waiting(coup).card
    assert due is not None
    assert due.to == "banker"


@pytest.mark.clause("NKB 3.4.2", "NKB 1.8", "R23")
def test_a_raise_is_exactly_twice_the_ante() -> None:
    coup = begin(variant(GAME), [Bet("ann", "ante-player", 15_00)])
    coup = step(coup, CardDealt(card("9S"))).round
    (asked,) = baccarat_view(coup, Viewer.of("ann")).waiting.decisions
    raises = next(one for one in asked.options if one.action == "raise")
    assert (raises.least, raises.most) == (30_00, 30_00)


@pytest.mark.clause("NKB 3.4.1", "NKB 1.8")
def test_a_folded_ante_is_lost_though_its_hand_wins() -> None:
    told = settle(GAME, "ann ante-player 10; bob player 100", WINS, "ann fold ante-player").told()
    assert told == ["ann ante-player 10 > 0 lose NKB 3.4.1", "bob player 100 > 200 win NKB 4.1.1"]


@pytest.mark.clause("NKB 3.4.1", "NKB 3.9")
def test_a_folded_ante_is_lost_on_a_tie_too() -> None:
    outcome = settle(GAME, "ann ante-player 10", "6S 6D KH KC", "ann fold ante-player")
    assert outcome.net == {"ann": "-10"}


@pytest.mark.clause("R23")
def test_a_missed_decision_folds() -> None:
    told = settle(GAME, "ann ante-player 10", WINS, "ann timeout ante-player").told()
    assert told == ["ann ante-player 10 > 0 lose NKB 3.4.1"]


@pytest.mark.clause("NKB 3.4.2", "R23")
@pytest.mark.parametrize(
    ("said", "net"),
    [
        # Player wins with 9, the beaten hand has 7: the wager pays 2 to 1.
        ("ann raise ante-player; ann raise ante-banker", "-10"),
        ("ann raise ante-banker; ann raise ante-player", "-10"),
        ("ann raise ante-player; ann fold ante-banker", "30"),
        ("ann fold ante-player; ann raise ante-banker", "-70"),
        ("ann timeout ante-banker; ann raise ante-player", "30"),
        ("ann fold ante-player; ann timeout ante-banker", "-30"),
    ],
)
def test_both_antes_are_decided_each_for_itself_in_any_order(said: str, net: str) -> None:
    outcome = settle(GAME, "ann ante-player 10; ann ante-banker 20", WINS, said)
    assert outcome.net == {"ann": net}


@pytest.mark.clause("NKB 3.4.2")
def test_the_wager_is_on_the_side_of_its_ante() -> None:
    outcome = settle(GAME, "ann ante-banker 10", "6S KD QH 7C", "ann raise ante-banker")
    assert outcome.told() == [
        "ann ante-banker 10 > 20 win NKB 4.1.3",
        "ann wager-banker 20 > 60 win NKB 4.1.3",
    ]


@pytest.mark.clause("NKB 3.4", "R23")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", "decision-missing"),
        ("ann raise ante-player", "decision-missing"),
        ("ann raise ante-banker", "illegal-action"),
        ("cat raise ante-player", "illegal-action"),
        ("dan fold ante-player", "illegal-action"),
        ("ann raise ante-player; ann raise ante-player", "illegal-action"),
        ("ann fold ante-player; ann raise ante-player", "illegal-action"),
        ("ann raise ante-player; ann fold ante-player", "illegal-action"),
        ("ann hit", "illegal-action"),
        ("ann withdraw", "illegal-action"),
        ("ann raise ante-player; bob fold ante-banker; ann fold ante-player", "action-left-over"),
        ("ann raise ante-player; bob fold ante-banker; bob raise ante-banker", "action-left-over"),
    ],
)
def test_what_may_not_be_said_about_an_ante(said: str, code: str) -> None:
    assert refused(GAME, ANTES, WINS, said).code == code


@pytest.mark.clause("NKB 3.4")
def test_without_an_ante_nobody_is_asked() -> None:
    assert refused(GAME, "cat player 50", WINS, "cat raise ante-player").code == "action-left-over"


@pytest.mark.clause("R21")
@pytest.mark.parametrize("said", ["fold", "timeout"])
def test_a_coup_is_dealt_out_though_all_have_folded(said: str) -> None:
    hand = "2S 3D KH KC 3S KD"
    assert settle(GAME, "ann ante-player 10", hand, f"ann {said} ante-player").net == {"ann": "-10"}
    refusal = refused(GAME, "ann ante-player 10", "2S 3D KH KC 3S", f"ann {said} ante-player")
    assert refusal.code == "card-missing"


@pytest.mark.clause("NKB 3.5")
def test_the_order_of_the_first_four_cards() -> None:
    """Cards 1 and 3 are Player's, 2 and 4 Banker's."""
    outcome = settle(GAME, "ann player-pair 10; bob banker-pair 10", "8S 5D 8H 5C KD")
    assert outcome.net == {"ann": "110", "bob": "110"}


RAISED = "ann raise ante-player; bob fold ante-banker"


@pytest.mark.clause("NKB 5.1", "NKB 5.1.1", "NKB 5.1.2", "NKB 5.1.3", "R24", "R26", "R2")
@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("foreign-card", "NKB 5.1.1"),
        ("wrong-count", "NKB 5.1.2"),
        ("out-of-cards", "NKB 5.1.3"),
        ("short-shoe", "R26"),
        ("excess-cards", "R26"),
        ("unshuffled", "R26"),
    ],
)
@pytest.mark.parametrize("out", [0, 1, 2, 3])
def test_what_voids_a_game_gives_every_stake_back(reason: str, clause: str, out: int) -> None:
    hand = " ".join(WINS.split()[:out])
    said = f"{RAISED}; " if out > 1 else ""
    outcome = settle(GAME, ANTES, hand, f"{said}pit void {reason} @{out}")
    assert outcome.status == "void"
    assert outcome.net == {"ann": "0", "bob": "0", "cat": "0"}
    assert {(line.result, line.clause) for line in outcome.lines} == {("void", clause)}
    # The raised wager and the folded ante come back with the rest.
    assert outcome.line("bob", "ante-banker").returned == 20_00
    assert len(outcome.lines) == (4 if out > 1 else 3)


@pytest.mark.clause("NKB 5.1.2", "R24", "R28")
def test_a_wrong_number_of_cards_is_put_right_or_voids() -> None:
    said = f"{RAISED}; pit misdeal reconstructed @3"
    assert settle(GAME, ANTES, WINS, said).net == {"ann": "50", "bob": "-20", "cat": "50"}
    outcome = settle(GAME, ANTES, "9S 2D KH", f"{RAISED}; pit misdeal @3")
    assert outcome.status == "void"
    assert {line.clause for line in outcome.lines} == {"NKB 5.1.2"}


@pytest.mark.clause("R4")
@pytest.mark.parametrize(
    ("bets", "said", "out", "goes_on"),
    [
        (ANTES, "", 0, False),
        (ANTES, "", 1, False),
        ("ann ante-player 10; cat player 50", "ann raise ante-player", 3, False),
        # A folded ante is lost, whatever the cards will say.
        ("ann ante-player 10; cat player 50", "ann fold ante-player", 1, True),
        ("ann ante-player 10; cat player 50", "ann timeout ante-player", 3, True),
        # A pair is decided by its hand's two cards, won or lost, and not by one of them.
        ("ann player-pair 10; cat player 50", "", 2, False),
        ("ann player-pair 10; cat player 50", "", 3, True),
        ("ann banker-pair 10; cat player 50", "", 3, False),
        ("ann banker-pair 10; cat player 50", "", 4, True),
        ("cat player 50; cat tie 5; cat winning-total-9 5", "", 4, False),
    ],
)
def test_an_interruption_asks_whether_a_bet_is_decided(
    bets: str, said: str, out: int, goes_on: bool
) -> None:
    hand = "9S 2D 5H 5C KD"
    said = f"{said}; house interrupt @{out}"
    if goes_on:
        assert settle(GAME, bets, hand, said).status == "settled"
    else:
        outcome = settle(GAME, bets, " ".join(hand.split()[:out]), said)
        assert outcome.status == "void"
        assert {line.clause for line in outcome.lines} == {"R4"}


@pytest.mark.clause("R4")
def test_after_an_interruption_the_antes_still_wait() -> None:
    bets = "ann ante-player 10; bob ante-banker 20"
    said = "ann fold ante-player; house interrupt @1; bob raise ante-banker"
    assert settle(GAME, bets, WINS, said).net == {"ann": "-10", "bob": "-60"}


@pytest.mark.clause("NKB 3.4", "R23", "R30")
@pytest.mark.parametrize(
    ("said", "net"),
    [
        ("pit burn 1 @1; ann raise ante-player; bob fold ante-banker", {"ann": "50", "bob": "-20"}),
        (
            "ann raise ante-player; pit burn 1 @1; bob raise ante-banker",
            {"ann": "50", "bob": "-60"},
        ),
    ],
)
def test_a_card_burned_while_antes_wait_leaves_the_decisions_open(
    said: str, net: dict[str, str]
) -> None:
    bets, cards = "ann ante-player 10; bob ante-banker 20", "9S 3C 2D KH 5C"
    assert settle(GAME, bets, cards, said).net == net
    undecided = said.rpartition(";")[0]
    assert refused(GAME, bets, cards, undecided).code == "decision-missing"


@pytest.mark.clause("R29")
def test_cards_together_in_a_coup_are_discarded_for_new_ones() -> None:
    assert settle(GAME, "cat player 50", "9S 3C 4C 2D KH 5C", "dealer together 2 @1").net == {
        "cat": "50"
    }


@pytest.mark.clause("R5", "R30")
def test_only_an_adjustment_follows_a_finished_coup() -> None:
    outcome = settle(GAME, "cat player 50", WINS, "shift adjust cat 5 late tip")
    assert outcome.net == {"cat": "55"}
    for ruling in ("pit void foreign-card", "house interrupt", "pit misdeal", "pit burn 1"):
        assert refused(GAME, "cat player 50", WINS, ruling).code == "illegal-action"
    assert refused(GAME, "cat player 50", WINS, "shift adjust dan 5 who").code == "illegal-action"
