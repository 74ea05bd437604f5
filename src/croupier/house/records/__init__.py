"""What a house's books tell afterwards: a player's history, statements, figures, the export.

Everything here reads: the index of a table, which its journal feeds as it grows, and a store's
snapshot. Nothing waits for anything, so a server calls it from a thread of its own.
"""

from croupier.house.records.export import export
from croupier.house.records.history import Cursor, HistoryPage, RoundSummary, rounds_of
from croupier.house.records.index import TableIndex
from croupier.house.records.office import Figures, OfficeReport, RoundList, report, round_list
from croupier.house.records.own import OwnRound, own_round
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.roundcopy import round_file
from croupier.house.records.rounds import read_round
from croupier.house.records.statement import StatementRow, statement, statement_csv

__all__ = [
    "Cursor",
    "Figures",
    "HistoryPage",
    "OfficeReport",
    "OwnRound",
    "RoundEntry",
    "RoundList",
    "RoundSummary",
    "StatementRow",
    "TableIndex",
    "export",
    "own_round",
    "read_round",
    "report",
    "round_file",
    "round_list",
    "rounds_of",
    "statement",
    "statement_csv",
]
