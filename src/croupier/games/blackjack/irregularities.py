"""What can go wrong at a blackjack table beside what can at any: cards pushed in among others,
dealt where nobody has a bet, or taken by a dealer who must stand."""

from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.cli.play.irregularities.dealing import mended, misplaced
from croupier.cli.play.irregularities.drawn import OUT_OF_THE_SHOE
from croupier.cli.play.irregularities.faults import FAULTS_OF_THE_CARDS
from croupier.cli.play.irregularities.incident import (
    Incident,
    Kind,
    Scene,
    box_name,
    capital,
    card_due,
    place_name,
)
from croupier.cli.play.irregularities.stops import INTERRUPTIONS
from croupier.engine import protocol
from croupier.engine.inputs import (
    Capacity,
    CardDealt,
    Deal,
    Discard,
    DiscardReason,
    Misdeal,
    Place,
)
from croupier.engine.protocol import step
from croupier.engine.waiting import Waiting
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.points import points
from croupier.games.blackjack.engine.state import Phase, is_complete
from croupier.kit.errors import Refused


def _places(round: protocol.Round) -> list[str]:
    """Where a card could be dealt by mistake."""
    assert isinstance(round, Round)
    return ["the dealer", *(f"box {box.number}" for box in round.boxes)]


def _mixed_up(scene: Scene) -> Incident:
    round, card = scene.round, scene.card
    assert isinstance(round, Round)
    box, hand = scene.any_of(_other_hands(round, scene.now))
    due, other = place_name(scene.due), box_name(box, hand)
    what = (
        f"{card} was due to {due} but was pushed in among the cards of {other}. "
        "Nobody can say any more in which order they came."
    )
    return Incident(
        capital(what),
        right=(PitRuling(Call.MISDEAL),),
        because="What cannot be put in order stays where it was dealt, and who goes on accepts it.",
        clauses=round.rules.topics.all("misdeal", "going-on-as-it-lies", "R28"),
        ruled=Misdeal(Capacity.PIT, reconstructed=False, deal=Deal.SUBSEQUENT),
        dealt=(Place(Capacity.PIT, box, hand), CardDealt(scene.cards[0])),
        then=capital(f"{card} stays on {other} if you go on; the next goes to {due}."),
        cards=scene.cards,
        deal=Deal.SUBSEQUENT,
    )


def _other_hands(round: Round, now: Waiting) -> list[tuple[int, int]]:
    """Hands in play, other than the one a card is due to."""
    due = (now.card.box, now.card.hand) if now.card else None
    return [
        (box.number, at)
        for box in round.boxes
        for at, hand in enumerate(box.hands, 1)
        if hand.open and not is_complete(round.rules, hand) and (box.number, at) != due
    ]


def _can_be_mixed_up(round: protocol.Round, now: Waiting) -> bool:
    """After the first deal, with a card everyone has seen."""
    if not isinstance(round, Round) or now.over or now.card is None:
        return False
    return now.card.face_up and round.phase is not Phase.DEAL and bool(_other_hands(round, now))


_LATE = Misdeal(Capacity.PIT, reconstructed=True, deal=Deal.INITIAL)


def _found_late(scene: Scene) -> Incident:
    return Incident(
        "Only now it is seen that the first deal was begun at the wrong box. The interim "
        "settlement has been made.",
        right=(PitRuling(Call.MISDEAL),),
        because="What has been settled is not put back into order: the cards stay as they lie.",
        clauses=scene.rules.topics.all("no-reconstruction", "misdeal", "going-on-as-it-lies"),
        ruled=Misdeal(Capacity.PIT, reconstructed=False, deal=Deal.INITIAL),
        deal=Deal.INITIAL,
    )


def _too_late(round: protocol.Round, now: Waiting) -> bool:
    """The round itself says whether its first deal can still be put right."""
    if now.over or "misdeal" not in now.rulings:
        return False
    try:
        step(round, _LATE)
    except Refused:
        return True
    return False


def _to_nobody(scene: Scene) -> Incident:
    round = scene.round
    assert isinstance(round, Round)
    box = scene.any_of(_empty_boxes(round))
    what = f"The dealer has dealt {scene.card} to box {box}, where nobody has a bet."
    settled = round.rules.interim_settlement
    moment = "the interim settlement" if settled else "the end of the first deal"
    if "discard:no-bet" not in scene.now.rulings:
        return mended(scene, what, f"Before {moment} such a card is put back into order.")
    ruling = Discard(Capacity.PIT, DiscardReason.NO_BET)
    return Incident(
        what,
        right=(PitRuling(Call.DISCARD),),
        because=f"After {moment} nothing is put back into order. {scene.consequence(ruling)}",
        clauses=round.rules.topics.all("no-bet", "R27"),
        ruled=ruling,
        dealt=(CardDealt(scene.cards[0]),),
        then=capital(f"{scene.card} goes to the discards."),
        cards=scene.cards,
    )


def _empty_boxes(round: Round) -> list[int]:
    taken = {box.number for box in round.boxes}
    return [box for box in range(1, round.rules.boxes + 1) if box not in taken]


def _has_empty_box(round: protocol.Round, now: Waiting) -> bool:
    return card_due(round, now) and isinstance(round, Round) and bool(_empty_boxes(round))


def _overdrawn(scene: Scene) -> Incident:
    round = scene.round
    assert isinstance(round, Round)
    total, _ = points(round.dealer)
    ruling = Discard(Capacity.PIT, DiscardReason.OVERDRAW)
    return Incident(
        f"The dealer has {total} and must stand, but takes another card: {scene.card}.",
        right=(PitRuling(Call.DISCARD),),
        because=scene.consequence(ruling),
        clauses=round.rules.topics.all("overdraw", "R27"),
        ruled=ruling,
        dealt=(CardDealt(scene.cards[0]),),
        then=capital(f"{scene.card} goes to the discards."),
        cards=scene.cards,
        tempting=(Call.RECONSTRUCT, Call.VOID),
    )


def _stands(round: protocol.Round, now: Waiting) -> bool:
    if "discard:overdraw" not in now.rulings or not isinstance(round, Round):
        return False
    # Who is bust has not stood, and sees it.
    return points(round.dealer)[0] <= 21


IRREGULARITIES = (
    *FAULTS_OF_THE_CARDS,
    misplaced(_places),
    Kind("mixed up", _can_be_mixed_up, _mixed_up, cards=1),
    Kind("found late", _too_late, _found_late),
    Kind("empty box", _has_empty_box, _to_nobody, cards=1),
    Kind("overdraw", _stands, _overdrawn, cards=1),
    *OUT_OF_THE_SHOE,
    *INTERRUPTIONS,
)
