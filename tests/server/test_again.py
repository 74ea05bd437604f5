"""Asking again: an id stands for the message it came with, for good where a journal keeps it, also
when the house was started anew and when what was asked is not legal any more."""

from typing import Any

import pytest

from croupier.client import Client, LaidBet
from croupier.engine.inputs import Action
from croupier.server import rates
from croupier.server.accounts import MOST_ANSWERS
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from croupier.wire.views import Chip
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import (
    Stacked,
    bet,
    join_as,
    next_round,
    no_more_bets,
    own_view,
    untimed,
)

WHEEL, OTHER, RWS, LIVE = "live-roulette", "other-wheel", "rws-blackjack", "live-blackjack"
STACKED = "TS 9H 6D"
RED, BEHIND = (LaidBet("red", 10_00),), (LaidBet("behind", 10_00, 1),)


async def code(client: Client, message: Any) -> str:
    reply: Reply = await client.ask(message)
    return "ok" if reply.ok else reply.code


async def back(house: LiveHouse, token: str) -> Client:
    """The same player with a new house."""
    return await house.client(await house.api(token))


async def test_an_id_stands_for_its_table_and_its_round() -> None:
    """Whoever sits at one table has not thereby sat at another."""
    async with serving([untimed(RWS), untimed(LIVE)]) as house:
        ann = await join_as(house, RWS, "ann")
        await ann.join(LIVE)
        assert await code(ann, say.TakeSeat("sit", RWS, 1)) == "ok"
        assert await code(ann, say.TakeSeat("sit", LIVE, 1)) == "other-command"
        assert house.house.live_tables.tables[LIVE].state.seats == {}
        assert await code(ann, say.TakeSeat("sit", RWS, 1)) == "ok"


async def test_a_decision_of_one_round_is_none_in_another() -> None:
    async with serving([untimed(RWS)], randbelow=Stacked("TS 9H 6D TD TH 9S 5D 9C TC")) as house:
        ann = await join_as(house, RWS, "ann", 1)
        for number, told in ((1, "ok"), (2, "other-command")):
            await bet(ann, RWS, ("initial", 10_00, 1))
            await no_more_bets(house, RWS, ann)
            await ann.until(lambda: own_view(ann, RWS).asked)
            assert await code(ann, say.Decide("stand", RWS, number, Action.STAND, 1)) == told
            if told == "ok":
                await ann.until(lambda: ann.tables[RWS].over)
                await next_round(house, RWS, ann)
        assert own_view(ann, RWS).asked


async def test_what_was_refused_may_be_asked_again() -> None:
    async with serving([untimed(RWS)]) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob")
        assert await code(bob, say.TakeSeat("sit", RWS, 1)) == "illegal-bet"
        await ann.do(say.LeaveSeat("up", RWS, 1))
        assert await code(bob, say.TakeSeat("sit", RWS, 1)) == "ok"


async def test_an_answer_is_given_again_though_it_is_not_legal_any_more() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        assert await code(ann, say.PlaceBets("bets", WHEEL, 1, RED)) == "ok"
        await no_more_bets(house, WHEEL, ann)
        await ann.until(lambda: ann.tables[WHEEL].over)
        assert await code(ann, say.PlaceBets("bets", WHEEL, 1, RED)) == "ok"
        assert await code(ann, say.PlaceBets("later", WHEEL, 1, RED)) == "illegal-action"


async def test_after_a_new_start_a_journal_answers(lasting_url: str) -> None:
    # A pocket that loses: what was staked is not given back.
    async with serving(
        [untimed(WHEEL), untimed(RWS)], lasting_url, randbelow=Stacked(STACKED)
    ) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.join(RWS)
        await ann.do(say.TakeSeat("sit", RWS, 1))
        await ann.do(say.GiveEntropy("cut", WHEEL, "ann"))
        await ann.do(say.PlaceBets("bets", WHEEL, 1, RED))
        await no_more_bets(house, WHEEL, ann)
        await ann.until(lambda: ann.tables[WHEEL].over)
        await next_round(house, WHEEL, ann)
        token = ann.api.token
    async with serving([untimed(WHEEL), untimed(RWS)], lasting_url) as house:
        ann = await back(house, token)
        await ann.join(WHEEL)
        before = house.house.store.balance("wallet:ann")
        # What the journals have is answered as it was; another message under the id is not.
        assert await code(ann, say.TakeSeat("sit", RWS, 1)) == "ok"
        assert await code(ann, say.TakeSeat("sit", RWS, 2)) == "other-command"
        assert await code(ann, say.GiveEntropy("cut", WHEEL, "ann")) == "ok"
        assert await code(ann, say.GiveEntropy("cut", WHEEL, "bob")) == "other-command"
        assert await code(ann, say.PlaceBets("bets", WHEEL, 1, RED)) == "ok"
        assert await code(ann, say.PlaceBets("bets", WHEEL, 2, RED)) == "other-command"
        assert await code(ann, say.PlaceBets("never", WHEEL, 1, RED)) == "stale"
        assert own_view(ann, WHEEL).confirmed == ()
        # The last bet is kept, for it is in the journal too.
        assert own_view(ann, WHEEL).last_bets == (Chip("red", 10_00),)
        assert house.house.store.balance("wallet:ann") == before
        assert_books_balance(house)


