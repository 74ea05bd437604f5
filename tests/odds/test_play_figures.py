"""What play is measured by, held to the odds that were there before."""

import pytest

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.odds.game import advise, together
from croupier.odds.play_figures import play_figures
from croupier.odds.shoe import ShoeComposition


@pytest.mark.parametrize("game", ["live-roulette", "live-baccarat", "rws-knockout-baccarat"])
def test_bets_side_by_side_come_to_what_they_come_to_together(game: str) -> None:
    rules = variant(game)
    figures = play_figures(rules)
    assert figures.joint is not None
    stakes = {bet: 100 * (n + 1) for n, bet in enumerate(list(figures.joint.nets)[-6:])}
    exact = {round(float(net), 6): float(p) for net, p in together(rules, stakes).items()}
    added: dict[float, float] = {}
    for at, chance in enumerate(figures.joint.chances):
        net = round(sum(stake * figures.joint.nets[bet][at] for bet, stake in stakes.items()), 6)
        added[net] = added.get(net, 0.0) + chance
    assert added == pytest.approx(exact)


def test_decisions_are_worth_what_is_advised() -> None:
    rules = variant("live-blackjack")
    worths = play_figures(rules).decisions
    full = ShoeComposition.of_decks(rules.deck_count)
    for hand, dealer, shown, cell in (("T,6", "T", 9, "16f"), ("T,T", "6", 5, "20f")):
        for action, ev in (
            (one.action, one.ev) for one in advise(rules, full, hand, dealer).actions
        ):
            name = f"{shown} split 9" if action == "split" else f"{shown} {action} {cell}"
            assert ev <= worths[name] + 1e-12
            assert worths[name] == pytest.approx(ev, abs=0.02)


@pytest.mark.parametrize("game", VARIANTS)
def test_nobody_loses_more_than_the_most(game: str) -> None:
    figures = play_figures(variant(game))
    for odds in figures.odds.bets:
        assert -min(outcome.net for outcome in odds.outcomes) <= figures.most_lost[odds.bet]
