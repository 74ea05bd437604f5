"""The number each table bears (LIVE 2.1.4): what the file says, else what it has borne so far, else
its place in the file; and no number twice."""

from collections.abc import Mapping, Sequence

from croupier.table.config import TableConfig


def table_numbers(tables: Sequence[TableConfig], borne: Mapping[str, int]) -> dict[str, int]:
    """`borne` tells the number of each table that has been open before, 0 where it had none."""
    numbers = {table.id: table.number for table in tables if table.number}
    for table in tables:
        number = borne.get(table.id, 0)
        if table.id not in numbers and number and number not in numbers.values():
            numbers[table.id] = number
    for place, table in enumerate(tables, 1):
        if table.id not in numbers:
            numbers[table.id] = _free(place, set(numbers.values()))
    return numbers


def _free(wanted: int, taken: set[int]) -> int:
    if wanted not in taken:
        return wanted
    return next(number for number in range(1, len(taken) + 2) if number not in taken)
