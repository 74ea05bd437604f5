"""The story of a spin."""

from croupier.games.inputs import BallRested, Interrupt, OffersClosed, SettlementHeld, Void
from croupier.games.lines import Line, Result
from croupier.games.roulette import Round, standings
from croupier.games.roulette.spots import SPOTS, colour
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import Notebook
from croupier.story.rulings import FAULTS, HELD, HELD_GOES_ON, tell_interruption, tell_void
from croupier.story.words import bet_name, listed, money, on_spot


class Teller:
    def __init__(self, book: Notebook, opening: Opening[Round]) -> None:
        self.book = book
        self.opening = opening.round

    def open(self) -> None:
        self.book.turn_to("The bets")
        for player in dict.fromkeys(bet.player for bet in self.opening.bets):
            laid = [
                f"{money(bet.amount)} on {bet_name(bet.bet)}"
                for bet in self.opening.bets
                if bet.player == player
            ]
            self.book.say(f"{player} bets {listed(laid)}.")

    def tell(self, moment: Moment[Round]) -> None:
        book, input, cite = self.book, moment.input, moment.before.rules.topics
        book.turn_to("The spin")
        match input:
            case BallRested():
                what = "zero" if input.pocket == 0 else _about(input.pocket)
                book.say(f"The ball comes to rest in {input.pocket}: {what}.", cite["ball"])
            case Void():
                clause = cite[f"void-{input.reason}"]
                book.say(f"The pit supervisor voids the round: {FAULTS[input.reason]}.", clause)
            case Interrupt():
                tell_interruption(
                    book,
                    standings(moment.before),
                    lambda one: f"{one.player}'s {bet_name(one.bet)}",
                    grace=moment.before.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case SettlementHeld():
                book.say(HELD)
            case OffersClosed():
                book.say(HELD_GOES_ON)
            case _:
                pass
        if moment.after.void and not moment.before.void:
            tell_void(book, (), on_spot, cite["void-returns"])

    def close(self) -> None:
        pass

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        stake = on_spot(line)
        pocket = moment.after.pocket
        if pocket is None or line.bet not in SPOTS:
            return Ending(stake)
        pays = moment.after.rules.odds(line.bet) if line.result is Result.WIN else None
        if len(SPOTS[line.bet]) == 1:
            return Ending(stake, f"the ball lies in {pocket}", pays)
        among = "one" if pays else "none"
        return Ending(stake, f"{pocket or 'zero'} is {among} of its numbers", pays)


def _about(pocket: int) -> str:
    parity = "odd" if pocket % 2 else "even"
    return f"{colour(pocket)}, {parity} and {'low' if pocket <= 18 else 'high'}"
