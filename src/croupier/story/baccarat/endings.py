"""Why each bet of a coup ended as it did."""

from croupier.games.baccarat import Round
from croupier.games.baccarat.table_of_play import hand_points
from croupier.games.lines import Line, Result
from croupier.kit.odds import Odds
from croupier.story.moment import Ending
from croupier.story.words import card_names, on_spot


def ending(line: Line, round: Round) -> Ending:
    stake = on_spot(line)
    if line.result in (Result.VOID, Result.ADJUSTED):
        return Ending(stake)
    if line.result is Result.RETURNED:
        return Ending(stake, "there was no bet on Player or Banker with it")
    if (line.player, line.bet) in round.folded:
        return Ending(stake, "it was folded")
    won = line.result is Result.WIN
    if line.bet.endswith("-pair"):
        cards = round.player[:2] if line.bet == "player-pair" else round.banker[:2]
        pair = "a pair" if won else "no pair"
        return Ending(
            stake, f"{card_names(cards)} are {pair}", round.rules.pair_pays if won else None
        )
    ours, theirs = hand_points(round.player), hand_points(round.banker)
    score = f"Player {ours}, Banker {theirs}"
    if line.result is Result.PUSH:
        return Ending(stake, f"{score}, and a tie gives this bet back")
    if line.bet == "tie":
        return Ending(stake, score, round.rules.tie_pays if won else None)
    if line.bet.startswith("winning-total"):
        pays = round.rules.winning_totals[line.bet] if won else None
        return Ending(stake, f"the winning hand has {max(ours, theirs)}", pays)
    if won and line.bet.startswith("wager-"):
        score += f", and the pay goes by the {min(ours, theirs)} of the beaten hand"
    if won and line.bet == "banker" and theirs == 6 and round.rules.banker_six_pays:
        score += ", and Banker's win with six pays less"
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
