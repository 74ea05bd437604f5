"""Chips on the layout: placed, moved, undone, repeated; they count once they are confirmed."""

from typing import Any

import pytest

from croupier.client import Client, new_id
from croupier.games.inputs import Action
from croupier.games.layout import Limits
from croupier.kit.phrase import words
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from tests.phrases import sayable
from tests.server.playing import (
    asked,
    bet,
    come,
    in_step,
    next_round,
    no_more_bets,
    own,
    patient,
    play_out,
    sound,
    told,
)
from tests.server.serving import serving

WHEEL, RWS, LIVE = "live-roulette", "rws-blackjack", "live-blackjack"


def lying(client: Client, table: str = WHEEL) -> dict[str, int]:
    return {chip.bet: chip.amount for chip in own(client, table).chips}


def confirmed(client: Client, table: str = WHEEL) -> dict[str, int]:
    return {chip.bet: chip.amount for chip in own(client, table).confirmed}


async def no(client: Client, kind: type, table: str, *more: Any, **named: Any) -> tuple[str, str]:
    reply = await asked(client, kind, table, *more, **named)
    assert not reply.ok, (kind, more, named)
    assert reply.message
    if reply.words is not None:
        assert sayable(reply.words), reply.words
        assert str(reply.words) == reply.message
    return reply.code, reply.clause


async def test_chips_are_laid_moved_undone_and_cleared() -> None:
    async with serving([patient(WHEEL)]) as house:
        ann = await come(house, WHEEL, "ann")
        place = say.PlaceChip(new_id(), WHEEL, 1, "red", 10_00)
        assert await ann.do(place) == {"current_bet": 10_00}
        assert await told(ann, say.PlaceChip, WHEEL, "red", 5_00) == "ok"
        assert await told(ann, say.PlaceChip, WHEEL, "straight:17", 5_00) == "ok"
        assert lying(ann) == {"red": 15_00, "straight:17": 5_00}
        assert own(ann, WHEEL).current_bet == 20_00
        # Some of a stack, then all of it.
        assert await told(ann, say.MoveChip, WHEEL, "red", "black", amount=5_00) == "ok"
        assert lying(ann) == {"red": 10_00, "black": 5_00, "straight:17": 5_00}
        assert await told(ann, say.MoveChip, WHEEL, "straight:17", "black") == "ok"
        assert lying(ann) == {"red": 10_00, "black": 10_00}
        assert await told(ann, say.UndoChip, WHEEL) == "ok"
        assert await told(ann, say.UndoChip, WHEEL) == "ok"
        assert lying(ann) == {"red": 15_00, "straight:17": 5_00}
        assert await told(ann, say.ClearChips, WHEEL) == "ok"
        assert (lying(ann), own(ann, WHEEL).current_bet) == ({}, 0)
        assert await told(ann, say.UndoChip, WHEEL) == "ok"
        assert lying(ann) == {"red": 15_00, "straight:17": 5_00}
        # Nothing of all that has cost anything, or is anybody else's business.
        assert confirmed(ann) == {}
        assert ann.tables[WHEEL].staked == 0
        assert house.house.store.balance("wallet:ann") == 1_000_00


async def test_what_cannot_be_done_with_chips() -> None:
    async with serving([patient(WHEEL)]) as house:
        ann = await come(house, WHEEL, "ann")
        assert await no(ann, say.ConfirmBets, WHEEL) == ("stale", "R3")
        assert await no(ann, say.UndoChip, WHEEL) == ("illegal-bet", "")
        assert await no(ann, say.RepeatBets, WHEEL) == ("illegal-bet", "")
        assert await no(ann, say.MoveChip, WHEEL, "red", "black") == ("bad-amount", "")
        assert await no(ann, say.PlaceChip, WHEEL, "purple", 10_00) == ("unknown-bet", "")
        assert (await no(ann, say.PlaceChip, WHEEL, "red", 10_00, 1))[0] == "bad-file"
        assert await no(ann, say.PlaceChip, WHEEL, "red", 10_01) == ("bad-amount", "R1")
        assert (await no(ann, say.PlaceChip, WHEEL, "red", 501_00))[0] == "limit"
        assert lying(ann) == {}
        assert await told(ann, say.PlaceChip, WHEEL, "red", 10_00) == "ok"
        over = await no(ann, say.MoveChip, WHEEL, "red", "black", amount=11_00)
        assert over == ("bad-amount", "")
        assert (await no(ann, say.MoveChip, WHEEL, "red", "purple"))[0] == "unknown-bet"
        assert lying(ann) == {"red": 10_00}


