"""Knockout baccarat: every bet for every pair of totals, against the printed pay tables."""

from fractions import Fraction

import pytest

from croupier import spots, variant
from croupier.games.baccarat.engine import BaccaratRules
from tests.conformance.test_knockout_third_card import WORTH, banker_draws, pair_of
from tests.support.families import instance_of
from tests.support.notation import refused, settle

GAME = "rws-knockout-baccarat"
RANK = {points: rank for rank, points in WORTH.items()}
TOTALS = {"1-4": (7, {1, 2, 3, 4}), "5-6": (3, {5, 6}), "7": (4, {7}), "8": (3, {8}), "9": (2, {9})}
ALL_BETS = "; ".join(
    ["ann player 100", "ann banker 100", "ann tie 10"]
    + [f"ann winning-total-{name} 10" for name in TOTALS]
    + ["ann ante-player 10", "ann ante-banker 20"]
)
RAISED = "ann raise ante-banker; ann raise ante-player"


def coup(ours: int, theirs: int) -> str:
    """A coup that ends with these totals."""
    for total in range(10):
        up, down = pair_of(total, "DC")
        for players in range(10):
            first, second = pair_of(players, "SH")
            four = f"{first} {up} {second} {down}"
            wanted = RANK[(theirs - total) % 10] + "D"
            if max(players, total) >= 8 or (players >= 6 and total >= 6):
                if (players, total) == (ours, theirs):
                    return four
            elif players >= 6:
                if players == ours:
                    return f"{four} {wanted}"
            else:
                third = RANK[(ours - players) % 10]
                if banker_draws(total, third):
                    return f"{four} {third}S {wanted}"
                if total == theirs:
                    return f"{four} {third}S"
    raise AssertionError((ours, theirs))


def expected(bet: str, ours: int, theirs: int) -> Fraction | None:
    """What one unit on the bet wins; None gives it back."""
    lost = Fraction(-1)
    if bet == "tie":
        return Fraction(8) if ours == theirs else lost
    if ours == theirs:
        return None
    high, low = max(ours, theirs), min(ours, theirs)
    winner = "player" if ours > theirs else "banker"
    if bet.startswith("winning-total-"):
        pays, totals = TOTALS[bet.removeprefix("winning-total-")]
        return Fraction(pays) if high in totals else lost
    if not bet.endswith(winner):
        return lost
    if bet == "banker" and high == 6:
        return Fraction(1, 2)
    if bet.startswith("wager-"):
        return Fraction(1, 2) if low <= 3 else Fraction(1) if low <= 5 else Fraction(2)
    return Fraction(1)


@pytest.mark.clause(
    "NKB 1.5",
    "NKB 1.7",
    "NKB 1.8",
    "NKB 1.9",
    "NKB 3.8",
    "NKB 3.9",
    "NKB 4.1",
    "NKB 4.1.1",
    "NKB 4.1.2",
    "NKB 4.1.3",
    "R23",
    "R2",
)
@pytest.mark.parametrize("ours", range(10))
@pytest.mark.parametrize("theirs", range(10))
def test_every_bet_for_every_pair_of_totals(ours: int, theirs: int) -> None:
    outcome = settle(GAME, ALL_BETS, coup(ours, theirs), RAISED)
    assert len(outcome.lines) == 12
    for line in outcome.lines:
        wins = expected(line.bet, ours, theirs)
        if wins is None:
            assert (line.result, line.returned) == ("push", line.stake), line
            assert line.clause == "NKB 3.9"
        elif wins > 0:
            assert (line.result, Fraction(line.returned)) == ("win", line.stake * (1 + wins)), line
        else:
            assert (line.result, line.returned) == ("lose", 0), line
    assert outcome.line("ann", "wager-player").stake == 20_00
    assert outcome.line("ann", "wager-banker").stake == 40_00


@pytest.mark.clause("NKB 4.1.1", "NKB 1.5", "R23")
def test_banker_winning_with_six_pays_half() -> None:
    assert settle(GAME, "ann banker 100", "2S 2D 3H 4C 8S").told() == [
        "ann banker 100 > 150 win NKB 4.1.1"
    ]
    assert settle(GAME, "ann banker 1", "2S 2D 3H 4C 8S").net == {"ann": "0.5"}
    # With three cards too, and not when Player wins with six.
    assert settle(GAME, "ann banker 100", "2S 2D 3H 3C 7S AD").net == {"ann": "50"}
    assert settle(GAME, "ann player 100", "6S 2D KH 3C KD").net == {"ann": "100"}


