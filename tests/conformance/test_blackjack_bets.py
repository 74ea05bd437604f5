"""Blackjack bets to the letter: the clause of each refusal, whose limits, who may bet where."""

import pytest

from croupier import Bet, Limits, Refused, begin, variant
from croupier.games.blackjack.engine import Round
from tests.support.families import blackjack_round
from tests.support.notation import refused, settle

BJ5, BJP, LIVE = "rws-blackjack", "rws-blackjack-plus", "live-blackjack"
SHOE = "classic-blackjack-shoe"
CARDS = "TS TH 6D 9H 9S TC 2D"


def opened(
    game: str,
    *bets: Bet,
    limits: Limits | None = None,
    seats: dict[int, str] | None = None,
    settings: dict[str, object] | None = None,
) -> Round:
    return blackjack_round(begin(variant(game, settings), bets, limits=limits, seats=seats))


@pytest.mark.clause("BJ5 5.1", "BJ5 5.2", "BJP 5.1", "BJP 5.2", "LIVE 2.2.1g", "R3a")
@pytest.mark.parametrize(
    ("game", "over", "under"),
    [
        (BJ5, "BJ5 5.1", "BJ5 5.2"),
        (BJP, "BJP 5.1", "BJP 5.2"),
        (LIVE, "LIVE 2.2.1g", "LIVE 2.2.1g"),
        (SHOE, "R3a", "R3a"),
    ],
)
def test_the_clause_a_bet_outside_the_limits_is_refused_under(
    game: str, over: str, under: str
) -> None:
    for amount, clause in (("501", over), ("9", under)):
        refusal = refused(game, f"ann 1 {amount}", CARDS, limits=("10", "500"))
        assert (refusal.code, refusal.clause) == ("limit", clause)


@pytest.mark.clause("LIVE 2.5.2.1", "LIVE 2.2.1g")
@pytest.mark.parametrize(
    ("bets", "code", "clause"),
    [
        ("ann 1 100; bob 2 behind 50", "illegal-bet", "LIVE 2.5.2.1"),
        ("ann 1 100; bob 1 behind 501", "limit", "LIVE 2.2.1g"),
        ("ann 1 100; bob 1 behind 9", "limit", "LIVE 2.2.1g"),
    ],
)
def test_the_clause_a_bet_behind_is_refused_under(bets: str, code: str, clause: str) -> None:
    refusal = refused(LIVE, bets, CARDS, limits=("10", "500"))
    assert (refusal.code, refusal.clause) == (code, clause)


@pytest.mark.clause("R3a", "LIVE 2.2.1g")
def test_a_mark_excuses_no_bet_where_each_player_has_limits_of_his_own() -> None:
    """R8 is about boxes that several players share."""
    for bet in ("ann 1 501 over-limit", "ann 1 9 under-limit"):
        assert refused(LIVE, bet, CARDS, limits=("10", "500")).code == "limit"


@pytest.mark.clause("R1", "BJ5 3.5", "BJP 3.5")
@pytest.mark.parametrize("bet", ["initial", "player-pair"])
@pytest.mark.parametrize("amount", [0, 50, 100_50])
def test_a_bet_on_a_box_is_made_in_whole_chips(bet: str, amount: int) -> None:
    with pytest.raises(Refused) as refusal:
        opened(BJ5, Bet("ann", "initial", 100_00, 1), Bet("ann", bet, amount, 1))
    assert refusal.value.code == "bad-amount"


@pytest.mark.clause("R3a")
@pytest.mark.parametrize(
    ("game", "bet", "box"),
    [(BJ5, "player-pair", 1), (BJP, "rws-pairs", 1), (BJP, "boom-busted", None)],
)
def test_side_bets_on_a_box_have_limits_of_their_own(game: str, bet: str, box: int | None) -> None:
    def fits(limits: Limits, amount: int) -> bool:
        bets = Bet("ann", "initial", 100_00, 1), Bet("ann", bet, amount * 100, box)
        try:
            opened(game, *bets, limits=limits)
        except Refused as refusal:
            return (refusal.code, refusal.clause) != ("limit", "R3a")
        return True

    own = Limits(5_00, 500_00, side_min=2_00, side_max=20_00)
    assert [fits(own, amount) for amount in (1, 2, 20, 21)] == [False, True, True, False]
    # Without limits of their own: from the chip unit up to the table's maximum.
    assert [fits(Limits(5_00, 500_00), amount) for amount in (1, 500, 501)] == [True, True, False]


