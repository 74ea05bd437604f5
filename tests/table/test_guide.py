"""The dealer's guide: what it says next can be done, and is all there is to do."""

from itertools import cycle

import pytest

from croupier import variant
from croupier.client.scanner import SimulatedScanner
from croupier.engine.inputs import (
    Action,
    BallRested,
    Burn,
    Capacity,
    CardDealt,
    Deal,
    Misdeal,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.layout import Bet, Limits
from croupier.kit.cards import card, cards
from croupier.kit.errors import Refused
from croupier.rulebooks import clause
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    Call,
    ChangeDealer,
    ChangeShoe,
    CloseBetting,
    CloseOffers,
    CloseTable,
    Command,
    ConfirmResult,
    Decide,
    LaidBet,
    OpenBetting,
    PlaceBets,
    Rule,
    Scan,
    ShoeRecord,
    TakeBack,
    TakeSeat,
)
from croupier.table.config import TableConfig
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    ClosingOrdered,
    Fact,
    Fed,
    Reconfigured,
    ScanTakenBack,
    SeatTaken,
    ShoeChanged,
    TableClosed,
    TableOpened,
)
from croupier.table.guide import Guide, GuideStep, Payment, announcement, guide
from croupier.table.judge import judge
from croupier.table.state import TablePhase
from tests.support.human_table import DEALER, PIT, HumanTable, place_initial, scans
from tests.support.phrases import sayable
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import GAMES, PLAYERS, VirtualHouse, player, shoe_made

ANN, BOB = player("ann"), player("bob")
CARD_GAMES = [game for game in GAMES if game != "live-roulette"]


def told(table: HumanTable) -> Guide:
    """What the guide says now; that it says so of a take-back what the judge says, each time."""
    now = guide(table.state)
    assert now.may_take_back is _judged(table, TakeBack())
    _in_every_language(now)
    return now


def _in_every_language(now: Guide) -> None:
    assert sayable(now.words), now.words
    assert str(now.words) == now.text
    assert now.say_words is None or sayable(now.say_words), now.say_words
    assert str(now.say_words or "") == now.say
    for task in now.checklist:
        assert sayable(task.words), task.words
        assert str(task.words) == task.text


def _judged(table: HumanTable, command: Command) -> bool:
    try:
        judge(table.state, DEALER, command)
    except Refused:
        return False
    return True


class Dealer:
    """Does what the guide says, and nothing else."""

    def __init__(self, table: HumanTable) -> None:
        self.table = table
        self.scanner = SimulatedScanner([])
        self.pockets = cycle((17, 0, 32))

    def follow(self, now: Guide) -> GuideStep:
        state = self.table.state
        step = now.then if now.step is GuideStep.PAY_AND_COLLECT else now.step
        assert step is not None
        match step:
            case GuideStep.MAKE_SHOE:
                *cut, change = shoe_made(state)
                assert isinstance(change, ChangeShoe)
                self.scanner = SimulatedScanner.shuffled(change.record.decks, state.shoes)
                self.scanner.burn(change.record.burned)
                for command in (*cut, change):
                    self.ok(command)
            case GuideStep.OPEN_BETTING:
                self.ok(OpenBetting())
            case GuideStep.BETTING:
                if now.then is GuideStep.CLOSE_BETTING:
                    self.ok(CloseBetting())
                for name in PLAYERS if now.then is None else ():
                    self.table.house.bet(self.table.game, name)
            case GuideStep.DEAL_CARD | GuideStep.DISCARD:
                assert now.card is not None
                self.ok(Scan(now.card.exactly or card(self.scanner.scan()[0])))
            case GuideStep.SPIN:
                self.ok(Call(next(self.pockets)))
            case GuideStep.OFFERS_OPEN:
                assert _judged(self.table, CloseOffers())
                if not self.table.house.decide(self.table.game):
                    self.ok(CloseOffers())
            case GuideStep.WAIT_FOR_DECISION:
                assert not _judged(self.table, CloseOffers())
                self.table.house.decide(self.table.game)
            case _:
                assert step is GuideStep.CONFIRM_RESULT, now
                assert not _judged(self.table, CloseOffers())
                self.ok(ConfirmResult())
        return now.step

    def ok(self, command: Command) -> None:
        assert self.table.reply_code(DEALER, command) == "ok", command


