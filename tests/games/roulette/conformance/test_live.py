"""Live roulette: every bet against every pocket, by a plain model of the layout."""

from itertools import combinations

import pytest

from croupier import HOUSE, BallRested, Bet, begin, spots, step, variant
from tests.support.families import roulette_view
from tests.support.notation import refused, settle

GAME = "live-roulette"
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
PAYS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1}
ROWS = [[3 * row + column for column in (1, 2, 3)] for row in range(12)]


def layout() -> dict[str, set[int]]:
    """The numbers under each spot, read off the felt: twelve rows of three, and the zero."""
    found = {f"straight:{n}": {n} for n in range(37)}
    for at, row in enumerate(ROWS):
        below = ROWS[at + 1] if at < 11 else None
        found[f"street:{row[0]}-{row[2]}"] = set(row)
        for left, right in ((0, 1), (1, 2)):
            found[f"split:{row[left]}-{row[right]}"] = {row[left], row[right]}
        if below is None:
            continue
        found[f"line:{row[0]}-{below[2]}"] = {*row, *below}
        for column in range(3):
            found[f"split:{row[column]}-{below[column]}"] = {row[column], below[column]}
        for left, right in ((0, 1), (1, 2)):
            square = {row[left], row[right], below[left], below[right]}
            found[f"corner:{row[left]}-{below[right]}"] = square
    for column in range(3):
        found[f"column:{column + 1}"] = {row[column] for row in ROWS}
    for dozen in range(3):
        found[f"dozen:{dozen + 1}"] = {n for row in ROWS[4 * dozen : 4 * dozen + 4] for n in row}
    found["red"] = RED
    found["black"] = {n for n in range(1, 37) if n not in RED}
    found["even"] = {n for n in range(1, 37) if n % 2 == 0}
    found["odd"] = {n for n in range(1, 37) if n % 2 == 1}
    found["low"] = {n for n in range(1, 37) if n <= 18}
    found["high"] = {n for n in range(1, 37) if n >= 19}
    return found


LAYOUT = layout()
OUTSIDE = ("column", "dozen", "red", "black", "even", "odd", "low", "high")


@pytest.mark.clause("LIVE 1.3", "R25")
def test_there_are_151_bets_of_these_kinds() -> None:
    counted: dict[str, int] = {}
    for spot in LAYOUT:
        kind = spot.partition(":")[0]
        counted[kind] = counted.get(kind, 0) + 1
    inside = {"straight": 37, "split": 57, "street": 12, "corner": 22, "line": 11}
    chances = dict.fromkeys(("red", "black", "even", "odd", "low", "high"), 1)
    assert counted == {**inside, "column": 3, "dozen": 3, **chances}
    assert len(LAYOUT) == 151
    assert spots(variant(GAME)) == dict.fromkeys(LAYOUT, False)


@pytest.mark.clause("LIVE 1.1", "LIVE 1.3", "LIVE 1.4", "R25", "R2")
@pytest.mark.parametrize("pocket", range(37))
def test_every_bet_on_every_pocket(pocket: int) -> None:
    bets = "; ".join(f"ann {spot} 10" for spot in LAYOUT)
    outcome = settle(GAME, bets, pocket=pocket)
    assert len(outcome.lines) == 151
    for line in outcome.lines:
        covered = LAYOUT[line.bet]
        assert line.stake == 10_00
        if pocket in covered:
            expected = ("win", 10_00 + 10_00 * PAYS[len(covered)], "LIVE 1.4")
        else:
            expected = ("lose", 0, "LIVE 1.3")
        assert (line.result, line.returned, line.clause) == expected, line


@pytest.mark.clause("LIVE 1.4")
@pytest.mark.parametrize(
    ("spot", "pocket", "net"),
    [
        ("straight:0", 0, "350"),
        ("straight:17", 17, "350"),
        ("split:17-20", 17, "170"),
        ("street:16-18", 18, "110"),
        ("corner:16-20", 19, "80"),
        ("line:13-18", 13, "50"),
        ("column:2", 35, "20"),
        ("dozen:2", 24, "20"),
        ("low", 18, "10"),
    ],
)
def test_the_fewer_numbers_a_bet_covers_the_more_it_pays(spot: str, pocket: int, net: str) -> None:
    assert settle(GAME, f"ann {spot} 10", pocket=pocket).net == {"ann": net}


