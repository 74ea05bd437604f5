"""A person deals, over a real socket, by the guide: round after round, and when things go wrong."""

import random
from itertools import cycle

import pytest

import croupier
from croupier.client import Client, LaidBet
from croupier.client.scanner import Fault, SimulatedScanner
from croupier.engine import protocol as engine
from croupier.engine.inputs import (
    Action,
    Burn,
    Capacity,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Place,
    Together,
    Void,
    VoidReason,
)
from croupier.games.blackjack.engine import BlackjackRules
from croupier.house.floor.facts import AlertKind
from croupier.house.roles import Role
from croupier.kit.cards import HIDDEN, cards
from croupier.table.guide import GuideStep
from croupier.wire import commands as say
from croupier.wire.views import Ask, BlackjackPlay
from tests.support.live_clients import (
    MessageKind,
    ask_table,
    assert_books_balance,
    name_of,
    sync,
    until_balance,
)
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.phrases import sayable

GAMES = tuple(croupier.VARIANTS)
FOREIGN = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)


# By the guide, round after round ---------------------------------------------------------------


class ByTheGuide:
    """A dealer who does what the guide says and nothing else, and two who play with them."""

    def __init__(self, table: HandDealt, players: tuple[Client, ...], seed: int) -> None:
        self.table, self.players = table, players
        self.chosen = random.Random(seed)
        self.pockets = cycle((17, 0, 32))
        self.seed = seed

    async def step(self) -> GuideStep:
        table, now = self.table, self.table.guide
        dealer = table.dealer
        step = now.then if now.step is GuideStep.PAY_AND_COLLECT else now.step
        match step:
            case GuideStep.MAKE_SHOE:
                record = table.record()
                table.scanner = SimulatedScanner.shuffled(record.decks, self.seed)
                table.scanner.burn(record.burned)
                await table.place_cut()
                await table.ok(dealer, say.ChangeShoe, record)
            case GuideStep.OPEN_BETTING:
                await table.open_betting(*self.players)
            case GuideStep.BETTING:
                for player in self.players:
                    await self.bet(player)
                # Bets are told a few times a second.
                await dealer.until(lambda: table.view.bettors == len(self.players))
                assert table.guide.then is GuideStep.CLOSE_BETTING
                await table.no_more_bets(*self.players)
            case GuideStep.DEAL_CARD | GuideStep.DISCARD:
                assert now.card is not None
                (code,) = (now.card.exactly,) if now.card.exactly else table.scanner.scan()
                await table.ok(dealer, say.Scan, code)
            case GuideStep.SPIN:
                await table.ok(dealer, say.Scan, str(next(self.pockets)))
            case GuideStep.CONFIRM_RESULT:
                await table.confirm()
            case GuideStep.WAIT_FOR_DECISION | GuideStep.OFFERS_OPEN:
                await self.answer()
            case _:
                raise AssertionError(now)
        return now.step

    async def bet(self, player: Client) -> None:
        table, rules, chosen = self.table, self.table.rules, self.chosen
        spots = engine.spots(rules)
        if isinstance(rules, BlackjackRules):
            box = self.players.index(player) + 1
            bets = [LaidBet("initial", chosen.randint(10, 50) * 100, box)]
            for spot, on_box in spots.items():
                if spot not in ("initial", "behind"):
                    bets.append(LaidBet(spot, 5_00, box if on_box else None))
        else:
            side = chosen.choice(("player", "banker"))
            wanted = (side, "tie", f"ante-{side}", "red", "straight:17", "dozen:2")
            bets = [LaidBet(spot, 10_00) for spot in wanted if spot in spots]
        await player.place_bets(table.table, *bets)

    async def answer(self) -> None:
        """Whoever is asked says something they may say; or an offer is left to lapse."""
        table = self.table
        await sync(*self.players)
        asks = [(one, ask) for one in self.players for ask in one.you[table.table].asked]
        if table.guide.step is GuideStep.OFFERS_OPEN and self.chosen.random() < 0.3:
            await table.ok(table.dealer, say.CloseOffers)
            return
        player, ask = self.chosen.choice(asks)
        await table.ok(player, say.Decide, **said(ask, self.chosen))
        await sync(table.dealer)


