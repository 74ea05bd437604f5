"""The bets as they lay at "No more bets": whose, where, and who decides."""

from croupier.engine.layout import Accepted, Bet, Limits
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.state import Box
from croupier.games.blackjack.story.names import bet_name, box_name
from croupier.kit.phrase import Phrase, words
from croupier.story.moment import Opening
from croupier.story.page import StoryWriter
from croupier.story.words import laid, owned


def tell_bets(write: StoryWriter, opening: Opening[Round]) -> None:
    round, limits, seats = opening
    for box in round.boxes:
        _tell_box(write, round, box)
        _tell_limits(write, round, box, limits)
        _tell_decider(write, round, box, seats.get(box.number))
    everywhere = tuple(
        words("{player} {amount:amount}", player=bet.player, amount=bet.amount)
        for bet in round.bets
        if bet.bet == "boom-busted"
    )
    if everywhere:
        write.say(
            words("On Boom Busted: {bets:and}.", bets=everywhere),
            round.rules.topics["boom-busted-needs"],
        )
    for line in round.lines:
        if line.clause == round.rules.topics["late-found"] and line.bet != "initial":
            stake = owned(line.player, laid(line.stake, bet_name(line.bet)))
            write.say(_found_late(stake, line.box), line.clause)


def _found_late(stake: Phrase, box: int | None) -> Phrase:
    if box is None:
        return words(
            "{stake} is found where it should not lie, as there is no initial bet on any box: it "
            "is given back.",
            stake=stake,
        )
    return words(
        "{stake} is found where it should not lie, as there is no initial bet on box {box}: it is "
        "given back.",
        stake=stake,
        box=box,
    )


def _tell_box(write: StoryWriter, round: Round, box: Box) -> None:
    here = [bet for bet in round.bets if bet.box == box.number]
    main = tuple(
        words("{player} bets {amount:amount}", player=bet.player, amount=bet.amount)
        for bet in here
        if bet.bet == "initial"
    )
    behind = tuple(_behind(bet) for bet in here if bet.bet == "behind")
    write.say(
        words(
            "{^box}: {bets:semicolon}.",
            box=box_name(round.rules, box.number),
            bets=(words("{bets:and}", bets=main), *behind),
        )
    )
    side = tuple(
        words(
            "{player} {amount:amount} on {bet}",
            player=bet.player,
            amount=bet.amount,
            bet=bet_name(bet.bet),
        )
        for bet in here
        if bet.bet not in ("initial", "behind")
    )
    if side:
        write.say(
            words("Side bets on box {box}: {bets:and}.", box=box.number, bets=side),
            round.rules.topics["side-bets"],
        )


def _behind(bet: Bet) -> Phrase:
    if bet.follow:
        return words(
            "{player} bets {amount:amount} behind, following splits and doubles",
            player=bet.player,
            amount=bet.amount,
        )
    return words(
        "{player} bets {amount:amount} behind, not following splits and doubles",
        player=bet.player,
        amount=bet.amount,
    )


def _tell_limits(write: StoryWriter, round: Round, box: Box, limits: Limits) -> None:
    """R8: what was accepted over or under the box's limits, and what becomes of it."""
    if not round.rules.shared_boxes:
        return
    cite = round.rules.topics
    bets = {bet.player: bet for bet in round.bets if bet.spot == ("initial", box.number)}
    whole = sum(bet.amount for bet in bets.values())
    if whole > limits.max:
        parts = tuple(
            words(
                "{player} plays for {amount:amount} of {laid:amount}",
                player=wager.player,
                amount=wager.amount,
                laid=bets[wager.player].amount,
            )
            for wager in box.wagers
        )
        small = any(bet.amount < limits.min for bet in bets.values())
        write.say(
            words(
                "Together that is {whole:amount}, more than the {most:amount} box {box} may hold. "
                "It was accepted all the same, so each bet is cut in proportion: {parts:and}; the "
                "rest goes back.",
                whole=whole,
                most=limits.max,
                box=box.number,
                parts=parts,
            ),
            cite["excess"],
            cite["not-pro-rated"] if small else "",
        )
    elif whole < limits.min and any(bet.accepted is Accepted.UNDER_LIMIT for bet in bets.values()):
        write.say(
            words(
                "That is less than the minimum of {least:amount}. Nobody noticed in time, so it "
                "plays as it stands.",
                least=limits.min,
            ),
            cite["under-limit"],
        )


def _tell_decider(write: StoryWriter, round: Round, box: Box, seated: str | None) -> None:
    if not round.rules.shared_boxes:
        _tell_seat(write, round, box)
        return
    decider = box.decider or ""
    if seated == box.decider:
        write.say(
            words("{player} sits at box {box} and decides for it.", player=decider, box=box.number),
            round.rules.topics["decides-for-box"],
        )
        return
    if seated is not None:
        write.say(
            words(
                "{player} sits there without an initial bet, and decides nothing.", player=seated
            ),
            "R15",
        )
    if len(box.deciders) == 1:
        write.say(
            words("{player} alone bets on the box, and decides for it.", player=decider), "R7"
        )
        return
    amounts = [bet.amount for bet in round.bets if bet.spot == ("initial", box.number)]
    if amounts.count(max(amounts)) > 1:
        told = words(
            "Nobody sits at it with a bet: {player}, with the first of the highest bets, decides.",
            player=decider,
        )
    else:
        told = words(
            "Nobody sits at it with a bet: {player}, with the highest bet, decides.",
            player=decider,
        )
    write.say(told, "R7")


def _tell_seat(write: StoryWriter, round: Round, box: Box) -> None:
    behind = tuple(wager.player for wager in box.wagers if wager.bet == "behind")
    if behind:
        write.say(
            words(
                "{player} plays the hand; {behind:and} {count, plural, one {is} other {are}} bound "
                "by what {player} does.",
                player=box.decider or "",
                behind=behind,
                count=len(behind),
            ),
            round.rules.topics["decides-for-box"],
        )
