"""Classic blackjack: who sees which card, and what goes wrong."""

import pytest

from croupier import (
    HOUSE,
    PUBLIC,
    Act,
    Action,
    Bet,
    CardDealt,
    CardsTurned,
    Fate,
    OffersClosed,
    Refused,
    Round,
    Viewer,
    begin,
    cards,
    standings,
    step,
    variant,
    view,
    waiting,
)
from tests.support.families import blackjack_view
from tests.support.notation import refused, settle

SHOE, DOUBLE, SINGLE = (f"classic-blackjack-{name}" for name in ("shoe", "double", "single"))
EACH = pytest.mark.parametrize("game", [SHOE, DOUBLE, SINGLE])
ANN, BOB = Viewer.of("ann"), Viewer.of("bob")


def table(game: str, text: str) -> Round:
    """Ann on box 1, bob on box 2, these cards dealt."""
    bets = [Bet("ann", "initial", 100_00, box=1), Bet("bob", "initial", 100_00, box=2)]
    return deal(begin(variant(game), bets), text)


def deal(round: Round, text: str) -> Round:
    for one in cards(text):
        round = step(round, CardDealt(one)).round
    return round


def hand(round: Round, viewer: Viewer, box: int = 1) -> tuple[str, ...]:
    return blackjack_view(round, viewer).boxes[box - 1].hands[0].cards


@pytest.mark.clause("CLB 5", "R20")
@pytest.mark.parametrize("game", [SHOE, SINGLE])
@pytest.mark.parametrize("viewer", [PUBLIC, HOUSE, ANN, BOB])
def test_from_a_shoe_the_players_cards_lie_open(game: str, viewer: Viewer) -> None:
    round = table(game, "TS TH 6D 2S 9H TC")
    assert (hand(round, viewer, 1), hand(round, viewer, 2)) == (("TS", "2S"), ("TH", "9H"))
    assert blackjack_view(round, viewer).boxes[0].hands[0].total == 12


@pytest.mark.clause("CLB 6", "R20")
def test_with_two_decks_only_the_owner_and_the_house_see_a_hand() -> None:
    round = table(DOUBLE, "TS TH 6D 2S 9H TC")
    assert hand(round, ANN, 1) == hand(round, HOUSE, 1) == ("TS", "2S")
    assert hand(round, BOB, 1) == hand(round, PUBLIC, 1) == ("??", "??")
    assert hand(round, BOB, 2) == ("TH", "9H")
    assert hand(round, ANN, 2) == ("??", "??")


@pytest.mark.clause("CLB 6", "R20")
@pytest.mark.parametrize("viewer", [PUBLIC, BOB])
def test_nothing_in_a_view_tells_a_hand_that_lies_face_down(viewer: Viewer) -> None:
    round = table(DOUBLE, "AS TH 6D KS 9H TC")
    seen = blackjack_view(round, viewer).boxes[0].hands[0]
    assert (seen.total, seen.soft, seen.blackjack, seen.bust) == (None, False, False, False)
    round = table(DOUBLE, "5S TH 6D 5H 9H TC")
    for other in view(round, viewer).waiting.decisions:
        assert other.options == ()
    assert {one.action for one in view(round, ANN).waiting.decisions[0].options} == {
        *("hit", "stand", "double"),
    }


@pytest.mark.clause("CLB 6", "R20")
def test_cards_drawn_stay_hidden_until_a_bust_or_the_end_turns_them() -> None:
    round = table(DOUBLE, "TS TH 6D 2S 9H TC")
    round = deal(step(round, Act("ann", Action.HIT, 1)).round, "3S")
    assert hand(round, PUBLIC) == ("??", "??", "??")
    bust = deal(step(round, Act("ann", Action.HIT, 1)).round, "KS")
    assert hand(bust, PUBLIC) == ("TS", "2S", "3S", "KS")
    assert hand(bust, PUBLIC, 2) == ("??", "??")
    stood = step(step(round, Act("ann", Action.STAND, 1)).round, Act("bob", Action.STAND, 2)).round
    assert hand(stood, PUBLIC) == ("??", "??", "??")
    over = deal(stood, "9D")
    assert view(over).over
    assert (hand(over, PUBLIC, 1), hand(over, PUBLIC, 2)) == (("TS", "2S", "3S"), ("TH", "9H"))