def said(ask: Ask, chosen: random.Random) -> dict[str, object]:
    option = chosen.choice(ask.options)
    amount = None if option.action is Action.RAISE else option.least
    card = chosen.choice(ask.cards) if option.action is Action.TAKE else None
    return {
        "action": option.action,
        "box": ask.box,
        "amount": amount,
        "bet": ask.bet,
        "card": card,
    }


@pytest.mark.parametrize("game", GAMES)
async def test_whoever_follows_the_guide_deals(game: str) -> None:
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        blackjack = isinstance(table.rules, BlackjackRules)
        ann = await table.player("ann", 1 if blackjack else None)
        bob = await table.player("bob", 2 if blackjack else None)
        play = ByTheGuide(table, (ann, bob), seed=len(game))
        returned = {"ann": 0, "bob": 0}
        for number in (1, 2):
            while not (table.view.over and table.view.round == number):
                await play.step()
            await table.over(ann, bob)
            for one in (ann, bob):
                you = one.you[game]
                returned[name_of(one)] += you.returned - you.staked
            here = table.guide.payments
            net = sum(one.pay - one.collect for one in here)
            assert net == sum(one.you[game].returned - one.you[game].staked for one in (ann, bob))
        for one in (ann, bob):
            held = 1_000_00 + returned[name_of(one)]
            await until_balance(one, held)
        assert_books_balance(house)


# When things go wrong ----------------------------------------------------------------------------


async def alerts(table: HandDealt, kind: AlertKind) -> list[str]:
    """What the pit's floor shows of this kind; it waits for the first."""
    pit = table.pit
    if pit.floor is None:
        await pit.do(say.WatchFloor("floor"))
    await pit.until(lambda: pit.floor and any(one.kind == kind for one in pit.floor.alerts))
    assert pit.floor is not None
    for one in pit.floor.alerts:
        assert one.words is None or (sayable(one.words) and str(one.words) == one.text)
        assert (one.words is None) is (one.kind == AlertKind.PIT_CALLED), "written by somebody"
    return [one.text for one in pit.floor.alerts if one.kind == kind]


def step_of(table: HandDealt) -> GuideStep:
    return table.guide.step


def hands(client: Client, table: str) -> list[list[str]]:
    """Everyone's first hands, as this client sees them on the felt."""
    play = client.tables[table].play
    assert isinstance(play, BlackjackPlay)
    return [[str(one) for one in hand.cards] for box in play.boxes for hand in box.hands]


async def two_boxes(
    house: LiveHouse, game: str = "rws-blackjack"
) -> tuple[HandDealt, Client, Client]:
    """Ann's ten and nine, bob's ten and eight, against a six; it is ann's turn."""
    table = await HandDealt.open(house, game)
    ann, bob = await table.player("ann", 1), await table.player("bob", 2)
    await table.begin((ann, 1), (bob, 2))
    await table.deal("TS TH 6D 9H 8C")
    await sync(ann, bob)
    return table, ann, bob


async def test_a_misread_card_is_taken_back_and_read_again() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        scanner = SimulatedScanner(cards("TS 6D 9H TD 9C"), seed=3)
        scanner.err(Fault.MISREAD)
        (wrong,) = scanner.scan()
        assert not table.guide.may_take_back
        await table.deal(wrong)
        await sync(ann)
        assert hands(ann, table.table) == [[wrong]]
        assert table.guide.may_take_back
        await table.ok(table.dealer, say.TakeBack)
        assert await table.reply_code(table.dealer, say.TakeBack) == "illegal-action"
        await table.deal(scanner.again())
        await sync(ann)
        assert hands(ann, table.table) == [["TS"]]
        assert "The last scan was misread, and is read again" in ann.said
        assert await alerts(table, AlertKind.SCAN_TAKEN_BACK) == ["the-dealer took a scan back"]
        await table.deal("6D 9H")
        await table.decide(ann, "stand", 1)
        await table.deal("TD 9C")
        await table.over(ann)
        assert ann.you[table.table].returned == 200_00
        assert_books_balance(house)