async def test_what_players_are_refused_is_said_in_every_language() -> None:
    async with serving([patient(WHEEL), patient(RWS)]) as house:
        ann = await come(house, WHEEL, "ann")
        await ann.join(RWS)
        for kind, table, more in (
            (say.ConfirmBets, WHEEL, ()),
            (say.UndoChip, WHEEL, ()),
            (say.RepeatBets, WHEEL, ()),
            (say.MoveChip, WHEEL, ("red", "black")),
            (say.PlaceChip, WHEEL, ("red", 10_01)),
            (say.PlaceChip, WHEEL, ("straight:17", 501_00)),
            (say.PlaceChip, RWS, ("player-pair", 5_00, 1)),
            (say.TakeSeat, RWS, (9,)),
            (say.LeaveSeat, RWS, (1,)),
            (say.JoinWaiting, RWS, ()),
            (say.Decide, RWS, (Action.HIT, 1)),
        ):
            reply = await asked(ann, kind, table, *more)
            assert not reply.ok, kind
            assert reply.words is not None, reply
            assert sayable(reply.words), reply.words
        over = (await asked(ann, say.PlaceChip, WHEEL, "straight:17", 501_00)).words
        assert over is not None
        # A bet is named, and an amount is a number: neither has to be found in a sentence.
        assert over.args == {
            "what": words("the bet on {bet:bet}", bet="straight:17"),
            "most": 500_00,
        }
        pair = (await spots(ann, RWS))["player-pair", 1]
        assert pair["words"]["args"] == {"bet": "player-pair", "box": 1}


async def test_a_stack_may_grow_to_its_minimum() -> None:
    async with serving([patient(WHEEL)]) as house:
        ann = await come(house, WHEEL, "ann")
        assert await told(ann, say.PlaceChip, WHEEL, "red", 1_00) == "ok"
        assert (await no(ann, say.ConfirmBets, WHEEL))[0] == "limit"
        assert await told(ann, say.PlaceChip, WHEEL, "red", 4_00) == "ok"
        assert await told(ann, say.ConfirmBets, WHEEL) == "ok"
        assert confirmed(ann) == {"red": 5_00}


async def test_confirming_again_replaces_what_was_confirmed(url: str) -> None:
    async with serving([patient(WHEEL)], url) as house:
        ann = await come(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 10_00))
        await bet(ann, WHEEL, ("black", 20_00))
        assert confirmed(ann) == {"red": 10_00, "black": 20_00}
        await told(ann, say.MoveChip, WHEEL, "black", "odd")
        assert confirmed(ann) == {"red": 10_00, "black": 20_00}
        assert await told(ann, say.ConfirmBets, WHEEL) == "ok"
        assert confirmed(ann) == lying(ann) == {"red": 10_00, "odd": 20_00}
        assert house.house.store.balance("wallet:ann") == 970_00
        await told(ann, say.ClearChips, WHEEL)
        assert own(ann, WHEEL).confirmed_bet == 30_00
        assert await told(ann, say.ConfirmBets, WHEEL) == "ok"
        assert own(ann, WHEEL).confirmed_bet == 0
        assert house.house.store.balance("wallet:ann") == 1_000_00
        sound(house)


async def test_unconfirmed_chips_do_not_count() -> None:
    async with serving([patient(WHEEL)]) as house:
        ann, bob = await come(house, WHEEL, "ann"), await come(house, WHEEL, "bob")
        await bet(ann, WHEEL, ("red", 10_00))
        await ann.place(WHEEL, "black", 10_00)
        await bob.place(WHEEL, "black", 10_00)
        assert own(ann, WHEEL).current_bet == 20_00
        await no_more_bets(house, WHEEL, ann, bob)
        assert lying(ann) == confirmed(ann) == {"red": 10_00}
        assert own(ann, WHEEL).current_bet == 10_00
        assert lying(bob) == {}
        assert own(bob, WHEEL).current_bet == 0
        await play_out(house, WHEEL, ann, bob)
        assert [line.bet for line in own(ann, WHEEL).lines] == ["red"]
        assert own(bob, WHEEL).lines == ()
        assert house.house.store.balance("wallet:bob") == 1_000_00


async def test_last_bet() -> None:
    async with serving([patient(WHEEL)]) as house:
        ann, bob = await come(house, WHEEL, "ann"), await come(house, WHEEL, "bob")
        await bet(ann, WHEEL, ("red", 10_00), ("straight:5", 5_00))
        await no_more_bets(house, WHEEL)
        await play_out(house, WHEEL, ann)
        # A round without her in between: it is the last of her own bets that comes back.
        await next_round(house, WHEEL, ann, bob)
        await bet(bob, WHEEL, ("black", 10_00))
        await no_more_bets(house, WHEEL)
        await play_out(house, WHEEL, bob)
        await next_round(house, WHEEL, ann, bob)
        await ann.place(WHEEL, "odd", 10_00)
        assert await told(ann, say.RepeatBets, WHEEL) == "ok"
        assert lying(ann) == {"red": 10_00, "straight:5": 5_00}
        assert confirmed(ann) == {}
        assert await told(ann, say.UndoChip, WHEEL) == "ok"
        assert lying(ann) == {"odd": 10_00}


