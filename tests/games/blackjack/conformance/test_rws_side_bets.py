"""RWS Blackjack: Player Pair, Over 13 and Under 13. Blackjack Plus: RWS Pairs."""

import pytest

from croupier import Result
from tests.support.notation import refused, settle

BJ5 = "rws-blackjack"
BJP = "rws-blackjack-plus"
pair_bets = pytest.mark.parametrize(("game", "bet"), [(BJ5, "player-pair"), (BJP, "rws-pairs")])


def side(bet: str, first: str, second: str) -> tuple[int, Result, str]:
    """What a side bet of 10 on these first two cards returns, and its clause."""
    game = BJP if bet == "rws-pairs" else BJ5
    # The hand itself is timed out: the house plays it to the end, with tens.
    soft_or_low = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}
    total = sum(soft_or_low.get(card[0], 0) or int(card[0]) for card in (first, second))
    natural = total == 21
    drawn = "" if total >= 12 else " TC"
    cards = f"{first} 6D {second}" + ("" if natural else f"{drawn} TD 9C")
    actions = "" if natural else "ann 1 timeout"
    outcome = settle(game, f"ann 1 100; ann 1 {bet} 10", cards, actions)
    line = outcome.line("ann", bet)
    assert line.stake == 10_00
    return line.returned // 100, line.result, line.clause


@pytest.mark.clause("BJ5 1.21", "BJ5 3.13.1", "BJ5 4.1", "BJ5 4.1.1")
@pytest.mark.parametrize(
    "pair", ["8S 8S", "8S 8C", "8S 8H", "AS AH", "2D 2H", "TS TD", "JS JD", "QC QC", "KH KD"]
)
def test_two_cards_of_one_rank_are_a_player_pair_whatever_their_suits(pair: str) -> None:
    assert side("player-pair", *pair.split()) == (120, "win", "BJ5 3.13.1")


@pytest.mark.clause("BJ5 1.21", "BJ5 3.13.1")
@pytest.mark.parametrize("cards", ["KS QS", "TS KS", "TH JH", "8S 9S", "AS TS", "9D 6D"])
def test_equal_value_or_suit_alone_is_no_player_pair(cards: str) -> None:
    assert side("player-pair", *cards.split()) == (0, "lose", "BJ5 3.13.1")


@pytest.mark.clause("BJP 3.14.1", "BJP 4.1", "BJP 4.1.2", "BJP 1.25")
@pytest.mark.parametrize("cards", ["AS AS", "AH AH", "AD AD", "AC AC"])
def test_two_aces_of_one_suit_pay_50_to_1(cards: str) -> None:
    assert side("rws-pairs", *cards.split()) == (510, "win", "BJP 3.14")


@pytest.mark.clause("BJP 3.14.2", "BJP 4.1.2", "BJP 1.25")
@pytest.mark.parametrize("rank", "23456789TJQK")
def test_two_equal_cards_of_one_suit_pay_20_to_1(rank: str) -> None:
    for suit in "SHDC":
        assert side("rws-pairs", rank + suit, rank + suit) == (210, "win", "BJP 3.14")


@pytest.mark.clause("BJP 3.14.2", "BJP 4.1.2", "BJP 1.25")
@pytest.mark.parametrize("rank", "23456789TJQK")
def test_one_rank_and_one_suit_both_are_needed(rank: str) -> None:
    """The same suit beside another rank of the same value or colour, and the other way round."""
    following = {"T": "J", "J": "Q", "Q": "K", "K": "T"}.get(rank, "9" if rank != "9" else "8")
    assert side("rws-pairs", f"{rank}S", f"{following}S") == (0, "lose", "BJP 3.14")
    assert side("rws-pairs", f"{rank}S", f"{rank}C") == (130, "win", "BJP 3.14")
    assert side("rws-pairs", f"{rank}S", f"{rank}H") == (70, "win", "BJP 3.14")


@pytest.mark.clause("BJP 3.14.2", "BJP 3.13")
def test_a_suited_pair_is_the_first_two_cards_whatever_comes_after() -> None:
    bets = "ann 1 100; ann 1 rws-pairs 10; bob 1 rws-pairs 5"
    bust = settle(BJP, bets, "8S 6D 8S 9C", "ann 1 hit")
    assert bust.net == {"ann": "100", "bob": "100"}
    split = settle(BJP, bets, "8S 6D 8S TC TH TD 9C", "ann 1 split; ann 1 stand; ann 1 stand")
    assert split.net == {"ann": "400", "bob": "100"}
    # A suited pair that comes with the third card is none.
    third = settle(BJP, bets, "8S 6D 2H 8S TD 9C", "ann 1 hit; ann 1 stand")
    assert third.net == {"ann": "90", "bob": "-5"}


