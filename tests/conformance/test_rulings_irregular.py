"""The rulings on irregularities, in every game they hold in."""

import pytest

from tests.support.notation import refused, settle

BLACKJACKS = [
    *("rws-blackjack", "rws-blackjack-plus", "live-blackjack"),
    *("classic-blackjack-shoe", "classic-blackjack-double", "classic-blackjack-single"),
]
RWS = BLACKJACKS[:2]
BACCARATS = ["live-baccarat", "rws-knockout-baccarat"]
EVERY_BLACKJACK = pytest.mark.parametrize("game", BLACKJACKS)
EVERY_RWS = pytest.mark.parametrize("game", RWS)
TWO = "ann 1 100; bob 2 100"
BOTH_LOSE = {"ann": "-100", "bob": "-100"}


def deal(game: str, more: str = "") -> str:
    """Ann 18, bob 19, the dealer a six; what comes next is a hole card or already more."""
    hole = "" if game in RWS else " TC"
    return f"TS TH 6D 8H 9C{hole} {more}"


def dealers(game: str) -> str:
    """The cards that bring the dealer to 21."""
    return "TC 5C" if game in RWS else "5C"


@pytest.mark.clause("R26", "R2")
@pytest.mark.parametrize(
    "reason", ["foreign-card", "short-shoe", "excess-cards", "out-of-cards", "unshuffled"]
)
@pytest.mark.parametrize(
    ("game", "bets"),
    [(game, TWO) for game in BLACKJACKS]
    + [(game, "ann player 100; bob tie 5") for game in BACCARATS]
    + [("live-roulette", "ann red 100; bob straight:17 5")],
)
def test_what_voids_a_round_of_any_game(game: str, bets: str, reason: str) -> None:
    outcome = settle(game, bets, "", f"pit void {reason} @0")
    assert outcome.status == "void"
    assert outcome.net == {"ann": "0", "bob": "0"}
    assert {line.result for line in outcome.lines} == {"void"}


@pytest.mark.clause("R4", "R26")
@pytest.mark.parametrize(
    ("game", "bets"),
    [(game, TWO) for game in BLACKJACKS]
    + [(game, "ann player 100; bob tie 5") for game in BACCARATS]
    + [("live-roulette", "ann red 100; bob straight:17 5")],
)
def test_an_interruption_before_the_first_card_gives_the_stakes_back(game: str, bets: str) -> None:
    outcome = settle(game, bets, "", "house interrupt @0")
    assert outcome.status == "void"
    assert outcome.net == {"ann": "0", "bob": "0"}


@EVERY_RWS
@pytest.mark.clause("R4")
@pytest.mark.parametrize(
    ("cards", "actions", "goes_on"),
    [
        ("TS TH 6D 8H 9C", "house interrupt", False),
        ("TS TH 6D 8H 9C", "ann 1 stand; house interrupt", False),
        ("TS TH 9D 6H 9C TC", "ann 1 surrender; house interrupt; bob 2 stand", True),
        ("TS TH 6D 8H 9C TC KC 9D", "ann 1 hit; house interrupt; bob 2 stand", True),
        ("AS TH 6D KH 9C TC 9D", "house interrupt; bob 2 stand", True),
        ("AS TH KD KH 9C", "house interrupt", False),
        ("AS TH AD KH 9C", "ann 1 insure 50; house interrupt @5", False),
        ("AS TH AD KH 9C 7C", "ann 1 even-money; house interrupt; bob 2 stand", True),
        # A waiting blackjack and insurance are decided by the dealer's second card.
        ("AS TH TD KH 9C 4C 7C", "bob 2 stand; house interrupt @6", True),
        (
            "TS TH AD 8H 9C 4C 2C",
            "bob 2 insure 50; ann 1 stand; bob 2 stand; house interrupt @6",
            True,
        ),
    ],
)
def test_when_an_interrupted_round_goes_on(
    game: str, cards: str, actions: str, goes_on: bool
) -> None:
    assert settle(game, TWO, cards, actions).status == ("settled" if goes_on else "void")


@EVERY_BLACKJACK
@pytest.mark.clause("R5")
@pytest.mark.parametrize(
    "ruling", ["pit void foreign-card", "house interrupt", "pit misdeal", "pit burn 1"]
)
def test_a_finished_round_stands(game: str, ruling: str) -> None:
    cards = deal(game, dealers(game))
    stands = "ann 1 stand; bob 2 stand"
    assert refused(game, TWO, cards, f"{stands}; {ruling}").code == "illegal-action"


@EVERY_BLACKJACK
@pytest.mark.clause("R5", "R27", "BJ5 5.10.2", "BJP 5.10.2")
@pytest.mark.parametrize("surplus", ["", " 3C"])
def test_so_it_does_while_an_overdrawn_card_is_still_out(game: str, surplus: str) -> None:
    """Whether the file has the card to discard or not."""
    cards = deal(game, dealers(game)) + surplus
    actions = "ann 1 stand; bob 2 stand; pit discard overdraw"
    assert refused(game, TWO, cards, f"{actions}; pit void foreign-card").code == "illegal-action"
    if not surplus:
        assert refused(game, TWO, cards, actions).code == "card-missing"


@EVERY_BLACKJACK
@pytest.mark.clause("R28")
def test_every_blackjack_lets_the_players_choose(game: str) -> None:
    cards = deal(game, dealers(game))
    for misdeal in ("pit misdeal", "pit misdeal reconstructed subsequent"):
        actions = f"ann 1 stand; {misdeal}; bob withdraw"
        assert settle(game, TWO, cards, actions).net == {"ann": "-100", "bob": "0"}
        actions = f"ann 1 stand; {misdeal}; bob continue; bob 2 stand"
        assert settle(game, TWO, cards, actions).net == BOTH_LOSE
    everyone = "pit misdeal; ann withdraw; bob withdraw"
    outcome = settle(game, TWO, deal(game), everyone)
    assert (outcome.status, outcome.net) == ("settled", {"ann": "0", "bob": "0"})


