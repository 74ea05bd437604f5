"""An open house settles every round again, and tells the pit of a wrong payment once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.lines import Line
from croupier.house.floor.facts import AlertKind
from croupier.house.floor.floor import Floor
from croupier.ledger import Transfer
from croupier.table import money
from croupier.table.commands import Rule
from tests.support.human_table import PIT
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving
from tests.support.live_play import (
    Stacked,
    bet,
    join_as,
    next_round,
    no_more_bets,
    play_out,
    untimed,
)

WHEEL, BOXES, PUNTO = "live-roulette", "live-blackjack", "live-baccarat"


def told(floor: Floor) -> list[tuple[int | None, str]]:
    alerts = [one.raised for one in floor.open_alerts() if one.raised.kind is AlertKind.MISPAID]
    return [(alert.round, alert.text) for alert in alerts]


def doctored(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    """From now on the program pays everybody who plays that much more."""
    honest = money.settlement_moves

    def pays(table: str, round: int, lines: tuple[Line, ...]) -> Iterator[Transfer]:
        generous = [msgspec.structs.replace(line, returned=line.returned + more) for line in lines]
        return honest(table, round, tuple(generous))

    monkeypatch.setattr(money, "settlement_moves", pays)


async def test_a_cent_too_much_is_told_with_round_and_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:{tmp_path}/house.db"
    async with serving([untimed(WHEEL)], url, randbelow=Stacked(pockets=(1,))) as house:
        ann = await join_as(house, WHEEL, "ann")
        watch, floor = house.house.payment_watch, house.house.floor

        async def spin() -> None:
            await bet(ann, WHEEL, ("red", 10_00))
            await no_more_bets(house, WHEEL)
            await ann.until(lambda: ann.tables[WHEEL].over)
            await next_round(house, WHEEL)
            await ann.until(lambda: ann.tables[WHEEL].phase == "betting")
            await watch.follow()

        await spin()
        assert told(floor) == []
        with monkeypatch.context() as wrong:
            doctored(wrong, 1)
            await spin()
        expected = (
            "round 2 brought wallet:ann +10.01, where its cards and rules come to +10 [LIVE 1.4]"
        )
        assert told(floor) == [(2, expected)]
        await spin()
        assert told(floor) == [(2, expected)]
        (alert,) = [one for one in floor.open_alerts() if one.raised.kind is AlertKind.MISPAID]
        await floor.clear_alert(alert.raised.number, "pit", "paid back")
    # A house that is opened again looks once more, and tells nothing twice.
    async with serving([untimed(WHEEL)], url) as house:
        await house.house.payment_watch.follow()
        assert told(house.house.floor) == []


@pytest.mark.clause("R31")
async def test_a_reversal_that_is_a_cent_short_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving([by_hand(PUNTO)]) as house:
        table = await HandDealt.open(house, PUNTO)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "player", 100_00)
        await table.no_more_bets(ann)
        await table.deal("9S 2D KS KD")
        await house.house.payment_watch.follow()
        assert told(house.house.floor) == []
        honest = money.reversal_moves

        def short(*round: Any) -> Iterator[Transfer]:
            for moved in honest(*round):
                yield msgspec.structs.replace(moved, amount=moved.amount - 1)

        monkeypatch.setattr(money, "reversal_moves", short)
        live = house.house.live_tables.tables[PUNTO]
        void = Rule(Void(Capacity.PIT, VoidReason.WRONG_COUNT), countersigned="sam")
        assert (await live.ask(PIT, void, "void")).ok
        for _ in range(2):
            await house.house.payment_watch.follow()
            ((round, text),) = told(house.house.floor)
            assert round == 1
            assert text.startswith(
                "round 1 brought wallet:ann +0.01, where its cards and rules come to 0 ["
            )


async def test_a_push_that_is_paid_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = Stacked("TS TD 9H 9C", burned=6)
    async with serving([untimed(BOXES)], randbelow=cards) as house:
        ann = await join_as(house, BOXES, "ann", box=1)
        doctored(monkeypatch, 10_00)
        await bet(ann, BOXES, ("initial", 10_00, 1))
        await no_more_bets(house, BOXES, ann)
        await play_out(house, BOXES, ann)
        await house.house.payment_watch.follow()
        ((round, text),) = told(house.house.floor)
        assert round == 1
        assert text.startswith(
            "round 1 brought wallet:ann +10, where its cards and rules come to 0 ["
        )
