"""Exactly when something happened: between cards drawn together, before and after an offer lapsed,
between the last card and the settlement."""

import pytest

from croupier import Refused, Result
from tests.support.notation import play_file, refused, round_file, settle

RWS = "rws-blackjack"
TWO = "ann 1 100; bob 2 100"
TOGETHER = "ann 1 hit; dealer together 2; ann take 5D; ann 1 hit"


@pytest.mark.clause("R28", "R29", "BJ5 5.12")
def test_a_card_that_is_out_already_comes_before_a_later_ruling() -> None:
    """Ann busts on the second of two cards drawn together; the misdeal after it saves nothing."""
    actions = f"{TOGETHER}; pit misdeal; ann withdraw; bob withdraw"
    outcome = settle(RWS, TWO, "5S TH 6D 6H 9C 5D KD", actions)
    assert outcome.told() == [
        "ann initial#1 100 > 0 lose BJ5 3.18",
        "bob initial#1 100 > 100 returned BJ5 5.7.3",
    ]


@pytest.mark.clause("R5", "R29")
def test_a_correction_follows_a_round_that_ended_with_cards_drawn_together() -> None:
    actions = f"{TOGETHER}; shift adjust ann 25 counted again"
    outcome = settle(RWS, "ann 1 100", "5S 6D 6H 5D KD", actions)
    assert outcome.net == {"ann": "-75"}


@pytest.mark.clause("R4", "R29")
def test_an_interruption_follows_cards_drawn_together() -> None:
    """The card that is out is dealt, ann has bust, and so the round goes on."""
    actions = f"{TOGETHER}; house interrupt; bob 2 stand"
    outcome = settle(RWS, TWO, "5S TH 6D 6H 9C 5D KD TC 2C", actions)
    assert (outcome.status, outcome.net) == ("settled", {"ann": "-100", "bob": "100"})


LAST_CARDS = [
    (RWS, "ann 1 100", "TS 6D 8H TC 5C", "ann 1 stand"),
    (RWS, "ann 1 100", "TS 6D 8H 7C", "ann 1 hit"),  # the last card busts her
    ("rws-blackjack-plus", "ann 1 100", "AS 6D KH", ""),
    ("live-blackjack", "ann 1 100", "TS 9D 8H 8C", "ann 1 stand"),
    ("classic-blackjack-shoe", "ann 1 100", "TS 9D 8H 8C", "ann 1 stand"),
    ("live-baccarat", "ann banker 100", "2S 3D 5H 6C", ""),
    ("rws-knockout-baccarat", "ann player 100", "2S 3D 3H 3C 2C", ""),
]


@pytest.mark.clause("BJ5 1.25", "BJ5 5.5.1", "BJP 1.24", "BJP 5.5.1", "R26")
@pytest.mark.parametrize(("game", "bets", "cards", "actions"), LAST_CARDS)
def test_a_void_at_the_last_card_comes_before_the_settlement(
    game: str, bets: str, cards: str, actions: str
) -> None:
    last = len(cards.split())
    outcome = settle(game, bets, cards, f"{actions}; pit void foreign-card @{last}")
    assert outcome.status == "void"
    assert {(line.result, line.net) for line in outcome.lines} == {(Result.VOID, 0)}
    # R5: said after the round, it is too late.
    refusal = refused(game, bets, cards, f"{actions}; pit void foreign-card")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("R4", "BJ5 5.4.1")
@pytest.mark.parametrize(("game", "bets", "cards", "actions"), LAST_CARDS)
def test_an_interruption_at_the_last_card_changes_nothing(
    game: str, bets: str, cards: str, actions: str
) -> None:
    last = len(cards.split())
    interrupted = settle(game, bets, cards, f"{actions}; house interrupt @{last}")
    assert interrupted.told() == settle(game, bets, cards, actions).told()


@pytest.mark.clause("R28")
def test_nobody_withdraws_from_what_the_last_card_has_decided() -> None:
    """Ann has lost by the cards that lie open; a dealing error found then gives nothing back."""
    actions = "ann 1 stand; pit misdeal reconstructed @5; ann withdraw"
    outcome = settle(RWS, "ann 1 100", "TS 6D 8H TC 5C", actions)
    assert outcome.told() == ["ann initial#1 100 > 0 lose BJ5 3.23.3"]


