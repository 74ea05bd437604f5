"""Insurance, even money, surrender and following: taken, declined or let go by."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.offers import open_offers
from croupier.games.blackjack.round import PLAYS
from croupier.games.blackjack.state import Phase
from croupier.games.inputs import Act, Action, OffersClosed
from croupier.story.blackjack.names import box_name
from croupier.story.moment import Moment
from croupier.story.page import Notebook
from croupier.story.words import listed, money, plural


def tell_answer(book: Notebook, moment: Moment[Round], act: Act) -> None:
    before = moment.before
    rules, cite = before.rules, before.rules.topics
    where = box_name(rules, act.box)
    match act.action:
        case Action.INSURE:
            book.say(
                f"{act.player} insures {where} for {money(act.amount or 0)}.", cite["insurance"]
            )
        case Action.EVEN_MONEY:
            book.say(
                f"{act.player} takes even money for the blackjack on {where}.", cite["even-money"]
            )
        case Action.SURRENDER:
            index = before.box_index(act.box)
            assert index is not None
            others = [one.player for one in before.boxes[index].wagers if one.player != act.player]
            bound = f", which binds {listed(others)} too" if others else ""
            book.say(
                f"{act.player} surrenders {where} for half the stake{bound}.",
                cite["surrendering"],
                "R7" if others else "",
            )
        case Action.FOLLOW:
            _tell_follow(book, moment, act)
        case _ if before.follow is not None:
            _tell_stayed(book, before, (act.player,))
        case _:
            book.say(f"{act.player} wants no insurance on {where}.", cite["insurance"])


def _tell_follow(book: Notebook, moment: Moment[Round], act: Act) -> None:
    follow = moment.before.follow
    assert follow is not None
    split = follow.action is Action.SPLIT
    cite = moment.before.rules.topics
    where = follow.box, follow.hand + (1 if split else 0)
    stake = moment.after.hand(where).stake_of(act.player)
    assert stake is not None
    book.say(
        f"{act.player} follows the {follow.action} with "
        f"{money(stake.amount if split else stake.added)} more.",
        cite["follow-split"] if split else cite["follow-double"],
    )


def tell_lapse(book: Notebook, moment: Moment[Round]) -> None:
    """Offers that went by without an answer."""
    before, input = moment.before, moment.input
    if isinstance(input, OffersClosed) and before.follow is not None:
        _tell_stayed(book, before, before.follow.players)
        return
    plays = isinstance(input, Act) and input.action in PLAYS
    if before.phase is not Phase.WINDOW or not (plays or isinstance(input, OffersClosed)):
        return
    offers = open_offers(before)
    cite = before.rules.topics
    for choices, words, clauses in (
        ({Action.INSURE}, "could insure, and {do} not", (cite["insurance"],)),
        ({Action.EVEN_MONEY}, "could take even money, and {do} not", (cite["even-money"],)),
        (
            {Action.INSURE, Action.EVEN_MONEY},
            "could insure or take even money, and {do} neither",
            (cite["insurance"], cite["even-money"]),
        ),
    ):
        offered = [one for one in offers if {option.action for option in one.options} == choices]
        players = list(dict.fromkeys(one.player for one in offered))
        if players:
            passed = words.format(do=plural(players, "does", "do"))
            book.say(f"{listed(players)} {passed}.", *clauses)
    surrenders = any(option.action is Action.SURRENDER for one in offers for option in one.options)
    if surrenders:
        already = any(box.hands[0].surrendered for box in before.boxes)
        book.say(f"Nobody {'else ' if already else ''}surrenders.", cite["surrendering"])


def _tell_stayed(book: Notebook, round: Round, players: tuple[str, ...]) -> None:
    follow, cite = round.follow, round.rules.topics
    assert follow is not None
    verb = plural(players, "does", "do")
    if follow.action is Action.SPLIT:
        stay = plural(players, "stays", "stay")
        book.say(
            f"{listed(players)} {verb} not follow the split and {stay} on hand "
            f"{follow.hand + 1} alone.",
            cite["follow-split"],
        )
    else:
        share = plural(players, "shares", "share")
        book.say(
            f"{listed(players)} {verb} not follow the double, and {share} its one card for the "
            "stake as it is.",
            cite["follow-double"],
        )