@pytest.mark.clause("LIVE 1.3", "R25")
def test_zero_loses_every_outside_bet_and_only_its_own_straight_wins() -> None:
    outcome = settle(GAME, "; ".join(f"ann {spot} 1" for spot in LAYOUT), pocket=0)
    assert [line.bet for line in outcome.lines if line.result == "win"] == ["straight:0"]
    outside = [line for line in outcome.lines if line.bet.startswith(OUTSIDE)]
    assert len(outside) == 12
    assert {line.result for line in outside} == {"lose"}


@pytest.mark.clause("LIVE 1.3", "R25")
@pytest.mark.parametrize("kind", ["split", "street", "corner", "line"])
def test_two_numbers_that_name_no_spot_are_refused(kind: str) -> None:
    """Every pair of numbers, zero and one past the end included, that the felt does not have."""
    for low, high in combinations(range(38), 2):
        for spot in (f"{kind}:{low}-{high}", f"{kind}:{high}-{low}"):
            if spot not in LAYOUT:
                assert refused(GAME, f"ann {spot} 10", pocket=1).code == "unknown-bet", spot


@pytest.mark.clause("LIVE 1.3", "R25")
@pytest.mark.parametrize(
    "spot",
    [
        "straight:37",
        "straight:-1",
        "straight:00",
        "straight:07",
        "straight:17-17",
        "straight",
        "straight:",
        "split:17",
        "split:17-17",
        "split:0-1",
        "split:3-4",
        "split:1-2-3",
        "street:0-2",
        "street:2-4",
        "street:34-37",
        "corner:0-3",
        "corner:3-7",
        "corner:1-2-4-5",
        "line:2-7",
        "line:34-39",
        "column:0",
        "column:4",
        "column:1-3",
        "dozen:0",
        "dozen:4",
        "RED",
        "red:1",
        "green",
        "zero",
        "basket",
        "1-18",
        "initial",
        "player",
    ],
)
def test_a_spot_that_does_not_exist_is_refused(spot: str) -> None:
    assert refused(GAME, f"ann {spot} 10", pocket=1).code == "unknown-bet"


@pytest.mark.clause("LIVE 1.1", "R25")
@pytest.mark.parametrize("pocket", [-1, 37, 100])
def test_there_are_37_pockets_and_no_more(pocket: int) -> None:
    assert refused(GAME, "ann red 10", pocket=pocket).code == "bad-file"


@pytest.mark.clause("LIVE 1.1")
def test_without_a_pocket_the_spin_is_not_decided() -> None:
    assert refused(GAME, "ann red 10").code == "card-missing"


@pytest.mark.clause("LIVE 1.3")
@pytest.mark.parametrize(("pocket", "colour"), [(0, "green"), (32, "red"), (33, "black")])
def test_the_winning_number_is_shown_with_its_colour(pocket: int, colour: str) -> None:
    spin = begin(variant(GAME), [Bet("ann", "red", 10_00)])
    assert (roulette_view(spin).pocket, roulette_view(spin).colour) == (None, None)
    seen = roulette_view(step(spin, BallRested(pocket)).round, HOUSE)
    assert (seen.pocket, seen.colour) == (pocket, colour)


@pytest.mark.clause("LIVE 1.2", "R3a")
@pytest.mark.parametrize(
    ("bets", "fits"),
    [
        ("ann red 10", True),
        ("ann red 500", True),
        ("ann red 500; ann black 500; bob red 500", True),
        ("ann straight:17 500; ann straight:18 500; ann straight:0 500", True),
        ("ann dozen:1 500; ann dozen:2 500; ann column:1 500; ann column:2 500", True),
        ("ann red 5; ann red 5", True),
        ("ann red 9", False),
        ("ann red 501", False),
        ("ann red 300; ann red 201", False),
        ("ann red 100; ann straight:17 9", False),
    ],
)
def test_the_limits_hold_for_each_bet_of_each_player(bets: str, fits: bool) -> None:
    if fits:
        assert settle(GAME, bets, pocket=0, limits=("10", "500")).status == "settled"
    else:
        refusal = refused(GAME, bets, pocket=0, limits=("10", "500"))
        assert (refusal.code, refusal.clause) == ("limit", "LIVE 1.2")
        last_bet = bets.split()[-2]
        assert f"the bet on {last_bet} is" in refusal.message


