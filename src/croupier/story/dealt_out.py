"""The story of a round in which cards are dealt out and nobody decides anything."""

from croupier.games.dealt_out import Round, standings
from croupier.games.inputs import CardDealt, Interrupt, OffersClosed, SettlementHeld, Void
from croupier.games.lines import Line, Result
from croupier.games.standing import Standing
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
            ((bet.player, laid(bet.amount, self._title(bet.bet))) for bet in self.opening.bets),
        )

    def tell(self, moment: Moment[Round]) -> None:
        write, input, cite = self.write, moment.input, self.rules.topics
        write.turn_to(words("The cards"))
        match input:
            case CardDealt(card=card):
                place = self.rules.deals_to[len(moment.before.cards)].title()
                write.say(words("{place} gets {card:face}.", place=place, card=card))
            case Void(reason=reason):
                tell_house_input(write, input, cite[f"void-{reason}"])
            case Interrupt():
                tell_interruption(
                    write,
                    standings(moment.before),
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
        if moment.after.void or line.bet not in self.rules.bets:
            return Ending(stake)
        hands = tuple(
            words("{place} has {cards:faces}", place=place.title(), cards=cards)
            for place, cards in moment.after.hands.items()
        )
        pays = self.rules.judge(line.bet, moment.after.hands).odds
        why = words("{hands:and}", hands=hands)
        return Ending(stake, why, pays if line.result is Result.WIN else None)

    def _title(self, bet: str) -> str:
        return self.rules.bets[bet].title if bet in self.rules.bets else bet

    def _stake(self, line: Line) -> Phrase:
        return owned(line.player, laid(line.stake, self._title(line.bet)))

    def _standing(self, standing: Standing) -> Phrase:
        return owned(standing.player, self._title(standing.bet))
