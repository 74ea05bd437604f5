"""Whatever went wrong is told: what was ruled, what each player chose, what came of it."""

from typing import Any

import pytest

from croupier import (
    Act,
    Action,
    Adjust,
    Bet,
    Capacity,
    CardDealt,
    CardsTurned,
    Input,
    Limits,
    SqueezeAllowed,
    Void,
    VoidReason,
    begin,
    card,
    step,
    variant,
)
from croupier.roundfile import Played
from croupier.story import Chapter, tell
from tests.story.telling import Story
from tests.support.notation import play_file, round_file

TWO = "ann 1 100; bob 2 100"


def test_bets_over_and_under_the_limits() -> None:
    story = Story(
        "rws-blackjack",
        "ann 1 5 under-limit; bob 2 400 over-limit; cat 2 400; dan 2 4",
        "TS TC 6H 8D 9S TD 9C",
        "ann 1 stand; bob 2 stand",
        limits=("10", "500"),
    )
    story.tells(
        "Nobody noticed in time, so it plays as it stands. [BJ5 5.2.1]",
        "Together that is 804, more than the 500 box 2 may hold.",
        "bob, with the first of the highest bets, decides.",
        "bob's 151.25 on box 2 is given back: it is over what the box may hold",
        "bob's 248.75 on box 2 wins",
        "dan's 4 on box 2 wins",
    )
    story.tells("dan plays for 4 of 4; the rest goes back. [BJ5 5.1.1, BJ5 5.1.2]")


def test_a_side_bet_found_late() -> None:
    story = Story(
        "rws-blackjack", "ann 1 100; bob 2 over-13 5 late-found", "TS 6D 8H TC 9D", "ann 1 stand"
    )
    story.tells(
        "bob's 5 on Over 13 is found where it should not lie, as there is no initial bet on box 2",
        "bob's 5 on Over 13 at box 2 is given back: there was no initial bet on its box.",
    )


def test_a_void_takes_back_what_was_paid() -> None:
    story = Story(
        "rws-blackjack",
        "ann 1 100; bob 2 100",
        "AS TH 6D KH 9H",
        "bob 2 stand; pit void foreign-card",
    )
    story.tells(
        "settled: ann's 100 on box 1 wins.",
        "The pit supervisor voids the round: a card turned up that does not belong to the decks. "
        "[BJ5 5.5.1]",
        "every stake goes back to its owner. [BJ5 5.17]",
        "What had been settled before is undone: ann's 100 on box 1 (was +150). [R2]",
        "ann's 100 on box 1 is void: the 100 comes back. [BJ5 5.5.1]",
    )


def test_an_interruption_with_nothing_decided() -> None:
    story = Story("rws-blackjack", TWO, "TS TH 6D 8H 9H", "ann 1 stand; house interrupt")
    story.tells(
        "interrupted for longer than the grace of 15 seconds. [R4]",
        "By what lies open no bet has won or lost yet, so the round is void. [BJ5 5.4.2]",
        "every stake goes back",
    )


def test_an_interruption_with_a_bet_decided() -> None:
    story = Story(
        "rws-blackjack",
        f"{TWO}; bob 2 over-13 20",
        "TS TH 6D 8H 9C TD 5C",
        "ann 1 stand; house interrupt; bob 2 stand",
    )
    story.tells(
        "bob's Over 13 at box 2 has won by what lies open already, so the round goes on from "
        "where it stood. [BJ5 5.4.1]",
        "bob stands on box 2 with 19.",
    )


def test_a_misdeal_that_cannot_be_mended() -> None:
    story = Story(
        "rws-blackjack",
        f"{TWO}; cat 3 100; bob 2 over-13 20",
        "TS TH TC 6D 8H 9H 7C 2D TD 5C",
        "ann 1 stand; pit misdeal; bob withdraw; cat continue; pit place 3 1; cat 3 stand",
    )
    story.tells(
        "There was an error in dealing. The pit supervisor cannot put the cards back into order",
        "ann, bob and cat may each go on or take back their bets. [BJ5 5.7, R28]",
        "bob takes the bet back: 100 on box 2. [BJ5 5.7.3]",
        "bob's Over 13 at box 2 (won) stands: that was decided already. [R28]",
        "cat goes on, with the cards as they lie. [BJ5 5.7.1]",
        "ann says nothing and so goes on, with the cards as they lie.",
        "2♦ stays where it was dealt, on box 3: 19. [BJ5 5.7.1]",
        "cat stands on box 3 with 19.",
        "bob's 100 on box 2 is given back: bob withdrew after the dealing error.",
    )


