"""What a session may come to, in the terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from croupier.cli.odds.asking import departures
from croupier.cli.odds.figures import bar, percent
from croupier.cli.terminal import OUT
from croupier.engine.rules import Rules
from croupier.kit.money import CENTS, format_amount
from croupier.odds.family import family_odds
from croupier.odds.sessions.question import Bin, RuinOdds, SessionOdds, Side

if TYPE_CHECKING:
    from croupier.sim.played_sessions import PlayedFigures

    Told = SessionOdds | PlayedFigures

_BAR = 40
_LINES = 20
"""About so many in the terminal."""


def title_of(rules: Rules, told: "Told") -> str:
    staked = ", ".join(f"{bet} {format_amount(stake)}" for bet, stake in told.stakes.items())
    side = ", the house's side" if told.side is Side.HOUSE else ""
    return f"{rules.title}: {told.rounds:,} round{'s' * (told.rounds > 1)} of {staked}{side}"


def show(rules: Rules, told: "Told") -> None:
    OUT.print(Text(title_of(rules, told), style="bold"))
    for sentence in (*departures(rules), *_about_a_round(rules, told)):
        OUT.print(Text(sentence, style="dim"))
    OUT.print()
    OUT.print(_result_table(told))
    OUT.print()
    OUT.print(_quantile_table(told))
    OUT.print()
    OUT.print(_bins_table(told.bins))
    OUT.print()
    for sentence in (_losing_run(told), *_ruin(told)):
        OUT.print(Text(sentence))


def _about_a_round(rules: Rules, told: "Told") -> Iterator[str]:
    if not isinstance(told, SessionOdds):
        how = "shoes down to the cut card" if told.dealt == "shoe" else "fresh shoes"
        yield f"{told.sessions:,} sessions, played from {how}; seed {told.seed}."
        return
    one = told.round
    yield (
        f"A round: {_money(one.mean, 4)} on average, deviation {one.stddev / CENTS:.2f};"
        f" {percent(one.win)} % won, {percent(one.push)} % level, {percent(one.lose)} % lost."
    )
    if condition := family_odds(rules).condition(rules, told.stakes):
        yield condition


def _result_table(told: "Told") -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2))
    for name in ("mean", "std dev", "ahead %", "level %", "behind %"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_row(
        _money(told.mean, 2),
        f"{told.stddev / CENTS:,.2f}",
        *map(percent, (told.ahead, told.even, told.behind)),
    )
    return table


def _quantile_table(told: "Told") -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2))
    table.add_column("in so many sessions", style="dim", no_wrap=True)
    for quantile in told.quantiles:
        table.add_column(f"{100 * quantile.p:g} %", justify="right", no_wrap=True)
    table.add_row("not over", *(_signed(one.result) for one in told.quantiles))
    return table


def _bins_table(bins: Sequence[Bin]) -> Table:
    """How a session ends, and how often."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("from", "below", "chance %"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    lines = [*_fewer(bins)]
    most = max(line.p for line in lines)
    plain = not OUT.encoding.startswith("utf")
    for line in lines:
        drawn = bar(line.p / most, _BAR, plain=plain)
        colour = "red" if line.least < 0 else "green"
        table.add_row(
            _signed(line.least), _signed(line.below), percent(line.p), Text(drawn, style=colour)
        )
    return table


def _fewer(bins: Sequence[Bin]) -> Iterator[Bin]:
    """Neighbours as one, zero staying a border; at the ends is what lies further out, too."""
    width = (bins[0].below - bins[0].least) * -(-len(bins) // _LINES)
    groups: dict[int, list[Bin]] = {}
    for one in bins:
        groups.setdefault(one.least // width, []).append(one)
    for place, some in groups.items():
        yield Bin(place * width, (place + 1) * width, sum(one.p for one in some))


def _losing_run(told: "Told") -> str:
    run = told.losing_run
    return (
        f"Longest losing run: up to {run.median} rounds in half of all sessions,"
        f" up to {run.p95} in 95 %, up to {run.p99} in 99 %."
    )


def _ruin(told: "Told") -> Iterator[str]:
    ruin = told.ruin
    if ruin is None:
        return
    if not isinstance(ruin, RuinOdds):
        yield (
            f"Ruin of a bankroll of {format_amount(ruin.bankroll)} within the session:"
            f" {percent(ruin.within)} % ± {percent(ruin.stderr)} % of those that were played."
        )
        return
    within, for_ever = _likely(ruin.within), _likely(ruin.for_ever)
    yield (
        f"Ruin of a bankroll of {format_amount(ruin.bankroll)}: {within} within the session,"
        f" {for_ever} however long it goes on."
    )
    yield _what_ruin_is(ruin)


def _what_ruin_is(ruin: RuinOdds) -> str:
    if ruin.needed:
        return f"Ruined is who has less than {format_amount(ruin.needed)} left for the next round."
    return "Ruined is a house that has less than nothing left."


def _likely(chance: float) -> str:
    if chance >= 1:
        return "certain"
    return f"{percent(chance, 4)} %" if chance >= 5e-7 else f"{chance:.1e}"


def _signed(amount: int) -> str:
    return f"{'+' * (amount > 0)}{format_amount(amount)}"


def _money(amount: float, places: int) -> str:
    return f"{amount / CENTS:+,.{places}f}"
