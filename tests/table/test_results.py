"""Between the last card and the money: the dealer confirms the result, and then it is settled."""

import json

import pytest

from croupier.engine.inputs import (
    Action,
    Capacity,
    Discard,
    DiscardReason,
    Misdeal,
    SettlementHeld,
    Void,
    VoidReason,
)
from croupier.engine.layout import Bet
from croupier.kit.cards import card
from croupier.kit.errors import Refused
from croupier.ledger import Reason
from croupier.roundfile import play, read, write
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    HOUSE,
    Actor,
    AnswerCall,
    Call,
    CallPit,
    ChangeDealer,
    CloseBetting,
    CloseOffers,
    CloseTable,
    Command,
    ConfirmResult,
    Decide,
    Hold,
    LaidBet,
    OpenBetting,
    OpenTable,
    PlaceBets,
    Release,
    Rule,
    Scan,
    TakeBack,
)
from croupier.table.facts import Fed
from croupier.table.guide import GuideStep, guide
from croupier.table.rounds import rounds
from croupier.table.rulings import may_be_void
from croupier.table.state import TablePhase
from tests.support.human_table import (
    DEALER,
    PIT,
    SHIFT,
    STRANGER,
    HumanTable,
    assert_refolds,
    facts,
    initial,
    scans,
    two_boxes,
)
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import VirtualHouse, player

ANN, BOB = player("ann"), player("bob")
FOREIGN = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)
MISDEAL = Misdeal(Capacity.PIT, reconstructed=False)


class Dealt:
    """A round dealt by hand: all its cards are out, and nothing is settled."""

    def __init__(self, game: str, bet: Bet, *dealt: Command) -> None:
        self.table = HumanTable(game)
        self.started = self.wallet
        self.table.begin(bet)
        self.stake = bet.amount
        for command in dealt:
            self.ok(ANN if isinstance(command, Decide) else DEALER, command)

    def ok(self, actor: Actor, command: Command) -> None:
        assert self.table.reply_code(actor, command) == "ok", command

    @property
    def wallet(self) -> int:
        return self.table.house.store.balance("wallet:ann")

    @property
    def won(self) -> int:
        """In chips."""
        return (self.wallet - self.started) // UNIT

    @property
    def step(self) -> GuideStep:
        return guide(self.table.state).step

    def restart(self, gap: int) -> None:
        """The house was killed, and comes back after so many milliseconds."""
        game = self.table.game
        self.table.state = self.table.house.start(game, gap).table.state


def coup() -> Dealt:
    """The player's side has a natural nine, the banker two."""
    bet = Bet("ann", "player", 100 * UNIT)
    return Dealt("rws-knockout-baccarat", bet, *scans("9S 2D KS KD"))


def hand() -> Dealt:
    """Ann stands on nineteen, and the dealer is bust with 25."""
    dealt = (*scans("TS 6D 9H"), Decide(Action.STAND, 1), *scans("TD 9C"))
    return Dealt("rws-blackjack", initial("ann", 1), *dealt)


def spin() -> Dealt:
    return Dealt("live-roulette", Bet("ann", "straight:17", 10 * UNIT), Call(17))


ROUNDS = {"baccarat": coup, "blackjack": hand, "roulette": spin}
WON = {"baccarat": 100, "blackjack": 100, "roulette": 350}
READ_AGAIN: dict[str, tuple[Command, int]] = {
    "baccarat": (Scan(card("7D")), 0),
    "blackjack": (Scan(card("4C")), -100),
    "roulette": (Call(18), -10),
}
"""The last scan as it should have been, and what ann then has: a tie, twenty, another number."""


