"""The story of a spin."""

from croupier.engine.inputs import BallRested, Interrupt, OffersClosed, SettlementHeld, Void
from croupier.engine.lines import Line, Result
from croupier.engine.protocol import standings
from croupier.games.roulette.engine import Round
from croupier.games.roulette.engine.spots import SPOTS, colour, kind_of
from croupier.kit.phrase import Item, Phrase, words
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import StoryWriter
from croupier.story.rulings import tell_house_input, tell_interruption, tell_void
from croupier.story.words import laid, owned, tell_bets_of_each

CHANCES = {
    "red": words("red"),
    "black": words("black"),
    "even": words("even"),
    "odd": words("odd"),
    "low": words("low"),
    "high": words("high"),
}
"""The halves of the wheel, and the bets on them."""


class RouletteStory:
    def __init__(self, write: StoryWriter, opening: Opening[Round]) -> None:
        self.write = write
        self.opening = opening.round

    def open(self) -> None:
        self.write.turn_to(words("The bets"))
        tell_bets_of_each(
            self.write,
            ((bet.player, laid(bet.amount, bet_name(bet.bet))) for bet in self.opening.bets),
        )

    def tell(self, moment: Moment[Round]) -> None:
        write, input, cite = self.write, moment.input, moment.before.rules.topics
        write.turn_to(words("The spin"))
        match input:
            case BallRested(pocket=pocket):
                write.say(
                    words(
                        "The ball comes to rest in {pocket}: {about}.",
                        pocket=pocket,
                        about=_about(pocket),
                    ),
                    cite["ball"],
                )
            case Void(reason=reason):
                tell_house_input(write, input, cite[f"void-{reason}"])
            case Interrupt():
                tell_interruption(
                    write,
                    standings(moment.before),
                    lambda standing: owned(standing.player, bet_name(standing.bet)),
                    grace=moment.before.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case SettlementHeld() | OffersClosed():
                tell_house_input(write, input)
            case _:
                pass
        if moment.after.void and not moment.before.void:
            tell_void(write, (), on_spot, cite["void-returns"])

    def close(self) -> None:
        """Nothing is left to tell."""

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        stake = on_spot(line)
        pocket = moment.after.pocket
        if pocket is None or line.bet not in SPOTS:
            return Ending(stake)
        pays = moment.after.rules.odds(line.bet) if line.result is Result.WIN else None
        if len(SPOTS[line.bet]) == 1:
            return Ending(stake, words("the ball lies in {pocket}", pocket=pocket), pays)
        fell = pocket or words("zero")
        if pays:
            return Ending(stake, words("{pocket} is one of its numbers", pocket=fell), pays)
        return Ending(stake, words("{pocket} is none of its numbers", pocket=fell))


def _about(pocket: int) -> Phrase:
    if pocket == 0:
        return words("zero")
    return words(
        "{colour}, {parity} and {half}",
        colour=CHANCES[colour(pocket)],
        parity=CHANCES["odd" if pocket % 2 else "even"],
        half=CHANCES["low" if pocket <= 18 else "high"],
    )


def bet_name(bet: str) -> Item:
    """A spot of the layout, as it is called at the table."""
    return _spot_name(bet) if bet in SPOTS else bet


def _spot_name(spot: str) -> Phrase:
    numbers = sorted(SPOTS[spot])
    first, last, joined = numbers[0], numbers[-1], "/".join(map(str, numbers))
    which = spot.partition(":")[2]
    match kind_of(spot):
        case "straight":
            return words("number {number}", number=first)
        case "split":
            return words("the split {numbers}", numbers=joined)
        case "corner":
            return words("the corner {numbers}", numbers=joined)
        case "street":
            return words("the street {first} to {last}", first=first, last=last)
        case "line":
            return words("the line {first} to {last}", first=first, last=last)
        case "column":
            return words("column {number}", number=which)
        case "dozen":
            return words("dozen {number}", number=which)
        case _:
            return CHANCES[spot]


def on_spot(line: Line) -> Phrase:
    """ "ann's 20 on the split 1/2"."""
    return owned(line.player, laid(line.stake, bet_name(line.bet)))