def test_a_misdeal_put_into_order() -> None:
    story = Story(
        "rws-blackjack",
        f"{TWO}; cat 1 20",
        "TS TH 6D 8H 9H TD 5C",
        "pit misdeal reconstructed; ann withdraw; bob continue; cat 1 stand; bob 2 stand",
    )
    story.tells(
        "The pit supervisor has put the cards into the order they should have had. [BJ5 5.7, R27]",
        "ann takes the bet back: 100 on box 1.",
        "cat decides for box 1 now.",
        "bob goes on, with the cards as put in order. [BJ5 5.7.2]",
        "cat says nothing and so goes on",
        "cat stands on box 1 with 18.",
    )


def test_cards_together_for_a_player() -> None:
    story = Story(
        "rws-blackjack",
        "ann 1 100",
        "TS 6D 6H KD 4C 9S",
        "ann 1 hit; dealer together 2; ann take 4C; ann 1 stand",
    )
    story.tells(
        "ann hits box 1 on 16.",
        "K♦ 4♣ come out of the shoe together, in no known order, for box 1: ann says which",
        "ann takes 4♣ first; K♦ is the next card; box 1 has 20. [BJ5 5.12]",
        "ann may go on or take back the bet. [BJ5 5.12.2, R28]",
        "The dealer, showing 6♦, draws K♦: 16.",
    )


def test_cards_together_for_the_dealer() -> None:
    story = Story(
        "rws-blackjack",
        TWO,
        "TS 9H 6D 8H 8C 9D 5C KD 4D",
        "ann 1 stand; bob 2 stand; dealer together 2; bob withdraw",
    )
    story.tells(
        "9♦ 5♣ come out of the shoe together, in no known order, for the dealer's hand: they are "
        "thrown away and another card is drawn. [BJ5 5.12.1]",
        "bob takes the bet back",
        "The dealer, showing 6♦, draws K♦: 16.",
    )


def test_cards_thrown_away_and_burned() -> None:
    story = Story(
        "rws-blackjack",
        TWO,
        "TS TH 6D 8H 9H 2C 3C 4C TD 5C KC",
        "ann 1 stand; pit discard no-bet; pit burn 2; bob 2 stand; pit discard overdraw",
    )
    story.tells(
        "A card went to a box without a bet. It is thrown away. [BJ5 5.10.3]",
        "2♣ is thrown away.",
        "The pit supervisor has the next 2 cards burned. [R30]",
        "3♣ 4♣ are burned.",
        "The dealer drew a card too many on a complete hand. It is thrown away, and the dealer's "
        "21 counts. [BJ5 5.10.2]",
        "K♣ is thrown away.",
        "ann's 100 on box 1 loses: 18 against the dealer's 21.",
    )


def test_a_live_seat_withdraws_and_those_behind_go_on() -> None:
    story = Story(
        "live-blackjack",
        "ann 1 100; bob 1 behind 50",
        "8S 6H 8D 5C TD",
        "pit misdeal; ann withdraw",
    )
    story.tells(
        "ann takes the bet back: 100 on seat 1. [R28]",
        "Nobody decides for seat 1 any more: it stays as it is, 16. [R28]",
        "bob's 50 behind seat 1 loses: 16 against the dealer's 21.",
    )


@pytest.mark.parametrize(
    ("actions", "facts"),
    [
        (
            "pit void wrong-count @2",
            ["a hand got a wrong number of cards", "every stake goes back"],
        ),
        ("pit misdeal @2", ["the cards cannot be put back into order", "every stake goes back"]),
        ("house interrupt @2", ["no bet has won or lost yet", "every stake goes back"]),
    ],
)
def test_a_coup_without_a_result(actions: str, facts: list[str]) -> None:
    Story("rws-knockout-baccarat", "ann player 10", "9S 4D", actions).tells(
        "Player gets 9♠ and Banker gets 4♦.", *facts, "ann's 10 on Player is void"
    )


def test_a_coup_that_goes_on() -> None:
    story = Story(
        "live-baccarat",
        "ann player 10",
        "2S KS QS 3D KH 6C 8D",
        "dealer together 2 @1; pit misdeal reconstructed @3; pit burn 1 @4",
    )
    story.tells(
        "K♠ Q♠ come out of the shoe together",
        "has put the cards into the order they should have had, and the coup goes on. [R24]",
        "K♥ is burned.",
        "Player 8, Banker 1: Player wins.",
    )


def test_a_spin_that_never_ended() -> None:
    story = Story("live-roulette", "ann red 10", actions="house interrupt", pocket=None)
    story.tells("no bet has won or lost yet, so the round is void. [R4]", "ann's 10 on red is void")


def test_adjustments_come_after_the_settlement() -> None:
    story = Story(
        "live-roulette", "ann red 10", actions="shift adjust ann -2.50 paid twice", pocket=1
    )
    story.tells(
        "ann's 10 on red wins",
        "The shift manager takes 2.5 from what ann got, and signs for it: “paid twice”. [R5, R30]",
        "ann staked 10 and gets 17.5 back: 7.5 won.",
    )
    story.never_tells("adjusted by")


