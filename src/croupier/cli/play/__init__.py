"""`croupier play`: a table for one, in the terminal."""

from typing import Annotated

import typer

from croupier.chance import fair, repeatable
from croupier.cli.play.dealer import Dealer
from croupier.cli.play.felt import Felt, Left
from croupier.cli.play.menu import choose_game
from croupier.cli.play.table import Table
from croupier.cli.play.trouble import Pit
from croupier.cli.settings_option import rules_as_set
from croupier.cli.terminal import fail
from croupier.kit.errors import Refused
from croupier.kit.stakes import parse_stake


def play(
    game: Annotated[str | None, typer.Argument(help="A game id; left out, you may choose.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Shuffle so that the same seed deals the same cards.")
    ] = None,
    chips: Annotated[str, typer.Option(help="What you sit down with.")] = "1000",
    trouble: Annotated[
        bool, typer.Option("--trouble", help="Let things go wrong, and rule on them as the pit.")
    ] = False,
    set_: Annotated[
        list[str], typer.Option("--set", metavar="NAME=VALUE", help="A house rule: decks=6.")
    ] = [],  # noqa: B006 -- typer only reads it
) -> None:
    """Sit down at a table: the house deals at random, you bet play chips and decide."""
    felt = Felt()
    try:
        buy_in = parse_stake(chips, 1, "the chips you sit down with")
        rules = rules_as_set(game or choose_game(felt), set_)
    except Refused as refused:
        fail(refused)
    except (Left, KeyboardInterrupt):
        return
    if seed is not None:
        felt.say(f"Seed {seed}: this shuffle can be repeated, so it is for practice.", "dim")
    chance = fair() if seed is None else repeatable(seed)
    dealer = Dealer(rules, chance)
    pit = Pit(rules, dealer, felt, chance) if trouble else None
    Table(rules, buy_in, dealer, felt, pit).run()
