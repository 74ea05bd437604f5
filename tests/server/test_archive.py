"""A house whose past is in the archive opens and deals, though the files be gone."""

import shutil
from contextlib import closing
from pathlib import Path

from croupier.store import open_store
from croupier.store.archive.archiving import archive
from tests.house.records.house import FOREVER
from tests.house.test_archive import played
from tests.server.playing import bet, come, no_more_bets, patient, play_out
from tests.server.serving import serving

WHEEL = "live-roulette"


async def test_it_opens_and_deals_without_the_files(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    played(url)
    with closing(open_store(url)) as store:
        assert WHEEL in {period.stream for period in archive(store, tmp_path / "gone", FOREVER, 1)}
    shutil.rmtree(tmp_path / "gone")
    async with serving([patient(WHEEL)], url) as house:
        zoe = await come(house, WHEEL, "zoe")
        await zoe.until(lambda: zoe.tables[WHEEL].phase == "betting")
        await bet(zoe, WHEEL, ("red", 10_00))
        await no_more_bets(house, WHEEL, zoe)
        await play_out(house, WHEEL, zoe)
