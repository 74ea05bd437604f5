"""The protocol as a grammar, read off the message structs themselves: a sample of each kind, and
strategies that write any message of it, whole or damaged."""

import random
import re
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect as types

from croupier.client.client import new_id

Json = st.SearchStrategy[Any]
_WORDS = st.one_of(
    st.sampled_from(["live-roulette", "rws-blackjack", "red", "main", "AS", "10H", "pit", "hit"]),
    st.text(max_size=12),
)


def sample(kind: Any) -> Any:
    """The smallest message of this kind, with an id of its own."""
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    return msgspec.convert({**least(info), "id": new_id()}, kind)


def least(info: Any) -> Any:
    match info:
        case types.Metadata(type=inner):
            return least(inner)
        case types.StructType():
            told = {f.encode_name: least(f.type) for f in info.fields if f.required}
            return {info.tag_field: info.tag, **told} if info.tag_field else told
        case types.UnionType():
            return least(info.types[0])
        case types.IntType():
            return max(info.ge or 0, 1)
        case types.StrType():
            return "x" * max(info.min_length or 0, 1)
        case types.BoolType():
            return True
        case types.EnumType():
            return next(iter(info.cls)).value
        case types.VarTupleType():
            return []
    raise AssertionError(f"the grammar has no word for {info}")


def messages(kind: Any) -> Json:
    """Any message of the kind, as JSON values."""
    return _any(types.type_info(kind))


def _any(info: Any) -> Json:
    match info:
        case types.Metadata(type=inner):
            return _any(inner)
        case types.StructType():
            needed = {f.encode_name: _any(f.type) for f in info.fields if f.required}
            more = {f.encode_name: _any(f.type) for f in info.fields if not f.required}
            if info.tag_field:
                needed[info.tag_field] = st.just(info.tag)
            return st.fixed_dictionaries(needed, optional=more)
        case types.UnionType():
            return st.one_of(*map(_any, info.types))
        case types.IntType():
            return st.integers(info.ge if info.ge is not None else -10, info.le or 2**53)
        case types.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case types.StrType():
            longest = info.max_length or 40
            return _WORDS.map(lambda text: (text or "x")[:longest])
        case types.BoolType():
            return st.booleans()
        case types.NoneType():
            return st.none()
        case types.EnumType():
            return st.sampled_from([one.value for one in info.cls])
        case types.VarTupleType():
            return st.lists(_any(info.item_type), max_size=3)
        case types.DictType():
            return st.dictionaries(_any(info.key_type), _any(info.value_type), max_size=3)
    raise AssertionError(f"the grammar has no word for {info}")


WRONG: Json = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(
        [2**53, 2**63, -1, 0, 10**400, 1.5, "1", "", "x" * 5_000, "\ud800", "\u202e", "\0"]
    ),
    st.text(max_size=20),
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=8,
    ),
)


@st.composite
def damaged(draw: Any, kind: Any) -> Any:
    """A message in which one thing is not as it should be."""
    told = dict(draw(messages(kind)))
    match draw(st.sampled_from(["lose", "add", "replace", "nest"])):
        case "lose":
            told.pop(draw(st.sampled_from(sorted(told))), None)
        case "add":
            told[draw(st.sampled_from(["player", "by", "role", "__class__", "\ud800", ""]))] = draw(
                WRONG
            )
        case "replace":
            told[draw(st.sampled_from(sorted(told)))] = draw(WRONG)
        case "nest":
            return draw(st.sampled_from([[told], {"message": told}, [[]], None, 7, "ping"]))
    return told


def thrown(info: Any, dice: random.Random) -> Any:
    """Any value of the type, by a die: mostly one that could mean something at a table."""
    match info:
        case types.Metadata(type=inner):
            return thrown(inner, dice)
        case types.StructType():
            told = {
                f.encode_name: thrown(f.type, dice)
                for f in info.fields
                if f.required or dice.random() < 0.6
            }
            return {info.tag_field: info.tag, **told} if info.tag_field else told
        case types.UnionType():
            return thrown(dice.choice(info.types), dice)
        case types.IntType():
            least, most = info.ge if info.ge is not None else -10, info.le or 2**53
            wanted = dice.choice((0, 1, 2, 3, 7, 100, 5_00, 10_00, 500_00, 10**12, least, most))
            return min(max(wanted, least), most)
        case types.StrType():
            fits = [word for word in _THROWN if len(word) <= (info.max_length or 40)]
            if info.pattern is not None:
                fits = [word for word in fits if re.fullmatch(info.pattern, word)]
            return dice.choice(fits)
        case types.BoolType():
            return dice.random() < 0.5
        case types.NoneType():
            return None
        case types.EnumType():
            return dice.choice(list(info.cls)).value
        case types.VarTupleType():
            return [thrown(info.item_type, dice) for _ in range(dice.randrange(4))]
        case types.DictType():
            return {
                thrown(info.key_type, dice): thrown(info.value_type, dice)
                for _ in range(dice.randrange(3))
            }
    raise AssertionError(f"the grammar has no word for {info}")


_THROWN = (
    "initial",
    "behind",
    "over-13",
    "player-pair",
    "player",
    "banker",
    "ante",
    "red",
    "straight-7",
    "AS",
    "TD",
    "17",
    "0",
    "ann",
    "the-dealer",
    "decks",
    "h17",
    "chip-unit",
    "x",
    "!~" * 16,
)
