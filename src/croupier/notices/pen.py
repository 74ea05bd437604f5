"""The pen that writes statements: it knows which clause stands behind a setting, and who set it."""

from collections.abc import Iterable

from croupier.games.books import VARIANTS
from croupier.games.rules import Rules, setting_name
from croupier.kit.odds import Odds
from croupier.notices.page import Pay, Statement


class Pen:
    """Writes for one variant as the house has set it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        # A value that is in no book is its own document.
        self._document = VARIANTS.get(rules.game, rules)

    def say(self, text: str, *fields: str, under: Iterable[str] = ()) -> Statement:
        """A sentence derived from these fields, and the clauses that say it besides theirs."""
        return Statement(text, self._clauses(fields, under), self._changed(fields))

    def pay(
        self, bet: str, name: str, wins: str, odds: Odds, *fields: str, under: Iterable[str] = ()
    ) -> Pay:
        clauses, changed = self._clauses(fields, under), self._changed(fields)
        return Pay(bet, name, wins, str(odds), clauses, changed)

    def _clauses(self, fields: Iterable[str], under: Iterable[str]) -> tuple[str, ...]:
        cites = [self._rules.cites.get(field, "") for field in fields]
        return tuple(dict.fromkeys(one for one in (*cites, *under) if one))

    def _changed(self, fields: Iterable[str]) -> tuple[str, ...]:
        return tuple(
            setting_name(field)
            for field in fields
            if getattr(self._rules, field) != getattr(self._document, field)
        )
