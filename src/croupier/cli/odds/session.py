"""`croupier session`: what many rounds may come to."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.cli import plots
from croupier.cli.odds.asking import departures, print_json, rules_asked
from croupier.cli.odds.figures import bar, percent
from croupier.cli.odds.patience import patience
from croupier.cli.options import game_argument, json_option, plot_option, settings_option
from croupier.cli.simulate.asking import parse_count, strategy_asked
from croupier.cli.terminal import OUT, fail
from croupier.games.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.money import CENTS, format_amount, parse_amount
from croupier.odds.first_cards import INSURANCE
from croupier.odds.game import checked_bets
from croupier.odds.sessions.question import (
    Bin,
    RuinOdds,
    SessionOdds,
    SessionQuestion,
    Side,
)
from croupier.odds.worth import settings_in_force

if TYPE_CHECKING:
    from croupier.sim.played_sessions import PlayedFigures

    Told = SessionOdds | PlayedFigures

_BAR = 40
_LINES = 20
"""About so many in the terminal."""


@click.command()
@game_argument
@click.option(
    "--bet",
    "bets",
    multiple=True,
    required=True,
    metavar="BET=STAKE",
    help="In every round; may be given again where bets of a round are counted together.",
)
@click.option("--rounds", required=True, metavar="N", help="How many: 300, 1e6.")
@click.option(
    "--bankroll", metavar="AMOUNT", help="Tell how likely it is lost, within them and for ever."
)
@click.option("--house", is_flag=True, help="Tell it from the house's side of the table.")
@click.option(
    "--play",
    "played",
    type=click.IntRange(1),
    metavar="N",
    help="Play N sessions of a blackjack instead: its bets hang together.",
)
@click.option("--shoe", "shoes", is_flag=True, help="With --play: shoes down to the cut card.")
@click.option("--strategy", metavar="NAME|FILE", help="With --play: as `croupier simulate` has it.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="With --play: the same again.")
@settings_option
@plot_option
@json_option
def session(
    *,
    game: str,
    bets: tuple[str, ...],
    rounds: str,
    bankroll: str | None,
    house: bool,
    played: int | None,
    shoes: bool,
    strategy: str | None,
    seed: int | None,
    settings: tuple[str, ...],
    picture: Path | None,
    as_machine: bool,
) -> None:
    """Say what a session may come to: its result, ruin, and the longest losing run.

    Exactly, from the odds of a round; each is dealt from a fresh shoe. Of a roulette or a baccarat
    several bets may be asked for at once. Of a blackjack they are played with --play, and so are
    shoes, and whoever bets by a count.

    Exit status 0, or 2 when there is no such game, bet or setting, or no such session.
    """
    try:
        rules = rules_asked(game, settings)
        asked = SessionQuestion(
            _stakes(bets),
            parse_count(rounds),
            None if bankroll is None else parse_amount(bankroll, "bankroll"),
            Side.HOUSE if house else Side.PLAYER,
        )
        if picture is not None:
            plots.check(picture)
        told: Told
        if played is None:
            _check_reckoned(shoes=shoes, strategy=strategy, seed=seed)
            told = _reckoned(rules, asked)
        else:
            told = _played(rules, asked, played, shoes=shoes, strategy=strategy, seed=seed)
        if picture is not None:
            plots.write(plots.session_picture(told, _title(rules, told)), picture)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(told)
    else:
        _show(rules, told)


def _reckoned(rules: Rules, asked: SessionQuestion) -> SessionOdds:
    from croupier.odds.sessions.session import session_odds  # noqa: PLC0415 -- brings numpy

    with patience(rules.game) as progress:
        return session_odds(rules, asked, progress)


def _check_reckoned(*, shoes: bool, strategy: str | None, seed: int | None) -> None:
    if shoes or strategy is not None or seed is not None:
        raise Refused(Code.BAD_SETTING, "--shoe, --strategy and --seed go with --play")


def _played(
    rules: Rules,
    asked: SessionQuestion,
    sessions: int,
    *,
    shoes: bool,
    strategy: str | None,
    seed: int | None,
) -> "PlayedFigures":
    from croupier.sim.families import simulated  # noqa: PLC0415 -- compiled code is slow to import
    from croupier.sim.plan import Plan  # noqa: PLC0415
    from croupier.sim.played_sessions import (  # noqa: PLC0415
        RecordedGame,
        figures_of,
        play_sessions,
    )

    name, written = strategy_asked(strategy)
    checked_bets(rules, asked.stakes)
    game = simulated(Plan(rules, shoes, strategy=name, written=written))
    if not isinstance(game, RecordedGame):
        raise Refused(Code.BAD_SETTING, f"{rules.game} is reckoned exactly: leave out --play")
    seed = secrets.randbelow(2**32) if seed is None else seed
    with OUT.status("Playing …"):
        played = play_sessions(game, asked.stakes, asked.rounds, sessions, seed)
    return figures_of(
        played,
        asked,
        game=rules.game,
        settings=settings_in_force(rules),
        dealt="shoe" if shoes else "fresh",
        strategy=strategy,
        seed=seed,
    )


def _stakes(bets: Iterable[str]) -> dict[str, int]:
    stakes: dict[str, int] = {}
    for text in bets:
        bet, equals, stake = (part.strip() for part in text.rpartition("="))
        # rpartition: what comes before the last equals sign is in front.
        if not (bet and equals and stake):
            raise Refused(Code.BAD_AMOUNT, f"a bet is written name=stake, not {text[:40]!r}")
        if bet in stakes:
            raise Refused(Code.BAD_AMOUNT, f"{bet[:40]} is staked twice")
        stakes[bet] = parse_amount(stake, f"the stake on {bet[:40]}")
    return stakes


def _title(rules: Rules, told: "Told") -> str:
    staked = ", ".join(f"{bet} {format_amount(stake)}" for bet, stake in told.stakes.items())
    side = ", the house's side" if told.side is Side.HOUSE else ""
    return f"{rules.title}: {told.rounds:,} round{'s' * (told.rounds > 1)} of {staked}{side}"


def _show(rules: Rules, told: "Told") -> None:
    OUT.print(Text(_title(rules, told), style="bold"))
    for sentence in (*departures(rules), *_about_a_round(told)):
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


def _about_a_round(told: "Told") -> Iterator[str]:
    if not isinstance(told, SessionOdds):
        how = "shoes down to the cut card" if told.dealt == "shoe" else "fresh shoes"
        yield f"{told.sessions:,} sessions, played from {how}; seed {told.seed}."
        return
    one = told.round
    yield (
        f"A round: {_money(one.mean, 4)} on average, deviation {one.stddev / CENTS:.2f};"
        f" {percent(one.win)} % won, {percent(one.push)} % level, {percent(one.lose)} % lost."
    )
    if INSURANCE in told.stakes:
        yield "Rounds are those in which insurance is taken."


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