async def test_a_decision_makes_a_scan_final() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, _ = await two_boxes(house)
        assert table.guide.may_take_back
        await table.decide(ann, "stand", 1)
        assert not table.guide.may_take_back
        assert await table.reply_code(table.dealer, say.TakeBack) == "illegal-action"


async def test_a_card_the_shoe_cannot_hold_is_refused_and_the_pit_is_told() -> None:
    game = "classic-blackjack-single"
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        await table.deal("AS")
        seen = table.dealer.staff[game].cards_seen
        reply = await ask_table(table.dealer, say.Scan, game, "AS")
        assert (reply.code, reply.clause) == ("card-impossible", "R20")
        assert table.dealer.staff[game].cards_seen == seen == 1
        assert await alerts(table, AlertKind.IMPOSSIBLE_CARD) == [
            "the shoe of 1 deck has no AS left"
        ]
        assert (await alerts(table, AlertKind.SHOE)) == ["the-dealer made a fresh shoe"]
        await table.deal("5D")
        assert_books_balance(house)


@pytest.mark.parametrize("code", ["NOREAD", "??", "1S", "CARD:17", "DO:VOID", "hello"])
async def test_what_cannot_be_read_changes_nothing(code: str) -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        before = table.guide
        assert await table.reply_code(table.dealer, say.Scan, code) == "bad-scan"
        await sync(table.dealer)
        assert table.guide == before
        assert table.dealer.staff[table.table].cards_seen == 0


@pytest.mark.parametrize(
    ("game", "code", "bet"), [("rws-blackjack", "TS", 1), ("live-roulette", "17", None)]
)
@pytest.mark.clause("R3")
async def test_nothing_is_dealt_before_no_more_bets(game: str, code: str, bet: int | None) -> None:
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        ann = await table.player("ann", bet)
        assert await table.reply_code(table.dealer, say.Scan, code) == "illegal-action"
        await table.open_betting(ann)
        await table.bet(ann, "initial" if bet else "red", 100_00, bet)
        assert await table.reply_code(table.dealer, say.Scan, code) == "illegal-action"
        await table.no_more_bets(ann)
        assert (
            await table.reply_code(ann, say.PlaceBets, [LaidBet("red", 5_00)]) == "illegal-action"
        )
        await table.deal(code)
        assert_books_balance(house)


