"""Every way a blackjack bet ends, line by line: what goes back, in which order, by which clause."""

import pytest

from tests.support.notation import settle
from tests.support.rws import both

BJ5, BJP = "rws-blackjack", "rws-blackjack-plus"
LIVE, SHOE = "live-blackjack", "classic-blackjack-shoe"
CLAUSES = {
    BJ5: {
        "bust": "BJ5 3.18",
        "split": "BJ5 3.21.3",
        "double": "BJ5 3.22.2",
        "surrender": "BJ5 3.16",
        "blackjack": "BJ5 3.15",
        "against_ace": "BJ5 3.14.1",
        "insured": "BJ5 3.14.2",
        "uninsured": "BJ5 3.14.2b",
        "dealer_bust": "BJ5 3.23.1",
        "higher": "BJ5 3.23.2",
        "lower": "BJ5 3.23.3",
        "equal": "BJ5 3.23.4",
        "withdrawn": "BJ5 5.7.3",
    },
    BJP: {
        "bust": "BJP 3.19",
        "split": "BJP 3.22.3",
        "double": "BJP 3.23.2",
        "surrender": "BJP 3.17",
        "blackjack": "BJP 3.16",
        "against_ace": "BJP 3.15.1",
        "insured": "BJP 3.15.2",
        "uninsured": "BJP 3.15.2b",
        "dealer_bust": "BJP 3.24.1",
        "higher": "BJP 3.24.2",
        "lower": "BJP 3.24.3",
        "equal": "BJP 3.24.4",
        "withdrawn": "BJP 5.7.3",
    },
    LIVE: {
        "bust": "LIVE 2.2.3c",
        "blackjack": "LIVE 2.2.3a",
        "both_blackjack": "LIVE 2.2.2",
        "insured": "LIVE 2.2.5",
        "uninsured": "LIVE 2.2.5",
        "dealer_blackjack": "LIVE 2.2.2",
        "dealer_bust": "LIVE 2.2.1a",
        "higher": "LIVE 2.2.1b",
        "lower": "LIVE 2.2.1d",
        "equal": "LIVE 2.2.2",
    },
    SHOE: {
        "bust": "CLB 12",
        "blackjack": "CLB 7",
        "both_blackjack": "CLB 17",
        "insured": "CLB 9",
        "uninsured": "CLB 10",
        "dealer_blackjack": "CLB 9",
        "dealer_bust": "CLB 16",
        "higher": "CLB 16",
        "lower": "CLB 17",
        "equal": "CLB 17",
    },
}
ANN, TWO = "ann 1 100", "ann 1 100; bob 1 30"
STAND = "ann 1 stand"


def check(game: str, bets: str, cards: str, actions: str, lines: list[str]) -> None:
    seats = {1: "ann"} if game in (BJ5, BJP) else {}
    told = settle(game, bets, cards, actions, seats=seats).told()
    assert told == [line.format(**CLAUSES[game]) for line in lines]


