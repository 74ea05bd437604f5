"""What players are asked in a round, what they answer, and what comes of it; with known cards."""

from typing import Any

import pytest

from croupier.client import Client, new_id
from croupier.engine.inputs import Action, Capacity, Misdeal, Void, VoidReason
from croupier.engine.lines import Result
from croupier.house.roles import Role
from croupier.table import commands as table_commands
from croupier.table.config import Clocks
from croupier.wire import commands as say
from croupier.wire.views import BlackjackPlay, YouView
from tests.support.live_clients import (
    MessageKind,
    ask_table,
    assert_books_balance,
    play_of,
    reply_code,
    sync,
    until_balance,
    until_each,
)
from tests.support.live_house import serving
from tests.support.live_play import (
    HOURS,
    Stacked,
    bet,
    house_command,
    join_as,
    listen,
    no_more_bets,
    own_view,
    play_out,
    public_messages,
    untimed,
)

RWS, LIVE, KNOCKOUT = "rws-blackjack", "live-blackjack", "rws-knockout-baccarat"


def settled(client: Client, table: str) -> list[tuple[str, int, int, str]]:
    return [
        (line.bet, line.stake, line.returned, line.clause) for line in own_view(client, table).lines
    ]


async def no(
    client: Client, kind: MessageKind, table: str, *more: Any, **named: Any
) -> tuple[str, str]:
    """The code and the clause of a refusal."""
    reply = await ask_table(client, kind, table, *more, **named)
    assert not reply.ok, (kind, more, named)
    return reply.code, reply.clause


async def until_asked(client: Client, table: str) -> YouView:
    await client.until(lambda: table in client.you and own_view(client, table).asked)
    return own_view(client, table)


async def until_over(*clients: Client, table: str) -> None:
    await until_each(clients, lambda client: client.tables[table].over)
    await sync(*clients)


# Offers -----------------------------------------------------------------------------------------


@pytest.mark.clause("LIVE 2.2.5")
async def test_insurance(lasting_url: str) -> None:
    async with serving(
        [untimed(LIVE)], lasting_url, randbelow=Stacked("9S AH 8D KC", burned=6)
    ) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        await bet(ann, LIVE, ("initial", 20_00, 1))
        await no_more_bets(house, LIVE)
        (ask,) = (await until_asked(ann, LIVE)).asked
        assert ask.kind == "offer"
        assert [(one.action, one.most) for one in ask.options] == [
            ("insure", 10_00),
            ("decline", None),
        ]
        assert ann.tables[LIVE].offers
        assert play_of(ann, LIVE, BlackjackPlay).dealer == ("AH", "??")
        over = await no(ann, say.Decide, LIVE, "insure", 1, amount=11_00)
        assert over == ("limit", "LIVE 2.2.5")
        assert await no(ann, say.Decide, LIVE, "insure", 1) == ("bad-amount", "LIVE 2.2.5")
        even = await no(ann, say.Decide, LIVE, "even-money", 1)
        assert even == ("illegal-action", "R17")
        assert await reply_code(ann, say.Decide, LIVE, "insure", 1, amount=10_00) == "ok"
        await until_over(ann, table=LIVE)
        assert play_of(ann, LIVE, BlackjackPlay).boxes[0].insurance == 10_00
        assert sorted(settled(ann, LIVE)) == [
            ("initial", 20_00, 0, "LIVE 2.2.2"),
            ("insurance", 10_00, 30_00, "LIVE 2.2.5"),
        ]
        await until_balance(ann, 1_000_00)
        assert_books_balance(house)


@pytest.mark.clause("BJ5 3.14.1")
async def test_even_money() -> None:
    async with serving([untimed(RWS)], randbelow=Stacked("AS AH KD TD")) as house:
        ann = await join_as(house, RWS, "ann", 1)
        await bet(ann, RWS, ("initial", 20_00, 1))
        await no_more_bets(house, RWS)
        (ask,) = (await until_asked(ann, RWS)).asked
        assert [one.action for one in ask.options] == ["insure", "even-money", "decline"]
        assert await reply_code(ann, say.Decide, RWS, "even-money", 1) == "ok"
        await until_over(ann, table=RWS)
        assert play_of(ann, RWS, BlackjackPlay).boxes[0].even_money
        assert settled(ann, RWS) == [("initial", 20_00, 40_00, "BJ5 3.14.1")]


