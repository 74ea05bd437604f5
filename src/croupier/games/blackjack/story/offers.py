"""Insurance, even money, surrender and following: taken, declined or let go by."""

from croupier.engine.inputs import Act, Action, OffersClosed
from croupier.engine.waiting import Offer
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.offers import open_offers
from croupier.games.blackjack.engine.state import Phase
from croupier.games.blackjack.story.names import box_name
from croupier.kit.phrase import words
from croupier.story.moment import Moment
from croupier.story.page import StoryWriter

PLAYS = {Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT}
"""What closes the window (R9)."""


def tell_answer(write: StoryWriter, moment: Moment[Round], act: Act) -> None:
    before = moment.before
    rules, cite = before.rules, before.rules.topics
    player, where = act.player, box_name(rules, act.box)
    match act.action:
        case Action.INSURE:
            write.say(
                words(
                    "{player} insures {box} for {amount:amount}.",
                    player=player,
                    box=where,
                    amount=act.amount or 0,
                ),
                cite["insurance"],
            )
        case Action.EVEN_MONEY:
            write.say(
                words(
                    "{player} takes even money for the blackjack on {box}.",
                    player=player,
                    box=where,
                ),
                cite["even-money"],
            )
        case Action.SURRENDER:
            _tell_surrender(write, before, act)
        case Action.FOLLOW:
            _tell_follow(write, moment, act)
        case _ if before.follow is not None:
            _tell_stayed(write, before, (player,))
        case _:
            write.say(
                words("{player} wants no insurance on {box}.", player=player, box=where),
                cite["insurance"],
            )


def _tell_surrender(write: StoryWriter, round: Round, act: Act) -> None:
    index = round.box_index(act.box)
    assert index is not None
    others = tuple(
        wager.player for wager in round.boxes[index].wagers if wager.player != act.player
    )
    where, clause = box_name(round.rules, act.box), round.rules.topics["surrendering"]
    if others:
        told = words(
            "{player} surrenders {box} for half the stake, which binds {others:and} too.",
            player=act.player,
            box=where,
            others=others,
        )
        write.say(told, clause, "R7")
    else:
        told = words("{player} surrenders {box} for half the stake.", player=act.player, box=where)
        write.say(told, clause)


def _tell_follow(write: StoryWriter, moment: Moment[Round], act: Act) -> None:
    follow = moment.before.follow
    assert follow is not None
    split = follow.action is Action.SPLIT
    cite = moment.before.rules.topics
    where = follow.box, follow.hand + (1 if split else 0)
    stake = moment.after.hand(where).stake_of(act.player)
    assert stake is not None
    if split:
        told = words(
            "{player} follows the split with {added:amount} more.",
            player=act.player,
            added=stake.amount,
        )
        write.say(told, cite["follow-split"])
    else:
        told = words(
            "{player} follows the double with {added:amount} more.",
            player=act.player,
            added=stake.added,
        )
        write.say(told, cite["follow-double"])


def tell_lapse(write: StoryWriter, moment: Moment[Round]) -> None:
    """Offers that went by without an answer."""
    before, input = moment.before, moment.input
    if isinstance(input, OffersClosed) and before.follow is not None:
        _tell_stayed(write, before, before.follow.players)
        return
    plays = isinstance(input, Act) and input.action in PLAYS
    if before.phase is not Phase.WINDOW or not (plays or isinstance(input, OffersClosed)):
        return
    offers = open_offers(before)
    _tell_let_go(write, before, offers)
    surrenders = any(
        option.action is Action.SURRENDER for offer in offers for option in offer.options
    )
    if surrenders:
        already = any(box.hands[0].surrendered for box in before.boxes)
        write.say(
            words("Nobody else surrenders.") if already else words("Nobody surrenders."),
            before.rules.topics["surrendering"],
        )


def _tell_let_go(write: StoryWriter, round: Round, offers: tuple[Offer, ...]) -> None:
    """Insurance and even money that nobody took."""
    insurance, even_money = round.rules.topics["insurance"], round.rules.topics["even-money"]
    if who := _offered(offers, {Action.INSURE}):
        told = words(
            "{who:and} could insure, and {count, plural, one {does} other {do}} not.",
            who=who,
            count=len(who),
        )
        write.say(told, insurance)
    if who := _offered(offers, {Action.EVEN_MONEY}):
        told = words(
            "{who:and} could take even money, and {count, plural, one {does} other {do}} not.",
            who=who,
            count=len(who),
        )
        write.say(told, even_money)
    if who := _offered(offers, {Action.INSURE, Action.EVEN_MONEY}):
        told = words(
            "{who:and} could insure or take even money, and "
            "{count, plural, one {does} other {do}} neither.",
            who=who,
            count=len(who),
        )
        write.say(told, insurance, even_money)


def _offered(offers: tuple[Offer, ...], choices: set[Action]) -> tuple[str, ...]:
    """Who was offered just this."""
    theirs = (offer for offer in offers if {option.action for option in offer.options} == choices)
    return tuple(dict.fromkeys(offer.player for offer in theirs))


def _tell_stayed(write: StoryWriter, round: Round, players: tuple[str, ...]) -> None:
    follow, cite = round.follow, round.rules.topics
    assert follow is not None
    if follow.action is Action.SPLIT:
        told = words(
            "{who:and} {count, plural, one {does not follow the split and stays} other {do not "
            "follow the split and stay}} on hand {hand} alone.",
            who=players,
            count=len(players),
            hand=follow.hand + 1,
        )
        write.say(told, cite["follow-split"])
    else:
        told = words(
            "{who:and} {count, plural, one {does not follow the double, and shares} other {do not "
            "follow the double, and share}} its one card for the stake as it is.",
            who=players,
            count=len(players),
        )
        write.say(told, cite["follow-double"])
