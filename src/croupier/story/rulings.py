"""What the house ruled, told alike in every game."""

from collections.abc import Callable, Sequence

from croupier.games.inputs import Adjust, VoidReason
from croupier.games.lines import Line, Result
from croupier.games.standing import Fate, Standing
from croupier.story.page import Notebook
from croupier.story.words import listed, money, signed

FAULTS = {
    VoidReason.FOREIGN_CARD: "a card turned up that does not belong to the decks",
    VoidReason.SHORT_SHOE: "the decks hold too few cards",
    VoidReason.EXCESS_CARDS: "the decks hold too many cards",
    VoidReason.OUT_OF_CARDS: "there are not enough cards left to finish it",
    VoidReason.UNSHUFFLED: "the cards had not been shuffled",
    VoidReason.WRONG_COUNT: "a hand got a wrong number of cards, which cannot be put right",
}

HELD = "Something looks wrong: nothing more is settled before the house has ruled on it."
HELD_GOES_ON = "The dealer goes on, and the round is settled."

Name = Callable[[Line], str]
"""How a game names the stake of a line: "ann's 20 on Over 13, box 1"."""


def tell_void(book: Notebook, undone: Sequence[Line], name: Name, clause: str) -> None:
    """R2: every stake back; what was paid or taken before is undone."""
    book.say("A void round has no result: every stake goes back to its owner.", clause)
    paid = [f"{name(one)} (was {signed(one.net)})" for one in undone if one.net]
    if paid:
        book.say(f"What had been settled before is undone: {listed(paid)}.", "R2")


def undone(before: Sequence[Line], after: Sequence[Line]) -> list[Line]:
    """What a void takes back: all that was settled, but for bets that never stood."""
    return [one for one in before if one not in after and one.result is not Result.RETURNED]


def tell_interruption(
    book: Notebook,
    standings: Sequence[Standing],
    name: Callable[[Standing], str],
    *,
    grace: int,
    goes_on: str,
    stops: str,
) -> None:
    """R4's question, and its answer."""
    book.say(f"The game is interrupted for longer than the grace of {grace} seconds.", "R4")
    decided = [
        f"{name(one)} has {one.fate}" for one in standings if one.fate in (Fate.WON, Fate.LOST)
    ]
    if decided:
        book.say(
            f"{listed(decided)} by what lies open already, so the round goes on from where it "
            "stood.",
            goes_on,
        )
    else:
        book.say("By what lies open no bet has won or lost yet, so the round is void.", stops)


def tell_adjustment(book: Notebook, ruling: Adjust, clause: str) -> None:
    """R5: a correction after the settlement, never a rewrite of it."""
    more = ruling.amount > 0
    way = f"adds {money(ruling.amount)} to" if more else f"takes {money(-ruling.amount)} from"
    book.say(
        f"The shift manager {way} what {ruling.player} got, and signs for it: “{ruling.reason}”.",
        clause,
        "R30",
    )