@pytest.mark.clause("BJ5 3.16")
async def test_surrender() -> None:
    async with serving([untimed(RWS)], randbelow=Stacked("TS 9H 6D")) as house:
        ann = await join_as(house, RWS, "ann", 1)
        await bet(ann, RWS, ("initial", 25_00, 1))
        await no_more_bets(house, RWS)
        you = await until_asked(ann, RWS)
        (offer,) = (ask for ask in you.asked if ask.kind == "offer")
        # Who does not surrender plays: there is no word for it.
        assert [one.action for one in offer.options] == ["surrender"]
        assert await no(ann, say.Decide, RWS, "decline", 1) == ("illegal-action", "")
        insure = await no(ann, say.Decide, RWS, "insure", 1, amount=5_00)
        assert insure == ("illegal-action", "BJ5 3.14.2")
        assert await reply_code(ann, say.Decide, RWS, "surrender", 1) == "ok"
        await until_over(ann, table=RWS)
        assert settled(ann, RWS) == [("initial", 25_00, 12_50, "BJ5 3.16")]
        late = await no(ann, say.Decide, RWS, "stand", 1)
        assert late == ("illegal-action", "BJ5 5.6")


@pytest.mark.clause("BJ5 3.22.1")
async def test_following_a_double_on_a_shared_box() -> None:
    stacked = Stacked("6S 9H 5D TC 8H")
    async with serving([untimed(RWS)], randbelow=stacked) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob")
        await bet(ann, RWS, ("initial", 20_00, 1))
        await bet(bob, RWS, ("initial", 10_00, 1))
        await no_more_bets(house, RWS)
        await until_asked(ann, RWS)
        await sync(bob)
        turn = await no(bob, say.Decide, RWS, "double", 1)
        assert turn == ("not-your-turn", "BJ5 3.8")
        nothing = await no(bob, say.Decide, RWS, "follow", 1)
        assert nothing == ("illegal-action", "BJ5 3.21.1")
        must = await no(ann, say.Decide, RWS, "stand", 1)
        assert must == ("illegal-action", "BJ5 3.19")
        split = await no(ann, say.Decide, RWS, "split", 1)
        assert split == ("illegal-action", "BJ5 3.21")
        much = await no(ann, say.Decide, RWS, "double", 1, amount=25_00)
        assert much == ("limit", "BJ5 3.22")
        await ann.decide(RWS, Action.DOUBLE, 1)
        (ask,) = (await until_asked(bob, RWS)).asked
        assert (ask.kind, [one.action for one in ask.options]) == ("offer", ["follow", "decline"])
        assert await reply_code(bob, say.Decide, RWS, "follow", 1, amount=5_00) == "ok"
        await until_over(ann, bob, table=RWS)
        # Eleven and a ten against nine and eight.
        assert settled(ann, RWS) == [("initial", 40_00, 80_00, "BJ5 3.23.2")]
        assert settled(bob, RWS) == [("initial", 15_00, 30_00, "BJ5 3.23.2")]
        await until_balance(ann, 1_040_00)
        await until_balance(bob, 1_015_00)
        assert_books_balance(house)


# Early ------------------------------------------------------------------------------------------


async def test_a_decision_said_early_is_carried_out_when_its_turn_comes() -> None:
    stacked = Stacked("TS TH 9C 6D 7D 8H")
    async with serving([untimed(RWS)], randbelow=stacked) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob", 3)
        await bet(ann, RWS, ("initial", 20_00, 1))
        await bet(bob, RWS, ("initial", 20_00, 3))
        await no_more_bets(house, RWS)
        await until_asked(ann, RWS)
        await sync(bob)
        early = {"early": True}
        assert (await no(bob, say.Decide, RWS, "stand", **early))[0] == "bad-message"
        assert (await no(bob, say.Decide, RWS, None, 3))[0] == "bad-message"
        assert (await no(bob, say.Decide, RWS, None, 3, **early))[0] == "illegal-action"
        assert (await no(bob, say.Decide, RWS, "stand", 1, **early))[0] == "not-your-turn"
        assert (await no(bob, say.Decide, RWS, "surrender", 3, **early))[0] == "illegal-action"
        assert (await no(ann, say.Decide, RWS, "stand", 1, **early))[0] == "illegal-action"
        # Said, taken back, said again.
        assert await reply_code(bob, say.Decide, RWS, "hit", 3, **early) == "ok"
        assert [one.action for one in own_view(bob, RWS).early] == ["hit"]
        assert own_view(ann, RWS).early == ()
        assert await reply_code(bob, say.Decide, RWS, None, 3, **early) == "ok"
        assert own_view(bob, RWS).early == ()
        assert await reply_code(bob, say.Decide, RWS, "stand", 3, **early) == "ok"
        heard = listen(ann)
        await ann.decide(RWS, Action.STAND, 1)
        await until_over(ann, bob, table=RWS)
        events = [
            (one.by, one.what, one.box)
            for message in public_messages(heard, RWS)
            for one in message.events
        ]
        assert events == [("ann", "stand", 1), ("bob", "stand", 3)]
        # Sixteen loses to seventeen, seventeen stands off.
        assert settled(ann, RWS) == [("initial", 20_00, 0, "BJ5 3.23.3")]
        assert settled(bob, RWS) == [("initial", 20_00, 20_00, "BJ5 3.23.4")]


