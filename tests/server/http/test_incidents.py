"""From something found wrong to the last letter: the register over HTTP."""

import hashlib
import json

import pytest

from croupier.client import Api, HouseRefused
from croupier.client.client import new_id
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import AlertKind, IncidentRemedy
from croupier.house.incidents import Cause
from croupier.house.incidents.remedies import ByHand, Remedies, RoundRemedy
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.kit.stakes import LARGEST_AMOUNT
from croupier.ledger import MOST
from croupier.server.incident_remedy import RemedyDesk
from croupier.wire.messages import Notice
from tests.support.api_calls import (
    WHEEL,
    draft_sheet,
    player_with_round,
    refusal,
    spin,
    stepped_up_staff,
    wheel,
)
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_house import LiveHouse, serving
from tests.support.phrases import sayable

INCIDENTS, PROPOSALS = "/api/incidents", "/api/proposals"
ILLEGAL = "422 illegal-action"
STAKES_BACK = {"every": {"remedy": "stakes-back"}, "rounds": []}


def _wish(round: int, **other: object) -> dict[str, object]:
    wish = {"cause": "wheel", "table": WHEEL, "since_round": round, "until_round": round}
    return wish | {"text": "the rotor was loose", "id": new_id()} | other


async def _by_hand(house: LiveHouse, shift: Api, round: int, returned: int) -> tuple[int, str]:
    """An incident by whose settled sheet ann should have had this back."""
    number = (await shift.call("POST", INCIDENTS, _wish(round)))["number"]
    remedy = {"remedy": "by-hand", "returned": {"ann": returned}}
    remedies = {"rounds": [{"round": round, "remedy": remedy}]}
    path = f"{INCIDENTS}/{number}"
    digest = (await draft_sheet(shift, path, {"remedies": remedies}))["digest"]
    body = {"remedies": remedies, "digest": digest}
    await shift.call("POST", f"{path}/settlement", body)
    return number, digest


async def _text(api: Api, path: str) -> str:
    return (await api.send("GET", path)).text


@pytest.mark.clause("R5")
async def test_from_the_alert_to_the_letter(lasting_url: str) -> None:  # noqa: PLR0915 -- one way, step by step
    async with serving([wheel()], lasting_url) as house:
        ann, client, round = await player_with_round(house)
        pit, shift = await house.staff(Role.PIT), await stepped_up_staff(house, Role.SHIFT)
        before = (await ann.call("GET", "/api/me/purse"))["balance"]
        alert = await house.house.floor.raise_alert(
            AlertKind.UNUSUAL, WHEEL, "pocket 17 comes too often", "house", round
        )
        wish = _wish(round, alert=alert)
        number = (await pit.call("POST", INCIDENTS, wish))["number"]
        assert (await pit.call("POST", INCIDENTS, wish))["number"] == number == 1
        assert alert not in {one.raised.number for one in house.house.floor.open_alerts()}
        path = f"{INCIDENTS}/{number}"

        draft = await draft_sheet(pit, path, {"remedies": STAKES_BACK})
        (row,) = draft["rows"]
        assert (row["player"], row["round"], row["staked"]) == ("ann", round, 10_00)
        difference = 10_00 - row["paid"]
        choice = {"remedies": STAKES_BACK, "digest": draft["digest"], "claims": True}
        assert await refusal(pit, "POST", f"{path}/settlement", choice) == "403 not-allowed"
        stale = choice | {"digest": "0" * 64}
        assert await refusal(shift, "POST", f"{path}/settlement", stale) == "422 stale"
        await shift.call("POST", f"{path}/settlement", choice)
        assert await refusal(shift, "POST", f"{path}/closing", {"text": "done"}) == ILLEGAL

        proposal = (await pit.call("POST", f"{path}/remedy", {"id": new_id()}))["number"]
        (told,) = await shift.call("GET", PROPOSALS)
        assert told["what"]["proposal"] == "incident-remedy"
        sign = f"{PROPOSALS}/{proposal}/signature"
        pit2 = await stepped_up_staff(house, Role.PIT, "second")
        assert await refusal(pit2, "POST", sign) == "403 not-allowed"
        assert await refusal(ann, "GET", "/api/me/letters/1") == "404 not-found"
        await shift.call("POST", sign)
        after = (await ann.call("GET", "/api/me/purse"))["balance"]
        assert after == before + difference
        assert await refusal(shift, "POST", sign) == "404 not-found"
        assert await refusal(pit, "POST", f"{path}/remedy", {"id": new_id()}) == ILLEGAL

        await shift.call("POST", f"{path}/letters")
        (own,) = await ann.call("GET", "/api/me/letters")
        letter = await ann.call("GET", f"/api/me/letters/{own['incident']}")
        assert (letter["moved"], letter["player"]) == (difference, "ann")
        await sync(client)
        last = [one for one in client.notices[-2:] if isinstance(one, Notice)]
        assert [one.code for one in last] == ["adjustment", "letter"]
        assert all(sayable(one.words) for one in last)
        html = await _text(shift, f"{path}/letters.html")
        assert "Dear ann" in html
        await shift.call("POST", f"{path}/closing", {"text": "the wheel was changed"})
        assert await refusal(shift, "POST", f"{path}/closing", {"text": "twice"}) == "422 stale"

        page = await shift.call("GET", path)
        assert page["incident"]["closed"]
        assert page["incident"]["owed"]["left"] == page["incident"]["owed"]["unclaimed"] == 0
        facts = {one["fact"]["fact"]: one["fact"] for one in page["steps"]}
        made = facts["adjustments-made"]
        assert (made["by"], made["countersigned"]) == ("the-pit", "the-shift")
        assert made["paid"] - made["taken"] == difference
        own_round = await ann.call("GET", f"/api/me/rounds/{WHEEL}/{round}")
        assert own_round["adjustments"] == [{"amount": difference, "reason": "incident 1"}]
        assert_books_balance(house)


