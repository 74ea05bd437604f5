"""Everything one plays with is in sight together, at every size and in every state of a round:
nothing lies on anything else, is cut off or has to be scrolled to, and what lies still stays."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, Page, expect

from croupier.client import Client, new_id
from croupier.client.api import HouseRefused
from croupier.engine.inputs import Action, Capacity, Misdeal, Together
from croupier.engine.layout import Limits
from croupier.house.roles import Role
from croupier.kit.cards import cards
from croupier.server import room
from croupier.table import commands as table_commands
from croupier.wire import commands as say
from croupier.wire.views import Ask
from tests.support.live_clients import sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import SETTINGS, LiveHouse, serving
from tests.support.live_play import Stacked, bet, house_command, join_as, no_more_bets, play_out
from tests.web.staged import (
    BACCARAT,
    CLASSIC,
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
    (740, 360),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1280, 720),
    (1366, 768),
    (1280, 900),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
FEW = ((360, 640), (740, 360), (820, 1180), (1024, 768), (1280, 720))
"""For states that differ little from others. The desk comes last: it can be clicked as it is."""
SPLITS = "8S 8H 8D 8C 8S 8H 8D 6D 8S 8H 8D 8C 8S 8H 8C 8C 8D 3S 2H 9C TD 4H 5S 8C 8D 3D 2C 9H TH 4C"
"""A pair of eights for each of seven boxes, and more eights to split them again."""
BOXES = 7
SHOE, _, SINGLE = CLASSIC
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
    const said = document.querySelector('.said');
    if (!seen(said) || box(said).width < Math.min(40, said.scrollWidth - 1))
        wrong.push('no headline is seen');
    // Names of players are cut off where they have to be.
    if (!said.textContent.includes('long-name')
            && (said.scrollWidth > said.clientWidth || said.scrollHeight > said.clientHeight + 2))
        wrong.push(`the headline is cut off: ${said.textContent}`);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');
    const onFelt = all('.felt :is(button, .card, .pile, .total, .result, .mark, .n, .status)')
        .filter((one) => !one.closest('.magnified, dialog'));
    for (const one of onFelt) if (!within(one, felt)) wrong.push(`${name(one)} leaves the felt`);
    const inside = [
        ['.baccarat .hand .card', '.hand'], ['.cell .net', '.spot'], ['.field .word', '.field'],
        ['.cell :is(.name, .pays)', '.spot'], ['.field.outside .pile', '.field'],
        ['.places button, .places .who', '.places li'],
    ];
    for (const [what, around] of inside)
        for (const one of all(what))
            if (!within(one, one.closest(around))) wrong.push(`${name(one)} leaves its ${around}`);
    for (const one of all('.below :is(button, .button, input, p, span, strong)'))
        if (!within(one, dock)) wrong.push(`${name(one)} leaves the dock`);
    for (const one of all('dialog[open] :is(button, input, h2, p)'))
        if (!within(one, one.closest('dialog'))) wrong.push(`${name(one)} leaves its dialog`);
    for (const one of all('dialog[open]'))
        if (!within(one, screen)) wrong.push(`${name(one)} leaves the screen`);
    for (const one of all('.below :is(button, .button), dialog[open] button, .banner'))
        if (one.scrollWidth > one.clientWidth + 1) wrong.push(`${name(one)} is too narrow`);
    // Answers are no smaller than the dock demands.
    const spare = box(dock).height - (all('.below .dock').map((one) => box(one).height)[0] ?? 999);
    for (const one of all('.below .ask button.big'))
        if (spare > 32 && box(one).height < 32)
            wrong.push(`${name(one)} is ${box(one).height} pixels high beside ${spare} free ones`);
    // A total may lie over the lower edge of its cards; what came of them may not.
    for (const [what, slack] of [['.result', 2], ['.mark', 2], ['.total', 13]])
        for (const one of all(`.played ${what}`))
            if (box(one).top < box(one.closest('.hand').querySelector('.fan')).bottom - slack)
                wrong.push(`${name(one)} covers the cards`);
    // Side by side: boxes, hands with their chips, spots, seats, buttons.
    const apart = [
        '.played', '.place', '.below :is(button, .button, input, p)', 'dialog[open] button',
        '.felt .calls button', '.overview button',
        '.played, .box .bets, .box .seat, .box .secret', '.dealer .hand, .notices .flat, .overview',
        '.baccarat .hand, .layout .cell, .up, .places li', '.told > *',
        '.cell .name, .cell .pays, .cell .chips > span:first-child .pile',
        '.spot.named > .seen > :first-child, .spot.named .pile',
        '.roulette > .wheel, .roulette > .board, .roulette > .views, .roulette > .layout, .track',
        'header > :is(h1, .said, .time, .about, .more)',
    ];
    // What hints at the next thing to do covers nothing else.
    const hint = document.querySelector('.hint:not(.away)');
    const target = all('[data-hint=place], .box:has([data-hint=seat]) .circle');
    for (const one of hint && seen(hint) ? all('.felt :is(button, p, .card), .below button') : [])
        if (overlap(hint, one) && !target.some((other) => other.contains(one)))
            wrong.push(`${name(hint)} lies on ${name(one)}`);
    // LIVE 2.1.5 and 2.2.1e: read by everyone at the table, not only by a reader of screens.
    // The font size of a text in a picture is in the picture's own units.
    const scale = (one) => {
        const matrix = one.getScreenCTM?.();
        return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    };
    const size = (one) => parseFloat(getComputedStyle(one).fontSize)
        * scale(one.closest('text') ?? one);
    const clipped = (one) =>
        one && (getComputedStyle(one).clipPath === 'inset(50%)' || clipped(one.parentElement));
    const legible = (what) => {
        const shown = all(what).filter((one) => !clipped(one));
        if (!shown.length) wrong.push(`${what} is not to be read`);
        for (const one of shown)
            if (size(one) < 11 || !within(one, screen)
                    || !within(one, one.closest('.felt, .about')))
                wrong.push(`${name(one)} is not to be read: ${size(one)} pixels`);
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
"""The page is laid out as usual and not painted, which would take three quarters of the time."""


class Places:
    """Where things lay at each size, in the state before."""

    def __init__(self) -> None:
        self.before: dict[tuple[int, int], dict[str, Any]] = {}

    async def look(
        self, page: Page, state: str, sizes: tuple[tuple[int, int], ...] = SIZES
    ) -> list[str]:
        """What is wrong in this state, at any of these sizes."""
        wrong = []
        for width, height in sizes:
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
    await goes_to(one, game)
    return one


async def goes_to(one: Visitor, table: str) -> None:
    await one.page.goto(f"/table/{table}")
    await one.page.locator("[data-felt]").wait_for(state="attached")
    if await one.page.locator(".notices").count():
        await one.page.locator(".notices .flat").wait_for(state="attached")
    await one.page.evaluate(UNPAINTED)


async def leaves(one: Visitor, wrong: list[str]) -> None:
    """Nothing was wrong with the page, at any size."""
    await one.page.context.close()
    assert "\n".join(wrong) == ""
    assert one.wrong == []


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
        await leaves(one, wrong)


THIRD_CARDS = "2S 3H 2D KC 5D 7C"
"""Nine for Player and none for Banker, with three cards each."""
BOTH_ANTES = MIDDLES["raise-or-fold"]._replace(
    bets=(("player", 25_00), ("ante-player", 25_00), ("ante-banker", 25_00))
)
ROUNDS = {
    **MIDDLES,
    **{game: PLAYED[game] for game in (WHEEL, BACCARAT, KNOCKOUT, SHOE, SINGLE)},
    **{f"{g}-third": PLAYED[g]._replace(cards=THIRD_CARDS) for g in (BACCARAT, KNOCKOUT)},
    "both-antes": BOTH_ANTES,
    "minimum-25": PLAYED[RWS],
}
SHORTER = (SHOE, SINGLE, "both-antes", "minimum-25")
"""Walked in the fewer sizes."""
LOCALES = {SHOE: "ar", "both-antes": "ar"}
"""Others are in German, which has the longest words."""


@pytest.mark.parametrize("name", ROUNDS)
async def test_a_round(browser: Browser, name: str) -> None:
    scene = ROUNDS[name]
    limits = Limits(25_00, 500_00) if name == "minimum-25" else SIX_CHIPS
    sizes = FEW if name in SHORTER else SIZES
    async with staged(scene, limits) as stage:
        places, locale = Places(), LOCALES.get(name, "de-DE")
        one = await comes(browser, stage.house, stage.ann, scene.game, locale=locale)
        await stage.lay()
        wrong = await places.look(one.page, "betting", sizes)
        await stage.play()
        await one.page.locator(".ask, .came button").first.wait_for(state="attached")
        wrong += await places.look(one.page, "played", sizes)
        if name == "face-down":
            await one.page.locator(".below .main").click()
            wrong += await places.look(one.page, "looked at", FEW)
        await leaves(one, wrong)


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
    chance = Stacked(dealt_to(boxes, asked.dealer), burned=6 if game == LIVE else 0)
    async with serving([table_of(game, SIX_CHIPS)], randbelow=chance) as house:
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
        await leaves(one, wrong)


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
        await leaves(one, wrong)


# In place of what is usual ------------------------------------------------------------------------


async def test_a_stranger_who_watches(browser: Browser) -> None:
    """Without an account, the ways to come in take the place of the chips."""
    async with serving([table_of(WHEEL, SIX_CHIPS)]) as house:
        for locale in ("en-GB", "de-DE", "es-ES", "fr-FR", "ar", "zh-CN"):
            one = await visiting(browser, house, locale=locale)
            await goes_to(one, WHEEL)
            await expect(one.page.locator(".below form")).to_be_visible()
            await leaves(one, await Places().look(one.page, f"watching in {locale}", FEW))


async def test_somebody_who_cannot_bet(browser: Browser) -> None:
    """Out of chips, or at a table that takes no bets."""
    closed, stopped, lab = "closed", "stopped", "lab"
    tables = [replace(table_of(WHEEL, SIX_CHIPS), id=id) for id in (WHEEL, closed, stopped, lab)]
    tables[3] = replace(tables[3], staged=True, title="The lab's cards")
    async with serving(tables, settings=replace(SETTINGS, play_chips=50)) as house:
        live = house.house.live_tables.tables
        await house_command(house, closed, table_commands.CloseTable())
        live[stopped].stopped = "the journal cannot be written"
        guest = await comes(browser, house, await house.guest(), WHEEL, locale="de-DE")
        more = guest.page.locator(".below .more button")
        await expect(more).to_be_visible()
        wrong = await Places().look(guest.page, "play chips", FEW)
        await more.click()
        await expect(more).to_be_hidden()
        wrong += await Places().look(guest.page, "play chips later", FEW)
        await leaves(guest, wrong)
        member = await house.client(await house.player("ann", 0))
        one = await comes(browser, house, member, WHEEL, locale="de-DE")
        await expect(one.page.locator(".below .more button")).to_be_visible()
        wrong = await Places().look(one.page, "to the cage", FEW)
        for table in (closed, stopped):
            await goes_to(one, table)
            await expect(one.page.locator(".below a.main")).to_be_visible()
            await expect(one.page.locator(".hint")).to_have_count(0)
            wrong += await Places().look(one.page, table, FEW)
        await leaves(one, wrong)
        watching = await house.client(await house.staff(Role.INSPECTOR))
        one = await comes(browser, house, watching, lab, locale="de-DE")
        await leaves(one, await Places().look(one.page, "staged", FEW))


async def test_the_bar_below_the_bets(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too few chips, chips not placed in the last seconds, and who has finished betting."""
    async with serving([table_of(RWS, Limits(50_00, 500_00))]) as house:
        ann, bob = [await join_as(house, RWS, f"a-very-long-name-{n}") for n in (1, 2)]
        await bet(bob, RWS, ("initial", 50_00, 5))
        due = house.house.live_tables.tables[RWS].runner.due()
        assert due is not None
        # What players are sent of the clock stands still, four seconds before betting ends.
        monkeypatch.setattr(room, "monotonic_ms", lambda: due.at - 4_000)
        one = await comes(browser, house, ann, RWS, locale="de-DE")
        page, places = one.page, Places()
        end = page.locator(".below .end")
        wrong = await places.look(page, "nothing bet", FEW)
        twenty_five = page.locator(".below [role=radio]").nth(2)
        await twenty_five.click()
        await one.spot("initial", 3).click()
        await expect(page.locator(".below .short")).to_be_visible()
        wrong += await places.look(page, "under the minimum", FEW)
        await one.spot("initial", 3).click()
        await expect(page.locator(".below .hurry")).to_be_visible()
        await expect(page.locator(".below .short")).to_be_hidden()
        wrong += await places.look(page, "not placed", FEW)
        await page.locator(".below .place").click()
        await expect(end).to_be_visible()
        await bob.place_bets(RWS)
        await bob.do(say.Part(new_id(), RWS))
        await expect(end).not_to_have_attribute("aria-pressed", "false")
        wrong += await places.look(page, "deal now", FEW)
        await bob.join(RWS)
        await bet(bob, RWS, ("initial", 50_00, 5))
        await expect(end).to_have_attribute("aria-pressed", "false")
        await end.click()
        await expect(end.locator("small")).to_be_visible()
        wrong += await places.look(page, "finished", FEW)
        await leaves(one, wrong)


