"""How a round of blackjack is played, from the first chip to the last."""

from croupier.games.blackjack.rules import BlackjackRules
from croupier.notices.blackjack.before import aim, betting
from croupier.notices.blackjack.deal import deal
from croupier.notices.blackjack.hands import behind, decisions, missed, standing
from croupier.notices.blackjack.offers import offers
from croupier.notices.blackjack.settling import dealer, settlement, trouble
from croupier.notices.page import Section
from croupier.notices.pen import Pen


def play(rules: BlackjackRules) -> tuple[Section, ...]:
    pen = Pen(rules)
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
    sections = (part(pen, rules) for part in parts)
    return tuple(section for section in sections if section.sentences)
