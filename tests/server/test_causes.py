"""What a round may be void for is what can happen in its game, and the house says what that is."""

import pytest

from croupier.games.inputs import VoidReason
from croupier.wire import commands as say
from tests.server.dealing import HandDealt, by_hand, in_step
from tests.server.http.visiting import refusal
from tests.server.serving import Open, serving

OF_THE_CARDS = {"foreign-card", "short-shoe", "excess-cards", "out-of-cards", "unshuffled"}
BETS = {
    "rws-blackjack": ("initial", 1),
    "live-blackjack": ("initial", 1),
    "classic-blackjack-shoe": ("initial", 1),
    "rws-knockout-baccarat": ("player", None),
    "live-baccarat": ("player", None),
    "live-roulette": ("red", None),
}


async def playing(house: Open, game: str) -> HandDealt:
    table = await HandDealt.open(house, game)
    bet, box = BETS[game]
    ann = await table.player("ann", box)
    await table.open_betting(ann)
    await table.bet(ann, bet, 100_00, box)
    assert table.pit.staff[game].void_causes == ()
    await table.no_more_bets(ann)
    return table


@pytest.mark.clause("R24", "R26", "R28")
@pytest.mark.parametrize("game", BETS)
async def test_the_pit_is_offered_what_can_happen_in_the_game(game: str) -> None:
    async with serving([by_hand(game)]) as house:
        table = await playing(house, game)
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
        await in_step(table.pit)
        assert table.pit.staff[game].rulings == staff.rulings


@pytest.mark.clause("R26", "R28")
async def test_no_round_is_held_for_what_could_not_void_it() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await playing(house, "rws-blackjack")
        wish = {"table": table.table, "round": table.view.round, "id": "void"}
        wrong = wish | {"reason": "wrong-count"}
        assert await refusal(table.pit.api, "POST", "/api/voids", wrong) == "422 illegal-action"
        assert house.house.floor.proposals() == ()
        assert house.house.hall.tables[table.table].state.held is None
        await table.pit.api.call("POST", "/api/voids", wish | {"reason": "foreign-card"})
        assert house.house.hall.tables[table.table].state.held == "the-pit"
