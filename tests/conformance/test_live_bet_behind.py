"""Live blackjack: betting behind a seat."""

import pytest

from croupier import Act, Action, Bet, CardDealt, Refused, begin, card, step, variant
from croupier.engine.inputs import FollowingEnded
from croupier.engine.protocol import staked
from tests.support.notation import Outcome, refused, settle

GAME = "live-blackjack"
BETS = "ann 1 100; bob 1 behind 50 follow; cat 1 behind 20"
"""Ann sits; bob follows her splits and doubles, cat does not."""


def three(cards: str, actions: str, bets: str = BETS) -> Outcome:
    return settle(GAME, bets, cards, actions)


@pytest.mark.clause("LIVE 2.5.1", "LIVE 2.5.2.1", "R19")
@pytest.mark.parametrize(
    ("cards", "actions", "result"),
    [
        ("TS 6D 9H TC 9C", "ann 1 stand", "win"),
        ("TS TD 8H 9C", "ann 1 stand", "lose"),
        ("TS TD 8H 8C", "ann 1 stand", "push"),
        ("TS TD 6H 9C TC", "ann 1 hit", "lose"),
    ],
)
def test_those_behind_share_the_fate_of_the_hand(cards: str, actions: str, result: str) -> None:
    outcome = three(cards, actions)
    assert [(line.player, line.bet, line.result) for line in outcome.lines] == [
        ("ann", "initial", result),
        ("bob", "behind", result),
        ("cat", "behind", result),
    ]
    assert len({line.clause for line in outcome.lines}) == 1


@pytest.mark.clause("LIVE 2.5.1", "LIVE 2.2.3a")
def test_a_blackjack_pays_three_to_two_behind_too() -> None:
    assert three("AS 6D KH TC", "").net == {"ann": "150", "bob": "75", "cat": "30"}


@pytest.mark.clause("LIVE 2.5.2.1", "LIVE 2.5.2.2", "R19")
def test_behind_a_taken_seat_only() -> None:
    deal = "TS 6D 9H TC 9C"
    for bets in ("ann 1 100; bob 2 behind 50", "bob 2 behind 50; ann 1 100"):
        assert refused(GAME, bets, deal, "ann 1 stand").code == "illegal-bet"
    # With nobody playing there is nothing to be behind of.
    assert refused(GAME, "bob 1 behind 50", "", "").code == "illegal-bet"
    # A seat that is taken but not bet on has no hand.
    refusal = refused(GAME, "ann 1 100; bob 2 behind 50", deal, "ann 1 stand", seats={2: "cat"})
    assert refusal.code == "illegal-bet"


@pytest.mark.clause("LIVE 2.5.2.1")
def test_the_seat_may_be_named_after_the_bet_behind_it() -> None:
    outcome = three("TS 6D 9H TC 9C", "ann 1 stand", "bob 1 behind 50; ann 1 100")
    assert outcome.net == {"bob": "50", "ann": "100"}


@pytest.mark.clause("LIVE 2.5.2.2")
def test_one_seated_player_is_enough() -> None:
    outcome = three("TS 6D 9H TC 9C", "ann 7 stand", "ann 7 100; bob 7 behind 50")
    assert outcome.net == {"ann": "100", "bob": "50"}


@pytest.mark.clause("LIVE 2.5.2.3", "R19")
@pytest.mark.parametrize(
    ("bets", "seats"),
    [
        ("ann 1 100; ann 1 behind 50", {}),
        ("ann 1 100; bob 2 100; ann 2 behind 50", {}),
        ("ann 2 behind 50; bob 2 100; ann 1 100", {}),
        ("bob 2 100; ann 2 behind 50", {1: "ann"}),
    ],
)
def test_nobody_is_seated_and_behind(bets: str, seats: dict[int, str]) -> None:
    refusal = refused(GAME, bets, "TS TH 6D 9S 9H TC 9C", "", seats=seats)
    assert refusal.code == "illegal-bet"


@pytest.mark.clause("LIVE 2.5.2.6", "R19")
def test_any_number_may_bet_behind_one_seat() -> None:
    names = [f"p{n}" for n in range(60)]
    bets = "; ".join(["ann 1 100", *(f"{name} 1 behind 10" for name in names)])
    outcome = three("TS 6D 9H TC 9C", "ann 1 stand", bets)
    assert outcome.net == {"ann": "100", **dict.fromkeys(names, "10")}


