"""Games and side bets of other packages at live tables: the house deals, a person deals, and what
happened can be checked and read afterwards."""

from croupier.table.guide import GuideStep
from croupier.wire.hands import HandsPlay
from tests.support.live_clients import assert_books_balance
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving
from tests.support.live_play import Stacked, bet, join_as, no_more_bets, play_out, untimed

GAME = "dragon-tiger"


async def test_the_house_deals_dragon_tiger() -> None:
    async with serving([untimed(GAME)], randbelow=Stacked("9S 9H")) as house:
        ann = await join_as(house, GAME, "ann")
        (there,) = await ann.lobby()
        assert (there.family, there.title) == (GAME, "Dragon Tiger")
        await bet(ann, GAME, ("dragon", 10_00), ("tie", 5_00))
        await no_more_bets(house, GAME, ann)
        await ann.until(lambda: ann.tables[GAME].over)
        play = ann.tables[GAME].play
        assert isinstance(play, HandsPlay)
        assert [(hand.place, hand.cards) for hand in play.hands] == [
            ("dragon", ("9S",)),
            ("tiger", ("9H",)),
        ]
        (last,) = ann.tables[GAME].last
        assert last.result is not None
        assert last.result.facts == {"dragon": "9S", "tiger": "9H"}
        assert {line.bet: (line.returned, line.clause) for line in ann.you[GAME].lines} == {
            "dragon": (5_00, "DT 5"),
            "tie": (45_00, "DT 6"),
        }
        assert_books_balance(house)


async def test_a_person_deals_dragon_tiger_by_the_guide() -> None:
    async with serving([by_hand(GAME)]) as house:
        table = await HandDealt.open(house, GAME)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await ann.place(GAME, "tiger", 10_00)
        await table.no_more_bets(ann)
        assert (table.guide.step, table.guide.text) == (GuideStep.DEAL_CARD, "Deal: Dragon.")
        await table.deal("4S")
        assert table.guide.text == "Deal: Tiger."
        await table.deal("KD")
        await table.over(ann)
        assert [payment.pay for payment in table.guide.payments] == [10_00]
        assert ann.you[GAME].returned == 20_00
        assert_books_balance(house)


async def test_what_was_dealt_is_fair_and_can_be_read() -> None:
    async with serving([untimed(GAME)], randbelow=Stacked("KS 2H")) as house:
        ann = await join_as(house, GAME, "ann")
        await bet(ann, GAME, ("dragon", 10_00))
        await no_more_bets(house, GAME, ann)
        await ann.until(lambda: ann.tables[GAME].over)
        rules = await ann.api.call("GET", f"/api/tables/{GAME}/rules")
        assert [pay["name"] for pay in rules["bets"]] == ["Dragon", "Tiger", "Tie", "Suited Tie"]
        odds = await ann.api.call("GET", f"/api/tables/{GAME}/odds")
        assert {bet["bet"] for bet in odds["bets"]} == {"dragon", "tiger", "tie", "suited-tie"}


async def test_21_plus_3_at_a_table_that_switches_it_on() -> None:
    table = untimed("live-blackjack", **{"side-bets": "21+3"})
    async with serving([table], randbelow=Stacked("KS QS JS 7D")) as house:
        ann = await join_as(house, table.id, "ann", box=1)
        await bet(ann, table.id, ("initial", 10_00, 1), ("21+3", 5_00, 1))
        await no_more_bets(house, table.id, ann)
        await play_out(house, table.id, ann)
        lines = {line.bet: (line.returned, line.clause) for line in ann.you[table.id].lines}
        assert lines["21+3"] == (205_00, "TPT 4")
        assert_books_balance(house)
