"""The settlement in words: one sentence for every line, and what it comes to for each player."""

from croupier.engine.lines import Line, Result
from croupier.kit.phrase import Phrase, words
from croupier.notices.words import pay
from croupier.roundfile import sums
from croupier.story.moment import Ending
from croupier.story.page import StoryWriter


def tell_line(write: StoryWriter, line: Line, ending: Ending) -> None:
    write.say(_line(line, ending), line.clause)


def _line(line: Line, ending: Ending) -> Phrase:
    stake, why, back = ending.stake, ending.why, line.returned
    match line.result:
        case Result.WIN if ending.pays is not None:
            return words(
                "{stake} wins: {why}. Paid {pays}, {back:amount} comes back.",
                stake=stake,
                why=why,
                pays=pay(ending.pays),
                back=back,
            )
        case Result.WIN:
            return words(
                "{stake} wins: {why}. {back:amount} comes back.", stake=stake, why=why, back=back
            )
        case Result.LOSE if back:
            return words(
                "{stake} loses: {why}. {back:amount} of it comes back.",
                stake=stake,
                why=why,
                back=back,
            )
        case Result.LOSE:
            return words("{stake} loses: {why}. Nothing comes back.", stake=stake, why=why)
        case Result.PUSH:
            return words(
                "{stake} is a stand-off: {why}. The {back:amount} comes back.",
                stake=stake,
                why=why,
                back=back,
            )
        case Result.SURRENDER:
            return words(
                "{stake} is surrendered: half of it, {back:amount}, comes back.",
                stake=stake,
                back=back,
            )
        case Result.RETURNED:
            return words(
                "{stake} is given back: {why}. The {back:amount} comes back.",
                stake=stake,
                why=why,
                back=back,
            )
        case Result.VOID:
            return words("{stake} is void: the {back:amount} comes back.", stake=stake, back=back)
        case Result.ADJUSTED:
            return words(
                "{player}'s account is adjusted by {back:signed}.", player=line.player, back=back
            )


def tell_sums(write: StoryWriter, lines: tuple[Line, ...]) -> None:
    for player, sum in sums(lines).items():
        if sum.net > 0:
            ends = words("{amount:amount} won", amount=sum.net)
        elif sum.net < 0:
            ends = words("{amount:amount} lost", amount=-sum.net)
        else:
            ends = words("neither won nor lost")
        if sum.returned:
            told = words(
                "{player} staked {staked:amount} and gets {back:amount} back: {ends}.",
                player=player,
                staked=sum.staked,
                back=sum.returned,
                ends=ends,
            )
        else:
            told = words(
                "{player} staked {staked:amount} and gets nothing back: {ends}.",
                player=player,
                staked=sum.staked,
                ends=ends,
            )
        write.say(told)
