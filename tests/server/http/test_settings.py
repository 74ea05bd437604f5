"""A table's settings as a form, and what a change of them would cost."""

from typing import Any

import pytest

from croupier.client import HouseRefused, new_id
from croupier.engine.protocol import variant
from croupier.engine.rules import setting_name
from croupier.engine.variants import VARIANTS
from croupier.house.roles import EVERYONE, Role
from croupier.kit.errors import Refused
from croupier.odds import compare, game_protection_of, odds_of, strategy_of
from croupier.odds.game import has_strategy
from croupier.odds.worth import settings_in_force
from croupier.server.odds_service import MOST_KNOWN, OddsService
from croupier.wire import commands as say
from tests.support.api_calls import refusal
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving, table

CLASSIC = "classic-blackjack-single"
BLACKJACK, KNOCKOUT, WHEEL = "rws-blackjack", "rws-knockout-baccarat", "live-roulette"


@pytest.mark.parametrize("game", VARIANTS)
async def test_every_setting_is_told_and_taken_back_as_it_is_told(game: str) -> None:
    async with serving([table(game)]) as house:
        pit = await house.staff(Role.PIT)
        told = await pit.call("GET", f"/api/tables/{game}/settings")
        rules = variant(game)
        assert [one["name"] for one in told["settings"]] == [
            setting_name(field) for field in rules.settings()
        ]
        for which in ("value", "ordered", "standard"):
            values = {one["name"]: one[which] for one in told["settings"]}
            assert values == settings_in_force(rules)
            assert rules.with_settings(values) == rules
        for one in told["settings"]:
            assert one["meaning"]
            for value in (*one["choices"], one["lowest"], one["highest"]):
                if value is not None:
                    assert f"{one['name']} must be" not in said_of(game, {one["name"]: value})


def said_of(game: str, settings: dict[str, object]) -> str:
    """The refusal: the other settings may have something against a value that is one."""
    try:
        variant(game, settings)
    except Refused as refused:
        return refused.message
    return ""


async def test_each_kind_has_what_a_form_needs() -> None:
    async with serving([table(BLACKJACK)]) as house:
        pit = await house.staff(Role.PIT)
        told = await pit.call("GET", f"/api/tables/{BLACKJACK}/settings")
        shown = {
            one["name"]: (one["kind"], one["choices"], one["lowest"], one["highest"], one["clause"])
            for one in told["settings"]
        }
        assert shown["h17"] == ("yes-no", [], None, None, "BJ5 3.23")
        assert shown["max-hands"] == ("number", [], 1, 4, "BJ5 3.21.2")
        assert shown["decks"] == ("number", [4, 5, 6, 7, 8], None, None, "BJ5 2.2.1")
        assert shown["missed-decision"][:2] == ("word", ["house-draws", "stands"])
        assert shown["blackjack-pays"][0] == "pay"
        assert shown["chip-unit"] == ("amount", [], None, None, "R1")


async def test_what_is_ordered_stands_beside_what_is_in_force() -> None:
    async with serving([by_hand(BLACKJACK, surrender=False)]) as house:
        hand = await HandDealt.open(house, BLACKJACK)
        ann = await hand.player("ann", 1)
        await hand.begin((ann, 1))
        change = say.Reconfigure(new_id(), BLACKJACK, settings={"h17": True})
        await hand.pit.do(change)
        told = await hand.pit.api.call("GET", f"/api/tables/{BLACKJACK}/settings")
        values = {
            one["name"]: (one["value"], one["ordered"], one["standard"]) for one in told["settings"]
        }
        assert values["h17"] == (False, True, False)
        assert values["surrender"] == (False, True, True)


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        (WHEEL, {}, {"straight-pays": "34 to 1"}),
        (KNOCKOUT, {"decks": 6}, {"tie-pays": "9 to 1", "raise-multiple": 3}),
        (BLACKJACK, {"h17": True}, {"h17": False, "bet-behind": True, "surrender": False}),
    ],
)
async def test_what_it_costs_is_what_the_odds_say(
    game: str, before: dict[str, Any], after: dict[str, object]
) -> None:
    def reckoned(settings: dict[str, object]):  # type: ignore[no-untyped-def]
        rules = variant(game, settings)
        return odds_of(rules), strategy_of(rules) if has_strategy(rules) else None

    wanted = compare(reckoned(before), reckoned(after))
    async with serving([table(game, **before)]) as house:
        pit = await house.staff(Role.PIT)
        cost = await pit.call("POST", f"/api/tables/{game}/whatif", {"settings": after})
        assert cost["settings"] == {name: list(both) for name, both in wanted.settings.items()}
        assert cost["decisions"] == len(wanted.strategy)
        assert [one["bet"] for one in cost["bets"]] == [one.bet for one in wanted.bets]
        for told, one in zip(cost["bets"], wanted.bets, strict=True):
            for side, odds in (("before", one.before), ("after", one.after)):
                figures = odds and {"house_edge": odds.house_edge, "stddev": odds.stddev}
                assert told[side] == figures
        assert any(one["before"] != one["after"] for one in cost["bets"])
        if game == BLACKJACK:
            (behind,) = (one for one in cost["bets"] if one["bet"] == "behind")
            assert behind["before"] is None
            assert cost["decisions"] > 0
        # Nothing is ordered by asking.
        state = house.house.rooms[game].state
        assert (state.config.settings, state.next_config) == (before, None)


