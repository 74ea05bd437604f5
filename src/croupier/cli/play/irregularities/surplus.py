"""Cards nobody should have got: on an empty box, and on the dealer's complete hand (R27)."""

from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.cli.play.irregularities.dealing import mended
from croupier.cli.play.irregularities.incident import Incident, Kind, Scene, capital, card_due
from croupier.games.blackjack import Round as BlackjackRound
from croupier.games.blackjack.points import points
from croupier.games.engine import Round
from croupier.games.inputs import Capacity, CardDealt, Discard, DiscardReason
from croupier.games.waiting import Waiting


def _to_nobody(scene: Scene) -> Incident:
    round = scene.round
    assert isinstance(round, BlackjackRound)
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


def _empty_boxes(round: BlackjackRound) -> list[int]:
    taken = {box.number for box in round.boxes}
    return [box for box in range(1, round.rules.boxes + 1) if box not in taken]


def _has_empty_box(round: Round, now: Waiting) -> bool:
    return card_due(round, now) and isinstance(round, BlackjackRound) and bool(_empty_boxes(round))


def _overdrawn(scene: Scene) -> Incident:
    round = scene.round
    assert isinstance(round, BlackjackRound)
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


def _stands(round: Round, now: Waiting) -> bool:
    if "discard:overdraw" not in now.rulings or not isinstance(round, BlackjackRound):
        return False
    # Who is bust has not stood, and sees it.
    return points(round.dealer)[0] <= 21


CARDS_TOO_MANY = (
    Kind("empty box", ("blackjack",), _has_empty_box, _to_nobody, cards=1),
    Kind("overdraw", ("blackjack",), _stands, _overdrawn, cards=1),
)