@pytest.mark.clause("NKB 4.1.3")
def test_the_clauses_an_ante_is_settled_under() -> None:
    told = settle(GAME, "ann ante-player 10", "9S 6D KH QC", "ann raise ante-player").told()
    assert told == [
        "ann ante-player 10 > 20 win NKB 4.1.3",
        "ann wager-player 20 > 60 win NKB 4.1.3",
    ]
    told = settle(GAME, "ann ante-banker 10", "9S 6D KH QC", "ann raise ante-banker").told()
    assert told == [
        "ann ante-banker 10 > 0 lose NKB 4.1.3",
        "ann wager-banker 20 > 0 lose NKB 4.1.3",
    ]


@pytest.mark.clause("NKB 2.1.3", "NKB 3.3")
def test_the_betting_areas() -> None:
    assert set(spots(variant(GAME))) == {
        *("player", "banker", "tie", "player-pair", "banker-pair"),
        *(f"winning-total-{name}" for name in TOTALS),
        *("ante-player", "ante-banker"),
    }
    for other in ("wager-player", "wager-banker", "winning-total-6", "winning-total-0", "initial"):
        assert refused(GAME, f"ann player 10; ann {other} 10", "9S KD QH 8C").code == "unknown-bet"


@pytest.mark.clause("NKB 3.3")
@pytest.mark.parametrize("bet", ["player-pair", "banker-pair", "tie"])
def test_pairs_and_tie_need_no_other_bet(bet: str) -> None:
    assert settle(GAME, f"ann {bet} 10", "9S KD QH 8C").net == {"ann": "-10"}


@pytest.mark.clause("NKB 3.3", "NKB 1.1")
@pytest.mark.parametrize("bet", ["ante-player", "ante-banker"])
def test_an_ante_needs_no_other_bet(bet: str) -> None:
    assert settle(GAME, f"ann {bet} 10", "9S KD QH 9C", f"ann raise {bet}").net == {"ann": "0"}


@pytest.mark.clause("NKB 3.3", "NKB 1.9", "R23")
@pytest.mark.parametrize("name", TOTALS)
@pytest.mark.parametrize(
    ("beside", "enough"),
    [
        ("ann player 10", True),
        ("ann banker 10", True),
        ("ann tie 10", False),
        ("ann player-pair 10", False),
        ("ann ante-player 10", False),
        ("bob player 10", False),
        ("", False),
    ],
)
def test_a_winning_total_needs_ones_own_player_or_banker_bet(
    name: str, beside: str, enough: bool
) -> None:
    for bets in (
        f"ann winning-total-{name} 10; {beside}",
        f"{beside}; ann winning-total-{name} 10",
    ):
        if enough:
            assert settle(GAME, bets, "9S KD QH 8C").status == "settled"
        else:
            refusal = refused(GAME, bets, "9S KD QH 8C")
            assert (refusal.code, refusal.clause) == ("no-initial-bet", "NKB 3.3")


@pytest.mark.clause("R14", "NKB 3.3")
def test_a_winning_total_found_alone_on_the_layout_is_returned() -> None:
    bets = "ann winning-total-9 10 late-found; bob player 10"
    outcome = settle(GAME, bets, "9S KD QH 8C")
    assert outcome.line("ann", "winning-total-9").result == "returned"
    assert outcome.line("ann", "winning-total-9").clause == "R14"
    assert outcome.net == {"ann": "0", "bob": "10"}


PAIRS = "ann player-pair 10; bob banker-pair 10"


@pytest.mark.clause("NKB 1.6", "NKB 3.5", "NKB 4.1.1", "R23")
@pytest.mark.parametrize(
    ("hand", "net"),
    [
        ("KS 2D KH 5C 9S", {"ann": "110", "bob": "-10"}),
        ("KS 2D QH 5C 9S", {"ann": "-10", "bob": "-10"}),
        ("TS 2D TH 5C 9S", {"ann": "110", "bob": "-10"}),
        ("TS 2D KH 5C 9S", {"ann": "-10", "bob": "-10"}),
        ("4S KD 4H KC", {"ann": "110", "bob": "110"}),
        ("4S 4D 4H 5C", {"ann": "110", "bob": "-10"}),
        ("8S 4D KH 4C", {"ann": "-10", "bob": "110"}),
        # Neither crosswise nor with a third card.
        ("4S 4D 5H 5C", {"ann": "-10", "bob": "-10"}),
        ("KS 2D 4H 5C 4S", {"ann": "-10", "bob": "-10"}),
        ("KS KD 4H AC 3S AD", {"ann": "-10", "bob": "-10"}),
        # Suits do not matter: the very same card out of two decks is a pair too.
        ("9S 2D 9S KC", {"ann": "110", "bob": "-10"}),
    ],
)
def test_a_pair_is_two_of_a_rank_in_the_hands_first_two_cards(
    hand: str, net: dict[str, str]
) -> None:
    outcome = settle(GAME, PAIRS, hand)
    assert outcome.net == net
    assert {line.clause for line in outcome.lines} == {"NKB 3.5"}


