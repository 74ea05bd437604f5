"""What players ask of the house, over the socket: leave to squeeze, and bets placed by staff."""

import pytest

from croupier.client import LaidBet
from croupier.house.roles import Role
from croupier.kit.cards import HIDDEN
from croupier.wire import commands as say
from croupier.wire.views import ByStaff, Chip, ConsentView, SqueezeView
from tests.server.test_dealers import hands
from tests.support.live_clients import assert_books_balance, reply_code, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving
from tests.support.live_play import bet, join_as, no_more_bets, own_view, untimed

RWS = "rws-blackjack"


@pytest.mark.clause("BJ5 3.12")
async def test_a_squeeze_is_asked_for_seen_by_the_house_and_granted() -> None:
    async with serving([by_hand(RWS)]) as house:
        table = await HandDealt.open(house, RWS)
        ann, bob = await table.player("ann", 1), await table.player("bob", 2)
        await table.open_betting(ann, bob)
        assert own_view(ann, RWS).may_squeeze == ()
        await table.bet(ann, "initial", 100_00, 1)
        await table.bet(bob, "initial", 100_00, 2)
        assert (own_view(ann, RWS).may_squeeze, own_view(bob, RWS).may_squeeze) == ((1,), (2,))
        for one, box in ((ann, 1), (bob, 2)):
            await table.ok(one, say.AskSqueeze, box)
        assert await table.reply_code(ann, say.AskSqueeze, 2) == "illegal-action"
        await sync(table.dealer, table.pit)
        asked = (SqueezeView(1, "ann", None), SqueezeView(2, "bob", None))
        for one in (table.dealer, table.pit):
            assert one.staff[RWS].squeezes == asked
        await table.ok(table.pit, say.AllowSqueeze, 1)
        await table.ok(table.pit, say.RefuseSqueeze, 2)
        await sync(ann, bob)
        assert own_view(ann, RWS).squeezes == (SqueezeView(1, "ann", True),)
        assert own_view(bob, RWS).squeezes == (SqueezeView(2, "bob", False),)
        await table.ok(table.dealer, say.CloseBetting)
        await table.deal("TS TH 6D 9H 8C")
        await sync(ann, bob)
        assert hands(bob, RWS) == [[HIDDEN, HIDDEN], ["TH", "8C"]]
        ((hand,),) = (box.hands for box in own_view(ann, RWS).boxes)
        assert [str(card) for card in hand.cards] == ["TS", "9H"]
        assert_books_balance(house)


@pytest.mark.clause("BJ5 3.12", "BJ5 5.18")
async def test_the_floor_sees_that_somebody_has_to_come() -> None:
    async with serving([untimed(RWS)]) as house:
        pit = await house.client(await house.staff(Role.PIT))
        ann = await join_as(house, RWS, "ann", 1)
        await bet(ann, RWS, ("initial", 20_00, 1))
        await reply_code(ann, say.AskSqueeze, RWS, 1)
        await reply_code(ann, say.GiveConsent, RWS)
        await pit.do(say.WatchFloor("floor"))
        await sync(pit)
        assert pit.floor is not None
        assert [one.requests for one in pit.floor.tables] == [2]


@pytest.mark.clause("BJ5 5.18", "BJ5 1.20")
async def test_the_dealer_places_a_bet_for_a_player_who_asks() -> None:
    async with serving([by_hand(RWS)]) as house:
        table = await HandDealt.open(house, RWS)
        dora = table.dealer.welcome.name if table.dealer.welcome else ""
        ann, bob = await table.player("ann"), await table.player("bob")
        await table.open_betting(ann, bob)
        place = (say.PlaceFor, "ann", "initial", 50_00, 3)
        assert await table.reply_code(table.dealer, *place) == "not-allowed"
        assert own_view(ann, RWS).staff_bets == "BJ5 5.18"
        # Format characters that would turn the text around are left out.
        await table.ok(ann, say.GiveConsent, "fifty on \u202ebox three")
        await sync(ann, table.dealer)
        consent = ConsentView("ann", 1, "fifty on box three")
        assert table.dealer.staff[RWS].consents == (consent,)
        assert own_view(ann, RWS).consent == consent
        assert own_view(bob, RWS).consent is None
        # She has a bet of her own: that stays, and so does what is put down.
        await ann.place(RWS, "initial", 10_00, 1)
        await table.ok(table.dealer, *place)
        await table.ok(table.dealer, say.MoveFor, "ann", "initial", "initial", 3, 4, 20_00)
        await sync(ann)
        assert [(one.box, one.amount) for one in own_view(ann, RWS).confirmed] == [
            (1, 10_00),
            (3, 30_00),
            (4, 20_00),
        ]
        assert own_view(ann, RWS).by_staff == (
            ByStaff(dora, 1, (Chip("initial", 50_00, 3),)),
            ByStaff(dora, 1, (Chip("initial", -20_00, 3), Chip("initial", 20_00, 4))),
        )
        # She may take back what she likes of it.
        theirs = [LaidBet("initial", 30_00, 3), LaidBet("initial", 20_00, 4)]
        await table.ok(ann, say.PlaceBets, theirs)
        assert [one.box for one in own_view(ann, RWS).confirmed] == [3, 4]
        await table.ok(ann, say.WithdrawConsent)
        assert await table.reply_code(table.dealer, *place) == "not-allowed"
        await table.ok(table.dealer, say.CloseBetting)
        await table.deal("AS KS 5D KH AD")
        await table.over(ann)
        mine = await ann.api.call("GET", f"/api/me/rounds/{RWS}/1")
        assert [(one["by"], one["consent"], one["instruction"]) for one in mine["by_staff"]] == [
            (dora, 1, "fifty on box three")
        ] * 2
        pit = await house.staff(Role.PIT)
        whole = await pit.call("GET", f"/api/office/rounds/{RWS}/1")
        assert [(one["player"], one["by"]) for one in whole["placed_for"]] == [("ann", dora)] * 2
        assert_books_balance(house)


@pytest.mark.clause("BJ5 5.18")
async def test_a_bet_for_a_player_is_put_down_once_however_often_it_is_said() -> None:
    async with serving([untimed(RWS)]) as house:
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(RWS)
        ann = await join_as(house, RWS, "ann")
        await reply_code(ann, say.GiveConsent, RWS)
        chip = say.PlaceFor("once", RWS, 1, "ann", "initial", 20_00, 1)
        assert (await pit.ask(chip)).ok
        assert (await pit.ask(chip)).ok
        assert house.house.store.balance("wallet:ann") == 980_00
        await no_more_bets(house, RWS, ann)
        late = await pit.ask(say.PlaceFor("late", RWS, 1, "ann", "initial", 20_00, 1))
        assert late.code == "not-allowed"
