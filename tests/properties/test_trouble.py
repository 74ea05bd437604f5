"""Irregularities thrown in at random: money, cards and R4's answer still hold."""

import contextlib
import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import croupier
from croupier import (
    Act,
    Action,
    Adjust,
    Bet,
    Capacity,
    Fate,
    Interrupt,
    Layout,
    Limits,
    Refused,
    Result,
    Ruling,
    Void,
    VoidReason,
)
from croupier.engine import protocol as engine
from croupier.engine.standing import established, fate
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.games.blackjack.engine.betting import parts_in_action
from croupier.games.blackjack.engine.points import points
from croupier.games.blackjack.engine.state import Hand
from croupier.roundfile import write
from tests.properties.test_random_play import staked
from tests.support.notation import play_file, settle
from tests.support.random_rounds import (
    BLACKJACKS,
    GAMES,
    LIMITS,
    Table,
    open_table,
    play_on,
    play_out,
    random_ruling,
)

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_money_is_conserved_whatever_goes_wrong(game: str, seed: int) -> None:
    table = open_table(game, seed, irregular=True)
    play_out(table, trouble=0.25)
    lines = [line for line in table.round.lines if line.result is not Result.ADJUSTED]
    # Pro-rated doubles and splits are measured on the part in action, so only bounds are told here.
    if not any(bet.accepted for bet in table.bets):
        assert sum(line.stake for line in lines) == staked(table)
    assert sum(line.stake for line in lines) == sum(engine.staked(table.round).values())
    assert all(line.returned >= 0 for line in lines)
    if table.round.void:
        assert all(line.returned == line.stake for line in lines)
        assert {line.result for line in lines} <= {Result.VOID, Result.RETURNED}
    assert table.replayed() == table.round


@every_game
@settings(max_examples=int(os.environ.get("CROUPIER_TROUBLED", "60")), deadline=None)
@given(seed=SEEDS)
@example(seed=48411226)
def test_a_troubled_round_written_down_settles_the_same(game: str, seed: int) -> None:
    """Not one moment is left out: what is read takes the same steps to the same round."""
    table = open_table(game, seed, irregular=True)
    play_out(table, trouble=0.25)
    file = write(game, table.bets, table.inputs, limits=LIMITS, seats=table.seats)
    played = play_file(file)
    assert played.lines == table.round.lines
    if any(isinstance(input, Ruling) and not isinstance(input, Adjust) for input in table.inputs):
        assert len(played.inputs) == len(table.inputs)
        assert played.round == table.round


@pytest.mark.clause("R2", "BJ5 5.17", "BJP 5.17")
@every_game
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_void_at_any_step_returns_every_stake_exactly(game: str, seed: int) -> None:
    table = open_table(game, seed)
    while not croupier.waiting(table.round).over:
        step = croupier.step(table.round, Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
        assert step.round.void
        assert step.lines == step.round.lines
        assert all(line.returned == line.stake and line.net == 0 for line in step.lines)
        assert sum(line.stake for line in step.lines) == staked(table)
        play_on(table)
    with pytest.raises(Refused):
        croupier.step(table.round, Void(Capacity.PIT, VoidReason.FOREIGN_CARD))


@pytest.mark.clause("R4", "BJ5 5.4", "BJP 5.4")
@every_game
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_an_interruption_at_every_step_gives_the_answer_of_r4(game: str, seed: int) -> None:
    """It goes on unchanged if any bet has won or lost, and is void if none has."""
    table = open_table(game, seed)
    while not croupier.waiting(table.round).over:
        after = croupier.step(table.round, Interrupt(Capacity.HOUSE)).round
        if established(croupier.standings(table.round)):
            assert after == table.round
        else:
            assert after.void
        play_on(table)


@pytest.mark.clause("R4")
@every_game
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, again=st.integers(0, 2**32))
def test_what_is_called_decided_never_changes(game: str, seed: int, again: int) -> None:
    """However the round goes on from here, with whatever cards, a decided bet ends so."""
    table = open_table(game, seed)
    while not croupier.waiting(table.round).over:
        decided = {
            (one.player, one.bet, one.box, one.hand): one.fate
            for one in croupier.standings(table.round)
            if one.fate is not Fate.OPEN
        }
        if decided:
            other = _another_end(table, again)
            ends = {
                (line.player, line.bet, line.box, line.hand): fate(line.result)
                for line in other.round.lines
            }
            assert {key: ends[key] for key in decided} == decided
        play_on(table)