# Knockout baccarat ------------------------------------------------------------------------------


@pytest.mark.clause("NKB 3.4")
async def test_antes_are_raised_or_folded(lasting_url: str) -> None:
    # Player 9 6 → 5 draws 3: 8. Banker K 7: 7 stands.
    stacked = Stacked("9S KH 6D 7C 3S")
    async with serving([untimed(KNOCKOUT)], lasting_url, randbelow=stacked) as house:
        ann = await join_as(house, KNOCKOUT, "ann")
        await bet(ann, KNOCKOUT, ("ante-player", 10_00), ("ante-banker", 20_00))
        await no_more_bets(house, KNOCKOUT)
        you = await until_asked(ann, KNOCKOUT)
        assert [(ask.kind, ask.bet) for ask in you.asked] == [
            ("decision", "ante-player"),
            ("decision", "ante-banker"),
        ]
        assert {ask.silence for ask in you.asked} == {Action.FOLD}
        assert len(ann.tables[KNOCKOUT].turns) == 2
        wrong = await no(ann, say.Decide, KNOCKOUT, "raise", amount=10_00, bet="ante-player")
        assert wrong == ("limit", "NKB 3.4")
        none = await no(ann, say.Decide, KNOCKOUT, "fold", bet="player")
        assert none == ("illegal-action", "NKB 3.4")
        await ann.decide(KNOCKOUT, Action.RAISE, bet="ante-player")
        assert [ask.bet for ask in own_view(ann, KNOCKOUT).asked] == ["ante-banker"]
        await ann.decide(KNOCKOUT, Action.FOLD, bet="ante-banker")
        await until_over(ann, table=KNOCKOUT)
        assert settled(ann, KNOCKOUT) == [
            ("ante-banker", 20_00, 0, "NKB 3.4.1"),
            ("ante-player", 10_00, 20_00, "NKB 4.1.3"),
            ("wager-player", 20_00, 60_00, "NKB 4.1.3"),
        ]
        await until_balance(ann, 1_030_00)
        assert_books_balance(house)


@pytest.mark.clause("R23")
async def test_an_ante_nobody_decides_is_folded() -> None:
    hasty = Clocks(betting=HOURS, decision=100, offer=HOURS, choice=HOURS, pause=HOURS)
    async with serving([untimed(KNOCKOUT, clocks=hasty)]) as house:
        ann = await join_as(house, KNOCKOUT, "ann")
        await bet(ann, KNOCKOUT, ("ante-player", 10_00))
        await ann.close()
        await no_more_bets(house, KNOCKOUT)
        await ann.connect()
        await until_over(ann, table=KNOCKOUT)
        assert settled(ann, KNOCKOUT) == [("ante-player", 10_00, 0, "NKB 3.4.1")]


# Walking away -----------------------------------------------------------------------------------


