"""The settlement in words: one sentence for every line, and what it comes to for each player."""

from croupier.games.lines import Line, Result
from croupier.kit.odds import Odds
from croupier.roundfile import sums
from croupier.story.moment import Ending
from croupier.story.page import Notebook
from croupier.story.words import money, signed


def tell_line(book: Notebook, line: Line, ending: Ending) -> None:
    book.say(_line(line, *ending), line.clause)


def _line(line: Line, stake: str, why: str, pays: Odds | None) -> str:
    match line.result:
        case Result.WIN:
            paid = f" Paid {pays}," if pays else ""
            return f"{stake} wins: {why}.{paid} {money(line.returned)} comes back."
        case Result.LOSE:
            back = f"{money(line.returned)} of it" if line.returned else "Nothing"
            return f"{stake} loses: {why}. {back} comes back."
        case Result.PUSH:
            return f"{stake} is a stand-off: {why}. The {money(line.returned)} comes back."
        case Result.SURRENDER:
            return f"{stake} is surrendered: half of it, {money(line.returned)}, comes back."
        case Result.RETURNED:
            return f"{stake} is given back: {why}. The {money(line.returned)} comes back."
        case Result.VOID:
            return f"{stake} is void: the {money(line.returned)} comes back."
        case Result.ADJUSTED:
            return f"{line.player}'s account is adjusted by {signed(line.returned)}."


def tell_sums(book: Notebook, lines: tuple[Line, ...]) -> None:
    for player, one in sums(lines).items():
        if one.net > 0:
            ends = f"{money(one.net)} won"
        elif one.net < 0:
            ends = f"{money(-one.net)} lost"
        else:
            ends = "neither won nor lost"
        back = money(one.returned) if one.returned else "nothing"
        book.say(f"{player} staked {money(one.staked)} and gets {back} back: {ends}.")
