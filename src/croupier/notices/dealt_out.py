"""The signs and rules of a game in which cards are dealt out and nobody decides anything: its bets
as its value tells them, and how it is played in the words of its document."""

from croupier.engine.dealt_out import VOID_CAUSES, DealtOutRules
from croupier.engine.layout import Limits
from croupier.engine.rules import setting_name
from croupier.kit.phrase import Phrase, words
from croupier.notices.common import (
    EACH_BET,
    afterwards,
    chips,
    closing_notice,
    interruption,
    limits_notice,
    pays_mean,
    side_limits_notice,
    voids,
)
from croupier.notices.page import Pay, Section, Statement, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import spoken
from croupier.rulebooks import rulebook


def headline(rules: DealtOutRules) -> str:
    first = next(iter(rules.bets))
    return f"{rules.bets[first].title} {rules.odds(first)}"


def in_short(rules: DealtOutRules) -> tuple[Phrase, ...]:
    """Its first main bet, and what that pays."""
    first = next(iter(rules.bets))
    title, odds = rules.bets[first].title, spoken(rules.odds(first))
    return (words("{bet} pays {odds}", bet=title, odds=odds),)


def felt(_rules: DealtOutRules) -> None:
    """Nothing is printed on it but the bets."""


def notices(rules: DealtOutRules, limits: Limits) -> tuple[Statement, ...]:
    write = StatementWriter(rules)
    sides = tuple(bet.title for bet in rules.bets.values() if not bet.main)
    side_limits = [side_limits_notice(write, rules, limits, sides)] if sides else []
    return (limits_notice(write, limits, EACH_BET), *side_limits, closing_notice(write))


def bets(rules: DealtOutRules) -> tuple[Pay, ...]:
    write = StatementWriter(rules)
    return tuple(
        write.brought(
            bet,
            text.title,
            text.wins,
            rules.odds(bet),
            *rules.topics.all(setting_name(text.pays)),
        )
        for bet, text in rules.bets.items()
    )


def play(rules: DealtOutRules) -> tuple[Section, ...]:
    write, book = StatementWriter(rules), rulebook(rules.document)
    of_play = [clause for clause in book.clauses if clause.kind in ("rule", "payout")]
    return (
        section(
            words("The game"),
            [Statement(clause.says, (book.cite(clause),), (), None) for clause in of_play],
        ),
        section(words("Bets"), [chips(write, rules), pays_mean(write)]),
        section(
            words("When something goes wrong"),
            [
                *interruption(write, rules, words("once the last card lies there")),
                voids(write, VOID_CAUSES),
                *afterwards(write),
            ],
        ),
    )
