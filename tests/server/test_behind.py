"""Betting behind a seat (LIVE 2.5): who may, who follows, and who has no chat."""

import pytest

from croupier.client import Client, LaidBet, new_id
from croupier.engine.inputs import Action
from croupier.wire import commands as say
from croupier.wire.views import BlackjackPlay
from tests.server.test_bets import no
from tests.server.test_decisions import settled, until_asked, until_over
from tests.support.clock import HandClock
from tests.support.live_clients import (
    assert_books_balance,
    play_of,
    reply_code,
    sync,
    until_balance,
)
from tests.support.live_house import serving
from tests.support.live_play import Stacked, bet, join_as, net, no_more_bets, own_view, untimed

LIVE = "live-blackjack"
# Eights are split; a three makes eleven, doubled to 21; a nine makes 17; the dealer busts.
EIGHTS = "8S 6H 8D TC 3C TD 9H TS"


@pytest.mark.clause("LIVE 2.5.2", "LIVE 2.5.2.7", "R19")
async def test_following_and_not_following_over_a_split_and_a_double(lasting_url: str) -> None:
    async with serving([untimed(LIVE)], lasting_url, randbelow=Stacked(EIGHTS, burned=6)) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        bob, cat, dan = [await join_as(house, LIVE, name) for name in ("bob", "cat", "dan")]
        await bet(ann, LIVE, ("initial", 20_00, 1))
        assert own_view(bob, LIVE).follow is None
        assert await reply_code(bob, say.ChooseFollow, LIVE, True) == "ok"
        assert await reply_code(cat, say.ChooseFollow, LIVE, False) == "ok"
        assert (own_view(bob, LIVE).follow, own_view(cat, LIVE).follow) == (True, False)
        # Dan has not answered: he does not follow.
        for one, amount in ((bob, 10_00), (cat, 30_00), (dan, 40_00)):
            await one.place(LIVE, "behind", amount, 1)
            assert own_view(one, LIVE).current_bet == amount
        await no_more_bets(house, LIVE)
        await until_asked(ann, LIVE)
        await ann.decide(LIVE, Action.SPLIT, 1)
        await until_asked(ann, LIVE)
        await ann.decide(LIVE, Action.DOUBLE, 1, amount=10_00)
        await until_asked(ann, LIVE)
        (box,) = play_of(ann, LIVE, BlackjackPlay).boxes
        # Bob doubles in the seat's proportion, to half; the others stand on the right hand alone.
        assert [hand.stake for hand in box.hands] == [30_00 + 15_00 + 30_00 + 40_00, 20_00 + 10_00]
        assert (box.behind, box.behind_count) == (80_00, 3)
        await ann.decide(LIVE, Action.STAND, 1)
        await until_over(ann, bob, cat, dan, table=LIVE)
        assert [line[1:3] for line in settled(ann, LIVE)] == [(30_00, 60_00), (20_00, 40_00)]
        assert [line[1:3] for line in settled(bob, LIVE)] == [(15_00, 30_00), (10_00, 20_00)]
        assert [line[1:3] for line in settled(cat, LIVE)] == [(30_00, 60_00)]
        assert [line[1:3] for line in settled(dan, LIVE)] == [(40_00, 80_00)]
        for one in (ann, bob, cat, dan):
            await until_balance(one, 1_000_00 + net(one, LIVE))
        assert_books_balance(house)