@pytest.mark.clause("BJ5 3.18", "BJ5 3.21.3", "BJ5 3.22.2", "BJ5 3.16", "BJ5 3.15", "BJ5 3.14.1")
@pytest.mark.clause("BJ5 3.14.2", "BJ5 3.14.2b", "BJ5 3.23.1", "BJ5 3.23.2", "BJ5 3.23.3")
@pytest.mark.clause("BJ5 3.23.4", "R13", "BJP 3.19", "BJP 3.22.3", "BJP 3.23.2", "BJP 3.17")
@pytest.mark.clause("BJP 3.16", "BJP 3.15.1", "BJP 3.15.2", "BJP 3.15.2b", "BJP 3.24.1")
@pytest.mark.clause("BJP 3.24.2", "BJP 3.24.3", "BJP 3.24.4")
@both
@pytest.mark.parametrize(
    ("bets", "cards", "actions", "lines"),
    [
        # Bust: by a hit, after a split, by a double, by the double of a split hand.
        (
            TWO,
            "TS 6D 6H KC",
            "ann 1 hit",
            ["ann initial#1 100 > 0 lose {bust}", "bob initial#1 30 > 0 lose {bust}"],
        ),
        (
            ANN,
            "8S 6D 8H TC 9C 6C TD 5D",
            "ann 1 split; ann 1 stand; ann 1 hit",
            ["ann initial#2 100 > 0 lose {split}", "ann initial#1 100 > 0 lose {lower}"],
        ),
        (ANN, "TS 6D 2H KC", "ann 1 double", ["ann initial#1 200 > 0 lose {double}"]),
        (
            ANN,
            "8S 6D 8H 4C TD TC 2C KD",
            "ann 1 split; ann 1 double; ann 1 stand",
            ["ann initial#1 200 > 0 lose {double}", "ann initial#2 100 > 100 push {equal}"],
        ),
        # Given up for half.
        (
            TWO,
            "TS 9D 6H",
            "ann 1 surrender",
            [
                "ann initial#1 100 > 50 surrender {surrender}",
                "bob initial#1 30 > 15 surrender {surrender}",
            ],
        ),
        # Blackjacks: at once against 2 to 9, by the second card against a ten or an ace.
        (
            "bob 1 30; ann 2 100",
            "TH AS 6D 9H KH TC 2C",
            "bob 1 stand",
            ["ann initial#1 100 > 250 win {blackjack}", "bob initial#1 30 > 60 win {higher}"],
        ),
        (ANN, "AS TD KH 9C", "", ["ann initial#1 100 > 250 win {blackjack}"]),
        (ANN, "AS TD KH AC", "", ["ann initial#1 100 > 100 push {blackjack}"]),
        (ANN, "AS AD KH 9C", "", ["ann initial#1 100 > 250 win {blackjack}"]),
        (ANN, "AS AD KH TC", "", ["ann initial#1 100 > 100 push {against_ace}"]),
        (
            TWO,
            "AS AD KH TC",
            "ann 1 even-money",
            [
                "ann initial#1 100 > 200 win {against_ace}",
                "bob initial#1 30 > 30 push {against_ace}",
            ],
        ),
        (
            TWO,
            "AS AD KH 9C",
            "ann 1 even-money",
            [
                "ann initial#1 100 > 200 win {against_ace}",
                "bob initial#1 30 > 75 win {blackjack}",
            ],
        ),
        # Insurance.
        (
            TWO,
            "TS AD 8H TC",
            "ann 1 insure 50; bob 1 insure 10; ann 1 stand",
            [
                "ann insurance 50 > 150 win {insured}",
                "bob insurance 10 > 30 win {insured}",
                "ann initial#1 100 > 0 lose R13",
                "bob initial#1 30 > 0 lose R13",
            ],
        ),
        (
            ANN,
            "TS AD 8H 9C",
            "ann 1 insure 50; ann 1 stand",
            ["ann insurance 50 > 0 lose {uninsured}", "ann initial#1 100 > 0 lose {lower}"],
        ),
        # Totals; the dealer stands on a soft 17.
        (ANN, "TS 6D 8H TC 9C", STAND, ["ann initial#1 100 > 200 win {dealer_bust}"]),
        (ANN, "TS 9D 8H 8C", STAND, ["ann initial#1 100 > 200 win {higher}"]),
        (ANN, "TS TD 8H 9C", STAND, ["ann initial#1 100 > 0 lose {lower}"]),
        (ANN, "TS TD 8H 8C", STAND, ["ann initial#1 100 > 100 push {equal}"]),
        (ANN, "TS 6D 8H AC", STAND, ["ann initial#1 100 > 200 win {higher}"]),
        (ANN, "TS 6D 8H 5C TC", STAND, ["ann initial#1 100 > 0 lose {lower}"]),
        (ANN, "TS 6D 8H 6C TC", STAND, ["ann initial#1 100 > 200 win {dealer_bust}"]),
        # An ace with eleven beside it counts one.
        (
            ANN,
            "AS 6D 5H 6C TC 9C",
            f"ann 1 hit; {STAND}",
            ["ann initial#1 100 > 200 win {dealer_bust}"],
        ),
        # A dealer's blackjack takes one initial bet of each player.
        (
            TWO,
            "TS TD 8H AC",
            STAND,
            ["ann initial#1 100 > 0 lose R13", "bob initial#1 30 > 0 lose R13"],
        ),
        (
            TWO,
            "8S TD 8H TC 9C AC",
            "ann 1 split; bob 1 follow; ann 1 stand; ann 1 stand",
            [
                "ann initial#1 100 > 0 lose {split}",
                "ann initial#2 100 > 100 returned {split}",
                "bob initial#1 30 > 0 lose {split}",
                "bob initial#2 30 > 30 returned {split}",
            ],
        ),
        (
            TWO,
            "5S TD 6H TC AC",
            "ann 1 double; bob 1 follow 10",
            ["ann initial#1 200 > 100 lose {double}", "bob initial#1 40 > 10 lose {double}"],
        ),
        (
            ANN,
            "8S TD 8H 3C TC 9C AC",
            "ann 1 split; ann 1 double 40; ann 1 stand",
            ["ann initial#1 140 > 40 lose {split}", "ann initial#2 100 > 100 returned {split}"],
        ),
    ],
)
def test_without_a_hole_card(
    game: str, bets: str, cards: str, actions: str, lines: list[str]
) -> None:
    check(game, bets, cards, actions, lines)


