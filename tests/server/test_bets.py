"""Bets: placed in one message, all that is to lie there; and what a draft would be refused for."""

from collections.abc import Iterable
from typing import Any

import pytest

from croupier.client import Client, LaidBet, new_id
from croupier.engine import protocol as engine
from croupier.engine.layout import Limits
from croupier.house.roles import Role
from croupier.table.commands import CloseBetting
from croupier.table.judging.betting import MOST_BETS
from croupier.wire import commands as say
from croupier.wire.checks import SpotRefusal
from croupier.wire.messages import Notice, NoticeCode
from tests.support.live_clients import (
    MessageKind,
    ask_table,
    assert_books_balance,
    reply_code,
    sync,
)
from tests.support.live_house import serving
from tests.support.live_play import (
    bet,
    house_command,
    join_as,
    next_round,
    no_more_bets,
    own_view,
    play_out,
    untimed,
)
from tests.support.rws import both, cites

WHEEL, RWS, LIVE, KNOCKOUT = (
    "live-roulette",
    "rws-blackjack",
    "live-blackjack",
    "rws-knockout-baccarat",
)
RED, BLACK = LaidBet("red", 10_00), LaidBet("black", 20_00)


def confirmed(client: Client, table: str = WHEEL) -> dict[str, int]:
    return {chip.bet: chip.amount for chip in own_view(client, table).confirmed}


def spots(refusals: Iterable[SpotRefusal]) -> dict[tuple[str, int | None], tuple[str, str]]:
    assert all(one.reason for one in refusals)
    return {(one.bet, one.box): (one.code, one.clause) for one in refusals}


async def no(
    client: Client, kind: MessageKind, table: str, *more: Any, **named: Any
) -> tuple[str, str]:
    reply = await ask_table(client, kind, table, *more, **named)
    assert not reply.ok, (kind, more, named)
    assert reply.message
    return reply.code, reply.clause


async def not_placed(client: Client, table: str, *bets: LaidBet, **named: Any) -> tuple[str, str]:
    return await no(client, say.PlaceBets, table, bets, **named)


@pytest.mark.clause("BJ5 5.2", "BJP 5.2", "R8")
@cites("BJ5 5.2", "BJP 5.2")
async def test_who_shares_a_box_is_advised_at_once_when_it_comes_under_its_minimum(
    game: str, clause: str
) -> None:
    async with serving([untimed(game)]) as house:
        ann, bob = [await join_as(house, game, name) for name in ("ann", "bob")]
        await bet(ann, game, ("initial", 5_00, 3))
        await bet(bob, game, ("initial", 2_00, 3))
        await bob.until(lambda: bob.tables[game].boxes[2].initial == 7_00)
        assert bob.tables[game].boxes[2].missing == 0
        await ann.place_bets(game)
        await bob.until(lambda: bob.tables[game].boxes[2].missing == 3_00)
        checked = await bob.check_bets(game, *bob.confirmed(game))
        assert spots(checked.short) == {("initial", 3): ("limit", clause)}
        assert checked.refused == ()
        await bob.place_bets(game, LaidBet("initial", 5_00, 3))
        await bob.until(lambda: bob.tables[game].boxes[2].missing == 0)
        await ann.place(game, "initial", 1_00, 3)
        await bob.place_bets(game)
        await ann.until(lambda: ann.tables[game].boxes[2].missing == 4_00)
        await ann.place_bets(game)
        await ann.until(lambda: ann.tables[game].bettors == 0)
        assert ann.tables[game].boxes[2].missing == 0
        assert_books_balance(house)


