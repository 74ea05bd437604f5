"""Writes statements: it knows which clause stands behind a setting, and who set it."""

from collections.abc import Iterable

from croupier.engine.rules import Rules, setting_name
from croupier.engine.variants import VARIANTS
from croupier.kit.odds import Odds
from croupier.kit.phrase import Phrase
from croupier.notices.page import Pay, Statement
from croupier.notices.words import pay


class StatementWriter:
    """Writes for one variant as the house has set it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        # A value that is in no book is its own document.
        self._document = VARIANTS.get(rules.game, rules)

    def say(self, sentence: Phrase, *fields: str, under: Iterable[str] = ()) -> Statement:
        """A sentence derived from these fields, under their clauses and those of more topics."""
        return Statement(
            str(sentence), self._clauses(fields, under), self._changed(fields), sentence
        )

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

    def brought(self, bet: str, name: str, wins: str, odds: Odds, *clauses: str) -> Pay:
        """A bet of another package: in its own words, of which there is no translation."""
        return Pay(bet, name, wins, str(odds), odds, clauses, pays_words=pay(odds))

    def _clauses(self, fields: Iterable[str], under: Iterable[str]) -> tuple[str, ...]:
        return self._rules.topics.all(*map(setting_name, fields), *under)

    def _changed(self, fields: Iterable[str]) -> tuple[str, ...]:
        return tuple(
            setting_name(field)
            for field in fields
            if getattr(self._rules, field) != getattr(self._document, field)
        )
