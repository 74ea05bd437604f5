"""Which node deals at which table."""

from collections.abc import Mapping, Sequence


def spread(
    tables: Sequence[str], owners: Mapping[str, str], nodes: Sequence[str]
) -> dict[str, str]:
    """As evenly as may be, and moving as few tables as may be from who has them now.

    Every node works this out by itself from the same books, and comes to the same.
    """
    if not nodes:
        return {}
    names = sorted(nodes)
    least, over = divmod(len(tables), len(names))
    held: dict[str, list[str]] = {name: [] for name in names}
    homeless: list[str] = []
    for table in sorted(tables):
        held.get(owners.get(table, ""), homeless).append(table)
    # Whoever has most keeps one more, where they do not come out even.
    by_load = sorted(names, key=lambda name: (-len(held[name]), name))
    room = {name: least + (place < over) for place, name in enumerate(by_load)}
    for name in names:
        homeless += held[name][room[name] :]
        del held[name][room[name] :]
    for table in sorted(homeless):
        taker = next(name for name in names if len(held[name]) < room[name])
        held[taker].append(table)
    return {table: name for name, dealt in held.items() for table in dealt}
