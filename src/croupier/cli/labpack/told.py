"""Documents that tell how something works, in the words of the modules that do it."""

import ast
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from croupier.cli.labpack.document import Document, Requirement
from croupier.notices.html import filled

FAIRNESS = {
    "croupier.chance.source": "Where chance comes from",
    "croupier.chance.self_test": "Tried before the first shoe",
    "croupier.chance.health": "Watched while the house is open",
    "croupier.chance.shuffle": "From bytes to an order of cards",
    "croupier.chance.sealed": "Sealed before the first bet",
    "croupier.chance.derived": "An order nobody has chosen",
    "croupier.chance.delay": "The delay",
    "croupier.house.fairness": "Checked by anyone",
}
MONITORING = {
    "croupier.monitoring.band": "The band",
    "croupier.monitoring.wins": "One round",
    "croupier.monitoring.evalues": "Evidence",
    "croupier.monitoring.table_evidence": "Trails and alarms",
    "croupier.monitoring.advantage": "Advantage",
    "croupier.monitoring.decisions": "Decisions",
    "croupier.monitoring.insurance": "Insurance",
    "croupier.monitoring.pays": "Pays",
    "croupier.monitoring.pay_shares": "How often each end comes",
    "croupier.monitoring.equipment": "What begins late",
    "croupier.monitoring.shoes": "Cards",
    "croupier.monitoring.wheels": "Wheels",
    "croupier.monitoring.marked": "Marked cards",
}
AUDIT = {
    "croupier.table.invariants": "What must hold in every house",
    "croupier.ledger.accounts": "The accounts",
    "croupier.house.days": "The close of a day",
    "croupier.house.days.cuts": "Where a day ends",
    "croupier.house.days.reckoning": "How a day is reckoned",
    "croupier.house.people": "Who is who",
    "croupier.house.protection": "Player protection",
    "croupier.house.floor": "The floor",
    "croupier.house.approvals": "Approved rules and programs",
    "croupier.house.closures": "Every card of a shoe",
    "croupier.house.stations": "Signed scans",
    "croupier.house.incidents": "What was found wrong",
    "croupier.house.transparency": "The log that others keep",
}


def documents_told() -> Iterator[Document]:
    yield _told(
        "fairness.html",
        "Fairness",
        "How outcomes are drawn, fixed before bets and proved afterwards, in the program's own"
        " words, and how a round is checked without the house.",
        Requirement.FAIRNESS,
        modules=FAIRNESS,
        repeat="croupier fair ROUND.json",
    )
    yield _told(
        "monitoring.html",
        "Monitoring",
        "How results are held to what the bets taken should bring, and how cards, wheels, dealers"
        " and players are watched, with the rate of false alarms.",
        Requirement.MONITORING,
        modules=MONITORING,
        repeat="GET /api/office/band",
        where="of a house that is open",
    )
    yield _told(
        "audit.html",
        "Audit trail",
        "What must hold in the books at every moment and is checked from outside, and which"
        " journals a house keeps.",
        Requirement.AUDIT,
        modules=AUDIT,
        repeat="croupier verify --store URL\ncroupier day --store URL --check FILE",
    )


def _told(
    file: str,
    title: str,
    shows: str,
    answers: Requirement,
    *,
    modules: Mapping[str, str],
    repeat: str,
    where: str = "",
) -> Document:
    def write(folder: Path) -> None:
        parts = [(head, name, words_of(name)) for name, head in modules.items()]
        page = filled(
            "croupier.cli.labpack",
            "told.html",
            title=title,
            shows=shows,
            parts=parts,
            repeat=repeat.splitlines(),
            where=where,
        )
        (folder / file).write_text(page, encoding="utf-8")

    return Document((file,), title, shows, answers, write, repeat, where)


def words_of(module: str) -> str:
    """What a module says of itself, as HTML, with the values of the constants that it names;
    nothing of it is run."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 -- slow to import

    spec = find_spec(module)
    assert spec is not None, f"there is no {module}"
    assert spec.origin is not None, f"{module} has no file"
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    text = ast.get_docstring(tree) or ""
    named = [f"`{name} = {value}`" for name, value in _constants(tree) if name in text]
    if named:
        text += f"\n\nHere {', '.join(named)}."
    return str(MarkdownIt("js-default").render(text))


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value) if name.isupper():
                yield name, ast.unparse(value)
