"""Cards dealt to the wrong place: put back into order, left as they lie, or the end of a coup."""

from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.cli.play.irregularities.incident import (
    WITH_CARDS,
    Incident,
    Kind,
    Scene,
    box_name,
    capital,
    card_due,
    place_name,
)
from croupier.games.baccarat import Round as BaccaratRound
from croupier.games.blackjack import Round as BlackjackRound
from croupier.games.blackjack.state import Phase, is_complete
from croupier.games.engine import Round, step
from croupier.games.inputs import Capacity, CardDealt, Deal, Misdeal, Place, Void, VoidReason
from croupier.games.waiting import Waiting
from croupier.kit.errors import Refused
from croupier.story.rulings import FAULTS


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


# A card on another hand, its order plain -----------------------------------------------------


def _misplaced(scene: Scene) -> Incident:
    due = place_name(scene.due)
    other = scene.any_of([place for place in _places(scene.round) if place != due])
    what = f"{scene.card} was due to {due} but was dealt to {other}. It lies apart, in plain order."
    because = "The order can be seen, and nothing it concerns is settled: the cards are put right."
    return mended(scene, capital(what), because)


def _places(round: Round) -> list[str]:
    """Where a card could be dealt by mistake."""
    if isinstance(round, BlackjackRound):
        return ["the dealer", *(f"box {box.number}" for box in round.boxes)]
    return ["Player", "Banker"]


# A card among others, its order lost ---------------------------------------------------------


def _mixed_up(scene: Scene) -> Incident:
    round, card = scene.round, scene.card
    assert isinstance(round, BlackjackRound)
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


def _other_hands(round: BlackjackRound, now: Waiting) -> list[tuple[int, int]]:
    """Hands in play, other than the one a card is due to."""
    due = (now.card.box, now.card.hand) if now.card else None
    return [
        (box.number, at)
        for box in round.boxes
        for at, hand in enumerate(box.hands, 1)
        if hand.open and not is_complete(round.rules, hand) and (box.number, at) != due
    ]


def _can_be_mixed_up(round: Round, now: Waiting) -> bool:
    """After the first deal, with a card everyone has seen."""
    if not isinstance(round, BlackjackRound) or now.over or now.card is None:
        return False
    return now.card.face_up and round.phase is not Phase.DEAL and bool(_other_hands(round, now))


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


def _both_have_cards(round: Round, now: Waiting) -> bool:
    return card_due(round, now) and isinstance(round, BaccaratRound) and bool(round.banker)


# An old error, found late --------------------------------------------------------------------

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


def _too_late(round: Round, now: Waiting) -> bool:
    """The round itself says whether its first deal can still be put right."""
    if now.over or "misdeal" not in now.rulings:
        return False
    try:
        step(round, _LATE)
    except Refused:
        return True
    return False


DEALING_ERRORS = (
    Kind("misplaced card", WITH_CARDS, card_due, _misplaced, cards=1),
    Kind("mixed up", ("blackjack",), _can_be_mixed_up, _mixed_up, cards=1),
    Kind("wrong count", ("baccarat",), _both_have_cards, _wrong_count),
    Kind("found late", ("blackjack",), _too_late, _found_late),
)