@pytest.mark.clause("LIVE 2.5.2.10", "LIVE 2.5.2.11", "R19")
async def test_the_answer_counts_for_the_chip_that_lies_there() -> None:
    async with serving([untimed(LIVE)], randbelow=Stacked(EIGHTS, burned=6)) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        bob, cat = [await join_as(house, LIVE, name) for name in ("bob", "cat")]
        await bet(ann, LIVE, ("initial", 20_00, 1))
        for one, follow in ((bob, True), (cat, False)):
            await one.place(LIVE, "behind", 10_00, 1)
            await one.follow(LIVE, follow)
        await no_more_bets(house, LIVE)
        await until_asked(ann, LIVE)
        await ann.decide(LIVE, Action.SPLIT, 1)
        await bob.until(lambda: own_view(bob, LIVE).current_bet == 20_00)
        assert own_view(cat, LIVE).current_bet == 10_00
        for _ in range(2):
            await until_asked(ann, LIVE)
            await ann.decide(LIVE, Action.STAND, 1)
        await until_over(ann, bob, cat, table=LIVE)
        assert [line[1:3] for line in settled(bob, LIVE)] == [(10_00, 20_00), (10_00, 20_00)]
        assert [line[1:3] for line in settled(cat, LIVE)] == [(10_00, 20_00)]
        assert_books_balance(house)


@pytest.mark.clause("R19", "LIVE 2.5.2.10")
async def test_who_cannot_pay_follows_no_longer() -> None:
    async with serving([untimed(LIVE)], randbelow=Stacked(EIGHTS, burned=6)) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        poor = await house.client(await house.player("poor", 15_00))
        await poor.join(LIVE)
        await reply_code(poor, say.ChooseFollow, LIVE, True)
        await bet(ann, LIVE, ("initial", 20_00, 1))
        await poor.place(LIVE, "behind", 10_00, 1)
        await no_more_bets(house, LIVE)
        await until_asked(ann, LIVE)
        await ann.decide(LIVE, Action.SPLIT, 1)
        await until_asked(ann, LIVE)
        await ann.decide(LIVE, Action.DOUBLE, 1)
        await until_asked(ann, LIVE)
        await ann.decide(LIVE, Action.STAND, 1)
        await until_over(ann, poor, table=LIVE)
        assert [line[1:3] for line in settled(poor, LIVE)] == [(10_00, 20_00)]
        await until_balance(poor, 25_00)
        assert_books_balance(house)


async def test_a_bet_behind_is_placed_once_however_often_it_is_said() -> None:
    async with serving([untimed(LIVE)]) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        await bet(ann, LIVE, ("initial", 20_00, 1))
        place = say.PlaceBets(new_id(), LIVE, 1, (LaidBet("behind", 10_00, 1),))
        first = await bob.ask(place)
        assert first.ok
        assert await bob.ask(place) == first
        assert house.house.store.balance("wallet:bob") == 990_00
        await bob.place(LIVE, "behind", 5_00, 1)
        assert [(chip.bet, chip.amount) for chip in own_view(bob, LIVE).confirmed] == [
            ("behind", 15_00)
        ]
        assert own_view(bob, LIVE).current_bet == 15_00
        assert house.house.store.balance("wallet:bob") == 985_00
        await ann.until(lambda: ann.tables[LIVE].boxes[0].behind == 15_00)
        assert ann.tables[LIVE].boxes[0].behind_count == 1
        assert_books_balance(house)


@pytest.mark.clause("LIVE 2.5.2.1", "LIVE 2.5.2.3", "LIVE 2.5.2.13", "LIVE 2.4.5")
async def test_who_may_not_bet_behind() -> None:
    async with serving([untimed(LIVE)]) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob", 2)
        cat = await join_as(house, LIVE, "cat")
        empty = await no(cat, say.PlaceBets, LIVE, [LaidBet("behind", 10_00, 1)])
        assert empty == ("illegal-bet", "LIVE 2.5.2.1")
        await bet(ann, LIVE, ("initial", 20_00, 1))
        await bet(bob, LIVE, ("initial", 20_00, 2))
        seated = await no(bob, say.PlaceBets, LIVE, [LaidBet("behind", 10_00, 1)])
        assert seated == ("illegal-bet", "LIVE 2.5.2.3")
        await cat.place(LIVE, "behind", 10_00, 1)
        both = [LaidBet("behind", 10_00, box) for box in (1, 2)]
        second = await no(cat, say.PlaceBets, LIVE, both)
        assert second == ("illegal-bet", "LIVE 2.4.5")
        sits = await no(cat, say.TakeSeat, LIVE, 3)
        assert sits == ("illegal-bet", "LIVE 2.5.2.3")
        assert await reply_code(cat, say.ChooseFollow, LIVE, True) == "ok"
        again = await no(cat, say.ChooseFollow, LIVE, False)
        assert again == ("illegal-action", "LIVE 2.5.2.13")
        assert own_view(cat, LIVE).follow is True


