"""When the deal went wrong: what was ruled, and what each player chose (R26 to R30)."""

from croupier.games.blackjack import Round, standings
from croupier.games.blackjack.deal import target
from croupier.games.blackjack.state import DEALER
from croupier.games.inputs import (
    Act,
    Action,
    Burn,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Place,
    Together,
    Void,
)
from croupier.games.standing import Fate
from croupier.story.blackjack.names import (
    bet_of,
    box_name,
    bust_cited,
    count,
    hand_count,
    hand_name,
    stake_alone,
    stake_name,
)
from croupier.story.moment import Moment
from croupier.story.page import Notebook
from croupier.story.removed_cards import RemovedCards
from croupier.story.rulings import FAULTS, tell_interruption, tell_void, undone
from croupier.story.words import card_name, card_names, listed, plural


class Irregularities:
    """Remembers the last dealing error, which says what going on means."""

    def __init__(self, book: Notebook, thrown: RemovedCards) -> None:
        self._book = book
        self._thrown = thrown
        self._going_on = ""
        """The clause under which a player goes on."""
        self._how = ""

    def tell_ruling(self, moment: Moment[Round]) -> None:
        before, after, input = moment.before, moment.after, moment.input
        book, cite = self._book, before.rules.topics
        match input:
            case Void(reason=reason):
                clause = cite[f"void-{reason}"]
                book.say(f"The pit supervisor voids the round: {FAULTS[reason]}.", clause)
            case Interrupt():
                tell_interruption(
                    book,
                    standings(before),
                    lambda one: bet_of(before, one),
                    grace=before.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case Misdeal():
                self._misdeal(moment, reconstructed=input.reconstructed)
            case Discard(reason=reason):
                self._discard(before, reason)
            case Together():
                self._together(moment, input)
            case Burn(count=number):
                cards = "card" if number == 1 else f"{number} cards"
                book.say(f"The pit supervisor has the next {cards} burned.", "R30")
                self._thrown.expect("burned", number)
            case Place():
                pass  # told with the card itself
            case _:
                pass
        if after.void and not before.void:
            gone = undone(before.lines, after.lines)
            tell_void(book, gone, lambda line: stake_name(before, line), cite["void-returns"])

    def _misdeal(self, moment: Moment[Round], *, reconstructed: bool) -> None:
        rules = moment.before.rules
        cite = rules.topics
        if reconstructed:
            self._going_on, self._how = cite["going-on-mended"], "with the cards as put in order"
            done = "has put the cards into the order they should have had"
        else:
            self._going_on, self._how = cite["going-on-as-it-lies"], "with the cards as they lie"
            done = "cannot put the cards back into order: they stay where they were dealt"
        self._book.say(
            f"There was an error in dealing. The pit supervisor {done}.", cite["misdeal"], "R27"
        )
        self._offer(moment.after)

    def _offer(self, round: Round, clause: str = "") -> None:
        if round.misdealt is not None and (asked := round.misdealt.unanswered):
            may = plural(
                asked, "may go on or take back the bet", "may each go on or take back their bets"
            )
            self._book.say(
                f"{listed(asked)} {may}.",
                clause or round.rules.topics["misdeal"],
                "R28",
            )

    def _discard(self, round: Round, reason: DiscardReason) -> None:
        cite = round.rules.topics
        if reason is DiscardReason.OVERDRAW:
            self._book.say(
                "The dealer drew a card too many on a complete hand. It is thrown away, and the "
                f"dealer's {count(round.dealer)} counts.",
                cite["overdraw"],
            )
        else:
            self._book.say(
                "A card went to a box without a bet. It is thrown away.",
                cite["no-bet"],
            )
        self._thrown.expect("thrown away")

    def _together(self, moment: Moment[Round], input: Together) -> None:
        before, after = moment.before, moment.after
        cite = before.rules.topics
        where = target(before)
        self._going_on = cite["together-choice"] or cite["misdeal"]
        self._how = "with the cards as they came"
        came = f"{card_names(input.cards)} come out of the shoe together, in no known order"
        if where is None or where == DEALER:
            self._book.say(
                f"{came}, for the dealer's hand: they are thrown away and another card is drawn.",
                cite["together-dealer"],
            )
        elif after.together:
            decider = before.boxes[where[0]].decider
            self._book.say(
                f"{came}, for {hand_name(before, where)}: {decider} says which one comes first.",
                cite["together"],
            )
        else:
            self._book.say(
                f"{came}, for {hand_name(before, where)}; nobody is there to choose, so they come "
                "as they lie.",
                cite["together"],
            )
        self._offer(after, cite["together-choice"])

    def tell_take(self, moment: Moment[Round], act: Act) -> None:
        before, after = moment.before, moment.after
        where = target(before)
        assert where is not None
        taken = after.hand(where).cards[-1]
        rest = card_names(after.upcoming)
        late = act.action is Action.TIMEOUT
        chose = "does not choose in time, so" if late else "takes"
        first = f"{card_name(taken)} comes first" if late else f"{card_name(taken)} first"
        now = hand_count(after.hand(where))
        told = f"{hand_name(after, where)} has {now}" if len(after.hand(where).cards) > 1 else ""
        next_card = plural(after.upcoming, "is the next card", "are the next cards")
        self._book.say(
            f"{act.player} {chose} {first}; {rest} {next_card}{f'; {told}' if told else ''}.",
            before.rules.topics["together"],
            bust_cited(after, where),
        )
        self._offer(after, before.rules.topics["together-choice"])

    def tell_choice(self, moment: Moment[Round], act: Act) -> None:
        if act.action is Action.CONTINUE:
            self._book.say(f"{act.player} goes on, {self._how}.", self._going_on)
            return
        before, after = moment.before, moment.after
        cite = before.rules.topics
        back = [
            stake_alone(before, line)
            for line in moment.lines
            if line.player == act.player and line.clause == cite["withdrawn"]
        ]
        came = listed(back) if back else "nothing, as nothing of it is still open"
        self._book.say(f"{act.player} takes the bet back: {came}.", cite["withdrawn"])
        stood = [
            f"{bet_of(before, one)} ({one.fate})"
            for one in standings(before)
            if one.player == act.player and one.fate in (Fate.WON, Fate.LOST)
        ]
        if stood:
            verb = plural(stood, "stands", "stand")
            self._book.say(f"{listed(stood)} {verb}: that was decided already.", "R28")
        for was, now in zip(before.boxes, after.boxes, strict=True):
            if was.decider == act.player and now.decider is not None and not after.over:
                where = box_name(after.rules, now.number)
                self._book.say(f"{now.decider} decides for {where} now.", "R7")

    def tell_silence(self, moment: Moment[Round]) -> None:
        """R28: who has not answered by the next decision or card goes on."""
        before, after = moment.before, moment.after
        closed = before.misdealt is not None and after.misdealt is None and not after.void
        if closed and before.misdealt is not None and before.misdealt.unanswered:
            silent = before.misdealt.unanswered
            say = plural(silent, "says nothing and so goes on", "say nothing and so go on")
            self._book.say(f"{listed(silent)} {say}, {self._how}.", self._going_on, "R28")