@pytest.mark.clause("R15", "R17")
@pytest.mark.parametrize(
    ("game", "shoe", "burned", "hand"),
    [
        # R15: the house draws to twelve or more.
        (RWS, "2S 9H 3D 4C 5C TS", 0, ("2S", "3D", "4C", "5C")),
        # R17: it stands as it lies.
        (LIVE, "2S 9H 3D TC", 6, ("2S", "3D")),
    ],
)
async def test_the_clock_decides_for_who_walked_away(
    game: str, shoe: str, burned: int, hand: tuple[str, ...]
) -> None:
    hasty = Clocks(betting=HOURS, decision=100, offer=100, choice=HOURS, pause=HOURS)
    stacked = Stacked(shoe, burned=burned)
    async with serving([untimed(game, clocks=hasty)], randbelow=stacked) as house:
        ann, crowd = await join_as(house, game, "ann", 1), await house.guest()
        await crowd.join(game)
        heard = listen(crowd)
        await bet(ann, game, ("initial", 20_00, 1))
        await ann.close()
        await no_more_bets(house, game)
        await until_over(crowd, table=game)
        (box,) = play_of(crowd, game, BlackjackPlay).boxes
        assert box.hands[0].cards == hand
        events = [
            (one.by, one.what) for message in public_messages(heard, game) for one in message.events
        ]
        assert events == [("ann", "timeout")]
        await ann.connect()
        await until_over(ann, table=game)
        (line,) = own_view(ann, game).lines
        assert line.result is Result.LOSE
        await until_balance(ann, 980_00)


# Dealing errors ---------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.7.3", "R28")
async def test_the_choice_after_a_dealing_error(lasting_url: str) -> None:
    stacked = Stacked("TS TH 9C 9D 7D 8H")
    async with serving([untimed(RWS)], lasting_url, randbelow=stacked) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob", 3)
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(RWS)
        await bet(ann, RWS, ("initial", 20_00, 1))
        await bet(bob, RWS, ("initial", 20_00, 3))
        await no_more_bets(house, RWS)
        await until_asked(ann, RWS)
        none = await no(ann, say.Decide, RWS, "withdraw")
        assert none == ("illegal-action", "BJ5 5.8")
        heard = listen(bob)
        await sync(pit)
        assert (
            await reply_code(pit, say.Rule, RWS, Misdeal(Capacity.PIT, reconstructed=True)) == "ok"
        )
        await sync(ann, bob)
        assert bob.tables[RWS].choices
        assert "A dealing error" in [
            word for one in public_messages(heard, RWS) for word in one.said
        ]
        ask = next(one for one in own_view(bob, RWS).asked if one.kind == "choice")
        assert (ask.kind, [one.action for one in ask.options]) == (
            "choice",
            ["continue", "withdraw"],
        )
        await bob.decide(RWS, Action.WITHDRAW)
        assert settled(bob, RWS) == [("initial", 20_00, 20_00, "BJ5 5.7.3")]
        again = await no(bob, say.Decide, RWS, "continue")
        assert again == ("illegal-action", "BJ5 5.7")
        await ann.decide(RWS, Action.CONTINUE)
        assert "choice" not in {ask.kind for ask in own_view(ann, RWS).asked}
        await play_out(house, RWS, ann)
        assert settled(ann, RWS) == [("initial", 20_00, 40_00, "BJ5 3.23.2")]
        await until_balance(bob, 1_000_00)
        assert_books_balance(house)


@pytest.mark.clause("BJ5 5.5.1")
async def test_a_void_is_told_to_those_already_paid() -> None:
    """Ann's blackjack is paid at once; the void takes it back, and she is told."""
    stacked = Stacked("AS TH 9C KD 7D 2H")
    async with serving([untimed(RWS)], randbelow=stacked) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob", 3)
        await bet(ann, RWS, ("initial", 20_00, 1))
        await bet(bob, RWS, ("initial", 20_00, 3))
        await no_more_bets(house, RWS)
        await until_asked(bob, RWS)
        await bob.decide(RWS, Action.HIT, 3)
        await ann.until(lambda: own_view(ann, RWS).lines)
        assert settled(ann, RWS) == [("initial", 20_00, 50_00, "BJ5 3.15")]
        await until_asked(bob, RWS)
        void = table_commands.Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
        await house_command(house, RWS, void)
        await sync(ann, bob)
        for one in (ann, bob):
            assert one.tables[RWS].void
            assert settled(one, RWS) == [("initial", 20_00, 20_00, "BJ5 5.5.1")]
            await until_balance(one, 1_000_00)
        assert_books_balance(house)


# Cards that lie face down -----------------------------------------------------------------------


def cards_on(box: int, client: Client, table: str) -> tuple[str, ...]:
    boxes = play_of(client, table, BlackjackPlay).boxes
    return next(one.hands[0].cards for one in boxes if one.number == box)


