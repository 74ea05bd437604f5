"""Cards that lie elsewhere than they ought to, put back one by one: which may be, and which not."""

import pytest

from croupier import (
    Act,
    Action,
    Bet,
    Capacity,
    Misdeal,
    Place,
    Refused,
    begin,
    variant,
)
from croupier.engine.inputs import CardMove, CardPlace, Deal, SettlementHeld
from croupier.games.baccarat.engine import Round as Coup
from croupier.games.baccarat.engine.reconstruction import check_move as check_coup
from croupier.games.baccarat.engine.reconstruction import laid_cards as laid_coup
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.reconstruction import card_places, check_move, laid_cards
from tests.support.random_rounds import UNIT
from tests.support.stepping import after, refusal

DEALER, FIRST, SECOND = CardPlace("dealer"), CardPlace("box", 1, 1), CardPlace("box", 2, 1)
EMPTY = CardPlace("box", 5)


def dealt(game: str = "rws-blackjack", cards: str = "TS TH 6D 5H 8C") -> Round:
    bets = [Bet("ann", "initial", 100 * UNIT, 1), Bet("bob", "initial", 100 * UNIT, 2)]
    seats = {1: "ann", 2: "bob"}
    round = begin(variant(game), bets, seats=seats)
    assert isinstance(round, Round)
    return after(round, cards)


def refused(round: Round, move: CardMove) -> tuple[str, str | None]:
    with pytest.raises(Refused) as why:
        check_move(round, move)
    return why.value.code, why.value.clause


ANNS_SECOND = CardMove(FIRST, 2, lies=SECOND)
HIT = Act("ann", Action.HIT, 1)


def test_the_cards_as_they_ought_to_lie() -> None:
    shown = [(card.card, card.belongs, card.at, card.deal) for card in laid_cards(dealt())]
    assert shown == [
        ("TS", FIRST, 1, Deal.INITIAL),
        ("5H", FIRST, 2, Deal.INITIAL),
        ("TH", SECOND, 1, Deal.INITIAL),
        ("8C", SECOND, 2, Deal.INITIAL),
        ("6D", DEALER, 1, Deal.INITIAL),
    ]
    others = [CardPlace("box", box) for box in range(3, 8)]
    assert card_places(dealt()) == (FIRST, SECOND, *others, DEALER)


def test_a_card_that_lies_face_down_stays_unknown() -> None:
    round = dealt("classic-blackjack-double", "TS TH 6D 5H 8C AS")
    assert {card.card for card in laid_cards(round) if card.belongs != DEALER} == {"??"}
    assert [card.card for card in laid_cards(round) if card.belongs == DEALER] == ["6D", "??"]


@pytest.mark.clause("BJ5 1.24", "BJ5 5.9", "R27")
@pytest.mark.parametrize("lies", [SECOND, DEALER, EMPTY])
def test_before_the_interim_settlement_every_card_is_put_back(lies: CardPlace) -> None:
    card = check_move(dealt(), CardMove(FIRST, 2, lies))
    assert (card.card, card.belongs, card.deal) == ("5H", FIRST, Deal.INITIAL)


@pytest.mark.clause("BJ5 5.10.1", "R27")
def test_after_the_interim_settlement_the_initial_deal_stays() -> None:
    round = after(dealt(), HIT, "2D")
    assert refused(round, ANNS_SECOND) == ("illegal-action", "BJ5 5.10.1")
    assert check_move(round, CardMove(FIRST, 3, SECOND)).deal is Deal.SUBSEQUENT


@pytest.mark.clause("BJ5 5.10.1", "R27", "R6")
def test_the_dealers_second_card_comes_after_the_interim_settlement_and_is_put_back() -> None:
    round = after(dealt(), HIT, "2D", SettlementHeld(), *STAND, "5S 9C")
    assert refused(round, CardMove(DEALER, 1, SECOND)) == ("illegal-action", "BJ5 5.10.1")
    assert check_move(round, CardMove(DEALER, 2, SECOND)).deal is Deal.SUBSEQUENT


@pytest.mark.clause("R27", "LIVE 2.3.4d")
def test_a_hole_card_is_one_of_the_initial_deal() -> None:
    round = after(dealt("live-blackjack", "TS TH 6D 5H 8C 3D"), SettlementHeld(), *STAND, "9S")
    deals = [card.deal for card in laid_cards(round) if card.belongs == DEALER]
    assert deals == [Deal.INITIAL, Deal.INITIAL, Deal.SUBSEQUENT]


