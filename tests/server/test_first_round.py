"""The shortest way through the house: a guest comes in, bets, and is paid."""

import pytest

from croupier.client import LaidBet
from croupier.games.roulette.messages import RoulettePlay
from tests.support.live_clients import play_of, until_balance
from tests.support.live_house import serving, table


@pytest.mark.parametrize("shortcut", [True, False])
async def test_a_guest_plays_roulette(shortcut: bool) -> None:
    async with serving([table("live-roulette")], shortcut=shortcut) as house:
        guest = await house.guest()
        lobby = await guest.lobby()
        assert [one.table for one in lobby] == ["live-roulette"]
        await guest.join("live-roulette")
        await guest.until(lambda: guest.tables["live-roulette"].phase == "betting")
        round = guest.tables["live-roulette"].round
        both = (LaidBet("red", 10_00), LaidBet("black", 10_00))
        assert (await guest.check_bets("live-roulette", *both)).refused == ()
        assert guest.you["live-roulette"].current_bet == 0
        await guest.place_bets("live-roulette", *both)
        assert guest.you["live-roulette"].current_bet == 20_00
        await guest.until(lambda: guest.you["live-roulette"].lines)
        you = guest.you["live-roulette"]
        assert (you.round, you.staked) == (round, 20_00)
        pocket = play_of(guest, "live-roulette", RoulettePlay).pocket
        assert you.returned == (0 if pocket == 0 else 20_00)
        await until_balance(guest, 1_000_00 - 20_00 + you.returned)
        assert "No more bets" in guest.said
