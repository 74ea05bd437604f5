"""Everything one plays with is in sight together, at every size and in every state of a round:
nothing lies on anything else, is cut off or has to be scrolled to, and what lies still stays."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser, Page, expect

from croupier.client import Client, new_id
from croupier.client.api import HouseRefused
from croupier.games.inputs import Action
from croupier.games.layout import Limits
from croupier.wire import commands as say
from croupier.wire.views import Ask
from tests.support.live_clients import sync
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, bet, join_as, no_more_bets, play_out
from tests.web.staged import (
    BACCARAT,
    KNOCKOUT,
    LIVE,
    MIDDLES,
    PLAYED,
    PLUS,
    RWS,
    WHEEL,
    staged,
    table_of,
    until_betting,
)
from tests.web.visiting import Visitor, visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1280, 720),
    (1280, 900),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
SPLITS = "8S 8H 8D 8C 8S 8H 8D 6D 8S 8H 8D 8C 8S 8H 8C 8C 8D 3S 2H 9C TD 4H 5S 8C 8D 3D 2C 9H TH 4C"
"""A pair of eights for each of seven boxes, and more eights to split them again."""
BOXES = 7
SIX_CHIPS = Limits()
"""Of a house file that says nothing of limits: a full tray."""
JUDGE = """() => {
    const seen = (one) => {
        const { width, height } = one.getBoundingClientRect();
        return width > 1 && height > 1 && getComputedStyle(one).visibility === 'visible';
    };
    const all = (what) => [...document.querySelectorAll(what)].filter(seen);
    const name = (one) => `${one.className.baseVal ?? one.className} "${one.textContent.trim()}"`
        .replace(/svelte-\\S+|\\s+/g, ' ');
    const box = (one) => one.getBoundingClientRect();
    const within = (one, other) => {
        const [a, b] = [box(one), box(other)];
        const slack = 1.5;
        return a.left >= b.left - slack && a.right <= b.right + slack
            && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
    };
    const overlap = (one, other) => {
        const [a, b] = [box(one), box(other)];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
    };
    const wrong = [];
    const felt = document.querySelector('.felt'), dock = document.querySelector('.below');
    const screen = { getBoundingClientRect: () => new DOMRect(0, 0, innerWidth, innerHeight) };
    for (const one of [felt, dock, ...all('[role=timer]')])
        if (!within(one, screen)) wrong.push(`${name(one)} is not on the screen`);
    if (box(document.querySelector('.said')).width < 40) wrong.push('no headline is seen');
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');
    const onFelt = all('.felt :is(button, .card, .pile, .total, .result, .mark, .n, .status)')
        .filter((one) => !one.closest('.magnified'));
    for (const one of onFelt) if (!within(one, felt)) wrong.push(`${name(one)} leaves the felt`);
    for (const [what, around] of [['.baccarat .hand .card', '.hand'], ['.cell .net', '.spot']])
        for (const one of all(what))
            if (!within(one, one.closest(around))) wrong.push(`${name(one)} leaves its ${around}`);
    for (const one of all('.below :is(button, input, p, strong)'))
        if (!within(one, dock)) wrong.push(`${name(one)} leaves the dock`);
    for (const one of all('.below button'))
        if (one.scrollWidth > one.clientWidth + 1) wrong.push(`${name(one)} is too narrow`);
    // A total may lie over the lower edge of its cards: what came of them may not cover them.
    for (const one of all('.played :is(.result, .mark, .total)'))
        if (box(one).top < box(one.closest('.hand').querySelector('.fan')).bottom - 13)
            wrong.push(`${name(one)} covers the cards`);
    // Side by side: boxes, hands with their chips, spots, seats, buttons.
    const apart = [
        '.played', '.place', '.below button', '.felt .calls button', '.overview button',
        '.played, .box .bets, .box .seat, .box .secret', '.dealer .hand, .notices .flat, .overview',
        '.baccarat .hand, .layout .cell, .up, .places li', '.told > *',
        '.cell .name, .cell .pays, .cell .chips > span:first-child .pile',
        '.roulette > .wheel, .roulette > .board, .roulette > .views, .roulette > .layout, .track',
        'header > :is(h1, .said, .time, .about, .more)',
    ];
    // LIVE 2.1.5 and 2.2.1e: read by everyone at the table, not only by a reader of screens.
    const legible = (what) => {
        const shown = all(what).filter((one) => parseFloat(getComputedStyle(one).fontSize) >= 11
            && within(one, one.closest('.felt, .about')) && within(one, screen));
        if (!shown.length) wrong.push(`${what} is not to be read`);
    };
    legible('.about a[href^="/rules/"]');
    legible('.about .limits');
    if (document.querySelector('.notices .flat'))
        ['.flat strong, .arc .headline', '.notices .required'].forEach(legible);
    for (const what of apart) {
        const these = all(what);
        these.forEach((one, index) => {
            for (const other of these.slice(index + 1))
                if (!one.contains(other) && !other.contains(one) && overlap(one, other))
                    wrong.push(`${name(one)} lies on ${name(other)}`);
        });
    }
    return wrong;
}"""
STILL = """() => Object.fromEntries(
    ['.felt', '.below', '[role=timer]', '.dealer .tray', '.boxes', '.roulette .wheel', '.overview']
        .map((what) => [what, document.querySelector(what)])
        .filter(([, one]) => one && getComputedStyle(one).display !== 'none')
        .map(([what, one]) => [what, one.getBoundingClientRect()])
        .map(([what, { top, height }]) => [what, [Math.round(top), Math.round(height)]]))"""

LAID_OUT = f"""async ([width, height]) => {{
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame();
    // A task of its own comes after the observers of sizes, which are called at the frame's end.
    await new Promise((done) => {{
        const {{ port1, port2 }} = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
    }});
    return [({JUDGE})(), ({STILL})()];
}}"""
"""At this size: what is wrong, and where things lie."""
UNPAINTED = "document.documentElement.style.opacity = 0"
"""Laid out as ever; painting would take three times as long as everything else."""


class Places:
    """Where things lay at each size, in the state before."""

    def __init__(self) -> None:
        self.before: dict[tuple[int, int], dict[str, Any]] = {}

    async def look(self, page: Page, state: str) -> list[str]:
        """What is wrong in this state, at any size."""
        wrong = []
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            faults, places = await page.evaluate(LAID_OUT, [width, height])
            where = f"{state} {width}x{height}"
            wrong += [f"{where}: {fault}" for fault in faults]
            for what, place in self.before.get((width, height), {}).items():
                if places.get(what, place) != place:
                    wrong.append(f"{where}: {what} moved from {place} to {places[what]}")
            self.before[width, height] = places
        return wrong


async def comes(
    browser: Browser, house: LiveHouse, client: Client, game: str, **more: Any
) -> Visitor:
    one = await visiting(browser, house, **more)
    await one.known_as(client.api)
    await one.page.goto(f"/table/{game}")
    await one.page.locator("[data-spot]").first.wait_for(state="attached")
    if await one.page.locator(".notices").count():
        await one.page.locator(".notices .flat").wait_for(state="attached")
    await one.page.evaluate(UNPAINTED)
    return one


@asynccontextmanager
async def seven_boxes(game: str) -> AsyncIterator[tuple[LiveHouse, list[Client]]]:
    chance = Stacked(SPLITS, burned=6 if game == LIVE else 0)
    async with serving([table_of(game, SIX_CHIPS)], randbelow=chance) as house:
        players = []
        for box in range(1, BOXES + 1):
            player = await house.client(await house.player(f"a-long-name-{box}"))
            await player.join(game)
            await until_betting(player, game)
            await player.sit(game, box)
            players.append(player)
        yield house, players


def laid(name: str, box: int) -> tuple[str, int] | tuple[str, int, int]:
    """Boom or busted lies on no box."""
    return (name, 25_00) if name == "boom-busted" else (name, 25_00, box)


async def splits(client: Client, name: str, game: str) -> None:
    """Splits whatever may be split, and stands on the rest, until somebody else decides."""

    def turn_of() -> set[str]:
        return {turn.player for turn in client.tables[game].turns}

    def decisions() -> list[Ask]:
        return [ask for ask in client.you[game].asked if ask.kind == "decision"]

    def passed() -> bool:
        return client.tables[game].over or bool(turn_of() - {name})

    await client.until(lambda: name in turn_of())
    while True:
        await client.until(lambda: passed() or bool(decisions()))
        if passed():
            return
        ask = decisions()[0]
        may = {option.action for option in ask.options}
        wish = (Action.SPLIT, Action.STAND, Action.HIT)
        # The card of a split may still be on its way.
        with suppress(HouseRefused):
            await client.decide(game, next(one for one in wish if one in may), ask.box)


@pytest.mark.clause("LIVE 2.1.5", "LIVE 2.2.1e", "BJ5 3.4")
@pytest.mark.parametrize(
    ("game", "locale", "bets"),
    [
        (PLUS, "en-GB", ("initial", "rws-pairs", "boom-busted")),
        (RWS, "fr-FR", ("initial", "player-pair", "over-13", "under-13")),
        (LIVE, "de-DE", ("initial",)),
    ],
)
async def test_seven_boxes_and_split_hands(
    browser: Browser, game: str, locale: str, bets: tuple[str, ...]
) -> None:
    async with seven_boxes(game) as (house, players):
        ann, places, wrong = players[2], Places(), []
        one = await comes(browser, house, ann, game, locale=locale)
        for box, player in enumerate(players, 1):
            await bet(player, game, *(laid(name, box) for name in bets))
        wrong += await places.look(one.page, "betting")
        await no_more_bets(house, game, *players)
        wrong += await places.look(one.page, "dealt")
        for box, player in enumerate(players[:2], 1):
            await splits(player, f"a-long-name-{box}", game)
        await sync(*players)
        wrong += await places.look(one.page, "own turn")
        for box, player in enumerate(players[2:4], 3):
            await splits(player, f"a-long-name-{box}", game)
        await sync(*players)
        # Four more hands than boxes; the last of them may be on its way to this page.
        await one.page.locator(".played").nth(len(players) + 3).wait_for(state="attached")
        wrong += await places.look(one.page, "after the splits")
        await play_out(house, game, *players)
        await one.page.locator(".result").first.wait_for(state="attached")
        wrong += await places.look(one.page, "over")
        await one.page.context.close()
        assert "\n".join(wrong) == ""
        assert one.wrong == []


THIRD_CARDS = "2S 3H 2D KC 5D 7C"
"""Nine for Player and none for Banker, with three cards each."""
ROUNDS = {
    **MIDDLES,
    **{game: PLAYED[game] for game in (WHEEL, BACCARAT, KNOCKOUT)},
    **{f"{g}-third": PLAYED[g]._replace(cards=THIRD_CARDS) for g in (BACCARAT, KNOCKOUT)},
}


@pytest.mark.parametrize("name", ROUNDS)
async def test_a_round(browser: Browser, name: str) -> None:
    scene = ROUNDS[name]
    async with staged(scene, SIX_CHIPS) as stage:
        places = Places()
        one = await comes(browser, stage.house, stage.ann, scene.game, locale="de-DE")
        await stage.lay()
        wrong = await places.look(one.page, "betting")
        await stage.play()
        await one.page.locator(".ask, .came button").first.wait_for(state="attached")
        wrong += await places.look(one.page, "played")
        await one.page.context.close()
        assert "\n".join(wrong) == ""
        assert one.wrong == []


class Asked(NamedTuple):
    """A round in which much is asked at once: of Ann, who has chips on all of these boxes."""

    game: str
    dealer: str
    boxes: tuple[int, ...]
    locale: str
    bob: int | None = None
    """His box, where he decides first."""


ALL = tuple(range(1, BOXES + 1))
ASKED = {
    "insurance-beside-a-decision": Asked(RWS, "AH", (3,), "es-ES"),
    "insurance-on-3-boxes": Asked(RWS, "AH", (1, 3, 5), "en-GB"),
    "insurance-on-7-boxes": Asked(RWS, "AH", ALL, "de-DE"),
    "surrender-on-3-boxes": Asked(PLUS, "9H", (1, 3, 5), "de-DE"),
    "surrender-on-7-boxes": Asked(RWS, "9H", ALL, "fr-FR"),
    "surrender-and-early-on-3-boxes": Asked(RWS, "9H", (3, 4, 6), "en-GB", 1),
    "surrender-and-early-on-6-boxes": Asked(RWS, "9H", ALL[1:], "es-ES", 1),
    "insurance-and-early-on-6-boxes": Asked(PLUS, "AH", ALL[1:], "fr-FR", 1),
    "insurance-and-early": Asked(LIVE, "AH", (3,), "de-DE", 5),
}
FIRST, SECOND = "8S 9S TS AS 5S 6S 8H", "8D 7D 6D KD 5D 4D 8C"
"""Pairs that may be split, hands that may be doubled, and a blackjack on the fourth box."""


def dealt_to(boxes: set[int], dealer: str) -> str:
    rows = [[row.split()[box - 1] for box in sorted(boxes)] for row in (FIRST, SECOND)]
    return " ".join([*rows[0], dealer, *rows[1], "2C"])


@pytest.mark.parametrize("name", ASKED)
async def test_everything_that_is_asked(browser: Browser, name: str) -> None:
    """Nothing that may be answered is out of sight, however much is asked at once."""
    asked = ASKED[name]
    game = asked.game
    boxes = {*asked.boxes, *([asked.bob] if asked.bob else [])}
    cards = dealt_to(boxes, asked.dealer)
    chance = Stacked(cards, burned=6 if game == LIVE else 0)
    async with serving([table_of(game)], randbelow=chance) as house:
        ann, bob = [await join_as(house, game, f"a-very-long-name-{n}") for n in (1, 2)]
        if game == LIVE and asked.bob:
            await ann.sit(game, asked.boxes[0])
            await bob.sit(game, asked.bob)
        one = await comes(browser, house, ann, game, locale=asked.locale)
        await bet(ann, game, *(("initial", 25_00, box) for box in asked.boxes))
        if asked.bob:
            await bet(bob, game, ("initial", 25_00, asked.bob))
        places = Places()
        wrong = await places.look(one.page, "betting")
        await no_more_bets(house, game, ann, bob)
        await one.page.locator(".ask").first.wait_for(state="attached")
        wrong += await places.look(one.page, "asked")
        less = one.page.locator(".below .less")
        for _ in range(await less.count()):
            await less.first.click()
            wrong += await places.look(one.page, "for less")
        await one.page.context.close()
        assert "\n".join(wrong) == ""
        assert one.wrong == []


async def test_somebody_who_waits_for_a_seat(browser: Browser) -> None:
    async with seven_boxes(LIVE) as (house, players):
        late = await join_as(house, LIVE, "a-long-name-late")
        one = await comes(browser, house, late, LIVE, locale="es-ES")
        places = Places()
        wrong = await places.look(one.page, "all seats taken")
        await late.do(say.JoinWaiting(new_id(), LIVE))
        await sync(late)
        wrong += await places.look(one.page, "on the list")
        await bet(players[0], LIVE, ("initial", 25_00, 1))
        await no_more_bets(house, LIVE, *players)
        wrong += await places.look(one.page, "while others play")
        await one.page.context.close()
        assert "\n".join(wrong) == ""
        assert one.wrong == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
async def test_a_stranger_who_watches(browser: Browser, locale: str) -> None:
    """Without an account, the ways to come in take the place of the chips."""
    async with serving([table_of(WHEEL, SIX_CHIPS)]) as house:
        one = await visiting(browser, house, locale=locale)
        await one.page.goto(f"/table/{WHEEL}")
        await expect(one.page.locator(".below form")).to_be_visible()
        await one.page.evaluate(UNPAINTED)
        assert await Places().look(one.page, "watching") == []
        await one.page.context.close()
        assert one.wrong == []
