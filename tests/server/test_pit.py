"""The pit on its floor; and who may send what, every role with every message of the protocol."""

from collections.abc import AsyncIterator
from typing import Any, Never, get_args

import msgspec
import pytest

from croupier.client import Client, LaidBet, new_id
from croupier.engine.inputs import Action, Capacity, Void, VoidReason
from croupier.engine.layout import Limits
from croupier.house.floor.facts import AlertKind
from croupier.house.roles import BETTING, EVERYONE, LOOKING, PIT, PLAYING, STAFF, Role
from croupier.kit.english import with_article
from croupier.server.handlers import enter_all
from croupier.server.handlers.dispatcher import HANDLERS, MAY_SEND
from croupier.store.errors import StoreFailed
from croupier.table.commands import CloseBetting, Inspection, ShoeRecord
from croupier.table.config import MIN_BETTING, Clocks
from croupier.wire import commands as say
from croupier.wire.messages import AlertView, Reply
from croupier.wire.views import FloorTable
from tests.support.live_clients import (
    MessageKind,
    assert_books_balance,
    message_class,
    reply_code,
    sync,
)
from tests.support.live_dealing import UNHURRIED, HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving, table
from tests.support.live_play import house_command

WHEEL = "live-roulette"
MORE = Limits(10_00, 200_00)


async def at_the_wheel(house: LiveHouse) -> tuple[Client, Client]:
    """The pit and ann, both following the wheel, which takes bets."""
    pit = await house.client(await house.staff(Role.PIT))
    ann = await house.client(await house.player("ann"))
    for one in (pit, ann):
        await one.join(WHEEL)
        await one.until(lambda: one.tables[WHEEL].phase == "betting")  # noqa: B023
    return pit, ann


async def floor(pit: Client) -> dict[str, FloorTable]:
    if pit.floor is None:
        await pit.do(say.WatchFloor(new_id()))
        await pit.until(lambda: pit.floor is not None)
    assert pit.floor is not None
    return {one.table: one for one in pit.floor.tables}


def alerts(pit: Client) -> dict[str, AlertView]:
    assert pit.floor is not None
    return {one.kind: one for one in pit.floor.alerts}


# The floor at a glance -------------------------------------------------------------------------


async def test_the_floor_shows_every_table_and_what_goes_on_there() -> None:
    async with serving([by_hand("rws-blackjack"), table(WHEEL, clocks=UNHURRIED)]) as house:
        hand_dealt = await HandDealt.open(house, "rws-blackjack")
        pit = hand_dealt.pit
        shown = await floor(pit)
        assert set(shown) == {"rws-blackjack", WHEEL}
        assert (shown["rws-blackjack"].dealer, shown[WHEEL].dealer) == ("the-dealer", None)
        ann = await hand_dealt.player("ann", 1)
        await hand_dealt.open_betting(ann)
        await hand_dealt.bet(ann, "initial", 50_00, 1)

        def told_of_the_bet() -> bool:
            assert pit.floor is not None
            (one,) = (one for one in pit.floor.tables if one.table == "rws-blackjack")
            there = (one.phase, one.round, one.bettors, one.staked, one.players)
            return there == ("betting", 1, 1, 50_00, 1)

        await pit.until(told_of_the_bet)


async def test_an_alert_stays_on_the_floor_until_somebody_clears_it() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        hand_dealt = await HandDealt.open(house, "rws-blackjack")
        pit, dealer = hand_dealt.pit, hand_dealt.dealer
        await floor(pit)
        kind = AlertKind.PIT_CALLED
        for times in (1, 2):
            await hand_dealt.ok(dealer, say.CallPit, "the shuffler is stuck")
            await pit.until(
                lambda: kind in alerts(pit) and alerts(pit)[kind].times == times  # noqa: B023
            )
        number = alerts(pit)[kind].number
        shift = await house.client(await house.staff(Role.SHIFT))
        assert (await floor(shift))["rws-blackjack"].alerts == 1
        assert alerts(shift)[kind].number == number
        clearing = f"/api/alerts/{number}/clearing", {"note": "it runs again"}
        assert (await dealer.api.send("POST", *clearing)).status_code == 403
        await shift.api.call("POST", *clearing)
        for one in (pit, shift):
            await one.until(lambda: kind not in alerts(one))  # noqa: B023