async def test_who_sees_and_who_acts() -> None:
    async with serving([wheel()]) as house:
        ann, _, round = await player_with_round(house)
        inspector, cashier = await house.staff(Role.INSPECTOR), await house.staff(Role.CASHIER)
        shift = await house.staff(Role.SHIFT)
        number = (await shift.call("POST", INCIDENTS, _wish(round)))["number"]
        assert (await inspector.call("GET", INCIDENTS))[0]["opened"]["number"] == number
        assert await refusal(inspector, "POST", INCIDENTS, _wish(round)) == "403 not-allowed"
        for one in (ann, cashier):
            assert await refusal(one, "GET", INCIDENTS) == "403 not-allowed"
        nowhere = _wish(round, table="no")
        assert await refusal(shift, "POST", INCIDENTS, nowhere) == "404 unknown-table"
        assert await refusal(shift, "GET", f"{INCIDENTS}/9") == "404 not-found"
        assert await refusal(shift, "GET", f"{INCIDENTS}/1/sheet") == "404 not-found"
        assert await refusal(shift, "POST", f"{INCIDENTS}/1/letters") == ILLEGAL
        bad = {"remedies": {"every": {"remedy": "right-rules", "settings": {"no-such": 1}}}}
        draft = await draft_sheet(shift, f"{INCIDENTS}/1", bad)
        assert draft["untold"] == [round]
        choice = {"remedies": bad["remedies"], "digest": draft["digest"]}
        assert await refusal(shift, "POST", f"{INCIDENTS}/1/settlement", choice) == ILLEGAL
        await shift.call(
            "POST", f"{INCIDENTS}/1/rounds", {"since_round": round, "text": "it goes on"}
        )
        (told,) = await shift.call("GET", INCIDENTS)
        assert told["opened"]["until_round"] is None


async def test_the_sheet_is_given_out_with_its_digest() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        shift = await house.staff(Role.SHIFT)
        number, digest = await _by_hand(house, shift, round, 77_00)
        path = f"{INCIDENTS}/{number}/sheet"
        page = await shift.call("GET", path)
        assert (page["digest"], page["of"]) == (digest, 1)
        assert (await shift.call("GET", path, query={"after": 1}))["rows"] == []
        text = await _text(shift, f"{path}.json")
        assert hashlib.sha256(text.encode()).hexdigest() == digest
        assert json.loads(text)["rows"][0]["should"] == 77_00
        assert "ann" in await _text(shift, f"{path}.csv")