@pytest.mark.clause("CLB 6", "R20")
def test_a_player_may_turn_the_own_cards_and_no_others() -> None:
    round = table(DOUBLE, "AS TH 6D KS 9H TC")
    for nobodys in (CardsTurned("bob", 1), CardsTurned("ann", 7)):
        with pytest.raises(Refused, match="not-your-turn"):
            step(round, nobodys)
    round = step(round, CardsTurned("ann", 1)).round
    assert hand(round, PUBLIC) == ("AS", "KS")
    with pytest.raises(Refused, match="illegal-action"):
        step(round, CardsTurned("ann", 1))


@EACH
@pytest.mark.clause("CLB 13", "CLB 4")
@pytest.mark.parametrize("viewer", [PUBLIC, HOUSE, ANN])
def test_the_hole_card_is_turned_when_all_have_finished(game: str, viewer: Viewer) -> None:
    round = table(game, "TS TH 6D 2S 9H TC")
    assert blackjack_view(round, viewer).dealer == ("6D", "??")
    assert blackjack_view(round, viewer).dealer_total is None
    round = step(round, Act("ann", Action.STAND, 1)).round
    assert blackjack_view(round, viewer).dealer == ("6D", "??")
    round = step(round, Act("bob", Action.STAND, 2)).round
    seen = blackjack_view(round, viewer)
    assert (seen.dealer, seen.dealer_total) == (("6D", "TC"), 16)


@EACH
@pytest.mark.clause("CLB 8", "CLB 13")
def test_a_look_under_an_ace_shows_the_card_only_if_it_is_a_blackjack(game: str) -> None:
    none = step(table(game, "TS TH AD 2S 9H 8C"), OffersClosed()).round
    assert blackjack_view(none, HOUSE).dealer == ("AD", "??")
    assert waiting(none).decisions
    found = step(table(game, "TS TH AD 2S 9H KC"), OffersClosed()).round
    assert blackjack_view(found).dealer == ("AD", "KC")


BETS = "ann 1 100; bob 2 100"


@pytest.mark.clause("R4", "R20")
def test_a_blackjack_face_down_decides_nothing() -> None:
    deal = "AS TH 6D KH 9C TC"
    shoe = settle(SHOE, BETS, f"{deal} 9D", "house interrupt; bob 2 stand")
    assert shoe.net == {"ann": "150", "bob": "100"}
    single = settle(SINGLE, BETS, f"{deal} 9D", "house interrupt; bob 2 stand")
    assert single.net == {"ann": "120", "bob": "100"}
    double = settle(DOUBLE, BETS, deal, "house interrupt")
    assert double.status == "void"
    assert {line.clause for line in double.lines} == {"R4"}


@pytest.mark.clause("R4", "R20")
def test_a_blackjack_its_owner_has_turned_decides() -> None:
    round = table(DOUBLE, "AS TH 6D KS 9H TC")
    assert {one.fate for one in standings(round)} == {Fate.OPEN}
    round = step(round, CardsTurned("ann", 1)).round
    assert [one.fate for one in standings(round)] == [Fate.WON, Fate.OPEN]


@EACH
@pytest.mark.clause("R4")
def test_a_bust_is_turned_and_decides(game: str) -> None:
    actions = "ann 1 hit; house interrupt; bob 2 stand"
    outcome = settle(game, BETS, "TS TH 6D 8H 9C TC KC 9D", actions)
    assert outcome.net == {"ann": "-100", "bob": "100"}


@EACH
@pytest.mark.clause("R4")
def test_insurance_lost_at_the_look_decides(game: str) -> None:
    actions = "ann 1 insure 10; house interrupt; ann 1 stand; bob 2 stand"
    outcome = settle(game, BETS, "TS TH AD 8H 9C 7C", actions)
    assert outcome.net == {"ann": "-10", "bob": "100"}


@EACH
@pytest.mark.clause("R4")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("TS TH 6D 8H 9C TC", "ann 1 stand; house interrupt"),
        ("6S TH 6D 5H 9C TC KS", "ann 1 double; house interrupt"),
        ("AS TH KD KH 9C 7C", "house interrupt"),
        ("TS TH KD 8H 9C AC", "ann 1 stand; house interrupt"),
        ("TS TH AD 8H 9C KC", "house interrupt @6"),
        ("TS TH", "house interrupt @2"),
        ("", "house interrupt @0"),
    ],
)
def test_an_interruption_with_nothing_decided_voids(game: str, cards: str, actions: str) -> None:
    assert settle(game, BETS, cards, actions).status == "void"


@pytest.mark.clause("R4")
@pytest.mark.parametrize("game", [SHOE, SINGLE])
def test_an_open_blackjack_is_won_once_the_hole_card_is_turned(game: str) -> None:
    deal = "AS TH TD KH 9H 4C 7C"
    outcome = settle(game, BETS, deal, "bob 2 stand; house interrupt @6")
    assert outcome.status == "settled"
    assert outcome.line("ann", "initial").result == "win"