async def test_a_change_of_shoe_is_cleared_without_a_word_and_nothing_else_is() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        hand_dealt = await HandDealt.open(house, "rws-blackjack")
        pit = hand_dealt.pit
        await floor(pit)
        await hand_dealt.make_shoe()
        await hand_dealt.ok(hand_dealt.dealer, say.CallPit, "the shuffler is stuck")
        await pit.until(lambda: {AlertKind.SHOE, AlertKind.PIT_CALLED} <= set(alerts(pit)))
        shoe, call = alerts(pit)[AlertKind.SHOE], alerts(pit)[AlertKind.PIT_CALLED]
        for nothing in ({}, {"note": ""}):
            answer = await pit.api.send("POST", f"/api/alerts/{call.number}/clearing", nothing)
            assert answer.status_code == 422
        await pit.api.call("POST", f"/api/alerts/{shoe.number}/clearing", {})
        await pit.until(lambda: set(alerts(pit)) == {AlertKind.PIT_CALLED})


async def test_the_pit_is_told_while_the_books_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving([table(WHEEL, clocks=UNHURRIED)]) as house:
        pit, ann = await at_the_wheel(house)
        await floor(pit)

        def full(_: object) -> Never:
            raise StoreFailed("the disk is full")

        kind = AlertKind.STORE_TROUBLE
        with monkeypatch.context() as broken:
            broken.setattr(house.house.store, "commit", full)
            assert (
                await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 5_00)]) == "not-stored"
            )
            await pit.until(lambda: kind in alerts(pit))
            assert alerts(pit)[kind].number == 0, "there is nothing yet that could be cleared"
        # The books are whole again: it is in them, for somebody to clear.
        await pit.until(lambda: kind in alerts(pit) and alerts(pit)[kind].number > 0)
        number = alerts(pit)[kind].number
        await pit.api.call("POST", f"/api/alerts/{number}/clearing", {"note": "a full disk"})
        await pit.until(lambda: kind not in alerts(pit))
        assert await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 5_00)]) == "ok"
        assert_books_balance(house)


# Changing a table ------------------------------------------------------------------------------


async def test_limits_change_with_the_next_round() -> None:
    """A round somebody has bet in is played under the limits it was opened with."""
    async with serving([table(WHEEL, clocks=UNHURRIED)]) as house:
        pit, ann = await at_the_wheel(house)
        number = ann.tables[WHEEL].round
        await ann.place(WHEEL, "red", 5_00)
        before = pit.staff[WHEEL].terms
        clocks = msgspec.structs.replace(UNHURRIED, min_betting=MIN_BETTING)
        assert (before.limits, before.clocks) == (Limits(5_00, 500_00), clocks)
        assert await reply_code(pit, say.Reconfigure, WHEEL, MORE) == "ok"
        assert pit.staff[WHEEL].terms == before, "this round is played as it began"
        assert pit.staff[WHEEL].next_terms == msgspec.structs.replace(before, limits=MORE)
        assert pit.tables[WHEEL].limits == Limits(5_00, 500_00)
        await house_command(house, WHEEL, CloseBetting())
        await ann.until(lambda: ann.tables[WHEEL].round > number)
        assert ann.tables[WHEEL].limits == MORE
        await sync(pit)
        assert pit.staff[WHEEL].terms == msgspec.structs.replace(before, limits=MORE)
        assert pit.staff[WHEEL].next_terms is None
        await ann.until(lambda: ann.tables[WHEEL].phase == "betting")
        assert await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 201_00)]) == "limit"
        assert (await ann.lobby())[0].limits == MORE
        assert_books_balance(house)


