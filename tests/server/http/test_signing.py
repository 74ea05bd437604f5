"""What takes two people: adjustments, and a void after an outcome."""

import pytest

from croupier.client.client import new_id
from croupier.house.floor.facts import Adjustment
from croupier.house.roles import Role
from tests.support.api_calls import WHEEL, player_with_round, refusal, stepped_up_staff, wheel
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving
from tests.support.phrases import sayable

ADJUSTMENTS, VOIDS, PROPOSALS = "/api/adjustments", "/api/voids", "/api/proposals"


def _wish(number: int, **other: object) -> dict[str, object]:
    wish = {"player": "ann", "amount": 7_50, "table": WHEEL, "round": number, "reason": "miscalled"}
    return wish | {"id": new_id()} | other


@pytest.mark.clause("R5")
async def test_an_adjustment_is_signed_by_another_after_a_fresh_code() -> None:
    async with serving([wheel()]) as house:
        ann, client, round = await player_with_round(house)
        other = await house.guest()
        await other.join(WHEEL)
        before = (await ann.call("GET", "/api/me/purse"))["balance"]
        shift, shift2 = await house.staff(Role.SHIFT), await house.staff(Role.SHIFT, "second")
        number = (await shift.call("POST", ADJUSTMENTS, _wish(round)))["number"]
        path = f"{PROPOSALS}/{number}/signature"
        assert [one["by"] for one in await shift2.call("GET", PROPOSALS)] == ["the-shift"]
        assert await refusal(shift2, "POST", path) == "403 confirm-first"
        await house.step_up(shift)
        assert await refusal(shift, "POST", path) == "403 same-person"
        pit = await stepped_up_staff(house, Role.PIT)
        assert await refusal(pit, "POST", path) == "403 not-allowed"
        assert (await ann.call("GET", "/api/me/purse"))["balance"] == before
        await house.step_up(shift2)
        await shift2.call("POST", path)
        assert await refusal(shift2, "POST", path) == "404 not-found"
        assert (await ann.call("GET", "/api/me/purse"))["balance"] == before + 7_50
        told = await ann.call("GET", f"/api/me/rounds/{WHEEL}/{round}")
        assert told["adjustments"] == [{"amount": 7_50, "reason": "miscalled"}]
        await client.until(lambda: client.purse and client.purse.balance == before + 7_50)
        await sync(client, other)
        assert "7.5 paid to you" in client.notices[-1].text  # type: ignore[union-attr]
        assert sayable(client.notices[-1].words)  # type: ignore[union-attr]
        said = f"An adjustment was made to round {round}"
        assert said in client.said
        assert said in other.said
        assert other.notices == []
        floor = await shift.call("GET", "/api/floor")
        assert (floor["proposals"], floor["unfinished"]) == ([], [])
        whole = await shift.call("GET", f"/api/office/rounds/{WHEEL}/{round}")
        assert [(one["by"], one["countersigned"]) for one in whole["adjustments"]] == [
            ("the-shift", "second")
        ]
        assert_books_balance(house)


async def test_what_cannot_be_adjusted_is_not_proposed() -> None:
    async with serving([wheel()]) as house:
        _, client, round = await player_with_round(house)
        await client.until(lambda: client.tables[WHEEL].round == round + 1)
        await house.player("bob")
        pit = await house.staff(Role.PIT)
        for wrong, said in (
            ({"amount": 0}, "422 bad-amount"),
            ({"player": "nobody"}, "404 not-found"),
            ({"player": "the-pit"}, "403 not-allowed"),
            ({"round": round + 1}, "404 not-found"),
            ({"table": "nowhere"}, "404 unknown-table"),
            ({"player": "bob"}, "422 illegal-action"),
            ({"reason": "\u202e"}, "422 bad-text"),
            ({"reason": "x"}, "422 bad-text"),
            ({"reason": ". - 1"}, "422 bad-text"),
            ({"reason": ""}, "400 bad-message"),
            ({"amount": "7"}, "400 bad-message"),
            ({"id": ""}, "400 bad-message"),
        ):
            assert await refusal(pit, "POST", ADJUSTMENTS, _wish(round, **wrong)) == said, wrong


@pytest.mark.clause("R5")
async def test_whoever_had_no_bet_in_the_round_is_paid_nothing() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        await house.player("bob")
        pit, shift = await house.staff(Role.PIT), await stepped_up_staff(house, Role.SHIFT)
        wish = _wish(round, player="bob")
        assert await refusal(pit, "POST", ADJUSTMENTS, wish) == "422 illegal-action"
        # Nor what was proposed by whoever did not look.
        what = Adjustment("bob", 7_50, WHEEL, round, "miscalled")
        number = await house.house.floor.propose(what, "the-pit")
        path = f"{PROPOSALS}/{number}/signature"
        assert await refusal(shift, "POST", path) == "422 illegal-action"
        assert house.house.store.balance("wallet:bob") == 1_000_00
        assert house.house.floor.unfinished() == ()


async def test_who_signs_sees_the_players_round_and_what_becomes_of_it() -> None:
    async with serving([wheel()]) as house:
        ann, _, round = await player_with_round(house)
        pit, shift = await house.staff(Role.PIT), await stepped_up_staff(house, Role.SHIFT)
        own = await ann.call("GET", f"/api/me/rounds/{WHEEL}/{round}")
        back = sum(line["returned"] for line in own["lines"])

        async def proposed(amount: int) -> tuple[int, dict[str, object]]:
            wish = _wish(round, amount=amount)
            number = (await pit.call("POST", ADJUSTMENTS, wish))["number"]
            (told,) = (await shift.call("GET", "/api/floor"))["proposals"]
            assert told == (await pit.call("GET", PROPOSALS))[0]
            (share,) = told["shares"]
            return number, share

        number, share = await proposed(7_50)
        own = {"player": "ann", "staked": 10_00, "returned": back}
        assert share == own | {"adjusted": 0, "result": back - 10_00 + 7_50}
        await shift.call("POST", f"{PROPOSALS}/{number}/signature")
        _, share = await proposed(-2_00)
        assert share == own | {"adjusted": 7_50, "result": back - 10_00 + 5_50}