@pytest.mark.clause("BJ5 5.10.1", "R27")
def test_of_split_hands_the_card_each_began_with_stays() -> None:
    round = after(dealt(cards="8S TH 6D 8H 8C"), Act("ann", Action.SPLIT, 1), "3C")
    assert refused(round, CardMove(FIRST, 1, SECOND)) == ("illegal-action", "BJ5 5.10.1")
    assert check_move(round, CardMove(FIRST, 2, SECOND)).card == "3C"
    assert card_places(round)[:2] == (FIRST, CardPlace("box", 1, 2))


@pytest.mark.clause("R27")
def test_without_an_interim_settlement_all_are_put_back_until_the_final_one() -> None:
    round = after(dealt("live-blackjack", "TS TH 6D 5H 8C 9D"), HIT, "2D")
    assert check_move(round, ANNS_SECOND).deal is Deal.INITIAL


@pytest.mark.clause("BJ5 5.10.3", "R27")
def test_a_card_on_a_box_without_a_bet_is_thrown_away_after_the_interim_settlement() -> None:
    round = after(dealt(), HIT, "2D")
    assert refused(round, CardMove(FIRST, 3, EMPTY)) == ("illegal-action", "BJ5 5.10.3")


STAND = (Act("ann", Action.STAND, 1), Act("bob", Action.STAND, 2))


@pytest.mark.clause("BJ5 5.10.2", "R27")
def test_a_card_on_the_dealers_complete_hand_is_thrown_away() -> None:
    round = after(dealt(), HIT, "2D", SettlementHeld(), *STAND, "5S 9C")
    assert round.complete
    assert not round.over
    assert refused(round, CardMove(FIRST, 3, DEALER)) == ("illegal-action", "BJ5 5.10.2")
    assert check_move(round, CardMove(DEALER, 3, SECOND)).card == "9C"


@pytest.mark.clause("BJ5 5.10.1", "R27")
def test_nothing_is_put_back_after_the_final_settlement() -> None:
    round = after(dealt(), HIT, "2D", *STAND, "5S 9C")
    assert refused(round, CardMove(DEALER, 3, SECOND)) == ("illegal-action", "BJ5 5.10.1")


@pytest.mark.parametrize(
    "move",
    [
        CardMove(FIRST, 3, SECOND),
        CardMove(FIRST, 0, SECOND),
        CardMove(EMPTY, 1, SECOND),
        CardMove(FIRST, 2, CardPlace("box", 1, 2)),
        CardMove(FIRST, 2, CardPlace("box", 8)),
        CardMove(FIRST, 2, CardPlace("box", 5, 1)),
        CardMove(FIRST, 2, CardPlace("banker")),
        CardMove(FIRST, 2, FIRST),
    ],
)
def test_what_is_not_on_the_table_is_not_moved(move: CardMove) -> None:
    assert refused(dealt(), move) == ("illegal-action", "BJ5 5.7")


@pytest.mark.clause("NKB 5.1.2", "R27")
def test_a_coup_is_put_back_until_it_is_settled() -> None:
    bets = [Bet("ann", "player", 100 * UNIT)]
    opened = begin(variant("rws-knockout-baccarat"), bets)
    assert isinstance(opened, Coup)
    round = after(opened, "2S KD 3H 7C")
    player, banker = CardPlace("player"), CardPlace("banker")
    assert [(card.card, card.belongs) for card in laid_coup(round)] == [
        ("2S", player),
        ("3H", player),
        ("KD", banker),
        ("7C", banker),
    ]
    assert check_coup(round, CardMove(player, 2, banker)).card == "3H"
    assert check_coup(round, CardMove(player, 2, player, lies_at=1)).card == "3H"
    for wrong in (CardMove(player, 3, banker), CardMove(player, 2, player), ANNS_SECOND):
        with pytest.raises(Refused):
            check_coup(round, wrong)
    settled = after(round, "9S")
    assert settled.over
    with pytest.raises(Refused) as why:
        check_coup(settled, CardMove(player, 3, banker))
    assert (why.value.code, why.value.clause) == ("illegal-action", "R5")