@pytest.mark.clause("BJP 3.14.3", "BJP 4.1.2", "BJP 1.25")
@pytest.mark.parametrize("cards", ["QC QS", "AH AD", "AS AC", "2D 2H", "TS TC"])
def test_a_pair_of_one_colour_and_two_suits_pays_12_to_1(cards: str) -> None:
    assert side("rws-pairs", *cards.split()) == (130, "win", "BJP 3.14")


@pytest.mark.clause("BJP 3.14.4", "BJP 4.1.2", "BJP 1.25")
@pytest.mark.parametrize("cards", ["QC QH", "QC QD", "AS AH", "AD AC", "9S 9D"])
def test_a_pair_of_two_colours_pays_6_to_1(cards: str) -> None:
    assert side("rws-pairs", *cards.split()) == (70, "win", "BJP 3.14")


@pytest.mark.clause("BJP 3.14", "BJP 1.25")
@pytest.mark.parametrize("cards", ["KS QS", "TS KS", "AS TS", "8S 9S", "7C 6C"])
def test_without_a_pair_rws_pairs_loses(cards: str) -> None:
    assert side("rws-pairs", *cards.split()) == (0, "lose", "BJP 3.14")


@pytest.mark.clause("BJ5 3.13.2", "BJ5 3.13.2a", "BJ5 1.35", "BJ5 4.1.1")
@pytest.mark.parametrize("cards", ["TS 2H", "AS AH", "9S 3H", "AS 5H", "2S 2H", "KS 2H", "6S 6H"])
def test_twelve_and_less_is_under_13(cards: str) -> None:
    assert side("under-13", *cards.split()) == (20, "win", "BJ5 3.13.2")
    assert side("over-13", *cards.split()) == (0, "lose", "BJ5 3.13.2")


@pytest.mark.clause("BJ5 3.13.2", "BJ5 3.13.2b", "BJ5 1.18", "BJ5 4.1.1")
@pytest.mark.parametrize("cards", ["TS 4H", "8S 6H", "7S 7H", "QS JH", "KS 9H", "TS TH"])
def test_fourteen_and_more_is_over_13(cards: str) -> None:
    assert side("over-13", *cards.split()) == (20, "win", "BJ5 3.13.2")
    assert side("under-13", *cards.split()) == (0, "lose", "BJ5 3.13.2")


@pytest.mark.clause("BJ5 3.13.2c")
@pytest.mark.parametrize("cards", ["TS 3H", "JS 3H", "9S 4H", "8S 5H", "7S 6H"])
def test_exactly_thirteen_loses_both(cards: str) -> None:
    assert side("over-13", *cards.split()) == (0, "lose", "BJ5 3.13.2")
    assert side("under-13", *cards.split()) == (0, "lose", "BJ5 3.13.2")


@pytest.mark.clause("BJ5 3.13.2", "BJ5 3.13.2a")
@pytest.mark.parametrize("cards", ["AS KH", "TS AH", "AS 9H", "AS 2H"])
def test_an_ace_counts_one_so_that_a_blackjack_is_under_13(cards: str) -> None:
    assert side("under-13", *cards.split()) == (20, "win", "BJ5 3.13.2")
    assert side("over-13", *cards.split()) == (0, "lose", "BJ5 3.13.2")


@pytest.mark.clause("BJ5 3.13.2e", "BJ5 3.13.1", "BJ5 3.13")
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("8S 6D 8H TD 9C", "ann 1 stand", "100"),
        ("8S 6D 8H TC", "ann 1 hit", "-100"),
        ("8S 6D 8H", "ann 1 surrender", "-50"),
    ],
)
def test_side_bets_leave_the_hand_alone(cards: str, actions: str, net: str) -> None:
    plain = "ann 1 100"
    sides = "; ann 1 player-pair 10; ann 1 over-13 30; ann 1 under-13 30"
    assert settle(BJ5, plain, cards, actions).net == {"ann": net}
    outcome = settle(BJ5, plain + sides, cards, actions)
    # The pair pays 110, Over 13 pays 30, Under 13 loses 30.
    assert outcome.net == {"ann": str(int(net) + 110)}


@pytest.mark.clause("BJP 3.14", "BJP 3.13")
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("8S 6D 8H TD 9C", "ann 1 stand", "160"),
        ("8S 6D 8H TC", "ann 1 hit", "-40"),
        ("8S 6D 8H", "ann 1 surrender", "10"),
        ("8S 6D 9H TD 9C", "ann 1 stand", "90"),
    ],
)
def test_rws_pairs_leaves_the_hand_alone(cards: str, actions: str, net: str) -> None:
    assert settle(BJP, "ann 1 100; ann 1 rws-pairs 10", cards, actions).net == {"ann": net}


