"""What dealer and pit are told of the felt: stakes that play has added, bets that go back, and what
was done before they came."""

from croupier.engine.inputs import Capacity, Misdeal
from croupier.house.roles import Role
from croupier.wire import commands as say
from croupier.wire.views import SpotChips
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving


def chips(table: HandDealt) -> list[SpotChips]:
    told = table.dealer.staff[table.table].bets
    assert table.pit.staff[table.table].bets == told
    return list(told)


async def test_what_play_adds_lies_on_the_felt() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann, bob = await table.player("ann", 1), await table.player("bob", 2)
        await table.begin((ann, 1), (bob, 2))
        main = [SpotChips("ann", "initial", 100_00, 1), SpotChips("bob", "initial", 100_00, 2)]
        assert chips(table) == main
        await table.deal("8S 5H AD 8H 6C")
        await table.ok(bob, say.Decide, "insure", 2, amount=50_00)
        await sync(table.dealer, table.pit)
        assert chips(table) == [*main, SpotChips("bob", "insurance", 50_00, 2)]
        await table.decide(ann, "split", 1)
        await table.deal("3C")
        await table.decide(ann, "double", 1)
        await table.deal("TC TD")
        await table.decide(ann, "stand", 1)
        await table.decide(bob, "double", 2)
        await sync(table.dealer, table.pit)
        assert chips(table) == [
            SpotChips("ann", "initial", 100_00, 1, hand=1),
            main[1],
            SpotChips("ann", "double", 100_00, 1, hand=1),
            SpotChips("ann", "split", 100_00, 1, hand=2),
            SpotChips("bob", "double", 100_00, 2),
            SpotChips("bob", "insurance", 50_00, 2),
        ]
        assert sum(one.amount for one in chips(table)) == table.view.staked


async def test_a_raised_ante_has_its_wager_beside_it() -> None:
    async with serving([by_hand("rws-knockout-baccarat")]) as house:
        table = await HandDealt.open(house, "rws-knockout-baccarat")
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "ante-player", 10_00)
        await table.no_more_bets(ann)
        await table.deal("2S")
        await table.ok(ann, say.Decide, "raise", bet="ante-player")
        await sync(table.dealer, table.pit)
        ante = SpotChips("ann", "ante-player", 10_00, 1)
        assert chips(table) == [ante, SpotChips("ann", "wager-player", 20_00, 1)]


async def test_who_withdrew_does_not_look_in_play() -> None:
    """R28: the hand stays where it lies, and its chips go back."""
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann, bob = await table.player("ann", 1), await table.player("bob", 2)
        await table.begin((ann, 1), (bob, 2))
        await table.deal("TS TH 6D 9H 9C")
        await table.ok(table.pit, say.Rule, Misdeal(Capacity.PIT, reconstructed=True))
        await table.decide(ann, "withdraw")
        kept = SpotChips("bob", "initial", 100_00, 2)
        back = SpotChips("ann", "initial", 100_00, 1, back=100_00, withdrawn=True)
        assert chips(table) == [back, kept]
        await table.decide(bob, "stand", 2)
        await table.deal("3C TC")
        await table.over(ann, bob)
        payments = {one.player: (one.pay, one.collect, one.back) for one in table.guide.payments}
        assert payments == {"ann": (0, 0, 100_00), "bob": (0, 0, 0)}
        assert table.guide.text.startswith("Box 1: 100 goes back; box 2: the bets stay.")
        assert_books_balance(house)


async def test_whoever_comes_late_is_told_what_was_done() -> None:
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        await table.deal("TS 6D 2H")
        await table.decide(ann, "hit", 1)
        await table.deal("3H")
        await table.decide(ann, "stand", 1)
        late = await house.client(await house.staff(Role.SHIFT))
        await late.join(table.table)
        done = late.staff[table.table].events
        assert [(one.by, one.what, one.box, one.to, one.card) for one in done] == [
            ("dealer", "no-more-bets", None, None, None),
            ("dealer", "card", 1, "box", "TS"),
            ("dealer", "card", None, "dealer", "6D"),
            ("dealer", "card", 1, "box", "2H"),
            ("ann", "hit", 1, None, None),
            ("dealer", "card", 1, "box", "3H"),
            ("ann", "stand", 1, None, None),
        ]
        times = [one.at_ms for one in done]
        assert times[0] > 0
        assert times == sorted(times)
        assert table.dealer.staff[table.table].events == done
        # The next round begins with a clean page.
        await table.deal("TD 2C")
        await table.open_betting(ann)
        assert table.dealer.staff[table.table].events == ()


async def test_a_call_and_its_answer_are_part_of_the_round() -> None:
    async with serving([by_hand("live-roulette")]) as house:
        table = await HandDealt.open(house, "live-roulette")
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.ok(table.dealer, say.CallPit, "a chip rolled away")
        await table.ok(table.pit, say.AnswerCall, "it lay on red")
        await table.dealer.until(lambda: len(table.dealer.staff[table.table].events) == 2)
        called, answered = table.dealer.staff[table.table].events
        assert (called.by, called.what, called.text) == (
            "the-dealer",
            "call-pit",
            "a chip rolled away",
        )
        assert (answered.by, answered.what, answered.text) == (
            "the-pit",
            "answer-call",
            "it lay on red",
        )
