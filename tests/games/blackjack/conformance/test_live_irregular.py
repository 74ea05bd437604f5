"""Live blackjack when things go wrong: voids, interruptions, dealing errors, burned cards."""

import pytest

from tests.support.notation import Outcome, refused, settle

GAME = "live-blackjack"
BETS = "ann 1 100; bob 2 100; cat 1 behind 20 follow"
DEAL = "TS TH 6D 8H 9C TC"
REASONS = ["foreign-card", "short-shoe", "excess-cards", "out-of-cards", "unshuffled"]


def played(cards: str, actions: str, bets: str = BETS, **fields: object) -> Outcome:
    return settle(GAME, bets, cards, actions, **fields)


@pytest.mark.clause("R26", "R2")
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("out", range(7))
def test_a_void_at_any_card_of_the_deal_gives_all_back(reason: str, out: int) -> None:
    outcome = played(" ".join(DEAL.split()[:out]), f"pit void {reason} @{out}")
    assert outcome.status == "void"
    assert outcome.told() == [
        "ann initial#1 100 > 100 void R26",
        "cat behind#1 20 > 20 void R26",
        "bob initial#1 100 > 100 void R26",
    ]


@pytest.mark.clause("R26", "R2")
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize(
    ("cards", "actions", "stakes"),
    [
        ("TS AD 9H 7C", "ann 1 insure 50", [100, 50]),
        ("8S 6D 8H TC TS", "ann 1 split", [100, 100]),
        ("8S 6D 8H TC 3S TS", "ann 1 split; ann 1 double 60", [160, 100]),
        ("6S 6D 5H TC", "ann 1 double 60", [160]),
        ("6S 6D 5H 5C TC", "ann 1 double 60", [160]),
        ("TS 6D 9H 5C", "ann 1 stand", [100]),
    ],
)
def test_a_void_in_the_play_gives_doubles_splits_and_insurance_back(
    reason: str, cards: str, actions: str, stakes: list[int]
) -> None:
    """Insurance that the dealer's look had already lost comes back too."""
    outcome = played(cards, f"{actions}; pit void {reason}", "ann 1 100")
    assert outcome.status == "void"
    assert [line.stake for line in outcome.lines] == [stake * 100 for stake in stakes]
    assert all(line.returned == line.stake for line in outcome.lines)


@pytest.mark.clause("R26", "R2")
def test_a_void_takes_a_bust_back() -> None:
    outcome = played("TS TH 6D 8H 9C TC KC", "ann 1 hit; pit void foreign-card")
    assert outcome.net == {"ann": "0", "bob": "0", "cat": "0"}


@pytest.mark.clause("R28", "R24")
def test_a_wrong_number_of_cards_is_a_dealing_error_here_and_no_void() -> None:
    refusal = refused(GAME, BETS, DEAL, "pit void wrong-count")
    assert (refusal.code, refusal.clause) == ("illegal-action", "R28")


@pytest.mark.clause("R5")
@pytest.mark.parametrize(
    "ruling",
    [
        "pit void foreign-card",
        "house interrupt",
        "pit misdeal",
        "pit burn 3",
        "pit place dealer",
        "pit discard no-bet",
        "dealer together 2",
    ],
)
def test_a_finished_round_stands(ruling: str) -> None:
    refusal = refused(GAME, "ann 1 100", "TS TD 9H 7C", f"ann 1 stand; {ruling}")
    assert (refusal.code, refusal.clause) == ("illegal-action", "R5")


@pytest.mark.clause("R4")
@pytest.mark.parametrize("out", range(7))
def test_an_interruption_of_the_deal_voids(out: int) -> None:
    outcome = played(" ".join(DEAL.split()[:out]), f"house interrupt @{out}")
    assert outcome.status == "void"
    assert {line.clause for line in outcome.lines} == {"R4"}


