"""What is shown of a coup."""

from collections.abc import Iterable, Iterator

from croupier.engine import protocol as engine
from croupier.engine.viewer import Viewer
from croupier.games.baccarat.engine import BaccaratView, Round
from croupier.games.baccarat.engine.rules import ANTES
from croupier.games.baccarat.engine.settlement import raise_of
from croupier.server.family import FamilyViews
from croupier.table.judging.squeeze import squeezers
from croupier.table.state import TableState
from croupier.wire.views import BaccaratPlay, SpotChips


class BaccaratViews(FamilyViews[Round]):
    def play(self, state: TableState, round: Round, viewer: Viewer) -> BaccaratPlay:
        seen = engine.view(round, viewer)
        assert isinstance(seen, BaccaratView)
        return BaccaratPlay(
            seen.player,
            seen.player_points,
            seen.banker,
            seen.banker_points,
            squeezers(state),
            state.config.clocks.squeezing or 0,
        )

    def chips(self, laid: Iterable[SpotChips], round: Round) -> Iterator[SpotChips]:
        yield from laid
        for bet in round.bets:
            if (bet.player, bet.bet) in round.raised:
                yield SpotChips(bet.player, ANTES[bet.bet], raise_of(round, bet), None)
