"""What a table may ask of a game's rules before anything is dealt: places, equipment, bets."""

import pytest
from msgspec.structs import replace

from croupier import Act, Action, Bet, Capacity, Misdeal, Refused, begin, variant
from croupier.engine import protocol as engine
from croupier.engine.equipment import Cards, Wheel
from croupier.engine.variants import VARIANTS
from croupier.games.baccarat.engine import BaccaratRules
from croupier.games.blackjack.engine import BlackjackRules
from croupier.kit.odds import Odds
from tests.support.families import blackjack_rules, instance_of
from tests.support.stepping import after

PLACES = {
    "rws-blackjack": (7, 7),
    "rws-blackjack-plus": (7, 7),
    "live-blackjack": (7, 1),
    "classic-blackjack-shoe": (7, 3),
    "classic-blackjack-double": (7, 3),
    "classic-blackjack-single": (7, 3),
    "live-baccarat": (0, 1),
    "rws-knockout-baccarat": (6, 1),
    "live-roulette": (0, 1),
}
"""Game → boxes or seats on the layout, and how many of them one player may have."""

EQUIPMENT = {
    "rws-blackjack": Cards(8, 52, reserve=29 * 6),
    "rws-blackjack-plus": Cards(8, 52, reserve=29 * 6),
    "live-blackjack": Cards(8, 52, reserve=15 * 6, burned=6),
    "classic-blackjack-shoe": Cards(6, 52, reserve=52),
    "classic-blackjack-double": Cards(2, 26, reserve=8 * 6),
    "classic-blackjack-single": Cards(1, 16, reserve=26),
    "live-baccarat": Cards(8, 14, reserve=14),
    "rws-knockout-baccarat": Cards(8, 14, reserve=14),
    "live-roulette": Wheel(37),
}
"""A round of blackjack needs six cards a hand at most, dealer's included, or half the shoe."""

BETS = {
    "rws-blackjack": "initial@ player-pair@ over-13@ under-13@",
    "rws-blackjack-plus": "initial@ rws-pairs@ boom-busted",
    "live-blackjack": "initial@ behind@",
    "classic-blackjack-shoe": "initial@",
    "classic-blackjack-double": "initial@",
    "classic-blackjack-single": "initial@",
    "live-baccarat": "player banker tie",
    "rws-knockout-baccarat": "player banker tie player-pair banker-pair winning-total-1-4 "
    "winning-total-5-6 winning-total-7 winning-total-8 winning-total-9 ante-player ante-banker",
}
"""Game → its bets; with an @ those that lie on a box."""

MAIN = {
    "live-blackjack": {"initial", "behind"},
    "live-baccarat": {"player", "banker", "tie"},
    "rws-knockout-baccarat": {"player", "banker", "tie"},
}


def test_there_are_nine_games() -> None:
    assert PLACES.keys() == EQUIPMENT.keys() == VARIANTS.keys()


@pytest.mark.parametrize(("game", "places"), PLACES.items())
def test_places(game: str, places: tuple[int, int]) -> None:
    rules = variant(game)
    assert (rules.places, rules.places_for_one) == places
    assert rules.bets_at_own_box == (game == "rws-knockout-baccarat")
    assert rules.shares_boxes == game.startswith("rws-blackjack")


@pytest.mark.clause("R4")
def test_an_interruption_changes_nothing_for_fifteen_seconds_unless_set() -> None:
    assert {variant(game).grace_seconds for game in PLACES} == {15}


@pytest.mark.clause("BJ5 3.19", "BJP 3.20", "LIVE 2.3.6a", "CLB 12")
@pytest.mark.parametrize("game", [game for game in PLACES if "blackjack" in game])
def test_the_total_from_which_a_hand_may_stand(game: str) -> None:
    assert blackjack_rules(game).must_draw_below == (12 if game.startswith("rws") else 0)


ASKED = "chips_spread", "stakes_grow", "has_roads"


@pytest.mark.parametrize("game", PLACES)
def test_what_a_house_asks_of_any_game(game: str) -> None:
    rules = variant(game)
    assert {asked for asked in ASKED if getattr(rules, asked)} == {
        "blackjack": {"stakes_grow"},
        "baccarat": {"stakes_grow", "has_roads"},
        "roulette": {"chips_spread"},
    }[rules.family]


@pytest.mark.parametrize(("game", "equipment"), EQUIPMENT.items())
def test_equipment(game: str, equipment: Cards | Wheel) -> None:
    rules = variant(game)
    assert rules.equipment == equipment
    assert rules.deck_count == (equipment.decks if isinstance(equipment, Cards) else 0)
    if isinstance(equipment, Cards):
        assert isinstance(rules, BlackjackRules | BaccaratRules)
        assert equipment.size == 52 * rules.decks


