"""Rounds per second of the engine, per game and number of boxes, deal to settlement.

    make bench        or        python benchmarks/rounds.py [--seconds 1] [--json]

Every round is opened from its bets, driven through `waiting` and `step` by a plain player (insures
never, draws below 17, doubles eleven, splits eights and aces) and settled. Beside it, in the same
run, stands the bare machine: the same number of cards taken from a list and added up, so that
figures from two machines can be compared.
"""

import argparse
import json
import random
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import croupier
from croupier import Act, Action, BallRested, Bet, CardDealt, Decision, OffersClosed
from croupier.engine.rules import Rules
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.games.blackjack.engine.points import points
from croupier.kit.cards import Card, shoe

BLACKJACKS = [game for game in croupier.VARIANTS if "blackjack" in game]


def blackjack_bets(rules: Rules, boxes: int) -> list[Bet]:
    bets = []
    for box in range(1, boxes + 1):
        player = f"player {box}"
        bets.append(Bet(player, "initial", 100_00, box))
        for name, on_box in croupier.spots(rules).items():
            if on_box and name not in ("initial", "behind"):
                bets.append(Bet(player, name, 10_00, box))
        if "behind" in croupier.spots(rules):
            bets.append(Bet(f"behind {box}", "behind", 50_00, box, follow=True))
    if "boom-busted" in croupier.spots(rules):
        bets.append(Bet("player 1", "boom-busted", 10_00))
    return bets


def other_bets(rules: Rules, players: int) -> list[Bet]:
    spots = [*croupier.spots(rules)]
    names = spots[:: max(1, len(spots) // 10)]
    return [Bet(f"player {n}", name, 10_00) for n in range(players) for name in names]


def decide(round: croupier.Round, decision: Decision) -> Act:
    allowed = {option.action for option in decision.options}
    if Action.RAISE in allowed:
        return Act(decision.player, Action.RAISE, bet=decision.bet)
    assert isinstance(round, BlackjackRound)
    assert decision.box is not None
    index = round.box_index(decision.box)
    assert index is not None
    assert decision.hand is not None
    cards = round.boxes[index].hands[decision.hand - 1].cards
    total = points(cards).total
    if Action.SPLIT in allowed and cards[0][0] in "8A":
        action = Action.SPLIT
    elif Action.DOUBLE in allowed and total == 11:
        action = Action.DOUBLE
    else:
        action = Action.STAND if total >= 17 else Action.HIT
    return Act(decision.player, action, decision.box)


def one_round(rules: Rules, bets: list[Bet], cards: list[Card], pocket: int) -> int:
    """Play it out; how many inputs it took."""
    round = croupier.begin(rules, bets)
    inputs = 0
    while True:
        waiting = croupier.waiting(round)
        if waiting.over:
            return inputs
        inputs += 1
        if waiting.decisions:
            round = croupier.step(round, decide(round, waiting.decisions[0])).round
        elif waiting.offers:
            round = croupier.step(round, OffersClosed()).round
        elif waiting.pocket:
            round = croupier.step(round, BallRested(pocket)).round
        else:
            round = croupier.step(round, CardDealt(cards.pop())).round


def bare_machine(cards: list[Card]) -> int:
    total = 0
    while cards:
        total += ord(cards.pop()[0])
    return total


def per_second(work: Callable[[], int], seconds: float) -> tuple[float, float, float]:
    """Rounds a second, inputs a second, and the slowest round in milliseconds."""
    rounds = inputs = 0
    slowest = 0.0
    begun = now = time.perf_counter()
    while now - begun < seconds:
        before = now
        inputs += work()
        rounds += 1
        now = time.perf_counter()
        slowest = max(slowest, now - before)
    return rounds / (now - begun), inputs / (now - begun), slowest * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="per row")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for game in croupier.VARIANTS:
        rules = croupier.variant(game)
        chance = random.Random(1)
        for seats in (1, 3, 7) if game in BLACKJACKS else (1, 100, 1000):
            make = blackjack_bets if game in BLACKJACKS else other_bets
            # One player holds up to three classic boxes; here each box has its own.
            bets = make(rules, seats)
            full = [*shoe(8 if not hasattr(rules, "decks") else rules.decks)]

            def play(
                rules: Rules = rules,
                bets: list[Bet] = bets,
                full: list[Card] = full,
                chance: random.Random = chance,
            ) -> int:
                cards = chance.sample(full, min(60, len(full)))
                return one_round(rules, bets, cards, chance.randrange(37))

            def bare(full: list[Card] = full, chance: random.Random = chance) -> int:
                return bare_machine(chance.sample(full, min(60, len(full))))

            rate, inputs, slowest = per_second(play, options.seconds)
            baseline, _, _ = per_second(bare, options.seconds / 4)
            rows.append(
                {
                    "game": game,
                    "seats": seats,
                    "bets": len(bets),
                    "rounds_per_second": round(rate),
                    "ms_per_round": round(1000 / rate, 3),
                    "slowest_ms": round(slowest, 2),
                    "inputs_per_second": round(inputs),
                    "bare_machine_per_second": round(baseline),
                }
            )
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in rows[0]:
        table.add_column(column.replace("_", " "), justify="left" if column == "game" else "right")
    for row in rows:
        table.add_row(
            *(f"{value:,}" if not isinstance(value, str) else value for value in row.values())
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
