"""A house whose past is in the archive opens and deals, though the files be gone."""

import shutil
from contextlib import closing
from pathlib import Path

from croupier.store import open_store
from croupier.store.archive.archiving import archive
from tests.support.evening import FOREVER
from tests.support.live_house import serving
from tests.support.live_play import bet, join_as, no_more_bets, play_out, untimed
from tests.support.recorded_evening import record_evening

WHEEL = "live-roulette"


async def test_it_opens_and_deals_without_the_files(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    record_evening(url)
    with closing(open_store(url)) as store:
        assert WHEEL in {period.stream for period in archive(store, tmp_path / "gone", FOREVER, 1)}
    shutil.rmtree(tmp_path / "gone")
    async with serving([untimed(WHEEL)], url) as house:
        zoe = await join_as(house, WHEEL, "zoe")
        await zoe.until(lambda: zoe.tables[WHEEL].phase == "betting")
        await bet(zoe, WHEEL, ("red", 10_00))
        await no_more_bets(house, WHEEL, zoe)
        await play_out(house, WHEEL, zoe)
