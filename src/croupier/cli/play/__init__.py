"""`croupier play`: a table for one, in the terminal."""

import rich_click as click

from croupier.chance import fair, repeatable
from croupier.cli.options import rules_as_set, settings_option
from croupier.cli.play.dealer import Dealer
from croupier.cli.play.irregularities import Pit
from croupier.cli.play.menu import choose_game
from croupier.cli.play.table import Table
from croupier.cli.play.terminal import Left, Terminal
from croupier.cli.terminal import fail
from croupier.kit.errors import Refused
from croupier.kit.stakes import parse_stake


@click.command()
@click.argument("game", required=False, help="A game id; left out, you may choose.")
@click.option("--seed", type=int, help="Shuffle so that the same seed deals the same cards.")
@click.option("--chips", default="1000", help="What you sit down with.")
@click.option("--trouble", is_flag=True, help="Let things go wrong, and rule on them as the pit.")
@settings_option
def play(
    game: str | None, seed: int | None, chips: str, trouble: bool, settings: tuple[str, ...]
) -> None:
    """Sit down at a table: the house deals at random, you bet play chips and decide."""
    terminal = Terminal()
    try:
        buy_in = parse_stake(chips, 1, "the chips you sit down with")
        rules = rules_as_set(game or choose_game(terminal), settings)
    except Refused as refused:
        fail(refused)
    except (Left, KeyboardInterrupt):
        return
    if seed is not None:
        terminal.say(f"Seed {seed}: this shuffle can be repeated, so it is for practice.", "dim")
    chance = fair() if seed is None else repeatable(seed)
    dealer = Dealer(rules, chance)
    pit = Pit(rules, dealer, terminal, chance) if trouble else None
    Table(rules, buy_in, dealer, terminal, pit).run()