@pytest.mark.clause("R26", "R2")
@pytest.mark.parametrize("reason", ["foreign-card", "short-shoe", "excess-cards", "unshuffled"])
def test_a_spin_may_be_voided_before_the_ball_rests(reason: str) -> None:
    outcome = settle(GAME, "ann red 10; bob straight:17 5", "", f"pit void {reason}")
    assert outcome.status == "void"
    assert outcome.told() == [
        "ann red 10 > 10 void R26",
        "bob straight:17 5 > 5 void R26",
    ]


@pytest.mark.clause("R4")
def test_an_interruption_while_the_ball_rolls_voids_the_spin() -> None:
    outcome = settle(GAME, "ann red 10", "", "house interrupt")
    assert outcome.told() == ["ann red 10 > 10 void R4"]


@pytest.mark.clause("R5")
def test_a_settled_spin_cannot_be_voided() -> None:
    refusal = refused(GAME, "ann red 10", "", "pit void foreign-card", pocket=1)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R5")


@pytest.mark.clause("R4")
@pytest.mark.parametrize("interruption", ["house interrupt", "house interrupt @0"])
def test_an_interruption_with_the_ball_in_its_pocket_is_concluded(interruption: str) -> None:
    outcome = settle(GAME, "ann red 10; bob black 10", "", interruption, pocket=1)
    assert outcome.status == "settled"
    assert outcome.told() == ["ann red 10 > 20 win LIVE 1.4", "bob black 10 > 0 lose LIVE 1.3"]


@pytest.mark.clause("R4")
@pytest.mark.parametrize("interruption", ["house interrupt", "house interrupt @1"])
def test_an_interrupted_ball_in_its_pocket_decides_though_every_bet_loses(
    interruption: str,
) -> None:
    outcome = settle(GAME, "ann red 10; bob straight:17 5", "", interruption, pocket=2)
    assert outcome.status == "settled"
    assert outcome.net == {"ann": "-10", "bob": "-5"}


@pytest.mark.clause("R4", "R26")
def test_a_spin_may_be_ruled_on_between_the_ball_and_the_settlement() -> None:
    outcome = settle(GAME, "ann red 10", "", "house interrupt @1", pocket=1)
    assert outcome.net == {"ann": "10"}
    outcome = settle(GAME, "ann red 10", "", "pit void unshuffled @1", pocket=1)
    assert outcome.told() == ["ann red 10 > 10 void R26"]


CARD_RULINGS = ["pit misdeal", "pit misdeal reconstructed", "pit burn 3", "pit place 1 1"]
CARD_RULINGS += ["pit place dealer", "pit discard no-bet"]


@pytest.mark.clause("R30")
@pytest.mark.parametrize(
    ("ruling", "pocket"),
    [(ruling, pocket) for ruling in CARD_RULINGS for pocket in (None, 17)]
    + [("pit discard overdraw", 17), ("dealer together 2", 17)],
)
def test_a_wheel_has_no_cards_to_go_wrong(ruling: str, pocket: int | None) -> None:
    assert refused(GAME, "ann red 10", "", ruling, pocket=pocket).code == "illegal-action"


@pytest.mark.clause("R5", "R30")
def test_a_signed_adjustment_is_a_line_of_its_own() -> None:
    outcome = settle(GAME, "ann red 10", "", "shift adjust ann -2.50 paid twice", pocket=1)
    assert outcome.told() == [
        "ann red 10 > 20 win LIVE 1.4",
        "ann adjustment 0 > -2.5 adjusted R5",
    ]
    assert outcome.net == {"ann": "7.5"}
