"""The bar: on a terminal, after a second, and nowhere else."""

from io import StringIO
from pathlib import Path
from threading import Event

import pytest
from rich.console import Console

from croupier.cli.odds.patience import patience
from croupier.cli.simulate.progress import COMPILING, rate_bar
from tests.support.command_line import run_command


def shown_after(seconds: float, *, terminal: bool) -> str:
    now = 100.0
    screen = StringIO()
    console = Console(file=screen, force_terminal=terminal, width=80)
    with patience("faro", console, lambda: now) as told:
        now += seconds
        told(3, 10)
    return screen.getvalue()


def test_it_shows_how_far_it_is_and_clears_up() -> None:
    shown = shown_after(1.5, terminal=True)
    assert "faro" in shown
    assert "30%" in shown
    assert shown.endswith("\x1b[2K")  # the line is wiped


def test_what_is_quick_shows_nothing() -> None:
    assert shown_after(0.9, terminal=True) == ""


def test_a_pipe_is_shown_nothing() -> None:
    assert shown_after(60, terminal=False) == ""


def test_the_terminal_is_itself_again_when_it_is_broken_off() -> None:
    now = 0.0
    screen = StringIO()
    console = Console(file=screen, force_terminal=True, width=80)

    def broken_off() -> None:
        nonlocal now
        with patience("faro", console, lambda: now) as told:
            now = 5
            told(1, 10)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert screen.getvalue().rindex("\x1b[?25h") > screen.getvalue().rindex("\x1b[?25l")


def test_solving_into_a_pipe_leaves_standard_error_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    done = run_command("strategy", "live-blackjack", "--shoe", "A=8,5=24,T=24")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [*(tmp_path / "odds").iterdir()]


class Screen(StringIO):
    """Sets `compiling` when it is shown that the simulation is compiled."""

    def __init__(self) -> None:
        super().__init__()
        self.compiling = Event()

    def write(self, text: str) -> int:
        if COMPILING in text:
            self.compiling.set()
        return super().write(text)


def test_a_simulation_shows_that_it_compiles_before_its_first_report() -> None:
    screen = Screen()
    console = Console(file=screen, force_terminal=True, width=80)
    with rate_bar("live-roulette", console, after_s=0) as report:
        assert screen.compiling.wait(30)
        report(3, 10)
    assert "live-roulette" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")  # the line is wiped


def test_a_simulation_that_is_quick_or_into_a_pipe_shows_nothing() -> None:
    for terminal, after_s in ((True, 60), (False, 0)):
        screen = Screen()
        console = Console(file=screen, force_terminal=terminal, width=80)
        with rate_bar("live-roulette", console, after_s) as report:
            report(10, 10)
        assert screen.getvalue() == ""