async def test_who_asks_for_a_long_sheet_is_told_how_far_it_is() -> None:
    async with serving([wheel()]) as house:
        _, client, round = await player_with_round(house)
        shift, sheets = await house.staff(Role.SHIFT), house.house.sheets
        number = (await shift.call("POST", INCIDENTS, _wish(round, until_round=None)))["number"]
        path, body = f"{INCIDENTS}/{number}", {"remedies": STAKES_BACK}
        sheets.wait_s = 0
        first = await shift.call("POST", f"{path}/draft", body)
        assert first["sheet"] is None
        sheet = await draft_sheet(shift, path, body)
        assert (sheet["since_round"], sheet["of"]) == (round, 1)
        # Asked for again, it is the same while nothing has changed, and another one afterwards.
        assert (await shift.call("POST", f"{path}/draft", body))["sheet"] == sheet
        assert await spin(client) > round
        assert (await draft_sheet(shift, path, body))["of"] == 2
        choice = body | {"digest": sheet["digest"]}
        assert await refusal(shift, "POST", f"{path}/settlement", choice) == "422 stale"


async def test_the_sheet_can_be_printed() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        shift = await house.staff(Role.SHIFT)
        assert await refusal(shift, "GET", f"{INCIDENTS}/1/sheet.html") == "404 not-found"
        number, digest = await _by_hand(house, shift, round, 777_50)
        page = await _text(shift, f"{INCIDENTS}/{number}/sheet.html")
        assert "Incident 1: wheel" in page
        for told in (digest, "the rotor was loose", "777.50", "ruled by the shift manager"):
            assert told in page
        assert "<script" not in page


async def test_what_the_house_overpaid_it_bears_unless_it_says_otherwise() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        shift = await house.staff(Role.SHIFT)
        number, _ = await _by_hand(house, shift, round, 0)
        one = house.house.incidents.get(number)
        assert one.sheet is not None
        assert one.sheet.dues == ()
        await shift.call("POST", f"{INCIDENTS}/{number}/closing", {"text": "borne by the house"})


async def test_a_debt_that_cannot_be_taken_stays_until_two_have_waived_it() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        pit, shift = await house.staff(Role.PIT), await stepped_up_staff(house, Role.SHIFT)
        number, _ = await _by_hand(house, shift, round, 9_000_00)
        path = f"{INCIDENTS}/{number}"
        waiver = {"reason": "the player agrees", "id": new_id()}
        proposal = (await pit.call("POST", f"{path}/waiver", waiver))["number"]
        assert await refusal(shift, "POST", f"{path}/closing", {"text": "done"}) == ILLEGAL
        await shift.call("POST", f"{PROPOSALS}/{proposal}/signature")
        await shift.call("POST", f"{path}/closing", {"text": "waived"})
        (told,) = await shift.call("GET", INCIDENTS)
        assert (told["waived"], told["closed"]) == (True, True)
        assert house.house.store.balance("wallet:ann") < 9_000_00


async def test_a_remedy_that_the_cage_would_not_pay_is_refused_when_it_is_entered() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        shift = await stepped_up_staff(house, Role.SHIFT)
        path = f"{INCIDENTS}/{(await shift.call('POST', INCIDENTS, _wish(round)))['number']}"
        for returned in (LARGEST_AMOUNT + 1_000_00, MOST):
            remedy = {"remedy": "by-hand", "returned": {"ann": returned}}
            remedies = {"rounds": [{"round": round, "remedy": remedy}]}
            with pytest.raises(HouseRefused, match=f"limit: the adjustment of round {round} for"):
                await draft_sheet(shift, path, {"remedies": remedies})
        # Nor is it settled on by the digest of a sheet that somebody made elsewhere.
        incidents, index = house.house.incidents, house.house.live_tables.indexes[WHEEL]
        by_hand = Remedies(rounds=(RoundRemedy(round, ByHand({"ann": MOST})),))
        sheet = await house.house.sheets.sheet(incidents.get(1).opened, by_hand, index)
        body = {"remedies": remedies, "digest": sheet.digest}
        assert await refusal(shift, "POST", f"{path}/settlement", body) == "422 limit"
        assert incidents.get(1).sheet is None


