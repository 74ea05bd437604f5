"""An open house tells the pit when its books are not as they were written, of each thing once."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.client import HouseRefused
from croupier.house.floor.facts import AlertKind
from croupier.server.books_check import LEAST_REST_S
from tests.support.live_house import PASSWORD, serving
from tests.support.live_play import bet, join_as, no_more_bets, play_out, untimed
from tests.support.waiting import until

WHEEL = "live-roulette"
KIND = AlertKind.BOOKS_DAMAGED


async def test_an_altered_balance_is_found_at_the_start_and_pays_nothing(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with serving([untimed(WHEEL)], f"sqlite:{path}") as house:
        await join_as(house, WHEEL, "ann")
        await house.house.books_check.check_balances()
        assert not house.house.store.frozen
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE accounts SET balance = balance + 90000000 WHERE name = 'wallet:ann'")
    async with serving([untimed(WHEEL)], f"sqlite:{path}") as house:
        floor = house.house.floor

        def told() -> list[tuple[str, str]]:
            raised = [alert.raised for alert in floor.open_alerts()]
            return [(one.table, one.text) for one in raised if one.kind == KIND]

        # The wallet, and the sum of all accounts.
        await until(lambda: len(told()) == 2)
        assert told()[0][0] == ""
        assert "wallet:ann: I1: holds" in told()[0][1]
        assert house.house.store.frozen == {"wallet:ann"}
        api = await house.api()
        await api.login("ann", PASSWORD)
        ann = await house.client(api)
        await ann.join(WHEEL)
        with pytest.raises(HouseRefused):
            await bet(ann, WHEEL, ("red", 10_00))
        bob = await join_as(house, WHEEL, "bob")
        await bet(bob, WHEEL, ("red", 10_00))


async def test_a_flipped_byte_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with serving([untimed(WHEEL)], f"sqlite:{path}") as house:
        ann = await join_as(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 10_00))
        await no_more_bets(house, WHEEL, ann)
        await play_out(house, WHEEL, ann)
        check, floor = house.house.books_check, house.house.floor

        async def passes(more: int) -> None:
            until = check.passes + more
            while check.passes < until:
                assert await check.step() >= LEAST_REST_S

        def alerts() -> list[tuple[str, str, int]]:
            told = [alert for alert in floor.open_alerts() if alert.raised.kind == KIND]
            return [(alert.raised.table, alert.raised.text, alert.times) for alert in told]

        await passes(1)
        assert alerts() == []
        text = house.house.metrics.text().decode()
        assert "croupier_entries_checked_total 0.0" not in text
        assert "croupier_books_checked_seconds 0.0" not in text
        assert "croupier_books_complaints_total 0.0" in text
        with closing(sqlite3.connect(path)) as db, db:
            (trigger,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'entries_stay'")
            db.execute("DROP TRIGGER entries_stay")
            db.execute(
                "UPDATE entries SET at_ms = at_ms + 1 WHERE seq = 2 AND stream = "
                "(SELECT id FROM streams WHERE name = ?)",
                (WHEEL,),
            )
            db.execute(trigger[0])
        await passes(2)
        (alert,) = alerts()
        assert alert == (
            WHEEL,
            f"The books are not as they were written, at {WHEEL} 2: "
            "I6: the hash does not follow from the entry before",
            1,
        )
        assert "croupier_books_complaints_total 1.0" in house.house.metrics.text().decode()