def _another_end(table: Table, seed: int) -> Table:
    """The same round so far, gone on with other cards and other decisions."""
    other = Table(
        table.rules,
        table.bets,
        table.seats,
        table.round,
        [*table.cards],
        table.random.__class__(seed),
    )
    other.random.shuffle(other.cards)
    play_out(other)
    return other


@pytest.mark.clause("R4")
@pytest.mark.parametrize("game", [one for one in BLACKJACKS if not one.startswith("rws")])
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_a_hidden_card_never_changes_the_answer(game: str, seed: int, data: st.DataObject) -> None:
    table = open_table(game, seed)
    while not croupier.waiting(table.round).over:
        round = table.round
        assert isinstance(round, BlackjackRound)
        if len(round.dealer) == 2 and round.hole_down and not round.peeked:
            hole = data.draw(st.sampled_from(["AS", "5H", "KD", "9C"]))
            other = replace(round, dealer=(round.dealer[0], croupier.card(hole)))
            assert croupier.standings(other) == croupier.standings(round)
        play_on(table)


@pytest.mark.clause("R28", "BJ5 5.7.3", "BJP 5.7.3")
@pytest.mark.parametrize("game", BLACKJACKS)
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_withdrawal_takes_back_what_is_open_and_nothing_else(game: str, seed: int) -> None:
    """A player's open stakes come back; everyone else's cards and money are as before."""
    table = open_table(game, seed)
    for _ in range(table.random.randint(0, 12)):
        if croupier.waiting(table.round).over:
            return
        play_on(table)
    if croupier.waiting(table.round).over:
        return
    table.step(croupier.Misdeal(Capacity.PIT, reconstructed=False))
    before = table.round
    assert isinstance(before, BlackjackRound)
    player = table.random.choice(table.bets).player
    open_now = [
        one for one in croupier.standings(before) if one.player == player and one.fate is Fate.OPEN
    ]
    step = croupier.step(before, Act(player, Action.WITHDRAW))
    after = step.round
    assert isinstance(after, BlackjackRound)
    returned = [line for line in step.lines if line.player == player]
    gone = {(line.bet, line.box, line.hand) for line in returned if line.result is Result.RETURNED}
    assert {(one.bet, one.box, one.hand) for one in open_now} <= gone
    assert all(line.returned == line.stake for line in returned if line.result is Result.RETURNED)
    for box, same in zip(before.boxes, after.boxes, strict=True):
        assert [hand.cards for hand in box.hands] == [hand.cards for hand in same.hands]
        for hand, kept in zip(box.hands, same.hands, strict=True):
            # With the player gone others' bets may be settled at once, but never changed.
            assert [(one.player, one.whole) for one in hand.stakes] == [
                (one.player, one.whole) for one in kept.stakes
            ]
    if not after.over:
        assert before.dealer == after.dealer


