"""How a round of blackjack is played, from the first chip to the last."""

from croupier.games.blackjack.rules import BlackjackRules
from croupier.notices.blackjack.before import aim, betting
from croupier.notices.blackjack.deal import deal
from croupier.notices.blackjack.hands import behind, decisions, missed, standing
from croupier.notices.blackjack.offers import offers
from croupier.notices.blackjack.settling import dealer, settlement, trouble
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
