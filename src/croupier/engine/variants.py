"""Every variant the house knows, by game id: the documents of the games in this package, then those
that other packages bring."""

from collections.abc import Iterator, Mapping

from croupier.engine.rules import Rules
from croupier.kit import registry
from croupier.kit.family import Family
from croupier.kit.registry import Loaded, Problem, cached


class Variants(Mapping[str, Rules]):
    """Game id → its rules. Other packages are looked for only if the game is not one of ours."""

    def __getitem__(self, game: str) -> Rules:
        own = _built_in()
        return own[game] if game in own else _outside()[game]

    def __iter__(self) -> Iterator[str]:
        yield from _built_in()
        yield from _outside()

    def __len__(self) -> int:
        return len(_built_in()) + len(_outside())


VARIANTS = Variants()


def problems() -> tuple[Problem, ...]:
    """Packages that bring something which cannot be played, each with the reason."""
    _outside()
    return registry.problems()


def set_aside(rules: Rules, error: Exception) -> None:
    """Go on without a game of another package; a mistake in one of ours is raised."""
    if rules.game in _built_in():
        raise error
    for one in registry.outside():
        if rules.game in {getattr(each, "game", None) for each in one.games}:
            registry.set_aside(one.entry, error)


@cached
def _built_in() -> dict[str, Rules]:
    return {rules.game: rules for one in registry.built_in() for rules in one.games}


@cached
def _outside() -> dict[str, Rules]:
    variants: dict[str, Rules] = {}
    for one in registry.outside():
        try:
            variants |= _checked(one, {*_built_in(), *variants})
        except (Exception, SystemExit) as error:  # another package's code: anything can go wrong
            registry.set_aside(one.entry, error)
    return variants


def _checked(one: Loaded, taken: set[str]) -> dict[str, Rules]:
    """The variants of a package, if each can be played as its document says."""
    family = one.brings.name if isinstance(one.brings, Family) else one.brings.family
    variants: dict[str, Rules] = {}
    for rules in one.games:
        if not isinstance(rules, Rules):
            raise TypeError(f"{type(rules).__name__} is not a class of Rules")
        if rules.game in taken or rules.game in variants:
            raise LookupError(f"there is a game {rules.game} already")
        if rules.family != family:
            raise LookupError(f"{rules.game} is of the family {rules.family}, not of {family}")
        rules.spots()
        rules.check()
        assert rules.topics
        variants[rules.game] = rules
    return variants
