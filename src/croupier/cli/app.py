"""Every command, in one place."""

from importlib.metadata import version
from typing import Annotated

import typer

from croupier.cli.explain import explain
from croupier.cli.fair import fair
from croupier.cli.games import games
from croupier.cli.house import backup, export, replay, reseal, restore, verify
from croupier.cli.odds import advise, odds, strategy, whatif
from croupier.cli.play import play
from croupier.cli.rules import rules
from croupier.cli.serve import serve
from croupier.cli.settle import settle

app = typer.Typer(
    name="croupier",
    help="An open table-games house: approved rules that deal, and settle under their clause.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(serve)
app.command()(settle)
app.command()(explain)
app.command()(play)
app.command()(games)
app.command()(rules)
app.command()(fair)
for _odds in (odds, strategy, advise, whatif):
    app.command(rich_help_panel="The odds")(_odds)
for _books in (verify, replay, export, backup, restore, reseal):
    app.command(rich_help_panel="The house's books")(_books)


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"croupier {version('croupier')}")
        raise typer.Exit


@app.callback()
def _croupier(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which version."),
    ] = False,
) -> None:
    """Keep sub-commands sub-commands, however few there are."""
