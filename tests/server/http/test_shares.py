"""A round again as the table showed it, and links to it for anyone."""

import json
from typing import Any

import msgspec

from croupier.client import Api, Client
from croupier.house.roles import Role
from croupier.house.share_links import ShareLinks
from tests.support.api_calls import WHEEL, player_with_round, refusal, wheel
from tests.support.live_house import SETTINGS, LiveHouse, serving
from tests.support.live_play import Stacked, bet, no_more_bets, play_out, untimed

SHOE, HOLE = "rws-blackjack", "live-blackjack"
CARDS = "8S 6H TC 3C 9H TD TS 5C"


async def two_boxes(house: LiveHouse, table: str = SHOE) -> tuple[Api, Api, int]:
    """Ann at box 2 and Bob at box 5 play a round to its end."""
    apis: list[Api] = []
    clients: list[Client] = []
    for name, box in (("ann", 2), ("bobby-tables", 5)):
        apis.append(await house.player(name))
        client = await house.client(apis[-1])
        await client.join(table)
        await client.sit(table, box)
        await bet(client, table, ("initial", 10_00 * box, box))
        clients.append(client)
    number = clients[0].tables[table].round
    await no_more_bets(house, table, *clients)
    await play_out(house, table, *clients)
    return apis[0], apis[1], number


def cards_on(step: dict[str, Any]) -> int:
    play = step["table"]["play"]
    hands = [hand for box in play["boxes"] for hand in box["hands"]]
    return sum(len(hand["cards"]) for hand in hands) + len(play["dealer"])


async def test_a_replay_ends_where_the_round_did() -> None:
    """Also where the last word was another player's, which is not told: the hole card is turned."""
    chance = Stacked("TS 9H 8D KC 7S 9C", burned=6)
    async with serving([untimed(HOLE)], randbelow=chance) as house:
        ann, bob, number = await two_boxes(house, HOLE)
        path = f"/api/me/rounds/{HOLE}/{number}"
        told, replay = [await ann.call("GET", at) for at in (path, f"{path}/replay")]
        assert len(replay["steps"]) == len(told["steps"]) + 1
        end = replay["steps"][-1]
        assert (end["table"]["over"], end["table"]["play"]["dealer"]) == (True, ["8D", "9C"])
        assert [line["result"] for line in end["you"]["lines"]] == ["win"]
        told, replay = [await bob.call("GET", at) for at in (path, f"{path}/replay")]
        assert len(replay["steps"]) == len(told["steps"])


async def test_the_steps_of_a_replay_are_those_of_the_round() -> None:
    async with serving([untimed(SHOE)], randbelow=Stacked(CARDS)) as house:
        ann, _, number = await two_boxes(house)
        path = f"/api/me/rounds/{SHOE}/{number}"
        told = await ann.call("GET", path)
        replay = await ann.call("GET", f"{path}/replay")
        steps = replay["steps"]
        assert len(steps) == len(told["steps"])
        assert replay["view"]["play"]["dealer"] == []
        assert [cards_on(step) for step in steps][:3] == [1, 2, 3]
        # A total is that of the cards that lay there then.
        first = next(box for box in steps[0]["table"]["play"]["boxes"] if box["number"] == 2)
        assert (first["hands"][0]["cards"], first["hands"][0]["total"]) == (["8S"], 8)
        end = steps[-1]
        assert end["table"]["over"]
        assert not steps[0]["table"]["over"]
        assert [line["clause"] for line in end["you"]["lines"]] == [
            line["clause"] for line in told["lines"]
        ]
        assert steps[0]["you"]["lines"] == []
        # The other player is called by the box.
        assert "bobby" not in json.dumps(replay)
        assert {box["number"]: box["seat"] for box in replay["view"]["boxes"] if box["seat"]} == {
            2: "ann",
            5: "#5",
        }


async def test_the_house_sees_a_step_for_every_input_and_every_name() -> None:
    async with serving([untimed(SHOE)], randbelow=Stacked(CARDS)) as house:
        _, _, number = await two_boxes(house)
        inspector = await house.staff(Role.INSPECTOR)
        path = f"/api/office/rounds/{SHOE}/{number}"
        whole = await inspector.call("GET", path)
        replay = await inspector.call("GET", f"{path}/replay")
        assert len(replay["steps"]) == len(whole["inputs"])
        assert replay["you"] is None
        assert "bobby-tables" in json.dumps(replay)