@pytest.mark.clause("R4")
@pytest.mark.parametrize(
    ("cards", "actions", "more", "rest"),
    [
        # A bust has lost.
        ("TS TH 6D 8H 9C TC KC", "ann 1 hit; house interrupt", "9D", "; bob 2 stand"),
        # A blackjack against 2 to 9 has won, from its second card on.
        ("AS TH 6D KH", "house interrupt @4", "9C TC 9D", "; bob 2 stand"),
        ("AS TH 9D KH 9C TC", "house interrupt", "", "; bob 2 stand"),
        # So it has against an ace, once the dealer has looked.
        ("AS TH AD KH 9C 7C", "house interrupt", "", "; bob 2 stand"),
        # Insurance is lost once the dealer has looked.
        ("TS TH AD 8H 9C 7C", "bob 2 insure 50; house interrupt", "", "; ann 1 stand; bob 2 stand"),
    ],
)
def test_an_interruption_after_a_bet_is_decided_changes_nothing(
    cards: str, actions: str, more: str, rest: str
) -> None:
    bets = "ann 1 100; bob 2 100"
    with_it = played(f"{cards} {more}", actions + rest, bets)
    without = actions.replace("house interrupt @4", "").replace("house interrupt", "")
    assert with_it.status == "settled"
    assert with_it.told() == played(f"{cards} {more}", without + rest, bets).told()


@pytest.mark.clause("R4")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        # A stand, a double or a 21 has not won.
        (DEAL, "ann 1 stand; house interrupt"),
        ("6S TH 6D 5H 9C TC TD", "ann 1 double; house interrupt"),
        ("8S TH 6D 8H 9C TC KC", "ann 1 split; house interrupt"),
        # A blackjack against a ten or an ace may yet be equalled.
        ("AS TH KD KH 9C 7C", "house interrupt"),
        ("AS TH AD KH 9C 7C", "house interrupt @6"),
        # The hole card decides nothing, face down as it is: not even a blackjack under it.
        ("TS TH KD 8H 9C AC", "ann 1 stand; house interrupt"),
        ("TS TH AD 8H 9C KC", "house interrupt @6"),
        # The look was for insurance; with none taken nothing is decided.
        ("TS TH AD 8H 9C 7C", "house interrupt"),
        # An insurance is open until the dealer looks.
        ("TS TH AD 8H 9C KC", "bob 2 insure 50; house interrupt @6"),
    ],
)
def test_an_interruption_before_any_bet_is_decided_voids(cards: str, actions: str) -> None:
    outcome = played(cards, actions, "ann 1 100; bob 2 100")
    assert outcome.status == "void"
    assert {line.clause for line in outcome.lines} == {"R4"}
    assert outcome.net == {"ann": "0", "bob": "0"}


@pytest.mark.clause("R4")
@pytest.mark.parametrize("up", ["TD", "KD"])
def test_a_waiting_blackjack_is_won_once_the_dealers_second_card_is_known(up: str) -> None:
    """Nobody looks under a ten, but the hole card is turned before the dealer draws on."""
    deal = f"AS TH {up} KH 9H 4C 7C"
    bets = "ann 1 100; bob 2 100"
    outcome = played(deal, "bob 2 stand; house interrupt @6", bets)
    assert outcome.status == "settled"
    assert outcome.net == {"ann": "150", "bob": "-100"}


@pytest.mark.clause("R28", "R4")
def test_a_blackjack_already_won_is_not_taken_back() -> None:
    """The hole card lies open, no blackjack: what ann's has won stands, as R4 says decided."""
    deal = "AS TH TD KH 9H 4C 7C"
    actions = "bob 2 stand; pit misdeal reconstructed @6; ann withdraw"
    assert played(deal, actions, "ann 1 100; bob 2 100").net == {"ann": "150", "bob": "-100"}


