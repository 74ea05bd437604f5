"""What a table may win or lose in many rounds, for the office."""

from typing import Annotated

from msgspec import Meta

from croupier.house.roles import Role
from croupier.odds.sessions.question import MOST_STAKED, SessionOdds, SessionQuestion, Side
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body
from croupier.server.http.lookups import Tables
from croupier.server.odds_service import OddsService

MOST_ROUNDS = 1_000_000
MOST_BETS = 40
_OFFICE = frozenset({Role.SHIFT, Role.INSPECTOR, Role.ADMINISTRATOR})

Stake = Annotated[int, Meta(ge=1, le=MOST_STAKED, description="In the smallest unit (cents).")]
BetName = Annotated[str, Meta(min_length=1, max_length=64)]


class AskedSession(Body, frozen=True):
    stakes: Annotated[dict[BetName, Stake], Meta(min_length=1, max_length=MOST_BETS)]
    """What somebody has on each bet in every round."""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    bankroll: Annotated[int, Meta(ge=1, le=10**12)] | None = None
    """With it, how likely it is lost."""
    side: Side = Side.HOUSE
    """Whose result, and whose bankroll."""


@endpoint("POST", "/api/office/forecast/{table}", roles=_OFFICE, looks=True)
async def forecast(
    request: HttpRequest, body: AskedSession, tables: Tables, odds: OddsService
) -> SessionOdds:
    """What so many rounds of these bets may come to under the table's own settings: the
    distribution of the result, the longest losing run, ruin. Amounts are in cents. Bets of one
    spin or coup are counted together; of a blackjack, one bet is asked for at a time."""
    rules = tables.room(request.path["table"]).state.rules
    asked = SessionQuestion(body.stakes, body.rounds, body.bankroll, body.side)
    return await odds.session(rules, asked)
