"""How a round of blackjack is played, from the first chip to the last."""

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.notices.before import aim, betting
from croupier.games.blackjack.notices.deal import deal
from croupier.games.blackjack.notices.hands import behind, decisions, missed, standing
from croupier.games.blackjack.notices.offers import offers
from croupier.games.blackjack.notices.settling import dealer, settlement, trouble
from croupier.notices.page import Section
from croupier.notices.statement_writer import StatementWriter


def play(rules: BlackjackRules) -> tuple[Section, ...]:
    write = StatementWriter(rules)
    parts = (
        aim,
        betting,
        deal,
        offers,
        decisions,
        standing,
        behind,
        missed,
        dealer,
        settlement,
        trouble,
    )
    sections = (part(write, rules) for part in parts)
    return tuple(section for section in sections if section.sentences)
