"""Which mistakes are planted: every small slip in the syntax tree of a file."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_RECKONED: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.FloorDiv(),
    ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.FloorDiv(),
    ast.BitOr: ast.BitAnd(),
}
_EITHER_OR = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_CARDS = {"cards", "dealer", "banker"}
"""Attributes that are cards of a hand."""
_SIBLINGS = {
    # The wrong set of cards: those that are hidden, too.
    "exposed": "dealer",
    "seen": "cards",
    # The wrong moment: no card is due any more, or the bets are settled as well.
    "over": "complete",
    "complete": "over",
}
_LAYOUTS = {"so_far": "whole", "whole": "so_far"}
"""The chips up to the bet that is judged, and all of them."""
_UNSEEN = (ast.JoinedStr, ast.Assert)
"""What is said to people is tested where it is said; an assertion is a note to the type checker."""

_NO_RULE = ("annotation", "returns", "decorator_list", "type_comment")
_CONDITIONS = {ast.If: "test", ast.IfExp: "test", ast.BoolOp: "values", ast.comprehension: "ifs"}
"""Where a condition is already taken for true, for false, and left out: turned round it shows no
more than that."""

_CITATION = re.compile(r"\b(?:(?:BJ5|BJP|NKB|LIVE|CLB) \d+(?:\.\d+)*[a-z]?|R\d+a?)\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Place:
    """Where in its parent a node hangs."""

    parent: ast.AST
    field: str
    index: int | None = None

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


@dataclass(frozen=True)
class Mutant:
    """One mistake: which file, where, and what became of what."""

    file: str
    """Within `src/croupier/games/`."""
    function: str
    """The qualified name, "Hand.blackjack"; empty in the body of the module."""
    change: str
    lines: range
    """The statement's own: whoever passes there may notice."""
    plant: Callable[[], ast.Module] = field(repr=False)
    """The file's tree with the mistake in it; done once, in a process of its own."""
    cites: frozenset[str] = frozenset()
    """The clauses its function cites."""
    outside: bool = False
    """Not in the body of a function: it is worked out when the file is imported."""

    @property
    def name(self) -> str:
        return f"{self.file} {self.function}: {self.change}"