@EACH
@pytest.mark.clause("R26", "R2")
@pytest.mark.parametrize(
    "reason", ["foreign-card", "short-shoe", "excess-cards", "out-of-cards", "unshuffled"]
)
def test_a_void_gives_every_stake_back(game: str, reason: str) -> None:
    actions = f"ann 1 insure 50; ann 1 double 60; pit void {reason}"
    outcome = settle(game, BETS, "6S TH AD 5H 9C 7C", actions)
    assert outcome.told() == [
        "ann initial#1 160 > 160 void R26",
        "ann insurance 50 > 50 void R26",
        "bob initial#1 100 > 100 void R26",
    ]


@EACH
@pytest.mark.clause("R28")
def test_a_dealing_error_is_the_players_choice(game: str) -> None:
    deal = "TS TH 6D 8H 9C TC 5C"
    for misdeal in ("pit misdeal", "pit misdeal reconstructed"):
        outcome = settle(game, BETS, deal, f"ann 1 stand; {misdeal}; ann withdraw; bob 2 stand")
        assert outcome.net == {"ann": "0", "bob": "-100"}
        assert outcome.line("ann", "initial").result == "returned"
    assert refused(game, BETS, deal, "ann 1 stand; pit void wrong-count").code == "illegal-action"
    left = settle(game, BETS, deal.removesuffix(" 5C"), "pit misdeal; ann withdraw; bob withdraw")
    assert left.status == "settled"


@EACH
@pytest.mark.clause("R28", "CLB 3")
def test_withdrawing_is_for_all_of_a_players_hands(game: str) -> None:
    bets = "ann 1 100; ann 2 50; bob 3 10"
    deal = "TS TH 5S 6D 9S 8H 9H TC 5C"
    outcome = settle(game, bets, deal, "pit misdeal; ann withdraw; bob 3 stand")
    assert outcome.net == {"ann": "0", "bob": "-10"}


@EACH
@pytest.mark.clause("R27", "R28", "R29", "R30")
def test_the_other_irregularities(game: str) -> None:
    deal = "TS TH 6D 8H 9C TC"
    stands = "ann 1 stand; bob 2 stand"
    both = {"ann": "-100", "bob": "-100"}
    burned = settle(game, BETS, f"{deal} 2S 3S 4S 5C", "ann 1 stand; pit burn 3; bob 2 stand")
    assert burned.net == both
    placed = settle(
        game, BETS, f"{deal} 5C", "ann 1 stand; pit misdeal; pit place dealer; bob 2 stand"
    )
    assert placed.net == both
    thrown = settle(game, BETS, f"{deal} 2S 5C", "ann 1 stand; pit discard no-bet; bob 2 stand")
    assert thrown.net == both
    over = settle(game, BETS, f"{deal} 5C 2S", f"{stands}; pit discard overdraw")
    assert over.net == both
    together = settle(game, BETS, f"{deal} 2S 3S 5C", f"{stands}; dealer together 2")
    assert together.net == both
    picked = settle(
        game,
        BETS,
        f"{deal} 2S AC 5C",
        "ann 1 hit; dealer together 2; ann take AC; ann 1 stand; bob 2 hit",
    )
    # Ann's 19 loses to 21; bob's 9 T 2 is 21 and pushes.
    assert picked.net == {"ann": "-100", "bob": "0"}


@EACH
@pytest.mark.clause("R5", "R30")
def test_adjustments_are_the_shift_managers_and_come_last(game: str) -> None:
    actions = "ann 1 stand; {} adjust ann {} miscounted"
    outcome = settle(game, "ann 1 100", "TS TD 8H 8C", actions.format("shift", "12.34"))
    assert outcome.told()[-1] == "ann adjustment 0 > 12.34 adjusted R5"
    for by in ("pit", "dealer", "house"):
        refusal = refused(game, "ann 1 100", "TS TD 8H 8C", actions.format(by, "5"))
        assert (refusal.code, refusal.clause) == ("illegal-action", "R30")
    for amount in ("0", "0.001", "five"):
        refusal = refused(game, "ann 1 100", "TS TD 8H 8C", actions.format("shift", amount))
        assert refusal.code == "bad-amount"
    early = refused(game, "ann 1 100", "TS TD 8H 8C", "shift adjust ann 5 early; ann 1 stand")
    assert early.code == "illegal-action"