@pytest.mark.parametrize("game", GAMES)
def test_whoever_follows_the_guide_deals_round_after_round(game: str) -> None:
    table = HumanTable(game)
    dealer = Dealer(table)
    steps: set[GuideStep] = set()
    while table.state.round_number < 40 or table.state.shoes < 2 * (game in CARD_GAMES):
        now = told(table)
        assert now.text
        steps.add(dealer.follow(now))
    expected = {GuideStep.BETTING, GuideStep.CONFIRM_RESULT, GuideStep.PAY_AND_COLLECT}
    expected |= (
        {GuideStep.DEAL_CARD, GuideStep.MAKE_SHOE} if game in CARD_GAMES else {GuideStep.SPIN}
    )
    if "blackjack" in game:
        expected.add(GuideStep.WAIT_FOR_DECISION)
    if getattr(table.state.rules, "hole_card", False):
        expected.add(GuideStep.OFFERS_OPEN)
    assert steps >= expected
    table.assert_books_balance()


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_new_shoe_comes_with_its_checklist(game: str) -> None:
    table = HumanTable(game)
    now = told(table)
    assert now.step is GuideStep.MAKE_SHOE
    tasks = {one.name: one for one in now.checklist}
    decks = table.state.rules.deck_count
    assert f"{decks * 52} cards" in tasks["count"].text
    usual = ["inspect", "count", "shuffle", "cut", "cut-card"]
    assert [one for one in tasks if one in usual] == usual
    for one in now.checklist:
        assert one.clause is None or clause(one.clause)
    burned = getattr(table.state.rules, "burn_after_shuffle", 0)
    assert ("burn" in tasks) is bool(burned)


@pytest.mark.clause("LIVE 2.3.1", "LIVE 2.3.2")
def test_the_live_house_writes_down_how_cards_are_handled() -> None:
    checklist = told(HumanTable("live-blackjack")).checklist
    assert [(one.name, one.clause) for one in checklist] == [
        ("spread", "LIVE 2.3.1"),
        ("inspect", "LIVE 2.3.1"),
        ("returned", "LIVE 2.3.1"),
        ("count", "R16"),
        ("face-down", "LIVE 2.3.2"),
        ("wash", "LIVE 2.3.2"),
        ("shuffle", "LIVE 2.3.2"),
        ("stack", "LIVE 2.3.2"),
        ("cut", "LIVE 2.3.3a"),
        ("player-cut", "LIVE 2.3.3d"),
        ("cut-card", "LIVE 2.3.3e"),
        ("burn", "LIVE 2.3.5a"),
    ]
    assert checklist[-1].text == "Burn 6 cards"
    numbers = {one.name: one.number for one in checklist if one.number is not None}
    assert numbers == {"count": 8, "cut-card": 52, "burn": 6}


@pytest.mark.clause("LIVE 2.3.2")
def test_the_cut_card_asks_for_a_shoe_after_the_round_in_which_it_came() -> None:
    """One deck, sixteen behind the cut card: it is out with the thirty-sixth card."""
    table = HumanTable("classic-blackjack-single")
    table.all_ok(DEALER, table.shoe())
    deck = SimulatedScanner.shuffled(1, seed=2)
    while (
        now := told(table)
    ).step is not GuideStep.MAKE_SHOE and now.then is not GuideStep.MAKE_SHOE:
        if table.state.phase is TablePhase.IDLE:
            assert table.state.seen.total() < 36
            table.all_ok(DEALER, [OpenBetting()])
            table.reply_code(ANN, PlaceBets((LaidBet("initial", 10 * UNIT, 1),)))
            table.all_ok(DEALER, [CloseBetting()])
        elif now.step is GuideStep.DEAL_CARD:
            table.all_ok(DEALER, [Scan(card(deck.scan()[0]))])
        else:
            table.reply_code(ANN, Decide(Action.STAND, 1))
            table.reply_code(DEALER, CloseOffers())
        table.confirm()
    assert table.state.seen.total() >= 36
    table.all_ok(DEALER, table.shoe())
    assert told(table).then is GuideStep.OPEN_BETTING