def mutants(path: Path, file: str) -> list[Mutant]:
    """Every mistake the operators know for one file."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    cites = _cites(text, tree)
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for where in _walk(tree, tree, [], ""):
        for mistake in _mistakes(where):
            change = f"{_text(where.node)} -> {_text(mistake)}"
            seen[where.function, change] += 1
            if (count := seen[where.function, change]) > 1:
                change += f" ({count})"
            plant = partial(_plant, tree, where.place, mistake)
            function, outside = where.function, not where.outermost
            cited = cites.get(where.outermost, frozenset())
            found.append(Mutant(file, function, change, where.lines, plant, cited, outside))
    return found


def _cites(text: str, tree: ast.Module) -> dict[str, frozenset[str]]:
    """Function → the clauses cited in it, comments included."""
    lines = text.splitlines()
    found = {}
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for one in inside:
            if isinstance(one, Function):
                body = "\n".join(lines[one.lineno - 1 : one.end_lineno])
                found[prefix + one.name] = frozenset(_CITATION.findall(body))
    return found


def _plant(tree: ast.Module, place: Place, mistake: ast.AST) -> ast.Module:
    place.put(mistake)
    return ast.fix_missing_locations(tree)


@dataclass(frozen=True)
class _Where:
    node: ast.AST
    place: Place
    function: str
    outermost: str
    lines: range
    known: frozenset[str]
    """Names bound before this statement: leaving out an assignment to one is no plain error."""


def _walk(
    node: ast.AST,
    statement: ast.AST,
    names: list[str],
    outermost: str,
    known: frozenset[str] = frozenset(),
) -> Iterator[_Where]:
    for part, value in ast.iter_fields(node):
        if part in _NO_RULE or (part == "keywords" and isinstance(node, ast.ClassDef)):
            continue
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or isinstance(child, _UNSEEN) or _docstring(child):
                continue
            if isinstance(node, ast.Call) and _is_refusal(node) and part == "args" and index == 1:
                continue
            within, inside, outer = statement, names, outermost
            if isinstance(child, ast.stmt):
                within = child
            lines = _lines(within)
            place = Place(node, part, index if isinstance(value, list) else None)
            yield _Where(child, place, ".".join(names), outermost, lines, known)
            bound = known
            if isinstance(child, Function | ast.ClassDef):
                inside = [*names, child.name]
            if isinstance(child, Function):
                outer = outermost or ".".join(inside)
                bound = frozenset(argument.arg for argument in child.args.args)
                # Defaults are worked out when the function is made, outside its code.
                yield from _walk(child.args, child, inside, outermost, known)
                for at, line in enumerate(child.body):
                    yield from _body(line, Place(child, "body", at), inside, outer, bound)
                    bound |= _binds(line)
                continue
            yield from _walk(child, within, inside, outer, bound)
            known |= _binds(child)


def _body(
    part: ast.stmt, place: Place, names: list[str], outermost: str, known: frozenset[str]
) -> Iterator[_Where]:
    if not isinstance(part, _UNSEEN) and not _docstring(part):
        yield _Where(part, place, ".".join(names), outermost, _lines(part), known)
        if isinstance(part, Function):
            inner = [*names, part.name]
            bound = known | {argument.arg for argument in part.args.args}
            for at, line in enumerate(part.body):
                yield from _body(line, Place(part, "body", at), inner, outermost, bound)
            return
        yield from _walk(part, part, names, outermost, known)


def _lines(statement: ast.AST) -> range:
    """Of a compound statement its head alone."""
    if not isinstance(statement, ast.stmt):
        return range(0)
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _binds(node: ast.AST) -> frozenset[str]:
    return frozenset(
        one.id
        for one in ast.walk(node)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    )


def _docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_refusal(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "Refused"


def _text(node: ast.AST) -> str:
    """The node on one line; of a compound statement its head."""
    return ast.unparse(node).partition("\n")[0]


def _mistakes(where: _Where) -> Iterator[ast.AST]:  # noqa: PLR0912
    node, known = where.node, where.known
    if not where.outermost:
        yield from _other_values(where)
        return
    condition = _CONDITIONS.get(type(where.place.parent)) == where.place.field
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple() as members]) if all(
            isinstance(one, ast.Attribute) for one in members.elts
        ):
            yield from _other_members(node, members, turned=not condition)
        case ast.Compare(ops=[op]) if not (condition and isinstance(op, _EITHER_OR)):
            yield ast.Compare(node.left, [_TURNED[type(op)]()], node.comparators)
        case ast.Compare(ops=[first, second]):
            yield ast.Compare(node.left, [_TURNED[type(first)](), second], node.comparators)
            yield ast.Compare(node.left, [first, _TURNED[type(second)]()], node.comparators)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(other, node.values)
            for left_out in range(len(node.values)):
                rest = [one for at, one in enumerate(node.values) if at != left_out]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp(op=ast.Not()) if not condition:
            yield node.operand
        case ast.BinOp() if type(node.op) in _RECKONED:
            yield ast.BinOp(node.left, _RECKONED[type(node.op)], node.right)
        case ast.IfExp():
            yield node.body
            yield node.orelse
        case ast.Constant():
            yield from _other_constants(node.value, index=_is_index(where.place))
        case ast.Call():
            yield from _other_calls(node)
        case ast.Tuple() | ast.List() | ast.Set():
            yield from _other_displays(node)
        case ast.comprehension() if node.ifs:
            for left_out in range(len(node.ifs)):
                ifs = [one for at, one in enumerate(node.ifs) if at != left_out]
                yield ast.comprehension(node.target, node.iter, ifs, node.is_async)
        case (
            ast.Subscript(value=ast.Name(id="cite"))
            | ast.Subscript(value=ast.Attribute(attr="topics"))
        ):
            yield ast.Constant("no clause")
        case ast.Attribute(value=ast.Name(id="Code"), attr=code):
            other_code = "BAD_FILE" if code == "ILLEGAL_ACTION" else "ILLEGAL_ACTION"
            yield ast.Attribute(node.value, other_code, ast.Load())
        case ast.Subscript(slice=ast.Slice(), ctx=ast.Load()):
            yield node.value
        case ast.Attribute(attr=attr, ctx=ast.Load()):
            if attr in _SIBLINGS:
                yield ast.Attribute(node.value, _SIBLINGS[attr], ast.Load())
            if attr in _CARDS and _is_argument(where.place):
                yield ast.Subscript(node, ast.Slice(upper=ast.Constant(2)), ast.Load())
        case ast.stmt():
            yield from _other_statements(node, known)


def _is_argument(place: Place) -> bool:
    return isinstance(place.parent, ast.Call) and place.field == "args"


def _other_members(node: ast.Compare, members: ast.Tuple, *, turned: bool) -> Iterator[ast.AST]:
    """One of several moments forgotten: a phase that is not in the list."""
    if turned:
        yield ast.Compare(node.left, [_TURNED[type(node.ops[0])]()], node.comparators)
    for left_out in range(len(members.elts)):
        rest = [one for at, one in enumerate(members.elts) if at != left_out]
        yield ast.Compare(node.left, node.ops, [ast.Tuple(rest, ast.Load())])


def _other_values(where: _Where) -> Iterator[ast.AST]:
    """In the tables of the rules: another number, another answer, one row less."""
    node, parent = where.node, where.place.parent
    match node:
        case ast.keyword(value=ast.Constant(value=bool() | int() as value)):
            yield ast.keyword(node.arg, next(_other_constants(value, index=False)))
        case ast.AnnAssign(value=ast.Constant(value=bool() | int() as value)):
            other = next(_other_constants(value, index=False))
            yield ast.copy_location(ast.AnnAssign(node.target, node.annotation, other, 1), node)
        case ast.Constant(value=bool() | int() as value) if not isinstance(
            parent, ast.keyword | ast.AnnAssign
        ):
            yield next(_other_constants(value, index=False))
        case ast.Set() | ast.List() | ast.Tuple() if where.function or _is_row(where.place):
            yield from _other_displays(node)


def _is_row(place: Place) -> bool:
    return isinstance(place.parent, ast.Assign) and not _names_exports(place.parent)


def _names_exports(node: ast.Assign) -> bool:
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"


def _is_index(place: Place) -> bool:
    return isinstance(place.parent, ast.Subscript) and place.field == "slice"


def _other_constants(value: object, *, index: bool) -> Iterator[ast.Constant]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int) and not (index and value):
        yield ast.Constant(value + 1)
        if value > 0:
            yield ast.Constant(value - 1)


def _other_calls(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _CALLED:
        yield ast.Call(ast.Name(_CALLED[name], ast.Load()), node.args, node.keywords)
    for left_out in range(len(node.keywords)):
        rest = [one for at, one in enumerate(node.keywords) if at != left_out]
        yield ast.Call(node.func, node.args, rest)
    if isinstance(node.func, ast.Attribute):
        yield from _other_scopes(node, node.func)


def _other_scopes(node: ast.Call, asked: ast.Attribute) -> Iterator[ast.AST]:
    """A limit that holds for other chips: everybody's on the spot or only the bettor's own, on any
    box, and those up to the bet or all of them."""
    match node:
        case ast.Call(func=ast.Attribute(attr="amount"), args=[_, _, *_]):
            everybodys = ast.Attribute(asked.value, "total", ast.Load())
            yield ast.Call(everybodys, node.args[1:], [])
        case ast.Call(
            func=ast.Attribute(attr="total"),
            args=[ast.Starred(value=ast.Attribute(value=bet, attr="spot"))],
        ):
            own = ast.Attribute(asked.value, "amount", ast.Load())
            yield ast.Call(own, [ast.Attribute(bet, "player", ast.Load()), *node.args], [])
        case ast.Call(func=ast.Attribute(attr="total"), args=[bet, _]):
            yield ast.Call(ast.Attribute(asked.value, "has", ast.Load()), [bet], [])
    match asked.value:
        case ast.Name(id=name) if name in _LAYOUTS:
            other = ast.Attribute(ast.Name(_LAYOUTS[name], ast.Load()), asked.attr, ast.Load())
            yield ast.Call(other, node.args, node.keywords)


def _other_displays(node: ast.Tuple | ast.List | ast.Set) -> Iterator[ast.AST]:
    """An element forgotten; and what is put together put together the other way round."""
    if not isinstance(node, ast.Set) and not isinstance(node.ctx, ast.Load):
        return  # names that are given a value, not a row of values
    spread = any(isinstance(one, ast.Starred) for one in node.elts)
    if isinstance(node, ast.Tuple) and not spread:
        return  # a pair of things, not a row of them
    for left_out in range(len(node.elts)):
        yield _display(node, [one for at, one in enumerate(node.elts) if at != left_out])
    if spread and len(node.elts) > 1 and not isinstance(node, ast.Set):
        yield _display(node, [*node.elts[1:], node.elts[0]])


def _display(node: ast.Tuple | ast.List | ast.Set, elements: list[ast.expr]) -> ast.expr:
    if isinstance(node, ast.Set):
        return ast.Set(elements or [ast.Starred(ast.Tuple([], ast.Load()), ast.Load())])
    return type(node)(elements, ast.Load())


def _other_statements(node: ast.stmt, known: frozenset[str]) -> Iterator[ast.AST]:
    match node:
        case ast.If():
            for answer in (True, False):
                changed = ast.If(ast.Constant(answer), node.body, node.orelse)
                yield ast.copy_location(changed, node)
        case ast.Assign(targets=[ast.Name(id=name)]) if name in known:
            yield ast.copy_location(ast.Pass(), node)
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield ast.copy_location(ast.Pass(), node)
        case ast.AugAssign() | ast.Continue() | ast.Delete() | ast.Expr(value=ast.Call()):
            yield ast.copy_location(ast.Pass(), node)