@pytest.mark.clause("R4", "BJ5 5.4.2")
def test_two_rulings_at_the_last_card_both_come_before_the_settlement() -> None:
    actions = "ann 1 stand; house interrupt @5; pit void foreign-card @5"
    assert settle(RWS, "ann 1 100", "TS 6D 8H TC 5C", actions).status == "void"


@pytest.mark.clause("R26", "R4")
def test_a_void_comes_before_the_settlement_that_a_look_brings() -> None:
    """The last card is the dealer's ace under a ten, and the look would end the hand."""
    setting = {"look-under-ten": True}
    game, bets, cards = "live-blackjack", "ann 1 100", "TS KD 8H AC"
    assert settle(game, bets, cards, settings=setting).net == {"ann": "-100"}
    outcome = settle(game, bets, cards, "pit void foreign-card @4", settings=setting)
    assert outcome.told() == ["ann initial#1 100 > 100 void R26"]


def at_step(step: int, *before: dict[str, object]) -> list[dict[str, object]]:
    """A dealing error at that step, after which ann and bob withdraw."""
    misdeal = {"by": "pit", "action": "misdeal", "reconstructed": True, "step": step}
    withdraw: list[dict[str, object]] = [
        {"player": player, "action": "withdraw"} for player in ("ann", "bob")
    ]
    return [*before, misdeal, *withdraw]


def returned(file: dict[str, object], bet: str) -> int:
    """What ann gets back of this bet."""
    lines = play_file(file).lines
    return next(line.returned for line in lines if (line.player, line.bet) == ("ann", bet))


@pytest.mark.clause("R28", "LIVE 2.3.8", "LIVE 2.2.5")
def test_a_misdeal_is_called_before_or_after_the_look() -> None:
    """Six cards are out at both moments, and the look between them loses the insurance."""
    file = round_file("live-blackjack", TWO, "TS TH AD 8H 8C 9C")
    insure: dict[str, object] = {"player": "ann", "action": "insure", "box": 1, "amount": "50"}
    assert returned(file | {"actions": at_step(7, insure)}, "insurance") == 50_00
    assert returned(file | {"actions": at_step(8, insure)}, "insurance") == 0


@pytest.mark.clause("R28", "R29")
def test_a_misdeal_is_called_between_two_cards_drawn_together() -> None:
    """Seven cards are out at both moments, and the last of them busts ann."""
    file = round_file(RWS, TWO, "5S TH 6D 6H 9C 5D KD", TOGETHER)
    assert returned(file | {"actions": at_step(9, *file["actions"])}, "initial") == 100_00
    assert returned(file | {"actions": at_step(10, *file["actions"])}, "initial") == 0


@pytest.mark.clause("R4", "R20", "CLB 6")
@pytest.mark.parametrize(("turned", "status"), [(False, "void"), (True, "settled")])
def test_cards_that_were_turned_decide_an_interruption(turned: bool, status: str) -> None:
    """A blackjack face down decides nothing; once its owner has turned it, it has won."""
    actions = f"house interrupt @6{'; bob 2 stand' if turned else ''}"
    file = round_file("classic-blackjack-double", TWO, "AS TH 9D KH 8C 8D", actions)
    if turned:
        turn = {"player": "ann", "action": "turn", "box": 1, "step": 4}
        file["actions"] = [turn, *file["actions"]]
    assert play_file(file).status == status


