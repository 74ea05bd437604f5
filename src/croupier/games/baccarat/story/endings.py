"""Why each bet of a coup ended as it did."""

from croupier.engine.lines import Line, Result
from croupier.games.baccarat.engine import Round
from croupier.games.baccarat.engine.table_of_play import hand_points
from croupier.games.baccarat.story.names import on_spot
from croupier.kit.odds import Odds
from croupier.kit.phrase import Phrase, words
from croupier.story.moment import Ending


def ending(line: Line, round: Round) -> Ending:
    stake = on_spot(line)
    if line.result in (Result.VOID, Result.ADJUSTED):
        return Ending(stake)
    if line.result is Result.RETURNED:
        return Ending(stake, words("there was no bet on Player or Banker with it"))
    if (line.player, line.bet) in round.folded:
        return Ending(stake, words("it was folded"))
    won = line.result is Result.WIN
    if line.bet.endswith("-pair"):
        cards = round.player[:2] if line.bet == "player-pair" else round.banker[:2]
        if won:
            return Ending(
                stake, words("{cards:faces} are a pair", cards=cards), round.rules.pair_pays
            )
        return Ending(stake, words("{cards:faces} are no pair", cards=cards))
    return _by_points(stake, line, round)


def _by_points(stake: Phrase, line: Line, round: Round) -> Ending:
    rules, won = round.rules, line.result is Result.WIN
    ours, theirs = hand_points(round.player), hand_points(round.banker)
    score = words("Player {player}, Banker {banker}", player=ours, banker=theirs)
    if line.result is Result.PUSH:
        return Ending(stake, words("{score}, and a tie gives this bet back", score=score))
    if line.bet == "tie":
        return Ending(stake, score, rules.tie_pays if won else None)
    if line.bet.startswith("winning-total"):
        pays = rules.winning_totals[line.bet] if won else None
        return Ending(stake, words("the winning hand has {total}", total=max(ours, theirs)), pays)
    if won and line.bet.startswith("wager-"):
        score = words(
            "{score}, and the pay goes by the {points} of the beaten hand",
            score=score,
            points=min(ours, theirs),
        )
    if won and line.bet == "banker" and theirs == 6 and rules.banker_six_pays:
        score = words("{score}, and Banker's win with six pays less", score=score)
    return Ending(stake, score, _pays(round, line.bet, min(ours, theirs)) if won else None)


def _pays(round: Round, bet: str, losing: int) -> Odds | None:
    rules = round.rules
    if bet.startswith("ante-"):
        return rules.ante_pays
    if bet.startswith("wager-"):
        return rules.wager_pays[losing]
    if bet == "player":
        return rules.player_pays
    six = hand_points(round.banker) == 6
    return (rules.banker_six_pays if six else None) or rules.banker_pays
