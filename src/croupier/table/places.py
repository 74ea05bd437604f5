"""Places at a table, and whose they are."""

from croupier.table.state import TableState


def places_of(state: TableState, player: str) -> tuple[int, ...]:
    return tuple(box for box, seated in sorted(state.seats.items()) if seated == player)


def free_places(state: TableState) -> list[int]:
    """Those that anybody may take."""
    boxes = range(1, state.rules.places + 1)
    return [box for box in boxes if box not in state.seats and box not in state.offered_seats]


def place_for(state: TableState, player: str) -> int | None:
    """The one that is kept for the player, or else the first that is free."""
    kept = [box for box, offered in state.offered_seats.items() if offered == player]
    return next(iter((*kept, *free_places(state))), None)
