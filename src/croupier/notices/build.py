"""One page out of a variant's value and a table's limits."""

from collections.abc import Iterable

from croupier.engine.layout import Limits
from croupier.engine.rules import Rules
from croupier.engine.rules_digest import rules_digest
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.notices.families import family_notices
from croupier.notices.page import Cited, Document, RulesApproval, RulesPage, cited
from croupier.notices.settings import settings_of
from croupier.rulebooks import RULINGS, Rulebook, book_head, documents_cited, rulebook


def document(rules: Rules) -> Document:
    """The document the variant follows."""
    book = book_head(rules.document)
    return Document(book.short, book.title, book.issuer, book.version, book.effective, book.note)


def rules_page(
    rules: Rules, limits: Limits | None = None, approval: RulesApproval | None = None
) -> RulesPage:
    """Everything the table must show, and every rule of play, with its clauses."""
    limits = limits or Limits()
    _check(limits, rules)
    game = family_notices(rules)
    notices, bets, play = game.notices(rules, limits), game.bets(rules), game.play(rules)
    settings = tuple(settings_of(rules))
    cites = set(cited(notices, bets, play, settings)) - {""}
    return RulesPage(
        game=rules.game,
        title=rules.title,
        document=document(rules),
        notices=notices,
        bets=bets,
        play=play,
        rulings=_texts(cites, [rulebook(RULINGS)]),
        settings=settings,
        clauses=_texts(cites, documents_cited(cites)),
        felt=game.felt(rules),
        digest=rules_digest(rules),
        approval=approval,
    )


def _texts(citations: set[str], books: Iterable[Rulebook]) -> tuple[Cited, ...]:
    """What the cited clauses of these books say, in the books' order."""
    return tuple(
        Cited(citation, each.says)
        for book in books
        for each in book.clauses
        if (citation := book.cite(each)) in citations
    )


def _check(limits: Limits, rules: Rules) -> None:
    """Refuse limits no table could show."""
    least = limits.side_min or rules.chip_unit
    most = limits.max if limits.side_max is None else limits.side_max
    for what, low, high in (("", limits.min, limits.max), ("side-bet ", least, most)):
        if low <= 0 or high <= 0:
            raise Refused(Code.BAD_AMOUNT, f"{what}limits must be more than nothing", "R3a")
        if low > high:
            raise Refused(
                Code.BAD_SETTING,
                f"the {what}minimum {format_amount(low)} is above the {what}maximum "
                f"{format_amount(high)}",
                "R3a",
            )