@pytest.mark.clause("R31", "LIVE 2.2.1")
@pytest.mark.parametrize("family", ROUNDS)
def test_money_moves_when_the_dealer_confirms_the_result(family: str) -> None:
    dealt = ROUNDS[family]()
    assert dealt.wallet == dealt.started - dealt.stake
    assert dealt.table.phase() is TablePhase.PLAYING
    assert dealt.step is GuideStep.CONFIRM_RESULT
    assert guide(dealt.table.state).say
    assert dealt.table.reply_code(DEALER, OpenBetting()) == "illegal-action"
    assert dealt.table.reply_code(DEALER, CloseOffers()) == "illegal-action"
    dealt.ok(DEALER, ConfirmResult())
    assert dealt.won == WON[family]
    assert guide(dealt.table.state).step is GuideStep.PAY_AND_COLLECT
    assert dealt.table.reply_code(DEALER, ConfirmResult()) == "illegal-action"
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "NKB 5.1.2", "BJ5 5.9")
@pytest.mark.parametrize("family", ROUNDS)
def test_the_last_scan_may_be_taken_back_until_then(family: str) -> None:
    dealt = ROUNDS[family]()
    assert guide(dealt.table.state).may_take_back
    dealt.ok(DEALER, TakeBack())
    assert dealt.step in (GuideStep.DEAL_CARD, GuideStep.SPIN)
    assert dealt.table.reply_code(DEALER, ConfirmResult()) == "illegal-action"
    scan, won = READ_AGAIN[family]
    dealt.ok(DEALER, scan)
    dealt.ok(DEALER, ConfirmResult())
    assert dealt.won == won
    assert dealt.table.reply_code(DEALER, TakeBack()) == "illegal-action"
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "BJ5 5.5.1", "NKB 5.1.1")
@pytest.mark.parametrize("family", ["baccarat", "blackjack"])
def test_the_pit_may_void_until_then(family: str) -> None:
    dealt = ROUNDS[family]()
    assert dealt.table.reply_code(DEALER, Rule(FOREIGN)) == "illegal-action"
    # What a player has won would be taken back: two people sign that.
    assert dealt.table.reply_code(PIT, Rule(FOREIGN)) == "countersign"
    dealt.ok(PIT, Rule(FOREIGN, countersigned="sam"))
    assert dealt.won == 0
    assert dealt.table.state.waiting.over
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R24", "NKB 5.1.2")
def test_a_misdeal_that_cannot_be_put_right_voids_the_coup() -> None:
    dealt = coup()
    dealt.ok(PIT, Rule(MISDEAL))
    assert dealt.won == 0
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R27", "BJ5 5.9", "BJ5 5.7")
def test_the_pit_puts_the_last_card_in_order() -> None:
    """The scan is taken back, the cards are reconstructed, and the right one comes. Ann's choice
    closes with it (R28)."""
    dealt = hand()
    dealt.ok(PIT, TakeBack())
    dealt.ok(PIT, Rule(Misdeal(Capacity.PIT, reconstructed=True)))
    assert dealt.table.state.waiting.choices
    for command in scans("4C"):
        dealt.ok(DEALER, command)
    assert dealt.table.reply_code(ANN, Decide(Action.WITHDRAW)) == "illegal-action"
    dealt.ok(DEALER, ConfirmResult())
    assert dealt.won == -100
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R27", "BJ5 5.10.2")
def test_an_overdraw_is_discarded_before_the_result_is_confirmed() -> None:
    dealt = hand()
    dealt.ok(PIT, Rule(Discard(Capacity.PIT, DiscardReason.OVERDRAW)))
    assert dealt.table.reply_code(DEALER, ConfirmResult()) == "illegal-action"
    for command in scans("KS"):
        dealt.ok(DEALER, command)
    dealt.ok(DEALER, ConfirmResult())
    assert dealt.won == 100
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R27")
def test_a_last_scan_that_has_settled_a_side_bet_may_be_taken_back() -> None:
    """The dealer's second card settles the insurance, and with it the round is complete."""
    table = HumanTable("rws-blackjack")
    before = table.house.store.balance("wallet:ann")
    table.begin(initial("ann", 1))
    for command in scans("TS AD 9H"):
        assert table.reply_code(DEALER, command) == "ok"
    assert table.reply_code(ANN, Decide(Action.INSURE, 1, amount=50 * UNIT)) == "ok"
    assert table.reply_code(ANN, Decide(Action.STAND, 1)) == "ok"
    for command in (*scans("KD"), TakeBack(), *scans("7D"), ConfirmResult()):
        assert table.reply_code(DEALER, command) == "ok", command
    # The dealer has 18: ann wins 100 and loses the insurance of 50.
    assert table.house.store.balance("wallet:ann") == before + 50 * UNIT
    assert_refolds(table)


@pytest.mark.clause("R31")
def test_a_scan_that_has_bust_a_hand_may_be_taken_back_too() -> None:
    """No money has moved, and nobody has acted on it."""
    table = two_boxes()
    before = table.house.store.balance("wallet:ann")
    table.all_ok(ANN, [Decide(Action.HIT, 1)])
    hit = table.state.hash()
    table.all_ok(DEALER, scans("KD"))
    assert guide(table.state).may_take_back
    table.all_ok(DEALER, [TakeBack()])
    assert table.state.hash() == hit
    table.all_ok(DEALER, scans("2D"))
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(BOB, [Decide(Action.STAND, 2)])
    table.all_ok(DEALER, scans("TC 9C"))
    assert table.house.store.balance("wallet:ann") == before + 200 * UNIT
    assert_refolds(table)