@pytest.mark.clause("R28")
def test_after_a_dealing_error_each_player_goes_on_or_withdraws() -> None:
    actions = "ann 1 stand; pit misdeal; bob withdraw; cat continue"
    outcome = played(f"{DEAL} 5C", actions)
    assert outcome.told() == [
        "bob initial#1 100 > 100 returned R28",
        "ann initial#1 100 > 0 lose LIVE 2.2.1d",
        "cat behind#1 20 > 0 lose LIVE 2.2.1d",
    ]


@pytest.mark.clause("R28")
def test_who_has_not_answered_goes_on() -> None:
    outcome = played(f"{DEAL} 5C", "ann 1 stand; pit misdeal; bob 2 stand")
    assert outcome.net == {"ann": "-100", "bob": "-100", "cat": "-20"}


@pytest.mark.clause("R28")
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        # The next decision closes the choice,
        ("ann 1 stand; pit misdeal; bob 2 stand; bob withdraw", "action-left-over"),
        ("pit misdeal; ann 1 stand; bob withdraw", "illegal-action"),
        # one answer each,
        ("pit misdeal; bob continue; bob withdraw", "illegal-action"),
        ("pit misdeal; bob withdraw; bob continue", "illegal-action"),
        # nobody without a bet,
        ("pit misdeal; dan withdraw", "illegal-action"),
        # and none without an error.
        ("ann withdraw", "illegal-action"),
        ("pit misdeal; bob withdraw; ann 1 stand; bob 2 stand", "action-left-over"),
    ],
)
def test_when_no_choice_is_open(actions: str, code: str) -> None:
    assert refused(GAME, BETS, f"{DEAL} 5C", actions).code == code


@pytest.mark.clause("R28")
def test_the_next_card_closes_the_choice() -> None:
    deal = "TS TH 6D 8H 9C TC 5C"
    actions = "pit misdeal @3; ann 1 stand; bob 2 stand"
    assert played(deal, actions).net == {"ann": "-100", "bob": "-100", "cat": "-20"}
    assert refused(GAME, BETS, deal, f"{actions}; bob withdraw").code == "action-left-over"


@pytest.mark.clause("R28")
def test_withdrawing_gives_back_what_is_not_decided() -> None:
    """A bust is lost, insurance before the look comes back."""
    bust = played(
        "8S TH 6D 8H 9C TC 4C TS 5C TD",
        "ann 1 split; ann 1 hit; pit misdeal; ann withdraw; cat withdraw; bob 2 stand",
    )
    assert bust.line("ann", "initial", hand=1).result == "lose"
    assert bust.line("ann", "initial", hand=2).result == "returned"
    insured = played("TS TH AD 8H 9C KC", "ann 1 insure 50; pit misdeal @6; ann withdraw")
    assert insured.net == {"ann": "0", "bob": "-100", "cat": "-20"}
    assert insured.line("ann", "insurance").result == "returned"


@pytest.mark.clause("R28", "R2")
def test_a_round_all_have_left_is_settled_and_not_void() -> None:
    outcome = played(DEAL, "pit misdeal; ann withdraw; bob withdraw; cat withdraw")
    assert outcome.status == "settled"
    assert {(line.result, line.clause) for line in outcome.lines} == {("returned", "R28")}
    assert outcome.net == {"ann": "0", "cat": "0", "bob": "0"}


@pytest.mark.clause("R28", "R19")
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        # Twelve stays twelve: the dealer's 16 draws a 5.
        ("TS 6D 2H TC 5C", "pit misdeal; ann withdraw", "-20"),
        ("TS 6D 2H TC 9C", "pit misdeal; ann withdraw", "20"),
        # In the middle of the deal the hand still gets its second card.
        ("TS 6D 2H TC 9C", "pit misdeal @2; ann withdraw", "20"),
        # A card asked for and not yet dealt is no longer wanted.
        ("TS 6D 2H TC 9C", "ann 1 hit; pit misdeal @4; ann withdraw", "20"),
    ],
)
def test_a_seat_withdraws_and_those_behind_go_on_with_the_hand_as_it_stands(
    cards: str, actions: str, net: str
) -> None:
    outcome = played(cards, actions, "ann 1 100; cat 1 behind 20 follow")
    assert outcome.net == {"ann": "0", "cat": net}


