"""Each family of games at its table, by its name."""

from typing import Any

from croupier.kit.registry import Registry
from croupier.table.families.baccarat import BaccaratTable
from croupier.table.families.blackjack import BlackjackTable
from croupier.table.families.roulette import RouletteTable
from croupier.table.family import TableFamily

FAMILIES: Registry[TableFamily[Any]] = Registry(
    "croupier.table",
    {"blackjack": BlackjackTable(), "baccarat": BaccaratTable(), "roulette": RouletteTable()},
)
