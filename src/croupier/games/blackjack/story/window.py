"""Between the deal and the play: the interim settlement, or the dealer's look at the hole card."""

from croupier.engine.lines import Line, Result
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.settlement import dealer_blackjack, shows_ace, shows_ten
from croupier.games.blackjack.story.names import stake_name
from croupier.kit.phrase import Phrase, words
from croupier.story.moment import Moment
from croupier.story.page import StoryWriter


def tell_window_closed(write: StoryWriter, moment: Moment[Round]) -> None:
    if moment.after.rules.interim_settlement:
        _tell_interim(write, moment)
    else:
        _tell_look(write, moment)


def _tell_interim(write: StoryWriter, moment: Moment[Round]) -> None:
    """R9: what the first two cards decide, before anybody gets a third."""
    after, heading = moment.after, words("The interim settlement")
    cite = after.rules.topics
    settled = [line for line in moment.lines if line.clause != cite["withdrawn"]]
    if settled:
        write.turn_to(heading)
        write.say(
            words(
                "Before anybody gets a further card, what is decided by now is settled: "
                "{endings:and}.",
                endings=tuple(_ending(moment.before, line) for line in settled),
            ),
            "R9",
            cite["interim-side-bets"] if any(_is_side(line) for line in settled) else "",
        )
    waiting = [box.number for box in after.boxes if box.hands[0].blackjack and box.hands[0].open]
    if waiting and after.dealer:
        write.turn_to(heading)
        write.say(
            words(
                "The blackjack on {boxes:and} {count, plural, one {waits} other {wait}} for the "
                "dealer's second card: behind {card:face} there may be another.",
                boxes=tuple(words("box {number}", number=number) for number in waiting),
                count=len(waiting),
                card=after.dealer[0],
            ),
            cite["blackjack-push-ace"] if shows_ace(after) else cite["blackjack-push-ten"],
        )


def _is_side(line: Line) -> bool:
    return line.bet not in ("initial", "behind", "insurance")


def _ending(round: Round, line: Line) -> Phrase:
    stake = stake_name(round, line)
    match line.result:
        case Result.WIN:
            return words("{stake} wins", stake=stake)
        case Result.LOSE:
            return words("{stake} loses", stake=stake)
        case Result.SURRENDER:
            return words("{stake} is surrendered", stake=stake)
        case Result.PUSH:
            return words("{stake} is a stand-off", stake=stake)
        case _:
            return words("{stake} is given back", stake=stake)


def _tell_look(write: StoryWriter, moment: Moment[Round]) -> None:
    after = moment.after
    rules = after.rules
    if len(after.dealer) < 2 or not rules.looks(ace=shows_ace(after), ten=shows_ten(after)):
        return
    shown, hole = after.dealer[:2]
    if dealer_blackjack(after):
        write.say(
            words(
                "The dealer looks under {card:face} and turns {hole:face}: a blackjack. The hand "
                "is over, nobody draws against it.",
                card=shown,
                hole=hole,
            ),
            rules.topics["look"],
        )
        return
    lost = tuple(line.player for line in moment.lines if line.bet == "insurance")
    if lost:
        told = words(
            "The dealer looks under {card:face}: no blackjack, so the insurance of {who:and} is "
            "lost. Play goes on.",
            card=shown,
            who=lost,
        )
        write.say(told, rules.topics["look"], rules.topics["insurance-lost"])
    else:
        told = words("The dealer looks under {card:face}: no blackjack. Play goes on.", card=shown)
        write.say(told, rules.topics["look"])