@pytest.mark.clause("R28", "R19")
def test_nobody_behind_decides_for_a_seat_that_withdrew() -> None:
    actions = "pit misdeal; ann withdraw; cat 1 hit"
    refusal = refused(GAME, "ann 1 100; cat 1 behind 20", "TS 6D 2H TC 9C", actions)
    assert refusal.code == "action-left-over"


@pytest.mark.clause("R28", "R19")
def test_who_bets_behind_may_withdraw_alone() -> None:
    outcome = played(
        "TS 6D 9H TC 9C", "pit misdeal; cat withdraw; ann 1 stand", "ann 1 100; cat 1 behind 20"
    )
    assert outcome.net == {"ann": "100", "cat": "0"}


@pytest.mark.clause("R27", "R28")
def test_the_cards_may_be_put_back_in_order_until_the_settlement() -> None:
    for actions in ("pit misdeal reconstructed initial", "pit misdeal reconstructed subsequent"):
        outcome = played(f"{DEAL} 5C", f"ann 1 stand; {actions}; bob withdraw")
        assert outcome.net == {"ann": "-100", "bob": "0", "cat": "-20"}


@pytest.mark.clause("R28")
def test_a_card_stays_where_it_was_dealt() -> None:
    bets = "ann 1 100; bob 2 100"
    deal = "TS TH 6D 8H 9C TC"
    actions = "ann 1 stand; pit misdeal; pit place 2 1"
    # Bob's 19 and the misplaced 2 are 21; the dealer's 16 draws a 4.
    assert played(f"{deal} 2C 4C", actions, bets).net == {"ann": "-100", "bob": "100"}
    dealer = "ann 1 stand; pit misdeal; pit place dealer; bob 2 stand"
    assert played(f"{deal} 5C", dealer, bets).net == {"ann": "-100", "bob": "-100"}


@pytest.mark.clause("R28", "R30")
@pytest.mark.parametrize(
    "actions",
    [
        "pit place 2 1",
        "pit misdeal reconstructed; pit place 2 1",
        "pit misdeal; pit place 3 1",
        "pit misdeal; pit place 2 2",
        "pit misdeal; pit place 2 0",
        "pit misdeal; ann 1 stand; pit place 2 1",
    ],
)
def test_when_no_card_can_stay_out_of_order(actions: str) -> None:
    assert refused(GAME, BETS, f"{DEAL} 5C 5D", actions).code == "illegal-action"


@pytest.mark.clause("R27")
def test_a_dealers_overdraw_is_discarded_and_the_total_stands() -> None:
    actions = "ann 1 stand; pit discard overdraw"
    assert played("TS TD 8H 7C 4C", actions, "ann 1 100").net == {"ann": "100"}
    twice = f"{actions}; pit discard overdraw"
    assert played("TS TD 8H 7C 4C 5C", twice, "ann 1 100").net == {"ann": "100"}
    assert refused(GAME, "ann 1 100", "TS TD 8H 7C", actions).code == "card-missing"
    assert refused(GAME, "ann 1 100", "TS TD 8H 7C 4C", "ann 1 stand").code == "card-left-over"


@pytest.mark.clause("R27")
def test_a_card_to_an_empty_seat_is_discarded() -> None:
    actions = "ann 1 stand; pit discard no-bet; bob 2 stand"
    assert played(f"{DEAL} 2C 5C", actions).net == {"ann": "-100", "bob": "-100", "cat": "-20"}
    # While the cards are first dealt, they are put in order instead.
    assert refused(GAME, BETS, f"{DEAL} 5C", "pit discard no-bet @3").code == "illegal-action"


