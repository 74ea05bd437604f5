"""Every command, in one place: its name and its line. The rest of it is imported when it is run."""

import gc
from importlib import import_module
from typing import Any

import rich_click as click


class LazyCommand(click.RichCommand):
    """Stands for a command in the list of all; whoever calls it gets the one in its module."""

    def __init__(self, name: str, module: str, line: str) -> None:
        super().__init__(name=name, help=line)
        self.module = f"croupier.cli.{module}"

    def imported(self) -> click.Command:
        command = getattr(import_module(self.module), str(self.name).replace("-", "_"))
        assert isinstance(command, click.Command)
        return command

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        command = self.imported()
        gc.enable()  # `main` has switched it off for as long as things are imported.
        return command.make_context(*args, **more)


COMMANDS = {
    "Commands": (
        LazyCommand(
            "serve",
            "serve",
            "Open a house: tables for players in the browser, dealers, the pit, the cage, an"
            " inspector.",
        ),
        LazyCommand(
            "settle",
            "settle",
            "Play a round file through the engine and say who gets what, under which clause.",
        ),
        LazyCommand(
            "explain",
            "explain",
            "Tell the story of a round step by step: what happened, why, and under which clause.",
        ),
        LazyCommand(
            "play",
            "play",
            "Sit down at a table: the house deals at random, you bet play chips and decide.",
        ),
        LazyCommand(
            "games",
            "games",
            "List the games of the house: their documents, decks, main pays and limits.",
        ),
        LazyCommand(
            "rules",
            "rules",
            "Show the notices of a table and the rules of its game, each with its clauses.",
        ),
        LazyCommand(
            "new-game",
            "new_game",
            "Write the package of a game that already runs: rules, document, tests.",
        ),
    ),
    "The odds": (
        LazyCommand(
            "odds",
            "odds.bets",
            "Say what every bet of a game is worth: house edge, deviation, how often it wins.",
        ),
        LazyCommand(
            "strategy",
            "odds.strategy",
            "Show how a game is played best: the chart of its decisions.",
        ),
        LazyCommand(
            "advise",
            "odds.advise",
            "Say what each thing a player may do with a hand is worth, the best first.",
        ),
        LazyCommand(
            "session",
            "odds.session",
            "Say what a session may come to: its result, ruin, and the longest losing run.",
        ),
        LazyCommand(
            "whatif",
            "odds.whatif",
            "Say what a change of the rules changes: every bet, and every cell of the strategy.",
        ),
        LazyCommand(
            "protect",
            "odds.protect",
            "Say what could be won by counting cards: every bet, its best count, at any cut.",
        ),
    ),
    "Simulation": (
        LazyCommand(
            "simulate",
            "simulate.command",
            "Play a game by the million, and set what every bet came to beside its exact worth.",
        ),
    ),
    "For laboratories and regulators": (
        LazyCommand(
            "fair", "fair", "Check a round's public record, without asking the house anything."
        ),
        LazyCommand(
            "closure",
            "closure",
            "Check a shoe's certificate, without asking the house anything.",
        ),
        LazyCommand(
            "witness",
            "witness",
            "Watch the log of a house from elsewhere: notice a rewritten or a split history.",
        ),
        LazyCommand(
            "digests",
            "digests",
            "List the SHA-256 of every file of this program, as sha256sum does.",
        ),
        LazyCommand(
            "rng",
            "rng.command",
            "Give the bytes that shuffles draw to a laboratory, or examine them here.",
        ),
        LazyCommand(
            "certify",
            "certify.command",
            "Certify a game: every bet simulated beside its exact odds, and a sample beside the"
            " engine.",
        ),
        LazyCommand(
            "labpack",
            "labpack.command",
            "Write what a laboratory asks for into one folder, with a page that leads through it.",
        ),
    ),
    "The house's books": (
        LazyCommand(
            "verify",
            "house",
            "Check every invariant over a whole store: money, journals, sealed outcomes, the"
            " database.",
        ),
        LazyCommand(
            "approvals",
            "approvals",
            "List the rules and programs that were proposed and approved in a house.",
        ),
        LazyCommand(
            "day",
            "day",
            "List the closed days of a house, or check one sealed report against the books.",
        ),
        LazyCommand(
            "incidents",
            "incidents",
            "List the register of incidents, the oldest first, by the books alone.",
        ),
        LazyCommand(
            "replay",
            "house",
            "Fold a table's journal again: its state hash, or one round as a round file.",
        ),
        LazyCommand(
            "export", "house", "Write the house's books to standard output, for other programs."
        ),
        LazyCommand(
            "backup", "house", "Copy a whole store into one portable file, while it is in use."
        ),
        LazyCommand(
            "archive",
            "archive",
            "Move what is long over out of the store into files that everything still reads.",
        ),
        LazyCommand(
            "restore",
            "house",
            "Fill an empty store from a backup, of either kind.",
        ),
        LazyCommand(
            "reseal",
            "house",
            "Say that these books were put back from an older copy, or that what is sealed is"
            " lost.",
        ),
    ),
    "Several nodes": (
        LazyCommand(
            "drain",
            "drain",
            "Ask a node of a house to close: its tables and clients move to the others first.",
        ),
    ),
}
"""Under the heading of each panel of `croupier --help`."""


@click.group(
    name="croupier",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "show_default": True,
        "rich_help_config": {
            "text_paragraph_linebreaks": "\n\n",
            "padding_helptext_first_line": (0, 0, 1, 0),
        },
    },
)
@click.version_option(
    package_name="croupier", message="%(prog)s %(version)s", help="Say which version."
)
def app() -> None:
    """An open table-games house: approved rules that deal, and settle under their clause."""


for _panel, _commands in COMMANDS.items():
    app.add_panel(
        click.RichCommandPanel(_panel, commands=[str(command.name) for command in _commands])
    )
    for _command in _commands:
        app.add_command(_command)