@pytest.mark.clause("BJ5 5.2", "BJP 5.2", "R14")
@pytest.mark.parametrize(
    ("game", "clause", "side_bet"),
    [("rws-blackjack", "BJ5 5.2", "player-pair"), ("rws-blackjack-plus", "BJP 5.2", "rws-pairs")],
)
async def test_a_player_whose_bets_go_back_when_betting_closes_is_told_why(
    game: str, clause: str, side_bet: str
) -> None:
    """Ann lifts her bets: bob's on box 3 is under the minimum, and cat's side bet on box 4 has no
    initial bet. Dan's stands."""
    async with serving([untimed(game)]) as house:
        names = ("ann", "bob", "cat", "dan")
        ann, bob, cat, dan = [await join_as(house, game, name) for name in names]
        await bet(ann, game, ("initial", 5_00, 3), ("initial", 5_00, 4))
        await bet(bob, game, ("initial", 2_00, 3), (side_bet, 1_00, 3))
        await bet(cat, game, (side_bet, 6_00, 4))
        await bet(dan, game, ("initial", 5_00, 5))
        await ann.place_bets(game)
        await no_more_bets(house, game, ann, bob, cat, dan)
        await bob.until(lambda: bob.notices)
        await cat.until(lambda: cat.notices)
        title = bob.tables[game].title
        assert [notices(player) for player in (ann, bob, cat, dan)] == [
            [],
            [
                (
                    NoticeCode.BETS_RETURNED,
                    f"{title}: box 3 was under its minimum when betting closed, and your 3 went "
                    f"back to you ({clause}).",
                )
            ],
            [
                (
                    NoticeCode.BETS_RETURNED,
                    f"{title}: 6 of your bets went back to you when betting closed: the bets they "
                    "depended on were no longer on the table.",
                )
            ],
            [],
        ]
        assert_books_balance(house)


@both
async def test_so_is_one_whose_bet_was_the_only_one(game: str) -> None:
    """Then there is no round, and betting stays open."""
    async with serving([untimed(game)]) as house:
        ann, bob = [await join_as(house, game, name) for name in ("ann", "bob")]
        await bet(ann, game, ("initial", 5_00, 3))
        await bet(bob, game, ("initial", 2_00, 3))
        await ann.place_bets(game)
        await house_command(house, game, CloseBetting())
        await bob.until(lambda: bob.notices)
        assert [code for code, _ in notices(bob)] == [NoticeCode.BETS_RETURNED]
        assert bob.tables[game].phase == "betting"
        assert house.house.store.balance("wallet:bob") == 1_000_00


def notices(client: Client) -> list[tuple[NoticeCode, str]]:
    return [(one.code, one.text) for one in client.notices if isinstance(one, Notice)]


# Placing ----------------------------------------------------------------------------------------


async def test_bets_are_placed_in_place_of_what_was_confirmed(lasting_url: str) -> None:
    async with serving([untimed(WHEEL)], lasting_url) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place_bets(WHEEL, RED, BLACK)
        assert confirmed(ann) == {"red": 10_00, "black": 20_00}
        assert own_view(ann, WHEEL).current_bet == 30_00
        assert house.house.store.balance("wallet:ann") == 970_00
        await ann.place_bets(WHEEL, RED, LaidBet("odd", 40_00))
        assert confirmed(ann) == {"red": 10_00, "odd": 40_00}
        assert house.house.store.balance("wallet:ann") == 950_00
        await ann.place_bets(WHEEL)
        assert (confirmed(ann), own_view(ann, WHEEL).current_bet) == ({}, 0)
        assert house.house.store.balance("wallet:ann") == 1_000_00
        assert_books_balance(house)


async def test_a_spot_named_twice_holds_both() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place_bets(WHEEL, RED, RED)
        assert confirmed(ann) == {"red": 20_00}


async def test_all_of_it_or_nothing() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place_bets(WHEEL, RED)
        for wrong, code in (
            (LaidBet("purple", 10_00), "unknown-bet"),
            (LaidBet("odd", 10_00, 1), "bad-file"),
            (LaidBet("odd", 10_01), "bad-amount"),
            (LaidBet("odd", 501_00), "limit"),
            (LaidBet("odd", 1_00), "limit"),
        ):
            assert (await not_placed(ann, WHEEL, RED, BLACK, wrong))[0] == code
        assert (await not_placed(ann, WHEEL, *[RED] * (MOST_BETS + 1)))[0] == "limit"
        await sync(ann)
        assert confirmed(ann) == {"red": 10_00}
        assert house.house.store.balance("wallet:ann") == 990_00


