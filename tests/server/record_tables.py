"""Records what a client is told over a few rounds at real tables, for the browser client's tests.

    python -m tests.server.record_tables

writes `web/tests/fixtures/recorded.json`: for every table the messages as they came, and what the
Python client holds at the end.
"""

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from croupier.engine.inputs import Action
from tests.support.live_clients import sync
from tests.support.live_house import serving
from tests.support.live_play import (
    Stacked,
    bet,
    cautious,
    join_as,
    listen,
    next_round,
    no_more_bets,
    play_out,
    untimed,
)

FILE = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "recorded.json"

BETS: dict[str, list[Any]] = {
    "live-roulette": [("straight:17", 10_00), ("red", 20_00)],
    "rws-knockout-baccarat": [("player", 10_00), ("ante-player", 5_00)],
    "rws-blackjack": [("initial", 10_00, 1), ("over-13", 5_00, 1)],
}
SHOES = {"rws-blackjack": "8S 6H 8D 3C TD 9H 7C TS"}


async def recorded(game: str) -> dict[str, Any]:
    chance = Stacked(SHOES.get(game, ""), pockets=[17, 0, 32])
    async with serving([untimed(game)], randbelow=chance) as house:
        ann = await join_as(house, game, "ann", 1 if game == "rws-blackjack" else None)
        heard = listen(ann)
        for number in range(2):
            if number:
                await next_round(house, game, ann)
            await bet(ann, game, *BETS[game])
            await no_more_bets(house, game, ann)
            await play_out(house, game, ann, choose=split_once)
            await sync(ann)
        return {
            "table": game,
            "messages": [one for one in heard if one.__struct_config__.tag != "reply"],
            "ends": {"view": ann.tables[game], "you": ann.you[game], "purse": ann.purse},
        }


def split_once(ask: Any, client: Any) -> Action:
    offered = [option.action for option in ask.options]
    return Action.SPLIT if Action.SPLIT in offered else cautious(ask, client)


async def main() -> None:
    told = [await recorded(game) for game in BETS]
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    print(f"wrote {FILE.name}: {[len(one['messages']) for one in told]} messages")


if __name__ == "__main__":
    asyncio.run(main())