def test_a_result_is_confirmed_once_there_is_one() -> None:
    table = HumanTable("rws-knockout-baccarat")
    assert table.reply_code(DEALER, ConfirmResult()) == "illegal-action"
    table.begin(Bet("ann", "player", 100 * UNIT))
    assert table.reply_code(DEALER, ConfirmResult()) == "illegal-action"


@pytest.mark.clause("R31", "R30")
@pytest.mark.parametrize(
    ("actor", "code"),
    [
        (DEALER, "ok"),
        (PIT, "ok"),
        (SHIFT, "ok"),
        (STRANGER, "illegal-action"),
        (ANN, "illegal-action"),
        (HOUSE, "illegal-action"),
    ],
)
def test_who_may_confirm(actor: Actor, code: str) -> None:
    assert coup().table.reply_code(actor, ConfirmResult()) == code


def test_the_pit_confirms_when_the_dealer_has_left() -> None:
    dealt = coup()
    dealt.ok(PIT, ChangeDealer(None))
    assert dealt.table.reply_code(DEALER, ConfirmResult()) == "illegal-action"
    dealt.ok(PIT, CloseTable())
    dealt.ok(PIT, ConfirmResult())
    assert dealt.won == 100
    assert dealt.table.house.wait(dealt.table.game)
    assert dealt.table.phase() is TablePhase.CLOSED
    assert_refolds(dealt.table)


def test_a_called_pit_may_take_the_last_scan_back() -> None:
    """The call stands until the pit has done something about the round."""
    dealt = coup()
    dealt.ok(DEALER, CallPit("the last card was misread"))
    assert dealt.table.reply_code(DEALER, ConfirmResult()) == "held"
    assert dealt.table.reply_code(PIT, ConfirmResult()) == "held"
    dealt.ok(PIT, TakeBack())
    assert dealt.table.state.call is None
    for command in scans("7D"):
        dealt.ok(DEALER, command)
    dealt.ok(DEALER, CallPit("is that right?"))
    dealt.ok(PIT, AnswerCall())
    dealt.ok(DEALER, ConfirmResult())
    assert dealt.won == 0


@pytest.mark.clause("R31", "R4")
@pytest.mark.parametrize("family", ROUNDS)
@pytest.mark.parametrize("gap_ms", [1_000, 3_600_000])
def test_a_house_that_was_killed_comes_back_to_the_result(family: str, gap_ms: int) -> None:
    """Everything is decided by what lies open, so the round goes on (R4): to the dealer's word."""
    dealt = ROUNDS[family]()
    dealt.restart(gap_ms)
    assert dealt.step is GuideStep.CONFIRM_RESULT
    dealt.ok(PIT, ConfirmResult())
    assert dealt.won == WON[family]
    assert_refolds(dealt.table)


def test_a_house_that_was_killed_may_still_void_the_round() -> None:
    dealt = coup()
    dealt.restart(3_600_000)
    dealt.ok(PIT, Rule(FOREIGN, countersigned="sam"))
    assert dealt.won == 0
    assert_refolds(dealt.table)


def test_a_virtual_table_settles_at_once() -> None:
    house = VirtualHouse(MemoryStore())
    state = house.table("live-roulette").table.state
    house.play_round("live-roulette")
    assert state.round is not None
    assert state.round.over
    assert not state.round.held


def test_the_house_holds_every_settlement_that_a_person_deals() -> None:
    table = HumanTable("live-roulette")
    table.begin(Bet("ann", "red", 10 * UNIT))
    assert facts(table)[-1] == Fed(SettlementHeld(), "house")


# After the settlement ---------------------------------------------------------------------------

WRONG_COUNT = Void(Capacity.PIT, VoidReason.WRONG_COUNT)


def settled() -> Dealt:
    dealt = coup()
    dealt.ok(DEALER, ConfirmResult())
    assert dealt.won == 100
    return dealt


