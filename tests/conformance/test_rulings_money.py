"""Money: whole units, what odds return, and the limits of each bet."""

import pytest

from croupier import Refused, format_amount, parse_amount
from tests.support.notation import play_file, refused, settle

SHARED = {"limits": ("10", "500"), "seats": {1: "ann"}}
OVER = "ann 1 400 over-limit; bob 1 300 over-limit"


@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    ("text", "units"),
    [("100", 100_00), ("2.50", 2_50), ("2.5", 2_50), ("0.01", 1), ("-12.5", -12_50), ("007", 7_00)],
)
def test_money_is_whole_units(text: str, units: int) -> None:
    assert parse_amount(text) == units
    assert isinstance(parse_amount(text), int)


@pytest.mark.clause("R1")
def test_no_amount_is_too_large_to_be_exact() -> None:
    huge = "9" * 400
    assert format_amount(parse_amount(huge)) == huge
    outcome = settle("live-baccarat", f"ann banker {huge}", "8S KD QH 9C", limits=("1", huge))
    won = int(huge) * 95
    assert outcome.net == {"ann": f"{won // 100}.{won % 100:02d}".rstrip("0")}


@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    ("game", "bet"),
    [
        ("rws-blackjack", "ann 1 {}"),
        ("live-blackjack", "ann 1 {}"),
        ("classic-blackjack-shoe", "ann 1 {}"),
        ("live-baccarat", "ann player {}"),
        ("rws-knockout-baccarat", "ann player {}"),
        ("live-roulette", "ann red {}"),
    ],
)
@pytest.mark.parametrize(
    ("amount", "unit", "whole"),
    [
        ("1.5", "1", False),
        ("0.99", "1", False),
        ("7", "5", False),
        ("15", "5", True),
        ("2.4", "0.2", True),
        ("2.5", "0.2", False),
    ],
)
def test_stakes_are_whole_chips(game: str, bet: str, amount: str, unit: str, whole: bool) -> None:
    refusal = refused(game, bet.format(amount), settings={"chip-unit": unit})
    assert refusal.code == ("card-missing" if whole else "bad-amount")


@pytest.mark.clause("R1", "R8")
def test_only_pro_rating_breaks_a_unit_and_it_rounds_down() -> None:
    outcome = settle("rws-blackjack", OVER, "TS 6D 8H TD 9C", "ann 1 stand", **SHARED)
    assert outcome.told() == [
        "ann initial 114.29 > 114.29 returned BJ5 5.1.1",
        "bob initial 85.72 > 85.72 returned BJ5 5.1.1",
        "ann initial#1 285.71 > 571.42 win BJ5 3.23.1",
        "bob initial#1 214.28 > 428.56 win BJ5 3.23.1",
    ]


@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    ("cards", "actions", "returned"),
    [
        # Three to two of 285.71 is 428.565.
        ("AS 6D KH", "", 285_71 + 428_56),
        # Half of 285.71 is 142.855.
        ("TS 9D 6H", "ann 1 surrender", 142_85),
    ],
)
def test_what_the_part_in_action_pays_is_rounded_down(
    cards: str, actions: str, returned: int
) -> None:
    outcome = settle("rws-blackjack", OVER, cards, actions, **SHARED)
    assert outcome.line("ann", "initial", hand=1).returned == returned


@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    ("cards", "actions", "fits"),
    [
        ("6S 6D 5H TC TD 2C", "ann 1 double 285", True),
        ("6S 6D 5H TC TD 2C", "ann 1 double", True),
        ("6S 6D 5H TC TD 2C", "ann 1 double 286", False),
        ("TS AD 9H 8C", "ann 1 insure 142; ann 1 stand", True),
        ("TS AD 9H 8C", "ann 1 insure 143; ann 1 stand", False),
        ("6S 6D 5H TC TD 2C", "ann 1 double 100; bob 1 follow 214", True),
        ("6S 6D 5H TC TD 2C", "ann 1 double 100; bob 1 follow 215", False),
    ],
)
def test_doubles_and_insurance_are_measured_on_the_part_in_action(
    cards: str, actions: str, fits: bool
) -> None:
    if fits:
        assert settle("rws-blackjack", OVER, cards, actions, **SHARED).status == "settled"
    else:
        assert refused("rws-blackjack", OVER, cards, actions, **SHARED).code == "limit"


@pytest.mark.clause("R1", "R14")
def test_over_13_is_capped_by_the_part_in_action() -> None:
    deal = "TS 6D 8H TD 9C"
    settle("rws-blackjack", f"{OVER}; ann 1 over-13 285", deal, "ann 1 stand", **SHARED)
    refusal = refused("rws-blackjack", f"{OVER}; ann 1 over-13 286", deal, "ann 1 stand", **SHARED)
    assert refusal.code == "limit"


