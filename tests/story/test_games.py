"""The story of an ordinary round of each game has its facts, in their order, with their clauses."""

import pytest

from tests.story.telling import Story


def test_rws_blackjack_hit_and_bust() -> None:
    story = Story("rws-blackjack", "ann 1 100", "8S 6H 8D TD", "ann 1 hit")
    story.tells(
        "ann alone bets on the box, and decides for it. [R7]",
        "Box 1 gets 8♠ 8♦ (16); the dealer shows 6♥. [BJ5 3.11]",
        "Nobody surrenders. [BJ5 3.16]",
        "ann hits box 1 on 16 and gets 10♦: 26, bust. [BJ5 3.18]",
        "no bet depends on it any more. [R12]",
        "ann's 100 on box 1 loses: 26 is bust. Nothing comes back. [BJ5 3.18]",
        "ann staked 100 and gets nothing back: 100 lost.",
    )
    assert story.headings == [
        "The bets",
        "The deal",
        "Before the play",
        "The play",
        "The dealer's hand",
        "The settlement",
        "What it comes to",
    ]
    assert story.clauses["BJ5 3.18"]


def test_split_double_and_who_followed() -> None:
    story = Story(
        "rws-blackjack",
        "ann 1 100; bob 1 50; cat 1 20; ann 1 over-13 20",
        "8S 6H 8D 3C KH TD 9C 4C",
        "ann 1 split; bob 1 follow; ann 1 double 60; bob 1 follow 25; ann 1 stand",
        seats={1: "ann"},
    )
    story.tells(
        "ann sits at box 1 and decides for it. [BJ5 3.8]",
        "settled: ann's 20 on Over 13 at box 1 wins. [R9, BJ5 3.13]",
        "ann splits box 1, 8♠ 8♦, with 100 more: hand 1 goes on from 8♠, hand 2 from 8♦.",
        "bob follows the split with 50 more.",
        "cat does not follow the split and stays on hand 1 alone. [BJ5 3.21.1]",
        "Hand 1 of box 1 gets its second card, 8♠ 3♣: 11.",
        "ann doubles hand 1 of box 1 on 11 with 60 more",
        "bob follows the double with 25 more. [BJ5 3.22.1]",
        "cat does not follow the double",
        "The one card for hand 1 of box 1 is K♥: 21.",
        "ann stands on hand 2 of box 1 with 18.",
        "The dealer, showing 6♥, draws 9♣: 15.",
        "The dealer has 15, under 17, and takes 4♣: 19. [BJ5 3.23]",
        "The dealer stands on 19.",
        "the first two cards, 8♠ 8♦, count 16. Paid 1 to 1, 40 comes back. [BJ5 3.13.2]",
        "ann's 160 on hand 1 of box 1 wins: 21 against the dealer's 19. Paid 1 to 1, 320",
        "ann's 100 on hand 2 of box 1 loses: 18 against the dealer's 19. Nothing comes back.",
        "cat's 20 on hand 1 of box 1 wins",
    )


def test_even_money_insurance_and_waiting_blackjacks() -> None:
    story = Story(
        "rws-blackjack",
        "ann 1 100; bob 1 50; cat 2 40; dan 2 20",
        "AS TH AD KH 9C KC",
        "bob 1 even-money; cat 2 insure 20; cat 2 stand",
        seats={1: "ann"},
    )
    story.tells(
        "Nobody sits at it with a bet: cat, with the highest bet, decides. [R7]",
        "Box 1 gets A♠ K♥ (blackjack); box 2 gets 10♥ 9♣ (19); the dealer shows A♦.",
        "bob takes even money for the blackjack on box 1.",
        "cat insures box 2 for 20.",
        "dan could insure, and does not.",
        "ann could insure or take even money, and does neither. [BJ5 3.14.2, BJ5 3.14.1]",
        "bob's 50 on box 1 wins. [R9]",
        "The blackjack on box 1 waits for the dealer's second card",
        "The dealer, showing A♦, draws K♣: blackjack.",
        "bob's 50 on box 1 wins: even money was taken for the blackjack. Paid 1 to 1, 100",
        "cat's insurance of 20 on box 2 wins: the dealer has a blackjack, A♦ K♣. Paid 2 to 1, 60",
        "ann's 100 on box 1 is a stand-off: a blackjack against the dealer's blackjack.",
        "cat's 40 on box 2 loses: the dealer's blackjack beats 19. Nothing comes back. [R13]",
    )