async def test_the_whole_wheel_fits_into_a_message() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        every = [LaidBet(spot, 5_00) for spot in engine.spots(engine.variant(WHEEL))]
        await ann.place_bets(WHEEL, *every)
        assert own_view(ann, WHEEL).current_bet == 151 * 5_00


async def test_for_another_round_is_stale_and_too_late_is_refused() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place_bets(WHEEL, RED)
        for other in (0, 2):
            assert await not_placed(ann, WHEEL, BLACK, round=other) == ("stale", "R3")
            stale = await ask_table(ann, say.CheckBets, WHEEL, (BLACK,), round=other)
            assert (stale.code, stale.clause) == ("stale", "R3")
        await no_more_bets(house, WHEEL, ann)
        assert await not_placed(ann, WHEEL, BLACK, round=1) == ("illegal-action", "R3")
        late = await ask_table(ann, say.CheckBets, WHEEL, (BLACK,), round=1)
        assert (late.code, late.clause) == ("illegal-action", "R3")
        await sync(ann)
        assert confirmed(ann) == {"red": 10_00}


async def test_repeated_bets_have_one_effect(lasting_url: str) -> None:
    async with serving([untimed(WHEEL)], lasting_url) as house:
        ann = await join_as(house, WHEEL, "ann")
        first_bets = say.PlaceBets(new_id(), WHEEL, 1, (RED,))
        first = await ann.ask(first_bets)
        assert first.ok
        await ann.place_bets(WHEEL, BLACK)
        # Again on the same device, on another, and after the line was cut: the later ones stand.
        assert await ann.ask(first_bets) == first
        second = await house.client(ann.api)
        assert await second.ask(first_bets) == first
        await ann.connect()
        assert await ann.ask(first_bets) == first
        await sync(ann)
        assert confirmed(ann) == {"black": 20_00}
        assert house.house.store.balance("wallet:ann") == 980_00
        other = await ann.ask(say.PlaceBets(first_bets.id, WHEEL, 1, (BLACK,)))
        assert other.code == "other-command"
        # Not even after "No more bets".
        await no_more_bets(house, WHEEL, ann)
        assert await ann.ask(first_bets) == first
    async with serving([untimed(WHEEL)], lasting_url) as house:
        api = await house.api()
        await api.login("ann", "correct horse battery")
        ann = await house.client(api)
        assert (await ann.ask(first_bets)).ok


async def test_last_bet() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann, bob = await join_as(house, WHEEL, "ann"), await join_as(house, WHEEL, "bob")
        await bet(ann, WHEEL, ("red", 10_00), ("straight:5", 5_00))
        await no_more_bets(house, WHEEL)
        await play_out(house, WHEEL, ann)
        # A round without her in between: it is the last of her own bets that is told.
        await next_round(house, WHEEL, ann, bob)
        await bet(bob, WHEEL, ("black", 10_00))
        await no_more_bets(house, WHEEL)
        await play_out(house, WHEEL, bob)
        await next_round(house, WHEEL, ann, bob)
        assert {one.bet: one.amount for one in own_view(ann, WHEEL).last_bets} == {
            "red": 10_00,
            "straight:5": 5_00,
        }
        assert confirmed(ann) == {}


async def test_a_seat_is_taken_once() -> None:
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann")
        sit = say.TakeSeat(new_id(), RWS, 2)
        first = await ann.ask(sit)
        assert first.ok
        assert await ann.ask(sit) == first
        assert (await ann.ask(say.TakeSeat(sit.id, RWS, 3))).code == "other-command"
        assert own_view(ann, RWS).seats == (2,)


async def test_who_is_short_of_funds() -> None:
    async with serving([untimed(WHEEL, limits=Limits(5_00, 2_000_00))]) as house:
        ann = await join_as(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 600_00))
        both = [LaidBet(name, 600_00) for name in ("red", "black")]
        assert (await not_placed(ann, WHEEL, *both))[0] == "short-of-funds"
        assert confirmed(ann) == {"red": 600_00}
        assert house.house.store.balance("wallet:ann") == 400_00


