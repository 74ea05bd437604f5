"""Faults in the cards themselves: there is nothing to be saved (R26)."""

from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.cli.play.irregularities.incident import Incident, Kind, Scene, card_due
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.story.rulings import FAULTS

_SEEN = {
    VoidReason.FOREIGN_CARD: (
        "A joker comes out of the {pack}.",
        "The next card in the {pack} has a back of another colour than all the others.",
    ),
    VoidReason.SHORT_SHOE: ("Two cards of these decks are found under the table.",),
    VoidReason.EXCESS_CARDS: ("A count shows the king of hearts once too often in these decks.",),
    VoidReason.OUT_OF_CARDS: ("The dealer reaches for the next card, and the {pack} is empty.",),
    VoidReason.UNSHUFFLED: (
        "The shuffled cards still lie in the machine: nobody has shuffled those on the table.",
    ),
}


def _faulty(scene: Scene) -> Incident:
    reason = scene.any_of(list(_SEEN))
    return Incident(
        scene.any_of(_SEEN[reason]).format(pack=scene.pack),
        right=(PitRuling(Call.VOID, reason),),
        because=f"The round has no result: {FAULTS[reason]}.",
        clauses=scene.rules.topics.all(f"void-{reason}", "R26"),
        ruled=Void(Capacity.PIT, reason),
        spoils=True,
    )


FAULTS_OF_THE_CARDS = (Kind("faulty cards", card_due, _faulty),)
