"""An incident's sheet, signed by two people, is carried out: an adjustment for each player and
round.

It may be interrupted anywhere and begun again: what is to be paid is what the books do not say was
paid already, and the cage looks at that once more in the commit itself.
"""

from collections import Counter

from croupier.house.cage.cage import Cage
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import IncidentRemedy, IncidentWaiver
from croupier.house.incidents.facts import AdjustmentsMade, RestWaived
from croupier.house.incidents.incidents import Incidents
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.server.broadcast import Broadcast
from croupier.server.purse_feed import PurseFeed
from croupier.wire.messages import NoticeCode

_LEFT_OWED = frozenset({Code.SHORT_OF_FUNDS, Code.LIMIT, Code.STALE})
"""What keeps one adjustment from being made, and none of the others."""


class RemedyDesk:
    def __init__(
        self, incidents: Incidents, cage: Cage, purse_feed: PurseFeed, broadcast: Broadcast
    ) -> None:
        self._incidents = incidents
        self._cage = cage
        self._purse_feed = purse_feed
        self._broadcast = broadcast

    async def put_right(self, signing: Signing, what: IncidentRemedy, countersigned: str) -> None:
        """What can be moved is; what cannot (a wallet that is too empty) stays owed."""
        number, moved = what.incident, Counter[str]()
        await self._know_others()
        settled = self._incidents.check_settled(number, what.digest)
        for row in settled.sheet.rows:
            # Looked at one by one: another node may carry the same out meanwhile.
            made = self._cage.put_right(number, row.player, what.table, row.round)
            left = settled.left(row, made)
            if not left:
                continue
            try:
                written = await self._cage.adjust(
                    row.player,
                    left,
                    what.table,
                    row.round,
                    reason=f"incident {number}",
                    by=signing.by,
                    countersigned=countersigned,
                    id=f"incident-{number}:{signing.number}:{row.round}:{row.player}:{made}",
                    incident=number,
                    made=made,
                )
            except Refused as refused:
                if refused.code not in _LEFT_OWED:
                    raise
                continue
            if written:
                moved[row.player] += left
        for player, amount in moved.items():
            self._broadcast.notice(player, NoticeCode.ADJUSTMENT, _told(what, amount))
            self._purse_feed.changed(player)
        # By the books, for what was moved before an interruption, or by another node, counts too.
        await self._know_others()
        amounts = [made for _, made in self._incidents.moved(number, self._cage.put_right)]
        paid, taken = sum(max(one, 0) for one in amounts), -sum(min(one, 0) for one in amounts)
        await self._incidents.adjustments_made(
            AdjustmentsMade(
                number, signing.number, what.digest, paid, taken, signing.by, countersigned
            )
        )

    async def _know_others(self) -> None:
        """What other nodes have written to the register and to the cage."""
        for journal in (self._incidents.journal, self._cage.journal):
            await journal.follow()


async def waive_rest(
    signing: Signing, what: IncidentWaiver, countersigned: str, incidents: Incidents
) -> None:
    await incidents.waive(
        RestWaived(
            what.incident,
            signing.number,
            what.owed,
            what.claimed,
            what.reason,
            signing.by,
            countersigned,
        )
    )


def _told(what: IncidentRemedy, amount: int) -> Phrase:
    if amount > 0:
        return words(
            "Incident {incident} at {table}: {amount:amount} paid to you.",
            incident=what.incident,
            table=what.table,
            amount=amount,
        )
    return words(
        "Incident {incident} at {table}: {amount:amount} taken from you.",
        incident=what.incident,
        table=what.table,
        amount=-amount,
    )
