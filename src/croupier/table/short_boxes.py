"""Boxes that several players share and that are under the minimum (BJ5 5.2, BJP 5.2): others have
lifted their bets, and those who are left may raise theirs or withdraw them."""

from croupier.table.state import TablePhase, TableState


def short_boxes(state: TableState) -> dict[int, int]:
    """Box → what its initial bets together lack."""
    if state.phase is not TablePhase.BETTING or not state.rules.shares_boxes:
        return {}
    least = state.config.limits.min
    bet, boxes = state.rules.box_bet, range(1, state.rules.places + 1)
    totals = {box: state.layout.total(bet, box) for box in boxes}
    return {box: least - total for box, total in totals.items() if 0 < total < least}
