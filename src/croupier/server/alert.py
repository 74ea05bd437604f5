"""An alert to the pit. One that cannot be stored is at least in the log."""

import logging

from croupier.house.floor.facts import AlertKind
from croupier.house.floor.floor import Floor
from croupier.kit.errors import Refused
from croupier.kit.phrase import Phrase

_LOG = logging.getLogger("croupier.house")


class Alert:
    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    async def __call__(
        self,
        kind: AlertKind,
        table: str,
        text: str | Phrase,
        by: str,
        round: int | None = None,
        *,
        id: str = "",
    ) -> None:
        """With an id it is raised once in all time."""
        try:
            await self._floor.raise_alert(kind, table, text, by, round, id=id)
        except Refused as refused:
            why = {"table": table, "text": str(text), "why": str(refused)}
            _LOG.warning("alert not kept", extra=why)