@EVERY_BLACKJACK
@pytest.mark.clause("R28")
def test_no_blackjack_is_void_for_a_wrong_number_of_cards(game: str) -> None:
    assert refused(game, TWO, deal(game), "pit void wrong-count").code == "illegal-action"


@pytest.mark.parametrize("game", BACCARATS)
@pytest.mark.clause("R24", "R28")
def test_a_coup_with_a_wrong_number_of_cards_is_mended_or_void(game: str) -> None:
    bets = "ann player 100; bob tie 5"
    assert settle(game, bets, "9S KD", "pit void wrong-count @2").status == "void"
    assert settle(game, bets, "9S KD", "pit misdeal @2").status == "void"
    mended = settle(game, bets, "9S KD QH 8C", "pit misdeal reconstructed @2")
    assert mended.net == {"ann": "100", "bob": "-5"}


@EVERY_RWS
@pytest.mark.clause("R27")
def test_the_first_deal_is_not_mended_after_the_interim_settlement(game: str) -> None:
    cards = deal(game, dealers(game))
    for deal_named in ("", " initial", " subsequent"):
        actions = f"ann 1 stand; pit misdeal reconstructed{deal_named}; bob 2 stand"
        if deal_named == " initial":
            assert refused(game, TWO, cards, actions).code == "illegal-action"
        else:
            assert settle(game, TWO, cards, actions).net == BOTH_LOSE
    early = "pit misdeal reconstructed initial; ann 1 stand; bob 2 stand"
    assert settle(game, TWO, cards, early).net == BOTH_LOSE


@EVERY_BLACKJACK
@pytest.mark.clause("R27")
def test_an_overdraw_goes_and_the_total_stands(game: str) -> None:
    cards = deal(game, f"{dealers(game)} 9S")
    actions = "ann 1 stand; bob 2 stand; pit discard overdraw"
    assert settle(game, TWO, cards, actions).net == BOTH_LOSE
    # Before the dealer's hand is complete there is nothing to discard.
    early = "ann 1 stand; pit discard overdraw @5"
    assert refused(game, TWO, cards, early).code == "illegal-action"


@EVERY_BLACKJACK
@pytest.mark.clause("R27")
def test_a_card_to_a_box_without_a_bet_goes_once_play_has_begun(game: str) -> None:
    cards = deal(game, f"9S {dealers(game)}")
    actions = "ann 1 stand; pit discard no-bet; bob 2 stand"
    assert settle(game, TWO, cards, actions).net == BOTH_LOSE
    assert refused(game, TWO, cards, "pit discard no-bet @2").code == "illegal-action"


@EVERY_BLACKJACK
@pytest.mark.clause("R28")
def test_a_card_that_cannot_be_put_in_order_stays_where_it_fell(game: str) -> None:
    cards = deal(game, f"2S {dealers(game)}")
    actions = "ann 1 stand; pit misdeal; pit place 2 1"
    # A hard 21 may still draw at RWS, and so must say that it stands.
    actions += "; bob 2 stand" if game in RWS else ""
    assert settle(game, TWO, cards, actions).net == {"ann": "-100", "bob": "0"}


@EVERY_BLACKJACK
@pytest.mark.clause("R29", "R28")
def test_two_cards_at_once(game: str) -> None:
    cards = deal(game, f"KS AS {dealers(game)}")
    picked = "ann 1 hit; dealer together 2; ann take AS; ann 1 stand; bob 2 hit"
    # Ann 19; the king is bob's, who busts.
    outcome = settle(game, TWO, cards, picked)
    assert outcome.net == BOTH_LOSE
    assert refused(game, TWO, cards, "ann 1 hit; dealer together 2; bob take AS").code == (
        "not-your-turn"
    )
    thrown = "ann 1 stand; bob 2 stand; dealer together 2"
    assert settle(game, TWO, cards, thrown).net == BOTH_LOSE
    left = f"{thrown}; ann withdraw"
    assert settle(game, TWO, cards, left).net == {"ann": "0", "bob": "-100"}


@EVERY_BLACKJACK
@pytest.mark.clause("R29")
def test_two_cards_at_once_in_the_deal(game: str) -> None:
    """Ann's second card and bob's came out together: she may take the nine and leave the eight."""
    cards = "TS TH 6D 8H 9C TC 5C"
    actions = "dealer together 2 @3; ann take 9C; ann 1 stand; bob 2 stand"
    outcome = settle(game, TWO, cards, actions)
    assert outcome.net == BOTH_LOSE
    # Against a dealer's 19 the nine pushes and the eight loses.
    nineteen = "TS TH 9D 8H 9C TC"
    outcome = settle(game, TWO, nineteen, actions)
    assert outcome.net == {"ann": "0", "bob": "-100"}


@EVERY_BLACKJACK
@pytest.mark.clause("R30")
def test_each_ruling_by_the_one_whose_it_is(game: str) -> None:
    cards = deal(game, f"2S 3S 4S {dealers(game)}")
    assert settle(game, TWO, cards, "ann 1 stand; pit burn 3; bob 2 stand").net == BOTH_LOSE
    for by in ("dealer", "shift", "house"):
        refusal = refused(game, TWO, cards, f"ann 1 stand; {by} burn 3; bob 2 stand")
        assert (refusal.code, refusal.clause) == ("illegal-action", "R30")
