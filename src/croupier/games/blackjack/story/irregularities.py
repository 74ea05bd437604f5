"""When the deal went wrong: what was ruled, and what each player chose (R26 to R30)."""

from croupier.engine.inputs import (
    Act,
    Action,
    Burn,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Together,
    Void,
)
from croupier.engine.protocol import standings
from croupier.engine.standing import Fate
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.deal import target
from croupier.games.blackjack.engine.reconstruction import laid_cards
from croupier.games.blackjack.engine.state import DEALER
from croupier.games.blackjack.story.names import (
    bet_of,
    box_name,
    bust_cited,
    card_place_name,
    count,
    hand_count,
    hand_name,
    stake_alone,
    stake_name,
)
from croupier.kit.phrase import Phrase, words
from croupier.story.moment import Moment
from croupier.story.page import StoryWriter
from croupier.story.removed_cards import RemovedCards
from croupier.story.rulings import (
    tell_house_input,
    tell_interruption,
    tell_moves,
    tell_void,
    undone,
)


class Irregularities:
    """Remembers the last dealing error, which says what going on means."""

    def __init__(self, write: StoryWriter, removed: RemovedCards) -> None:
        self._write = write
        self._removed = removed
        self._going_on = ""
        """The clause under which a player goes on."""
        self._how = words("with the cards as they lie")

    def tell_ruling(self, moment: Moment[Round]) -> None:
        before, after, input = moment.before, moment.after, moment.input
        write, cite = self._write, before.rules.topics
        match input:
            case Void(reason=reason):
                tell_house_input(write, input, cite[f"void-{reason}"])
            case Interrupt():
                tell_interruption(
                    write,
                    standings(before),
                    lambda standing: bet_of(before, standing),
                    grace=before.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case Misdeal():
                self._misdeal(moment, input)
            case Discard(reason=reason):
                self._discard(before, reason)
            case Together():
                self._together(moment, input)
            case Burn():
                tell_house_input(write, input)
                self._removed.expect(burned=True, count=input.count)
            case _:
                pass  # a placed card is told with the card itself
        if after.void and not before.void:
            gone = undone(before.lines, after.lines)
            tell_void(write, gone, lambda line: stake_name(before, line), cite["void-returns"])

    def _misdeal(self, moment: Moment[Round], ruling: Misdeal) -> None:
        before = moment.before
        cite = before.rules.topics
        if ruling.reconstructed:
            self._going_on = cite["going-on-mended"]
            self._how = words("with the cards as put in order")
            told = words(
                "There was an error in dealing. The pit supervisor has put the cards into the "
                "order they should have had."
            )
        else:
            self._going_on = cite["going-on-as-it-lies"]
            self._how = words("with the cards as they lie")
            told = words(
                "There was an error in dealing. The pit supervisor cannot put the cards back into "
                "order: they stay where they were dealt."
            )
        self._write.say(told, cite["misdeal"], "R27")
        tell_moves(
            self._write, ruling, laid_cards(before), lambda place: card_place_name(before, place)
        )
        self._offer(moment.after)

    def _offer(self, round: Round, clause: str = "") -> None:
        if round.misdealt is not None and (asked := round.misdealt.unanswered):
            self._write.say(
                words(
                    "{who:and} {count, plural, one {may go on or take back the bet} other {may "
                    "each go on or take back their bets}}.",
                    who=asked,
                    count=len(asked),
                ),
                clause or round.rules.topics["misdeal"],
                "R28",
            )

    def _discard(self, round: Round, reason: DiscardReason) -> None:
        cite = round.rules.topics
        if reason is DiscardReason.OVERDRAW and round.hole_down:
            # What the hand counts depends on a card that nobody has seen.
            self._write.say(
                words("The dealer drew a card too many on a complete hand. It is thrown away."),
                cite["overdraw"],
            )
        elif reason is DiscardReason.OVERDRAW:
            self._write.say(
                words(
                    "The dealer drew a card too many on a complete hand. It is thrown away, and "
                    "the dealer's {points} counts.",
                    points=count(round.dealer),
                ),
                cite["overdraw"],
            )
        else:
            self._write.say(
                words("A card went to a box without a bet. It is thrown away."), cite["no-bet"]
            )
        self._removed.expect(burned=False)

    def _together(self, moment: Moment[Round], input: Together) -> None:
        before, after = moment.before, moment.after
        cite = before.rules.topics
        where = target(before)
        self._going_on = cite["together-choice"] or cite["misdeal"]
        self._how = words("with the cards as they came")
        came = words(
            "{cards:faces} come out of the shoe together, in no known order", cards=input.cards
        )
        if where is None or where == DEALER:
            self._write.say(
                words(
                    "{came}, for the dealer's hand: they are thrown away and another card is "
                    "drawn.",
                    came=came,
                ),
                cite["together-dealer"],
            )
        elif after.together:
            self._write.say(
                words(
                    "{came}, for {hand}: {player} says which one comes first.",
                    came=came,
                    hand=hand_name(before, where),
                    player=before.boxes[where[0]].decider or "",
                ),
                cite["together"],
            )
        else:
            self._write.say(
                words(
                    "{came}, for {hand}; nobody is there to choose, so they come as they lie.",
                    came=came,
                    hand=hand_name(before, where),
                ),
                cite["together"],
            )
        self._offer(after, cite["together-choice"])

    def tell_take(self, moment: Moment[Round], act: Act) -> None:
        before, after = moment.before, moment.after
        where = target(before)
        assert where is not None
        hand = after.hand(where)
        parts = [
            _taken(act, hand.cards[-1]),
            words(
                "{cards:faces} {count, plural, one {is the next card} other {are the next cards}}",
                cards=after.upcoming,
                count=len(after.upcoming),
            ),
        ]
        if len(hand.cards) > 1:
            name, now = hand_name(after, where), hand_count(hand)
            parts.append(words("{hand} has {now}", hand=name, now=now))
        self._write.say(
            words("{parts:semicolon}.", parts=tuple(parts)),
            before.rules.topics["together"],
            bust_cited(after, where),
        )
        self._offer(after, before.rules.topics["together-choice"])

    def tell_choice(self, moment: Moment[Round], act: Act) -> None:
        if act.action is Action.CONTINUE:
            told = words("{player} goes on, {how}.", player=act.player, how=self._how)
            self._write.say(told, self._going_on)
            return
        self._tell_withdrawn(moment, act.player)
        self._tell_decided_already(moment.before, act.player)
        before, after = moment.before, moment.after
        for was, now in zip(before.boxes, after.boxes, strict=True):
            if was.decider == act.player and now.decider is not None and not after.over:
                self._write.say(
                    words(
                        "{player} decides for {box} now.",
                        player=now.decider,
                        box=box_name(after.rules, now.number),
                    ),
                    "R7",
                )

    def _tell_withdrawn(self, moment: Moment[Round], player: str) -> None:
        clause = moment.before.rules.topics["withdrawn"]
        back = tuple(
            stake_alone(moment.before, line)
            for line in moment.lines
            if line.player == player and line.clause == clause
        )
        if back:
            told = words("{player} takes the bet back: {stakes:and}.", player=player, stakes=back)
        else:
            told = words(
                "{player} takes the bet back: nothing, as nothing of it is still open.",
                player=player,
            )
        self._write.say(told, clause)

    def _tell_decided_already(self, round: Round, player: str) -> None:
        stood = tuple(
            words("{bet} (won)", bet=bet_of(round, standing))
            if standing.fate is Fate.WON
            else words("{bet} (lost)", bet=bet_of(round, standing))
            for standing in standings(round)
            if standing.player == player and standing.fate in (Fate.WON, Fate.LOST)
        )
        if stood:
            self._write.say(
                words(
                    "{bets:and} {count, plural, one {stands} other {stand}}: that was decided "
                    "already.",
                    bets=stood,
                    count=len(stood),
                ),
                "R28",
            )

    def tell_silence(self, moment: Moment[Round]) -> None:
        """R28: who has not answered by the next decision or card goes on."""
        before, after = moment.before, moment.after
        closed = before.misdealt is not None and after.misdealt is None and not after.void
        if closed and before.misdealt is not None and before.misdealt.unanswered:
            silent = before.misdealt.unanswered
            self._write.say(
                words(
                    "{who:and} {count, plural, one {says nothing and so goes on} other {say "
                    "nothing and so go on}}, {how}.",
                    who=silent,
                    count=len(silent),
                    how=self._how,
                ),
                self._going_on,
                "R28",
            )


def _taken(act: Act, card: str) -> Phrase:
    if act.action is Action.TIMEOUT:
        return words(
            "{player} does not choose in time, so {card:face} comes first",
            player=act.player,
            card=card,
        )
    return words("{player} takes {card:face} first", player=act.player, card=card)