async def test_a_pocket_is_no_card_and_a_card_no_pocket() -> None:
    async with serving([by_hand("rws-blackjack"), by_hand("live-roulette")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        assert await table.reply_code(table.dealer, say.Scan, "17") == "illegal-action"
        wheel = HandDealt(house, "live-roulette", table.pit, table.dealer)
        for one in (table.pit, table.dealer, ann):
            await one.join("live-roulette")
        await wheel.ok(wheel.pit, say.ChangeDealer, name_of(wheel.dealer))
        await wheel.open_betting(ann)
        await wheel.bet(ann, "red", 10_00)
        await wheel.no_more_bets(ann)
        assert await wheel.reply_code(wheel.dealer, say.Scan, "TS") == "illegal-action"
        assert await wheel.reply_code(wheel.dealer, say.Scan, "37") == "bad-scan"
        await wheel.deal("POCKET:36")
        await wheel.over(ann)
        assert ann.you["live-roulette"].returned == 20_00


async def test_the_printed_codes_do_what_they_say() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann = await table.player("ann", 1)
        await table.make_shoe()
        await table.deal("DO:OPEN-BETTING")
        await sync(ann)
        await table.bet(ann, "initial", 100_00, 1)
        await table.deal("DO:CLOSE-BETTING card:10♠ do:take-back 10D")
        await sync(ann)
        assert hands(ann, table.table) == [["TD"]]


@pytest.mark.clause("R30")
async def test_the_pit_is_called() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, _, _ = await two_boxes(house)
        await table.ok(table.dealer, say.CallPit, "a card fell off the table")
        assert await alerts(table, AlertKind.PIT_CALLED) == ["a card fell off the table"]
        stranger = await house.client(await house.staff(Role.DEALER, "dave"))
        assert await table.reply_code(stranger, say.CallPit, "hello") == "not-allowed"


@pytest.mark.clause("R28")
async def test_after_a_misdeal_everyone_may_go_on_or_withdraw() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, bob = await two_boxes(house)
        misdeal = Misdeal(Capacity.PIT, reconstructed=True)
        assert await table.reply_code(table.dealer, say.Rule, misdeal) == "illegal-action"
        await table.ok(table.pit, say.Rule, misdeal)
        await sync(ann, bob, table.dealer)
        assert step_of(table) is GuideStep.CHOICES_OPEN
        for one in (ann, bob):
            assert one.tables[table.table].choices
            kinds = {ask.kind for ask in one.you[table.table].asked}
            assert "choice" in kinds
        await table.decide(bob, "withdraw")
        await table.decide(ann, "continue")
        assert step_of(table) is GuideStep.WAIT_FOR_DECISION
        await table.decide(ann, "stand", 1)
        await table.deal("TD 9C")
        await table.over(ann, bob)
        assert ann.you[table.table].returned == 200_00
        assert bob.you[table.table].returned == 100_00
        assert await alerts(table, AlertKind.MISDEAL) == [
            "the-pit ruled a dealing error at rws-blackjack in round 1"
        ]
        assert_books_balance(house)


@pytest.mark.clause("R26", "R30")
async def test_one_person_voids_before_anything_is_decided() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, bob = await two_boxes(house)
        assert await table.reply_code(table.dealer, say.Rule, FOREIGN) == "illegal-action"
        await table.ok(table.pit, say.Rule, FOREIGN)
        await sync(table.dealer)
        await table.over(ann, bob)
        assert table.view.void
        for one in (ann, bob):
            assert one.you[table.table].returned == 100_00
            await until_balance(one, 1_000_00)
        assert "The round is void: all bets are returned" in ann.said
        assert await alerts(table, AlertKind.VOID) == ["voided: foreign-card"]
        assert_books_balance(house)


@pytest.mark.clause("R30")
async def test_what_is_decided_is_voided_by_two_people_or_not_at_all() -> None:
    """Ann is bust: whoever gave her stake back alone would be giving it away."""
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, bob = await two_boxes(house)
        await table.decide(ann, "hit", 1)
        await table.deal("5S")
        await sync(ann)
        assert ann.you[table.table].lines
        shift = await house.client(await house.staff(Role.SHIFT))
        await shift.join(table.table)
        for one in (table.pit, shift):
            assert await table.reply_code(one, say.Rule, FOREIGN) == "countersign"
        assert not table.view.void
        wish = {"table": table.table, "round": 1, "reason": "foreign-card", "id": "void-1"}
        number = (await table.pit.api.call("POST", "/api/voids", wish))["number"]
        for one, code in ((table.pit, "same-person"), (shift, "")):
            await house.step_up(one.api)
            signed = await one.api.send("POST", f"/api/proposals/{number}/signature")
            assert (signed.json()["code"] if signed.content else "") == code
        await sync(table.dealer)
        await table.over(ann, bob)
        assert table.view.void
        assert [one.you[table.table].returned for one in (ann, bob)] == [100_00, 100_00]
        assert_books_balance(house)


@pytest.mark.clause("R30")
async def test_nobody_rules_as_somebody_they_are_not() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, _, _ = await two_boxes(house)
        shift = await house.client(await house.staff(Role.SHIFT))
        await shift.join(table.table)
        for one in (table.dealer, table.pit):
            assert await table.reply_code(one, say.Rule, Interrupt(Capacity.HOUSE)) == "not-allowed"
        for one in (table.dealer, table.pit, shift):
            as_dealer = Void(Capacity.DEALER, VoidReason.FOREIGN_CARD)
            assert await table.reply_code(one, say.Rule, as_dealer) == "illegal-action"
        assert not table.view.over


async def test_cards_burned_and_thrown_away() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, bob = await two_boxes(house)
        await table.ok(table.pit, say.Rule, Burn(Capacity.PIT, 1))
        await sync(table.dealer)
        assert table.guide.step is GuideStep.DISCARD
        await table.deal("2C")
        await table.decide(ann, "stand", 1)
        no_bet = Discard(Capacity.PIT, DiscardReason.NO_BET)
        await table.ok(table.pit, say.Rule, no_bet)
        await sync(table.dealer)
        await table.deal("3C")
        await table.decide(bob, "stand", 2)
        await table.deal("TD 9C")
        await table.over(ann, bob)
        overdraw = Discard(Capacity.PIT, DiscardReason.OVERDRAW)
        await table.ok(table.pit, say.Rule, overdraw)
        await sync(table.dealer)
        assert table.guide.step is GuideStep.DISCARD
        assert await table.reply_code(table.dealer, say.OpenBetting) == "illegal-action"
        await table.deal("KC")
        assert hands(ann, table.table) == [["TS", "9H"], ["TH", "8C"]]
        assert table.dealer.staff[table.table].cards_seen == 10
        assert_books_balance(house)


async def test_a_card_out_of_order_stays_where_it_lies() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, bob = await two_boxes(house)
        place = Place(Capacity.PIT, box=2, hand=1)
        assert await table.reply_code(table.pit, say.Rule, place) == "illegal-action"
        await table.ok(table.pit, say.Rule, Misdeal(Capacity.PIT, reconstructed=False))
        await table.ok(table.pit, say.Rule, place)
        await sync(table.dealer)
        await table.deal("2D")
        await sync(ann, bob)
        assert hands(ann, table.table) == [["TS", "9H"], ["TH", "8C", "2D"]]
        assert_books_balance(house)


@pytest.mark.clause("R29")
async def test_cards_that_came_out_together_are_the_players_to_order() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        await table.deal("TS 6D 6H")
        await table.decide(ann, "hit", 1)
        await table.ok(table.dealer, say.Rule, Together(Capacity.DEALER, cards("KD 4C")))
        await sync(ann)
        (ask,) = ann.you[table.table].asked
        assert [str(one) for one in ask.cards] == ["KD", "4C"]
        await table.ok(ann, say.Decide, action=Action.TAKE, box=1, card=ask.cards[1])
        await table.decide(ann, "stand", 1)
        assert await table.reply_code(table.dealer, say.Scan, "9S") == "illegal-action"
        assert table.guide.card
        assert table.guide.card.exactly == "KD"
        await table.deal("KD 9S")
        await table.over(ann)
        assert ann.you[table.table].returned == 200_00
        assert_books_balance(house)


@pytest.mark.clause("BJ5 3.12")
async def test_squeezed_cards_are_their_owners_until_they_are_turned() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann, bob = await table.player("ann", 1), await table.player("bob", 2)
        await table.begin((ann, 1), (bob, 2))
        assert await table.reply_code(ann, say.AllowSqueeze, 1) == "not-allowed"
        assert await table.reply_code(table.dealer, say.AllowSqueeze, 1) == "not-allowed"
        await table.deal("TS TH 6D")
        await table.ok(table.pit, say.AllowSqueeze, 1)
        await table.deal("9H 8C")
        await sync(ann, bob)
        for one in (ann, bob, table.dealer):
            assert hands(one, table.table) == [["TS", HIDDEN], ["TH", "8C"]]
        ((own,),) = ([box.hands for box in ann.you[table.table].boxes],)
        assert [str(card) for card in own[0].cards] == ["TS", "9H"]
        assert own[0].total == 19
        assert bob.you[table.table].boxes == ()
        for one in (table.dealer, table.pit):
            (staff,) = one.staff[table.table].boxes[0].hands
            assert ([str(card) for card in staff.cards], staff.total) == (["TS", HIDDEN], None)
        assert table.guide.text.startswith("Box 1: ann decides. ")
        assert await table.reply_code(bob, say.TurnCards, 1) == "not-your-turn"
        await table.ok(ann, say.TurnCards, 1)
        await sync(bob)
        assert hands(bob, table.table) == [["TS", "9H"], ["TH", "8C"]]
        assert ann.you[table.table].boxes == ()
        assert await table.reply_code(ann, say.TurnCards, 1) == "illegal-action"


async def test_the_dealer_is_relieved_in_the_middle_of_a_round() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, bob = await two_boxes(house)
        dave = await house.client(await house.staff(Role.DEALER, "dave"))
        await dave.join(table.table)
        assert await table.reply_code(table.pit, say.ChangeDealer, "nobody-known") == "not-allowed"
        assert await table.reply_code(table.pit, say.ChangeDealer, "ann") == "not-allowed"
        await table.ok(table.pit, say.ChangeDealer, "dave")
        await table.decide(ann, "stand", 1)
        await table.decide(bob, "stand", 2)
        assert await table.reply_code(table.dealer, say.Scan, "TD") == "illegal-action"
        assert await table.reply_code(table.dealer, say.CallPit, "hello") == "not-allowed"
        gone, table.dealer = table.dealer, dave
        await table.deal("TD 9C")
        await table.over(ann, bob)
        assert dave.tables[table.table].dealer == "dave"
        await table.ok(table.pit, say.ChangeDealer, None)
        await sync(dave, gone)
        assert table.guide.step is GuideStep.WAIT_FOR_PIT
        assert await table.reply_code(dave, say.OpenBetting) == "illegal-action"
        assert_books_balance(house)


@pytest.mark.clause("R26")
async def test_a_shoe_is_recorded_step_by_step_or_not_at_all() -> None:
    game = "live-blackjack"
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        dealer = table.dealer
        assert step_of(table) is GuideStep.MAKE_SHOE
        assert await table.reply_code(dealer, say.OpenBetting) == "illegal-action"
        for wrong in (
            {"decks": 6},
            {"inspected": False},
            {"shuffled": False},
            {"cut": False},
            {"burned": 0},
        ):
            assert await table.reply_code(dealer, say.ChangeShoe, table.record(**wrong)) == (
                "illegal-action"
            )
        assert step_of(table) is GuideStep.MAKE_SHOE
        await table.place_cut()
        await table.ok(dealer, say.ChangeShoe, table.record(witness="pit"))
        assert "A fresh shoe" in dealer.said
        assert step_of(table) is GuideStep.OPEN_BETTING
        ann = await table.player("ann", 1)
        await table.open_betting(ann)
        record = table.record(decks=8, inspected=True, shuffled=True, cut=True, burned=6)
        assert await table.reply_code(dealer, say.ChangeShoe, record) == "illegal-action"


async def test_a_dealer_who_is_not_on_duty_may_do_nothing() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann, _ = await two_boxes(house)
        dave = await house.client(await house.staff(Role.DEALER, "dave"))
        await dave.join(table.table)
        before = table.guide
        tried: list[tuple[MessageKind, tuple[object, ...]]] = [
            (say.Scan, ("5S",)),
            (say.Scan, ("17",)),
            (say.Scan, ("DO:TAKE-BACK",)),
            (say.TakeBack, ()),
            (say.OpenBetting, ()),
            (say.CloseBetting, ()),
            (say.CloseOffers, ()),
            (say.ConfirmResult, ()),
            (say.ChangeShoe, (table.record(),)),
            (say.Rule, (Together(Capacity.DEALER, cards("KD 4C")),)),
        ]
        for kind, more in tried:
            reply = await ask_table(dave, kind, table.table, *more)
            assert not reply.ok
            assert reply.message == "the dealer here is not dave", (kind, reply)
        await sync(table.dealer)
        assert table.guide == before
        await table.decide(ann, "stand", 1)
