"""`croupier serve` as a process of its own, with one table for each thing that is measured."""

import subprocess
import sys
import tempfile
from pathlib import Path

SHOWN = {
    "blackjack": "rws-blackjack",
    "baccarat": "live-baccarat",
    "knockout": "rws-knockout-baccarat",
    "roulette": "live-roulette",
}
"""A table of each family, that takes its time."""
FAST = {"fast-roulette": "live-roulette", "fast-blackjack": "rws-blackjack"}
_SHOWN_CLOCKS = "{ betting = 1, decision = 60, offer = 60, pause = 8 }"
_FAST_CLOCKS = "{ betting = 0.1, decision = 5, offer = 5, pause = 0.1, showing = 0 }"
_TABLE = """[[table]]
id = "{id}"
game = "{game}"
clocks = {clocks}
shuffle = {{ squarings = 0 }}  # the deal is watched, and not what goes before it
"""


class Served:
    """Open inside `with`, on a port that was free."""

    def __enter__(self) -> "Served":
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        tables = folder / "tables.toml"
        tables.write_text(
            "".join(
                _TABLE.format(id=id, game=game, clocks=clocks)
                for these, clocks in ((SHOWN, _SHOWN_CLOCKS), (FAST, _FAST_CLOCKS))
                for id, game in these.items()
            )
        )
        options = ["--port", "0", "--data", str(folder), "--tables", str(tables), "--drain", "0"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--play-chips", "1000000", *options],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self._opened()
        return self

    def _opened(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "open at" in line:
                return str(line.split()[-1])
        raise RuntimeError("the house did not open")

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process.wait(60)
        self._folder.cleanup()
