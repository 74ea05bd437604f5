"""Rounds played by the page itself: its own buttons are pressed, by a script in it."""

from typing import NamedTuple

from playwright.sync_api import Page


class Game(NamedTuple):
    spot: str
    box: int | None


ROULETTE, BLACKJACK = Game("red", None), Game("initial", 1)

_PRESS = """(game) => {
    const may = (one) => one && !one.disabled && one.ariaDisabled !== 'true';
    const press = (one) => may(one) && (one.click(), true);
    const named = (text) => [...document.querySelectorAll('button')]
        .find((one) => one.textContent.trim() === text);
    const spot = `[data-spot="${game.spot}@${game.box ?? ''}"]`;
    window.round = () => Number(
        /Round (\\d+)/.exec(document.querySelector('main').textContent)?.[1] ?? 0);
    const phase = (name) => document.querySelector('[data-phase]')?.dataset.phase === name;
    // Between two rounds a spot that is pressed tells what came of its bet.
    window.bet = () => phase('betting') && press(document.querySelector(spot));
    window.place = () => press(named('Place Bet'));
    // Whoever is asked stands, or draws where they must; no offer is taken.
    window.answer = () => {
        for (const key of ['s', 'h', 'n'])
            if (press(document.querySelector(`[aria-keyshortcuts="${key}"]`))) return;
    };
    window.playing = () => phase('playing');
}"""
_ON_AND_ON = """(rounds) => new Promise((done) => {
    const last = round() + rounds;
    let betIn = 0;
    const timer = setInterval(() => {
        if (round() >= last) {
            clearInterval(timer);
            done(round());
        } else if (playing()) answer();
        else if (!place() && betIn !== round() && bet()) betIn = round();
    }, 10);
})"""


class Rounds:
    def __init__(self, page: Page, game: Game) -> None:
        self.page, self.game = page, game
        page.evaluate(_PRESS, game._asdict())

    def sit(self) -> None:
        if self.game.box:
            self.page.get_by_role("button", name=f"Take a seat, box {self.game.box}").click()
            self.page.get_by_role("button", name=f"Leave, box {self.game.box}").wait_for()

    def bet(self) -> None:
        self.page.wait_for_function("() => bet()", polling=20)
        self.page.wait_for_function("() => place()", polling=20)

    def until_closed(self) -> None:
        self.page.wait_for_function("() => playing()", polling="raf")

    def finish(self) -> None:
        """Until bets are taken again."""
        self.page.wait_for_function("() => (answer(), !playing())", polling=100)

    def on_and_on(self, rounds: int) -> int:
        """So many more; the number of the round that is on then."""
        now: int = self.page.evaluate(_ON_AND_ON, rounds)
        return now
