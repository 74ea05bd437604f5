"""A set of rules as one number: the SHA-256 of the value a table is dealt by, written in one way.

Written is the document with its version and its own digest, the family, and every field whose
value is not the one it has where nothing is said, as JSON: names sorted, no spaces, UTF-8. So the
order of fields, of settings and of sets changes nothing, and a field that a later version adds
changes the digest of those tables alone that use it. What a house may choose from, and what it
calls the game, are no rules and are left out.
"""

import hashlib
import json
from functools import cache

import msgspec

from croupier.engine.rules import Rules
from croupier.rulebooks import book_head

_MADE_OF = "croupier/rules/1"
_NO_RULES = frozenset({"allowed", "title"})


def canonical_rules(rules: Rules) -> bytes:
    """What the digest is taken of."""
    book = book_head(rules.document)
    written = {
        "rules": _MADE_OF,
        "family": rules.family,
        "document": {
            "short": book.short,
            "version": book.version,
            "effective": book.effective,
            "sha256": book.source_sha256,
        },
        "fields": {
            field.name: _plain(value)
            for field in _fields(type(rules))
            if field.name not in _NO_RULES and not _is_usual(field, value := _of(rules, field.name))
        },
    }
    text = json.dumps(written, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def rules_digest(rules: Rules) -> str:
    return hashlib.sha256(canonical_rules(rules)).hexdigest()


# msgspec evaluates every annotation again at each call.
_fields = cache(msgspec.structs.fields)


def _of(rules: Rules, name: str) -> object:
    value: object = getattr(rules, name)
    return value


def _is_usual(field: msgspec.structs.FieldInfo, value: object) -> bool:
    """Whether it is what it would be, had nobody said anything."""
    if field.default is not msgspec.NODEFAULT:
        return bool(value == field.default and type(value) is type(field.default))
    made = field.default_factory
    return made is not msgspec.NODEFAULT and bool(value == made())


def _plain(value: object) -> object:
    """As JSON has it; a set has no order, so it is given one."""
    if isinstance(value, set | frozenset):
        return sorted((_plain(each) for each in value), key=json.dumps)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, msgspec.Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    plain: object = msgspec.to_builtins(value)
    return plain
