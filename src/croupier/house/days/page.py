"""A sealed report as one HTML file that needs nothing else: to be printed and filed."""

from croupier.house.days.figures import CheckKind
from croupier.house.days.report import DayReport
from croupier.house.records.sheet import iso
from croupier.notices.html import filled

CHECKS = {
    CheckKind.TABLE_WIN: "Win: settlement lines, and the ledger",
    CheckKind.TABLE_FLOAT: "Float: added up, and the bank's balance",
    CheckKind.CAGE: "The cage's account: its facts, and its transfers",
    CheckKind.ADJUSTMENTS: "Adjustments: the facts, and the ledger",
    CheckKind.HELD: "Held: requests that wait, and the accounts",
    CheckKind.ESCROW: "Stakes of rounds that are over: none, and the escrows",
    CheckKind.BALANCES: "Balances: transfers, and what the accounts hold",
    CheckKind.ALL_ACCOUNTS: "All accounts together: nothing, and their sum",
}
"""What each check compares: by the records, and by the ledger."""


def _money(amount: int) -> str:
    """With its cents, as in every column of figures: 1,250.00."""
    units, cents = divmod(abs(amount), 100)
    return f"{'−' if amount < 0 else ''}{units:,}.{cents:02}"


def report_page(report: DayReport, digest: str) -> str:
    return filled(
        "croupier.house.days",
        "page.html",
        report=report,
        figures=report.figures,
        digest=digest,
        checks=CHECKS,
        money=_money,
        at=lambda ms: iso(ms)[:19].replace("T", " "),
    )
