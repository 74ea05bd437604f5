"""Rounds that did not come to their end because of an interruption, for whoever had bet in them.

R4 is often carried out while the house opens and nobody is there to hear of it. So who is not there
is told on coming back; each once. Who has been told is known without asking: the books have seen
them since, and that is written with the telling.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.games.engine import Round
from croupier.games.inputs import Interrupt, Void, VoidReason
from croupier.kit.phrase import Phrase, words
from croupier.table.commands import TableRole
from croupier.table.facts import BetsPlaced, Fed
from croupier.table.state import TableState
from croupier.table.table import News
from croupier.wire.messages import NoticeCode

if TYPE_CHECKING:
    from croupier.server.house import House


class Interrupted:
    def __init__(self, house: "House") -> None:
        self._house = house
        self._untold: defaultdict[str, list[Phrase]] = defaultdict(list)

    def on_entry(self, news: News, state: TableState) -> None:
        for player, said in _told(news, state):
            if self._house.protection.seen(player) < news.at_ms:
                self._untold[player].append(said)
                if self._house.accounts.get(player) is not None:
                    self.tell(player)

    def tell(self, player: str) -> None:
        untold = self._untold.pop(player, ())
        for said in untold:
            self._house.purse_feed.notice(player, NoticeCode.INTERRUPTED, said)
        if untold:
            # Then the books have heard of the player since, and it is not told again.
            self._house.spawn(self._house.protection.write_time(player))


def _told(news: News, state: TableState) -> Iterator[tuple[str, Phrase]]:
    table, round = state.config.title or state.rules.title, state.round
    for fact in news.recorded.facts:
        match fact:
            case BetsPlaced(returned=returned) if returned:
                said = words(
                    "{table}: the house was interrupted before round {round} began, and your "
                    "{returned:amount} went back to you (R4).",
                    table=table,
                    round=state.round_number,
                    returned=returned,
                )
                yield fact.player, said
            case Fed(input=Interrupt()) if round is not None and round.void:
                for player, returned in _went_back(round).items():
                    said = words(
                        "{table}: the house was interrupted in round {round}. The round is void, "
                        "and your {returned:amount} went back to you (R4).",
                        table=table,
                        round=state.round_number,
                        returned=returned,
                    )
                    yield player, said
            case Fed(input=Void(reason=VoidReason.UNSHUFFLED)) if (
                round is not None and news.recorded.role is TableRole.HOUSE
            ):
                for player, returned in _went_back(round).items():
                    said = words(
                        "{table}: the house had to put its books back from a copy, and round "
                        "{round} could not go on. It is void, and your {returned:amount} went back "
                        "to you (R26).",
                        table=table,
                        round=state.round_number,
                        returned=returned,
                    )
                    yield player, said


def _went_back(round: Round) -> dict[str, int]:
    back: defaultdict[str, int] = defaultdict(int)
    for line in round.lines:
        back[line.player] += line.returned
    return back