@pytest.mark.clause("R31", "R24", "NKB 5.1.2")
def test_a_wrong_number_of_cards_voids_a_settled_coup_by_new_transfers() -> None:
    dealt = settled()
    store, bank = dealt.table.house.store, f"bank:{dealt.table.game}"
    paid = list(store.transfers(dealt.table.game))
    assert dealt.table.reply_code(DEALER, Rule(WRONG_COUNT)) == "illegal-action"
    assert dealt.table.reply_code(PIT, Rule(FOREIGN, countersigned="sam")) == "illegal-action"
    assert dealt.table.reply_code(PIT, Rule(WRONG_COUNT)) == "countersign"
    dealt.ok(PIT, Rule(WRONG_COUNT, countersigned="sam"))
    assert (dealt.won, store.balance(bank)) == (0, 0)
    after = list(store.transfers(dealt.table.game))
    assert after[: len(paid)] == paid, "nothing is rewritten"
    (reversed_,) = [posted.transfer for posted in after[len(paid) :]]
    assert (reversed_.payee, reversed_.amount) == (bank, 100 * UNIT)
    assert reversed_.reason is Reason.REVERSAL
    assert dealt.table.reply_code(PIT, Rule(WRONG_COUNT, countersigned="sam")) == "illegal-action"
    dealt.ok(DEALER, OpenBetting())
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R24")
def test_what_players_had_lost_goes_back_to_them() -> None:
    dealt = Dealt("rws-knockout-baccarat", Bet("ann", "banker", 100 * UNIT), *scans("9S 2D KS KD"))
    dealt.ok(DEALER, ConfirmResult())
    assert dealt.won == -100
    dealt.ok(PIT, Rule(WRONG_COUNT, countersigned="sam"))
    assert dealt.won == 0
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R24")
@pytest.mark.parametrize("cards", ["9S 2D KS KD", "2S 9D KS KD", "9S 9D KS KD"])
def test_every_bet_of_live_baccarat_is_reversed(cards: str) -> None:
    """Several bets of one player, some won and some lost, are no more than their sum."""
    table = HumanTable("live-baccarat")
    store = table.house.store
    before = store.balance("wallet:ann"), store.balance("wallet:bob")
    chips = tuple(LaidBet(bet, 100 * UNIT) for bet in ("player", "tie"))
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    table.all_ok(ANN, [PlaceBets(chips)])
    table.all_ok(player("bob"), [PlaceBets((LaidBet("banker", 50 * UNIT),))])
    table.all_ok(DEALER, [CloseBetting(), *scans(cards)])
    table.all_ok(PIT, [Rule(WRONG_COUNT, countersigned="sam")])
    assert (store.balance("wallet:ann"), store.balance("wallet:bob")) == before
    assert store.balance("bank:live-baccarat") == 0
    assert_refolds(table)


@pytest.mark.clause("R31", "R24", "R2", "NKB 5.1.2")
@pytest.mark.parametrize("cards", ["9S 2D KS KD", "2S 9D KS KD", "4S 5D 4D 5S"])
def test_raised_and_folded_antes_and_pairs_of_knockout_baccarat_are_reversed(cards: str) -> None:
    table = HumanTable("rws-knockout-baccarat")
    store = table.house.store
    people = ("ann", "bob")
    before = [store.balance(f"wallet:{name}") for name in people]
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    bets = ("ante-player", "ante-banker", "player-pair", "banker-pair")
    for name in people:
        chips = tuple(LaidBet(bet, 20 * UNIT) for bet in bets)
        table.all_ok(player(name), [PlaceBets(chips)])
    first, *others = scans(cards)
    table.all_ok(DEALER, [CloseBetting(), first])
    for name, raised in (("ann", "ante-player"), ("bob", "ante-banker")):
        for ante in bets[:2]:
            action = Action.RAISE if ante == raised else Action.FOLD
            table.all_ok(player(name), [Decide(action, bet=ante)])
    table.all_ok(DEALER, others)
    after = [store.balance(f"wallet:{name}") for name in people]
    assert after != before
    table.all_ok(PIT, [Rule(WRONG_COUNT, countersigned="sam")])
    assert [store.balance(f"wallet:{name}") for name in people] == before
    assert store.balance(f"bank:{table.game}") == 0
    assert_refolds(table)


@pytest.mark.clause("R31", "R5", "NKB 5.1.2")
def test_once_bets_are_called_for_the_settlement_stands() -> None:
    dealt = settled()
    dealt.ok(DEALER, OpenBetting())
    assert dealt.table.reply_code(PIT, Rule(WRONG_COUNT, countersigned="sam")) == "illegal-action"
    assert dealt.won == 100


@pytest.mark.clause("R31", "R30")
def test_no_round_begins_while_a_settled_one_may_be_void() -> None:
    dealt = settled()
    dealt.ok(HOUSE, Hold("pia"))
    assert dealt.table.reply_code(DEALER, OpenBetting()) == "held"
    assert dealt.table.reply_code(DEALER, dealt.table.shoe()[-1]) == "held"
    assert dealt.step is GuideStep.WAIT_FOR_PIT
    dealt.ok(HOUSE, Release())
    dealt.ok(DEALER, OpenBetting())
    assert dealt.table.reply_code(HOUSE, Hold("pia")) == "illegal-action"