@pytest.mark.clause("R8", "BJ5 5.1.1", "BJ5 5.1.2", "BJP 5.1.1", "BJP 5.1.2")
@given(
    stakes=st.lists(st.integers(1, 2000), min_size=1, max_size=6),
    least=st.integers(1, 50),
    most=st.integers(50, 3000),
)
def test_pro_rating_is_exact(stakes: list[int], least: int, most: int) -> None:
    """Rounded down, never below the minimum, never more than was staked, and within the maximum
    but for what the minimum lifts."""
    limits = Limits(least * 100, most * 100)
    bets = [Bet(f"p{n}", "initial", stake * 100, 1) for n, stake in enumerate(stakes)]
    parts = parts_in_action(limits, Layout(bets=bets), 1)
    total = sum(stake * 100 for stake in stakes)
    for bet in bets:
        part = parts[bet.player]
        assert 0 < part <= bet.amount
        if total <= limits.max or bet.amount < limits.min:
            assert part == bet.amount
        else:
            exact = bet.amount * limits.max
            assert part == max(exact // total, limits.min)
            assert part >= limits.min
    lifted = any(
        bet.amount < limits.min or bet.amount * limits.max // total < limits.min for bet in bets
    )
    assert lifted or sum(parts.values()) <= limits.max or total <= limits.max


@every_game
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_every_ruling_listed_is_accepted(game: str, seed: int) -> None:
    table = open_table(game, seed)
    while not croupier.waiting(table.round).over:
        for _ in range(3):
            cards = [*table.cards]
            ruling = random_ruling(table)
            if ruling is not None:
                croupier.step(table.round, ruling)
            table.cards = cards
        play_on(table)


@pytest.mark.clause("R32", "R27", "BJ5 5.10.2", "BJP 5.10.2")
@pytest.mark.parametrize("game", BLACKJACKS)
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_complete_hand_never_gets_another_card(game: str, seed: int) -> None:
    """Not from a ruling either: a hand keeps its cards once it has bust, has a blackjack, another
    21 that takes no card, or the one card of a double or a split ace; and so does every hand when
    the round is complete. The dealer's, once the hole card is turned, has no card too many."""
    table = open_table(game, seed, irregular=True)
    while not croupier.waiting(table.round).over:
        before = table.round
        assert isinstance(before, BlackjackRound)
        _place_somewhere(table)
        ruling = random_ruling(table) if table.random.random() < 0.25 else None
        if ruling is not None:
            table.step(ruling)
        elif not croupier.waiting(table.round).over:
            play_on(table)
        after = table.round
        assert isinstance(after, BlackjackRound)
        if not before.hole_down and _stands(before.rules, before.dealer):
            assert after.dealer == before.dealer
        if not after.hole_down:
            shorter = (after.dealer[:count] for count in range(2, len(after.dealer)))
            assert not any(_stands(after.rules, cards) for cards in shorter)
        for box, same in zip(before.boxes, after.boxes, strict=True):
            if len(box.hands) == len(same.hands):
                for hand, later in zip(box.hands, same.hands, strict=True):
                    full = before.complete or _full(before.rules, hand)
                    assert not full or later.cards == hand.cards
        for offer in croupier.waiting(after).offers:
            if offer.options[0].action is Action.SURRENDER:
                (hand,) = next(box.hands for box in after.boxes if box.number == offer.box)
                assert points(hand.cards).total <= 21


def _place_somewhere(table: Table) -> None:
    """Any hand at all, now and then, if the round lets it."""
    round = table.round
    assert isinstance(round, BlackjackRound)
    if not round.unordered or table.random.random() < 0.5:
        return
    hands = [(box.number, at) for box in round.boxes for at in range(1, len(box.hands) + 1)]
    box, hand = table.random.choice([(None, None), *hands])
    with contextlib.suppress(Refused):
        table.step(croupier.Place(Capacity.PIT, box, hand, dealer=box is None))


def _stands(rules: BlackjackRules, cards: tuple[croupier.Card, ...]) -> bool:
    total, soft = points(cards)
    return total > 17 or (total == 17 and not (soft and rules.h17))


def _full(rules: BlackjackRules, hand: Hand) -> bool:
    total, soft = points(hand.cards)
    draws_no_more = total == 21 and (soft or not rules.hard_21_draws)
    split_ace = hand.from_split and hand.cards[0][0] == "A" and len(hand.cards) == 2
    doubled = hand.doubled and len(hand.cards) == 3
    return draws_no_more or split_ace or doubled or total > 21


@pytest.mark.clause("R11", "R28")
def test_a_hand_settled_early_keeps_its_stake_when_an_earlier_one_splits() -> None:
    """Cards placed on the second split hand bust it; the first then splits, and it is the third."""
    outcome = settle(
        "rws-blackjack",
        "ann 1 100",
        "8S 6H 8D TD TC 8C 3D KD 5C",
        "ann 1 split; pit misdeal @3; pit place 1 2 @3; pit place 1 2 @4; ann 1 split; "
        "ann 1 double; pit misdeal; ann withdraw",
    )
    assert outcome.data["players"]["ann"]["staked"] == "400"
    assert outcome.line("ann", "initial", hand=3).result == "lose"
    assert outcome.line("ann", "initial", hand=2).result == "returned"
