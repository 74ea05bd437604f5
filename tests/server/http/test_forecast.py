"""What a table may win or lose: asked by the office, reckoned beside the house."""

import sys
from typing import Any

import msgspec
import pytest

from croupier.engine.protocol import variant
from croupier.house.roles import EVERYONE, Role
from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.question import SessionQuestion, Side
from croupier.odds.sessions.session import session_odds
from croupier.server.odds_service import OddsService
from tests.support.api_calls import refusal
from tests.support.live_house import serving, table

WHEEL, BLACKJACK = "live-roulette", "classic-blackjack-single"
PATH = f"/api/office/forecast/{WHEEL}"
RED = {"stakes": {"red": 10_00}, "rounds": 200}


def plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


async def test_the_office_is_told_what_the_tables_own_settings_bring() -> None:
    settings: dict[str, Any] = {"straight-pays": "36 to 1"}
    generous = table(WHEEL, **settings)
    async with serving([generous, table(BLACKJACK)]) as house:
        office = await house.staff(Role.INSPECTOR)
        asked = {"stakes": {"red": 10_00, "straight:7": 1_00}, "rounds": 200, "bankroll": 500_00}
        told = await office.call("POST", PATH, asked)
        rules = variant(WHEEL, {"straight-pays": "36 to 1"})
        question = SessionQuestion(asked["stakes"], 200, 500_00, Side.HOUSE)  # type: ignore[arg-type]
        assert told == plain(session_odds(rules, question))
        assert told["mean"] == pytest.approx(200 * 10_00 / 37)  # the straight is worth nothing
        theirs = await office.call("POST", PATH, {**asked, "side": "player"})
        assert theirs["mean"] == -told["mean"]
        main = {"stakes": {"initial": 10_00}, "rounds": 100}
        cards = await office.call("POST", f"/api/office/forecast/{BLACKJACK}", main)
        assert cards["mean"] == pytest.approx(100 * 10_00 * 0.02032, abs=1)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"stakes": {}, "rounds": 1}, "400 bad-message"),
        ({"stakes": {"red": 0}, "rounds": 1}, "400 bad-message"),
        ({"stakes": {"red": 1}, "rounds": 0}, "400 bad-message"),
        ({"stakes": {"red": 1}, "rounds": 10_000_000}, "400 bad-message"),
        ({"stakes": {"rouge": 100}, "rounds": 1}, "422 unknown-bet"),
        ({"stakes": {"red": 100}, "rounds": 1, "bankroll": 99, "side": "player"}, "422 bad-amount"),
    ],
)
async def test_what_cannot_be_is_refused(asked: dict[str, object], told: str) -> None:
    async with serving([table(WHEEL)]) as house:
        office = await house.staff(Role.SHIFT)
        assert await refusal(office, "POST", PATH, asked) == told


async def test_bets_of_a_blackjack_are_asked_for_one_at_a_time() -> None:
    async with serving([table("rws-blackjack")]) as house:
        office = await house.staff(Role.SHIFT)
        asked = {"stakes": {"initial": 100, "over-13": 100}, "rounds": 10}
        path = "/api/office/forecast/rws-blackjack"
        assert await refusal(office, "POST", path, asked) == "422 illegal-bet"


async def test_only_the_office_asks() -> None:
    async with serving([table(WHEEL)]) as house:
        assert await refusal(await house.api(), "POST", PATH, RED) == "401 not-known"
        asks = set()
        for role in EVERYONE:
            if role is Role.GUEST:
                api = (await house.guest()).api
            elif role is Role.PLAYER:
                api = await house.player("ann")
            else:
                api = await house.staff(role)
            told = await refusal(api, "POST", PATH, RED)
            assert told in ("done", "403 not-allowed")
            if told == "done":
                asks.add(role)
        assert asks == {Role.SHIFT, Role.INSPECTOR, Role.ADMINISTRATOR}
        office = await house.staff(Role.SHIFT)
        gone = "/api/office/forecast/nowhere"
        assert await refusal(office, "POST", gone, RED) == "404 unknown-table"


async def test_a_reckoning_that_breaks_is_told() -> None:
    desk = OddsService(sessions=(sys.executable, "-c", "import sys; sys.exit('no')"))
    with pytest.raises(Refused) as refused:
        await desk.session(variant(WHEEL), SessionQuestion({"red": 100}, 10))
    assert refused.value.code is Code.NOT_RECKONED
    await desk.close()
    with pytest.raises(Refused) as refused:
        await desk.session(variant(WHEEL), SessionQuestion({"red": 100}, 10))
    assert refused.value.code is Code.CLOSING