@pytest.mark.clause("LIVE 2.5.2.1")
async def test_the_seat_lifts_its_bet_and_the_bet_behind_goes_back() -> None:
    async with serving([untimed(LIVE)]) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        cat = await join_as(house, LIVE, "cat", 2)
        await bet(ann, LIVE, ("initial", 20_00, 1))
        await bet(cat, LIVE, ("initial", 20_00, 2))
        await bob.place(LIVE, "behind", 10_00, 1)
        await ann.place_bets(LIVE)
        await no_more_bets(house, LIVE, ann, bob)
        assert own_view(bob, LIVE).confirmed == ()
        await until_balance(bob, 1_000_00)


# Chat -------------------------------------------------------------------------------------------


def heard(client: Client) -> list[tuple[str, str]]:
    return [(line.player, line.text) for line in client.chat]


@pytest.mark.clause("LIVE 1.5", "LIVE 2.5.2.9")
async def test_the_chat_is_for_all_but_those_betting_behind() -> None:
    async with serving([untimed(LIVE)]) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        crowd, cat = await house.guest(), await house.guest()
        await crowd.join(LIVE)
        message = say.Say(new_id(), LIVE, "good evening")
        first = await bob.ask(message)
        assert first.ok
        # Sent twice, said once.
        assert await bob.ask(message) == first
        await sync(ann, bob, crowd, cat)
        assert heard(ann) == heard(bob) == heard(crowd) == [("bob", "good evening")]
        # Who is not at the table hears nothing; who comes later hears what was said.
        assert heard(cat) == []
        await cat.join(LIVE)
        await sync(cat)
        assert heard(cat) == [("bob", "good evening")]
        await bet(ann, LIVE, ("initial", 20_00, 1))
        await bob.place(LIVE, "behind", 10_00, 1)
        behind = await no(bob, say.Say, LIVE, "hit me")
        assert behind == ("illegal-action", "LIVE 2.5.2.9")
        assert await reply_code(ann, say.Say, LIVE, "thank you") == "ok"
        await sync(ann, bob, crowd)
        assert heard(bob) == [("bob", "good evening")]
        assert heard(ann) == heard(crowd) == [("bob", "good evening"), ("ann", "thank you")]
        # Nor does a second device hear it.
        second = await house.client(bob.api)
        await second.join(LIVE)
        await sync(second)
        assert heard(second) == []


async def test_slow_mode_and_reports() -> None:
    async with serving([untimed(LIVE)], clock=HandClock()) as house:
        ann, bob = await join_as(house, LIVE, "ann"), await join_as(house, LIVE, "bob")
        for text in ("one", "two", "three"):
            assert await reply_code(ann, say.Say, LIVE, text) == "ok"
        assert (await no(ann, say.Say, LIVE, "four"))[0] == "too-often"
        assert (await no(bob, say.Say, LIVE, "\u202e"))[0] == "bad-text"
        await sync(bob)
        assert [text for _, text in heard(bob)] == ["one", "two", "three"]
        line = bob.chat[0].line
        assert await reply_code(bob, say.ReportChat, LIVE, line, "rude") == "ok"
        assert [one.reported.by for one in house.house.floor.reports(open_only=True)] == ["bob"]
        again = await no(bob, say.ReportChat, LIVE, line, "rude")
        assert again[0] == "illegal-action"
        assert (await no(bob, say.ReportChat, LIVE, "nothing", "rude"))[0] == "illegal-action"
        assert (await no(bob, say.ReportChat, "no-table", line, "rude"))[0] == "unknown-table"
        assert (await no(bob, say.Say, "no-table", "hello"))[0] == "unknown-table"
