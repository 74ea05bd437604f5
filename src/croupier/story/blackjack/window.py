"""Between the deal and the play: the interim settlement, or the dealer's look at the hole card."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.settlement import dealer_blackjack, shows_ace, shows_ten
from croupier.games.lines import Line, Result
from croupier.story.blackjack.names import stake_name
from croupier.story.moment import Moment
from croupier.story.page import Notebook
from croupier.story.words import card_name, listed, plural

_ENDS = {
    Result.WIN: "wins",
    Result.LOSE: "loses",
    Result.SURRENDER: "is surrendered",
    Result.PUSH: "is a stand-off",
    Result.RETURNED: "is given back",
}


def tell_window_closed(book: Notebook, moment: Moment[Round]) -> None:
    if moment.after.rules.interim_settlement:
        _tell_interim(book, moment)
    else:
        _tell_look(book, moment)


def _tell_interim(book: Notebook, moment: Moment[Round]) -> None:
    """R9: what the first two cards decide, before anybody gets a third."""
    after = moment.after
    cite = after.rules.topics
    settled = [line for line in moment.lines if line.clause != cite["withdrawn"]]
    if settled:
        book.turn_to("The interim settlement")
        book.say(
            "Before anybody gets a further card, what is decided by now is settled: "
            f"{listed([_ending(moment.before, line) for line in settled])}.",
            "R9",
            cite["interim-side-bets"] if any(_is_side(line) for line in settled) else "",
        )
    waiting = [box.number for box in after.boxes if box.hands[0].blackjack and box.hands[0].open]
    if waiting and after.dealer:
        book.turn_to("The interim settlement")
        boxes = listed([f"box {number}" for number in waiting])
        verb = plural(waiting, "waits", "wait")
        book.say(
            f"The blackjack on {boxes} {verb} for the dealer's second card: behind "
            f"{card_name(after.dealer[0])} there may be another.",
            cite["blackjack-push-ace"] if shows_ace(after) else cite["blackjack-push-ten"],
        )


def _is_side(line: Line) -> bool:
    return line.bet not in ("initial", "behind", "insurance")


def _ending(round: Round, line: Line) -> str:
    return f"{stake_name(round, line)} {_ENDS[line.result]}"


def _tell_look(book: Notebook, moment: Moment[Round]) -> None:
    after = moment.after
    rules = after.rules
    if len(after.dealer) < 2 or not rules.looks(ace=shows_ace(after), ten=shows_ten(after)):
        return
    under = card_name(after.dealer[0])
    if dealer_blackjack(after):
        book.say(
            f"The dealer looks under {under} and turns {card_name(after.dealer[1])}: a blackjack. "
            "The hand is over, nobody draws against it.",
            rules.topics["look"],
        )
        return
    lost = [line.player for line in moment.lines if line.bet == "insurance"]
    insured = f", so the insurance of {listed(lost)} is lost" if lost else ""
    book.say(
        f"The dealer looks under {under}: no blackjack{insured}. Play goes on.",
        rules.topics["look"],
        rules.topics["insurance-lost"] if lost else "",
    )
