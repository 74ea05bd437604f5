"""Tables files for houses that run as processes: nothing in them waits for show."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

_TABLE = """
[[table]]
id = "{id}"
game = "{game}"
wheel_run = {wheel_run}
limits = {{ min = "5", max = "500" }}
settings = {{ grace-seconds = {grace} }}
shuffle = {{ squarings = {squarings} }}

[table.clocks]
betting = {betting}
decision = {say}
offer = {say}
choice = {say}
pause = {pause}
showing = 0
squeezing = 0
"""


def table_text(
    id: str,
    game: str,
    *,
    betting: float,
    say: float = 600,
    pause: float = 0,
    grace: int = 3600,
    wheel_run: int = 64,
    squarings: int = 16,
) -> str:
    """Returns one table of a tables file; times are in seconds.

    Players have ten minutes to decide, so that no test depends on the speed of the machine. Results
    show at once and the delay function is short: at production lengths (6.5 s a spin, seconds a
    shoe) a test would only sleep. Outcomes whose contributions were open over a crash are retired
    when the delay is that short, and the bets go back (decision 42); with `squarings=0` there is no
    delay, and the round goes on.
    """
    return _TABLE.format(
        id=id,
        game=game,
        betting=betting,
        say=say,
        pause=pause,
        grace=grace,
        wheel_run=wheel_run,
        squarings=squarings,
    )


def write_tables(path: Path, games: Mapping[str, str], **settings: Any) -> Path:
    """Writes a table for each id and its game, all with the same settings of `table_text`."""
    path.write_text("".join(table_text(id, game, **settings) for id, game in games.items()))
    return path
