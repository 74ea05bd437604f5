"""The dealer's hand: card by card, and why the dealer drew or did not."""

from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.settlement import dealer_blackjack, dealer_stands
from croupier.games.blackjack.engine.state import Phase
from croupier.games.blackjack.story.names import count, stake_name, total
from croupier.kit.cards import Card
from croupier.kit.phrase import Item, Phrase, words
from croupier.story.moment import Moment
from croupier.story.page import StoryWriter


def tell_dealer_turn(write: StoryWriter, moment: Moment[Round], heading: Phrase) -> None:
    """All have decided: the hole card is turned, and sometimes there is nothing more to do."""
    before, after = moment.before, moment.after
    done = (Phase.DEALER, Phase.COMPLETE, Phase.OVER)
    if after.void or after.phase not in done or before.phase in done or not after.boxes:
        return
    if not after.dealer:
        return
    surplus = before.dealer[len(after.dealer) :]
    if _ended_by_look(moment):
        tell_surplus(write, after, surplus)
        return
    write.turn_to(heading)
    if after.rules.hole_card and len(after.dealer) > 1:
        write.say(
            words(
                "The dealer turns {card:face}: {cards:faces}, {now}.",
                card=after.dealer[1],
                cards=after.dealer,
                now=_dealer_count(after),
            ),
            after.rules.topics["hole-card-turned"],
        )
    tell_surplus(write, after, surplus)
    if after.complete:
        _tell_stop(write, after)


def tell_surplus(write: StoryWriter, round: Round, cards: tuple[Card, ...]) -> None:
    """R32: cards placed on a hand that was complete without them."""
    if cards:
        write.say(
            words(
                "{cards:faces} came after the hand was complete and {count, plural, one {is} other "
                "{are}} thrown away.",
                cards=cards,
                count=len(cards),
            ),
            round.rules.topics["overdraw"],
            "R32",
        )


def _ended_by_look(moment: Moment[Round]) -> bool:
    """The dealer's look under an ace or ten has found a blackjack, and that was told."""
    after = moment.after
    looked = moment.before.phase in (Phase.DEAL, Phase.WINDOW) and after.rules.hole_card
    return looked and after.complete and dealer_blackjack(after)


def tell_dealer_card(write: StoryWriter, moment: Moment[Round], card: Card) -> None:
    after = moment.after
    write.say(_drawn(moment, card, _dealer_count(after)), after.rules.topics["dealer-draws"])
    if after.complete:
        _tell_stop(write, after)
    elif moment.lines:
        settled = tuple(stake_name(after, line) for line in moment.lines)
        write.say(words("That second card decides {stakes:and}.", stakes=settled))


def _drawn(moment: Moment[Round], card: Card, now: Item) -> Phrase:
    had = moment.before.dealer
    if not had:
        return words("The dealer draws {card:face}: {now}.", card=card, now=now)
    if len(had) < 2:
        return words(
            "The dealer, showing {shown:faces}, draws {card:face}: {now}.",
            shown=had,
            card=card,
            now=now,
        )
    if total(had) >= 17:
        # Only a soft 17 is drawn to from 17 on, where the house says so.
        return words(
            "The dealer has {had}, draws to it, and takes {card:face}: {now}.",
            had=count(had),
            card=card,
            now=now,
        )
    return words(
        "The dealer has {had}, under 17, and takes {card:face}: {now}.",
        had=count(had),
        card=card,
        now=now,
    )


def _dealer_count(round: Round) -> Item:
    return words("blackjack") if dealer_blackjack(round) else count(round.dealer)


def _tell_stop(write: StoryWriter, round: Round) -> None:
    """Why the dealer takes no further card."""
    cite = round.rules.topics
    if dealer_blackjack(round):
        write.say(words("A blackjack: the dealer draws no more."), cite["dealer-stands"])
    elif len(round.dealer) > 1 and dealer_stands(round):
        if total(round.dealer) <= 21:
            write.say(
                words("The dealer stands on {points}.", points=count(round.dealer)),
                cite["dealer-stands"],
            )
    else:
        write.say(
            words("The dealer draws no further card: no bet depends on it any more."),
            cite["dealer-only-needed"],
        )
