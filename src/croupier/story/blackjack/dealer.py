"""The dealer's hand: card by card, and why the dealer drew or did not."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.settlement import dealer_blackjack, dealer_stands
from croupier.games.blackjack.state import Phase
from croupier.kit.cards import Card
from croupier.story.blackjack.names import count, stake_name, total
from croupier.story.moment import Moment
from croupier.story.page import Notebook
from croupier.story.words import card_name, card_names, listed


def tell_dealer_turn(book: Notebook, moment: Moment[Round], heading: str) -> None:
    """All have decided: the hole card is turned, and sometimes there is nothing more to do."""
    before, after = moment.before, moment.after
    done = (Phase.DEALER, Phase.COMPLETE, Phase.OVER)
    if after.void or after.phase not in done or before.phase in done or not after.boxes:
        return
    if not after.dealer or _ended_by_look(moment):
        return
    book.turn_to(heading)
    hole = after.rules.hole_card and len(after.dealer) > 1
    if hole:
        book.say(
            f"The dealer turns {card_name(after.dealer[1])}: {card_names(after.dealer)}, "
            f"{_dealer_count(after)}.",
            after.rules.topics["hole-card-turned"],
        )
    if after.complete:
        _tell_stop(book, after)


def _ended_by_look(moment: Moment[Round]) -> bool:
    """The dealer's look under an ace or ten has found a blackjack, and that was told."""
    after = moment.after
    looked = moment.before.phase in (Phase.DEAL, Phase.WINDOW) and after.rules.hole_card
    return looked and after.complete and dealer_blackjack(after)


def tell_dealer_card(book: Notebook, moment: Moment[Round], card: Card) -> None:
    before, after = moment.before, moment.after
    cite = after.rules.topics
    got = f"{card_name(card)}: {_dealer_count(after)}"
    if len(before.dealer) < 2:
        shows = f", showing {card_names(before.dealer)}," if before.dealer else ""
        book.say(f"The dealer{shows} draws {got}.", cite["dealer-draws"])
    else:
        # Only a soft 17 is drawn to from 17 on, where the house says so.
        why = "draws to it" if total(before.dealer) >= 17 else "under 17"
        book.say(
            f"The dealer has {count(before.dealer)}, {why}, and takes {got}.", cite["dealer-draws"]
        )
    if after.complete:
        _tell_stop(book, after)
    elif moment.lines:
        settled = [stake_name(after, line) for line in moment.lines]
        book.say(f"That second card decides {listed(settled)}.")


def _dealer_count(round: Round) -> str:
    return "blackjack" if dealer_blackjack(round) else count(round.dealer)


def _tell_stop(book: Notebook, round: Round) -> None:
    """Why the dealer takes no further card."""
    cite = round.rules.topics
    if dealer_blackjack(round):
        book.say("A blackjack: the dealer draws no more.", cite["dealer-stands"])
    elif len(round.dealer) > 1 and dealer_stands(round):
        if total(round.dealer) <= 21:
            book.say(f"The dealer stands on {count(round.dealer)}.", cite["dealer-stands"])
    else:
        book.say(
            "The dealer draws no further card: no bet depends on it any more.",
            cite["dealer-only-needed"],
        )