@pytest.mark.clause("BJ5 3.12")
async def test_a_squeeze() -> None:
    stacked = Stacked("5S 9H 3D 4C 8H")
    async with serving([untimed(RWS)], randbelow=stacked) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob")
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(RWS)
        await bet(ann, RWS, ("initial", 20_00, 1))
        await no_more_bets(house, RWS, pit)
        await until_asked(ann, RWS)
        up = await no(ann, say.TurnCards, RWS, 1)
        assert up == ("illegal-action", "BJ5 3.12")
        await sync(pit, bob)
        assert await reply_code(pit, say.AllowSqueeze, RWS, 1) == "ok"
        await ann.decide(RWS, Action.HIT, 1)
        await until_asked(ann, RWS)
        await sync(bob)
        assert cards_on(1, ann, RWS) == cards_on(1, bob, RWS) == ("5S", "3D", "??")
        (mine,) = own_view(ann, RWS).boxes
        assert mine.hands[0].cards == ("5S", "3D", "4C")
        other = await no(bob, say.TurnCards, RWS, 1)
        assert other == ("not-your-turn", "BJ5 3.12")
        assert await reply_code(ann, say.TurnCards, RWS, 1) == "ok"
        await sync(bob)
        assert cards_on(1, bob, RWS) == ("5S", "3D", "4C")
        assert own_view(ann, RWS).boxes == ()


@pytest.mark.clause("CLB 6")
async def test_the_double_deck_game_is_dealt_face_down() -> None:
    game = "classic-blackjack-double"
    stacked = Stacked("5S 9H 7C TD 3D 8S TH")
    async with serving([untimed(game)], randbelow=stacked) as house:
        ann, bob = await join_as(house, game, "ann", 1), await join_as(house, game, "bob", 2)
        heard = {one: listen(one) for one in (ann, bob)}
        await bet(ann, game, ("initial", 20_00, 1))
        await bet(bob, game, ("initial", 20_00, 2))
        await no_more_bets(house, game)
        await until_asked(ann, game)
        await sync(ann, bob)
        for one in (ann, bob):
            assert cards_on(1, one, game) == cards_on(2, one, game) == ("??", "??")
        assert [box.hands[0].cards for box in own_view(ann, game).boxes] == [("5S", "TD")]
        assert [box.hands[0].cards for box in own_view(bob, game).boxes] == [("9H", "3D")]
        assert "5S" not in str(heard[bob])
        # Turned when it is somebody else's turn, they are no longer ann's alone.
        await ann.decide(game, Action.STAND, 1)
        await until_asked(bob, game)
        assert await reply_code(ann, say.TurnCards, game, 1) == "ok"
        await sync(bob)
        assert cards_on(1, bob, game) == ("5S", "TD")
        assert own_view(ann, game).boxes == ()
        await play_out(house, game, ann, bob)
        assert cards_on(1, bob, game) == ("5S", "TD")
        assert own_view(ann, game).boxes == ()


# Not for this round -----------------------------------------------------------------------------


async def test_a_decision_for_another_round_is_stale() -> None:
    async with serving([untimed(RWS)], randbelow=Stacked("TS 9H 6D 8H")) as house:
        ann = await join_as(house, RWS, "ann", 1)
        early = await no(ann, say.Decide, RWS, "hit", 1)
        assert early == ("illegal-action", "R3")
        await bet(ann, RWS, ("initial", 20_00, 1))
        await no_more_bets(house, RWS)
        await until_asked(ann, RWS)
        stale = await no(ann, say.Decide, RWS, "hit", 1, round=2)
        assert stale == ("stale", "R3")
        stale = await no(ann, say.TurnCards, RWS, 1, round=2)
        assert stale == ("stale", "R3")
        clock = await no(ann, say.Decide, RWS, "timeout", 1)
        assert clock == ("illegal-action", "R15")


async def test_a_decision_is_taken_once() -> None:
    async with serving([untimed(RWS)], randbelow=Stacked("2S 9H 3D 4C 2H 8H TS")) as house:
        ann = await join_as(house, RWS, "ann", 1)
        await bet(ann, RWS, ("initial", 20_00, 1))
        await no_more_bets(house, RWS)
        await until_asked(ann, RWS)
        hit = say.Decide(new_id(), RWS, 1, Action.HIT, 1)
        first = await ann.ask(hit)
        assert first.ok
        await until_asked(ann, RWS)
        assert await ann.ask(hit) == first
        other = say.Decide(hit.id, RWS, 1, Action.STAND, 1)
        assert (await ann.ask(other)).code == "other-command"
        assert cards_on(1, ann, RWS) == ("2S", "3D", "4C")