_FOR_A_ROUND: tuple[tuple[type, tuple[Any, ...]], ...] = (
    (say.PlaceChip, ("red", 10_00)),
    (say.MoveChip, ("red", "black")),
    (say.ClearChips, ()),
    (say.UndoChip, ()),
    (say.RepeatBets, ()),
    (say.ConfirmBets, ()),
)


@pytest.mark.parametrize(("kind", "more"), _FOR_A_ROUND)
async def test_for_another_round_is_stale_and_too_late_is_refused(
    kind: type, more: tuple[Any, ...]
) -> None:
    async with serving([patient(WHEEL)]) as house:
        ann = await come(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 10_00))
        for other in (0, 2):
            assert await no(ann, kind, WHEEL, *more, round=other) == ("stale", "R3")
        before = own(ann, WHEEL)
        await no_more_bets(house, WHEEL, ann)
        code, clause = await no(ann, kind, WHEEL, *more, round=1)
        late = "stale" if kind is say.ConfirmBets else "illegal-action"
        assert (code, clause) == (late, "R3")
        await in_step(ann)
        assert own(ann, WHEEL).confirmed == before.confirmed


@pytest.mark.parametrize(("kind", "more"), _FOR_A_ROUND[:5])
async def test_a_repeated_chip_has_one_effect(kind: type, more: tuple[Any, ...]) -> None:
    async with serving([patient(WHEEL)]) as house:
        ann = await come(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 10_00))
        await no_more_bets(house, WHEEL)
        await play_out(house, WHEEL, ann)
        await next_round(house, WHEEL, ann)
        await ann.place(WHEEL, "red", 5_00)
        await ann.place(WHEEL, "red", 5_00)
        message = kind(new_id(), WHEEL, 2, *more)
        first = await ann.ask(message)
        assert first.ok
        after = lying(ann)
        # Again on the same device, on another, and after the line was cut.
        assert await ann.ask(message) == first
        second = await house.client(ann.api)
        assert await second.ask(message) == first
        await ann.connect()
        assert await ann.ask(message) == first
        await in_step(ann)
        assert lying(ann) == after
        other: Reply = await ann.ask(say.PlaceChip(message.id, WHEEL, 2, "odd", 7_00))
        assert other.code == "other-command"
        assert lying(ann) == after


async def test_a_repeated_confirmation_has_one_effect(url: str) -> None:
    async with serving([patient(WHEEL)], url) as house:
        ann = await come(house, WHEEL, "ann")
        await ann.place(WHEEL, "red", 10_00)
        confirm = say.ConfirmBets(new_id(), WHEEL, 1)
        first = await ann.ask(confirm)
        assert first.ok
        await ann.place(WHEEL, "red", 10_00)
        assert await ann.ask(confirm) == first
        assert confirmed(ann) == {"red": 10_00}
        other = await ann.ask(say.ConfirmBets(confirm.id, WHEEL, 2))
        assert other.code == "other-command"
        # Not even after "No more bets".
        await no_more_bets(house, WHEEL, ann)
        assert await ann.ask(confirm) == first
    async with serving([patient(WHEEL)], url) as house:
        api = await house.api()
        await api.login("ann", "correct horse battery")
        ann = await house.client(api)
        assert (await ann.ask(confirm)).ok


async def test_a_seat_is_taken_once() -> None:
    async with serving([patient(RWS)]) as house:
        ann = await come(house, RWS, "ann")
        sit = say.TakeSeat(new_id(), RWS, 2)
        first = await ann.ask(sit)
        assert first.ok
        assert await ann.ask(sit) == first
        assert (await ann.ask(say.TakeSeat(sit.id, RWS, 3))).code == "other-command"
        assert own(ann, RWS).seats == (2,)


# Spots ------------------------------------------------------------------------------------------


async def spots(client: Client, table: str, box: int | None = None) -> dict[Any, Any]:
    reply = await asked(client, say.AskSpots, table, box)
    assert reply.ok
    return {(one["bet"], one["box"]): one for one in reply.data}