@pytest.mark.clause("R31", "R30")
def test_no_table_closes_while_its_settled_round_may_be_void() -> None:
    dealt = settled()
    dealt.ok(HOUSE, Hold("pia"))
    dealt.ok(PIT, CloseTable())
    assert dealt.table.state.phase is TablePhase.IDLE
    dealt.ok(PIT, Rule(WRONG_COUNT, countersigned="sam"))
    assert dealt.won == 0
    assert dealt.table.house.wait(dealt.table.game)
    assert dealt.table.phase() is TablePhase.CLOSED
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R24", "NKB 5.1.2")
@pytest.mark.parametrize("reopened", [False, True])
def test_the_last_round_before_closing_may_be_void_until_bets_are_called_for(
    reopened: bool,
) -> None:
    dealt = settled()
    dealt.ok(PIT, CloseTable())
    dealt.restart(3_600_000)
    dealt.ok(HOUSE, Hold("pia"))
    if reopened:
        dealt.ok(PIT, OpenTable())
        assert dealt.table.reply_code(DEALER, OpenBetting()) == "held"
    dealt.ok(PIT, Rule(WRONG_COUNT, countersigned="sam"))
    assert dealt.won == 0
    assert dealt.table.phase() is (TablePhase.IDLE if reopened else TablePhase.CLOSED)
    assert dealt.table.reply_code(HOUSE, Hold("pia")) == "illegal-action"
    if not reopened:
        dealt.ok(PIT, OpenTable())
    dealt.ok(DEALER, OpenBetting())
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "R24", "R5")
def test_a_file_names_the_moment_of_a_late_void() -> None:
    """Without it, a void is of the round being played, and a finished one stands."""
    late = {"by": "pit", "action": "void", "reason": "wrong-count"}
    bets = [{"player": "ann", "bet": "player", "amount": "100"}]
    cards = ["9S", "KD", "QH", "8C"]
    file = {"game": "live-baccarat", "bets": bets, "cards": cards, "actions": [late | {"step": 4}]}
    assert play(read(json.dumps(file))).round.void
    with pytest.raises(Refused) as refusal:
        play(read(json.dumps(file | {"actions": [late]})))
    assert (refusal.value.code, refusal.value.clause) == ("illegal-action", "R5")


@pytest.mark.clause("R31", "R5")
def test_what_a_player_has_staked_elsewhere_cannot_be_taken_back() -> None:
    """For nobody then: the shift manager corrects it by adjustments."""
    dealt = settled()
    dealt.table.house.cage.cash_out("ann", dealt.wallet, by="cashier", id="out", wall=0)
    why = dealt.table.house.ask(dealt.table.game, PIT, Rule(WRONG_COUNT, countersigned="sam"))
    assert (why.code, why.clause) == ("short-of-funds", "R5")
    assert not dealt.table.state.round.void  # type: ignore[union-attr]
    assert_refolds(dealt.table)


@pytest.mark.clause("R31", "BJ5 5.7", "BJ5 5.10.1")
@pytest.mark.parametrize("family", ["blackjack", "roulette"])
def test_in_other_games_a_settlement_stands(family: str) -> None:
    dealt = ROUNDS[family]()
    dealt.ok(DEALER, ConfirmResult())
    for ruling in (WRONG_COUNT, FOREIGN, MISDEAL):
        code = dealt.table.reply_code(PIT, Rule(ruling, countersigned="sam"))
        assert code == "illegal-action"
    assert dealt.won == WON[family]


@pytest.mark.clause("R31")
def test_a_virtual_coup_is_not_void_once_it_is_settled() -> None:
    house = VirtualHouse(MemoryStore())
    state = house.table("live-baccarat").table.state
    house.play_round("live-baccarat")
    assert not may_be_void(state)
    reply = house.ask("live-baccarat", PIT, Rule(WRONG_COUNT, countersigned="sam"))
    assert reply.code == "illegal-action"


@pytest.mark.clause("R31", "R24")
def test_the_file_of_a_coup_that_was_void_late_comes_to_the_same() -> None:
    dealt = settled()
    dealt.ok(PIT, Rule(WRONG_COUNT, countersigned="sam"))
    (played,) = rounds(dealt.table.house.store, dealt.table.game)
    file = write(played.config.game, played.bets, played.inputs, limits=played.config.limits)
    again = play(read(json.dumps(file)))
    assert list(again.inputs) == played.inputs
    assert (again.round.void, again.lines) == (True, played.lines)