def test_a_dealers_blackjack_takes_one_initial_bet() -> None:
    story = Story(
        "rws-blackjack",
        "ann 1 100",
        "8S TH 8D 3C KH 9C AD",
        "ann 1 split; ann 1 double; ann 1 stand",
    )
    story.tells(
        "ann's 200 on hand 1 of box 1 loses: the dealer's blackjack takes only what was staked "
        "first. 100 of it comes back. [BJ5 3.21.3]",
        "ann's 100 on hand 2 of box 1 is given back: the dealer's blackjack takes one initial bet",
    )


def test_timeouts_pass_the_decision_on_and_then_to_the_house() -> None:
    story = Story(
        "rws-blackjack",
        "ann 1 100; bob 1 50; cat 2 20",
        "2S 9H 6H 4D 7C KH 9S TD",
        "ann 1 timeout; bob 1 timeout; cat 2 stand",
        seats={1: "ann", 2: "zoe"},
    )
    story.tells(
        "zoe sits there without an initial bet, and decides nothing. [R15]",
        "ann does not decide in time on box 1 (6): bob, with the highest bet of those left",
        "bob does not decide in time on box 1 (6): nobody else bets on the box, so the house",
        "The house draws for box 1 on 6: K♥, 16. [BJ5 5.3]",
        "The house stands on box 1 with 16.",
    )


def test_rws_blackjack_plus_side_bets_and_surrender() -> None:
    story = Story(
        "rws-blackjack-plus",
        "ann 1 100; bob 1 50; cat 2 20; cat 2 rws-pairs 5; cat boom-busted 3",
        "TS 9H 6H 6D 9D KH 9S 8C",
        "ann 1 surrender; cat 2 hit",
        seats={1: "ann", 2: "cat"},
    )
    story.tells(
        "On Boom Busted: cat 3. [BJP 3.9.1]",
        "ann surrenders box 1 for half the stake, which binds bob too. [BJP 3.17, R7]",
        "Nobody else surrenders.",
        "cat hits box 2 on 18 and gets K♥: 28, bust. [BJP 3.19]",
        "The dealer has 15, under 17, and takes 8♣: 23, bust. [BJP 3.24]",
        "9♥ 9♦, are a pair of one colour. Paid 12 to 1, 65 comes back. [BJP 3.14]",
        "bob's 50 on box 1 is surrendered: half of it, 25, comes back. [BJP 3.17]",
        "the dealer is bust with 23 in 3 cards. Paid 2 to 1, 9 comes back. [BJP 3.26]",
    )


def test_live_blackjack_and_those_behind() -> None:
    story = Story(
        "live-blackjack",
        "ann 1 100; bob 1 behind 50 follow; cat 1 behind 30",
        "8S AH 8D 5C 3C KH 9S TD 9C",
        "ann 1 insure 50; ann 1 split; ann 1 double; ann 1 stand",
    )
    story.tells(
        "bob bets 50 behind, following splits and doubles",
        "ann plays the hand; bob and cat are bound by what ann does. [LIVE 2.5.2.7]",
        "the dealer shows A♥ and has 5♣ face down. [LIVE 2.3.4]",
        "bob and cat could insure, and do not.",
        "The dealer looks under A♥: no blackjack, so the insurance of ann is lost. Play goes on.",
        "bob, betting behind, follows with 50 more.",
        "cat, betting behind, does not follow and stays with hand 1 alone.",
        "The dealer turns 5♣: A♥ 5♣, soft 16. [LIVE 2.3.8]",
        "cat's 30 behind hand 1 of seat 1 wins",
    )


def test_live_dealer_finds_a_blackjack_under_the_ace() -> None:
    story = Story("live-blackjack", "ann 1 100; bob 2 40", "8S TD AH 8D AS KC", "ann 1 insure 50")
    story.tells(
        "The dealer looks under A♥ and turns K♣: a blackjack.",
        "ann's insurance of 50 on seat 1 wins",
        "ann's 100 on seat 1 loses: the dealer's blackjack beats 16.",
        "bob's 40 on seat 2 is a stand-off",
    )
    assert "The dealer's hand" not in story.headings