@pytest.mark.clause("BJ5 3.13", "BJP 3.13", "BJ5 1.17", "BJP 1.18")
@pair_bets
def test_side_bets_are_settled_before_any_further_card(game: str, bet: str) -> None:
    bets = f"ann 1 100; ann 1 {bet} 10; bob 2 100"
    cards = "8S TH 6D 8H 9H 7C TD 5C"
    outcome = settle(game, bets, cards, "ann 1 hit; bob 2 stand")
    # Before the bust that came with the third card.
    assert [(line.player, line.bet) for line in outcome.lines] == [
        ("ann", bet),
        ("ann", "initial"),
        ("bob", "initial"),
    ]


@pytest.mark.clause("BJ5 3.13", "BJP 3.13", "BJ5 3.21", "BJP 3.22")
@pair_bets
def test_a_pair_bet_goes_by_the_first_two_cards_not_by_what_a_split_makes_of_them(
    game: str, bet: str
) -> None:
    cards = "8S 6D 8S TC 9C TD 5C"
    bets = f"ann 1 100; ann 1 {bet} 10"
    outcome = settle(game, bets, cards, "ann 1 split; ann 1 stand; ann 1 stand")
    paid = {"player-pair": 120_00, "rws-pairs": 210_00}
    assert outcome.line("ann", bet).returned == paid[bet]


@pytest.mark.clause("BJ5 3.9", "BJP 3.9")
@pair_bets
def test_any_player_may_bet_on_the_side_of_a_box_somebody_bet_on(game: str, bet: str) -> None:
    bets = f"ann 1 100; bob 1 {bet} 10"
    outcome = settle(game, bets, "8S 6D 8S TD 9C", "ann 1 stand")
    paid = {"player-pair": "110", "rws-pairs": "200"}
    assert outcome.net == {"ann": "100", "bob": paid[bet]}


@pytest.mark.clause("BJ5 3.9", "BJP 3.9")
@pair_bets
def test_the_initial_bet_may_come_after_the_side_bet_that_needs_it(game: str, bet: str) -> None:
    bets = f"bob 1 {bet} 10; ann 1 100"
    assert settle(game, bets, "8S 6D 9H TD 9C", "ann 1 stand").net == {"bob": "-10", "ann": "100"}


@pytest.mark.clause("BJ5 3.9", "BJP 3.9")
@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        (BJ5, "player-pair", "BJ5 3.9"),
        (BJ5, "over-13", "BJ5 3.9"),
        (BJ5, "under-13", "BJ5 3.9"),
        (BJP, "rws-pairs", "BJP 3.9"),
    ],
)
def test_a_side_bet_on_a_box_without_an_initial_bet_is_refused(
    game: str, bet: str, clause: str
) -> None:
    refusal = refused(game, f"ann 1 100; ann 2 {bet} 10", "TS 6D 8H TD 9C", "ann 1 stand")
    assert (refusal.code, refusal.clause) == ("no-initial-bet", clause)


@pytest.mark.clause("BJ5 3.9", "BJP 3.9")
@pytest.mark.parametrize(
    ("game", "bet"),
    [(BJ5, "rws-pairs"), (BJP, "player-pair"), (BJP, "over-13"), (BJP, "under-13")],
)
def test_each_document_has_its_own_side_bets(game: str, bet: str) -> None:
    refusal = refused(game, f"ann 1 100; ann 1 {bet} 10", "TS 6D 8H TD 9C", "ann 1 stand")
    assert refusal.code == "unknown-bet"


@pytest.mark.clause("BJ5 3.9")
def test_boom_busted_is_not_offered_by_version_5() -> None:
    refusal = refused(BJ5, "ann 1 100; ann boom-busted 10", "TS 6D 8H TD 9C", "ann 1 stand")
    assert refusal.code == "unknown-bet"


@pytest.mark.clause("BJ5 3.13.2d")
@pytest.mark.parametrize("bet", ["over-13", "under-13"])
@pytest.mark.parametrize(
    ("bets", "most"),
    [
        ("ann 1 100; ann 1 {bet} {amount}", 100),  # the own initial bet
        ("ann 1 100; bob 1 50; bob 1 {bet} {amount}", 50),  # the own, not the seated player's
        ("ann 1 50; bob 1 100; bob 1 {bet} {amount}", 100),
        ("ann 1 100; bob 1 150; cat 1 {bet} {amount}", 100),  # the seated player's
        ("ann 1 60; ann 1 40; ann 1 {bet} {amount}", 100),  # bets on one spot add up
        ("ann 1 100; ann 2 30; ann 2 {bet} {amount}", 30),  # box by box
    ],
)
def test_over_and_under_may_not_exceed_the_initial_bet(bet: str, bets: str, most: int) -> None:
    two = "ann 2" in bets
    cards = "TS TH 9D 8S 8H TD" if two else "TS 9D 8H TD"
    actions = "ann 1 stand; ann 2 stand" if two else "ann 1 stand"
    fields = {"seats": {1: "ann"}}
    settle(BJ5, bets.format(bet=bet, amount=most), cards, actions, **fields)
    refusal = refused(BJ5, bets.format(bet=bet, amount=most + 1), cards, actions, **fields)
    assert (refusal.code, refusal.clause) == ("limit", "BJ5 3.13.2")


