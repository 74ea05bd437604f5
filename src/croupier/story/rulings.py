"""What the house ruled, told alike in every game."""

from collections.abc import Callable, Sequence

from croupier.engine.inputs import (
    Adjust,
    Burn,
    CardMove,
    CardPlace,
    Misdeal,
    OffersClosed,
    SettlementHeld,
    Void,
    VoidReason,
)
from croupier.engine.lines import Line, Result
from croupier.engine.reconstruction import LaidCard
from croupier.engine.standing import Fate, Standing
from croupier.kit.cards import HIDDEN, Card
from croupier.kit.phrase import Phrase, words
from croupier.story.page import StoryWriter

FAULTS = {
    VoidReason.FOREIGN_CARD: words("a card turned up that does not belong to the decks"),
    VoidReason.SHORT_SHOE: words("the decks hold too few cards"),
    VoidReason.EXCESS_CARDS: words("the decks hold too many cards"),
    VoidReason.OUT_OF_CARDS: words("there are not enough cards left to finish it"),
    VoidReason.UNSHUFFLED: words("the cards had not been shuffled"),
    VoidReason.WRONG_COUNT: words("a hand got a wrong number of cards, which cannot be put right"),
}

Name = Callable[[Line], Phrase]
"""How a game names the stake of a line: "ann's 20 on Over 13, box 1"."""


def tell_house_input(
    write: StoryWriter, input: Void | Burn | SettlementHeld | OffersClosed, void_clause: str = ""
) -> None:
    """What the pit says or the dealer holds, the same words in every game."""
    match input:
        case Void(reason=reason):
            write.say(
                words("The pit supervisor voids the round: {fault}.", fault=FAULTS[reason]),
                void_clause,
            )
        case Burn(count=1):
            write.say(words("The pit supervisor has the next card burned."), "R30")
        case Burn(count=count):
            write.say(
                words("The pit supervisor has the next {count} cards burned.", count=count), "R30"
            )
        case SettlementHeld():
            write.say(
                words(
                    "Something looks wrong: nothing more is settled before the house has ruled on "
                    "it."
                )
            )
        case OffersClosed():
            write.say(words("The dealer confirms the result, and the round is settled."), "R31")


def tell_moves(
    write: StoryWriter,
    ruling: Misdeal,
    cards: Sequence[LaidCard],
    place_name: Callable[[CardPlace], Phrase],
) -> None:
    """R27: which cards were put back, and where they had been."""
    if ruling.put_back:
        laid = {(card.belongs, card.at): card.card for card in cards}
        moves = tuple(
            _move(move, laid[move.belongs, move.at], place_name) for move in ruling.put_back
        )
        write.say(words("Put back: {moves:semicolon}.", moves=moves), "R27")


def _move(move: CardMove, card: Card, place_name: Callable[[CardPlace], Phrase]) -> Phrase:
    name = words("a face-down card") if card == HIDDEN else words("{card:face}", card=card)
    if move.lies == move.belongs:
        return words(
            "{card} from position {lay_at} to position {at} of {place}",
            card=name,
            lay_at=move.lies_at or 0,
            place=place_name(move.belongs),
            at=move.at,
        )
    return words(
        "{card} from {lay} to position {at} of {place}",
        card=name,
        lay=place_name(move.lies),
        place=place_name(move.belongs),
        at=move.at,
    )


def tell_void(write: StoryWriter, undone: Sequence[Line], name: Name, clause: str) -> None:
    """R2: every stake back; what was paid or taken before is undone."""
    write.say(words("A void round has no result: every stake goes back to its owner."), clause)
    paid = tuple(
        words("{stake} (was {net:signed})", stake=name(line), net=line.net)
        for line in undone
        if line.net
    )
    if paid:
        write.say(words("What had been settled before is undone: {paid:and}.", paid=paid), "R2")


def undone(before: Sequence[Line], after: Sequence[Line]) -> list[Line]:
    """What a void takes back: all that was settled, but for bets that never stood."""
    return [line for line in before if line not in after and line.result is not Result.RETURNED]


def tell_interruption(
    write: StoryWriter,
    standings: Sequence[Standing],
    name: Callable[[Standing], Phrase],
    *,
    grace: int,
    goes_on: str,
    stops: str,
) -> None:
    """R4's question, and its answer."""
    write.say(
        words("The game is interrupted for longer than the grace of {grace} seconds.", grace=grace),
        "R4",
    )
    decided = tuple(
        words("{bet} has won", bet=name(standing))
        if standing.fate is Fate.WON
        else words("{bet} has lost", bet=name(standing))
        for standing in standings
        if standing.fate in (Fate.WON, Fate.LOST)
    )
    if decided:
        write.say(
            words(
                "{decided:and} by what lies open already, so the round goes on from where it "
                "stood.",
                decided=decided,
            ),
            goes_on,
        )
    else:
        write.say(
            words("By what lies open no bet has won or lost yet, so the round is void."), stops
        )


def tell_adjustment(write: StoryWriter, ruling: Adjust, clause: str) -> None:
    """R5: a correction after the settlement, never a rewrite of it."""
    if ruling.amount > 0:
        told = words(
            "The shift manager adds {amount:amount} to what {player} got, and signs for it: "
            "“{reason}”.",
            amount=ruling.amount,
            player=ruling.player,
            reason=ruling.reason,
        )
    else:
        told = words(
            "The shift manager takes {amount:amount} from what {player} got, and signs for it: "
            "“{reason}”.",
            amount=-ruling.amount,
            player=ruling.player,
            reason=ruling.reason,
        )
    write.say(told, clause, "R30")
