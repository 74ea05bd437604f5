"""The result is announced and confirmed before a bet is paid, where a person deals."""

from pathlib import Path

import pytest

from croupier.client import Client
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.house.fairness import check_record, read_record
from croupier.house.roles import Role
from croupier.house.verify.payments import payment_faults
from croupier.table.commands import Rule
from croupier.table.guide import GuideStep
from croupier.wire import commands as say
from croupier.wire.views import EventKind
from tests.support.api_calls import refusal
from tests.support.human_table import PIT
from tests.support.live_clients import ask_table, assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving

GAME = "rws-knockout-baccarat"
NINE_TO_TWO = "9S 2D KS KD"


async def coup(house: LiveHouse) -> tuple[HandDealt, Client]:
    """Ann's 100 on the player's side, which has a natural nine; nothing is settled."""
    table = await HandDealt.open(house, GAME)
    ann = await table.player("ann")
    await table.open_betting(ann)
    await table.bet(ann, "player", 100_00)
    await table.no_more_bets(ann)
    await table.scan(NINE_TO_TWO)
    await sync(ann, table.pit)
    return table, ann


async def fairly_recorded(client: Client, round: int) -> bool:
    answer = await client.api.send("GET", f"/api/fair/{GAME}/{round}")
    return all(one.verdict.well for one in check_record(read_record(answer.content)))


def wallet(house: LiveHouse) -> int:
    return house.house.store.balance("wallet:ann")


@pytest.mark.clause("R31", "LIVE 2.2.1")
async def test_players_hear_the_result_before_money_moves() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, ann = await coup(house)
        view = ann.tables[GAME]
        assert str(view.announced) == "Player wins, Player 9, Banker 2"
        assert ann.said[-1] == str(view.announced)
        assert (view.over, ann.you[GAME].lines, wallet(house)) == (False, (), 900_00)
        assert not [one for one in view.last if one.round == view.round]
        assert table.guide.say == str(view.announced)
        await table.confirm()
        await table.over(ann)
        assert (ann.tables[GAME].announced, wallet(house)) == (None, 1_100_00)
        assert ann.said.count("Player wins, Player 9, Banker 2") == 1
        done = [one.what for one in table.pit.staff[GAME].events]
        assert done[-2:] == [EventKind.CARD, EventKind.RESULT_CONFIRMED]
        assert_books_balance(house)


@pytest.mark.clause("R31", "NKB 5.1.2")
async def test_a_misread_last_card_is_read_again() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, ann = await coup(house)
        await table.ok(table.dealer, say.TakeBack)
        await sync(ann)
        assert ann.tables[GAME].announced is None
        await table.scan("7D")
        await sync(ann)
        assert str(ann.tables[GAME].announced) == "Tie, 9 to 9"
        await table.ok(table.dealer, say.Scan, "DO:CONFIRM-RESULT")
        await table.over(ann)
        assert wallet(house) == 1_000_00
        round = table.view.round
        assert await fairly_recorded(ann, round)
        assert_books_balance(house)


@pytest.mark.clause("R31", "BJ5 3.14.2")
async def test_a_scan_taken_back_takes_what_it_settled_off_every_players_screen() -> None:
    """Bob stands on ann's box, which is bust, and waits for his insurance."""
    game = "rws-blackjack"
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        ann, bob = await table.player("ann", 1), await table.player("bob")
        await table.begin((ann, 1), (bob, 1))
        await table.scan("TS AD 6H")
        await sync(bob)
        await table.ok(bob, say.Decide, "insure", 1, amount=50_00)
        await table.decide(ann, "hit", 1)
        await table.scan("KD KS")

        def insured() -> list[int]:
            return [line.returned for line in bob.you[game].lines if line.bet == "insurance"]

        await sync(bob)
        assert insured() == [150_00]
        await table.ok(table.dealer, say.TakeBack)
        await sync(bob)
        assert insured() == []
        await table.deal("7D")
        await table.over(bob)
        assert insured() == [0]
        assert house.house.store.balance("wallet:bob") == 850_00
        assert_books_balance(house)


