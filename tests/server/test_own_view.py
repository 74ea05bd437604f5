"""What a player alone is told: what may be said early, sat at, undone and repeated, and how much is
at stake."""

from croupier.client import Client, new_id
from croupier.engine.inputs import Action
from croupier.wire import commands as say
from croupier.wire.views import Chip
from tests.support.live_clients import sync
from tests.support.live_house import serving
from tests.support.live_play import (
    Stacked,
    bet,
    join_as,
    next_round,
    no_more_bets,
    own_view,
    play_out,
    untimed,
)

RWS, LIVE, WHEEL = "rws-blackjack", "live-blackjack", "live-roulette"


def coming(client: Client, table: str) -> dict[int, list[str]]:
    return {one.box: [*map(str, one.actions)] for one in own_view(client, table).coming}


async def test_what_may_be_said_early_is_what_the_cards_allow() -> None:
    """Ann has ten and nine, Bob a pair of eights, Cleo three and two, which has to draw."""
    cards = "TS 8H 3D 5C 9D 8C 2S"
    async with serving([untimed(RWS)], randbelow=Stacked(cards)) as house:
        ann, bob, cleo = [
            await join_as(house, RWS, name, box)
            for name, box in (("ann", 1), ("bob", 3), ("cleo", 5))
        ]
        for one, box in ((ann, 1), (bob, 3), (cleo, 5)):
            await bet(one, RWS, ("initial", 25_00, box))
        assert coming(bob, RWS) == {}
        await no_more_bets(house, RWS, ann, bob, cleo)
        await ann.until(lambda: own_view(ann, RWS).asked)
        await sync(bob, cleo)
        # Whose turn it is says it, and not early.
        assert coming(ann, RWS) == {}
        assert coming(bob, RWS) == {3: ["hit", "stand", "double", "split"]}
        assert coming(cleo, RWS) == {5: ["hit", "double"]}
        await ann.decide(RWS, Action.STAND, 1)
        await sync(bob, cleo)
        assert coming(bob, RWS) == {}
        assert coming(cleo, RWS) == {5: ["hit", "double"]}


async def test_the_current_bet_grows_with_play() -> None:
    """A split, and a double of its first hand; who follows behind has staked more, too."""
    async with serving(
        [untimed(LIVE)], randbelow=Stacked("8S 6H 8D 3C TD 9H TS", burned=6)
    ) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        await bet(ann, LIVE, ("initial", 25_00, 1))
        await bob.do(say.ChooseFollow(new_id(), LIVE, True))
        await bob.place(LIVE, "behind", 5_00, 1)
        await no_more_bets(house, LIVE, ann, bob)
        await ann.until(lambda: own_view(ann, LIVE).asked)
        assert own_view(ann, LIVE).current_bet == 25_00
        await ann.decide(LIVE, Action.SPLIT, 1)
        await sync(ann, bob)
        assert own_view(ann, LIVE).current_bet == 50_00
        assert own_view(bob, LIVE).current_bet == 10_00
        await ann.until(lambda: own_view(ann, LIVE).asked)
        await ann.decide(LIVE, Action.DOUBLE, 1)
        await sync(ann, bob)
        assert own_view(ann, LIVE).current_bet == 75_00
        assert own_view(bob, LIVE).current_bet == 15_00
        # The chips of those behind are told apart from the seat's.
        play = ann.tables[LIVE].play
        assert [(one.stake, one.behind) for one in play.boxes[0].hands] == [  # type: ignore[union-attr]
            (60_00, 10_00),
            (30_00, 5_00),
        ]


async def test_seats_are_offered_while_one_may_be_taken() -> None:
    async with serving([untimed(LIVE), untimed(WHEEL)]) as house:
        ann, bob = await join_as(house, LIVE, "ann"), await join_as(house, LIVE, "bob")
        assert own_view(ann, LIVE).may_sit
        await ann.sit(LIVE, 1)
        await sync(ann)
        assert not own_view(ann, LIVE).may_sit
        await ann.do(say.LeaveSeat(new_id(), LIVE, 1))
        await sync(ann)
        assert own_view(ann, LIVE).may_sit
        await ann.sit(LIVE, 1)
        await bet(ann, LIVE, ("initial", 25_00, 1))
        await bob.place(LIVE, "behind", 5_00, 1)
        await sync(bob)
        assert not own_view(bob, LIVE).may_sit
        await ann.join(WHEEL)
        await sync(ann)
        assert not own_view(ann, WHEEL).may_sit


async def test_the_last_bet_is_told_until_there_is_another() -> None:
    async with serving([untimed(WHEEL)], randbelow=Stacked(pockets=(17,))) as house:
        ann = await join_as(house, WHEEL, "ann")
        assert own_view(ann, WHEEL).last_bets == ()
        await bet(ann, WHEEL, ("red", 5_00))
        assert own_view(ann, WHEEL).last_bets == ()
        await no_more_bets(house, WHEEL, ann)
        await play_out(house, WHEEL, ann)
        await next_round(house, WHEEL, ann)
        assert (own_view(ann, WHEEL).confirmed, own_view(ann, WHEEL).last_bets) == (
            (),
            (Chip("red", 5_00),),
        )
        # Whoever comes back has it again.
        again = await house.client(ann.api)
        await again.join(WHEEL)
        assert own_view(again, WHEEL).last_bets == (Chip("red", 5_00),)
