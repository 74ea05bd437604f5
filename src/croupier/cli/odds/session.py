"""`croupier session`: what many rounds may come to."""

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from croupier.cli import plots
from croupier.cli.odds.asking import print_json, rules_asked
from croupier.cli.odds.patience import patience
from croupier.cli.odds.session_screen import show, title_of
from croupier.cli.options import game_argument, json_option, plot_option, settings_option
from croupier.cli.simulate.asking import parse_count, strategy_asked
from croupier.cli.terminal import OUT, fail
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.money import parse_amount
from croupier.odds.game import checked_bets
from croupier.odds.sessions.question import SessionOdds, SessionQuestion, Side
from croupier.odds.worth import settings_in_force

if TYPE_CHECKING:
    from croupier.sim.played_sessions import PlayedFigures

    Told = SessionOdds | PlayedFigures


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
            plots.write(plots.session_picture(told, title_of(rules, told)), picture)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(told)
    else:
        show(rules, told)


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
        bet, _, stake = (part.strip() for part in text.partition("="))
        if not (bet and stake):
            raise Refused(Code.BAD_AMOUNT, f"a bet is written name=stake, not {text[:40]!r}")
        if bet in stakes:
            raise Refused(Code.BAD_AMOUNT, f"{bet[:40]} is staked twice")
        stakes[bet] = parse_amount(stake, f"the stake on {bet[:40]}")
    return stakes
