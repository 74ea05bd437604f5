"""What a message is made of, in words: read off the types that decode and encode it."""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect as kinds


def structs(*roots: Any) -> list[type[msgspec.Struct]]:
    """Every struct that these types are made of, each once, in the order they are met."""
    found: dict[type[msgspec.Struct], None] = {}
    for root in roots:
        _collect(kinds.type_info(root), found)
    return list(found)


def _collect(kind: Any, found: dict[type[msgspec.Struct], None]) -> None:
    if isinstance(kind, kinds.StructType):
        if kind.cls in found:
            return
        found[kind.cls] = None
    for part in _parts(kind):
        _collect(part, found)


def _parts(kind: Any) -> Iterable[Any]:
    match kind:
        case kinds.StructType():
            return [field.type for field in kind.fields]
        case kinds.UnionType():
            return kind.types
        case kinds.VarTupleType() | kinds.ListType():
            return [kind.item_type]
        case kinds.DictType():
            return [kind.key_type, kind.value_type]
        case kinds.Metadata():
            return [kind.type]
        case _:
            return ()


def fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, bool, str, str]]:
    """Name, whether it may be left out, what it may be, and what stands about it in the code."""
    told = field_notes(kind)
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    if info.tag is not None:
        yield str(info.tag_field), False, f"`{info.tag}`", ""
    for field in info.fields:
        notes = [told.get(field.name, ""), _description(field.type)]
        said = " ".join(note for note in notes if note)
        yield field.encode_name, not field.required, said_kind(field.type), said


def said_kind(kind: Any) -> str:
    """ "text of 1 to 64 characters", "a list of `Chip`", "a whole number or null"."""
    match kind:
        case kinds.Metadata():
            return said_kind(kind.type)
        case kinds.StrType():
            size = _range(kind.min_length, kind.max_length)
            pattern = f", `{_portable(kind.pattern)}`" if kind.pattern else ""
            return "text" + (f" of {size} characters" if size else "") + pattern
        case kinds.IntType():
            bounds = _range(kind.ge, kind.le)
            return "a whole number" + (f", {bounds}" if bounds else "")
        case kinds.BoolType():
            return "true or false"
        case kinds.NoneType():
            return "null"
        case kinds.EnumType():
            return " \\| ".join(f"`{one.value}`" for one in kind.cls)
        case kinds.StructType():
            return f"[`{kind.cls.__name__}`](#{kind.cls.__name__.lower()})"
        case kinds.UnionType():
            ordered = sorted(kind.types, key=lambda one: isinstance(one, kinds.NoneType))
            return " or ".join(said_kind(one) for one in ordered)
        case kinds.VarTupleType() | kinds.ListType():
            return f"a list of {said_kind(kind.item_type)}"
        case kinds.DictType():
            return f"an object, each value {said_kind(kind.value_type)}"
        case _:
            return "anything"


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return f"up to {most}" if most is not None else ""
    return f"{least} to {most}" if most is not None else f"{least} or more"


def _portable(pattern: str) -> str:
    return pattern.replace(r"\Z", "$").replace("|", "\\|")


def _description(kind: Any) -> str:
    """What an annotation says of a field, also of one that may be null."""
    if isinstance(kind, kinds.Metadata):
        return str((kind.extra_json_schema or {}).get("description", ""))
    return next((told for part in _options(kind) if (told := _description(part))), "")


def _options(kind: Any) -> Iterable[Any]:
    return kind.types if isinstance(kind, kinds.UnionType) else ()


def field_notes(kind: type) -> dict[str, str]:
    """The strings that stand under the fields of a class, and of those it is made from."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("croupier."):
            found |= notes_under(inspect.getsource(base))
    return found


def notes_under(source: str) -> dict[str, str]:
    """What stands under each name that a class defines."""
    (book,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(book, ast.ClassDef)
    found: dict[str, str] = {}
    name = ""
    for node in book.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = ""
            case ast.Expr(value=ast.Constant(value=str(text))) if name:
                found[name] = " ".join(text.split()).replace("|", "\\|")
                name = ""
            case _:
                name = ""
    return found