@pytest.mark.clause("R2")
@pytest.mark.parametrize(
    ("game", "bets", "cards", "actions", "returned"),
    [
        ("classic-blackjack-single", "ann 1 5", "AS TD KH 7C", "", 11_00),  # 6 to 5
        ("live-blackjack", "ann 1 5", "AS TD KH 7C", "", 12_50),  # 3 to 2
        ("rws-knockout-baccarat", "ann banker 5", "2S 2D 3H 4C 8S", "", 7_50),  # 1 to 2
        ("live-baccarat", "ann tie 5", "6S KD QH 6C", "", 45_00),  # 8 to 1
        ("live-baccarat", "ann player 5", "6S KD QH 6C", "", 5_00),  # a stand-off
        ("rws-blackjack", "ann 1 5", "TS TD 8H 8C", "ann 1 stand", 5_00),  # a push
    ],
)
def test_a_to_b_returns_the_stake_and_its_share(
    game: str, bets: str, cards: str, actions: str, returned: int
) -> None:
    (line,) = settle(game, bets, cards, actions).lines
    assert line.returned == returned


@pytest.mark.clause("R2")
def test_a_void_takes_back_what_the_interim_settlement_paid() -> None:
    bets = "ann 1 100; bob 2 100; ann 1 player-pair 10; bob 2 over-13 20"
    actions = "bob 2 double 50; pit void foreign-card"
    outcome = settle("rws-blackjack", bets, "AS TH 6D KH 9C", actions)
    assert outcome.net == {"ann": "0", "bob": "0"}
    assert outcome.line("bob", "initial").stake == 150_00
    assert {line.result for line in outcome.lines} == {"void"}


@pytest.mark.clause("R3")
@pytest.mark.parametrize(
    ("game", "bets", "cards", "said"),
    [
        ("rws-blackjack", "ann 1 100", "TS 6D 8H", ""),
        ("live-blackjack", "ann 1 100", "TS 6D 8H 9C", ""),
        ("classic-blackjack-shoe", "ann 1 100", "TS 6D 8H 9C", ""),
        ("rws-knockout-baccarat", "ann ante-player 10", "9S", ""),
    ],
)
def test_no_bet_is_withdrawn_once_betting_is_closed(
    game: str, bets: str, cards: str, said: str
) -> None:
    assert refused(game, bets, cards, "ann withdraw").code == "illegal-action"


@pytest.mark.clause("R3a", "R8")
def test_the_maximum_is_a_players_own_outside_the_rws_blackjacks() -> None:
    limits = ("10", "500")
    settle("live-baccarat", "ann player 500; bob player 500", "9S KD QH 8C", limits=limits)
    for game in ("rws-blackjack", "rws-blackjack-plus"):
        refusal = refused(game, "ann 1 500; bob 1 10", "", limits=limits)
        assert refusal.code == "limit"


@pytest.mark.clause("R3a")
@pytest.mark.parametrize("amount", ["1", "500"])
@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("rws-blackjack", "ann 1 500; ann 1 player-pair {}"),
        ("rws-blackjack", "ann 1 500; ann 1 over-13 {}"),
        ("rws-blackjack-plus", "ann 1 500; ann 1 rws-pairs {}"),
        ("rws-blackjack-plus", "ann 1 500; ann boom-busted {}"),
        ("rws-knockout-baccarat", "ann player 500; ann winning-total-7 {}"),
    ],
)
def test_side_bets_go_from_one_chip_to_the_maximum(game: str, bets: str, amount: str) -> None:
    limits = ("10", "500")
    assert refused(game, bets.format(amount), "", limits=limits).code == "card-missing"
    assert refused(game, bets.format("501"), "", limits=limits).code == "limit"


@pytest.mark.clause("R3a")
@pytest.mark.parametrize(
    ("game", "side_bet"),
    [
        ("rws-blackjack", "1 player-pair"),
        ("rws-blackjack-plus", "1 rws-pairs"),
        ("rws-blackjack-plus", "boom-busted"),
    ],
)
def test_the_limits_of_a_side_bet_hold_for_each_player(game: str, side_bet: str) -> None:
    bets = f"ann 1 500; ann {side_bet} 500; bob {side_bet} 500"
    assert refused(game, bets, "", limits=("10", "500")).code == "card-missing"


@pytest.mark.clause("R3a")
def test_the_limits_are_1_to_10000_unless_set() -> None:
    def outcome(amount: str) -> str:
        file = {
            "game": "live-roulette",
            "bets": [{"player": "ann", "bet": "red", "amount": amount}],
            "pocket": 1,
            "settings": {"chip-unit": "0.50"},
        }
        try:
            return play_file(file).status
        except Refused as refusal:
            return refusal.code

    assert outcome("1") == outcome("10000") == "settled"
    assert outcome("0.50") == outcome("10000.50") == "limit"
