"""Of each game, or each table of a file: rules, exact odds, best play, certificate."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from croupier.cli.labpack.document import Absent, Document, Failed, Requirement, command_line, run
from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.house.tables_file import load_tables
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.notices.html import filled
from croupier.table.config import TableConfig

_NO_STRATEGY = "there is no strategy"


class Subject(msgspec.Struct, frozen=True):
    """A game as a document has it, or a table as a house has set it."""

    name: str
    title: str
    game: str
    folder: str
    settings: tuple[str, ...] = ()
    """As `--set` takes them."""
    limits: tuple[str, ...] = ()


class Lengths(msgspec.Struct, frozen=True):
    """How much is played."""

    rounds: str
    engine_rounds: str
    shuffles: str
    quick: bool = False
    """A look at what it is."""


def games_asked(games: str) -> tuple[Subject, ...]:
    """Of a list with commas; all, if it is empty."""
    names = [name.strip() for name in games.split(",") if name.strip()] or list(VARIANTS)
    return tuple(
        Subject(name, variant(name).title, name, f"games/{name}") for name in dict.fromkeys(names)
    )


def tables_asked(file: Path, games: str) -> tuple[Subject, ...]:
    """The tables of a file, of these games."""
    wanted = {subject.game for subject in games_asked(games)}
    tables = tuple(_table(config) for config in load_tables(file) if config.game in wanted)
    if not tables:
        raise Refused(Code.BAD_SETTING, f"{file} has no table of {games}")
    return tables


def _table(config: TableConfig) -> Subject:
    title = f"{config.title or variant(config.game).title} ({config.id})"
    settings = tuple(f"{name}={_value(value)}" for name, value in config.settings.items())
    limits = config.limits
    words = ["--min", format_amount(limits.min), "--max", format_amount(limits.max)]
    if limits.side_min is not None:
        words += ["--side-min", format_amount(limits.side_min)]
    if limits.side_max is not None:
        words += ["--side-max", format_amount(limits.side_max)]
    return Subject(config.id, title, config.game, f"tables/{config.id}", settings, tuple(words))


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def documents_of(subject: Subject, lengths: Lengths) -> Iterator[Document]:
    settings = [word for setting in subject.settings for word in ("--set", setting)]
    asked, at = [subject.game, *settings], subject.folder
    yield _printed(
        (f"{at}/rules.html", f"{at}/rules.json"),
        "Rules and notices",
        "What a table must show and how its game is played, each sentence with its clause; the"
        " engine obeys the same value it is written from.",
        Requirement.RULES,
        {
            "html": ["rules", *asked, *subject.limits, "--html"],
            "json": ["rules", *asked, *subject.limits, "--json"],
        },
    )
    yield _odds(subject, asked)
    yield _strategy(subject, asked)
    yield _certificate(subject, asked, lengths)


def _printed(
    files: tuple[str, ...],
    title: str,
    shows: str,
    answers: Requirement,
    commands: Mapping[str, list[str]],
) -> Document:
    """Each file is what a command prints."""

    def write(folder: Path) -> None:
        for name in files:
            text = run(commands[name.rpartition(".")[2]], folder)
            (folder / name).write_text(text, encoding="utf-8")

    repeat = "\n".join(map(command_line, commands.values()))
    return Document(files, title, shows, answers, write, repeat)


def _odds(subject: Subject, asked: list[str]) -> Document:
    page, data = f"{subject.folder}/odds.html", f"{subject.folder}/odds.json"
    words = ["odds", *asked, "--json"]

    def write(folder: Path) -> None:
        text = run(words, folder)
        (folder / data).write_text(text, encoding="utf-8")
        told = json.loads(text)
        html = filled("croupier.cli.labpack", "odds.html", title=subject.title, odds=told)
        (folder / page).write_text(html, encoding="utf-8")

    return Document(
        (page, data),
        "Exact odds of every bet",
        "House edge, return, deviation and how often each bet wins, counted out from the rules,"
        " not simulated; with every result and its chance in the JSON file.",
        Requirement.PAYOUTS,
        write,
        command_line(words),
    )


def _strategy(subject: Subject, asked: list[str]) -> Document:
    page = f"{subject.folder}/strategy.html"
    words = ["strategy", *asked]

    def write(folder: Path) -> None:
        try:
            run([*words, "--html", page], folder)
        except Failed as failed:
            if _NO_STRATEGY in str(failed):
                raise Absent("the game asks its players nothing: there is no strategy") from None
            raise

    return Document(
        (page,),
        "Best play",
        "The chart by which the exact odds above are played.",
        Requirement.PAYOUTS,
        write,
        command_line([*words, "--html", "strategy.html"]),
    )


def _certificate(subject: Subject, asked: list[str], lengths: Lengths) -> Document:
    name = f"{subject.folder}/certificate"
    words = ["certify", *asked, "--rounds", lengths.rounds]
    words += ["--engine-rounds", lengths.engine_rounds]

    def write(folder: Path) -> None:
        run([*words, "--report", name], folder)

    return Document(
        (f"{name}.html", f"{name}.json"),
        "Simulation certificate",
        "Every bet simulated beside its exact odds, and a sample of rounds beside the engine, with"
        " seed, versions and hashes.",
        Requirement.SIMULATION,
        write,
        command_line(words),
    )
