"""The band over HTTP, and the call to the pit when something speaks against a player."""

from pathlib import Path

from croupier.house.floor.facts import AlertKind
from croupier.house.records.sheet import day
from croupier.house.roles import Role
from tests.support.api_calls import refusal
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import (
    Stacked,
    bet,
    join_as,
    no_more_bets,
    play_out,
    spins,
    untimed,
)

WHEEL, BLACKJACK = "live-roulette", "live-blackjack"


async def test_the_band_of_a_day() -> None:
    async with serving([untimed(WHEEL)], randbelow=Stacked(pockets=(1,))) as house:
        ann = await join_as(house, WHEEL, "ann")
        await spins(house, ann, "red", 3)
        shift = await house.staff(Role.SHIFT)
        told = await shift.call("GET", "/api/office/band")
        total = told["total"]
        assert (total["rounds"], total["win"]) == (3, -30_00)
        assert abs(total["mean"] - 30_00 / 37) < 1e-6
        assert (total["low"], total["high"]) == (-30_00, 30_00)
        assert abs(total["at_most"] - (18 / 37) ** 3) < 1e-9
        (row,) = told["rows"]
        assert (row["name"], row["staked"], row["band"]["win"]) == (WHEEL, 30_00, -30_00)
        assert told["course"][-1]["win"] == -30_00
        assert told["course"][0]["rounds"] == 1
        assert told["since_ms"] < told["course_since_ms"] < told["course_until_ms"]
        for by, name in (
            ("game", WHEEL),
            ("dealer", "virtual"),
            ("player", "ann"),
            ("bet", f"{WHEEL} red"),
        ):
            asked = {"by": by, "name": name}
            part = await shift.call("GET", "/api/office/band", query=asked)
            assert [row["name"] for row in part["rows"]] == [name]
            assert part["course"][-1]["win"] == -30_00
        guests = await shift.call("GET", "/api/office/band", query={"guests": "true"})
        assert (guests["total"]["rounds"], guests["rows"], guests["course"]) == (0, [], [])


async def test_who_may_ask_and_how() -> None:
    async with serving([untimed(WHEEL)]) as house:
        shift, pit = await house.staff(Role.SHIFT), await house.staff(Role.PIT)
        assert await refusal(pit, "GET", "/api/office/band") == "403 not-allowed"
        assert await refusal(shift, "GET", "/api/office/band", rate=0.5) == "400 bad-message"
        assert await refusal(shift, "GET", "/api/floor/band/nowhere") == "404 unknown-table"
        today = await pit.call("GET", f"/api/floor/band/{WHEEL}")
        assert today["report"]["total"]["rounds"] == 0
        assert today["suspicions"] == {"table": WHEEL, "round": 0, "trails": []}


def unusual(house: LiveHouse) -> list[str]:
    """What the pit was told of the play; its wheel is told of, too."""
    alerts = [alert.raised for alert in house.house.floor.open_alerts()]
    return [alert.text for alert in alerts if alert.kind is AlertKind.UNUSUAL]


async def test_who_always_wins_is_told_to_the_pit_once(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/house.db"
    async with serving([untimed(WHEEL)], url, randbelow=Stacked(pockets=(1,))) as house:
        ann = await join_as(house, WHEEL, "ann")
        watch = house.house.play_watch
        await spins(house, ann, "straight:1", 3)
        await watch.follow()
        assert unusual(house) == []
        await spins(house, ann, "straight:1", 20)
        await watch.follow()
        told = unusual(house)
        (own,) = [text for text in told if text.startswith("ann wins more")]
        assert "since about round 1 of live-roulette" in own
        await spins(house, ann, "straight:1", 2)
        await watch.follow()
        assert unusual(house) == told
        before = watch.evidence(WHEEL)
    # What was found is there after a stop, and is not told again.
    async with serving([untimed(WHEEL)], url, randbelow=Stacked(pockets=(1,))) as house:
        watch = house.house.play_watch
        assert watch.evidence(WHEEL).alarmed == before.alarmed
        await watch.follow()
        assert watch.evidence(WHEEL) == before
        shift = await house.staff(Role.SHIFT)
        told_now = await shift.call("GET", "/api/office/suspicions")
        strongest = told_now["tables"][0]["trails"][0]
        assert told_now["alarm_at"] == 10_000
        assert strongest["evidence"] > 10_000
        assert strongest["since"] == 1
        today = day(house.house.clock.wall())
        again = await shift.call("GET", "/api/office/band", query={"since": today})
        assert again["total"]["win"] == -25 * 350_00
        assert again["total"]["at_most"] < 1e-9


async def test_a_blackjack_is_measured_too() -> None:
    """Its odds come from a process of their own."""
    async with serving([untimed(BLACKJACK)]) as house:
        ann = await join_as(house, BLACKJACK, "ann", 1)
        await bet(ann, BLACKJACK, ("initial", 10_00, 1))
        await no_more_bets(house, BLACKJACK, ann)
        await play_out(house, BLACKJACK, ann)
        await house.house.play_watch.follow()
        assert house.house.play_watch.evidence(BLACKJACK).round == 1
        pit = await house.staff(Role.PIT)
        told = await pit.call("GET", f"/api/floor/band/{BLACKJACK}")
        total = told["report"]["total"]
        assert total["rounds"] == 1
        assert 0 < total["mean"] < 20
        names = {trail["name"] for trail in told["suspicions"]["trails"]}
        assert {"ann", ""} <= names