def test_nobody_deals_at_a_closed_table_or_without_a_dealer() -> None:
    table = HumanTable("rws-blackjack")
    table.all_ok(PIT, [ChangeDealer(None)])
    assert guide(table.state).step is GuideStep.WAIT_FOR_PIT
    table.all_ok(PIT, [ChangeDealer("dora")])
    assert told(table).step is GuideStep.MAKE_SHOE
    table.all_ok(PIT, [CloseTable()])
    assert told(table).step is GuideStep.WAIT_FOR_PIT


def test_the_virtual_dealer_needs_no_guide() -> None:
    house = VirtualHouse(MemoryStore())
    state = house.table("live-roulette").table.state
    with pytest.raises(Refused):
        guide(state)


def test_betting_waits_for_those_who_sit() -> None:
    table = HumanTable("rws-blackjack")
    table.all_ok(DEALER, table.shoe())
    assert (told(table).step, told(table).say) == (
        GuideStep.OPEN_BETTING,
        "Place your bets, please",
    )
    table.all_ok(DEALER, [OpenBetting()])
    assert told(table).text == "Wait: nobody has bet yet."
    table.all_ok(BOB, [TakeSeat(2)])
    table.all_ok(ANN, [PlaceBets((LaidBet("initial", 10 * UNIT, 1),))])
    now = told(table)
    assert now.step is GuideStep.BETTING
    assert now.text == "Wait for bob at box 2, or close: 1 player has bet."
    table.all_ok(BOB, [PlaceBets((LaidBet("initial", 10 * UNIT, 2),))])
    now = told(table)
    assert (now.step, now.then, now.say) == (GuideStep.BETTING, GuideStep.CLOSE_BETTING, "")
    assert now.text == "Wait for the clock, or close: 2 players have bet."


@pytest.mark.clause("BJ5 5.2", "BJP 5.2")
@pytest.mark.parametrize("game", ["rws-blackjack", "rws-blackjack-plus"])
def test_the_dealer_advises_those_on_a_box_under_its_minimum(game: str) -> None:
    """Ann and bob share box 3 and reach its minimum of 5 together; then ann lifts her bet."""
    table = HumanTable(game)
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    table.all_ok(ANN, [place_initial(3, 5)])
    table.all_ok(BOB, [place_initial(3, 2)])
    assert told(table).say == ""
    table.all_ok(ANN, [PlaceBets(())])
    now = told(table)
    assert (now.step, now.then) == (GuideStep.BETTING, GuideStep.CLOSE_BETTING)
    assert now.text == (
        "Box 3 lacks 3 of its minimum, bob may raise or withdraw. "
        "If you close now, these bets go back."
    )
    assert now.say == "Under the minimum: box 3. Raise your bet or withdraw it, please"
    table.all_ok(BOB, [place_initial(3, 5)])
    assert told(table).say == ""
    table.all_ok(ANN, [place_initial(3, 1)])
    table.all_ok(BOB, [PlaceBets(())])
    assert "ann may raise or withdraw" in told(table).text
    table.all_ok(ANN, [PlaceBets(())])
    assert told(table).text == "Wait: nobody has bet yet."


def test_the_words_of_a_split_hand() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 3))
    assert told(table).text == "Deal: box 3, face up."
    table.all_ok(DEALER, scans("8S 6D 8H"))
    now = told(table)
    assert now.step is GuideStep.WAIT_FOR_DECISION
    assert now.text == (
        "Box 3: ann may hit, stand, double or split. Before the first decision, ask: Surrender?"
    )
    assert now.offers == (Action.SURRENDER,)
    table.all_ok(ANN, [Decide(Action.SPLIT, 3)])
    table.all_ok(DEALER, scans("TS"))
    table.all_ok(ANN, [Decide(Action.STAND, 3)])
    assert told(table).text == "Deal: box 3, second hand, face up."
    table.all_ok(DEALER, scans("9S"))
    assert told(table).text == "Box 3, second hand: ann may hit, stand or double."
    table.all_ok(ANN, [Decide(Action.DOUBLE, 3)])
    table.all_ok(DEALER, scans("4S"))
    assert told(table).text == "Deal: dealer, face up."
    table.all_ok(DEALER, scans("TD 3C"))
    now = told(table)
    assert now.payments == (
        Payment("ann", "initial", 3, 1, 0, 100 * UNIT),
        Payment("ann", "initial", 3, 2, 200 * UNIT, 0),
    )
    assert now.say == "Dealer has 19"
    assert now.text == "Box 3: pay 200 and collect 100. Then: Open the betting."
    assert now.then is GuideStep.OPEN_BETTING