async def test_an_id_of_something_else_confirms_nothing() -> None:
    """The id was a seat's: that is no confirmed bet, not even of nothing."""
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann")
        await ann.do(say.TakeSeat("id", RWS, 1))
        assert await code(ann, say.PlaceBets("id", RWS, 1, ())) == "other-command"


async def test_a_bet_behind_is_remembered_when_its_round_is_over(lasting_url: str) -> None:
    """It is in the journal: that its round takes no bets any more does not make it undone."""
    async with serving(
        [untimed(LIVE)], lasting_url, randbelow=Stacked("TS 9H 6D 8C", burned=6)
    ) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        await bob.do(say.ChooseFollow("follow", LIVE, False))
        await bet(ann, LIVE, ("initial", 10_00, 1))
        assert await code(bob, say.PlaceBets("behind", LIVE, 1, BEHIND)) == "ok"
        await no_more_bets(house, LIVE, ann, bob)
        await ann.until(lambda: own_view(ann, LIVE).asked)
        await ann.do(say.Decide("stand", LIVE, 1, Action.STAND, 1))
        await bob.until(lambda: bob.tables[LIVE].over)
        await next_round(house, LIVE, bob)
        token = bob.api.token
    async with serving([untimed(LIVE)], lasting_url) as house:
        bob = await back(house, token)
        await bob.join(LIVE)
        before = house.house.store.balance("wallet:bob")
        told = await code(bob, say.PlaceBets("behind", LIVE, 1, BEHIND))
        assert told == "ok"
        other = say.PlaceBets("behind", LIVE, 1, (LaidBet("behind", 15_00, 1),))
        assert await code(bob, other) == "other-command"
        assert house.house.store.balance("wallet:bob") == before


async def test_a_seat_taken_is_confirmed_though_the_house_closes() -> None:
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann")
        await ann.do(say.TakeSeat("sit", RWS, 1))
        house.house.draining = True
        assert await code(ann, say.TakeSeat("sit", RWS, 1)) == "ok"
        assert await code(ann, say.TakeSeat("other", RWS, 2)) == "closing"


async def test_a_line_is_said_and_reported_once() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann, bob = await join_as(house, WHEEL, "ann"), await join_as(house, WHEEL, "bob")
        first: Any = await ann.do(say.Say("say", WHEEL, "hello"))
        assert await ann.do(say.Say("say", WHEEL, "hello")) == first
        await sync(bob)
        assert [one.text for one in bob.chat] == ["hello"]
        report = say.ReportChat("report", WHEEL, first["line"], "rude")
        told = await bob.do(report)
        assert await bob.do(report) == told
        other = say.ReportChat("again", WHEEL, first["line"], "rude")
        assert await code(bob, other) == "illegal-action"


async def test_the_pit_is_called_once() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        for _ in range(2):
            await table.dealer.do(say.CallPit("call", WHEEL, "please come"))
        (alert,) = [one for one in house.house.floor.open_alerts() if "please" in one.raised.text]
        assert alert.times == 1


async def test_bets_are_remembered_longer_than_the_last_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rates, "BURST", 1_000)
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        bets = say.PlaceBets("bets", WHEEL, 1, RED)
        await ann.do(bets)
        for number in range(MOST_ANSWERS):
            await ann.do(say.PlaceBets(f"none-{number}", WHEEL, 1, ()))
        await ann.do(bets)
        await sync(ann)
        assert own_view(ann, WHEEL).confirmed == ()


@pytest.mark.parametrize(
    "another", [say.Say("id", WHEEL, "other"), say.ReportChat("id", WHEEL, "none", "rude")]
)
async def test_all_sockets_of_an_account_share_their_ids(another: Any) -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        second = await house.client(ann.api)
        await ann.do(say.Say("id", WHEEL, "hello"))
        assert await code(second, say.Say("id", WHEEL, "hello")) == "ok"
        assert await code(second, another) == "other-command"
        assert [one.text for one in ann.chat] == ["hello"]