@pytest.mark.parametrize(
    ("game", "pays", "back"),
    [
        ("classic-blackjack-shoe", "3 to 2", "100"),
        ("classic-blackjack-double", "3 to 2", "100"),
        ("classic-blackjack-single", "6 to 5", "88"),
    ],
)
def test_classic_blackjack(game: str, pays: str, back: str) -> None:
    story = Story(game, "ann 1 100; bob 2 40", "6S TD 6H 5D AS AC 9H 3D", "ann 1 double")
    story.tells(
        "Box 1 gets 6♠ 5♦ (11); box 2 gets 10♦ A♠ (blackjack)",
        "ann doubles box 1 on 11 with 100 more, for one card and no other. [CLB 11]",
        "The dealer turns A♣: 6♥ A♣, soft 17. [CLB 13]",
        "The dealer has soft 17, draws to it, and takes 3♦: soft 20. [CLB 15]",
        "The dealer stands on soft 20. [CLB 14]",
        "ann's 200 on box 1 is a stand-off: 20 against the dealer's 20.",
        f"a blackjack, 10♦ A♠. Paid {pays}, {back} comes back. [CLB 7]",
    )
    face_down = [one for one in story.sentences if "lie face down" in one]
    assert bool(face_down) == (game == "classic-blackjack-double")


def test_knockout_baccarat_antes() -> None:
    story = Story(
        "rws-knockout-baccarat",
        "ann ante-player 10; ann ante-banker 20; bob banker 50; cat winning-total-9 5 late-found",
        "9S 4D KH QC",
        "ann raise ante-player; ann timeout ante-banker",
    )
    story.tells(
        "cat has no bet on Player or Banker, which Winning Total 9 needs",
        "The first card, 9♠, lies open on “Up The Ante”",
        "ann raises the Ante Player of 10 with 20 on Wager Player. [NKB 3.4.2]",
        "ann does not decide in time about the Ante Banker of 20, which folds it",
        "Banker gets 4♦ Q♣ and Player gets K♥. [NKB 3.5]",
        "Player has 9 in two cards, so nobody draws. [NKB 3.7]",
        "ann's 20 on Ante Banker loses: it was folded. Nothing comes back. [NKB 3.4.1]",
        "the pay goes by the 4 of the beaten hand. Paid 1 to 1, 40 comes back. [NKB 4.1.3]",
    )


def test_knockout_banker_with_six() -> None:
    story = Story("rws-knockout-baccarat", "ann banker 10", "2S 3D 3H 3C KD")
    story.tells(
        "Player has 5, which is 5 or less, and draws K♦: 5.",
        "Banker has 6 and Player's third card, K♦, counts 0: Banker stands. [NKB 3.7]",
        "Banker's win with six pays less. Paid 1 to 2, 15 comes back. [NKB 4.1.1]",
    )


@pytest.mark.parametrize(
    ("cards", "facts"),
    [
        (
            "2S 3D KH QC 8D",
            [
                "Player has 2, which is 5 or less, and draws 8♦: 0. [LIVE 3.3.1]",
                "Banker has 3 and Player's third card, 8♦, counts 8: Banker stands. [LIVE 3.3.2]",
                "bob's 20 on Banker wins: Player 0, Banker 3. Paid 19 to 20, 39 comes back.",
            ],
        ),
        (
            "6S 3D KH 3C",
            [
                "Player stands on 6. [LIVE 3.3.1]",
                "Banker has 6 and Player took no third card: Banker stands. [LIVE 3.3.2]",
                "Player 6, Banker 6: a tie.",
                "ann's 10 on Player is a stand-off",
                "cat's 10 on Tie wins: Player 6, Banker 6. Paid 8 to 1, 90 comes back.",
            ],
        ),
        (
            "7S 2D KH 3C 4C",
            ["Banker has 5 and Player took no third card: Banker draws 4♣: 9. [LIVE 3.3.2]"],
        ),
    ],
)
def test_live_baccarat_third_cards(cards: str, facts: list[str]) -> None:
    story = Story("live-baccarat", "ann player 10; bob banker 20; cat tie 10", cards)
    story.tells(*facts)


@pytest.mark.parametrize(
    ("pocket", "facts"),
    [
        (
            17,
            [
                "The ball comes to rest in 17: black, odd and low. [LIVE 1.1]",
                "ann's 10 on number 17 wins: the ball lies in 17. Paid 35 to 1, 360 comes back.",
                "bob's 20 on red loses: 17 is none of its numbers. Nothing comes back. [LIVE 1.3]",
                "cat's 10 on the corner 16/17/19/20 wins: 17 is one of its numbers. Paid 8 to 1",
            ],
        ),
        (0, ["rest in 0: zero.", "bob's 20 on red loses: zero is none of its numbers."]),
    ],
)
def test_roulette(pocket: int, facts: list[str]) -> None:
    bets = "ann straight:17 10; bob red 20; cat corner:16-20 10"
    Story("live-roulette", bets, pocket=pocket).tells(*facts)