@pytest.mark.clause("LIVE 2.5.2.6", "R3a")
def test_the_limits_are_for_each_bet_behind_not_for_their_sum() -> None:
    bets = "ann 1 100; bob 1 behind 100; cat 1 behind 100"
    settle(GAME, bets, "TS 6D 9H TC 9C", "ann 1 stand", limits=("10", "100"))
    for amount in ("9", "101"):
        refusal = refused(GAME, f"ann 1 100; bob 1 behind {amount}", "", "", limits=("10", "100"))
        assert refusal.code == "limit"


@pytest.mark.clause("LIVE 2.4.5", "R16", "LIVE 2.1.3")
@pytest.mark.parametrize(
    ("bets", "seats", "clause"),
    [
        ("ann 1 100; ann 2 100", {}, "LIVE 2.4.5"),
        ("ann 2 100", {1: "ann"}, "LIVE 2.4.5"),
        ("ann 1 100; ann 2 100", {1: "ann"}, "LIVE 2.4.5"),
        ("ann 1 100; bob 1 100", {}, "LIVE 2.4.5"),
        ("bob 1 100", {1: "ann"}, "LIVE 2.4.5"),
        # Behind a seat too: one hand, and not beside a seat of one's own.
        ("ann 1 100; bob 2 100; cat 1 behind 10; cat 2 behind 10", {}, "LIVE 2.4.5"),
        ("ann 1 100; bob 2 100; ann 2 behind 10", {}, "LIVE 2.5.2.3"),
        ("ann 1 100; bob 2 100; ann 1 behind 10", {}, "LIVE 2.5.2.3"),
        ("bob 2 100; cat 2 behind 10", {1: "cat"}, "LIVE 2.5.2.3"),
        ("ann 0 100", {}, "LIVE 2.1.3"),
        ("ann 8 100", {}, "LIVE 2.1.3"),
        ("ann 1 100; bob 8 behind 10", {}, "LIVE 2.1.3"),
    ],
)
def test_seven_seats_one_player_each_one_hand_an_account(
    bets: str, seats: dict[int, str], clause: str
) -> None:
    refusal = refused(GAME, bets, "TS TH 6D 9S 9H TC 9C", "", seats=seats)
    assert (refusal.code, refusal.clause) == ("illegal-bet", clause)


@pytest.mark.clause("LIVE 2.4.5")
@pytest.mark.parametrize(
    ("bets", "net"),
    [
        ("ann 1 60; bob 2 100; ann 1 40", {"ann": "100", "bob": "100"}),
        (
            "ann 1 100; bob 2 100; cat 2 behind 10; cat 2 behind 5",
            {"ann": "100", "bob": "100", "cat": "15"},
        ),
    ],
)
def test_chips_added_to_the_one_hand_are_one_bet(bets: str, net: dict[str, str]) -> None:
    stands = "ann 1 stand; bob 2 stand"
    assert settle(GAME, bets, "TS TH 6D 9S 9H TC 9C", stands).net == net


@pytest.mark.clause("LIVE 2.1.3", "R16")
def test_all_seven_seats_may_be_taken() -> None:
    names = ["ann", "bob", "cat", "dan", "eve", "fay", "gus"]
    bets = "; ".join(f"{name} {seat} 10" for seat, name in enumerate(names, 1))
    deal = " ".join(["TS"] * 7 + ["6D"] + ["9H"] * 7 + ["TC", "9C"])
    said = "; ".join(f"{name} {seat} stand" for seat, name in enumerate(names, 1))
    assert settle(GAME, bets, deal, said).net == dict.fromkeys(names, "10")


@pytest.mark.clause("LIVE 2.5.2.7", "R19")
@pytest.mark.parametrize("action", ["hit", "stand", "double", "split", "timeout"])
@pytest.mark.parametrize("player", ["bob", "cat"])
def test_only_the_seated_player_decides(player: str, action: str) -> None:
    refusal = refused(GAME, BETS, "8S 6D 8H TC 9C", f"{player} 1 {action}")
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("LIVE 2.5.2.7", "LIVE 2.5.2.11")
def test_following_is_not_said_hand_by_hand() -> None:
    """It was answered once for the session; the action of other games has no place here."""
    refusal = refused(GAME, BETS, "8S 6D 8H TC TS TH 9C", "ann 1 split; cat 1 follow")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("LIVE 2.5.2.8", "R19")
def test_insurance_is_each_ones_own() -> None:
    outcome = three("TS AD 9H KC", "cat 1 insure 10; bob 1 insure 5")
    assert outcome.net == {"ann": "-100", "bob": "-40", "cat": "0"}
    outcome = three("TS AD 9H 7C", "bob 1 insure 25; ann 1 stand")
    assert outcome.net == {"ann": "100", "bob": "25", "cat": "20"}