async def test_limits_change_at_once_where_nobody_has_bet() -> None:
    async with serving([table(WHEEL, clocks=UNHURRIED)]) as house:
        pit, ann = await at_the_wheel(house)
        number = ann.tables[WHEEL].round
        assert await reply_code(pit, say.Reconfigure, WHEEL, MORE) == "ok"
        await ann.until(lambda: ann.tables[WHEEL].round == number + 1)
        assert ann.tables[WHEEL].limits == MORE
        assert await reply_code(ann, say.PlaceBets, WHEEL, [], round=number) == "stale"


@pytest.mark.parametrize(
    "change",
    [
        {"limits": Limits(0, 5_00)},
        {"limits": Limits(10_00, 5_00)},
        {"limits": Limits(5_00, 10**12 + 1_00)},
        {"limits": Limits(5_00, 500_00, side_min=1)},
        {"settings": {"decks": 99}},
        {"settings": {"no-such-setting": True}},
        {"clocks": Clocks(betting=-1)},
    ],
)
async def test_a_change_that_makes_no_sense_is_refused(change: dict[str, Any]) -> None:
    async with serving([table("live-blackjack", clocks=UNHURRIED)]) as house:
        pit = await house.client(await house.staff(Role.PIT))
        before = await pit.join("live-blackjack")
        reply = await pit.ask(say.Reconfigure(new_id(), "live-blackjack", **change))
        assert reply.code == "bad-setting", reply
        assert reply.message
        await sync(pit)
        assert pit.tables["live-blackjack"].limits == before.limits
        assert pit.staff["live-blackjack"].next_terms is None


async def test_a_table_where_nobody_has_bet_closes_at_once_and_opens_again() -> None:
    async with serving([table(WHEEL, clocks=UNHURRIED)]) as house:
        pit, ann = await at_the_wheel(house)
        assert await reply_code(pit, say.OpenTable, WHEEL) == "illegal-action"
        assert await reply_code(pit, say.CloseTable, WHEEL) == "ok"
        await sync(ann)
        assert ann.tables[WHEEL].phase == "closed"
        assert "The table is closed" in ann.said
        assert (
            await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 5_00)]) == "illegal-action"
        )
        assert await reply_code(pit, say.CloseTable, WHEEL) == "illegal-action"
        assert await reply_code(pit, say.OpenTable, WHEEL) == "ok"
        await ann.until(lambda: ann.tables[WHEEL].phase == "betting")
        await ann.place(WHEEL, "red", 5_00)
        assert_books_balance(house)


async def test_a_table_in_a_round_closes_when_it_is_over() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        hand_dealt = await HandDealt.open(house, "rws-blackjack")
        ann = await hand_dealt.player("ann", 1)
        await hand_dealt.begin((ann, 1))
        await hand_dealt.ok(hand_dealt.pit, say.CloseTable)
        await sync(ann)
        assert ann.tables["rws-blackjack"].closing
        assert "This is the last round" in ann.said
        await hand_dealt.deal("TS 6D 9H")
        await hand_dealt.decide(ann, "stand", 1)
        await hand_dealt.deal("TD 9C")
        await ann.until(lambda: ann.tables["rws-blackjack"].phase == "closed")
        assert ann.you["rws-blackjack"].returned == 200_00
        assert await hand_dealt.reply_code(hand_dealt.dealer, say.OpenBetting) == "illegal-action"
        assert_books_balance(house)


async def test_a_table_that_takes_bets_plays_the_round_before_it_closes() -> None:
    async with serving([table(WHEEL, clocks=UNHURRIED)]) as house:
        pit, ann = await at_the_wheel(house)
        await ann.place(WHEEL, "red", 5_00)
        assert await reply_code(pit, say.CloseTable, WHEEL) == "ok"
        await house_command(house, WHEEL, CloseBetting())
        await ann.until(lambda: ann.tables[WHEEL].phase == "closed")
        assert ann.you[WHEEL].lines
        assert_books_balance(house)