def test_an_adjustment_before_a_late_void_is_described_once() -> None:
    chapters = {
        chapter.heading: [one.text for one in chapter.sentences]
        for chapter in tell_of(
            "live-baccarat",
            Bet("ann", "player", 10_00),
            *(CardDealt(card(one)) for one in ("9S", "2D", "KS", "KD")),
            Adjust(Capacity.SHIFT, "ann", -2_50, "paid twice"),
            Void(Capacity.PIT, VoidReason.WRONG_COUNT),
        )
    }
    assert chapters["The settlement"] == ["ann's 10 on Player is void: the 10 comes back."]
    (correction,) = chapters["Corrections afterwards"]
    assert "takes 2.5 from what ann got" in correction


def tell_of(game: str, bet: Bet, *inputs: Input) -> tuple[Chapter, ...]:
    """The story of a round as a table's own record has it."""
    rules, limits = variant(game), Limits()
    opening = round = begin(rules, [bet])
    for input in inputs:
        round = step(round, input).round
    return tell(Played(rules, limits, {}, opening, inputs, round))


def test_a_squeeze() -> None:
    """A round file has no trace of it; a table's own record has."""
    inputs: list[Input] = [
        SqueezeAllowed(Capacity.PIT, 1),
        *(CardDealt(card(one)) for one in ("TS", "6D", "9H")),
        CardsTurned("ann", 1),
        Act("ann", Action.STAND, 1),
        *(CardDealt(card(one)) for one in ("TD", "5C")),
    ]
    chapters = tell_of("rws-blackjack", Bet("ann", "initial", 100_00, 1), *inputs)
    texts = [one.text for chapter in chapters for one in chapter.sentences]
    assert any("lets the cards of box 1 be squeezed" in one for one in texts)
    assert "ann turns the cards of box 1 face up: 10♠ 9♥." in texts


def test_a_card_placed_on_a_hand_that_the_hole_card_completes() -> None:
    story = Story(
        "live-blackjack",
        "ann 1 100",
        "TS TD 7H 8C 5S",
        "pit misdeal; pit place dealer; ann 1 stand",
    )
    story.tells(
        "5♠ stays where it was dealt, with the dealer: 15. [R28]",
        "The dealer turns 8♣: 10♦ 8♣, 18.",
        "5♠ came after the hand was complete and is thrown away. [R27, R32]",
        "The dealer stands on 18.",
    )


def test_cards_placed_before_the_look_finds_a_blackjack() -> None:
    story = Story(
        "live-blackjack",
        "ann 1 100",
        "TS AD KC 5S 4S 7H",
        "pit misdeal @2; pit place dealer @2; pit place dealer @3; pit place dealer @4",
    )
    story.tells("5♠ 4♠ came after the hand was complete and are thrown away.")


def test_an_overdraw_before_the_hole_card_is_turned() -> None:
    story = Story(
        "live-blackjack",
        "ann 1 100",
        "TS TD 7H 8C 6S 5S",
        "pit misdeal; pit place dealer; pit discard overdraw; ann 1 stand",
    )
    story.tells("The dealer drew a card too many on a complete hand. It is thrown away. [R27]")


def test_the_cards_that_were_put_back_are_named() -> None:
    file = round_file(
        "rws-blackjack",
        TWO,
        "TS TH 6D 8H 9C TC 5C",
        "pit misdeal reconstructed initial; ann 1 stand; bob 2 stand",
    )
    anns, bobs = ({"to": "box", "box": box, "hand": 1} for box in (1, 2))
    file["actions"][0]["moves"] = [
        {"belongs": anns, "at": 2, "lies": {"to": "box", "box": 5}},
        {"belongs": bobs, "at": 2, "lies": bobs, "lies_at": 1},
        {"belongs": bobs, "at": 1, "lies": {"to": "dealer"}},
    ]
    assert (
        "Put back: 8♥ from box 5 to position 2 of box 1; 9♣ from position 1 to position 2 of "
        "box 2; 10♥ from the dealer's hand to position 1 of box 2."
    ) in _texts(file)


def test_a_card_that_was_put_back_face_down_is_not_named() -> None:
    file = round_file(
        "classic-blackjack-double",
        "ann 1 100",
        "TS 6D 8H TC 5C",
        "pit misdeal reconstructed; ann 1 stand",
    )
    back = {"belongs": {"to": "dealer"}, "at": 2, "lies": {"to": "box", "box": 1, "hand": 1}}
    file["actions"][0]["moves"] = [back]
    assert "Put back: a face-down card from box 1 to position 2 of the dealer's hand." in _texts(
        file
    )


def _texts(file: dict[str, Any]) -> list[str]:
    return [one.text for chapter in tell(play_file(file)) for one in chapter.sentences]