@pytest.mark.clause("R21", "R27")
def test_each_third_card_of_a_coup_comes_after_its_initial_deal() -> None:
    opened = begin(variant("live-baccarat"), [Bet("ann", "player", 100 * UNIT)])
    assert isinstance(opened, Coup)
    laid = laid_coup(after(opened, SettlementHeld(), "2S KD 3H 3C 4D 2C"))
    assert [(card.card, card.deal) for card in laid] == [
        ("2S", Deal.INITIAL),
        ("3H", Deal.INITIAL),
        ("4D", Deal.SUBSEQUENT),
        ("KD", Deal.INITIAL),
        ("3C", Deal.INITIAL),
        ("2C", Deal.SUBSEQUENT),
    ]


PLAYER, BANKER = CardPlace("player"), CardPlace("banker")


@pytest.mark.clause("NKB 5.1.2", "R27")
def test_the_moves_of_a_coup_are_judged_with_the_ruling() -> None:
    opened = begin(variant("rws-knockout-baccarat"), [Bet("ann", "player", 100 * UNIT)])
    assert isinstance(opened, Coup)
    round = after(opened, "2S KD 3H 7C")
    assert after(round, in_order(CardMove(PLAYER, 2, BANKER, 1))) == round
    assert refusal(round, in_order(CardMove(PLAYER, 3, BANKER))) == ("illegal-action", "NKB 5.1.2")


def in_order(*moves: CardMove) -> Misdeal:
    return Misdeal(Capacity.PIT, reconstructed=True, moves=moves)


@pytest.mark.clause("BJ5 1.24", "BJ5 5.9", "R27")
def test_cards_are_put_into_the_right_order_within_one_hand() -> None:
    """Ann's five lies before her ten; that matters to a split, and to Over and Under 13."""
    swapped = CardMove(FIRST, 2, FIRST, lies_at=1), CardMove(FIRST, 1, FIRST, lies_at=2)
    assert check_move(dealt(), swapped[0]).card == "5H"
    round = after(dealt(), in_order(*swapped))
    assert round.boxes == dealt().boxes
    assert refused(dealt(), CardMove(FIRST, 2, FIRST, lies_at=2))[0] == "illegal-action"


@pytest.mark.clause("BJ5 5.10.2", "R27")
def test_the_order_of_the_dealers_own_cards_is_put_right_though_the_hand_is_complete() -> None:
    round = after(dealt(), HIT, "2D", SettlementHeld(), *STAND, "5S 9C")
    assert round.complete
    assert check_move(round, CardMove(DEALER, 3, DEALER, lies_at=2)).card == "9C"


@pytest.mark.clause("R27", "LIVE 2.3.4d")
@pytest.mark.parametrize("placed", ["2C", "6C"])
def test_whether_a_card_is_taken_from_the_dealer_does_not_depend_on_the_hole_card(
    placed: str,
) -> None:
    """With a ten and a six face up the dealer stands in any case: a further card is thrown away."""
    answers = set()
    for hole in ("2H", "7H", "AH"):
        round = dealt("live-blackjack", f"TS TH TD 5H 8C {hole}")
        aside = Misdeal(Capacity.PIT, reconstructed=False), Place(Capacity.PIT, dealer=True)
        round = after(round, *aside, placed, HIT, "2D")
        try:
            answers.add(str(check_move(round, CardMove(FIRST, 3, DEALER)).card))
        except Refused as why:
            answers.add(why.message)
    assert len(answers) == 1
    assert ("thrown away" in answers.pop()) is (placed == "6C")


@pytest.mark.clause("R27")
@pytest.mark.parametrize(
    "moves",
    [
        (ANNS_SECOND, ANNS_SECOND),
        (CardMove(FIRST, 2, SECOND, 1), CardMove(FIRST, 1, SECOND, 1)),
        (CardMove(FIRST, 2, SECOND, 4),),
        (CardMove(FIRST, 2, SECOND, 0),),
        (CardMove(FIRST, 2, SECOND, 3), CardMove(SECOND, 2, FIRST)),
    ],
)
def test_one_card_lies_in_one_position(moves: tuple[CardMove, ...]) -> None:
    assert refusal(dealt(), in_order(*moves)) == ("illegal-action", "R27")


@pytest.mark.clause("R27")
def test_cards_are_moved_by_a_reconstruction_alone() -> None:
    after(dealt(), in_order(CardMove(FIRST, 2, SECOND, 3)))
    as_it_lies = Misdeal(Capacity.PIT, reconstructed=False, moves=(ANNS_SECOND,))
    assert refusal(dealt(), as_it_lies) == ("illegal-action", "R27")
