"""RWS Blackjack and Blackjack Plus: faults that void a round, and interruptions."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import cites

BJ5 = "rws-blackjack"
BJP = "rws-blackjack-plus"
both = pytest.mark.parametrize("game", [BJ5, BJP])
TWO = "ann 1 100; bob 2 100"


# --- void --------------------------------------------------------------------------------------

REASONS = [
    ("foreign-card", "5.5.1"),
    ("short-shoe", "5.5.2"),
    ("excess-cards", "5.5.2"),
    ("out-of-cards", "5.5.3"),
    ("unshuffled", "5.5.4"),
]


@pytest.mark.clause("BJ5 5.5", "BJP 5.5", "BJ5 5.5.1", "BJP 5.5.1", "BJ5 5.5.2", "BJP 5.5.2")
@pytest.mark.clause("BJ5 5.5.3", "BJP 5.5.3", "BJ5 5.5.4", "BJP 5.5.4")
@pytest.mark.clause("BJ5 1.36", "BJP 1.35", "BJ5 5.17", "BJP 5.17")
@pytest.mark.parametrize(("game", "document"), [(BJ5, "BJ5"), (BJP, "BJP")])
@pytest.mark.parametrize(("reason", "number"), REASONS)
def test_each_fault_voids_the_round_and_returns_every_bet(
    game: str, document: str, reason: str, number: str
) -> None:
    outcome = settle(game, TWO, "TS TH 6D 8S 9H", f"ann 1 stand; pit void {reason}")
    assert outcome.status == "void"
    assert outcome.told() == [
        f"ann initial#1 100 > 100 void {document} {number}",
        f"bob initial#1 100 > 100 void {document} {number}",
    ]
    assert outcome.net == {"ann": "0", "bob": "0"}


@pytest.mark.clause("BJ5 5.5", "BJP 5.5", "BJ5 5.17", "BJP 5.17")
@both
@pytest.mark.parametrize(
    ("cards", "before", "at"),
    [
        ("", "", 0),  # nothing dealt
        ("TS", "", 1),
        ("TS TH 6D", "", 3),
        ("TS TH 6D 8S", "", 4),
        ("TS TH 6D 8S 9H", "", 5),  # all have two cards, nobody has played
        ("TS TH 6D 2S 9H 3C", "ann 1 hit", 6),  # between two decisions
        ("TS TH 6D 8S 9H TC", "ann 1 stand; bob 2 stand", 6),  # the dealer has sixteen
    ],
)
def test_a_fault_voids_the_round_wherever_it_stands(
    game: str, cards: str, before: str, at: int
) -> None:
    actions = f"{before}; pit void foreign-card @{at}"
    outcome = settle(game, TWO, cards, actions)
    assert (outcome.status, outcome.net) == ("void", {"ann": "0", "bob": "0"})


@pytest.mark.clause("BJ5 5.5.3", "BJP 5.5.3")
@both
def test_a_shoe_that_runs_out_voids_the_round_where_the_card_is_missing(game: str) -> None:
    actions = "ann 1 stand; bob 2 stand; pit void out-of-cards"
    assert settle(game, TWO, "TS TH 6D 8S 9H TC", actions).status == "void"
    assert settle(game, TWO, "TS TH 6D", "pit void out-of-cards").status == "void"


@pytest.mark.clause("BJ5 5.17", "BJP 5.17")
@both
def test_a_void_takes_back_what_the_interim_settlement_paid_and_took(game: str) -> None:
    side = "player-pair" if game == BJ5 else "rws-pairs"
    bets = f"ann 1 100; ann 1 {side} 10; bob 2 100; bob 2 {side} 10; cat 3 100; dan 4 100"
    cards = "AS 8H TC TD 6D KH 8D 6C 9D"
    actions = "cat 3 surrender; bob 2 stand; pit void short-shoe"
    outcome = settle(game, bets, cards, actions)
    assert {line.result for line in outcome.lines} == {"void"}
    assert set(outcome.net.values()) == {"0"}
    assert len(outcome.lines) == 6


@pytest.mark.clause("BJ5 5.17", "BJP 5.17")
@both
def test_a_void_returns_doubles_splits_follows_and_insurance(game: str) -> None:
    bets = "ann 1 100; bob 1 50; cat 2 100"
    cards = "8S TH AD 8H 9H 3C TC TD"
    actions = (
        "ann 1 insure 50; ann 1 split; bob 1 follow; ann 1 double 60; bob 1 follow 20;"
        "ann 1 stand; pit void excess-cards"
    )
    outcome = settle(game, bets, cards, actions, seats={1: "ann"})
    stakes = {(one.player, one.bet, one.hand): one.stake for one in outcome.lines}
    assert stakes == {
        ("ann", "initial", 1): 160_00,
        ("ann", "initial", 2): 100_00,
        ("ann", "insurance", None): 50_00,
        ("bob", "initial", 1): 70_00,
        ("bob", "initial", 2): 50_00,
        ("cat", "initial", 1): 100_00,
    }
    assert all(one.returned == one.stake for one in outcome.lines)


@pytest.mark.clause("BJ5 5.17", "BJP 5.17")
@both
def test_a_void_returns_one_stake_to_a_player_who_did_not_follow_the_split(game: str) -> None:
    actions = "ann 1 split; pit void excess-cards"
    outcome = settle(game, "ann 1 100; bob 1 50", "8S 6D 8H 9H", actions, seats={1: "ann"})
    returned = [(one.player, one.hand, one.returned) for one in outcome.lines]
    assert returned == [("ann", 1, 100_00), ("ann", 2, 100_00), ("bob", 1, 50_00)]


@pytest.mark.clause("BJ5 5.17", "BJP 5.17")
@both
def test_a_void_returns_what_a_bust_had_lost(game: str) -> None:
    outcome = settle(game, TWO, "TS TH 6D 8S 9H 7C", "ann 1 hit; pit void unshuffled")
    assert outcome.net == {"ann": "0", "bob": "0"}


@pytest.mark.clause("BJP 5.17")
def test_a_void_returns_boom_busted() -> None:
    bets = "ann 1 100; bob boom-busted 10"
    outcome = settle(BJP, bets, "TS 6D 8H", "pit void unshuffled")
    assert outcome.told()[-1] == "bob boom-busted 10 > 10 void BJP 5.5.4"


@pytest.mark.clause("BJ5 5.17", "BJP 5.17", "BJ5 5.15", "BJP 5.15")
@both
def test_a_void_counts_a_bet_that_was_returned_already_once(game: str) -> None:
    side = "player-pair" if game == BJ5 else "rws-pairs"
    bets = f"ann 1 100; bob 2 {side} 10 late-found"
    outcome = settle(game, bets, "TS 6D 8H", "pit void unshuffled")
    assert outcome.data["players"]["bob"] == {"staked": "10", "returned": "10", "net": "0"}


@pytest.mark.clause("BJ5 5.5", "BJP 5.5", "BJ5 5.7", "BJP 5.7")
@cites("BJ5 5.7", "BJP 5.7")
def test_a_wrong_number_of_cards_is_a_dealing_error_and_no_void(game: str, clause: str) -> None:
    refusal = refused(game, TWO, "TS TH 6D 8S 9H", "ann 1 stand; pit void wrong-count")
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)


@pytest.mark.clause("BJ5 5.5", "BJP 5.5", "BJ5 1.36", "BJP 1.35")
@both
@pytest.mark.parametrize(
    "ruling", ["pit void foreign-card", "house interrupt", "pit misdeal", "pit burn 1"]
)
def test_a_finished_round_cannot_be_undone(game: str, ruling: str) -> None:
    actions = f"ann 1 stand; {ruling}"
    assert refused(game, "ann 1 100", "TS 9D 8H TC", actions).code == "illegal-action"


@pytest.mark.clause("BJ5 5.5", "BJP 5.5")
@both
def test_a_voided_round_is_over(game: str) -> None:
    cards, void = "TS TH 6D 8S 9H", "pit void foreign-card"
    assert refused(game, TWO, f"{cards} TC", void).code == "card-left-over"
    assert refused(game, TWO, cards, f"{void}; bob 2 stand").code == "action-left-over"
    assert refused(game, TWO, cards, f"{void}; {void}").code == "illegal-action"


# --- interruption: nothing decided -------------------------------------------------------------


@pytest.mark.clause("BJ5 5.4", "BJP 5.4", "BJ5 5.4.2", "BJP 5.4.2")
@cites("BJ5 5.4.2", "BJP 5.4.2")
@pytest.mark.parametrize(
    ("cards", "before", "at"),
    [
        ("", "", 0),
        ("TS TH", "", 2),
        ("AS TH TD KS 9H", "", 5),  # a blackjack against a ten is not yet won
        ("AS TH AD KS 9H", "", 5),  # nor against an ace
        ("TS TH 6D TC 9H", "", 5),  # twenty has won nothing
        ("TS TH 6D 8S 9H", "ann 1 stand", 5),
        ("5S TH 6D 6S 9H TC", "ann 1 double", 6),  # a doubled 21 has won nothing
        ("8S TH AD 8H 9H TC", "ann 1 insure 50; ann 1 split", 6),
        ("TS TH 6D 8S 9H TC", "ann 1 stand; bob 2 stand", 6),  # the dealer has sixteen
    ],
)
def test_an_interruption_with_nothing_decided_voids_the_round(
    game: str, clause: str, cards: str, before: str, at: int
) -> None:
    outcome = settle(game, TWO, cards, f"{before}; house interrupt @{at}")
    assert outcome.status == "void"
    assert {(one.result, one.clause) for one in outcome.lines} == {("void", clause)}
    assert outcome.net == {"ann": "0", "bob": "0"}


@pytest.mark.clause("BJP 5.4.2")
@pytest.mark.parametrize(("cards", "at"), [("TS TH 6D 8S 9H", 5), ("TS TH 6D 8S 9H TC", 6)])
def test_boom_busted_is_open_until_the_dealers_hand_is_complete(cards: str, at: int) -> None:
    actions = f"ann 1 stand; bob 2 stand; house interrupt @{at}"
    outcome = settle(BJP, f"{TWO}; bob boom-busted 10", cards, actions)
    assert outcome.status == "void"


@pytest.mark.clause("BJ5 5.4.2", "BJP 5.4.2")
@both
def test_a_bet_given_back_is_neither_won_nor_lost(game: str) -> None:
    side = "player-pair" if game == BJ5 else "rws-pairs"
    bets = f"ann 1 100; bob 2 {side} 10 late-found"
    assert settle(game, bets, "TS 6D 8H", "house interrupt").status == "void"


# --- interruption: something decided -----------------------------------------------------------


@pytest.mark.clause("BJ5 5.4", "BJP 5.4", "BJ5 5.4.1", "BJP 5.4.1")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        # A bust.
        (
            "TS TH 6D 8S 9H 7C TC 5D",
            "ann 1 hit; house interrupt; bob 2 stand",
            {"ann": "-100", "bob": "-100"},
        ),
        # A blackjack against 2 to 9, in the window and before bob has his second card.
        ("AS TH 9D KS 9H TC", "house interrupt; bob 2 stand", {"ann": "150", "bob": "0"}),
        ("AS TH 2D KS 9H TC 5D", "house interrupt @4; bob 2 stand", {"ann": "150", "bob": "100"}),
        # A surrender, in the window and after it.
        (
            "TS TH 9D 6S 9H TC",
            "ann 1 surrender; house interrupt; bob 2 stand",
            {"ann": "-50", "bob": "0"},
        ),
        # Even money taken.
        (
            "AS TH AD KS 9H TC",
            "ann 1 even-money; house interrupt; bob 2 stand",
            {"ann": "100", "bob": "-100"},
        ),
        # Insurance, once the dealer's second card is known.
        (
            "TS TH AD 8S 9H 5C TC 2D",
            "ann 1 insure 50; ann 1 stand; bob 2 stand; house interrupt @6",
            {"ann": "-50", "bob": "100"},
        ),
        # A waiting blackjack, once the dealer's second card is known.
        (
            "AS TH TD KS 9H 5C 4D",
            "bob 2 stand; house interrupt @6",
            {"ann": "150", "bob": "0"},
        ),
        # A bust, with the dealer's hand begun.
        (
            "TS TH 6D 8S 9H 7C TC 5D",
            "ann 1 hit; bob 2 stand; house interrupt @7",
            {"ann": "-100", "bob": "-100"},
        ),
    ],
)
def test_with_a_bet_decided_the_round_goes_on_from_where_it_stood(
    game: str, cards: str, actions: str, net: dict[str, str]
) -> None:
    outcome = settle(game, TWO, cards, actions)
    assert (outcome.status, outcome.net) == ("settled", net)


@pytest.mark.clause("BJ5 5.4.1", "BJ5 5.4.2")
@pytest.mark.parametrize(
    ("first", "bet", "decided"),
    [
        ("AS", "over-13", True),  # at most eleven
        ("2S", "over-13", True),  # at most twelve
        ("3S", "over-13", True),  # at most thirteen, and that loses too
        ("4S", "over-13", False),
        ("TS", "over-13", False),
        ("AS", "under-13", True),
        ("2S", "under-13", True),
        ("3S", "under-13", False),
        ("TS", "under-13", False),
        ("2S", "player-pair", False),
    ],
)
def test_one_low_card_can_decide_over_and_under_13(first: str, bet: str, decided: bool) -> None:
    cards = f"{first} TH"
    bets = f"{TWO}; ann 1 {bet} 10"
    if decided:
        missing = refused(BJ5, bets, cards, "house interrupt @2; ann 1 stand")
        assert missing.code == "card-missing"  # the round goes on
    else:
        assert settle(BJ5, bets, cards, "house interrupt @2").status == "void"


@pytest.mark.clause("BJ5 5.4.1", "BJP 5.4.1")
@pytest.mark.parametrize(("game", "bet"), [(BJ5, "player-pair"), (BJP, "rws-pairs")])
@pytest.mark.parametrize("second", ["TC", "8C"])
def test_a_pair_bet_is_decided_by_its_two_cards_won_or_lost(
    game: str, bet: str, second: str
) -> None:
    bets = f"{TWO}; ann 1 {bet} 10"
    assert settle(game, bets, "TS TH 6D", "house interrupt @3").status == "void"
    actions = "house interrupt @4; ann 1 stand; bob 2 stand"
    cards = f"TS TH 6D {second} 9H TD 9C"
    assert settle(game, bets, cards, actions).status == "settled"


@pytest.mark.clause("BJ5 5.4.1")
def test_the_window_is_still_open_after_an_interruption() -> None:
    bets = f"{TWO}; ann 1 over-13 10"
    actions = "house interrupt; bob 2 insure 50; ann 1 stand; bob 2 stand"
    outcome = settle(BJ5, bets, "TS TH AD 8S 9H KC", actions)
    assert outcome.net == {"ann": "-90", "bob": "0"}


@pytest.mark.clause("BJ5 5.4.1", "BJP 5.4.1", "BJ5 5.4.2", "BJP 5.4.2")
@both
def test_a_round_is_asked_at_each_interruption(game: str) -> None:
    # Nothing is decided at the first, so there is no second.
    actions = "house interrupt; ann 1 stand; house interrupt; bob 2 stand"
    refusal = refused(game, TWO, "TS TH 6D 8S 9H", actions)
    assert refusal.code == "action-left-over"
    actions = "ann 1 hit; house interrupt; bob 2 hit; house interrupt; bob 2 stand"
    outcome = settle(game, TWO, "TS TH 6D 8S 2H 7C 3C TD 5D", actions)
    assert outcome.status == "settled"
