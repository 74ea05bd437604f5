"""The story of a finished round: played again from the bets on, and told as it goes."""

from collections.abc import Iterable
from typing import Any

from croupier.engine import protocol as engine
from croupier.engine.inputs import Adjust, SettlementHeld
from croupier.engine.lines import Result
from croupier.kit.phrase import words
from croupier.roundfile import Played
from croupier.rulebooks import clause
from croupier.story.families import story_of
from croupier.story.moment import Moment, Opening
from croupier.story.page import Chapter, StoryWriter
from croupier.story.rulings import tell_adjustment
from croupier.story.settlement import tell_line, tell_sums


def tell(played: Played) -> tuple[Chapter, ...]:
    """What happened, why, and who got what."""
    write = StoryWriter()
    round = played.opening
    opening: Opening[Any] = Opening(round, played.limits, played.seats)
    story = story_of(opening, write)
    story.open()
    opened: Moment[Any] = Moment(round, None, round, round.lines)
    settled = [(line, opened) for line in round.lines]
    corrections: list[tuple[Adjust, str]] = []
    for input in played.inputs:
        step = engine.step(round, input)
        moment: Moment[Any] = Moment(round, input, step.round, step.lines)
        round = step.round
        if isinstance(input, SettlementHeld) and moment.before is played.opening:
            continue  # R31: where people deal every settlement is held
        if isinstance(input, Adjust):
            corrections += [(input, line.clause) for line in step.lines]
            continue
        story.tell(moment)
        if round.void:
            # A void settles every bet again; what was adjusted before stands.
            settled = []
        bets = (line for line in step.lines if line.result is not Result.ADJUSTED)
        settled += [(line, moment) for line in bets]
    story.close()
    write.turn_to(words("The settlement"))
    for line, moment in settled:
        tell_line(write, line, story.ending(line, moment))
    write.turn_to(words("Corrections afterwards"))
    for ruling, clause_cited in corrections:
        tell_adjustment(write, ruling, clause_cited)
    write.turn_to(words("What it comes to"))
    tell_sums(write, played.lines)
    return write.chapters()


def cited(chapters: Iterable[Chapter]) -> dict[str, str]:
    """Every clause the story cites, once, in the order cited: what it says, in our words."""
    found = dict.fromkeys(
        citation
        for chapter in chapters
        for sentence in chapter.sentences
        for citation in sentence.clauses
    )
    return {citation: clause(citation).says for citation in found}
