"""The pen that writes statements: it knows which clause stands behind a setting, and who set it."""

from collections.abc import Iterable

from croupier.games.books import VARIANTS
from croupier.games.rules import Rules, setting_name
from croupier.kit.odds import Odds
from croupier.kit.phrase import Phrase
from croupier.notices.page import Pay, Statement
from croupier.notices.words import pay


class Pen:
    """Writes for one variant as the house has set it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        # A value that is in no book is its own document.
        self._document = VARIANTS.get(rules.game, rules)

    def say(self, said: Phrase, *fields: str, under: Iterable[str] = ()) -> Statement:
        """A sentence derived from these fields, and the clauses that say it besides theirs."""
        return Statement(str(said), self._clauses(fields, under), self._changed(fields), said)

    def pay(
        self,
        bet: str,
        name: Phrase,
        wins: Phrase,
        odds: Odds,
        *fields: str,
        under: Iterable[str] = (),
    ) -> Pay:
        return Pay(
            bet,
            str(name),
            str(wins),
            str(odds),
            odds,
            self._clauses(fields, under),
            self._changed(fields),
            name,
            wins,
            pay(odds),
        )

    def _clauses(self, fields: Iterable[str], under: Iterable[str]) -> tuple[str, ...]:
        cites = [self._rules.cites.get(field, "") for field in fields]
        return tuple(dict.fromkeys(one for one in (*cites, *under) if one))

    def _changed(self, fields: Iterable[str]) -> tuple[str, ...]:
        return tuple(
            setting_name(field)
            for field in fields
            if getattr(self._rules, field) != getattr(self._document, field)
        )
