"""What a player may want to read at the table."""

from collections.abc import Iterable

from rich.table import Table

from croupier.cli.play.families import screen_of
from croupier.cli.play.terminal import Terminal
from croupier.engine.layout import Bet, Limits
from croupier.engine.lines import Line
from croupier.engine.rules import Rules, setting_name
from croupier.kit.money import format_amount
from croupier.rulebooks import clause


def help_while_betting(terminal: Terminal, rules: Rules, limits: Limits) -> None:
    terminal.say(
        f"Bets: {', '.join(screen_of(rules).examples(rules))}; several with commas between."
    )
    terminal.say(
        f"Limits {format_amount(limits.min)} to {format_amount(limits.max)}. "
        "Or say same, rules, why, buy, help, quit."
    )


def pays_table(rules: Rules) -> Table:
    """The bets of a table and what each pays, with the clause that says so."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("bet", "pays", "clause"):
        table.add_column(name)
    for pay in screen_of(rules).pays(rules):
        table.add_row(pay.bet, pay.pays, rules.topics[setting_name(pay.field)])
    return table


def help_while_playing(terminal: Terminal) -> None:
    terminal.say(
        "Say the word or its letter; with an amount where one goes with it (`d 50`), and with "
        "the box where it is another one (`2 r`). `quit` leaves: the round is played out."
    )


def bets_told(bets: Iterable[Bet]) -> str:
    """ "100 on box 1, 5 on boom-busted"; many bets by their sum."""
    bets = tuple(bets)
    if len(bets) > 3:
        return f"{format_amount(sum(bet.amount for bet in bets))} on {len(bets)} spots"
    parts = []
    for bet in bets:
        where = bet.bet if bet.box is None else f"box {bet.box}"
        if bet.box is not None and bet.bet != "initial":
            where = f"{bet.bet} of box {bet.box}"
        parts.append(f"{format_amount(bet.amount)} on {where}")
    return ", ".join(parts)


def why(terminal: Terminal, lines: tuple[Line, ...]) -> None:
    """The text of every clause the last settlement cites."""
    if not lines:
        terminal.say("Nothing has been settled yet.")
        return
    show_clauses(terminal, (line.clause for line in lines))


def show_clauses(terminal: Terminal, citations: Iterable[str]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for citation in dict.fromkeys(citations):
        table.add_row(citation, clause(citation).says)
    terminal.show(table)
