"""What a family of games shows on the terminal."""

from collections.abc import Iterator
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rich.text import Text

from croupier.cli.play.irregularities.drawn import OUT_OF_THE_SHOE
from croupier.cli.play.irregularities.faults import FAULTS_OF_THE_CARDS
from croupier.cli.play.irregularities.incident import Kind
from croupier.cli.play.irregularities.stops import INTERRUPTIONS
from croupier.cli.play.terminal import Terminal
from croupier.engine.protocol import View
from croupier.engine.rules import Rules

V = TypeVar("V", bound=View)


class Pay(NamedTuple):
    bet: str
    """As the player would say it."""
    pays: str
    field: str
    """The field of the rules behind it, which names its clause."""


class Screen(Generic[V]):
    """As it is here, every bet is called by its name, and pays what the field of that name says."""

    irregularities: ClassVar[tuple[Kind, ...]] = (
        *FAULTS_OF_THE_CARDS,
        *OUT_OF_THE_SHOE,
        *INTERRUPTIONS,
    )
    """What can go wrong at the table, with `--trouble`."""

    def __init__(self, terminal: Terminal) -> None:
        self._glyphs = terminal.glyphs
        self._width = terminal.console.width
        self._in_colour = terminal.in_colour

    def welcome(self) -> list[Text]:
        """What to show once, when the player sits down."""
        return []

    def draw(self, view: V) -> list[Text]:
        """The table as the player sees it now."""
        raise NotImplementedError

    def last_results(self, view: V) -> list[Text]:  # noqa: ARG002
        """Asked once, when the round is over: how it and those before it ended."""
        return []

    @staticmethod
    def pays(rules: Rules) -> Iterator[Pay]:
        """The bets of the table, and what each pays."""
        return (Pay(name, str(odds), name.replace("-", "_")) for name, odds in rules.pays())

    @staticmethod
    def examples(rules: Rules) -> list[str]:
        """One of each kind of bet, with what it means where that is not plain."""
        return [f"`{spot} 10`" for spot in rules.spots()]
