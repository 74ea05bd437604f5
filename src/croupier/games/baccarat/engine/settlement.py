"""Who gets what when the coup is complete.

| bet | NKB | LIVE |
|---|---|---|
| Player, Banker, Tie | 4.1.1 | 3.3.3 |
| a tie returns the rest | 3.9 | 3.2 |
| pairs | 3.5, 4.1.1 | - |
| Winning Total | 4.1.2 | - |
| Ante and Wager | 3.4, 4.1.3 | - |

Obeyed here too: NKB 1.5, 1.6, 1.7, 1.9, 4.1; R22.
"""

from msgspec.structs import replace

from croupier.engine.layout import Bet
from croupier.engine.lines import Line, Verdict, lose, push, win
from croupier.games.baccarat.engine.rules import ANTES
from croupier.games.baccarat.engine.state import Round
from croupier.games.baccarat.engine.table_of_play import hand_points
from croupier.kit.cards import Card, same_rank

_TOTALS = {
    "winning-total-1-4": (1, 2, 3, 4),
    "winning-total-5-6": (5, 6),
    "winning-total-7": (7,),
    "winning-total-8": (8,),
    "winning-total-9": (9,),
}


def raise_of(round: Round, bet: Bet) -> int:
    """NKB 3.4.2, R23: exactly twice the ante."""
    assert round.rules.raise_multiple is not None
    return bet.amount * round.rules.raise_multiple


def complete(round: Round) -> Round:
    """The coup is dealt out: settle every bet, in the order they were placed."""
    lines: list[Line] = []
    for bet in round.bets:
        key = bet.player, bet.bet
        if key in round.folded:
            continue
        lines.append(judge(round, bet.bet).line(bet.player, bet.bet, bet.amount))
        if key in round.raised:
            wager = ANTES[bet.bet]
            lines.append(judge(round, wager).line(bet.player, wager, raise_of(round, bet)))
    return replace(round, lines=(*round.lines, *lines), over=True)


def judge(round: Round, bet: str) -> Verdict:
    rules, cite = round.rules, round.rules.topics
    if (pair := judge_pair(round, bet)) is not None:
        return pair
    ours, theirs = hand_points(round.player), hand_points(round.banker)
    if bet == "tie":
        return win(rules.tie_pays, cite["tie"]) if ours == theirs else lose(cite["tie"])
    if ours == theirs:
        # NKB 3.9, LIVE 3.2: a tie gives all but Tie and the pairs back.
        return push(cite["tie-returns"])
    winner, winning, losing = (
        ("player", ours, theirs) if ours > theirs else ("banker", theirs, ours)
    )
    if bet in rules.winning_totals:
        hit = winning in _TOTALS[bet]
        return (
            win(rules.winning_totals[bet], cite["winning-total-decided"])
            if hit
            else lose(cite["winning-total-decided"])
        )
    if bet.startswith(("ante-", "wager-")):
        if not bet.endswith(winner):
            return lose(cite["ante-decided"])
        assert rules.ante_pays is not None
        # NKB 4.1.3: the ante pays even, the wager by what the losing hand counts.
        odds = rules.ante_pays if bet.startswith("ante-") else rules.wager_pays[losing]
        return win(odds, cite["ante-decided"])
    clause = cite[bet]
    if bet != winner:
        return lose(clause)
    if bet == "player":
        return win(rules.player_pays, clause)
    # NKB 4.1.1: Banker's win with six pays half.
    six = rules.banker_six_pays is not None and winning == 6
    return win(rules.banker_six_pays if six else rules.banker_pays, clause)  # type: ignore[arg-type]


def judge_pair(round: Round, bet: str) -> Verdict | None:
    """R23, NKB 3.5: by rank, on the first two cards of the hand; None for any other bet, or while
    the two cards do not lie there."""
    hands: dict[str, tuple[Card, ...]] = {
        "player-pair": round.player[:2],
        "banker-pair": round.banker[:2],
    }
    cards = hands.get(bet, ())
    if len(cards) < 2:
        return None
    assert round.rules.pair_pays is not None
    clause = round.rules.topics["pair-decided"]
    return win(round.rules.pair_pays, clause) if same_rank(*cards) else lose(clause)
