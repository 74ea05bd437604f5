"""`croupier explain`: the story of a round, in plain words."""

import json

import rich_click as click
from rich.text import Text

from croupier.cli.options import json_option
from croupier.cli.settle import play_file
from croupier.cli.terminal import OUT
from croupier.roundfile.play import Played
from croupier.story import Chapter, Sentence, cited, tell

WIDEST = 100
NARROWEST = 20

_NO_BREAK = "\ue000"
"""Stands for the space in "BJ5 3.23" while lines are broken; no name can hold it."""

_PLAIN = str.maketrans("♠♥♦♣“”—", 'shdc""-')
"""For a terminal that has no suits."""


@click.command()
@click.argument("file", help="A round file, or - for standard input.")
@json_option
def explain(file: str, as_machine: bool) -> None:
    """Tell the story of a round step by step: what happened, why, and under which clause.

    Exit status 0 when the round was played to its end, 2 when it could not be.
    """
    played = play_file(file, as_machine=as_machine)
    chapters = tell(played)
    if as_machine:
        print(json.dumps(_as_json(played, chapters), indent=2))
    else:
        _show(played, chapters)


def _as_json(played: Played, chapters: tuple[Chapter, ...]) -> dict[str, object]:
    return {
        "game": played.rules.game,
        "status": played.status,
        "chapters": [
            {
                "heading": chapter.heading,
                "sentences": [
                    {"text": sentence.text, "clauses": list(sentence.clauses)}
                    for sentence in chapter.sentences
                ],
            }
            for chapter in chapters
        ],
        "clauses": cited(chapters),
    }


def _show(played: Played, chapters: tuple[Chapter, ...]) -> None:
    _print(Text(f"{played.rules.title}: {played.status}", style="bold"))
    for chapter in chapters:
        _heading(chapter.heading)
        for sentence in chapter.sentences:
            _print(_sentence(sentence), indent=2)
    _heading("The clauses")
    for citation, says in cited(chapters).items():
        _print(Text.assemble((citation.replace(" ", _NO_BREAK), "cyan"), f" — {says}"), indent=2)


def _heading(heading: str) -> None:
    OUT.print()
    _print(Text(heading, style="bold"))


def _sentence(sentence: Sentence) -> Text:
    text = Text(sentence.text)
    if sentence.clauses:
        cites = ", ".join(clause.replace(" ", _NO_BREAK) for clause in sentence.clauses)
        text.append(f" [{cites}]", style="cyan")
    return text


def _print(text: Text, indent: int = 0) -> None:
    """Whole words, no wider than a page is pleasant to read."""
    for line in text.wrap(OUT, max(min(OUT.width, WIDEST) - indent, NARROWEST)):
        line.rstrip()
        plain = line.plain.replace(_NO_BREAK, " ")
        if not OUT.encoding.lower().startswith("utf"):
            plain = plain.translate(_PLAIN)
        OUT.print(Text(" " * indent) + Text(plain, line.style, spans=line.spans), soft_wrap=True)