async def test_what_an_empty_wallet_owes_stays_and_is_never_taken_below_nothing() -> None:
    """The house claims: it gets what is there, and the rest is waived by two."""
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        pit, shift = await house.staff(Role.PIT), await stepped_up_staff(house, Role.SHIFT)
        number = (await shift.call("POST", INCIDENTS, _wish(round)))["number"]
        path, wallet = f"{INCIDENTS}/{number}", "wallet:ann"
        given = {"remedy": "by-hand", "returned": {"ann": 900_00}}
        taken = {"remedy": "by-hand", "returned": {"ann": 0}}
        for remedy, claims in ((given, False), (taken, True)):
            remedies = {"rounds": [{"round": round, "remedy": remedy}]}
            draft = await draft_sheet(shift, path, {"remedies": remedies})
            choice = {"remedies": remedies, "digest": draft["digest"], "claims": claims}
            await shift.call("POST", f"{path}/settlement", choice)
            proposal = (await pit.call("POST", f"{path}/remedy", {"id": new_id()}))["number"]
            if claims:
                balance = house.house.store.balance(wallet)
                await house.house.cage.withdraw("ann", balance - 1, "cashier", "all-but-a-cent")
            await shift.call("POST", f"{PROPOSALS}/{proposal}/signature")
        assert house.house.store.balance(wallet) == 1
        (told,) = await shift.call("GET", INCIDENTS)
        assert told["owed"]["unclaimed"] > 0
        assert await refusal(shift, "POST", f"{path}/closing", {"text": "done"}) == ILLEGAL
        waiver = {"reason": "the player has left", "id": new_id()}
        proposal = (await pit.call("POST", f"{path}/waiver", waiver))["number"]
        await shift.call("POST", f"{PROPOSALS}/{proposal}/signature")
        await shift.call("POST", f"{path}/closing", {"text": "waived"})
        assert house.house.store.balance(wallet) == 1
        assert_books_balance(house)


async def test_a_later_sheet_takes_nothing_back_unless_the_house_claims_it() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        pit, shift = await house.staff(Role.PIT), await stepped_up_staff(house, Role.SHIFT)
        path = f"{INCIDENTS}/{(await shift.call('POST', INCIDENTS, _wish(round)))['number']}"
        before = house.house.store.balance("wallet:ann")

        async def settled(returned: int, *, claims: bool = False) -> int:
            """What the wallet comes to by such a sheet, from where it was at first."""
            remedy = {"remedy": "by-hand", "returned": {"ann": returned}}
            remedies = {"rounds": [{"round": round, "remedy": remedy}]}
            draft = await draft_sheet(shift, path, {"remedies": remedies})
            choice = {"remedies": remedies, "digest": draft["digest"], "claims": claims}
            await shift.call("POST", f"{path}/settlement", choice)
            if await refusal(pit, "POST", f"{path}/remedy", {"id": new_id()}) == "done":
                (proposal,) = await shift.call("GET", PROPOSALS)
                await shift.call("POST", f"{PROPOSALS}/{proposal['number']}/signature")
            paid: int = draft["rows"][0]["paid"]
            return house.house.store.balance("wallet:ann") - before + paid

        assert await settled(900_00) == 900_00
        assert await settled(500_00) == 900_00, "the house bears it"
        assert (await shift.call("GET", path))["incident"]["owed"]["borne"] == 400_00
        assert await settled(500_00, claims=True) == 500_00
        assert await settled(900_00) == 900_00
        assert await settled(0, claims=True) == 0
        assert await settled(900_00) == 900_00
        assert (await shift.call("GET", path))["incident"]["owed"]["left"] == 0
        assert_books_balance(house)


async def test_a_sheet_that_was_settled_anew_is_not_signed_for_the_old_one() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        pit, shift = await house.staff(Role.PIT), await stepped_up_staff(house, Role.SHIFT)
        number, _ = await _by_hand(house, shift, round, 50_00)
        path = f"{INCIDENTS}/{number}"
        proposal = (await pit.call("POST", f"{path}/remedy", {"id": new_id()}))["number"]
        draft = await draft_sheet(shift, path, {"remedies": STAKES_BACK})
        choice = {"remedies": STAKES_BACK, "digest": draft["digest"]}
        await shift.call("POST", f"{path}/settlement", choice)
        assert await refusal(shift, "POST", f"{PROPOSALS}/{proposal}/signature") == "422 stale"