@pytest.mark.clause("BJ5 3.9")
async def test_a_side_bet_needs_an_initial_bet() -> None:
    async with serving([patient(RWS)]) as house:
        ann = await come(house, RWS, "ann")
        found = await spots(ann, RWS)
        assert len(found) == 7 * 4
        assert found["initial", 1]["open"]
        pair = found["player-pair", 1]
        assert not pair["open"]
        assert (pair["code"], pair["clause"]) == ("no-initial-bet", "BJ5 3.9")
        assert "initial bet" in pair["reason"]
        refused = await no(ann, say.PlaceChip, RWS, "player-pair", 5_00, 1)
        assert refused == ("no-initial-bet", "BJ5 3.9")
        await ann.place(RWS, "initial", 10_00, 1)
        found = await spots(ann, RWS, 1)
        assert set(found) == {(one, 1) for one in ("initial", "player-pair", "over-13", "under-13")}
        assert found["player-pair", 1]["open"]
        assert await told(ann, say.PlaceChip, RWS, "player-pair", 5_00, 1) == "ok"
        # What it needs cannot be taken from under it.
        away = await no(ann, say.MoveChip, RWS, "initial", "initial", box=1, to_box=2)
        assert away == ("no-initial-bet", "BJ5 3.9")
        over = await no(ann, say.PlaceChip, RWS, "over-13", 11_00, 1)
        assert over == ("limit", "BJ5 3.13.2")


async def test_spots_know_what_is_confirmed() -> None:
    async with serving([patient(RWS)]) as house:
        ann, bob = await come(house, RWS, "ann"), await come(house, RWS, "bob")
        await bet(bob, RWS, ("initial", 10_00, 1))
        # Anybody's initial bet will do.
        assert (await spots(ann, RWS, 1))["player-pair", 1]["open"]
        assert not (await spots(ann, RWS, 2))["player-pair", 2]["open"]


@pytest.mark.clause("LIVE 2.5.2.1", "LIVE 2.5.2.3", "LIVE 2.4.5")
async def test_spots_of_a_live_seat() -> None:
    async with serving([patient(LIVE)]) as house:
        ann, bob = await come(house, LIVE, "ann", 1), await come(house, LIVE, "bob")
        found = await spots(bob, LIVE)
        assert {bet for bet, _ in found} == {"initial", "behind"}
        empty = found["behind", 1]
        assert (empty["open"], empty["code"], empty["clause"]) == (
            False,
            "illegal-bet",
            "LIVE 2.5.2.1",
        )
        taken = found["initial", 1]
        assert (taken["open"], taken["clause"]) == (False, "LIVE 2.4.5")
        await bet(ann, LIVE, ("initial", 10_00, 1))
        assert (await spots(bob, LIVE))["behind", 1]["open"]
        mine = (await spots(ann, LIVE))["behind", 1]
        assert (mine["open"], mine["clause"]) == (False, "LIVE 2.5.2.3")


async def test_spots_at_a_wheel() -> None:
    async with serving([patient(WHEEL)]) as house:
        ann = await come(house, WHEEL, "ann")
        found = await spots(ann, WHEEL)
        assert len(found) == 151
        assert all(one["open"] for one in found.values())
        await bet(ann, WHEEL, ("red", 5_00))
        await no_more_bets(house, WHEEL, ann)
        found = await spots(ann, WHEEL)
        assert {one["code"] for one in found.values()} == {"illegal-action"}


async def test_a_side_bet_has_its_own_most() -> None:
    limits = Limits(5_00, 500_00, side_min=2_00, side_max=50_00)
    async with serving([patient(RWS, limits=limits)]) as house:
        ann = await come(house, RWS, "ann")
        await ann.place(RWS, "initial", 100_00, 1)
        found = await spots(ann, RWS, 1)
        assert (found["initial", 1]["least"], found["initial", 1]["most"]) == (1_00, 500_00)
        assert found["player-pair", 1]["most"] == 50_00


async def test_who_is_short_of_funds() -> None:
    async with serving([patient(WHEEL, limits=Limits(5_00, 2_000_00))]) as house:
        ann = await come(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 600_00))
        await ann.place(WHEEL, "black", 600_00)
        assert (await no(ann, say.ConfirmBets, WHEEL))[0] == "short-of-funds"
        assert confirmed(ann) == {"red": 600_00}
        assert house.house.store.balance("wallet:ann") == 400_00


async def test_who_is_new_and_has_no_chips_is_told_where_they_are_bought() -> None:
    async with serving([patient(WHEEL)]) as house:
        zoe = await house.client(await house.player("zoe", chips=0))
        await zoe.join(WHEEL)
        await zoe.place(WHEEL, "red", 10_00)
        reply = await asked(zoe, say.ConfirmBets, WHEEL, zoe.tables[WHEEL].round)
        assert reply.code == "short-of-funds"
        assert reply.message == "there is not enough in your purse; chips are bought at the cage"
