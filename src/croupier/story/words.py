"""How the story names bets and stakes."""

from collections.abc import Iterable

from croupier.kit.phrase import Item, Phrase, words
from croupier.story.page import StoryWriter


def laid(amount: int, bet: Item) -> Phrase:
    """ "20 on Over 13"."""
    return words("{amount:amount} on {bet}", amount=amount, bet=bet)


def owned(player: str, what: Item) -> Phrase:
    """ "ann's 20 on Over 13"."""
    return words("{player}'s {what}", player=player, what=what)


def tell_bets_of_each(write: StoryWriter, bets: Iterable[tuple[str, Phrase]]) -> None:
    """A sentence for every player, with all that they have laid."""
    by_player: dict[str, list[Phrase]] = {}
    for player, bet in bets:
        by_player.setdefault(player, []).append(bet)
    for player, theirs in by_player.items():
        write.say(words("{player} bets {bets:and}.", player=player, bets=tuple(theirs)))
