"""What each family of games has to show of its rules."""

from collections.abc import Callable
from typing import Any, Protocol

from croupier.engine.layout import Limits
from croupier.engine.rules import Rules
from croupier.kit.phrase import Phrase
from croupier.kit.registry import part
from croupier.notices.page import LayoutWords, Pay, Section, Statement


class FamilyNotices(Protocol):
    """What each family's part writes, of a variant as the house has set it."""

    @property
    def notices(self) -> Callable[[Any, Limits], tuple[Statement, ...]]:
        """The signs at the table."""

    @property
    def bets(self) -> Callable[[Any], tuple[Pay, ...]]:
        """Every bet and what it pays."""

    @property
    def play(self) -> Callable[[Any], tuple[Section, ...]]:
        """How it is played."""

    @property
    def felt(self) -> Callable[[Any], LayoutWords | None]:
        """What is printed on the layout besides its bets."""

    @property
    def in_short(self) -> Callable[[Any], tuple[Phrase, ...]]:
        """What decides whether somebody chooses this table, a few words each."""

    @property
    def headline(self) -> Callable[[Any], str]:
        """What is paid, in a few words."""


def family_notices(rules: Rules) -> FamilyNotices:
    notices: FamilyNotices = part(rules.family, "notices")
    return notices
