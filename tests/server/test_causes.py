"""What a round may be void for is what can happen in its game, and the house says what that is."""

import pytest

from croupier.client import Client
from croupier.engine.inputs import (
    Burn,
    Capacity,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Place,
    Ruling,
    Together,
    Void,
    VoidReason,
)
from croupier.house.floor.facts import AlertKind
from croupier.house.roles import Role
from croupier.kit.cards import Card
from croupier.wire import commands as say
from tests.support.api_calls import refusal, stepped_up_staff
from tests.support.live_clients import assert_books_balance, reply_code, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, no_more_bets, untimed
from tests.support.waiting import until

OF_THE_CARDS = {"foreign-card", "short-shoe", "excess-cards", "out-of-cards", "unshuffled"}
BETS = {
    "rws-blackjack": ("initial", 1),
    "live-blackjack": ("initial", 1),
    "classic-blackjack-shoe": ("initial", 1),
    "rws-knockout-baccarat": ("player", None),
    "live-baccarat": ("player", None),
    "live-roulette": ("red", None),
}


async def playing(house: LiveHouse, game: str) -> tuple[HandDealt, Client]:
    table = await HandDealt.open(house, game)
    bet, box = BETS[game]
    ann = await table.player("ann", box)
    await table.open_betting(ann)
    await table.bet(ann, bet, 100_00, box)
    assert table.pit.staff[game].void_causes == ()
    await table.no_more_bets(ann)
    return table, ann


async def shift_at(house: LiveHouse, table: str) -> Client:
    shift = await house.client(await house.staff(Role.SHIFT))
    await shift.join(table)
    return shift


@pytest.mark.clause("R24", "R26", "R28")
@pytest.mark.parametrize("game", BETS)
async def test_the_pit_is_offered_what_can_happen_in_the_game(game: str) -> None:
    async with serving([by_hand(game)]) as house:
        table, _ = await playing(house, game)
        staff = table.pit.staff[game]
        wanted = set() if game == "live-roulette" else set(OF_THE_CARDS)
        if "baccarat" in game:
            wanted.add(VoidReason.WRONG_COUNT)
        assert set(staff.void_causes) == wanted
        assert ("void" in staff.rulings) is bool(wanted)
        assert "interrupt" in staff.rulings
        # The dealer's list is no other, and a table without one has it too.
        assert table.guide.rulings == staff.rulings
        await table.ok(table.pit, say.ChangeDealer, None)
        await sync(table.pit)
        assert table.pit.staff[game].rulings == staff.rulings


@pytest.mark.clause("R26", "R28")
async def test_no_round_is_held_for_what_could_not_void_it() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, _ = await playing(house, "rws-blackjack")
        wish = {"table": table.table, "round": table.view.round, "id": "void"}
        wrong = wish | {"reason": "wrong-count"}
        assert await refusal(table.pit.api, "POST", "/api/voids", wrong) == "422 illegal-action"
        assert house.house.floor.proposals() == ()
        assert house.house.live_tables.tables[table.table].state.held is None
        await table.pit.api.call("POST", "/api/voids", wish | {"reason": "foreign-card"})
        assert house.house.live_tables.tables[table.table].state.held == "the-pit"


STOPPED = Interrupt(Capacity.HOUSE)


def open_alerts(house: LiveHouse) -> list[tuple[AlertKind, str]]:
    alerts = (alert.raised for alert in house.house.floor.open_alerts())
    return [(alert.kind, alert.text) for alert in alerts]


@pytest.mark.clause("R4", "R30")
async def test_two_people_say_that_a_wheel_cannot_go_on() -> None:
    """From "No more bets" on the ball may rest."""
    async with serving([by_hand("live-roulette")]) as house:
        table, ann = await playing(house, "live-roulette")
        shift = await shift_at(house, table.table)
        assert await table.reply_code(table.pit, say.Rule, STOPPED) == "not-allowed"
        code = await table.reply_code(shift, say.Rule, STOPPED, reason="the motor is dead")
        assert code == "countersign"
        number = await table.propose_interruption()
        await sync(ann)
        assert ann.tables[table.table].held
        second = await stepped_up_staff(house, Role.PIT, "pit-two")
        signature = "POST", f"/api/proposals/{number}/signature"
        assert await refusal(second, *signature) == "403 not-allowed"
        manager = await stepped_up_staff(house, Role.SHIFT, "shift-two")
        await manager.call(*signature)
        await sync(table.dealer)
        await table.over(ann)
        assert not ann.tables[table.table].held
        (line,) = ann.you[table.table].lines
        assert (line.returned, line.result, line.clause) == (100_00, "void", "R4")
        alert = AlertKind.INTERRUPTION, "interrupted: the table is broken"
        await until(lambda: alert in open_alerts(house))
        assert_books_balance(house)