@pytest.mark.clause("LIVE 2.5.2.8", "LIVE 2.2.5")
@pytest.mark.parametrize(("stake", "most", "too_much"), [(50, 25, 26), (25, 13, 14), (1, 1, 2)])
def test_insurance_behind_is_measured_on_the_own_bet(stake: int, most: int, too_much: int) -> None:
    bets = f"ann 1 100; bob 1 behind {stake}"
    settle(GAME, bets, "TS AD 9H KC", f"bob 1 insure {most}")
    assert refused(GAME, bets, "TS AD 9H KC", f"bob 1 insure {too_much}").code == "limit"


@pytest.mark.clause("LIVE 2.5.2.8")
def test_who_has_no_bet_there_insures_nothing() -> None:
    bets = f"{BETS}; dan 2 100"
    refusal = refused(GAME, bets, "TS TH AD 9H 9S KC", "bob 2 insure 5")
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("LIVE 2.5.2.11", "R19")
def test_who_follows_splits_with_the_seat() -> None:
    outcome = three("8S TD 8H 9H TC 3C TS", "ann 1 split; ann 1 stand; ann 1 hit")
    # The first hand has 18 against 19, the second 21.
    assert outcome.told() == [
        "ann initial#1 100 > 0 lose LIVE 2.2.1d",
        "ann initial#2 100 > 200 win LIVE 2.2.1b",
        "bob behind#1 50 > 0 lose LIVE 2.2.1d",
        "bob behind#2 50 > 100 win LIVE 2.2.1b",
        "cat behind#1 20 > 0 lose LIVE 2.2.1d",
    ]


@pytest.mark.clause("LIVE 2.5.2.12", "R19")
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        # The first hand wins, the second loses.
        ("8S TD 8H 9H 3C TC 9C", "ann 1 split; ann 1 hit; ann 1 stand", "20"),
        # The first loses, the second wins.
        ("8S TD 8H 9H TC 3C TS", "ann 1 split; ann 1 stand; ann 1 hit", "-20"),
        # The first busts, the second stands.
        ("8S TD 8H 9H 4C KC TC", "ann 1 split; ann 1 hit; ann 1 stand", "-20"),
    ],
)
def test_who_does_not_follow_stays_on_the_hand_played_first(
    cards: str, actions: str, net: str
) -> None:
    outcome = three(cards, actions)
    assert outcome.net["cat"] == net
    assert outcome.line("cat", "behind").hand == 1


@pytest.mark.clause("R19", "LIVE 2.5.2.12")
def test_not_following_until_answered() -> None:
    outcome = settle(
        GAME,
        "ann 1 100; bob 1 behind 50",
        "8S 6D 8H TC TS TH 9C",
        "ann 1 split; ann 1 stand; ann 1 stand",
    )
    assert outcome.net == {"ann": "200", "bob": "50"}


@pytest.mark.clause("LIVE 2.5.2.11", "R19")
@pytest.mark.parametrize(
    ("seat", "double", "own", "share"),
    [
        (100, 100, 50, 50),
        (100, 50, 50, 25),
        (100, 50, 25, 12),  # 12.50
        (30, 10, 50, 16),  # 16.66…
        (100, 99, 1, 0),  # 0.99
        (100, 100, 1, 1),
        (3, 2, 1000, 666),
        (10, 1, 9, 0),
        (10, 10, 700, 700),
    ],
)
def test_who_follows_doubles_in_the_seats_proportion(
    seat: int, double: int, own: int, share: int
) -> None:
    bets = f"ann 1 {seat}; bob 1 behind {own} follow; cat 1 behind {own}"
    outcome = three("6S 6D 5H TC 9H 9C", f"ann 1 double {double}", bets)
    assert outcome.line("ann", "initial").stake == (seat + double) * 100
    assert outcome.line("bob", "behind").stake == (own + share) * 100
    # Who does not follow keeps the stake, on the hand with its one card.
    assert outcome.line("cat", "behind").stake == own * 100
    assert {line.result for line in outcome.lines} == {"win"}


@pytest.mark.clause("R19")
def test_the_share_is_rounded_to_the_chip_in_use() -> None:
    bets = "ann 1 100; bob 1 behind 30 follow"
    outcome = settle(
        GAME, bets, "6S 6D 5H TC 9H 9C", "ann 1 double 50", settings={"chip-unit": "10"}
    )
    assert outcome.line("bob", "behind").stake == 40_00


