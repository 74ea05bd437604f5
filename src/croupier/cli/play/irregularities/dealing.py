"""Cards dealt to the wrong place and put back into order."""

from collections.abc import Callable, Sequence

from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.cli.play.irregularities.incident import (
    Incident,
    Kind,
    Scene,
    capital,
    card_due,
    place_name,
)
from croupier.engine.inputs import Capacity, CardDealt, Misdeal
from croupier.engine.protocol import Round


def mended(scene: Scene, what: str, because: str) -> Incident:
    """The card goes where it was due, after the players' choice where there is one (R28)."""
    to = place_name(scene.due)
    return Incident(
        what,
        right=(PitRuling(Call.RECONSTRUCT),),
        because=because,
        clauses=scene.rules.topics.all(
            "reconstruction" if scene.rules.topics["reconstruction"] else "R27",
            "misdeal",
            "going-on-mended",
        ),
        ruled=Misdeal(Capacity.PIT, reconstructed=True),
        dealt=(CardDealt(scene.cards[0]),),
        then=capital(f"{scene.card} is put where it was due: {to}."),
        cards=scene.cards,
        tempting=(Call.DISCARD,),
    )


def misplaced(places: Callable[[Round], Sequence[str]]) -> Kind:
    """A card on another hand, its order plain. `places`: where a card could be dealt by mistake."""

    def happens(scene: Scene) -> Incident:
        due = place_name(scene.due)
        other = scene.any_of([place for place in places(scene.round) if place != due])
        return mended(
            scene,
            capital(
                f"{scene.card} was due to {due} but was dealt to {other}. "
                "It lies apart, in plain order."
            ),
            "The order can be seen, and nothing it concerns is settled: the cards are put right.",
        )

    return Kind("misplaced card", card_due, happens, cards=1)