@pytest.mark.clause("LIVE 2.3.5b", "R16", "R30")
def test_three_cards_are_burned_on_an_error_by_the_pit_boss() -> None:
    deal = f"{DEAL} 2S 3S 4S 5C"
    actions = "ann 1 stand; {} burn 3; bob 2 stand"
    assert played(deal, actions.format("pit")).net == {"ann": "-100", "bob": "-100", "cat": "-20"}
    for by in ("dealer", "shift", "house"):
        refusal = refused(GAME, BETS, deal, actions.format(by))
        assert (refusal.code, refusal.clause) == ("illegal-action", "R30")


@pytest.mark.clause("LIVE 2.3.5", "LIVE 2.3.5b")
@pytest.mark.parametrize("out", range(7))
def test_cards_may_be_burned_at_any_time(out: int) -> None:
    deal = DEAL.split()
    cards = " ".join([*deal[:out], "2S", "3S", "4S", *deal[out:], "5C"])
    actions = f"pit burn 3 @{out}; ann 1 stand; bob 2 stand"
    assert played(cards, actions).net == {"ann": "-100", "bob": "-100", "cat": "-20"}


@pytest.mark.clause("LIVE 2.3.5b")
@pytest.mark.parametrize("count", [0, -1])
def test_burning_nothing_is_no_burning(count: int) -> None:
    assert refused(GAME, BETS, f"{DEAL} 5C", f"pit burn {count}").code == "illegal-action"


@pytest.mark.clause("R29")
@pytest.mark.parametrize(
    ("picks", "net"), [("ann take 5C; ann 1 stand", "100"), ("ann take KC", "-100")]
)
def test_the_player_concerned_picks_the_first_of_two_cards(picks: str, net: str) -> None:
    """With the 5 ann has 17 and the king is the dealer's, who busts; with the king ann does."""
    actions = f"ann 1 hit; dealer together 2; {picks}"
    assert played("TS 6D 2H TC KC 5C", actions, "ann 1 100").net == {"ann": net}


@pytest.mark.clause("R29")
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ("ann 1 hit; dealer together 2", "decision-missing"),
        ("ann 1 hit; dealer together 2; bob take 4C", "not-your-turn"),
        ("ann 1 hit; dealer together 2; ann take 5C", "illegal-action"),
        ("ann 1 hit; dealer together 2; ann 1 stand", "illegal-action"),
        ("ann take 4C", "illegal-action"),
        ("ann 1 hit; dealer together 1; ann take 4C", "illegal-action"),
        ("ann 1 hit; dealer together 9; ann take 4C", "card-missing"),
        ("ann 1 hit; pit together 2; ann take 4C", "illegal-action"),
    ],
)
def test_what_goes_wrong_with_cards_together(actions: str, code: str) -> None:
    bets = "ann 1 100; bob 2 100"
    assert refused(GAME, bets, "TS TH 6D 2H 9H TC 4C 9C", actions).code == code


@pytest.mark.clause("R29", "R28")
def test_after_cards_together_all_have_the_choice() -> None:
    bets = "ann 1 100; bob 2 100"
    actions = "ann 1 hit; dealer together 2; ann take 4C; bob withdraw; ann 1 stand"
    # Ann has 16; the 9 that was left is the dealer's, 6 T 9 is bust.
    assert played("TS TH 6D 2H 9H TC 9C 4C", actions, bets).net == {"ann": "100", "bob": "0"}


@pytest.mark.clause("R29", "R28")
def test_the_dealers_cards_together_are_discarded() -> None:
    bets = "ann 1 100; bob 2 100"
    deal = "TS TH 6D 9S 9H TC 2C 3C 5C"
    actions = "ann 1 stand; bob 2 stand; dealer together 2"
    assert played(deal, actions, bets).net == {"ann": "-100", "bob": "-100"}
    assert played(deal, f"{actions}; bob withdraw", bets).net == {"ann": "-100", "bob": "0"}
