"""Which topics of the documents the sources ask for, read from the sources themselves."""

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase

from croupier.engine.rules import setting_name
from croupier.kit import registry
from croupier.rulebooks import is_ruling
from croupier.rulebooks.topics import Questions, questions

_HAND_ON = ("/notices", "/cli/play/irregularities/calls.py", "/table/rulings.py")
"""Here topics are only named: what asks for them gets the names."""


def declared() -> dict[str, Questions]:
    """Family → what it asks, of those that declare it."""
    every = {family.name: questions(family.name) for family in registry.families()}
    return {name: asked for name, asked in every.items() if asked is not None}


def topics_of(family: str) -> set[str]:
    asked = declared()[family]
    return {*asked.required, *asked.optional, *asked.ruled}


def families_of(file: str) -> set[str]:
    """A file whose path names a family is about that one alone."""
    return {family for family in declared() if family in file} or {*declared()}


def known_in(file: str) -> set[str]:
    return set().union(*map(topics_of, families_of(file)))


def topics_asked(file: str, text: str) -> set[str]:
    """The topics a file asks the rules for; a field of the rules is a topic of its name."""
    tree = ast.parse(text)
    names = {*asked_for_one(tree), *asked_for_all(tree)}
    if any(part in f"/{file}" for part in _HAND_ON):
        names |= {name for node in ast.walk(tree) for name in _named(node)}
    if file.endswith("/rules.py"):
        fields = (node for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
        names |= {ast.unparse(field.target) for field in fields}
    patterns = {setting_name(name) for name in names}
    return {topic for topic in known_in(file) if any(fnmatchcase(topic, one) for one in patterns)}


def asked_for_one(tree: ast.AST) -> Iterator[str]:
    """Topics of which one clause is cited, `cite["bust"]`; "void-*" of a name put together."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and _is_topics(node.value):
            yield from _named(node.slice)


def asked_for_all(tree: ast.AST) -> Iterator[str]:
    """Topics of which every clause is, `rules.topics.all("bust", "R13")`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=asked, attr="all")) if _is_topics(asked):
                for topic in node.args:
                    yield from _named(topic)


def _is_topics(node: ast.expr) -> bool:
    """Whether it is called as the topics of a variant are: `cite`, `self.cite`, `rules.topics`."""
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return name in ("cite", "topics")


def _named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(name)) if not is_ruling(name):
            yield name
        case ast.JoinedStr(values=[ast.Constant(value=str(beginning)), *_]):
            yield f"{beginning}*"
        case ast.IfExp(body=one, orelse=other):
            yield from (*_named(one), *_named(other))