async def test_nobody_deals_by_hand_where_the_house_does() -> None:
    async with serving([table(WHEEL, clocks=UNHURRIED)]) as house:
        pit, _ = await at_the_wheel(house)
        await house.staff(Role.DEALER)
        for kind, more in (
            (say.ChangeDealer, ("the-dealer",)),
            (say.Scan, ("17",)),
            (say.TakeBack, ()),
            (say.ChangeShoe, (ShoeRecord(8, True, True, True, 0),)),
        ):
            assert await reply_code(pit, kind, WHEEL, *more) == "illegal-action", kind


# Who may send what -----------------------------------------------------------------------------

DEALING = frozenset({Role.DEALER}) | PIT
WHO_MAY: dict[MessageKind, frozenset[Role]] = {
    say.Ping: LOOKING,
    say.Lobby: LOOKING,
    say.Join: LOOKING,
    say.Part: LOOKING,
    say.WatchFloor: PIT | {Role.INSPECTOR, Role.ADMINISTRATOR},
    say.WatchCage: frozenset({Role.CASHIER, Role.INSPECTOR}),
    say.Acknowledge: PLAYING,
    say.TakeSeat: BETTING,
    say.LeaveSeat: BETTING,
    say.JoinWaiting: BETTING,
    say.LeaveWaiting: BETTING,
    say.ChooseFollow: BETTING,
    say.GiveEntropy: BETTING,
    say.PlaceCut: BETTING | DEALING,
    say.DeclineCut: BETTING | DEALING,
    say.AskBurned: BETTING,
    say.PlaceBets: BETTING,
    say.FinishBetting: BETTING,
    say.CheckBets: BETTING,
    say.Decide: BETTING,
    say.TurnCards: BETTING,
    say.Squeeze: BETTING,
    say.GiveConsent: BETTING,
    say.WithdrawConsent: BETTING,
    say.AskSqueeze: BETTING,
    say.PlaceFor: DEALING,
    say.MoveFor: DEALING,
    say.Say: PLAYING | {Role.DEALER, Role.MODERATOR},
    say.ReportChat: EVERYONE - {Role.INSPECTOR, Role.ADMINISTRATOR},
    say.Scan: DEALING,
    say.Signed: PIT | {Role.DEALER},
    say.TakeBack: DEALING,
    say.OpenBetting: DEALING,
    say.CloseBetting: DEALING,
    say.CloseOffers: DEALING,
    say.ConfirmResult: DEALING,
    say.ChangeShoe: DEALING,
    say.InspectEquipment: DEALING,
    say.ReplaceEquipment: PIT,
    say.OfferCut: DEALING,
    say.BurnCards: DEALING,
    say.ShowBurned: DEALING,
    say.DeclineBurned: DEALING,
    say.CallPit: frozenset({Role.DEALER}),
    say.WithdrawCall: frozenset({Role.DEALER}),
    say.WithdrawRuling: PIT,
    say.AnswerCall: PIT,
    say.Rule: DEALING,
    say.PreviewRuling: DEALING,
    say.CheckMoves: DEALING,
    say.AllowSqueeze: PIT,
    say.RefuseSqueeze: PIT,
    say.ChangeDealer: PIT,
    say.Reconfigure: PIT,
    say.Reshuffle: PIT,
    say.OpenTable: PIT,
    say.CloseTable: PIT,
    say.StageOutcomes: PIT | {Role.LAB},
}
"""Written out once more, so that a slip in the house's own list is seen."""

