"""Places at a table: how many it has, and whose they are."""

from croupier.games.baccarat.rules import BaccaratRules
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.table.state import TableState


def places(rules: AnyRules) -> int:
    """Seats, or boxes on the layout; none, where everyone stands around it."""
    return (rules.boxes or 0) if isinstance(rules, BlackjackRules | BaccaratRules) else 0


def places_for_one(rules: AnyRules) -> int:
    """How many of them one player may have; NKB 2.1.2: one box each."""
    return rules.boxes_per_player if isinstance(rules, BlackjackRules) else 1


def bets_at_own_box(rules: AnyRules) -> bool:
    """NKB 2.1.2: on such a layout a bet names no box, since it lies in its player's own."""
    return isinstance(rules, BaccaratRules) and rules.boxes is not None


def places_of(state: TableState, player: str) -> tuple[int, ...]:
    return tuple(box for box, seated in sorted(state.seats.items()) if seated == player)


def free_places(state: TableState) -> list[int]:
    """Those that anybody may take."""
    boxes = range(1, places(state.rules) + 1)
    return [box for box in boxes if box not in state.seats and box not in state.offered_seats]


def place_for(state: TableState, player: str) -> int | None:
    """The one that is kept for the player, or else the first that is free."""
    kept = [box for box, offered in state.offered_seats.items() if offered == player]
    return next(iter((*kept, *free_places(state))), None)
