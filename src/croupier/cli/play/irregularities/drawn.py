"""How a card comes out of the shoe: with another, face up, or after an error of the house."""

from croupier.cli.play.cards import name
from croupier.cli.play.irregularities.calls import BURNED, Call, PitRuling
from croupier.cli.play.irregularities.incident import (
    Incident,
    Kind,
    Scene,
    card_due,
    place_name,
)
from croupier.engine.inputs import Burn, Capacity, CardDealt, Together
from croupier.engine.protocol import Round, step, waiting
from croupier.engine.waiting import Waiting


def _together(scene: Scene) -> Incident:
    due, cite = scene.due, scene.rules.topics
    named = [name(card, scene.glyphs) for card in scene.cards]
    ruling = Together(Capacity.DEALER, scene.cards)
    after = step(scene.round, ruling).round
    picks = any(decision.cards for decision in waiting(after).decisions)
    return Incident(
        f"Two cards came out of the {scene.pack} together, {' and '.join(named)}, where "
        f"{place_name(due)} was due one. Nobody can say which was first.",
        right=(PitRuling(Call.TOGETHER),),
        because="The player picks which comes first, and the other is the next card."
        if picks
        else scene.consequence(ruling),
        clauses=cite.all("together" if picks else "together-dealer", "together-choice"),
        ruled=ruling,
        then="" if picks else "Both go to the discards.",
        cards=scene.cards,
    )


def _may_stick(round: Round, now: Waiting) -> bool:
    return card_due(round, now) and "together" in now.rulings


def _face_up(scene: Scene) -> Incident:
    return Incident(
        f"The next card lies face up in the {scene.pack}: everyone can see {scene.card}.",
        right=(PitRuling(Call.CONTINUE),),
        because="It is played as the next card, seen or not.",
        clauses=(scene.rules.topics["face-up-card"] or "R29",),
        dealt=(CardDealt(scene.cards[0]),),
        then=f"{scene.card} goes to {place_name(scene.due)}.",
        cards=scene.cards,
    )


def _open_card(round: Round, now: Waiting) -> bool:
    return card_due(round, now) and now.card is not None and now.card.face_up


def _burned(scene: Scene) -> Incident:
    return Incident(
        "The reader in the shoe reports a game error. All cards lie where they should, and the "
        "pit boss approves what the house does after an error.",
        right=(PitRuling(Call.BURN),),
        because="The house burns three cards after a game error; nothing else changes.",
        clauses=scene.rules.topics.all("burn-after-error", "R30"),
        ruled=Burn(Capacity.PIT, BURNED),
        then="Three cards are burned.",
    )


def _is_burned_for(round: Round, now: Waiting) -> bool:
    return card_due(round, now) and bool(round.rules.topics["burn-after-error"])


OUT_OF_THE_SHOE = (
    Kind("together", _may_stick, _together, cards=2),
    Kind("face up", _open_card, _face_up, cards=1),
    Kind("house error", _is_burned_for, _burned),
)
