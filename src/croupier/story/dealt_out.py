"""The story of a game of another package, unless it says otherwise: the cards as everybody saw
them, and what the house ruled."""

from math import gcd

from croupier.engine import protocol as engine
from croupier.engine.dealt_out import DealtOutRules
from croupier.engine.inputs import CardDealt, Interrupt, OffersClosed, SettlementHeld, Void
from croupier.engine.lines import Line, Result
from croupier.engine.protocol import Round
from croupier.engine.standing import Standing
from croupier.kit.odds import Odds
from croupier.kit.phrase import Phrase, words
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import StoryWriter
from croupier.story.rulings import tell_house_input, tell_interruption, tell_void
from croupier.story.words import laid, owned, tell_bets_of_each


class DealtOutStory:
    def __init__(self, write: StoryWriter, opening: Opening[Round]) -> None:
        self.write = write
        self.opening = opening.round
        self.rules = opening.round.rules

    def open(self) -> None:
        self.write.turn_to(words("The bets"))
        tell_bets_of_each(
            self.write,
            (
                (bet.player, laid(bet.amount, self._title(bet.bet)))
                for bet in engine.bets(self.opening)
            ),
        )

    def tell(self, moment: Moment[Round]) -> None:
        write, input, cite = self.write, moment.input, self.rules.topics
        write.turn_to(words("The cards"))
        match input:
            case CardDealt(card=card):
                due = engine.waiting(moment.before).card
                assert due is not None
                place = due.to.title()
                if due.face_up:
                    write.say(words("{place} gets {card:face}.", place=place, card=card))
                else:
                    write.say(words("{place} gets a face-down card.", place=place))
            case Void(reason=reason):
                tell_house_input(write, input, cite[f"void-{reason}"])
            case Interrupt():
                tell_interruption(
                    write,
                    engine.standings(moment.before),
                    self._standing,
                    grace=self.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case SettlementHeld() | OffersClosed():
                tell_house_input(write, input)
            case _:
                pass
        if moment.after.void and not moment.before.void:
            tell_void(write, (), self._stake, cite["void-returns"])

    def close(self) -> None:
        """Nothing is left to tell."""

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        stake = self._stake(line)
        if moment.after.void:
            return Ending(stake)
        hands = tuple(
            words("{place} has {cards:faces}", place=place.title(), cards=cards)
            for place, cards in engine.hands(moment.after).items()
        )
        return Ending(stake, words("{hands:and}", hands=hands), _paid(line))

    def _title(self, bet: str) -> str:
        known = self.rules.bets if isinstance(self.rules, DealtOutRules) else {}
        return known[bet].title if bet in known else bet

    def _stake(self, line: Line) -> Phrase:
        return owned(line.player, laid(line.stake, self._title(line.bet)))

    def _standing(self, standing: Standing) -> Phrase:
        return owned(standing.player, self._title(standing.bet))


def _paid(line: Line) -> Odds | None:
    """What the stake was paid, as odds in lowest terms."""
    if line.result is not Result.WIN or not line.stake:
        return None
    common = gcd(line.net, line.stake)
    return Odds(line.net // common, line.stake // common)