@pytest.mark.clause("BJ5 3.9", "BJP 3.9", "BJP 3.9.1", "R14")
@pytest.mark.parametrize(
    ("game", "bet", "box", "where", "clause"),
    [
        (BJ5, "player-pair", 3, "on box 3", "BJ5 3.9"),
        (BJP, "rws-pairs", 3, "on box 3", "BJP 3.9"),
        (BJP, "boom-busted", None, "on any box", "BJP 3.9.1"),
    ],
)
def test_a_refused_side_bet_says_which_initial_bet_it_needs(
    game: str, bet: str, box: int | None, where: str, clause: str
) -> None:
    with pytest.raises(Refused, match=f"needs an initial bet {where}") as refusal:
        opened(game, Bet("ann", bet, 10_00, box))
    assert (refusal.value.code, refusal.value.clause) == ("no-initial-bet", clause)


@pytest.mark.clause("R14", "BJ5 5.15", "BJP 5.15")
@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        (BJ5, "3 player-pair", "BJ5 5.15"),
        (BJP, "3 rws-pairs", "BJP 5.15"),
        (BJP, "boom-busted", "R14"),
    ],
)
def test_the_clause_a_bet_found_late_goes_back_under(game: str, bet: str, clause: str) -> None:
    outcome = settle(game, f"ann {bet} 10 late-found", "")
    name = bet.rpartition(" ")[2]
    assert outcome.told() == [f"ann {name} 10 > 10 returned {clause}"]


@pytest.mark.clause("R20", "CLB 3", "LIVE 2.1.3", "LIVE 2.4.5")
def test_a_seat_is_a_bet_of_its_own_at_a_live_table_alone() -> None:
    """Who sits at a classic table without a bet keeps nobody from the box, and has no hand."""
    outcome = settle(SHOE, "bob 1 10", "TS 6D 9H TC 2D", "bob 1 stand", seats={1: "ann"})
    assert outcome.net == {"bob": "10"}
    assert refused(LIVE, "bob 1 10", CARDS, seats={1: "ann"}).clause == "LIVE 2.4.5"
    bets = [Bet("ann", "initial", 10_00, box) for box in (1, 2, 3)]
    assert len(opened(SHOE, *bets, seats={4: "ann"}).boxes) == 3
    with pytest.raises(Refused) as refusal:
        begin(variant(SHOE), [*bets, Bet("ann", "initial", 10_00, 4)])
    assert (refusal.value.code, refusal.value.clause) == ("limit", "CLB 3")


@pytest.mark.clause("BJ5 3.6", "BJ5 3.7", "BJ5 3.9")
def test_where_a_box_is_one_players_others_may_still_bet_beside_it() -> None:
    ann, bob = Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 100_00, 1)
    assert len(opened(BJ5, ann, bob).boxes[0].wagers) == 2
    with pytest.raises(Refused) as refusal:
        opened(BJ5, ann, bob, settings={"shared-boxes": False})
    assert (refusal.value.code, refusal.value.clause) == ("illegal-bet", "BJ5 3.7")
    beside = Bet("bob", "player-pair", 10_00, 1)
    round = opened(BJ5, ann, beside, settings={"shared-boxes": False})
    assert (len(round.side_bets), len(round.boxes[0].wagers)) == (1, 1)


@pytest.mark.clause("BJ5 2.1.1a", "LIVE 2.1.3", "R20")
@pytest.mark.parametrize(
    ("game", "clause"), [(BJ5, "BJ5 2.1.1a"), (LIVE, "LIVE 2.1.3"), (SHOE, "R20")]
)
def test_the_boxes_are_one_to_seven(game: str, clause: str) -> None:
    for box in (1, 7):
        assert opened(game, Bet("ann", "initial", 10_00, box)).boxes[0].number == box
    for box in (0, 8):
        with pytest.raises(Refused) as refusal:
            opened(game, Bet("ann", "initial", 10_00, box))
        assert (refusal.value.code, refusal.value.clause) == ("illegal-bet", clause)


@pytest.mark.clause("R8", "BJ5 5.1", "BJ5 5.2.1")
@pytest.mark.parametrize(
    "bets", ["ann 1 500; bob 1 500 over-limit", "ann 1 2; bob 1 3 under-limit"]
)
def test_one_accepted_bet_is_enough_for_its_box(bets: str) -> None:
    assert settle(BJ5, bets, "AS 6D KH", limits=("10", "500")).status == "settled"


@pytest.mark.clause("R8", "BJ5 5.1.1", "BJ5 5.1.2", "BJP 5.1.1", "BJP 5.1.2")
def test_what_is_in_action_on_a_box() -> None:
    """Nothing is cut on a box within its maximum, nobody below the minimum."""

    def played(**stakes: int) -> list[int]:
        bets = "; ".join(f"{name} 1 {stake} over-limit" for name, stake in stakes.items())
        outcome = settle(BJ5, bets, "AS 6D KH", limits=("100", "500"))
        return [line.stake // 100 for line in outcome.lines if line.result == "win"]

    assert played(ann=300, bob=200) == [300, 200]
    assert played(ann=300, bob=100) == [300, 100]
    assert played(ann=800, bob=200) == [400, 100]
    assert played(ann=900, bob=100) == [450, 100]
    assert played(ann=950, bob=50) == [475, 50]