@pytest.mark.clause("LIVE 2.5.2")
async def test_a_bet_behind(browser: Browser) -> None:
    """Whether it follows the seat is asked; and it may be taken back."""
    async with seven_boxes(LIVE) as (house, players):
        await bet(players[0], LIVE, ("initial", 25_00, 1))
        late = await join_as(house, LIVE, "a-long-name-late")
        one = await comes(browser, house, late, LIVE, locale="de-DE")
        places, follow = Places(), one.page.locator("dialog[open] .main")
        await one.spot("behind", 1).click()
        await expect(follow).to_be_visible()
        wrong = await places.look(one.page, "does it follow", FEW)
        await follow.click()
        await expect(follow).to_be_hidden()
        wrong += await places.look(one.page, "behind", FEW)
        await leaves(one, wrong)


@pytest.mark.clause("BJ5 5.7", "BJ5 5.12", "LIVE 2.3.3d")
async def test_what_is_asked_where_a_person_deals(browser: Browser) -> None:
    """To go on or withdraw, to follow, to take one of two cards, and to cut the next shoe."""
    async with serving([by_hand(RWS, limits=SIX_CHIPS), by_hand(LIVE)]) as house:
        table, misdeal = await HandDealt.open(house, RWS), Misdeal(Capacity.PIT, True)
        bob, ann = [await table.player(f"a-very-long-name-{box}", box) for box in (1, 3)]
        await table.open_betting(ann, bob)
        one = await comes(browser, house, ann, RWS, locale="de-DE")
        page, places = one.page, Places()
        wrong = []

        async def look(state: str, *keys: str) -> None:
            """Each question has an answer with this key."""
            for key in keys:
                await expect(page.locator(f".below [aria-keyshortcuts={key}]")).to_be_visible()
            await expect(page.locator(".below .ask")).to_have_count(len(keys) or 1)
            wrong.extend(await places.look(page, state, FEW))

        for player, box in ((bob, 1), (ann, 1), (ann, 3)):
            await table.bet(player, "initial", 25_00, box)
        await table.no_more_bets(ann, bob)
        await table.scan("8S 9H 6D 8H 7C")
        await table.ok(table.pit, say.Rule, misdeal)
        await look("choice and surrender", "c", "r")
        for player in (ann, bob):
            await table.decide(player, "continue")
        await table.decide(bob, "split", 1)
        await look("follow", "f")
        await table.decide(ann, "follow", 1)
        await table.scan("TS")
        await table.ok(table.pit, say.Rule, misdeal)
        await look("choice", "c")
        await table.decide(ann, "continue")
        await table.decide(bob, "stand", 1)
        await table.scan("TD")
        await table.decide(bob, "stand", 1)
        await table.ok(table.pit, say.Rule, misdeal)
        await look("choice and decision", "c", "s")
        await table.decide(ann, "continue")
        await table.decide(ann, "hit", 3)
        await table.ok(table.dealer, say.Rule, Together(Capacity.DEALER, cards("KD 4C")))
        await expect(page.locator(".below .ask .card")).to_have_count(2)
        await look("two cards")

        table = await HandDealt.open(house, LIVE)
        await ann.join(LIVE)
        await ann.sit(LIVE, 4)
        await goes_to(one, LIVE)
        await table.ok(table.dealer, say.OfferCut)
        await expect(page.locator("[data-cut]")).to_be_visible()
        await expect(page.locator("dialog input[type=range]")).to_be_focused()
        wrong += await Places().look(page, "cut", FEW)
        await leaves(one, wrong)
