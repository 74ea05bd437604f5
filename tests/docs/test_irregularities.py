"""Every round on the page about irregularities is settled, and comes out as the page says."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from tools.conformance import citations

from croupier.engine.lines import Line
from croupier.kit.errors import Refused
from croupier.kit.money import format_amount
from croupier.roundfile import play, read, sums
from croupier.rulebooks import Rulebook, clause, rulebooks
from croupier.story import tell

PAGE = (Path(__file__).parents[2] / "docs" / "irregularities.md").read_text(encoding="utf-8")
RULINGS = ("R4", "R5", "R8", "R14", "R24", "R26", "R27", "R28", "R29", "R30", "R32")
ACTIONS = ("void", "interrupt", "misdeal", "place", "discard", "together", "burn", "adjust")

_EXAMPLE = re.compile(
    r"```json round\n(?P<round>.*?)\n```\n\n```outcome\n(?P<outcome>.*?)\n```", re.S
)


class Example(NamedTuple):
    heading: str
    round: str
    outcome: list[str]


def examples() -> list[Example]:
    """Each round of the page, under the heading it stands below."""
    found = []
    for match in _EXAMPLE.finditer(PAGE):
        heading = re.findall(r"^#+ (.+)$", PAGE[: match.start()], re.M)[-1]
        found.append(Example(heading, match["round"], match["outcome"].splitlines()))
    return found


def as_written(line: Line) -> str:
    where = f" box {line.box}" if line.box is not None else ""
    where += f" hand {line.hand}" if line.hand is not None else ""
    amounts = f"{format_amount(line.stake)} > {format_amount(line.returned)}"
    return f"{line.player} {line.bet}{where}: {amounts} {line.result} {line.clause}"


@pytest.mark.parametrize("example", examples(), ids=lambda one: one.heading)
def test_example(example: Example) -> None:
    first, *rest = example.outcome
    file = read(example.round)
    if first.startswith("refused: "):
        with pytest.raises(Refused) as caught:
            play(file)
        code, _, cited = first.removeprefix("refused: ").partition(" ")
        assert (caught.value.code, caught.value.clause) == (code, cited or None)
        assert not rest
        return
    played = play(file)
    assert played.status == first
    net = [f"{player} {format_amount(one.net)}" for player, one in sums(played.lines).items()]
    lines = [as_written(line) for line in played.lines]
    told = [line.removeprefix("line: ") for line in rest[1:]]
    assert rest[0] == f"net: {', '.join(net)}"
    assert told
    assert [line for line in lines if line in told] == told
    assert tell(played)


def test_no_round_stands_without_its_outcome() -> None:
    assert PAGE.count("```json round") == PAGE.count("```outcome") == len(examples())
    assert PAGE.count("```") == 4 * len(examples())


@pytest.mark.parametrize("book", [one for one in rulebooks() if one.short in ("BJ5", "BJP")])
def test_every_clause_of_section_5_is_on_the_page(book: Rulebook) -> None:
    on_page = set(citations(PAGE))
    section = [one for one in book.clauses if one.id.split(".")[0] == "5"]
    assert any(one.where == "engine" for one in section)
    assert [book.cite(one) for one in section if book.cite(one) not in on_page] == []


def test_the_other_documents_and_the_rulings_are_on_the_page() -> None:
    on_page = set(citations(PAGE))
    others = {"NKB 5.1", "NKB 5.1.1", "NKB 5.1.2", "NKB 5.1.3", "NKB 5.2", "NKB 5.3", "LIVE 2.3.5"}
    assert (others | set(RULINGS)) <= on_page
    for citation in on_page:
        clause(citation)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_irregular_action_has_an_example(action: str) -> None:
    assert any(f'"action": "{action}"' in one.round for one in examples())
    assert f"| `{action}`" in PAGE
