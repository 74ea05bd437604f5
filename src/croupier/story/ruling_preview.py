"""What a ruling comes to, before it is made: the engine's own step, described as the story of the
round will describe it, so that the form and the table cannot disagree."""

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, Interrupt, Ruling
from croupier.engine.layout import Limits
from croupier.engine.protocol import Round
from croupier.kit.phrase import Phrase, words
from croupier.story.families import story_of
from croupier.story.moment import Moment, Opening
from croupier.story.page import Sentence, StoryWriter
from croupier.table.commands import Actor, Rule, TableRole
from croupier.table.config import DealerKind
from croupier.table.guide.playing import waited_for
from croupier.table.judge import judge
from croupier.table.judging.play import needs_second
from croupier.table.state import TableState

_SECOND, _REASON = "a second person", "a reason"
"""A signature and a reason are asked for only when it is ruled."""


class RulingPreview(msgspec.Struct, frozen=True):
    """The answer to `preview-ruling`."""

    sentences: tuple[Sentence, ...]
    """What follows at once, and what the table waits for then."""
    returned: dict[str, int]
    """Player → what goes to them at once."""
    withdrawable: dict[str, int]
    """Player who may then go on or withdraw → what a withdrawal gives back (R28)."""
    ends: bool
    """The round is over by it."""
    needs_second: bool
    """A bet is decided already, or an outcome may be known that an interruption would avoid: a
    second person has to sign (R30)."""
    choices_end: Phrase | None = None
    """How the choice ends that is given to players by it; none: nobody has one."""


def preview_ruling(state: TableState, actor: Actor, ruling: Ruling) -> RulingPreview:
    """Judged as the ruling itself would be, and refused with the same code; nothing is kept."""
    if isinstance(ruling, Interrupt) and actor.role is TableRole.PIT:
        # Decision 43: what the pit proposes a shift manager signs.
        actor = Actor(actor.name, TableRole.SHIFT)
    stepped = judge(state, actor, Rule(ruling, _SECOND, reason=_REASON)).stepped
    assert stepped is not None
    before, after = stepped.before, stepped.after
    lines = engine.step(before, ruling).lines
    returned: dict[str, int] = {}
    for line in lines:
        returned[line.player] = returned.get(line.player, 0) + line.returned
    return RulingPreview(
        (
            *consequences(before, ruling, state.config.limits, state.seats),
            *_next(state, after),
        ),
        returned,
        _withdrawable(after),
        after.over and not before.over,
        needs_second(state, ruling),
        choices_end(state.config.dealer, after),
    )


def consequences(
    before: Round,
    ruling: Ruling,
    limits: Limits,
    seats: Mapping[int, str],
) -> tuple[Sentence, ...]:
    """What follows at once, in the words of the round's story."""
    stepped = engine.step(before, ruling)
    moment: Moment[Any] = Moment(before, ruling, stepped.round, stepped.lines)
    opening: Opening[Any] = Opening(before, limits, seats)
    write = StoryWriter()
    write.turn_to(words("The play"))
    story = story_of(opening, write)
    story.tell(moment)
    story.close()
    return tuple(sentence for chapter in write.chapters() for sentence in chapter.sentences)


def _next(state: TableState, after: Round) -> tuple[Sentence, ...]:
    """What the dealer, or the house, does next; after the last card that is to pay."""
    waiting = engine.waiting(after)
    if waiting.over and waiting.card is None:
        return ()
    step = waited_for(state, after, waiting).words
    return (Sentence(str(step), (), step),)


def choices_end(dealer: DealerKind, round: Round) -> Phrase | None:
    """How the choice after a dealing error ends; players who do not answer go on (R28)."""
    waiting = engine.waiting(round)
    if not waiting.choices:
        return None
    # R31: a held result waits for no card and no decision, only for the dealer.
    if waiting.settlement:
        return words(
            "The choice ends when the dealer confirms the result. Players who do not answer go on."
        )
    if dealer is DealerKind.VIRTUAL and not waiting.decisions:
        return words("The choice ends when its clock runs out. Players who do not answer go on.")
    return words("The choice ends with the next card or decision. Players who do not answer go on.")


def _withdrawable(after: Round) -> dict[str, int]:
    return {
        choice.player: sum(
            line.returned for line in engine.step(after, Act(choice.player, Action.WITHDRAW)).lines
        )
        for choice in engine.waiting(after).choices
    }
