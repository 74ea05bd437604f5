"""Every journal of the house that is folded, beside the tables' own."""

from typing import Any

from croupier.house.approvals.book import ApprovalBook
from croupier.house.cage.book import CageBook
from croupier.house.closures.closures import ClosureBook
from croupier.house.days.book import DaysBook
from croupier.house.floor.book import FloorBook
from croupier.house.incidents.book import IncidentBook
from croupier.house.journal import Fold
from croupier.house.people.book import PeopleBook
from croupier.house.protection.book import ProtectionBook
from croupier.house.stations.book import StationBook
from croupier.house.transparency.book import LogBook

_BOOKS: tuple[type[Fold[Any, Any]], ...] = (
    PeopleBook,
    ProtectionBook,
    CageBook,
    FloorBook,
    IncidentBook,
    ClosureBook,
    StationBook,
    LogBook,
    ApprovalBook,
    DaysBook,
)
HOUSE_BOOKS = {book.stream: book for book in _BOOKS}
"""What each folds to, by the journal's name."""
