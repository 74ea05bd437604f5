"""What became of your bets, each under its clause."""

from rich.table import Table
from rich.text import Text

from croupier.cli.settle import net_style
from croupier.engine.lines import Line
from croupier.kit.money import format_amount


def settlement_table(lines: tuple[Line, ...]) -> Table:
    """All lines are yours here, so none says whose it is."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    for name in ("bet", "stake", "returned", "result", "clause"):
        table.add_column(name, justify="right" if name in ("stake", "returned") else "left")
    for line in lines:
        table.add_row(
            _where(line),
            format_amount(line.stake),
            format_amount(line.returned),
            Text(str(line.result), style=net_style(line.net) or "yellow"),
            Text(line.clause, style="cyan"),
        )
    return table


def _where(line: Line) -> str:
    """ "initial, box 1/2": the bet, and the hand it lay on."""
    if line.box is None:
        return line.bet
    hand = f"/{line.hand}" if line.hand and line.hand > 1 else ""
    return f"{line.bet}, box {line.box}{hand}"