@pytest.mark.clause("NKB 3.9", "NKB 3.5", "R23")
def test_pairs_are_settled_on_a_tie() -> None:
    assert settle(GAME, PAIRS, "3S 8D 3H 8C").net == {"ann": "110", "bob": "110"}
    assert settle(GAME, PAIRS, "6S 6D KH KC").net == {"ann": "-10", "bob": "-10"}


@pytest.mark.clause("NKB 3.9")
def test_a_tie_returns_everything_but_tie_and_pairs() -> None:
    bets = f"{ALL_BETS}; ann player-pair 10"
    outcome = settle(GAME, bets, "6S 6D KH KC", RAISED)
    pushed = {line.bet for line in outcome.lines if line.result == "push"}
    assert pushed == {line.bet for line in outcome.lines} - {"tie", "player-pair"}
    assert outcome.net == {"ann": "70"}


@pytest.mark.clause("NKB 4.1.3")
def test_a_wager_pays_by_each_total_that_can_be_beaten_and_no_other() -> None:
    pays = [str(odds) for odds in instance_of(BaccaratRules, variant(GAME)).wager_pays]
    assert pays == ["1 to 2"] * 4 + ["1 to 1"] * 2 + ["2 to 1"] * 3


@pytest.mark.clause("NKB 2.2.1", "R23")
@pytest.mark.parametrize("decks", range(1, 10))
def test_four_to_eight_decks(decks: int) -> None:
    settings = {"decks": decks}
    if 4 <= decks <= 8:
        assert settle(GAME, "ann tie 10", "9S KD QH 8C", settings=settings).status == "settled"
        hand = " ".join(["KS"] * (decks + 1))
        refusal = refused(GAME, "ann tie 10", hand, settings=settings)
        assert refusal.code == "card-impossible"
    else:
        refusal = refused(GAME, "ann tie 10", "9S KD QH 8C", settings=settings)
        assert (refusal.code, refusal.clause) == ("bad-setting", "NKB 2.2.1")


@pytest.mark.clause("NKB 2.2.1", "R23")
def test_eight_decks_unless_set() -> None:
    assert refused(GAME, "ann tie 10", " ".join(["KS"] * 9)).code == "card-impossible"
    assert settle(GAME, "ann tie 10", "KS KS KS KS KS KS").net == {"ann": "80"}


@pytest.mark.clause("R3a")
@pytest.mark.parametrize(
    ("bets", "fits"),
    [
        ("ann player 10", True),
        ("ann player 500; ann banker 500; ann tie 500; bob player 500", True),
        ("ann player 9", False),
        ("ann banker 9", False),
        ("ann player 501", False),
        ("ann player 400; ann player 101", False),
        ("ann player-pair 1", True),
        ("ann player 10; ann winning-total-9 1", True),
        ("ann player-pair 500", True),
        ("ann player-pair 500; ann banker-pair 500; bob player-pair 500", True),
        ("ann player-pair 501", False),
        ("ann player 10; ann winning-total-9 501", False),
    ],
)
def test_limits_are_for_each_bet_and_side_bets_start_at_a_chip(bets: str, fits: bool) -> None:
    if fits:
        settle(GAME, bets, "9S KD QH 8C", limits=("10", "500"))
    else:
        refusal = refused(GAME, bets, "9S KD QH 8C", limits=("10", "500"))
        assert (refusal.code, refusal.clause) == ("limit", "R3a")


@pytest.mark.clause("R3a")
def test_antes_are_limited_but_their_raises_are_not() -> None:
    limits = ("10", "500")
    raised = "ann raise ante-player"
    outcome = settle(GAME, "ann ante-player 500", "9S KD QH 8C", raised, limits=limits)
    assert outcome.line("ann", "wager-player").stake == 1000_00
    settle(GAME, "ann ante-player 1", "9S KD QH 8C", raised, limits=limits)
    refusal = refused(GAME, "ann ante-player 501", "9S KD QH 8C", raised, limits=limits)
    assert refusal.code == "limit"


@pytest.mark.clause("R3a")
def test_both_antes_may_be_bet_up_to_the_maximum() -> None:
    bets, said = (
        "ann ante-player 500; ann ante-banker 500",
        "ann raise ante-player; ann fold ante-banker",
    )
    outcome = settle(GAME, bets, "9S KD QH 8C", said, limits=("10", "500"))
    assert [line.stake for line in outcome.lines] == [500_00, 500_00, 1000_00]
