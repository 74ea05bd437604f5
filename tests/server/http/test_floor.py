"""Alerts, disputes, and manners."""

from croupier.client.client import new_id
from croupier.engine.inputs import VoidReason
from croupier.house.clock import MINUTE
from croupier.house.floor.facts import AlertKind, VoidAfterOutcome
from croupier.house.roles import Role
from croupier.wire import commands as say
from tests.support.api_calls import WHEEL, player_with_round, refusal, wheel
from tests.support.live_clients import sync
from tests.support.live_house import serving


async def test_the_floor_and_an_alert_that_is_cleared() -> None:
    async with serving([wheel()]) as house:
        number = await house.house.floor.raise_alert(AlertKind.UNUSUAL, WHEEL, "too lucky", "house")
        pit, inspector = await house.staff(Role.PIT), await house.staff(Role.INSPECTOR)
        for one in (pit, inspector):
            floor = await one.call("GET", "/api/floor")
            assert [table["table"] for table in floor["tables"]] == [WHEEL]
            assert [alert["number"] for alert in floor["alerts"]] == [number]
        path, note = f"/api/alerts/{number}/clearing", {"note": "looked: chance"}
        assert await refusal(inspector, "POST", path, note) == "403 not-allowed"
        await pit.call("POST", path, note)
        assert (await pit.call("GET", "/api/floor"))["alerts"] == []
        assert await refusal(pit, "POST", path, note) == "422 illegal-action"
        assert await refusal(pit, "POST", "/api/alerts/x/clearing", note) == "404 not-found"


async def test_what_each_table_took_today_and_how_fast_it_is_dealt() -> None:
    async with serving([wheel()]) as house:
        pit = await house.staff(Role.PIT)
        (shown,) = (await pit.call("GET", "/api/floor"))["tables"]
        assert shown["title"]
        assert shown["limits"]["min"] < shown["limits"]["max"]
        nothing = {"turnover": 0, "guests_turnover": 0, "pace": 0}
        assert await pit.call("GET", "/api/floor/today") == {WHEEL: nothing}
        ann, _, round = await player_with_round(house)
        (row,) = (await pit.call("GET", f"/api/office/rounds/{WHEEL}"))["rounds"]
        told = await pit.call("GET", "/api/floor/today")
        assert told == {WHEEL: {"turnover": row["handle"], "guests_turnover": 0, "pace": round}}
        assert row["handle"] > 0
        assert await refusal(ann, "GET", "/api/floor/today") == "403 not-allowed"


async def test_a_dispute_from_the_player_to_the_answer() -> None:
    async with serving([wheel()]) as house:
        ann, client, round = await player_with_round(house)
        bob = await house.player("bob")
        wish = {"table": WHEEL, "round": round, "text": "The ball was in red."}
        assert await refusal(bob, "POST", "/api/me/disputes", wish) == "403 not-allowed"
        assert await refusal(ann, "POST", "/api/me/disputes", wish | {"round": 99}) == (
            "404 not-found"
        )
        number = (await ann.call("POST", "/api/me/disputes", wish))["number"]
        assert await refusal(ann, "POST", "/api/me/disputes", wish) == "422 illegal-action"
        pit = await house.staff(Role.PIT)
        assert [one["kind"] for one in (await pit.call("GET", "/api/floor"))["alerts"]] == [
            "dispute"
        ]
        (told,) = await pit.call("GET", "/api/disputes")
        assert (told["number"], told["player"], told["text"]) == (number, "ann", wish["text"])
        answer = {"answer": "It was black 6.", "upheld": False}
        await pit.call("POST", f"/api/disputes/{number}/closing", answer)
        assert await pit.call("GET", "/api/disputes") == []
        (closed,) = await pit.call("GET", "/api/disputes", query={"open": "false"})
        assert closed["closed_by"] == "the-pit"
        assert await pit.call("GET", "/api/disputes", query={"open": 0, "before": number}) == []
        (own,) = await ann.call("GET", "/api/me/disputes")
        assert (own["answered"], own["answer"], own["upheld"]) == (True, "It was black 6.", False)
        assert "closed_by" not in own
        assert await bob.call("GET", "/api/me/disputes") == []
        await sync(client)
        assert [one.code for one in client.notices] == ["dispute"]  # type: ignore[union-attr]


