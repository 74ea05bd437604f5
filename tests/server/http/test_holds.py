"""While a void waits for its second signature the round stands still, for everyone to see."""

from pathlib import Path

import msgspec
import pytest

from croupier.client import Client
from croupier.engine.inputs import VoidReason
from croupier.house.floor.facts import VoidAfterOutcome
from croupier.house.roles import Role
from croupier.table.config import Clocks
from croupier.table.guide import GuideStep
from croupier.wire import commands as say
from tests.support.api_calls import refusal, stepped_up_staff
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import UNHURRIED, HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving

GAME = "rws-blackjack"
VOIDS, PROPOSALS = "/api/voids", "/api/proposals"
HURRIED = msgspec.structs.replace(UNHURRIED, decision=150)


async def ann_is_bust(house: LiveHouse) -> tuple[HandDealt, Client, Client]:
    """Her bet is lost, and the round goes on with bob's decision."""
    table = await HandDealt.open(house, GAME)
    ann, bob = await table.player("ann", 1), await table.player("bob", 2)
    await table.begin((ann, 1), (bob, 2))
    await table.deal("TS TH 6D 6H 8C")
    await table.decide(ann, "hit", 1)
    await table.deal("TD")
    return table, ann, bob


async def proposed(table: HandDealt) -> int:
    wish = {"table": GAME, "round": table.view.round, "reason": "foreign-card", "id": "void"}
    number = (await table.pit.api.call("POST", VOIDS, wish))["number"]
    await sync(table.dealer)
    return int(number)


def at(clocks: Clocks) -> object:
    return msgspec.structs.replace(by_hand(GAME), clocks=clocks)


@pytest.mark.clause("R30")
async def test_a_round_that_may_be_void_waits_for_the_signature() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, ann, bob = await ann_is_bust(house)
        await sync(bob)
        assert bob.you[GAME].asked
        number = await proposed(table)
        await sync(ann, bob, table.pit)
        for one in (ann, bob, table.dealer):
            view = one.tables[GAME]
            assert (view.held, view.clock, view.turns) == (True, None, ())
            assert "One moment, please: the pit looks whether this round counts" in one.said
        assert bob.you[GAME].asked == ()
        assert table.guide.step is GuideStep.WAIT_FOR_PIT
        assert "the-pit" in table.guide.text
        assert table.pit.staff[GAME].rulings == ()
        decision = {"action": "stand", "box": 2}
        assert await table.reply_code(bob, say.Decide, **decision) == "held"
        assert await table.reply_code(table.dealer, say.Scan, "8H") == "held"
        # Who signs sees what goes back to whom.
        (told,) = await table.pit.api.call("GET", PROPOSALS)
        assert [(one["player"], one["returned"]) for one in told["shares"]] == [
            ("ann", 100_00),
            ("bob", 100_00),
        ]
        assert (told["players"], told["returned"]) == (2, 200_00)
        other = await stepped_up_staff(house, Role.PIT, "pit-two")
        await other.call("POST", f"{PROPOSALS}/{number}/signature")
        await sync(bob)
        view = bob.tables[GAME]
        assert (view.held, view.void) == (False, True)
        assert_books_balance(house)


async def test_declined_it_goes_on_and_whoever_is_asked_has_the_whole_time() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, _, bob = await ann_is_bust(house)
        number = await proposed(table)
        other = await house.staff(Role.PIT, "pit-two")
        await other.call("DELETE", f"{PROPOSALS}/{number}")
        await sync(bob, table.dealer)
        assert not bob.tables[GAME].held
        assert "The round goes on" in bob.said
        clock = bob.tables[GAME].clock
        assert clock is not None
        assert clock.of_ms == UNHURRIED.decision
        await table.decide(bob, "stand", 2)
        assert table.guide.step is GuideStep.DEAL_CARD
        assert_books_balance(house)


async def test_the_decision_clock_does_not_end_a_round_that_is_held() -> None:
    async with serving([at(HURRIED)]) as house:  # type: ignore[list-item]
        table = await HandDealt.open(house, GAME)
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        await table.deal("TS 6D 6H")
        driver = house.house.live_tables.tables[GAME].runner.driver
        number = await proposed(table)
        assert driver.due() is None
        await table.pit.api.call("DELETE", f"{PROPOSALS}/{number}")
        # Now it runs, and out.
        await ann.until(lambda: not ann.tables[GAME].turns and not ann.tables[GAME].held)


async def test_a_restart_changes_nothing_about_it(tmp_path: Path) -> None:
    url = f"{tmp_path}/house.db"
    async with serving([by_hand(GAME)], url) as house:
        table, _, _ = await ann_is_bust(house)
        number = await proposed(table)
        round = table.view.round
    async with serving([by_hand(GAME)], url) as house:
        state = house.house.live_tables.tables[GAME].state
        assert (state.held, state.round_number) == ("the-pit", round)
        other = await stepped_up_staff(house, Role.PIT, "pit-two")
        assert [one["number"] for one in await other.call("GET", PROPOSALS)] == [number]
        await other.call("POST", f"{PROPOSALS}/{number}/signature")
        assert state.held is None
        assert house.house.store.balance("wallet:ann") == 1_000_00
        assert_books_balance(house)


async def test_interrupted_between_the_two_journals_they_agree_at_the_next_start(
    tmp_path: Path,
) -> None:
    url = f"{tmp_path}/house.db"
    async with serving([by_hand(GAME)], url) as house:
        table, _, _ = await ann_is_bust(house)
        what = VoidAfterOutcome(GAME, table.view.round, VoidReason.FOREIGN_CARD)
        # As far as it came: proposed, and the table not told.
        number = await house.house.floor.propose(what, "the-pit")
    async with serving([by_hand(GAME)], url) as house:
        pit = await house.staff(Role.PIT, "pit-two")
        await house.house.void_holds.settle(GAME)
        state = house.house.live_tables.tables[GAME].state
        assert state.held == "the-pit"
        # And the other way round: withdrawn, and the table not told.
        await house.house.floor.withdraw_proposal(number, "the-pit")
        assert await refusal(pit, "DELETE", f"{PROPOSALS}/{number}") == "422 illegal-action"
    async with serving([by_hand(GAME)], url) as house:
        await house.house.void_holds.settle(GAME)
        assert house.house.live_tables.tables[GAME].state.held is None