@pytest.mark.clause("BJ5 3.13.2d", "BJ5 1.26")
def test_without_a_bet_in_the_seat_the_highest_bet_measures_over_and_under() -> None:
    # Ann sits there without a bet: bob's 80 is the seated player's.
    bets = "cat 1 50; bob 1 80; dan 1 over-13 {}"
    cards, actions, seats = "TS 9D 8H TD", "bob 1 stand", {1: "ann"}
    settle(BJ5, bets.format(80), cards, actions, seats=seats)
    assert refused(BJ5, bets.format(81), cards, actions, seats=seats).code == "limit"


@pytest.mark.clause("BJ5 3.13.2d")
def test_over_and_under_are_each_measured_alone() -> None:
    bets = "ann 1 100; ann 1 over-13 100; ann 1 under-13 100"
    assert settle(BJ5, bets, "TS 9D 8H TD", "ann 1 stand").net == {"ann": "-100"}


@pytest.mark.clause("BJ5 3.13.2d")
def test_over_13_bets_of_one_player_add_up_to_one() -> None:
    bets = "ann 1 over-13 60; ann 1 100; ann 1 over-13 41"
    assert refused(BJ5, bets, "TS 9D 8H TD", "ann 1 stand").code == "limit"


@pytest.mark.clause("BJ5 3.13.1", "BJP 3.14")
@pair_bets
def test_a_pair_bet_may_exceed_the_initial_bet_up_to_the_tables_maximum(
    game: str, bet: str
) -> None:
    limits = ("10", "500")
    cards, actions = "TS 9D 8H TD", "ann 1 stand"
    outcome = settle(game, f"ann 1 10; ann 1 {bet} 500", cards, actions, limits=limits)
    assert outcome.net == {"ann": "-510"}
    refusal = refused(game, f"ann 1 10; ann 1 {bet} 501", cards, actions, limits=limits)
    assert refusal.code == "limit"


@pytest.mark.clause("BJ5 3.13.1", "BJP 3.14")
@pair_bets
@pytest.mark.parametrize("amount", ["0", "0.5", "1.5", "-1"])
def test_a_pair_bet_is_made_in_whole_chips(game: str, bet: str, amount: str) -> None:
    refusal = refused(game, f"ann 1 10; ann 1 {bet} {amount}", "TS 9D 8H TD", "ann 1 stand")
    assert refusal.code == "bad-amount"


@pytest.mark.clause("BJ5 3.13.1", "BJP 3.14", "BJ5 3.7", "BJP 3.7")
@pair_bets
def test_a_side_bet_may_be_smaller_than_the_tables_minimum_and_goes_by_its_own_box(
    game: str, bet: str
) -> None:
    bets = f"ann 1 10; bob 2 10; cat 2 {bet} 1"
    cards = "8S 9S 9D 8H TH TD"
    outcome = settle(game, bets, cards, "ann 1 stand; bob 2 stand", limits=("10", "500"))
    assert outcome.net == {"ann": "-10", "bob": "0", "cat": "-1"}


@pytest.mark.clause("BJ5 5.15", "BJP 5.15")
@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        (BJ5, "player-pair", "BJ5 5.15"),
        (BJ5, "over-13", "BJ5 5.15"),
        (BJ5, "under-13", "BJ5 5.15"),
        (BJP, "rws-pairs", "BJP 5.15"),
    ],
)
def test_a_side_bet_found_where_there_is_no_initial_bet_is_returned(
    game: str, bet: str, clause: str
) -> None:
    bets = f"ann 1 100; bob 2 {bet} 10 late-found"
    # Box 2 gets no card.
    outcome = settle(game, bets, "TS 6D 8H TD 9C", "ann 1 stand")
    assert outcome.told()[0] == f"bob {bet} 10 > 10 returned {clause}"
    assert outcome.net == {"ann": "100", "bob": "0"}


@pytest.mark.clause("BJ5 5.15", "BJP 5.15")
@pair_bets
def test_where_nothing_but_such_a_bet_lies_the_round_is_over_without_a_card(
    game: str, bet: str
) -> None:
    outcome = settle(game, f"bob 2 {bet} 10 late-found", "", "")
    assert (outcome.status, outcome.net) == ("settled", {"bob": "0"})