@pytest.mark.clause("R31", "R26", "R30", "NKB 5.1.1")
async def test_two_of_the_pit_void_a_coup_whose_result_is_announced() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, ann = await coup(house)
        shift = await house.client(await house.staff(Role.SHIFT))
        wish = {"table": GAME, "round": table.view.round, "reason": "foreign-card", "id": "void-1"}
        number = (await table.pit.api.call("POST", "/api/voids", wish))["number"]
        await sync(table.dealer)
        assert table.guide.step is GuideStep.WAIT_FOR_PIT
        assert await table.reply_code(table.dealer, say.ConfirmResult) == "held"
        await house.step_up(shift.api)
        await shift.api.call("POST", f"/api/proposals/{number}/signature")
        await sync(table.dealer, ann)
        assert table.view.void
        assert wallet(house) == 1_000_00
        assert_books_balance(house)


@pytest.mark.clause("R31", "R24", "R30", "NKB 5.1.2")
@pytest.mark.parametrize("signed", [True, False])
async def test_a_wrong_number_of_cards_is_declared_after_payment(signed: bool) -> None:
    async with serving([by_hand(GAME)]) as house:
        table, ann = await coup(house)
        await table.confirm()
        shift = await house.client(await house.staff(Role.SHIFT))
        wish = {"table": GAME, "round": table.view.round, "reason": "wrong-count", "id": "void-1"}
        assert await refusal(table.pit.api, "POST", "/api/voids", wish | {"reason": "short-shoe"})
        number = (await table.pit.api.call("POST", "/api/voids", wish))["number"]
        await sync(table.dealer)
        assert table.guide.step is GuideStep.WAIT_FOR_PIT
        assert await table.reply_code(table.dealer, say.OpenBetting) == "held"
        await house.step_up(shift.api)
        if signed:
            await shift.api.call("POST", f"/api/proposals/{number}/signature")
        else:
            await shift.api.call("DELETE", f"/api/proposals/{number}")
        await sync(table.dealer, ann)
        assert (table.view.void, ann.you[GAME].returned) == (signed, 100_00 if signed else 200_00)
        assert wallet(house) == (1_000_00 if signed else 1_100_00)
        entry = house.house.live_tables.tables[GAME].fold.index.rounds[table.view.round]
        assert entry.void is signed
        assert payment_faults(house.house.store, GAME, entry) == []
        assert await fairly_recorded(ann, table.view.round)
        await table.ok(table.dealer, say.OpenBetting)
        assert await refusal(table.pit.api, "POST", "/api/voids", wish | {"id": "void-2"})
        assert_books_balance(house)


@pytest.mark.clause("R31")
@pytest.mark.parametrize("void", [True, False])
async def test_a_round_is_no_evidence_while_it_may_be_void(void: bool) -> None:
    async with serving([by_hand(GAME)]) as house:
        table, _ = await coup(house)
        await table.confirm()
        watch = house.house.play_watch
        await watch.follow()
        assert not watch.evidence(GAME).trails
        if void:
            live = house.house.live_tables.tables[GAME]
            ruling = Rule(Void(Capacity.PIT, VoidReason.WRONG_COUNT), countersigned="sam")
            assert (await live.ask(PIT, ruling, "void")).ok
        await table.ok(table.dealer, say.OpenBetting)
        await watch.follow()
        assert watch.evidence(GAME).round == 1
        assert bool(watch.evidence(GAME).trails) is not void


@pytest.mark.clause("R31", "R4")
async def test_a_house_that_comes_back_waits_for_the_result(tmp_path: Path) -> None:
    url = f"{tmp_path}/house.db"
    async with serving([by_hand(GAME)], url) as house:
        await coup(house)
    async with serving([by_hand(GAME)], url) as house:
        pit = await house.client(await house.staff(Role.PIT, "pit-two"))
        await pit.join(GAME)
        assert str(pit.tables[GAME].announced) == "Player wins, Player 9, Banker 2"
        assert wallet(house) == 900_00
        assert (await ask_table(pit, say.ConfirmResult, GAME)).ok
        assert wallet(house) == 1_100_00
        assert_books_balance(house)