async def test_a_proposal_sent_twice_is_one() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        pit, shift = await house.staff(Role.PIT), await house.staff(Role.SHIFT)
        wish = _wish(round, id="slip-1")
        number = (await pit.call("POST", ADJUSTMENTS, wish))["number"]
        assert (await pit.call("POST", ADJUSTMENTS, wish))["number"] == number
        assert len(await pit.call("GET", PROPOSALS)) == 1
        other = wish | {"amount": 8_00}
        assert await refusal(pit, "POST", ADJUSTMENTS, other) == "409 other-command"
        # An id is its sender's own, and its number is kept when the proposal is gone.
        assert (await shift.call("POST", ADJUSTMENTS, wish))["number"] == number + 1
        await pit.call("DELETE", f"{PROPOSALS}/{number}")
        assert (await pit.call("POST", ADJUSTMENTS, wish))["number"] == number
        assert [one["by"] for one in await pit.call("GET", PROPOSALS)] == ["the-shift"]


async def test_more_than_the_wallet_holds_is_not_even_signed() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        pit = await house.staff(Role.PIT)
        wish = _wish(round, amount=-5_000_00)
        number = (await pit.call("POST", ADJUSTMENTS, wish))["number"]
        shift = await stepped_up_staff(house, Role.SHIFT)
        path = f"{PROPOSALS}/{number}"
        assert await refusal(shift, "POST", f"{path}/signature") == "422 short-of-funds"
        assert [one["number"] for one in await pit.call("GET", PROPOSALS)] == [number]
        await pit.call("DELETE", path)
        assert await refusal(pit, "DELETE", path) == "422 illegal-action"
        assert await refusal(shift, "POST", f"{path}/signature") == "404 not-found"


async def test_signed_and_interrupted_it_is_finished_once() -> None:
    async with serving([wheel()]) as house:
        ann, _, round = await player_with_round(house)
        before = (await ann.call("GET", "/api/me/purse"))["balance"]
        floor = house.house.floor
        await house.staff(Role.PIT)
        shift = await stepped_up_staff(house, Role.SHIFT)
        what = Adjustment("ann", 7_50, WHEEL, round, "miscalled")
        number = await floor.propose(what, "the-pit")
        await floor.countersign(number, "the-shift")
        # As far as it came: the money has moved, and nobody has noted that it was done.
        await house.house.cage.adjust(
            "ann",
            7_50,
            WHEEL,
            round,
            reason="miscalled",
            by="the-pit",
            countersigned="the-shift",
            id=f"proposal-{number}",
        )
        path = f"{PROPOSALS}/{number}/signature"
        assert len((await shift.call("GET", "/api/floor"))["unfinished"]) == 1
        await shift.call("POST", path)
        assert (await ann.call("GET", "/api/me/purse"))["balance"] == before + 7_50
        assert floor.unfinished() == ()
        assert_books_balance(house)


@pytest.mark.clause("R30")
async def test_a_void_after_an_outcome_takes_two() -> None:
    game = "rws-blackjack"
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        ann, bob = await table.player("ann", 1), await table.player("bob", 2)
        await table.begin((ann, 1), (bob, 2))
        round = table.view.round
        await table.deal("TS TH 6D 6H 8C")
        await table.decide(ann, "hit", 1)
        await table.deal("TD")  # ann is bust: her bet is lost
        pit = table.pit.api
        wish = {"table": game, "round": round, "reason": "foreign-card", "id": "void-1"}
        assert await refusal(pit, "POST", VOIDS, wish | {"round": round + 1}) == "422 stale"
        assert await refusal(pit, "POST", VOIDS, wish | {"reason": "luck"}) == "400 bad-message"
        number = (await pit.call("POST", VOIDS, wish))["number"]
        assert (await pit.call("POST", VOIDS, wish))["number"] == number
        twice = (await pit.call("POST", VOIDS, wish | {"id": "void-2"}))["number"]
        path = f"{PROPOSALS}/{number}/signature"
        await house.step_up(pit)
        assert await refusal(pit, "POST", path) == "403 same-person"
        other = await stepped_up_staff(house, Role.PIT, "pit-two")
        await other.call("POST", path)
        await sync(ann, bob)
        assert table.house.house.rooms[game].state.round.void  # type: ignore[union-attr]
        for one, name in ((ann, "ann"), (bob, "bob")):
            assert one.tables[game].void
            with house.house.store.snapshot() as reader:
                assert reader.balance(f"wallet:{name}") == 1_000_00
        assert_books_balance(house)
        assert await refusal(pit, "POST", VOIDS, wish | {"id": "void-3"}) == "422 stale"
        assert (await pit.call("POST", VOIDS, wish))["number"] == number, "it was said in time"
        # Too late is too late: nothing is left half done, and nothing that nobody could sign.
        assert await refusal(other, "POST", f"{PROPOSALS}/{twice}/signature") == "404 not-found"
        assert house.house.floor.proposals() == ()
        fell = [one for one in house.house.floor.open_alerts() if "fell through" in one.raised.text]
        assert [(one.raised.kind, one.raised.round) for one in fell] == [("void", round)]
        assert all(sayable(one.raised.words) for one in fell)  # type: ignore[arg-type]
        assert house.house.floor.unfinished() == ()
