"""An evening whose journals have checkpoints, to be archived and read again."""

from contextlib import closing

from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.table_fold import TableFold
from croupier.store import Store, open_store
from croupier.table.recovery import fold
from tests.support.evening import Evening

GAMES = ("live-roulette", "rws-blackjack", "live-baccarat")


def keep_checkpoints(store: Store) -> None:
    for game in GAMES:
        folded = TableFold(game, store, PlayStatistics())
        fold(store, game, on_entry=folded.feed)
        assert folded.keep(store, store.head(game).epoch)


def record_evening(url: str) -> None:
    """Play an evening into the store at this address and keep checkpoints of its journals."""
    with closing(open_store(url)) as store:
        evening = Evening(store, seed=3, games=GAMES)
        evening.stroll(900)
        evening.finish()
        keep_checkpoints(store)