@pytest.mark.parametrize("until", [0, 1, 2])
async def test_interrupted_anywhere_nothing_is_paid_twice(until: int, lasting_url: str) -> None:
    """Three rounds; the store fails after so many adjustments, and it is signed again."""
    async with serving([wheel()], lasting_url) as opened:
        house = opened.house
        api = await opened.player("ann")
        client = await opened.client(api)
        rounds = [await spin(client) for _ in range(3)]
        shift = await opened.staff(Role.SHIFT)
        wish = _wish(rounds[0], until_round=rounds[-1])
        number = (await shift.call("POST", INCIDENTS, wish))["number"]
        remedy = {"remedy": "by-hand", "returned": {"ann": 500_00}}
        remedies = {"rounds": [{"round": one, "remedy": remedy} for one in rounds]}
        path = f"{INCIDENTS}/{number}"
        draft = await draft_sheet(shift, path, {"remedies": remedies})
        await shift.call(
            "POST", f"{path}/settlement", {"remedies": remedies, "digest": draft["digest"]}
        )
        owed = sum(row["should"] - row["paid"] for row in draft["rows"])
        before = house.store.balance("wallet:ann")
        what = IncidentRemedy(WHEEL, number, draft["digest"], 1, owed, 0)
        signing = Signing(1, what, "pit", 0, "shift")
        desk = RemedyDesk(house.incidents, house.cage, house.purse_feed, house.broadcast)
        adjust, made = house.cage.adjust, 0

        async def failing(*some: object, **more: object) -> bool:
            nonlocal made
            if made == until:
                raise Refused(Code.NOT_STORED, "the disk is full")
            made += 1
            return await adjust(*some, **more)  # type: ignore[arg-type]

        house.cage.adjust = failing  # type: ignore[method-assign]
        with pytest.raises(Refused):
            await desk.put_right(signing, what, "shift")
        assert len(house.incidents.rest(number, house.cage.put_right)) == 3 - until
        house.cage.adjust = adjust  # type: ignore[method-assign]
        for _ in range(2):
            await desk.put_right(signing, what, "shift")
        assert house.store.balance("wallet:ann") == before + owed
        assert house.incidents.rest(number, house.cage.put_right) == ()
        steps = [type(step.fact).__name__ for step in house.incidents.get(number).steps]
        assert steps.count("AdjustmentsMade") == 1
        # Another who read the books earlier pays nothing on top of it.
        with pytest.raises(Refused) as refused:
            await house.cage.adjust(
                "ann", 5, WHEEL, rounds[0], reason="again", by="pit2", countersigned="shift",
                id="other", incident=number, made=0,
            )  # fmt: skip
        assert refused.value.code is Code.STALE
        assert_books_balance(opened)


async def test_a_guest_is_paid_in_play_chips() -> None:
    async with serving([wheel()]) as opened:
        guest = await opened.guest()
        round = await spin(guest)
        assert guest.welcome is not None
        name = guest.welcome.name
        shift = await stepped_up_staff(opened, Role.SHIFT)
        pit = await opened.staff(Role.PIT)
        number = await opened.house.incidents.open_incident(
            Cause.WHEEL, WHEEL, round, round, "the ball was out of round", "pit"
        )
        remedy = {"remedy": "by-hand", "returned": {name: 99_00}}
        remedies = {"rounds": [{"round": round, "remedy": remedy}]}
        path = f"{INCIDENTS}/{number}"
        draft = await draft_sheet(shift, path, {"remedies": remedies})
        assert draft["rows"][0]["guest"]
        body = {"remedies": remedies, "digest": draft["digest"]}
        await shift.call("POST", f"{path}/settlement", body)
        before = opened.house.store.balance(f"wallet:{name}")
        proposal = (await pit.call("POST", f"{path}/remedy", {"id": new_id()}))["number"]
        await shift.call("POST", f"{PROPOSALS}/{proposal}/signature")
        after = opened.house.store.balance(f"wallet:{name}")
        assert after - before == 99_00 - draft["rows"][0]["paid"]
        assert_books_balance(opened)
