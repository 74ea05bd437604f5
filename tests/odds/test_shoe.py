"""What is in the shoe, and what cannot be."""

from collections import Counter

import pytest

from croupier.games.blackjack.odds.numbering import values_of
from croupier.kit.cards import DECK, card
from croupier.kit.errors import Code, Refused
from croupier.odds.shoe import ShoeComposition, parse_cards, parse_shoe


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_shoe_of_decks(decks: int) -> None:
    shoe = ShoeComposition.of_decks(decks)
    assert shoe.ranks == (4 * decks,) * 13
    assert values_of(shoe) == (*(4 * decks,) * 9, 16 * decks)
    assert shoe.cards == dict.fromkeys(DECK, decks)
    assert shoe.total == 52 * decks
    assert shoe.suits_known


def test_counts_by_rank_know_no_suits() -> None:
    shoe = parse_shoe(" A=4, 2=3,T=2,K=5 ")
    assert shoe.ranks == (4, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 5)
    assert values_of(shoe) == (4, 3, 0, 0, 0, 0, 0, 0, 0, 7)
    assert not shoe.suits_known
    with pytest.raises(Refused, match="suits of this shoe are not known"):
        _ = shoe.cards


def test_counts_by_card() -> None:
    shoe = parse_shoe("8S=3,8D=1,KD=2")
    assert shoe.suits_known
    assert Counter(shoe.cards) == Counter({"8S": 3, "8D": 1, "KD": 2})
    assert shoe.total == 6
    assert not parse_shoe("8S=3,K=2").suits_known
    assert parse_shoe("8S=3,K=0") == parse_shoe("8S=3")


def test_cards_seen_leave_the_shoe() -> None:
    shoe = ShoeComposition.of_decks(2).without(parse_cards("8S,KD, KD"))
    assert shoe.total == 101
    assert (shoe.ranks[7], shoe.ranks[12]) == (7, 6)
    assert [shoe.cards[card(one)] for one in ("8S", "KD", "KS")] == [1, 0, 2]


def test_a_card_seen_without_its_suit_leaves_none_known() -> None:
    shoe = ShoeComposition.of_decks(1).without(parse_cards("8S,5"))
    assert shoe.ranks == (4, 4, 4, 4, 3, 4, 4, 3, 4, 4, 4, 4, 4)
    assert not shoe.suits_known
    assert shoe.without(("8S", "8S", "8S")).ranks[7] == 0  # which eights are left, nobody knows


def test_removing_nothing_changes_nothing() -> None:
    for shoe in (ShoeComposition.of_decks(6), parse_shoe("A=4,9=2"), parse_shoe("AS=4,9H=2")):
        assert shoe.without(parse_cards("")) == shoe


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1=4", "there is no card '1'"),
        ("11=4", "there is no card '11'"),
        ("8X=4", "there is no card '8X'"),
        ("b=4", "there is no card 'b'"),
        ("23=4", "there is no card '23'"),
        ("A=-1", "'A=-1' is less than none"),
        ("A", "not 'A'"),
        ("=4", "not '=4'"),
        ("A=", "not 'A='"),
        ("A=4,", "not ''"),
        ("A=four", "not 'A=four'"),
        ("A=1.5", "not 'A=1.5'"),
        ("A=٤", "is written A=4"),
        ("A=4,A=4", "A is counted twice"),
        ("8S=1,8S=1", "8S is counted twice"),
        ("8S=1,8=4", "8S is counted twice"),
        ("8=4,8S=1", "8S is counted twice"),
        ("", "no card is left in the shoe"),
        ("A=0,K=0", "no card is left in the shoe"),
        ("A=417", "416 cards at most, not 417"),
        ("A=9999999", "is written A=4"),
        ("A=4," * 2_000, "longer than any shoe"),
    ],
)
def test_counts_that_make_no_shoe(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        parse_shoe(text)
    assert refused.value.code is Code.BAD_SETTING


@pytest.mark.parametrize("text", ["8S KD", "8S,,KD", "11", "1S", "Z", "8S,"])
def test_no_such_card_was_seen(text: str) -> None:
    with pytest.raises(Refused, match="there is no card") as refused:
        parse_cards(text)
    assert refused.value.code is Code.BAD_SETTING


@pytest.mark.parametrize(
    ("shoe", "seen", "why"),
    [
        (ShoeComposition.of_decks(1), "8S,8S", "2 of 8S were seen, and the shoe holds 1"),
        (ShoeComposition.of_decks(1), "8,8,8,8,8", "5 of 8 were seen, and the shoe holds 4"),
        (ShoeComposition.of_decks(1), "8S,8S,5", "2 of 8S were seen, and the shoe holds 1"),
        (parse_shoe("A=1,K=3"), "AS,AH", "2 of A were seen, and the shoe holds 1"),
        (parse_shoe("AS=1,KH=3"), "AH", "1 of AH were seen, and the shoe holds 0"),
    ],
)
def test_more_was_seen_than_there_is(shoe: ShoeComposition, seen: str, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        shoe.without(parse_cards(seen))
    assert refused.value.code is Code.CARD_IMPOSSIBLE


def test_nothing_is_left() -> None:
    with pytest.raises(Refused, match="no card is left in the shoe"):
        parse_shoe("A=2").without(("A", "A"))


def test_only_cards_leave_a_shoe() -> None:
    with pytest.raises(Refused, match="there is no card 'X'"):
        ShoeComposition.of_decks(1).without(("X",))


@pytest.mark.parametrize("decks", [-1, 0, 9])
def test_decks_no_shoe_is_of(decks: int) -> None:
    with pytest.raises(Refused, match=f"1 to 8 decks, not {decks}") as refused:
        ShoeComposition.of_decks(decks)
    assert refused.value.code is Code.BAD_SETTING


def test_a_shoe_holds_no_less_than_none() -> None:
    with pytest.raises(Refused, match="less than none"):
        ShoeComposition((-1, *(4,) * 12), None)


def test_tens_and_small_letters_are_understood() -> None:
    assert parse_cards("10,10s,kd,a") == ("T", "TS", "KD", "A")
    assert parse_shoe("10=16,a=4") == parse_shoe("T=16,A=4")
    with pytest.raises(Refused, match="counted twice"):
        parse_shoe("T=1,10=1")