async def test_who_is_new_and_has_no_chips_is_told_where_they_are_bought() -> None:
    async with serving([untimed(WHEEL)]) as house:
        zoe = await house.client(await house.player("zoe", chips=0))
        await zoe.join(WHEEL)
        reply = await ask_table(zoe, say.PlaceBets, WHEEL, (RED,))
        assert reply.code == "short-of-funds"
        assert reply.message == "there is not enough in your purse; chips are bought at the cage"


# Checking ---------------------------------------------------------------------------------------


async def test_a_draft_is_checked_and_nothing_is_kept() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place_bets(WHEEL, RED)
        before = house.house.live_tables.tables[WHEEL].state.hash()
        wrong = (
            LaidBet("purple", 10_00),
            LaidBet("odd", 10_00, 1),
            LaidBet("even", 10_01),
            LaidBet("low", 501_00),
            LaidBet("high", 1_00),
        )
        checked = await ann.check_bets(WHEEL, BLACK, *wrong)
        assert spots(checked.refused) == {
            ("purple", None): ("unknown-bet", ""),
            ("odd", 1): ("bad-file", ""),
            ("even", None): ("bad-amount", "R1"),
            ("low", None): ("limit", "LIVE 1.2"),
        }
        # It may grow to its minimum.
        assert spots(checked.short) == {("high", None): ("limit", "LIVE 1.2")}
        assert checked.closed == ()
        await sync(ann)
        assert confirmed(ann) == {"red": 10_00}
        assert house.house.live_tables.tables[WHEEL].state.hash() == before
        assert house.house.store.balance("wallet:ann") == 990_00


async def test_a_full_spot_is_closed() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        assert (await ann.check_bets(WHEEL)).closed == ()
        checked = await ann.check_bets(WHEEL, LaidBet("red", 500_00), LaidBet("black", 499_00))
        assert (checked.refused, checked.short) == ((), ())
        assert spots(checked.closed) == {("red", None): ("limit", "LIVE 1.2")}


@pytest.mark.clause("BJ5 3.9")
async def test_a_side_bet_needs_an_initial_bet() -> None:
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann")
        closed = spots((await ann.check_bets(RWS)).closed)
        sides = ("player-pair", "over-13", "under-13")
        assert set(closed) == {(side, box) for side in sides for box in range(1, 8)}
        assert closed["player-pair", 1] == ("no-initial-bet", "BJ5 3.9")
        pair = LaidBet("player-pair", 5_00, 1)
        assert await not_placed(ann, RWS, pair) == ("no-initial-bet", "BJ5 3.9")
        alone = await ann.check_bets(RWS, pair)
        assert spots(alone.refused) == {("player-pair", 1): ("no-initial-bet", "BJ5 3.9")}
        # A chip under the minimum will do, for it may grow.
        one = LaidBet("initial", 1_00, 1)
        checked = await ann.check_bets(RWS, one, pair)
        assert (checked.refused, list(spots(checked.short))) == ((), [("initial", 1)])
        assert not any(box == 1 for _, box in spots(checked.closed))
        # What it needs cannot be taken from under it.
        away = await ann.check_bets(RWS, LaidBet("initial", 10_00, 2), pair)
        assert spots(away.refused) == {("player-pair", 1): ("no-initial-bet", "BJ5 3.9")}
        over = (LaidBet("initial", 10_00, 1), LaidBet("over-13", 11_00, 1))
        assert await not_placed(ann, RWS, *over) == ("limit", "BJ5 3.13.2")
        assert spots((await ann.check_bets(RWS, *over)).refused) == {
            ("over-13", 1): ("limit", "BJ5 3.13.2")
        }


async def test_a_check_knows_what_others_have_confirmed() -> None:
    async with serving([untimed(RWS)]) as house:
        ann, bob = await join_as(house, RWS, "ann"), await join_as(house, RWS, "bob")
        await bet(bob, RWS, ("initial", 10_00, 1))
        # Anybody's initial bet will do.
        closed = spots((await ann.check_bets(RWS)).closed)
        assert ("player-pair", 1) not in closed
        assert ("player-pair", 2) in closed