@pytest.mark.clause("R19")
def test_a_bet_behind_that_lets_go_later_has_followed_before() -> None:
    """Bob follows ann's split, and stops before she doubles."""
    bets = "ann 1 100; bob 1 behind 50 follow"
    actions = "ann 1 split; bob 1 stop-following; ann 1 double; ann 1 stand"
    outcome = settle("live-blackjack", bets, "8S 6D 8H TC 3C TH 9S 9C", actions)
    assert [line.stake // 100 for line in outcome.lines if line.player == "bob"] == [50, 50]
    assert [line.stake // 100 for line in outcome.lines if line.player == "ann"] == [200, 100]


def test_a_step_that_has_passed_or_never_comes_is_refused() -> None:
    file = round_file(RWS, "ann 1 100", "TS 6D 8H TC 5C", "ann 1 stand; shift adjust ann 1 x")
    for step in (2, 99):
        file["actions"][1]["step"] = step
        assert refused_by(file) == "illegal-action"


def refused_by(file: dict[str, object]) -> str:
    with pytest.raises(Refused) as refusal:
        play_file(file)
    return str(refusal.value.code)


# --- a card that is missing, a card that was placed --------------------------------------------


@pytest.mark.clause("R26", "BJ5 5.5.3", "BJP 5.5.3", "NKB 5.1.3")
@pytest.mark.parametrize(
    ("game", "bets", "cards", "actions", "clause"),
    [
        (RWS, "ann 1 100", "TS 6D 8H", "pit burn 3", "BJ5 5.5.3"),
        (RWS, "ann 1 100", "TS 6D 8H 2C", "pit burn 3", "BJ5 5.5.3"),  # one is there
        (RWS, "ann 1 100", "TS 6D 8H", "pit misdeal; pit place 1 1", "BJ5 5.5.3"),
        (RWS, "ann 1 100", "TS 6D 8H", "pit misdeal; pit place dealer", "BJ5 5.5.3"),
        (RWS, TWO, "TS TH 6D 8H 9C", "ann 1 stand; pit discard no-bet", "BJ5 5.5.3"),
        ("rws-blackjack-plus", "ann 1 100", "TS 6D 8H", "pit burn 3", "BJP 5.5.3"),
        ("live-blackjack", "ann 1 100", "TS 6D 8H TC", "pit burn 3", "R26"),
        ("classic-blackjack-shoe", "ann 1 100", "TS 6D 8H TC", "pit burn 3", "R26"),
        ("live-baccarat", "ann player 100", "2S 3D", "pit burn 1 @2", "R26"),
        ("rws-knockout-baccarat", "ann player 100", "2S 3D", "pit burn 1 @2", "NKB 5.1.3"),
    ],
)
def test_a_round_is_void_for_a_card_to_throw_away_or_to_place_that_is_not_there(
    game: str, bets: str, cards: str, actions: str, clause: str
) -> None:
    outcome = settle(game, bets, cards, f"{actions}; pit void out-of-cards")
    assert outcome.status == "void"
    assert {(line.clause, line.net) for line in outcome.lines} == {(clause, 0)}
    assert refused(game, bets, cards, actions).code == "card-missing"


@pytest.mark.clause("R4", "BJ5 5.4.2", "NKB 5.1.3")
@pytest.mark.parametrize(
    ("game", "bets", "cards", "burn"),
    [
        (RWS, "ann 1 100", "TS 6D 8H", "pit burn 3"),
        ("live-baccarat", "ann player 100", "2S 3D", "pit burn 1 @2"),
    ],
)
def test_so_it_is_interrupted_there(game: str, bets: str, cards: str, burn: str) -> None:
    assert settle(game, bets, cards, f"{burn}; house interrupt").status == "void"


@pytest.mark.clause("R28", "R29", "BJ5 5.12")
def test_cards_together_follow_a_placed_card_though_one_was_burned_between() -> None:
    """The 3 is burned and the 2 stays with bob; then ann's card and the next come together."""
    actions = "ann 1 hit; pit misdeal @5; pit place 2 1 @5; pit burn 1 @5; dealer together 2"
    actions += "; ann take 5C; ann 1 stand; bob 2 stand"
    outcome = settle(RWS, TWO, "TS TH 6D 2H 9C 3S 2D 5C 7C TC", actions)
    assert outcome.net == {"ann": "100", "bob": "100"}


@pytest.mark.clause("BJ5 1.25", "R26")
@pytest.mark.parametrize(("step", "status"), [(7, None), (8, "void"), (9, None)])
def test_the_hold_that_a_ruling_at_the_last_card_implies_is_a_step(
    step: int, status: str | None
) -> None:
    """Four cards and a stand, the hold, the last card, the misdeal: eight steps before the void."""
    file = round_file(RWS, "ann 1 100", "TS 6D 8H TC 5C", "ann 1 stand; pit misdeal @5")
    void = {"by": "pit", "action": "void", "reason": "foreign-card", "step": step}
    file["actions"].append(void)
    if status is None:
        with pytest.raises(Refused) as refusal:
            play_file(file)
        assert refusal.value.code == "illegal-action"
    else:
        assert play_file(file).status == status
