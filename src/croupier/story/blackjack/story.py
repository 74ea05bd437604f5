"""A blackjack round told step by step, from "No more bets" to the last card."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.offers import ANSWERS
from croupier.games.blackjack.round import PLAYS
from croupier.games.blackjack.state import Phase
from croupier.games.inputs import (
    Act,
    Action,
    CardDealt,
    CardsTurned,
    FollowingEnded,
    Input,
    OffersClosed,
    SettlementHeld,
    SqueezeAllowed,
)
from croupier.games.lines import Line
from croupier.story.blackjack.cards import Cards
from croupier.story.blackjack.dealer import tell_dealer_turn
from croupier.story.blackjack.decisions import tell_decision, tell_house
from croupier.story.blackjack.endings import ending
from croupier.story.blackjack.irregularities import Irregularities
from croupier.story.blackjack.names import box_name
from croupier.story.blackjack.offers import tell_answer, tell_lapse
from croupier.story.blackjack.opening import tell_bets
from croupier.story.blackjack.window import tell_window_closed
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import Notebook
from croupier.story.rulings import HELD, HELD_GOES_ON
from croupier.story.words import card_names

HEADINGS = {
    Phase.DEAL: "The deal",
    Phase.WINDOW: "Before the play",
    Phase.PLAY: "The play",
    Phase.DEALER: "The dealer's hand",
    Phase.COMPLETE: "The dealer's hand",
    Phase.OVER: "The dealer's hand",
}

_CHOICES = {Action.CONTINUE, Action.WITHDRAW}


class Teller:
    def __init__(self, book: Notebook, opening: Opening[Round]) -> None:
        self.book = book
        self.opening = opening
        self.cards = Cards(book)
        self.trouble = Irregularities(book, self.cards.thrown)

    def open(self) -> None:
        self.book.turn_to("The bets")
        tell_bets(self.book, self.opening)
        if self.opening.round.over:
            self.book.say("Nothing is left to play for: no card is dealt.")

    def tell(self, moment: Moment[Round]) -> None:
        before, input, after = moment.before, moment.input, moment.after
        self.book.turn_to(HEADINGS[before.phase])
        if not isinstance(input, CardDealt):
            self.close()
        self.trouble.tell_silence(moment)
        tell_lapse(self.book, moment)
        closed = _window_closed(moment)
        if closed and isinstance(input, Act) and input.action in PLAYS:
            # R9: what the first play settles comes before the play itself.
            tell_window_closed(self.book, moment)
            self.book.turn_to(HEADINGS[Phase.PLAY])
            self._input(moment, input)
        else:
            self._input(moment, input)
            if closed:
                tell_window_closed(self.book, moment)
        if not after.void:
            tell_house(self.book, moment, HEADINGS[Phase.PLAY])
        tell_dealer_turn(self.book, moment, HEADINGS[Phase.DEALER])

    def close(self) -> None:
        self.cards.close()

    def _input(self, moment: Moment[Round], input: Input | None) -> None:
        match input:
            case OffersClosed() if moment.before.phase is Phase.COMPLETE:
                self.book.say(HELD_GOES_ON)
            case None | OffersClosed():
                pass
            case SettlementHeld():
                self.book.say(HELD)
            case FollowingEnded():
                where = box_name(moment.before.rules, input.box)
                self.book.say(
                    f"{input.player}, betting behind, follows {where} no longer.",
                    moment.before.rules.topics["follow-ended"],
                )
            case CardDealt():
                self.cards.tell(moment, input.card)
            case Act():
                self._act(moment, input)
            case SqueezeAllowed():
                self.book.say(
                    f"The pit supervisor lets the cards of box {input.box} be squeezed: they come "
                    "face down.",
                    moment.before.rules.topics["squeeze"],
                )
            case CardsTurned():
                self._turned(moment, input)
            case _:
                self.trouble.tell_ruling(moment)

    def _act(self, moment: Moment[Round], act: Act) -> None:
        if moment.before.together:
            self.trouble.tell_take(moment, act)
        elif act.action in _CHOICES:
            self.trouble.tell_choice(moment, act)
        elif act.action in ANSWERS:
            tell_answer(self.book, moment, act)
        elif act.action is Action.HIT:
            self.cards.ask(moment.before, act)
        else:
            tell_decision(self.book, moment, act)

    def _turned(self, moment: Moment[Round], input: CardsTurned) -> None:
        index = moment.after.box_index(input.box)
        assert index is not None
        cards = [card for hand in moment.after.boxes[index].hands for card in hand.cards]
        where = box_name(moment.after.rules, input.box)
        self.book.say(f"{input.player} turns the cards of {where} face up: {card_names(cards)}.")

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        return ending(line, moment)


def _window_closed(moment: Moment[Round]) -> bool:
    before, after = moment.before, moment.after
    opened = before.phase in (Phase.DEAL, Phase.WINDOW)
    return opened and after.phase not in (Phase.DEAL, Phase.WINDOW) and not after.void
