"""Each family of games at its table."""

from typing import Any

from croupier.games.rules import Rules
from croupier.kit.registry import instance
from croupier.table.family import TableFamily


def table_family(rules: Rules) -> TableFamily[Any]:
    family: TableFamily[Any] = instance(rules.family, "guide")
    return family