@pytest.mark.parametrize(("game", "bets"), BETS.items())
def test_bets(game: str, bets: str) -> None:
    rules = variant(game)
    assert rules.spots() == {bet.rstrip("@"): bet.endswith("@") for bet in bets.split()}
    main = {bet for bet in rules.spots() if rules.is_main(bet)}
    assert main == MAIN.get(game, {"initial"})


def test_bets_of_the_wheel() -> None:
    rules = variant("live-roulette")
    assert len(rules.spots()) == 151
    assert not any(rules.spots().values())
    assert all(map(rules.is_main, rules.spots()))
    kinds = {bet: rules.kind_of(bet) for bet in ("straight:7", "line:1-6", "dozen:2", "red", "low")}
    assert kinds == {
        "straight:7": "straight",
        "line:1-6": "line",
        "dozen:2": "dozen",
        "red": "even chance",
        "low": "even chance",
    }


def test_bets_come_and_go_with_their_pay() -> None:
    """A document without a pay for a bet has no such bet."""
    blackjack = replace(variant("rws-blackjack"), player_pair=None, over_under=None)
    assert blackjack.spots() == {"initial": True}
    knockout = variant("rws-knockout-baccarat")
    pairs, antes = {"player-pair", "banker-pair"}, {"ante-player", "ante-banker"}
    bets = knockout.spots().keys()
    assert replace(knockout, pair_pays=None).spots().keys() == bets - pairs
    assert replace(knockout, ante_pays=None).spots().keys() == bets - antes


def test_a_smaller_shoe_has_its_cut_card_inside() -> None:
    rules = blackjack_rules("classic-blackjack-shoe")
    assert rules.for_decks(1).cut_card_from_back == 26
    assert replace(rules, cut_card_from_back=200).for_decks(3).cut_card_from_back == 78
    assert rules.for_decks(6).cut_card_from_back == 52
    with pytest.raises(Refused, match="before the first card"):
        variant("rws-blackjack", {"cut-card-from-back": 416})


def test_a_look_needs_a_hole_card() -> None:
    shoe = blackjack_rules("classic-blackjack-shoe")
    looks = {
        (ace, ten): shoe.looks(ace=ace, ten=ten) for ace in (False, True) for ten in (False, True)
    }
    assert looks == {(0, 0): False, (0, 1): False, (1, 0): True, (1, 1): True}
    both = blackjack_rules("classic-blackjack-shoe", {"look-under-ten": True})
    assert both.looks(ace=False, ten=True)
    assert not both.looks(ace=False, ten=False)
    open_hand = blackjack_rules("rws-blackjack")
    assert (open_hand.interim_settlement, open_hand.looks(ace=True, ten=False)) == (True, False)
    assert not shoe.interim_settlement
    for look in ("look-under-ace", "look-under-ten"):
        with pytest.raises(Refused, match="there is no hole card to look at") as refused:
            variant("rws-blackjack", {look: True})
        assert refused.value.clause == variant("rws-blackjack").topics["hole-card"] != ""


def test_no_round_needs_more_than_half_the_shoe() -> None:
    rules = replace(variant("rws-blackjack"), cut_card_from_back=0)
    shoes = {decks: replace(rules, decks=decks).equipment for decks in (1, 2, 6, 8)}
    reserves = {decks: instance_of(Cards, shoe).reserve for decks, shoe in shoes.items()}
    assert reserves == {1: 26, 2: 52, 6: 156, 8: 29 * 6}


@pytest.mark.clause("R1", "R2")
def test_half_of_every_stake_is_whole_cents() -> None:
    with pytest.raises(Refused, match="half a chip unit") as refused:
        replace(variant("rws-blackjack"), chip_unit=1, blackjack_pays=Odds(1, 1)).check()
    assert (refused.value.code, refused.value.clause) == ("bad-setting", "R1")
    replace(variant("rws-blackjack"), chip_unit=2).check()


def test_what_was_staked_first() -> None:
    """Before doubles and splits, by bet, of those who are asked for and did not take it back."""
    bets = [
        Bet("ann", "initial", 100_00, 1),
        Bet("bob", "behind", 40_00, 1),
        Bet("cat", "initial", 60_00, 2),
    ]
    round = after(begin(variant("live-blackjack"), bets), "8S TH 6D 8H 9H TD")
    doubled = after(round, Act("ann", Action.SPLIT, 1), "3C", Act("ann", Action.DOUBLE, 1), "5C")
    assert engine.first_stakes(doubled, lambda _: True) == {"initial": 160_00, "behind": 40_00}
    assert engine.first_stakes(doubled, lambda player: player != "cat") == {
        "initial": 100_00,
        "behind": 40_00,
    }
    withdrawn = after(
        round, Misdeal(Capacity.PIT, reconstructed=False), Act("bob", Action.WITHDRAW)
    )
    assert engine.first_stakes(withdrawn, lambda _: True) == {"initial": 160_00, "behind": 0}