@pytest.mark.clause("R4", "R30")
async def test_before_the_first_card_the_shift_manager_says_it_alone_and_why() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table, ann = await playing(house, "rws-blackjack")
        shift = await shift_at(house, table.table)
        assert await table.reply_code(shift, say.Rule, STOPPED) == "illegal-action"
        await table.ok(shift, say.Rule, STOPPED, reason="the shoe is jammed")
        await table.over(ann)
        assert ann.tables[table.table].void


@pytest.mark.clause("R4")
@pytest.mark.parametrize("bust", [True, False])
async def test_a_decided_bet_keeps_the_round_going(bust: bool) -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann, bob = await table.player("ann", 1), await table.player("bob", 2)
        await table.begin((ann, 1), (bob, 2))
        await table.deal("TS TH 6D 6H 8C")
        await table.decide(ann, "hit", 1)
        await table.deal("TD" if bust else "2D")
        await table.interrupt()
        await sync(table.dealer)
        assert table.view.over is not bust
        assert table.view.void is not bust
        assert_books_balance(house)


@pytest.mark.clause("R4", "R30")
async def test_where_the_house_deals_it_can_go_on() -> None:
    stacked = Stacked("TS 6D 9H")
    async with serving([untimed("rws-blackjack")], randbelow=stacked) as house:
        ann = await house.client(await house.player("ann"))
        await ann.join("rws-blackjack")
        await ann.sit("rws-blackjack", 1)
        await ann.place("rws-blackjack", "initial", 100_00, 1)
        await no_more_bets(house, "rws-blackjack", ann)
        await ann.until(lambda: ann.you["rws-blackjack"].asked)
        shift = await shift_at(house, "rws-blackjack")
        assert await reply_code(shift, say.Rule, "rws-blackjack", STOPPED) == "illegal-action"


@pytest.mark.clause("R26", "R30")
@pytest.mark.parametrize("reason", VoidReason)
async def test_no_spin_is_void_for_what_only_befalls_cards(reason: VoidReason) -> None:
    """Neither by the pit alone, nor by two signatures, nor by the shift manager."""
    async with serving([by_hand("live-roulette")]) as house:
        table, ann = await playing(house, "live-roulette")
        shift = await shift_at(house, table.table)
        for one in (table.pit, shift):
            assert (
                await table.reply_code(one, say.Rule, Void(Capacity.PIT, reason))
                == "illegal-action"
            )
        wish = {"table": table.table, "round": table.view.round, "reason": reason, "id": "void"}
        assert await refusal(table.pit.api, "POST", "/api/voids", wish) == "422 illegal-action"
        assert house.house.floor.proposals() == ()
        await table.deal("17")
        await table.over(ann)
        assert_books_balance(house)


RULINGS: dict[str, Ruling] = {
    "void": Void(Capacity.PIT, VoidReason.FOREIGN_CARD),
    "interrupt": Interrupt(Capacity.HOUSE),
    "misdeal": Misdeal(Capacity.PIT, reconstructed=True),
    "place": Place(Capacity.PIT, box=1),
    "discard:overdraw": Discard(Capacity.PIT, DiscardReason.OVERDRAW),
    "discard:no-bet": Discard(Capacity.PIT, DiscardReason.NO_BET),
    "together": Together(Capacity.DEALER, (Card("2S"), Card("3S"))),
    "burn": Burn(Capacity.PIT, 1),
}


@pytest.mark.clause("R30")
@pytest.mark.parametrize("game", BETS)
async def test_what_is_not_shown_is_not_ruled(game: str) -> None:
    """The list on the pit's screen is the judge's own."""
    async with serving([by_hand(game)]) as house:
        table, _ = await playing(house, game)
        shift = await shift_at(house, game)
        shown = shift.staff[game].rulings
        for name, ruling in RULINGS.items():
            if name not in shown:
                assert await table.reply_code(shift, say.Rule, ruling) == "illegal-action", name
        assert table.view.phase == "playing"
