"""What a table tells its players: notices, pays and rules of play, written from the rules' value.

    page = rules_page(variant("rws-blackjack", {"decks": 6}), Limits(10_00, 1_000_00))
    print(as_html(page))

No sentence knows a game by name: each is derived from the settings it names, so that what the sign
says and what the engine does cannot differ.
"""

from croupier.notices.build import rules_page
from croupier.notices.catalogue import GameSummary, catalogue
from croupier.notices.html import as_html
from croupier.notices.page import RulesApproval, RulesPage
from croupier.notices.text import as_text

__all__ = [
    "GameSummary",
    "RulesApproval",
    "RulesPage",
    "as_html",
    "as_text",
    "catalogue",
    "rules_page",
]