BETS = (
    *(say.TakeSeat, say.PlaceBets, say.CheckBets),
    *(say.ChooseFollow, say.GiveEntropy, say.Decide, say.TurnCards),
)
VALUES: dict[str, object] = {
    "table": "rws-blackjack",
    "round": 0,
    "box": 1,
    "follow": True,
    "entropy": "seven",
    "bet": "initial",
    "bets": (LaidBet("initial", 5_00, 1),),
    "to_bet": "initial",
    "amount": 5_00,
    "action": Action.STAND,
    "text": "good evening",
    "line": "x",
    "reason": "rude",
    "player": "ann",
    "code": "TS",
    "record": ShoeRecord(8, True, True, True, 0),
    "inspection": Inspection(True, True),
    "position": 100,
    "count": 1,
    "cards": (),
    "outcomes": ("AS",),
    "station": "0" * 32,
    "signature": "A" * 88,
    "ruling": Void(Capacity.PIT, VoidReason.FOREIGN_CARD),
}


def message(kind: MessageKind) -> say.ClientMessage:
    """A proper message of this kind."""
    fields = msgspec.structs.fields(message_class(kind))
    values = {one.name: VALUES[one.name] for one in fields if one.name in VALUES}
    id = new_id()
    if kind is say.Signed:
        values["message"] = msgspec.json.encode(say.OpenBetting(id, "rws-blackjack")).decode()
    return kind(id=id, **values)


def refused_by_role(reply: Reply, role: Role, kind: MessageKind) -> bool:
    """Turned away at the desk, before anybody looked at what was asked."""
    tag = message_class(kind).__struct_config__.tag
    return (reply.ok, reply.code, reply.message) == (
        False,
        "not-allowed",
        f"{with_article(role)} may not ask for {tag}",
    )


async def come_in(house: LiveHouse, role: Role) -> Client:
    if role is Role.WATCHER:
        return await house.client(await house.api())
    if role is Role.GUEST:
        return await house.guest()
    if role is Role.PLAYER:
        return await house.client(await house.player("ann"))
    return await house.client(await house.staff(role))


async def each(house: LiveHouse, role: Role) -> AsyncIterator[tuple[Client, MessageKind]]:
    """Every kind of message, and who sends it: on one socket after another, since none may say so
    many in a moment."""
    one = await come_in(house, role)
    for number, kind in enumerate(WHO_MAY, 1):
        yield one, kind
        if not number % 30:
            one = await house.client(one.api)


def test_every_message_has_an_entry_and_it_is_the_one_meant() -> None:
    enter_all()
    assert set(MAY_SEND) == set(HANDLERS) == set(get_args(say.Asked)) == set(WHO_MAY)
    for kind, roles in WHO_MAY.items():
        assert MAY_SEND[message_class(kind)] == roles, kind


def test_nobody_of_the_staff_can_have_a_stake() -> None:
    """A lab bets too, with chips that are in no books, and at staged tables alone."""
    enter_all()
    for kind in BETS:
        assert MAY_SEND[message_class(kind)] & STAFF == {Role.LAB}, kind


@pytest.mark.clause("R30")
@pytest.mark.parametrize("role", list(Role))
async def test_each_role_may_send_what_is_its_own_and_nothing_else(role: Role) -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        let_in = set()
        async for one, kind in each(house, role):
            reply = await one.ask(message(kind))
            assert reply.code not in ("bad-message", "too-often"), (kind, reply)
            if not refused_by_role(reply, role, kind):
                let_in.add(kind)
        assert let_in == {kind for kind, roles in WHO_MAY.items() if role in roles}
        if role in STAFF:
            assert house.house.rooms["rws-blackjack"].state.seats == {}


@pytest.mark.parametrize("role", list(Role))
async def test_without_an_entry_nobody_may(role: Role, monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler that somebody forgot to list is nobody's."""
    async with serving([by_hand("rws-blackjack")]) as house:
        async for one, kind in each(house, role):
            monkeypatch.delitem(MAY_SEND, message_class(kind))
            assert refused_by_role(await one.ask(message(kind)), role, kind), kind
