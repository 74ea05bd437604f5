"""What a played round comes to: the lines, and each player's sums."""

from typing import Any, NamedTuple

from croupier.engine.lines import Line
from croupier.kit.money import format_amount
from croupier.roundfile.play import Played


class Sum(NamedTuple):
    staked: int
    returned: int

    @property
    def net(self) -> int:
        return self.returned - self.staked


def sums(lines: tuple[Line, ...]) -> dict[str, Sum]:
    """Each player's stakes and returns, in the order they first appear."""
    totals: dict[str, Sum] = {}
    for line in lines:
        so_far = totals.get(line.player, Sum(0, 0))
        totals[line.player] = Sum(so_far.staked + line.stake, so_far.returned + line.returned)
    return totals


def as_json(played: Played) -> dict[str, Any]:
    return {
        "game": played.rules.game,
        "status": played.status,
        "settlements": [_line(line) for line in played.lines],
        "players": {
            player: {
                "staked": format_amount(total.staked),
                "returned": format_amount(total.returned),
                "net": format_amount(total.net),
            }
            for player, total in sums(played.lines).items()
        },
    }


def _line(line: Line) -> dict[str, Any]:
    where = {"box": line.box, "hand": line.hand}
    return {
        "player": line.player,
        **{key: value for key, value in where.items() if value is not None},
        "bet": line.bet,
        "stake": format_amount(line.stake),
        "returned": format_amount(line.returned),
        "result": str(line.result),
        "clause": line.clause,
    }
