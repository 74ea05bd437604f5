"""A blackjack round told step by step, from "No more bets" to the last card."""

from croupier.engine.inputs import (
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
from croupier.engine.lines import Line
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.offers import ANSWERS
from croupier.games.blackjack.engine.state import Phase
from croupier.games.blackjack.story.cards import Cards
from croupier.games.blackjack.story.dealer import tell_dealer_turn
from croupier.games.blackjack.story.decisions import tell_decision, tell_house
from croupier.games.blackjack.story.endings import ending
from croupier.games.blackjack.story.irregularities import Irregularities
from croupier.games.blackjack.story.names import box_name
from croupier.games.blackjack.story.offers import PLAYS, tell_answer, tell_lapse
from croupier.games.blackjack.story.opening import tell_bets
from croupier.games.blackjack.story.window import tell_window_closed
from croupier.kit.phrase import words
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import StoryWriter
from croupier.story.rulings import tell_house_input

DEALERS_HAND = words("The dealer's hand")
HEADINGS = {
    Phase.DEAL: words("The deal"),
    Phase.WINDOW: words("Before the play"),
    Phase.PLAY: words("The play"),
    Phase.DEALER: DEALERS_HAND,
    Phase.COMPLETE: DEALERS_HAND,
    Phase.OVER: DEALERS_HAND,
}

_CHOICES = {Action.CONTINUE, Action.WITHDRAW}


class BlackjackStory:
    def __init__(self, write: StoryWriter, opening: Opening[Round]) -> None:
        self.write = write
        self.opening = opening
        self.cards = Cards(write)
        self.irregularities = Irregularities(write, self.cards.removed)

    def open(self) -> None:
        self.write.turn_to(words("The bets"))
        tell_bets(self.write, self.opening)
        if self.opening.round.over:
            self.write.say(words("Nothing is left to play for: no card is dealt."))

    def tell(self, moment: Moment[Round]) -> None:
        before, input, after = moment.before, moment.input, moment.after
        self.write.turn_to(HEADINGS[before.phase])
        if not isinstance(input, CardDealt):
            self.close()
        self.irregularities.tell_silence(moment)
        tell_lapse(self.write, moment)
        closed = _window_closed(moment)
        if closed and isinstance(input, Act) and input.action in PLAYS:
            # R9: what the first play settles comes before the play itself.
            tell_window_closed(self.write, moment)
            self.write.turn_to(HEADINGS[Phase.PLAY])
            self._input(moment, input)
        else:
            self._input(moment, input)
            if closed:
                tell_window_closed(self.write, moment)
        if not after.void:
            tell_house(self.write, moment, HEADINGS[Phase.PLAY])
        tell_dealer_turn(self.write, moment, HEADINGS[Phase.DEALER])

    def close(self) -> None:
        self.cards.close()

    def _input(self, moment: Moment[Round], input: Input | None) -> None:
        match input:
            case OffersClosed() if moment.before.phase is not Phase.COMPLETE:
                pass
            case OffersClosed() | SettlementHeld():
                tell_house_input(self.write, input)
            case FollowingEnded():
                self.write.say(
                    words(
                        "{player}, betting behind, follows {box} no longer.",
                        player=input.player,
                        box=box_name(moment.before.rules, input.box),
                    ),
                    moment.before.rules.topics["follow-ended"],
                )
            case CardDealt():
                self.cards.tell(moment, input.card)
            case Act():
                self._act(moment, input)
            case SqueezeAllowed():
                self.write.say(
                    words(
                        "The pit supervisor lets the cards of box {box} be squeezed: they come "
                        "face down.",
                        box=input.box,
                    ),
                    moment.before.rules.topics["squeeze"],
                )
            case CardsTurned():
                self._turned(moment, input)
            case _:
                self.irregularities.tell_ruling(moment)

    def _act(self, moment: Moment[Round], act: Act) -> None:
        if moment.before.together:
            self.irregularities.tell_take(moment, act)
        elif act.action in _CHOICES:
            self.irregularities.tell_choice(moment, act)
        elif act.action in ANSWERS:
            tell_answer(self.write, moment, act)
        elif act.action is Action.HIT:
            self.cards.ask(moment.before, act)
        else:
            tell_decision(self.write, moment, act)

    def _turned(self, moment: Moment[Round], input: CardsTurned) -> None:
        index = moment.after.box_index(input.box)
        assert index is not None
        hands = moment.after.boxes[index].hands
        self.write.say(
            words(
                "{player} turns the cards of {box} face up: {cards:faces}.",
                player=input.player,
                box=box_name(moment.after.rules, input.box),
                cards=tuple(card for hand in hands for card in hand.cards),
            )
        )

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        return ending(line, moment)


def _window_closed(moment: Moment[Round]) -> bool:
    before, after = moment.before, moment.after
    opened = before.phase in (Phase.DEAL, Phase.WINDOW)
    return opened and after.phase not in (Phase.DEAL, Phase.WINDOW) and not after.void
