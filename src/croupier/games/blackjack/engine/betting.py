"""Bets before "No more bets": which are allowed where, and how the round begins.

Obeyed here: BJ5 3.5, 3.13.2d, 5.2.1; BJP 1.26, 3.5, 5.1.2, 5.2.1;
LIVE 2.5.2.2, 2.5.2.6.
"""

from croupier.engine.layout import Accepted, Bet, Layout, Limits
from croupier.engine.lines import Line, give_back
from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.engine.state import Box, Hand, Round, SideBet, Stake, Wager
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.kit.stakes import check_stake

_THE_BET = words("the bet")


def check_bet(
    rules: BlackjackRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
) -> None:
    """Refuse a bet that may not stand. `so_far` ends with this bet, `whole` is all that lies there:
    a maximum is broken by the chip that breaks it, but what a bet needs may come after it."""
    check_stake(bet.amount, rules.chip_unit)
    _check_place(rules, bet, so_far, whole)
    if bet.bet in ("initial", "behind"):
        _check_main_limits(rules, limits, bet, so_far, whole)
    else:
        _check_side_bet(rules, limits, bet, so_far, whole)


def _check_place(rules: BlackjackRules, bet: Bet, so_far: Layout, whole: Layout) -> None:
    cite = rules.topics
    if bet.box is None:
        return
    if not 1 <= bet.box <= rules.boxes:
        raise Refused(
            Code.ILLEGAL_BET,
            words(
                "there is no box {box}; the boxes are 1 to {boxes}", box=bet.box, boxes=rules.boxes
            ),
            cite["boxes"],
        )
    if bet.bet == "behind":
        _check_behind(rules, bet, so_far, whole)
    elif bet.bet == "initial":
        # LIVE 2.1.3, R20: one player to a seat or box; a live seat is taken by sitting down.
        seated = whole.seats.get(bet.box) if rules.bet_behind else None
        holder = seated or so_far.first_on("initial", bet.box)
        if holder not in (None, bet.player) and not rules.shared_boxes:
            raise Refused(
                Code.ILLEGAL_BET,
                words("box {box} is {player}'s", box=bet.box, player=holder),
                cite["box-taken"],
            )
        _check_box_count(rules, bet, so_far)


def _check_box_count(rules: BlackjackRules, bet: Bet, so_far: Layout) -> None:
    boxes = set(so_far.boxes_of(bet.player, "initial"))
    if rules.bet_behind:
        # R19: who sits is seated, whether or not there is a bet on the seat.
        boxes |= {box for box, player in so_far.seats.items() if player == bet.player}
    if len(boxes) <= rules.boxes_per_player:
        return
    if rules.bet_behind:
        # LIVE 2.4.5: one hand per account.
        raise Refused(
            Code.ILLEGAL_BET,
            words("{player} already has a seat", player=bet.player),
            rules.topics["boxes-per-player"],
        )
    # CLB 3: no more than three hands.
    raise Refused(
        Code.LIMIT,
        words(
            "{player} may play up to {hands, plural, one {# hand} other {# hands}}",
            player=bet.player,
            hands=rules.boxes_per_player,
        ),
        rules.topics["boxes-per-player"],
    )


def _check_behind(rules: BlackjackRules, bet: Bet, so_far: Layout, whole: Layout) -> None:
    assert bet.box is not None
    cite = rules.topics
    # LIVE 2.5.2.1, 2.5.2.3: behind an occupied seat only, and never by somebody seated.
    if not whole.total("initial", bet.box):
        raise Refused(
            Code.ILLEGAL_BET, words("nobody plays at seat {box}", box=bet.box), cite["behind-empty"]
        )
    if whole.boxes_of(bet.player, "initial") or bet.player in whole.seats.values():
        raise Refused(
            Code.ILLEGAL_BET,
            words("{player} is seated and cannot bet behind", player=bet.player),
            cite["behind-seated"],
        )
    if any(box != bet.box for box in so_far.boxes_of(bet.player, "behind")):
        # LIVE 2.4.5: one hand per account, behind a seat too.
        raise Refused(
            Code.ILLEGAL_BET,
            words("{player} bets behind another seat", player=bet.player),
            cite["box-taken"],
        )


def _check_main_limits(
    rules: BlackjackRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
) -> None:
    cite = rules.topics
    if not rules.shared_boxes:
        # R3a: each bet of each player.
        limits.check_most(so_far.amount(bet.player, *bet.spot), _THE_BET, cite["over-limit"])
        limits.check_least(whole.amount(bet.player, *bet.spot), _THE_BET, cite["below-limit"])
        return
    # R8, BJ5 5.1 and 5.2: per box, on the sum of its initial bets, unless they were accepted.
    assert bet.box is not None
    what = words("the sum of the initial bets on box {box}", box=bet.box)
    if not _accepted(whole, bet, Accepted.OVER_LIMIT):
        limits.check_most(so_far.total(*bet.spot), what, cite["over-limit"])
    if not _accepted(whole, bet, Accepted.UNDER_LIMIT):
        limits.check_least(whole.total(*bet.spot), what, cite["below-limit"])


