"""A game in which cards are dealt out and nobody decides anything, at its table."""

from croupier.games.dealt_out import Round
from croupier.table.family import TableFamily


class DealtOutTable(TableFamily[Round]):
    """Cards go to places that are called by their names."""


DEALT_OUT = DealtOutTable()
