"""What can go wrong at a baccarat table beside what can at any: hands swept together too early."""

from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.cli.play.irregularities.dealing import misplaced
from croupier.cli.play.irregularities.drawn import OUT_OF_THE_SHOE
from croupier.cli.play.irregularities.faults import FAULTS_OF_THE_CARDS
from croupier.cli.play.irregularities.incident import Incident, Kind, Scene, card_due
from croupier.cli.play.irregularities.stops import INTERRUPTIONS
from croupier.engine import protocol
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.waiting import Waiting
from croupier.games.baccarat.engine import Round
from croupier.story.rulings import FAULTS


def _wrong_count(scene: Scene) -> Incident:
    other = "Banker" if scene.due.to == "player" else "Player"
    reason = VoidReason.WRONG_COUNT
    return Incident(
        f"{other} has got a card too many, and the hands were swept together before anyone had "
        "read them: the order is lost.",
        right=(PitRuling(Call.VOID, reason), PitRuling(Call.MISDEAL)),
        because=f"The round has no result: {FAULTS[reason]}.",
        clauses=scene.rules.topics.all(f"void-{reason}", "R24"),
        ruled=Void(Capacity.PIT, reason),
    )


def _both_have_cards(round: protocol.Round, now: Waiting) -> bool:
    return card_due(round, now) and isinstance(round, Round) and bool(round.banker)


IRREGULARITIES = (
    *FAULTS_OF_THE_CARDS,
    misplaced(lambda _: ["Player", "Banker"]),
    Kind("wrong count", _both_have_cards, _wrong_count),
    *OUT_OF_THE_SHOE,
    *INTERRUPTIONS,
)