@pytest.mark.clause("BJ5 5.1")
async def test_the_seated_player_has_room_on_a_full_box() -> None:
    async with serving([untimed(RWS)]) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob")
        await bet(bob, RWS, ("initial", 500_00, 1))
        assert ("initial", 1) not in spots((await ann.check_bets(RWS)).closed)
        assert (await ann.check_bets(RWS, LaidBet("initial", 100_00, 1))).refused == ()
        cat = await join_as(house, RWS, "cat")
        assert ("initial", 1) in spots((await cat.check_bets(RWS)).closed)
        # Asking has moved nobody's chips.
        await sync(bob)
        assert confirmed(bob, RWS) == {"initial": 500_00}
        assert_books_balance(house)


@pytest.mark.clause("LIVE 2.5.2.1", "LIVE 2.5.2.3", "LIVE 2.4.5")
async def test_spots_of_a_live_seat() -> None:
    async with serving([untimed(LIVE)]) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        closed = spots((await bob.check_bets(LIVE)).closed)
        assert closed["behind", 1] == ("illegal-bet", "LIVE 2.5.2.1")
        assert closed["initial", 1] == ("illegal-bet", "LIVE 2.4.5")
        await bet(ann, LIVE, ("initial", 10_00, 1))
        assert ("behind", 1) not in spots((await bob.check_bets(LIVE)).closed)
        mine = spots((await ann.check_bets(LIVE, LaidBet("initial", 10_00, 1))).closed)
        assert mine["behind", 1] == ("illegal-bet", "LIVE 2.5.2.3")
        # Who bets behind may not sit down to a bet of their own.
        behind = spots((await bob.check_bets(LIVE, LaidBet("behind", 10_00, 1))).closed)
        assert behind["initial", 2] == ("illegal-bet", "LIVE 2.5.2.3")


@pytest.mark.clause("NKB 2.1.2")
async def test_without_a_free_box_every_spot_is_closed() -> None:
    async with serving([untimed(KNOCKOUT, boxes=5)]) as house:
        seated = ("ann", "bob", "cat", "dan", "eve")
        ann, *_ = [await join_as(house, KNOCKOUT, name, box) for box, name in enumerate(seated, 1)]
        fay = await join_as(house, KNOCKOUT, "fay")
        assert ("player", None) not in spots((await ann.check_bets(KNOCKOUT)).closed)
        checked = await fay.check_bets(KNOCKOUT, LaidBet("player", 10_00))
        assert spots(checked.refused) == {("player", None): ("illegal-bet", "NKB 2.1.2")}
        assert len(checked.closed) == len(engine.spots(engine.variant(KNOCKOUT)))


async def test_a_side_bet_has_its_own_most() -> None:
    limits = Limits(5_00, 500_00, side_min=2_00, side_max=50_00)
    async with serving([untimed(RWS, limits=limits)]) as house:
        ann = await join_as(house, RWS, "ann")
        told_spots = await ann.api.call("GET", f"/api/tables/{RWS}/spots")
        ranges = {one["bet"]: (one["least"], one["most"]) for one in told_spots}
        assert ranges["initial"] == (1_00, 500_00)
        assert ranges["player-pair"] == (1_00, 50_00)
        initial = LaidBet("initial", 100_00, 1)
        full = await ann.check_bets(RWS, initial, LaidBet("player-pair", 50_00, 1))
        assert full.refused == ()
        assert spots(full.closed)["player-pair", 1] == ("limit", "R3a")
        short = await ann.check_bets(RWS, initial, LaidBet("player-pair", 1_00, 1))
        assert list(spots(short.short)) == [("player-pair", 1)]


async def test_the_spots_are_read_anew_when_the_pit_has_changed_the_terms() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(WHEEL)
        before = ann.tables[WHEEL].terms
        limits = Limits(5_00, 200_00)
        assert await reply_code(pit, say.Reconfigure, WHEEL, limits) == "ok"
        await ann.until(lambda: ann.tables[WHEEL].terms > before)
        spots_now = await ann.api.call("GET", f"/api/tables/{WHEEL}/spots")
        assert {one["most"] for one in spots_now} == {200_00}
