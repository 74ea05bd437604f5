"""What a player may want to read at the table."""

from collections.abc import Iterable

from rich.table import Table

from croupier.cli.play.felt import Felt
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.games.layout import Bet, Limits
from croupier.games.lines import Line
from croupier.games.roulette import RouletteRules
from croupier.kit.money import format_amount
from croupier.rulebooks import clause


def help_while_betting(felt: Felt, rules: AnyRules, limits: Limits) -> None:
    felt.say(f"Bets: {', '.join(_examples(rules))}; several with commas between.")
    felt.say(
        f"Limits {format_amount(limits.min)} to {format_amount(limits.max)}. "
        "Or say same, rules, why, buy, help, quit."
    )


def help_while_playing(felt: Felt) -> None:
    felt.say(
        "Say the word or its letter; with an amount where one goes with it (`d 50`), and with "
        "the box where it is another one (`2 r`). `quit` leaves: the round is played out."
    )


def _examples(rules: AnyRules) -> list[str]:
    """One of each kind of bet, with what it means where that is not plain."""
    if isinstance(rules, RouletteRules):
        return ["`red 10`", "`17 5`", "`17-18 5`", "`16-20 5`", "`dozen 2 10`", "`column 1 10`"]
    if not isinstance(rules, BlackjackRules):
        return [f"`{spot} 10`" for spot in rules.spots()]
    examples = ["`100` (on box 1)"]
    if rules.boxes_per_player > 1:
        examples.append("`2 50` (on box 2)")
    # Behind stand other players' bets, and there are none here.
    sides = [spot for spot in rules.spots() if spot not in ("initial", "behind")]
    return [*examples, *(f"`{spot} 10`" for spot in sides)]


def bets_told(bets: Iterable[Bet]) -> str:
    """ "100 on box 1, 5 on boom-busted"; many bets by their sum."""
    bets = tuple(bets)
    if len(bets) > 3:
        return f"{format_amount(sum(bet.amount for bet in bets))} on {len(bets)} spots"
    told = []
    for bet in bets:
        where = bet.bet if bet.box is None else f"box {bet.box}"
        if bet.box is not None and bet.bet != "initial":
            where = f"{bet.bet} of box {bet.box}"
        told.append(f"{format_amount(bet.amount)} on {where}")
    return ", ".join(told)


def why(felt: Felt, lines: tuple[Line, ...]) -> None:
    """The text of every clause the last settlement cites."""
    if not lines:
        felt.say("Nothing has been settled yet.")
        return
    show_clauses(felt, (line.clause for line in lines))


def show_clauses(felt: Felt, citations: Iterable[str]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for citation in dict.fromkeys(citations):
        table.add_row(citation, clause(citation).says)
    felt.show(table)
