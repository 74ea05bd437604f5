"""Rounds that did not come to their end because of an interruption, for whoever had bet in them.

R4 is often carried out while the house opens and nobody is there to hear of it. So who is not there
is told on coming back; each once. Who has been told is known without asking: the books have seen
them since, and that is written with the telling.
"""

from collections import defaultdict
from collections.abc import Iterator

from croupier.games.engine import Round
from croupier.games.inputs import Interrupt, Void, VoidReason
from croupier.house.protection.protection import Protection
from croupier.kit.phrase import Phrase, words
from croupier.server.accounts import Accounts
from croupier.server.background import Background
from croupier.server.purse_feed import PurseFeed
from croupier.table.commands import TableRole
from croupier.table.facts import BetsPlaced, Fed
from croupier.table.state import TableState
from croupier.table.table import News
from croupier.wire.messages import NoticeCode


class Interrupted:
    def __init__(
        self,
        protection: Protection,
        accounts: Accounts,
        purse_feed: PurseFeed,
        spawn: Background,
    ) -> None:
        self._protection = protection
        self._accounts = accounts
        self._purse_feed = purse_feed
        self._spawn = spawn
        self._untold: defaultdict[str, list[Phrase]] = defaultdict(list)

    def on_entry(self, news: News, state: TableState) -> None:
        for player, text in _notices(news, state):
            if self._protection.seen(player) < news.at_ms:
                self._untold[player].append(text)
                if self._accounts.get(player) is not None:
                    self.tell(player)

    def tell(self, player: str) -> None:
        untold = self._untold.pop(player, ())
        for text in untold:
            self._purse_feed.notice(player, NoticeCode.INTERRUPTED, text)
        if untold:
            # Then the books have heard of the player since, and it is not told again.
            self._spawn(self._protection.write_time(player))


def _notices(news: News, state: TableState) -> Iterator[tuple[str, Phrase]]:
    table, round = state.config.title or state.rules.title, state.round
    for fact in news.recorded.facts:
        match fact:
            case BetsPlaced(returned=returned) if returned:
                text = words(
                    "{table}: the house was interrupted before round {round} began, and your "
                    "{returned:amount} went back to you (R4).",
                    table=table,
                    round=state.round_number,
                    returned=returned,
                )
                yield fact.player, text
            case Fed(input=Interrupt()) if round is not None and round.void:
                for player, returned in _went_back(round).items():
                    text = words(
                        "{table}: the house was interrupted in round {round}. The round is void, "
                        "and your {returned:amount} went back to you (R4).",
                        table=table,
                        round=state.round_number,
                        returned=returned,
                    )
                    yield player, text
            case Fed(input=Void(reason=VoidReason.UNSHUFFLED)) if (
                round is not None and news.recorded.role is TableRole.HOUSE
            ):
                for player, returned in _went_back(round).items():
                    text = words(
                        "{table}: the house had to put its books back from a copy, and round "
                        "{round} could not go on. It is void, and your {returned:amount} went back "
                        "to you (R26).",
                        table=table,
                        round=state.round_number,
                        returned=returned,
                    )
                    yield player, text


def _went_back(round: Round) -> dict[str, int]:
    back: defaultdict[str, int] = defaultdict(int)
    for line in round.lines:
        back[line.player] += line.returned
    return back