@pytest.mark.clause("LIVE 2.5.2.11", "LIVE 2.5.2.12")
def test_a_double_on_the_second_hand_is_followed_there() -> None:
    outcome = three("8S 6D 8H TC TS 3C TH 9C", "ann 1 split; ann 1 stand; ann 1 double 100")
    assert outcome.told() == [
        "ann initial#1 100 > 200 win LIVE 2.2.1a",
        "ann initial#2 200 > 400 win LIVE 2.2.1a",
        "bob behind#1 50 > 100 win LIVE 2.2.1a",
        "bob behind#2 100 > 200 win LIVE 2.2.1a",
        "cat behind#1 20 > 40 win LIVE 2.2.1a",
    ]


@pytest.mark.clause("LIVE 2.2.6", "R18", "R19")
def test_behind_too_a_blackjack_takes_the_original_stakes_only() -> None:
    doubled = three("6S KD 5H AC 9H", "ann 1 double 40")
    assert doubled.net == {"ann": "-100", "bob": "-50", "cat": "-20"}
    assert doubled.line("bob", "behind").returned == 20_00
    bust = three("6S KD 6H AC TH", "ann 1 double 40")
    assert bust.net == {"ann": "-140", "bob": "-70", "cat": "-20"}
    split = three("8S KD 8H AC TS TH", "ann 1 split; ann 1 stand; ann 1 stand")
    assert split.net == {"ann": "-200", "bob": "-100", "cat": "-20"}


@pytest.mark.clause("LIVE 2.3.6c", "R17")
def test_a_missed_decision_of_the_seat_stands_for_those_behind() -> None:
    """The turn does not pass to anybody behind."""
    assert three("TS 6D 2H TC 9C", "ann 1 timeout").net == {"ann": "100", "bob": "50", "cat": "20"}
    assert refused(GAME, BETS, "TS 6D 2H TC 9C", "ann 1 timeout; bob 1 hit").code == (
        "action-left-over"
    )
    # On split hands each is missed for itself.
    outcome = three("8S 6D 8H TC TS 3C TH 9C", "ann 1 split; ann 1 timeout; ann 1 hit")
    assert outcome.net == {"ann": "200", "bob": "100", "cat": "20"}


@pytest.mark.clause("R19", "LIVE 2.5.2.11", "LIVE 2.5.2.12")
@pytest.mark.parametrize(
    ("chips", "stakes"),
    [
        ("bob 1 behind 30 follow; bob 1 behind 20", [50_00]),
        ("bob 1 behind 30; bob 1 behind 20 follow", [50_00, 50_00]),
    ],
)
def test_what_was_said_last_about_following_holds(chips: str, stakes: list[int]) -> None:
    actions = "ann 1 split; ann 1 stand; ann 1 stand"
    outcome = three("8S 6D 8H TC TS TH 9C", actions, f"ann 1 100; {chips}")
    assert [line.stake for line in outcome.lines if line.player == "bob"] == stakes


@pytest.mark.clause("R19", "LIVE 2.5.2.10", "LIVE 2.5.2.12")
@pytest.mark.parametrize(("cards", "said"), [("8S 6D 8H TC", "split"), ("6S 6D 5H TC", "double")])
def test_following_that_has_ended_stays_ended(cards: str, said: str) -> None:
    """Nobody is made to stake more than they can: the bet stays on the right hand."""
    bets = [Bet("ann", "initial", 100_00, 1)]
    bets += [Bet(name, "behind", 50_00, 1, follow=True) for name in ("bob", "cat")]
    round = begin(variant(GAME), bets)
    for one in cards.split():
        round = step(round, CardDealt(card(one))).round
    ended = step(round, FollowingEnded("bob", 1)).round
    after = step(ended, Act("ann", Action(said), 1)).round
    assert staked(after) == {"ann": 200_00, "bob": 50_00, "cat": 100_00}
    assert staked(step(round, Act("ann", Action(said), 1)).round)["bob"] == 100_00
    for who, where in (("bob", 1), ("ann", 1), ("cat", 2), ("zoe", 1)):
        with pytest.raises(Refused) as refusal:
            step(ended, FollowingEnded(who, where))
        assert (refusal.value.code, refusal.value.clause) == ("illegal-action", "LIVE 2.5.2.10")


@pytest.mark.clause("R28", "R19")
def test_a_seat_withdrawn_from_is_not_played_on_for_those_behind() -> None:
    """Nine stays nine: the house draws for nobody here."""
    actions = "pit misdeal; ann withdraw"
    outcome = three("5S TD 4H 9C", actions)
    assert outcome.net == {"ann": "0", "bob": "-50", "cat": "-20"}
