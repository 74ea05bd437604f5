"""What a table's bets are worth, and how it is best played; as public as its rules are."""

from croupier.kit.errors import Code, Refused
from croupier.odds.reckoning import BestPlay
from croupier.odds.worth import GameOdds
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.lookups import Tables
from croupier.server.odds_service import OddsService


@endpoint("GET", "/api/tables/{table}/odds", roles=None)
async def odds(request: HttpRequest, tables: Tables, odds_service: OddsService) -> GameOdds:
    """The worth of every bet under the table's own settings, from a fresh shoe; the first answer
    for a blackjack takes a few seconds."""
    return (await odds_service.of(tables.room(request.path["table"]).state.rules)).odds


@endpoint("GET", "/api/tables/{table}/strategy", roles=None)
async def strategy(request: HttpRequest, tables: Tables, odds_service: OddsService) -> BestPlay:
    """The best play: the chart of its decisions; not found where players decide
    nothing."""
    play = (await odds_service.of(tables.room(request.path["table"]).state.rules)).play
    if play is None:
        raise Refused(Code.NOT_FOUND, "this game asks its players nothing")
    return play