@pytest.mark.clause("LIVE 2.2.3c", "LIVE 2.2.3a", "LIVE 2.2.2", "LIVE 2.2.5", "LIVE 2.2.1a")
@pytest.mark.clause("LIVE 2.2.1b", "LIVE 2.2.1d", "CLB 12", "CLB 7", "CLB 17", "CLB 9", "CLB 10")
@pytest.mark.clause("CLB 16", "R20")
@pytest.mark.parametrize("game", [LIVE, SHOE])
@pytest.mark.parametrize(
    ("bets", "cards", "actions", "lines"),
    [
        (ANN, "TS 6D 6H TC KC", "ann 1 hit", ["ann initial#1 100 > 0 lose {bust}"]),
        (ANN, "TS 6D 2H TC KC", "ann 1 double", ["ann initial#1 200 > 0 lose {bust}"]),
        # A blackjack is paid in its turn.
        (
            "bob 1 30; ann 2 100",
            "TH AS 6D 9H KH TC 2C",
            "bob 1 stand",
            ["bob initial#1 30 > 60 win {higher}", "ann initial#1 100 > 250 win {blackjack}"],
        ),
        (ANN, "AS TD KH 9C", "", ["ann initial#1 100 > 250 win {blackjack}"]),
        (ANN, "AS TD KH AC", "", ["ann initial#1 100 > 100 push {both_blackjack}"]),
        (ANN, "AS AD KH TC", "", ["ann initial#1 100 > 100 push {both_blackjack}"]),
        (
            ANN,
            "TS AD 8H TC",
            "ann 1 insure 50",
            [
                "ann insurance 50 > 150 win {insured}",
                "ann initial#1 100 > 0 lose {dealer_blackjack}",
            ],
        ),
        (
            ANN,
            "TS AD 8H 9C",
            "ann 1 insure 50; ann 1 stand",
            ["ann insurance 50 > 0 lose {uninsured}", "ann initial#1 100 > 0 lose {lower}"],
        ),
        (ANN, "TS 6D 8H TC 9C", STAND, ["ann initial#1 100 > 200 win {dealer_bust}"]),
        (ANN, "TS 9D 8H 8C", STAND, ["ann initial#1 100 > 200 win {higher}"]),
        (ANN, "TS TD 8H 9C", STAND, ["ann initial#1 100 > 0 lose {lower}"]),
        (ANN, "TS TD 8H 8C", STAND, ["ann initial#1 100 > 100 push {equal}"]),
        # Behind a ten nobody looks.
        (ANN, "TS TD 8H AC", STAND, ["ann initial#1 100 > 0 lose {dealer_blackjack}"]),
    ],
)
def test_over_a_hole_card(game: str, bets: str, cards: str, actions: str, lines: list[str]) -> None:
    check(game, bets, cards, actions, lines)


