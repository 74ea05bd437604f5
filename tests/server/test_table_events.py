"""What somebody did is one of a list that every language has words for."""

from typing import get_args

from croupier.games.inputs import Action, Ruling
from croupier.wire.views import EventKind


def test_every_action_and_every_ruling_is_a_deed() -> None:
    rulings = {kind.__name__.lower() for kind in get_args(Ruling)}
    assert {*Action, *rulings} <= {*EventKind}
