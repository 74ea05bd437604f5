"""The story of a round in which cards are dealt out and nobody decides anything."""

from croupier.games.dealt_out import Round, standings
from croupier.games.inputs import CardDealt, Interrupt, OffersClosed, SettlementHeld, Void
from croupier.games.lines import Line, Result
from croupier.games.standing import Standing
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import Notebook
from croupier.story.rulings import FAULTS, HELD, HELD_GOES_ON, tell_interruption, tell_void
from croupier.story.words import card_name, card_names, listed, money


class Teller:
    def __init__(self, book: Notebook, opening: Opening[Round]) -> None:
        self.book = book
        self.opening = opening.round
        self.rules = opening.round.rules

    def open(self) -> None:
        self.book.turn_to("The bets")
        for player in dict.fromkeys(bet.player for bet in self.opening.bets):
            laid = [
                f"{money(bet.amount)} on {self._title(bet.bet)}"
                for bet in self.opening.bets
                if bet.player == player
            ]
            self.book.say(f"{player} bets {listed(laid)}.")

    def tell(self, moment: Moment[Round]) -> None:
        book, cite = self.book, self.rules.topics
        book.turn_to("The cards")
        match moment.input:
            case CardDealt(card=card):
                place = self.rules.deals_to[len(moment.before.cards)].title()
                book.say(f"{place} gets {card_name(card)}.")
            case Void(reason=reason):
                said = f"The pit supervisor voids the round: {FAULTS[reason]}."
                book.say(said, cite[f"void-{reason}"])
            case Interrupt():
                tell_interruption(
                    book,
                    standings(moment.before),
                    self._standing,
                    grace=self.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case SettlementHeld():
                book.say(HELD)
            case OffersClosed():
                book.say(HELD_GOES_ON)
        if moment.after.void and not moment.before.void:
            tell_void(book, (), self._stake, cite["void-returns"])

    def close(self) -> None:
        """Nothing is left to tell."""

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        stake = self._stake(line)
        if moment.after.void or line.bet not in self.rules.bets:
            return Ending(stake)
        lies = [
            f"{place.title()} has {card_names(cards)}"
            for place, cards in moment.after.hands.items()
        ]
        pays = self.rules.judge(line.bet, moment.after.hands).odds
        return Ending(stake, listed(lies), pays if line.result is Result.WIN else None)

    def _title(self, bet: str) -> str:
        return self.rules.bets[bet].title if bet in self.rules.bets else bet

    def _stake(self, line: Line) -> str:
        return f"{line.player}'s {money(line.stake)} on {self._title(line.bet)}"

    def _standing(self, standing: Standing) -> str:
        return f"{standing.player}'s {self._title(standing.bet)}"