def test_a_hole_card_lies_face_down_and_insurance_may_be_closed() -> None:
    table = HumanTable("live-blackjack")
    table.all_ok(ANN, [TakeSeat(1)])
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    assert told(table).text == "Deal: seat 1, face up."
    table.all_ok(DEALER, scans("TS AD 9H"))
    assert told(table).text == "Deal: dealer, face down."
    table.all_ok(DEALER, scans("7C"))
    now = told(table)
    assert (now.step, now.say) == (GuideStep.OFFERS_OPEN, "Insurance?")
    assert now.text == "Insurance? Wait for the answers of ann, or close the offer."
    assert now.offers == (Action.INSURE,)
    table.all_ok(DEALER, [CloseOffers()])
    assert told(table).step is GuideStep.WAIT_FOR_DECISION


def test_insurance_is_asked_while_the_first_box_decides() -> None:
    """No hole card: the first decision closes the window, the dealer cannot."""
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("AS AD KS"))
    now = told(table)
    assert (now.step, now.say) == (GuideStep.OFFERS_OPEN, "Insurance? Even money?")
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("9S AD KS"))
    now = told(table)
    assert (now.step, now.say) == (GuideStep.WAIT_FOR_DECISION, "Insurance?")


def test_cards_that_came_out_together() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("TS 6D 6H"))
    table.all_ok(ANN, [Decide(Action.HIT, 1)])
    table.all_ok(DEALER, [Rule(Together(Capacity.DEALER, cards("KD 4C")))])
    assert told(table).text == "Box 1: ann takes one of KD 4C."
    table.all_ok(ANN, [Decide(Action.TAKE, 1, card=card("4C")), Decide(Action.STAND, 1)])
    now = told(table)
    assert now.card is not None
    assert now.card.exactly == "KD"
    assert now.text == "Deal: dealer, face up. It is KD, which is out already."


def test_a_dealing_error_lets_players_withdraw_until_the_next_card() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1), Bet("bob", "initial", 100 * UNIT, 2))
    table.all_ok(DEALER, scans("TS TH 6D"))
    misdeal = Misdeal(Capacity.PIT, reconstructed=False, deal=Deal.INITIAL)
    assert "misdeal" in told(table).rulings
    table.all_ok(PIT, [Rule(misdeal)])
    now = told(table)
    assert (now.step, now.then) == (GuideStep.CHOICES_OPEN, GuideStep.DEAL_CARD)
    assert now.text.startswith("ann and bob may go on or withdraw.")
    table.all_ok(DEALER, scans("9H"))
    assert told(table).step is GuideStep.DEAL_CARD


@pytest.mark.clause("R28")
def test_who_withdrew_is_given_back_and_a_push_stays() -> None:
    table = HumanTable("rws-blackjack")
    bets = [Bet(name, "initial", 100 * UNIT, box) for name, box in (("ann", 1), ("bob", 2))]
    table.begin(*bets)
    table.all_ok(DEALER, scans("TS TH 6D"))
    table.all_ok(PIT, [Rule(Misdeal(Capacity.PIT, reconstructed=True))])
    table.all_ok(ANN, [Decide(Action.WITHDRAW)])
    while (due := told(table).card) is not None:
        table.all_ok(DEALER, scans("9H" if due.box == 2 else "2C"))
    table.all_ok(BOB, [Decide(Action.STAND, 2)])
    table.all_ok(DEALER, scans("3D TD"))
    now = told(table)
    assert now.text.startswith("Box 1: 100 goes back; box 2: the bets stay.")
    assert now.payments == (
        Payment("ann", "initial", 1, 1, 0, 0, back=100 * UNIT),
        Payment("bob", "initial", 2, 1, 0, 0),
    )


