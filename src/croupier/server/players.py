"""What the house has to know of a player before they play, and writes down once it counts."""

import asyncio
from collections.abc import Sequence

from croupier.house.people.people import People, Who
from croupier.house.protection.protection import Protection
from croupier.house.roles import PLAYING, Role
from croupier.ledger import wallet
from croupier.server.play_chips import PlayChips
from croupier.server.purse_feed import PurseFeed
from croupier.store.group import GroupCommitter
from croupier.store.pages import every_movement
from croupier.store.protocol import Reader, Store
from croupier.store.values import Movement
from croupier.table.state import TableState

_AGAIN_S = 0.01


class Players:
    def __init__(
        self,
        people: People,
        protection: Protection,
        play_chips: PlayChips,
        purse_feed: PurseFeed,
        committer: GroupCommitter,
        *,
        shared: bool = False,
    ) -> None:
        """`shared`: other nodes write to the wallets, too."""
        self._people = people
        self._protection = protection
        self._play_chips = play_chips
        self._purse_feed = purse_feed
        self._committer = committer
        self._shared = shared
        self._loading: dict[str, asyncio.Task[None]] = {}

    async def admit(self, who: Who) -> None:
        """A player's limits are known before the first bet; who may not play stays outside."""
        if who.role in PLAYING:
            self._protection.check_entry(who.name)
            await self.know(who.name)

    async def remember(self, player: str) -> None:
        """A player does something that counts: of a guest there is an account from now on, with
        chips, and of everybody the session."""
        if self._people.unwritten(player):
            await self._play_chips.welcome(player, Role.GUEST)
            await self._people.write_down(player)
            self._purse_feed.changed(player)
        await self._protection.write_session(player)

    async def know(self, player: str) -> None:
        """Look up what counts towards the player's limits, once."""
        if self._protection.knows(player):
            return
        task = self._loading.get(player)
        if task is None:
            task = self._loading[player] = asyncio.create_task(self._load(player))
            task.add_done_callback(lambda _: self._loading.pop(player, None))
        await asyncio.shield(task)

    async def _load(self, player: str) -> None:
        """In the writer's order, so that no posting is missed, or counted twice."""
        since = self._protection.reach(player)
        purse = wallet(player)

        def look(store: Store) -> tuple[int | None, list[Movement]]:
            moves = store.moves(purse) if self._shared else None
            return moves, movements(store, player, since)

        moves, moved = await asyncio.wrap_future(self._committer.read(look))
        load(self._protection, player, moved, moves)

    async def know_again(self, player: str) -> None:
        """Somebody else has moved the wallet."""
        while not self._protection.unknow(player):
            await asyncio.sleep(_AGAIN_S)
        await self.know(player)


def staking_unasked(state: TableState) -> set[str]:
    """Players for whom the table may put down more though they say nothing: who has decided early,
    and who follows a seat. Whoever else stakes has come, and is known by then."""
    early = {player for player, _ in state.early}
    bets = state.layout.bets
    behind = {bet.player for bet in bets if bet.bet == state.rules.behind_bet or bet.follow}
    boxes = getattr(state.round, "boxes", ())
    return early | behind | {wager.player for box in boxes for wager in box.wagers if wager.follows}


def movements(reader: Reader, player: str, since_ms: int) -> list[Movement]:
    return list(every_movement(reader, wallet(player), since_ms=since_ms))


def load(
    protection: Protection, player: str, moved: Sequence[Movement], moves: int | None = None
) -> None:
    known = {movement.stream: movement.seq for movement in moved}
    postings = [(movement.at_ms, movement.transfer) for movement in moved]
    protection.load(player, postings, known, moves)
