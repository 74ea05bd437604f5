"""The games that are installed: those of this package, and those that other packages bring.

A package brings a game with one entry point, the descriptor of its family; no file here is edited:

    [project.entry-points."croupier.games"]
    dragon-tiger = "dragon_tiger:FAMILY"

The games of this package are named in the same way, in `croupier.games.BUILT_IN`. A package that
cannot be loaded is set aside, and `problems` lists it with the reason.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from croupier.kit.errors import Code, Refused
from croupier.kit.family import Extension, Family

GROUP = "croupier.games"
BUILT_IN = "croupier.games:BUILT_IN"

P = ParamSpec("P")
T = TypeVar("T")

_caches: list[Callable[[], None]] = []


def cached(function: Callable[P, T]) -> Callable[P, T]:
    """`functools.cache` for what depends on the packages installed: `look_again` clears it."""
    cached = cache(function)
    _caches.append(cached.cache_clear)
    return cast(Callable[P, T], cached)


class Entry(NamedTuple):
    """An entry point, and the package that names it."""

    package: str
    name: str
    where: str


class Problem(NamedTuple):
    """A package that was set aside, or a game of it."""

    package: str
    entry: str
    reason: str


class NotLoaded(Refused):
    """A game, or a part of one, is missing because a package cannot be loaded: all else goes on."""


class Loaded(NamedTuple):
    """What an entry point has brought, with its rules values and side bets imported."""

    entry: Entry
    brings: Family | Extension
    games: tuple[Any, ...]
    side_bets: tuple[Any, ...] = ()


_problems: dict[Entry, str] = {}


def problems() -> tuple[Problem, ...]:
    """All that was set aside so far."""
    return tuple(
        Problem(entry.package, f"{entry.name} = {entry.where}", reason)
        for entry, reason in _problems.items()
    )


def set_aside(entry: Entry, error: BaseException) -> None:
    """Go on without it: no other game depends on this one."""
    _problems[entry] = _reason(error)


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"


@cached
def built_in() -> tuple[Loaded, ...]:
    """The games of this package."""
    own: dict[str, str] = imported(BUILT_IN)
    return tuple(_load(Entry("croupier", name, where)) for name, where in own.items())


@cached
def outside() -> tuple[Loaded, ...]:
    """What other packages bring. A package that cannot be loaded, or that takes a name which is in
    use, is set aside."""
    loaded: list[Loaded] = []
    for entry in _entries():
        try:
            one = _load(entry)
            _check_names(one, (*built_in(), *loaded))
            loaded.append(one)
        except (Exception, SystemExit) as error:  # another package's code: anything can go wrong
            set_aside(entry, error)
    every = (one.brings for one in (*built_in(), *loaded))
    extended = {family.name: family for family in every if isinstance(family, Family)}
    for one in loaded:
        try:
            _check_extension(one, extended)
        except Exception as error:
            set_aside(one.entry, error)
    return tuple(one for one in loaded if one.entry not in _problems)


def _load(entry: Entry) -> Loaded:
    brings = imported(entry.where)
    if not isinstance(brings, Family | Extension):
        kind = type(brings).__name__
        raise TypeError(f"{entry.where} must be a Family or an Extension, not a {kind}")
    bets = brings.side_bets if isinstance(brings, Extension) else ()
    return Loaded(entry, brings, tuple(map(imported, brings.games)), tuple(map(imported, bets)))


def _check_names(one: Loaded, others: tuple[Loaded, ...]) -> None:
    """What is there under a name is never replaced."""
    for other in others:
        for kind in ("family", "document"):
            theirs = _names(other, kind)
            for name, where in _names(one, kind).items():
                if name in theirs and theirs[name] != where:
                    raise LookupError(f"{other.entry.package} has a {kind} {name} already")


def _check_extension(one: Loaded, families: Mapping[str, Family]) -> None:
    """What is extended must be there, and take side bets of this class."""
    if isinstance(one.brings, Family):
        return
    name = one.brings.family
    if name not in families:
        raise LookupError(f"no package brings the family {name}")
    for bet in one.side_bets:
        kind = families[name].side_bet
        if not kind or not isinstance(bet, imported(kind)):
            raise TypeError(f"a {type(bet).__name__} is not a side bet that {name} can take")


def _names(one: Loaded, kind: str) -> Mapping[str, str]:
    """Name → where it comes from: games may share a document."""
    if kind == "document":
        return one.brings.documents
    return {one.brings.name: one.entry.where} if isinstance(one.brings, Family) else {}


def families() -> Iterator[Family]:
    """Every family of games, those of this package first."""
    for one in (*built_in(), *outside()):
        if isinstance(one.brings, Family):
            yield one.brings


@cached
def family(name: str) -> Family:
    """The family of this name. Other packages are looked for only if it is not one of ours."""
    for group in (built_in, outside):
        for one in group():
            if isinstance(one.brings, Family) and one.brings.name == name:
                return one.brings
    raise missing(Code.BAD_SETTING, f"there is no family of games {name!r}")


def missing(code: Code, message: str) -> Refused:
    """The refusal of a name that nothing has, with the packages that may have brought it."""
    outside()
    each = (f"; {one.package} was set aside ({one.entry}): {one.reason}" for one in problems())
    return (NotLoaded if _problems else Refused)(code, message + "".join(each))


@cached
def part(family_name: str, name: str) -> Any:
    """A part of a family, imported when it is first needed."""
    where = getattr(family(family_name), name)
    with _loading(family_name, name):
        return imported(where)


@cached
def instance(family_name: str, name: str) -> Any:
    """The one object of a part that is a class without arguments."""
    made = part(family_name, name)
    with _loading(family_name, name):
        return made()


@contextmanager
def _loading(family_name: str, name: str) -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:  # another package's code: anything can go wrong
        what = f"the part {name} = {getattr(family(family_name), name)} of {family_name}"
        raise NotLoaded(Code.BAD_SETTING, f"{what} cannot be loaded: {_reason(error)}") from error


def imported(where: str) -> Any:
    """ "module:attribute", or a module."""
    module, _, attribute = where.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


@cached
def side_bets(family_name: str) -> tuple[Any, ...]:
    """Those that packages bring for a family."""
    return tuple(
        bet
        for one in outside()
        if isinstance(one.brings, Extension) and one.brings.family == family_name
        for bet in one.side_bets
    )


@cached
def built_in_documents() -> dict[str, str]:
    """The documents of our own games: short name → the package in which its file lies."""
    return {short: where for one in built_in() for short, where in one.brings.documents.items()}


@cached
def documents() -> dict[str, str]:
    """Every document: short name → the package in which its file lies, our own first."""
    brought = {short: at for one in outside() for short, at in one.brings.documents.items()}
    return built_in_documents() | brought


def _entries() -> list[Entry]:
    """What the installed packages name among their entry points, in the order of the packages'
    names."""
    if not _mentioned():
        return []
    from importlib.metadata import entry_points  # noqa: PLC0415 -- slow, and hardly ever needed

    entries = []
    for point in entry_points(group=GROUP):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        entries.append(Entry(package, point.name, point.value))
    return sorted(entries)


def _mentioned() -> bool:
    """Whether any installed package may bring something: a glance at their entry points, where
    reading all of their metadata takes a fifth of a command's time."""
    heading = f"[{GROUP}]".encode()
    for folder in map(Path, sys.path):
        if folder.is_file():
            return True  # an archive: not for a glance
        with suppress(OSError):
            for named in folder.glob("*.*-info/entry_points.txt"):
                if heading in named.read_bytes():
                    return True
    return False


def look_again() -> None:
    """Packages were installed or removed meanwhile."""
    for clear in _caches:
        clear()
    _problems.clear()
