"""What a table's bets are worth, and how it is best played; as public as its rules are."""

from typing import Any

from croupier.kit.errors import Code, Refused
from croupier.odds.reckoning import BestPlay, Reckoned
from croupier.odds.worth import GameOdds
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.places import room_of


async def _reckoned(visit: Visit) -> Reckoned:
    state = room_of(visit.house, visit.params["table"]).state
    return await visit.house.odds.of(state.rules)


@endpoint("GET", "/api/tables/{table}/odds", roles=None, answer=GameOdds)
async def odds(visit: Visit) -> Any:
    """The worth of every bet under the table's own settings, from a fresh shoe; the first answer
    for a blackjack takes a few seconds."""
    return (await _reckoned(visit)).odds


@endpoint("GET", "/api/tables/{table}/strategy", roles=None, answer=BestPlay)
async def strategy(visit: Visit) -> Any:
    """The best play: a blackjack's chart, or which antes to raise; not found where players decide
    nothing."""
    play = (await _reckoned(visit)).play
    if play is None:
        raise Refused(Code.NOT_FOUND, "this game asks its players nothing")
    return play
