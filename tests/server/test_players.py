"""Whole rounds of every game, by players on real sockets and on stores that last."""

import pytest

from croupier.client import Client
from croupier.engine.variants import VARIANTS
from croupier.rulebooks import clause
from croupier.wire import commands as say
from tests.support.live_clients import assert_books_balance, reply_code, sync, until_balance
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import (
    Stacked,
    bet,
    join_as,
    listen,
    net,
    next_round,
    no_more_bets,
    own_view,
    phases,
    play_out,
    public_messages,
    untimed,
)

Chips = tuple[tuple[str, int] | tuple[str, int, int], ...]

_BOXES: tuple[Chips, Chips] = ((("initial", 20_00, 1),), (("initial", 30_00, 3),))
_BETS: dict[str, tuple[Chips, Chips]] = {
    "rws-blackjack": (
        (("initial", 20_00, 1), ("player-pair", 5_00, 1), ("over-13", 10_00, 1)),
        (("initial", 30_00, 1), ("initial", 10_00, 3), ("under-13", 5_00, 3)),
    ),
    "rws-blackjack-plus": (
        (("initial", 20_00, 1), ("rws-pairs", 5_00, 1), ("boom-busted", 5_00)),
        (("initial", 30_00, 3),),
    ),
    "live-baccarat": (
        (("player", 20_00), ("tie", 5_00)),
        (("banker", 20_00),),
    ),
    "rws-knockout-baccarat": (
        (("player", 20_00), ("player-pair", 5_00), ("ante-player", 10_00), ("ante-banker", 10_00)),
        (("banker", 20_00), ("winning-total-7", 5_00), ("tie", 5_00)),
    ),
    "live-roulette": (
        (("red", 20_00), ("straight:0", 5_00), ("corner:16-20", 5_00)),
        (("dozen:2", 20_00), ("split:1-2", 5_00), ("column:3", 5_00), ("high", 5_00)),
    ),
}


async def _come(house: LiveHouse, game: str) -> tuple[Client, Client]:
    seats = (1, 3) if "blackjack" in game else (None, None)
    return await join_as(house, game, "ann", seats[0]), await join_as(house, game, "bob", seats[1])


@pytest.mark.parametrize("game", VARIANTS)
async def test_a_whole_round(game: str, lasting_url: str) -> None:
    async with serving([untimed(game)], lasting_url) as house:
        ann, bob = await _come(house, game)
        crowd = await house.guest()
        await crowd.join(game)
        heard = {one: listen(one) for one in (ann, bob, crowd)}
        for number in (1, 2):
            if number > 1:
                await next_round(house, game, ann, bob, crowd)
            before = {one: _balance(house, one) for one in (ann, bob)}
            for one, chips in zip((ann, bob), _BETS.get(game, _BOXES), strict=True):
                await bet(one, game, *chips)
                assert own_view(one, game).current_bet == sum(chip[1] for chip in chips)
            await no_more_bets(house, game, ann, bob, crowd)
            await play_out(house, game, ann, bob)
            await sync(crowd)
            for one in (ann, bob):
                you = own_view(one, game)
                assert you.round == number
                assert you.lines
                assert all(clause(line.clause).says for line in you.lines)
                assert {line.player for line in you.lines} == {one.api.name}
                after = before[one] + net(one, game)
                assert _balance(house, one) == after
                await until_balance(one, after)
            view = crowd.tables[game]
            assert view.over
            assert view.returned == own_view(ann, game).returned + own_view(bob, game).returned
            assert view.last[-1].round == number
        told = {one: public_messages(heard[one], game) for one in heard}
        assert told[ann] == told[bob] == told[crowd]
        first = told[ann][0].n
        assert [one.n for one in told[ann]] == list(range(first, first + len(told[ann])))
        assert phases(heard[crowd], game) == ["betting", "playing", "idle"] * 2
        said = [word for one in public_messages(heard[crowd], game) for word in one.said]
        # Betting was open already when they came.
        assert [word for word in said if "bets" in word] == [
            "No more bets",
            "Place your bets, please",
            "No more bets",
        ]
        assert_books_balance(house)


def _balance(house: LiveHouse, client: Client) -> int:
    return house.house.store.balance(f"wallet:{client.api.name}")


async def test_players_have_a_part_in_the_order() -> None:
    game = "live-baccarat"
    async with serving([untimed(game)]) as house:
        ann, bob = await join_as(house, game, "ann"), await join_as(house, game, "bob")
        for one in (ann, bob):
            name = one.api.name
            assert (
                await reply_code(one, say.GiveEntropy, game, f"only {name} knows") == "bad-message"
            )
            assert await reply_code(one, say.GiveEntropy, game, f"only-{name}-knows") == "ok"
            assert await reply_code(one, say.GiveEntropy, game, "again") == "illegal-action"
        await bet(ann, game, ("player", 20_00))
        await no_more_bets(house, game, ann)
        await play_out(house, game, ann)
        cat = await come_late(house, game)
        assert await reply_code(cat, say.GiveEntropy, game, "too-late") == "too-late"
        shoe = house.house.live_tables.tables[game].state.shoe
        assert shoe is not None
        assert set(shoe.entropy) == {"ann", "bob"}
        assert shoe.ready
        assert shoe.output
        seen = ann.tables[game].shoe
        assert seen is not None
        assert (seen.digest, seen.takes, seen.ready) == (shoe.digest, False, True)
        assert_books_balance(house)


async def come_late(house: LiveHouse, table: str) -> Client:
    """Between two rounds."""
    client = await house.client(await house.player("cat"))
    await client.join(table)
    return client


async def test_who_loses_all_is_told_how_the_session_stands() -> None:
    """Nothing is paid, so nothing moves in the purse: the net result does all the same."""
    wheel = "live-roulette"
    async with serving([untimed(wheel)], randbelow=Stacked(pockets=(0,))) as house:
        ann = await join_as(house, wheel, "ann")
        await bet(ann, wheel, ("red", 25_00))
        await no_more_bets(house, wheel, ann)
        await ann.until(lambda: ann.purse is not None and ann.purse.net == -25_00)