async def test_anyone_may_open_a_link_and_reads_no_name_in_it() -> None:
    async with serving([untimed(SHOE)], randbelow=Stacked(CARDS)) as house:
        ann, _, number = await two_boxes(house)
        share = await ann.call("POST", "/api/me/shares", {"table": SHOE, "round": number})
        stranger = await house.api()
        shared = await stranger.call("GET", f"/api/shared/{share['token']}")
        written = json.dumps(shared)
        assert shared["player"] is None
        assert '"ann"' not in written
        assert "bobby" not in written
        assert "balance" not in written
        seats = {box["number"]: box["seat"] for box in shared["replay"]["view"]["boxes"]}
        assert (seats[2], seats[5]) == ("#2", "#5")
        assert len(shared["steps"]) == len(shared["replay"]["steps"])
        assert shared["lines"][0]["says"]
        # With the name, where that is wanted; it is another link.
        named = {"table": SHOE, "round": number, "named": True}
        other = await ann.call("POST", "/api/me/shares", named)
        assert other["token"] != share["token"]
        shared = await stranger.call("GET", f"/api/shared/{other['token']}")
        assert shared["player"] == "ann"
        assert "bobby" not in json.dumps(shared)
        assert await ann.call("POST", "/api/me/shares", named) == other


async def test_a_link_is_withdrawn() -> None:
    async with serving([wheel()]) as house:
        ann, _, number = await player_with_round(house)
        bob = await house.player("bob")
        body = {"table": WHEEL, "round": number}
        assert await refusal(bob, "POST", "/api/me/shares", body) == "403 not-allowed"
        share = await ann.call("POST", "/api/me/shares", body)
        assert await ann.call("GET", "/api/me/shares") == [share]
        assert await bob.call("GET", "/api/me/shares") == []
        path = f"/api/me/shares/{share['number']}"
        assert await refusal(bob, "DELETE", path) == "404 not-found"
        stranger = await house.api()
        link = f"/api/shared/{share['token']}"
        assert await refusal(stranger, "GET", link) == "done"
        await ann.call("DELETE", path)
        assert await refusal(stranger, "GET", link) == "404 not-found"
        assert await ann.call("GET", "/api/me/shares") == []
        # What comes after it has a number of its own.
        again = await ann.call("POST", "/api/me/shares", body)
        assert again["token"] != share["token"]


async def test_a_blocked_players_links_show_nothing() -> None:
    async with serving([wheel()]) as house:
        ann, _, number = await player_with_round(house)
        share = await ann.call("POST", "/api/me/shares", {"table": WHEEL, "round": number})
        stranger = await house.api()
        link = f"/api/shared/{share['token']}"
        people = house.house.people
        await people.block("ann", "the-moderator", "abuse")
        assert await refusal(stranger, "GET", link) == "404 not-found"
        await people.unblock("ann", "the-moderator")
        assert await refusal(stranger, "GET", link) == "done"


async def test_strangers_look_as_often_as_newcomers_come() -> None:
    few = msgspec.structs.replace(SETTINGS, newcomers=2)
    async with serving([wheel()], settings=few) as house:
        ann, _, number = await player_with_round(house)
        share = await ann.call("POST", "/api/me/shares", {"table": WHEEL, "round": number})
        stranger = await house.api()
        link = f"/api/shared/{share['token']}"
        looked = [await refusal(stranger, "GET", link) for _ in range(3)]
        assert looked == ["done", "done", "429 too-often"]


async def test_a_link_cannot_be_guessed() -> None:
    async with serving([wheel()]) as house:
        ann, _, number = await player_with_round(house)
        share = await ann.call("POST", "/api/me/shares", {"table": WHEEL, "round": number})
        stranger = await house.api()
        forged = ShareLinks(b"another key").token(share["number"])
        for wrong in (forged, "1", "1-", "-", "x", share["token"][:-1], "%C2%B2-x", "9" * 40):
            assert await refusal(stranger, "GET", f"/api/shared/{wrong}") == "404 not-found", wrong
