"""What is wrong with decoded JSON, in plain English: the field, what it must be, its choices."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")

FORM = "form"
"""In `Meta(extra={FORM: …})` beside a pattern: what a text of that pattern must be, in words."""

_MOST_LISTED = 24
_LONGEST_SHOWN = 40
_NAMES = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
    "float": "a number",
    "Fraction": "a number with a decimal point",
}
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_UNITS = {"str": ("character", "characters")}
_ENTRIES = ("entry", "entries")
_MESSAGE = re.compile(
    r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?\Z", re.DOTALL
)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|key|\.\.\.)\]")


class NotDecoded(ValueError):  # noqa: N818 -- what happened
    """Why, in one sentence that begins with the field."""


def converted(value: Any, kind: type[T], whole: str = "it", *, strict: bool = True) -> T:
    """`whole` names all of the value in a sentence, as "the body"."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise NotDecoded(_explained(error, kind, value, whole)) from None


def decoded(text: str | bytes, kind: type[T], whole: str = "it") -> T:
    """From JSON."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise NotDecoded(_explained(error, kind, msgspec.json.decode(text), whole)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotDecoded(f"{whole} is not JSON: {error}") from None


def _explained(error: msgspec.ValidationError, kind: Any, value: object, whole: str) -> str:
    found = _MESSAGE.match(str(error))
    assert found is not None  # it matches any text
    path = found["path"] or ""
    field = path.removeprefix(".") or whole
    if found["key"]:
        field, path = f"a name in {field}", f"{path}[key]"
    return _sentence(found["what"], field, path, list(_leaves_at(kind, value, path)))


def _sentence(what: str, field: str, path: str, leaves: "list[_Leaf]") -> str:
    if match := re.fullmatch("Object missing required field `(.*)`", what):
        return f"{f'{field}.{match[1]}' if path else match[1]} is missing"
    if match := re.fullmatch("Object contains unknown field `(.*)`", what, re.DOTALL):
        known = [name for leaf in leaves for name in leaf.fields]
        return f"{field} has no field {_shown(match[1])}{_near(match[1], known)}"
    if match := re.fullmatch("Invalid (?:enum )?value (.*)", what, re.DOTALL):
        return f"{field} {_one_of(_choices(leaves), match[1])}"
    if match := re.fullmatch("Expected `(.*)`, got `(.*)`", what):
        if choices := _choices(leaves):
            return f"{field} {_one_of(choices)}"
        expected = " or ".join(_NAMES.get(name, name) for name in match[1].split(" | "))
        got = f", not {_NAMES[match[2]]}" if match[2] in _NAMES else ""
        return f"{field} must be {expected}{got}"
    if re.match("Expected `str` matching regex", what):
        form = next((leaf.form for leaf in leaves if leaf.form), "of another form")
        return f"{field} must be {form}"
    if match := re.fullmatch(r"Expected `(\w+)` of length (\d+), got (\d+)", what):
        return f"{field} must have {_counted(match[2], match[1])}, not {match[3]}"
    if match := re.fullmatch(r"Expected `(\w+)` of length ([<>]=?) (\d+)", what):
        return f"{field} must have {_BOUNDS[match[2]]} {_counted(match[3], match[1])}"
    if match := re.fullmatch(r"Expected `\w+` ([<>]=?) (\S+)", what):
        return f"{field} must be {_BOUNDS[match[1]]} {match[2]}"
    return f"{field}: {what[:1].lower()}{what[1:]}".replace("`", "")


def _counted(number: str, kind: str) -> str:
    one, more = _UNITS.get(kind, _ENTRIES)
    return f"{number} {one if number == '1' else more}"


def _one_of(choices: list[str], given: str = "") -> str:
    """`given` stands in quotes already."""
    wrong = f", not {_cut(given)}" if given else ""
    if len(choices) <= _MOST_LISTED:
        return f"must be one of {', '.join(choices)}{wrong}"
    return f"cannot be {_cut(given)}{_near(given.strip(chr(39)), choices)}"


def _near(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _shown(name: str) -> str:
    return repr(name[:_LONGEST_SHOWN])


def _cut(quoted: str) -> str:
    return quoted if len(quoted) <= _LONGEST_SHOWN else f"{quoted[:_LONGEST_SHOWN]}…"


# The type at a path ------------------------------------------------------------------------------


class _Leaf(NamedTuple):
    """One of the types a value may have."""

    type: inspect.Type
    form: str = ""
    tags: tuple[str, ...] = ()
    """Not the value, but the tag that names its kind."""

    @property
    def fields(self) -> list[str]:
        known = self.type.fields if isinstance(self.type, inspect.StructType) else ()
        return [field.encode_name for field in known]


def _choices(leaves: list[_Leaf]) -> list[str]:
    found: list[str] = []
    for leaf in leaves:
        found += leaf.tags
        match leaf.type:
            case inspect.EnumType(cls=cls):
                members: list[Enum] = list(cls)
                found += [str(member.value) for member in members]
            case inspect.LiteralType(values=values):
                found += [str(value) for value in values]
    return list(dict.fromkeys(found))


_info = cache(inspect.type_info)


def _leaves_at(kind: Any, value: object, path: str) -> Iterator[_Leaf]:
    leaves = list(_leaves(_info(kind)))
    for step in _STEP.finditer(path):
        name, at = step[1] or "", step[2] or ""
        leaves = [
            inner for leaf in _of_its_kind(leaves, value, name) for inner in _inside(leaf, name, at)
        ]
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and at.isdecimal():
            value = value[int(at)]
    yield from leaves


def _of_its_kind(leaves: list[_Leaf], value: object, name: str) -> list[_Leaf]:
    """Of several kinds the one that the value's tag names; all, where the tag itself is wrong."""
    tagged = [
        leaf
        for leaf in leaves
        if isinstance(leaf.type, inspect.StructType)
        and isinstance(value, dict)
        and leaf.type.tag_field not in (None, name)
        and leaf.type.tag == value.get(leaf.type.tag_field)
    ]
    return tagged or leaves


def _inside(leaf: _Leaf, name: str, at: str) -> Iterator[_Leaf]:
    match leaf.type:
        case inspect.StructType(tag_field=tag_field, tag=tag) if name and name == tag_field:
            yield _Leaf(leaf.type, tags=(str(tag),))
        case inspect.StructType(fields=fields) if name:
            for field in fields:
                if field.encode_name == name:
                    yield from _leaves(field.type)
        case inspect.CollectionType(item_type=item) if at:
            yield from _leaves(item)
        case inspect.TupleType(item_types=items) if at.isdecimal():
            yield from _leaves(items[int(at)])
        case inspect.DictType(key_type=key, value_type=item):
            yield from _leaves(key if at == "key" else item)


def _leaves(type: inspect.Type, form: str = "") -> Iterator[_Leaf]:
    if isinstance(type, inspect.Metadata):
        yield from _leaves(type.type, str((type.extra or {}).get(FORM, form)))
    elif isinstance(type, inspect.UnionType):
        for option in type.types:
            yield from _leaves(option, form)
    else:
        yield _Leaf(type, form)