async def test_papers_reach_whoever_watches_the_floor() -> None:
    async with serving([wheel()]) as house:
        ann, _, round = await player_with_round(house)
        watchers = [
            await house.client(await house.staff(role)) for role in (Role.PIT, Role.INSPECTOR)
        ]
        for one in watchers:
            await one.do(say.WatchFloor(new_id()))

        async def told(proposals: int, disputes: int) -> int:
            """How often anything has changed, once this many wait."""
            for one in watchers:
                await one.until(
                    lambda: (
                        one.floor  # noqa: B023
                        and (one.floor.papers.proposals, one.floor.papers.disputes)  # noqa: B023
                        == (proposals, disputes)
                    )
                )
            assert watchers[0].floor is not None
            return watchers[0].floor.papers.changes

        before = await told(0, 0)
        pit, shift = watchers[0].api, await house.staff(Role.SHIFT)
        wish = {"player": "ann", "amount": 5_00, "table": WHEEL, "round": round, "reason": "owed"}
        number = (await pit.call("POST", "/api/adjustments", wish | {"id": "one"}))["number"]
        proposed = await told(1, 0)
        objection = {"table": WHEEL, "round": round, "text": "It was red."}
        dispute = (await ann.call("POST", "/api/me/disputes", objection))["number"]
        assert before < proposed < await told(1, 1)
        await shift.call(
            "POST", f"/api/disputes/{dispute}/closing", {"answer": "No.", "upheld": False}
        )
        await told(1, 0)
        # Signed and carried out is gone at once; the count of changes tells of both.
        await house.step_up(shift)
        await shift.call("POST", f"/api/proposals/{number}/signature")
        assert await told(0, 0) == before + 5
        cashier = await house.client(await house.staff(Role.CASHIER))
        assert (await cashier.ask(say.WatchFloor(new_id()))).code == "not-allowed"


async def test_papers_alone_are_news() -> None:
    """In a house without tables nothing else could bring the message."""
    async with serving([]) as house:
        pit = await house.client(await house.staff(Role.PIT))
        await pit.do(say.WatchFloor(new_id()))
        number = await house.house.floor.propose(
            VoidAfterOutcome("gone", 1, VoidReason.UNSHUFFLED), "sam"
        )
        await pit.until(lambda: pit.floor and pit.floor.papers.proposals == 1)
        await house.house.floor.withdraw_proposal(number, "sam")
        await pit.until(lambda: pit.floor and pit.floor.papers.proposals == 0)


async def test_a_report_a_mute_and_a_block() -> None:
    async with serving([wheel()]) as house:
        ann = await house.client(await house.player("ann"))
        bob = await house.client(await house.player("bob"))
        for one in (ann, bob):
            await one.join(WHEEL)
        await ann.do(say.Say(new_id(), WHEEL, "you are all idiots"))
        await sync(bob)
        await bob.do(say.ReportChat(new_id(), WHEEL, bob.chat[-1].line, "rude"))
        moderator = await house.staff(Role.MODERATOR)
        (report,) = await moderator.call("GET", "/api/chat/reports")
        assert (report["line"]["player"], report["by"]) == ("ann", "bob")
        mute = {"player": "ann", "minutes": 5, "reason": "rude"}
        await moderator.call("POST", "/api/chat/mutes", mute)
        reply = await ann.ask(say.Say(new_id(), WHEEL, "what?"))
        assert (reply.ok, reply.clause) == (False, "LIVE 1.5")
        stands = await moderator.call("GET", "/api/chat/players/ann")
        assert 0 < stands.pop("muted_until") - house.house.clock.wall() <= 5 * MINUTE
        assert stands == {"player": "ann", "blocked": False}
        await moderator.call("DELETE", "/api/chat/mutes/ann")
        assert (await ann.ask(say.Say(new_id(), WHEEL, "sorry"))).ok
        block = {"player": "ann", "reason": "again"}
        await moderator.call("POST", "/api/chat/blocks", block)
        assert await moderator.call("GET", "/api/chat/players/ann") == {
            "player": "ann",
            "muted_until": None,
            "blocked": True,
        }
        assert not (await ann.ask(say.Say(new_id(), WHEEL, "what?"))).ok
        await moderator.call("DELETE", "/api/chat/blocks/ann")
        assert (await ann.ask(say.Say(new_id(), WHEEL, "thanks"))).ok
        number = report["number"]
        await moderator.call("POST", f"/api/chat/reports/{number}/closing", {"note": "muted"})
        assert await moderator.call("GET", "/api/chat/reports") == []
        (closed,) = await moderator.call("GET", "/api/chat/reports", query={"open": "false"})
        assert (closed["closed_by"], closed["note"]) == ("the-moderator", "muted")
        for path in ("/api/chat/mutes/ann", "/api/chat/blocks/ann"):
            assert await refusal(moderator, "DELETE", path) == "422 illegal-action"
        staff = mute | {"player": "the-moderator"}
        assert await refusal(moderator, "POST", "/api/chat/mutes", staff) == "403 not-allowed"
        for name, said in {"nobody": "404 not-found", "the-moderator": "403 not-allowed"}.items():
            assert await refusal(moderator, "GET", f"/api/chat/players/{name}") == said
        unknown = block | {"player": "nobody"}
        assert await refusal(moderator, "POST", "/api/chat/blocks", unknown) == "404 not-found"
        cashier = await house.staff(Role.CASHIER)
        assert await refusal(cashier, "POST", "/api/chat/mutes", mute) == "403 not-allowed"