def test_a_burned_card_is_scanned_and_thrown_away() -> None:
    table = HumanTable("live-baccarat")
    table.begin(Bet("ann", "player", 10 * UNIT))
    table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 1))])
    assert told(table).step is GuideStep.DISCARD
    table.all_ok(DEALER, scans("KS"))
    assert told(table).text == "Deal: Player's first card."


def test_third_cards_and_the_winner_of_a_coup() -> None:
    table = HumanTable("live-baccarat")
    table.begin(Bet("ann", "player", 10 * UNIT), Bet("bob", "banker", 20 * UNIT))
    table.all_ok(DEALER, scans("2S 3D 2H 2D"))
    assert told(table).text == "Deal: Player's third card."
    assert told(table).may_take_back
    table.all_ok(DEALER, scans("5S"))
    assert told(table).text == "Deal: Banker's third card."
    table.all_ok(DEALER, scans("KC"))
    now = told(table)
    assert now.say == "Player wins, Player 9, Banker 5"
    assert now.text.startswith("Pay 10 and collect 20.")
    assert not now.may_take_back
    assert now.rulings == ("void", "adjust")


def test_the_antes_of_a_knockout_coup() -> None:
    table = HumanTable("rws-knockout-baccarat")
    table.begin(Bet("ann", "ante-player", 10 * UNIT), Bet("bob", "ante-banker", 10 * UNIT))
    table.all_ok(DEALER, scans("2S"))
    now = told(table)
    assert (now.step, now.say) == (GuideStep.WAIT_FOR_DECISION, "Raise or fold?")
    assert now.text == "Wait for the antes of ann and bob."


def test_a_spin() -> None:
    table = HumanTable("live-roulette")
    table.begin(Bet("ann", "straight:17", 10 * UNIT), Bet("bob", "red", 5 * UNIT))
    assert told(table).step is GuideStep.SPIN
    table.all_ok(DEALER, [Call(17)])
    now = told(table)
    assert now.say == "17, black"
    assert now.text == "Pay 350 and collect 5. Then: Open the betting."
    assert now.payments == (
        Payment("ann", "straight:17", None, None, 350 * UNIT, 0),
        Payment("bob", "red", None, None, 0, 5 * UNIT),
    )


def test_a_void_gives_all_bets_back() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("TS"))
    table.all_ok(PIT, [Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))])
    now = told(table)
    assert now.say == "The round is void: all bets are returned"
    assert now.text.startswith("Box 1: 100 goes back.")
    assert now.payments == (Payment("ann", "initial", 1, 1, 0, 0, back=100 * UNIT),)


def test_what_is_announced() -> None:
    record = ShoeRecord(6, True, True, True, 0)
    config = TableConfig("bj-1", "rws-blackjack", limits=Limits(2_50, 500_00))
    said: dict[Fact, str | None] = {
        BettingOpened(1): "Place your bets, please",
        BetsClosed(1, ""): "No more bets",
        ShoeChanged("dora", record): "A fresh shoe",
        ClosingOrdered("pia"): "This is the last round",
        TableClosed("pia"): "The table is closed",
        Fed(Misdeal(Capacity.PIT, reconstructed=False), "pia"): "A dealing error",
        ScanTakenBack("dora"): "The last scan was misread, and is read again",
        Fed(Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "pia"): (
            "The round is void: all bets are returned"
        ),
        Fed(CardDealt(card("AS")), "dora", 1): None,
        SeatTaken("ann", 1): None,
    }
    opened: list[tuple[Fact, str | None]] = [
        (TableOpened(config), "The table is open"),
        (Reconfigured(config, "pia"), "From the next round: 2.5 to 500"),
    ]
    for fact, words in (*said.items(), *opened):
        heard = announcement(fact, config.check())
        assert (heard and str(heard)) == words
        assert heard is None or sayable(heard)
    spins = {Fed(BallRested(0), "dora", 1): "0, green", Fed(BallRested(32), "dora", 1): "32, red"}
    for fact, words in spins.items():
        assert str(announcement(fact, variant("live-roulette"))) == words
