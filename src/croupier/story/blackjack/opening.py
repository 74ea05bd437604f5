"""The bets as they lay at "No more bets": whose, where, and who decides."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.state import Box
from croupier.games.layout import Accepted, Limits
from croupier.story.blackjack.names import box_name, capital
from croupier.story.moment import Opening
from croupier.story.page import Notebook
from croupier.story.words import bet_name, listed, money, plural


def tell_bets(book: Notebook, opening: Opening[Round]) -> None:
    round, limits, seats = opening
    for box in round.boxes:
        _tell_box(book, round, box)
        _tell_limits(book, round, box, limits)
        _tell_decider(book, round, box, seats.get(box.number))
    everywhere = [bet for bet in round.bets if bet.bet == "boom-busted"]
    if everywhere:
        laid = [f"{bet.player} {money(bet.amount)}" for bet in everywhere]
        book.say(f"On Boom Busted: {listed(laid)}.", round.rules.topics["boom-busted-needs"])
    for line in round.lines:
        if line.clause == round.rules.topics["late-found"] and line.bet != "initial":
            where = "on any box" if line.box is None else f"on box {line.box}"
            book.say(
                f"{line.player}'s {money(line.stake)} on {bet_name(line.bet)} is found where it "
                f"should not lie, as there is no initial bet {where}: it is given back.",
                line.clause,
            )


def _tell_box(book: Notebook, round: Round, box: Box) -> None:
    here = [bet for bet in round.bets if bet.box == box.number]
    name = capital(box_name(round.rules, box.number))
    main = [f"{bet.player} bets {money(bet.amount)}" for bet in here if bet.bet == "initial"]
    behind = [
        f"{bet.player} bets {money(bet.amount)} behind, "
        f"{'following' if bet.follow else 'not following'} splits and doubles"
        for bet in here
        if bet.bet == "behind"
    ]
    book.say(f"{name}: {'; '.join([listed(main), *behind])}.")
    side = [
        f"{bet.player} {money(bet.amount)} on {bet_name(bet.bet)}"
        for bet in here
        if bet.bet not in ("initial", "behind")
    ]
    if side:
        book.say(f"Side bets on box {box.number}: {listed(side)}.", round.rules.topics["side-bets"])


def _tell_limits(book: Notebook, round: Round, box: Box, limits: Limits) -> None:
    """R8: what was accepted over or under the box's limits, and what becomes of it."""
    if not round.rules.shared_boxes:
        return
    cite = round.rules.topics
    bets = {bet.player: bet for bet in round.bets if bet.spot == ("initial", box.number)}
    whole = sum(bet.amount for bet in bets.values())
    if whole > limits.max:
        parts = [
            f"{one.player} plays for {money(one.amount)} of {money(bets[one.player].amount)}"
            for one in box.wagers
        ]
        small = any(bet.amount < limits.min for bet in bets.values())
        book.say(
            f"Together that is {money(whole)}, more than the {money(limits.max)} box "
            f"{box.number} may hold. It was accepted all the same, so each bet is cut in "
            f"proportion: {listed(parts)}; the rest goes back.",
            cite["excess"],
            cite["not-pro-rated"] if small else "",
        )
    elif whole < limits.min and any(bet.accepted is Accepted.UNDER_LIMIT for bet in bets.values()):
        book.say(
            f"That is less than the minimum of {money(limits.min)}. Nobody noticed in time, so it "
            "plays as it stands.",
            cite["under-limit"],
        )


def _tell_decider(book: Notebook, round: Round, box: Box, seated: str | None) -> None:
    if not round.rules.shared_boxes:
        _tell_seat(book, round, box)
        return
    cite = round.rules.topics
    if seated == box.decider:
        book.say(
            f"{box.decider} sits at box {box.number} and decides for it.", cite["decides-for-box"]
        )
        return
    if seated is not None:
        book.say(f"{seated} sits there without an initial bet, and decides nothing.", "R15")
    if len(box.deciders) == 1:
        book.say(f"{box.decider} alone bets on the box, and decides for it.", "R7")
    else:
        amounts = [bet.amount for bet in round.bets if bet.spot == ("initial", box.number)]
        tied = amounts.count(max(amounts)) > 1
        why = "with the first of the highest bets" if tied else "with the highest bet"
        book.say(f"Nobody sits at it with a bet: {box.decider}, {why}, decides.", "R7")


def _tell_seat(book: Notebook, round: Round, box: Box) -> None:
    behind = [wager.player for wager in box.wagers if wager.bet == "behind"]
    if behind:
        verb = plural(behind, "is", "are")
        book.say(
            f"{box.decider} plays the hand; {listed(behind)} {verb} bound by what "
            f"{box.decider} does.",
            round.rules.topics["decides-for-box"],
        )