@pytest.mark.clause("LIVE 2.2.6", "LIVE 2.2.7", "LIVE 2.1.5a", "CLB 15", "R18", "R20")
@pytest.mark.parametrize(
    ("game", "cards", "actions", "lines"),
    [
        # What a dealer's blackjack takes from hands that were doubled or split.
        (LIVE, "5S TD 6H AC TC", "ann 1 double", ["ann initial#1 200 > 100 lose LIVE 2.2.6"]),
        (SHOE, "5S TD 6H AC TC", "ann 1 double", ["ann initial#1 200 > 0 lose R20"]),
        (
            LIVE,
            "8S TD 8H AC TC 9C",
            "ann 1 split; ann 1 stand; ann 1 stand",
            ["ann initial#1 100 > 0 lose R18", "ann initial#2 100 > 0 lose R18"],
        ),
        (
            LIVE,
            "8S TD 8H AC 3C TC 9C",
            "ann 1 split; ann 1 double 40; ann 1 stand",
            ["ann initial#1 140 > 40 lose LIVE 2.2.6", "ann initial#2 100 > 0 lose R18"],
        ),
        (
            LIVE,
            "8S 6D 8H TC 6C TC 9C 9D",
            "ann 1 split; ann 1 hit; ann 1 stand",
            ["ann initial#1 100 > 0 lose {bust}", "ann initial#2 100 > 200 win {dealer_bust}"],
        ),
        # A soft 17 stands at a live table, and draws at a classic one.
        (LIVE, "TS 6D 8H AC", STAND, ["ann initial#1 100 > 200 win {higher}"]),
        (SHOE, "TS 6D 8H AC 4C", STAND, ["ann initial#1 100 > 0 lose {lower}"]),
    ],
)
def test_where_the_games_with_a_hole_card_differ(
    game: str, cards: str, actions: str, lines: list[str]
) -> None:
    check(game, ANN, cards, actions, lines)


@pytest.mark.clause("BJ5 3.13.1", "BJ5 3.13.2", "BJ5 5.7.3", "BJP 3.14", "BJP 5.7.3", "R14")
@pytest.mark.parametrize(
    ("game", "pair", "clause", "won"),
    [(BJ5, "player-pair", "BJ5 3.13.1", 60), (BJP, "rws-pairs", "BJP 3.14", 35)],
)
def test_a_side_bet_is_settled_once_and_needs_its_two_cards(
    game: str, pair: str, clause: str, won: int
) -> None:
    """Ann takes her bets back after one card; cat's pair on her box needs a second."""
    beside = f"ann 1 {pair} 10; cat 2 20; cat 1 {pair} 5"
    back = ["ann initial#1 100 > 100 returned {withdrawn}", f"ann {pair} 10 > 10 returned "]
    back[1] += "{withdrawn}"
    check(
        game,
        f"{TWO}; {beside}",
        "TS 9H 6D TH 9C TC 2C",
        "pit misdeal @1; ann withdraw; bob 1 stand; cat 2 stand",
        [
            *back,
            f"cat {pair} 5 > {won} win {clause}",
            "bob initial#1 30 > 60 win {higher}",
            "cat initial#1 20 > 20 push {equal}",
        ],
    )
    check(
        game,
        f"{ANN}; {beside}",
        "TS 9H 6D 9C TC 2C",
        "pit misdeal @1; ann withdraw; cat 2 stand",
        [*back, f"cat {pair} 5 > 5 returned R14", "cat initial#1 20 > 20 push {equal}"],
    )