def _accepted(layout: Layout, bet: Bet, how: Accepted) -> bool:
    """Whether any initial bet on this box is said to have been accepted so."""
    return any(
        (laid := layout.bet_of(player, *bet.spot)) is not None and laid.accepted is how
        for player in layout.players_on(*bet.spot)
    )


def _check_side_bet(
    rules: BlackjackRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
) -> None:
    cite = rules.topics
    # R3a: side bets go up to the table's maximum unless the house sets limits of their own.
    what = words("the {bet:bet} bet", bet=bet.bet)
    limits.check_most(so_far.amount(bet.player, *bet.spot), what, "R3a", side=True)
    limits.check_least(whole.amount(bet.player, *bet.spot), what, "R3a", rules.chip_unit)
    needed = whole.total("initial", bet.box) if bet.box is not None else whole.has("initial")
    if not needed:
        # R14, BJ5 5.15: found on the layout all the same, it is returned.
        if bet.accepted is Accepted.LATE_FOUND:
            return
        if bet.box is None:
            why = words("{bet:bet} needs an initial bet on any box", bet=bet.bet)
            raise Refused(Code.NO_INITIAL_BET, why, cite["boom-busted-needs"])
        why = words("{bet:bet} needs an initial bet on box {box}", bet=bet.bet, box=bet.box)
        brought = rules.switched_on.get(bet.bet)
        clause = cite["side-bets"] if brought is None else brought.clause
        raise Refused(Code.NO_INITIAL_BET, why, clause)
    if bet.bet in ("over-13", "under-13"):
        _check_over_under(rules, limits, bet, so_far, whole)


def _check_over_under(
    rules: BlackjackRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
) -> None:
    """R14, BJ5 3.13.2: no more than the bettor's own initial bet, or the seated player's."""
    assert bet.box is not None
    parts = parts_in_action(limits, whole, bet.box)
    measure = parts.get(bet.player)
    if measure is None:
        seated = deciders(whole, bet.box)[0]
        measure = parts[seated]
    if so_far.amount(bet.player, *bet.spot) > measure:
        raise Refused(
            Code.LIMIT,
            words(
                "{bet:bet} may not exceed the initial bet of {most:amount}",
                bet=bet.bet,
                most=measure,
            ),
            rules.topics["over-under-decided"],
        )


def deciders(layout: Layout, box: int) -> tuple[str, ...]:
    """R7, BJ5 1.26: who sits there with a bet, then the highest bet, the earliest of equals."""
    players = layout.players_on("initial", box)
    seated = layout.seats.get(box)
    return tuple(
        sorted(
            players, key=lambda player: (player != seated, -layout.amount(player, "initial", box))
        )
    )


def parts_in_action(limits: Limits, layout: Layout, box: int) -> dict[str, int]:
    """R8, BJ5 5.1.1: what each initial bet on the box plays for, once its excess was accepted. Side
    bets are no part of it (BJ5 1.14, BJP 1.15)."""
    stakes = {
        player: layout.amount(player, "initial", box)
        for player in layout.players_on("initial", box)
    }
    total = sum(stakes.values())
    return {
        # BJ5 5.1.2: a stake below the minimum is not pro-rated; no part falls below it.
        player: min(stake, max(stake * limits.max // total, limits.min))
        for player, stake in stakes.items()
    }


def lay_out(rules: BlackjackRules, limits: Limits, layout: Layout) -> Round:
    """ "No more bets": the layout as it lies now is what will be settled (BJ5 5.14)."""
    bets = layout.bets
    numbers = sorted({bet.box for bet in bets if bet.bet == "initial" and bet.box is not None})
    boxes = []
    lines: list[Line] = []
    for number in numbers:
        wagers = _wagers(rules, limits, layout, number, lines)
        stakes = tuple(Stake(wager.player, wager.amount) for wager in wagers)
        order = deciders(layout, number)
        boxes.append(Box(number, wagers, (Hand(stakes=stakes),), order, owner=order[0]))
    side_bets = []
    for bet in bets:
        if bet.bet in ("initial", "behind"):
            continue
        returned = bet.box not in numbers if bet.box is not None else not numbers
        if returned:
            # BJ5 5.15, BJP 5.15; they name the bets on a box, R14 the others too.
            verdict = give_back(rules.topics["late-found"] if bet.box is not None else "R14")
            lines.append(verdict.line(bet.player, bet.bet, bet.amount, bet.box))
        side_bets.append(SideBet(bet.player, bet.bet, bet.amount, bet.box, settled=returned))
    return Round(rules, bets, tuple(boxes), tuple(side_bets), lines=tuple(lines))


def _wagers(
    rules: BlackjackRules, limits: Limits, layout: Layout, box: int, lines: list[Line]
) -> tuple[Wager, ...]:
    parts = parts_in_action(limits, layout, box)
    wagers = []
    for bet in layout.bets:
        if bet.box != box or bet.bet not in ("initial", "behind"):
            continue
        # LIVE 2.5.2.3: who bets behind has no initial bet.
        part = parts.get(bet.player, bet.amount)
        if part < bet.amount:
            # R1: the part out of action goes back to its owner, on a line of its own.
            excess = give_back(rules.topics["excess"])
            lines.append(excess.line(bet.player, bet.bet, bet.amount - part, box))
        wagers.append(Wager(bet.player, bet.bet, part, follows=bet.follow))
    return tuple(wagers)