async def test_what_it_gives_to_a_counter_is_told_cut_by_cut() -> None:
    """Before and after, as the settings have the cut card and by eighths of each shoe."""
    async with serving([table(CLASSIC)]) as house:
        pit = await house.staff(Role.PIT)
        after = {"blackjack-pays": "3 to 2", "cut-card-from-back": 20}
        path = f"/api/tables/{CLASSIC}/whatif/counting"
        told = await pit.call("POST", path, {"settings": after})
        assert (told["game"], told["spread"]) == (CLASSIC, 10)
        assert [one["bet"] for one in told["bets"]] == ["initial", "insurance"]
        for side, settings in (("before", {}), ("after", after)):
            found = game_protection_of(variant(CLASSIC, settings))
            for one, bet in zip(told["bets"], found.bets, strict=True):
                wins = {at.cut: at.observer.win for at in bet.cuts}
                assert [(at["eighths"], at["cut"], at["observer"]) for at in one[side]] == [
                    (None, found.cut, wins[found.cut]),
                    *((eighths, cut, wins[cut]) for cut, eighths in ((13, 2), (19, 3), (26, 4))),
                ]
        main = told["bets"][0]
        assert main["after"][1]["observer"] > main["before"][1]["observer"]
        assert house.house.rooms[CLASSIC].state.next_config is None


async def test_a_wheel_gives_nothing_to_count() -> None:
    async with serving([table(WHEEL)]) as house:
        pit = await house.staff(Role.PIT)
        told = await pit.call("POST", f"/api/tables/{WHEEL}/whatif/counting", {"settings": {}})
        assert told["bets"] == []
        asked = {"settings": {"decks": 3}}
        refused = await refusal(pit, "POST", f"/api/tables/{WHEEL}/whatif/counting", asked)
        assert refused == "422 bad-setting"
        guest = (await house.guest()).api
        path = f"/api/tables/{WHEEL}/whatif/counting"
        assert await refusal(guest, "POST", path, {"settings": {}}) == "403 not-allowed"


@pytest.mark.parametrize(
    ("settings", "clause"),
    [
        ({"decks": 3}, "BJ5 2.2.1"),
        ({"h17": "yes"}, "BJ5 3.23"),
        ({"look-under-ten": True}, "BJ5 3.11"),
        ({"colour": "green"}, ""),
    ],
)
async def test_what_could_not_be_ordered_is_refused_in_the_same_words(
    settings: dict[str, bool | int | str], clause: str
) -> None:
    async with serving([table(BLACKJACK)]) as house:
        pit = await house.staff(Role.PIT)
        with pytest.raises(HouseRefused) as asked:
            await pit.call("POST", f"/api/tables/{BLACKJACK}/whatif", {"settings": settings})
        client = await house.client(pit)
        with pytest.raises(HouseRefused) as ordered:
            await client.do(say.Reconfigure(new_id(), BLACKJACK, settings=settings))
        assert (asked.value.status, asked.value.code) == (422, "bad-setting")
        assert (asked.value.message, asked.value.clause) == (
            ordered.value.message,
            ordered.value.clause,
        )
        assert asked.value.clause == clause


async def test_the_pit_asks_what_it_costs_and_an_inspector_may_look() -> None:
    async with serving([table(WHEEL)]) as house:
        look, ask = f"/api/tables/{WHEEL}/settings", f"/api/tables/{WHEEL}/whatif"
        nobody = await house.api()
        assert await refusal(nobody, "GET", look) == "401 not-known"
        assert await refusal(nobody, "POST", ask, {"settings": {}}) == "401 not-known"
        looks: set[Role] = set()
        asks: set[Role] = set()
        for role in EVERYONE:
            if role is Role.GUEST:
                api = (await house.guest()).api
            elif role is Role.PLAYER:
                api = await house.player("ann")
            else:
                api = await house.staff(role)
            for found, method, path, body in (
                (looks, "GET", look, None),
                (asks, "POST", ask, {"settings": {}}),
            ):
                told = await refusal(api, method, path, body)
                assert told in ("done", "403 not-allowed")
                if told == "done":
                    found.add(role)
        assert looks == {Role.PIT, Role.SHIFT, Role.INSPECTOR}
        assert asks == {Role.PIT, Role.SHIFT}
        pit = await house.staff(Role.PIT)
        gone = "/api/tables/nowhere"
        assert await refusal(pit, "GET", f"{gone}/settings") == "404 unknown-table"
        told = await refusal(pit, "POST", f"{gone}/whatif", {"settings": {}})
        assert told == "404 unknown-table"


async def test_whoever_only_asks_does_not_fill_the_memory() -> None:
    desk = OddsService()
    first = variant(WHEEL, {"grace-seconds": 0})
    for seconds in range(MOST_KNOWN + 5):
        await desk.of(variant(WHEEL, {"grace-seconds": seconds}))
    assert len(desk._known) == len(desk._edges) == MOST_KNOWN
    # What was forgotten is reckoned again.
    assert (await desk.of(first)).odds == odds_of(first)
    assert desk.edges(first)