@pytest.mark.clause("BJ5 3.13.1", "BJ5 3.13.2", "BJP 3.14", "BJP 3.26")
@pytest.mark.parametrize(
    ("game", "bets", "cards", "lines"),
    [
        (BJ5, "player-pair over-13 under-13", "8S 6D 8H TC 9C", [120, 20, 0]),
        (BJ5, "player-pair over-13 under-13", "8S 6D 5H TC 9C", [0, 0, 0]),
        (BJ5, "player-pair over-13 under-13", "TS 6D 4H TC 9C", [0, 20, 0]),
        (BJ5, "player-pair over-13 under-13", "TS 6D 2H TC 9C", [0, 0, 20]),
        (BJ5, "player-pair over-13 under-13", "AS 6D AH TC 9C", [120, 0, 20]),
        (BJP, "rws-pairs", "AS 6D AS TC 9C", [510]),
        (BJP, "rws-pairs", "8S 6D 8S TC 9C", [210]),
        (BJP, "rws-pairs", "8S 6D 8C TC 9C", [130]),
        (BJP, "rws-pairs", "8S 6D 8H TC 9C", [70]),
        (BJP, "rws-pairs", "8S 6D 9S TC 9C", [0]),
    ],
)
def test_what_the_first_two_cards_decide(
    game: str, bets: str, cards: str, lines: list[int]
) -> None:
    placed = "; ".join(f"bob 1 {bet} 10" for bet in bets.split())
    outcome = settle(game, f"ann 1 100; {placed}", cards, STAND, settings={"must-draw-below": 0})
    clauses = {"player-pair": "BJ5 3.13.1", "rws-pairs": "BJP 3.14"}
    assert [(line.bet, line.returned // 100, line.clause) for line in outcome.lines[:-1]] == [
        (bet, back, clauses.get(bet, "BJ5 3.13.2"))
        for bet, back in zip(bets.split(), lines, strict=True)
    ]


@pytest.mark.clause("BJP 3.26", "BJP 3.26.1", "BJP 3.26.2")
@pytest.mark.parametrize(
    ("cards", "actions", "lines"),
    [
        (
            "TS 6D 8H TC 9C",
            STAND,
            [
                "ann initial#1 100 > 200 win {dealer_bust}",
                "bob boom-busted 10 > 30 win BJP 3.26",
            ],
        ),
        (
            "TS 6D 8H 5C TC",
            STAND,
            ["ann initial#1 100 > 0 lose {lower}", "bob boom-busted 10 > 0 lose BJP 3.26"],
        ),
        (
            "TS 6D 8H 6C TC",
            STAND,
            [
                "ann initial#1 100 > 200 win {dealer_bust}",
                "bob boom-busted 10 > 30 win BJP 3.26",
            ],
        ),
        (
            "TS 6D 8H TC 9C",
            "pit misdeal; bob withdraw; ann 1 stand",
            [
                "bob boom-busted 10 > 10 returned {withdrawn}",
                "ann initial#1 100 > 200 win {dealer_bust}",
            ],
        ),
        (
            "TS 2D 8H 2C 2H 2S 4C AC AD TC",
            STAND,
            [
                "ann initial#1 100 > 200 win {dealer_bust}",
                "bob boom-busted 10 > 2010 win BJP 3.26",
            ],
        ),
        (
            "TS 6D 6H KC TC 9C",
            "ann 1 hit",
            ["ann initial#1 100 > 0 lose {bust}", "bob boom-busted 10 > 30 win BJP 3.26"],
        ),
    ],
)
def test_boom_busted_comes_last(cards: str, actions: str, lines: list[str]) -> None:
    check(BJP, f"{ANN}; bob boom-busted 10", cards, actions, lines)


@pytest.mark.clause("BJ5 3.13", "BJP 3.13", "R12")
@pytest.mark.parametrize(("game", "bet"), [(BJ5, "player-pair"), (BJP, "rws-pairs")])
def test_no_card_is_drawn_for_side_bets_that_are_settled(game: str, bet: str) -> None:
    assert settle(game, f"{ANN}; ann 1 {bet} 10", "AS 6D KH").net == {"ann": "140"}


@pytest.mark.clause("R9", "BJ5 3.14.1", "BJ5 3.14.2", "BJ5 3.14.2b", "BJ5 3.15")
@pytest.mark.parametrize(
    ("cards", "actions", "lines"),
    [
        ("AS AD KH TC", "", ["ann initial#1 100 > 100 push {against_ace}"]),
        ("AS TD KH AC", "", ["ann initial#1 100 > 100 push {blackjack}"]),
        (
            "TS AD 8H 9C",
            f"ann 1 insure 50; {STAND}",
            ["ann insurance 50 > 0 lose {uninsured}", "ann initial#1 100 > 0 lose {lower}"],
        ),
        (
            "TS AD 8H TC",
            f"ann 1 insure 50; {STAND}",
            ["ann insurance 50 > 150 win {insured}", "ann initial#1 100 > 0 lose R13"],
        ),
    ],
)
def test_over_a_hole_card_that_nobody_looks_at_all_waits_for_the_end(
    cards: str, actions: str, lines: list[str]
) -> None:
    told = settle(BJ5, ANN, cards, actions, settings={"hole-card": True}).told()
    assert told == [line.format(**CLAUSES[BJ5]) for line in lines]
