"""Every page in every language: no key that came through instead of its word, nothing left in
English, and nothing that is too long for a phone."""

import json
import re
from collections.abc import AsyncIterator
from functools import cache

import hatch_build
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from croupier.house.roles import Role
from tests.support.live_house import LiveHouse
from tests.web.conftest import Visit
from tests.web.staged import (
    BACCARAT,
    BY_HAND,
    LIVE,
    MIDDLES,
    PLAYED,
    PLUS,
    RWS,
    SAID,
    WHEEL,
    a_floor,
    newcomer,
    staged,
)
from tests.web.visiting import PHONE, Visitor, visiting

pytestmark = pytest.mark.asyncio(loop_scope="session")

LANGUAGES = {
    "en": "English",
    "zh": "简体中文",
    "es": "Español",
    "fr": "Français",
    "de": "Deutsch",
    "ar": "العربية",
}
LOCALES = {"zh": "zh-CN", "es": "es-ES", "fr": "fr-FR", "de": "de-DE", "ar": "ar-EG"}
I18N = hatch_build.WEB / "src" / "i18n"
AREAS = {file.stem for file in (I18N / "en").glob("*.json")}
RAW = re.compile(r"\b[a-z]+\.[a-z]+[A-Za-z0-9-]*\b")
"""What a word looks like that nobody has translated: table.placeBet."""
ENGLISH = re.compile(r"(?i)\b(the|of|and|with|your|you|is|are|this|from|has|have|been)\b(?!-)")
"""What an English sentence does not do without, and no other language has; "the-pit" is a name."""
TEXTS = """() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { parentElement: parent, data } = walker.currentNode;
        if (parent.closest('[lang=en], script, style, code, option')) continue;
        if (parent.checkVisibility()) found.add(data.trim());
    }
    for (const it of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
        if (!it.closest('[lang=en]'))
            for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
                found.add((it.getAttribute(name) ?? '').trim());
    return [...found].filter(Boolean);
}"""


@cache
def words(code: str) -> dict[str, str]:
    """With those that are the same in English; what the house says is its own key there."""
    found: dict[str, str] = {}
    for file in (I18N / code).glob("*.json"):
        read = json.loads(file.read_text())
        pairs = read.items() if isinstance(read, dict) else ((said, said) for said in read)
        found |= {f"{file.stem}.{key}": text for key, text in pairs}
    same = json.loads((I18N / "same.json").read_text()).get(code, ())
    return found | {key: words("en")[key] for key in same}


@cache
def only_english(code: str) -> frozenset[str]:
    """Texts that this language has other words for."""
    own = words(code)
    found = {text for key, text in words("en").items() if own.get(key) != text and "{" not in text}
    return frozenset(found - set(own.values()))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with a_floor() as house:
        yield house


@pytest.fixture(params=LOCALES)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def wrong(one: Visitor, code: str) -> list[str]:
    texts: list[str] = await one.page.evaluate(TEXTS)
    own = set(words(code).values()) | set(SAID.values())
    found = [f"raw: {text}" for text in texts if _raw(text)]
    found += [f"English: {text}" for text in texts if text not in own and _english(text, code)]
    width = await one.page.evaluate("document.documentElement.scrollWidth")
    if width > PHONE["viewport"]["width"]:
        found.append(f"{width} wide")
    return [f"{one.page.url} {what}" for what in found]


def _raw(text: str) -> bool:
    return any(found.split(".")[0] in AREAS for found in RAW.findall(text))


def _english(text: str, code: str) -> bool:
    return text in only_english(code) or ENGLISH.search(text) is not None


async def arrived(one: Visitor, code: str) -> None:
    await expect(one.page.locator("html")).to_have_attribute("lang", re.compile(f"^{code}"))
    await expect(one.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    await expect(one.page.get_by_text(words(code)["common.loading"])).to_have_count(0)


async def walk(one: Visitor, code: str, *paths: str) -> list[str]:
    found = []
    for path in paths:
        await one.page.goto(path)
        await arrived(one, code)
        found += await wrong(one, code)
    return found


async def in_every_language(one: Visitor, *paths: str) -> list[str]:
    """Loads each page once and switches its language in the settings: a text that does not follow
    stays English and is found. `test_pages_for_everyone` loads pages in each language."""
    found = []
    for path in paths:
        await one.page.goto(path)
        await arrived(one, "en")
        await one.settings()
        language = one.page.get_by_role("dialog").locator("select").first
        for code in LOCALES:
            await language.select_option(LANGUAGES[code])
            await arrived(one, code)
            found += await wrong(one, code)
        await language.select_option(LANGUAGES["en"])
        await arrived(one, "en")
    return found


def abroad(code: str) -> dict[str, object]:
    return {**PHONE, "locale": LOCALES[code]}


async def test_the_language_is_chosen_and_kept(visit: Visit) -> None:
    one = await visit()
    await one.page.goto("/")
    for code, name in LANGUAGES.items():
        dialog = one.page.get_by_role("dialog")
        if not await dialog.count():
            dialog = await one.settings()
        await dialog.locator("select").first.select_option(name)
        await expect(one.page.locator("html")).to_have_attribute("lang", re.compile(f"^{code}"))
        await expect(one.page.locator("html")).to_have_attribute(
            "dir", "rtl" if code == "ar" else "ltr"
        )
        await expect(dialog).to_contain_text(words(code)["common.theme"])
    await one.page.reload()
    await expect(one.page.get_by_role("heading", level=1)).to_have_text(words("ar")["lobby.title"])


async def test_money_is_written_and_read_as_people_there_do(visit: Visit) -> None:
    one = await (await visit(**abroad("de"))).player("grete")
    await one.page.goto("/me/limits")
    await expect(one.page.locator("[data-balance]")).to_have_text("1.000")
    say = words("de")
    change = one.page.get_by_role("button", name=say["common.change"]).first
    await change.click()
    field = one.page.get_by_label(say["me.newAmount"])
    await field.fill("1,234.50")
    await one.button(say["me.set"]).click()
    await expect(one.page.get_by_role("alert")).to_be_visible()
    await field.fill("1.234,50")
    await one.button(say["me.set"]).click()
    await expect(one.page.get_by_text("1.234,50").first).to_be_visible()
    await change.click()
    await expect(field).to_have_value("1234,50")


async def test_pages_for_everyone(visit: Visit, code: str) -> None:
    one = await visit(**abroad(code))
    paths = ["/", "/login", "/register", f"/fair/{WHEEL}/1"]
    assert await walk(one, code, *paths, *(f"/rules/{game}" for game in (WHEEL, RWS))) == []


async def test_a_players_pages(visit: Visit, house: LiveHouse) -> None:
    one = await visit(**PHONE)
    api = await house.api()
    await api.login("ann", "correct horse battery")
    await one.known_as(api)
    tabs = ["history", "statement", "limits", "disputes", "password"]
    paths = [f"/me/{tab}" for tab in tabs] + [f"/me/rounds/{WHEEL}/3"]
    tables = [f"/table/{game}" for game in (BACCARAT, PLUS)]
    assert await in_every_language(one, *paths, *tables) == []


STAFF: dict[Role, tuple[str, ...]] = {
    Role.DEALER: ("/deal", f"/deal/{BY_HAND}"),
    Role.PIT: ("/pit", f"/pit/{BY_HAND}", f"/pit/{WHEEL}", "/chat"),
    Role.CASHIER: ("/cage",),
    Role.INSPECTOR: (
        "/office",
        f"/office/rounds/{WHEEL}",
        f"/office/rounds/{WHEEL}/3",
        f"/office/forecast/{WHEEL}",
        "/office/disputes",
        "/office/journals",
        "/office/turned-away",
    ),
    Role.ADMINISTRATOR: ("/admin", "/admin/accounts"),
}


@pytest.mark.parametrize("role", STAFF)
async def test_the_pages_of_staff(visit: Visit, role: Role) -> None:
    one = await (await visit(**PHONE)).staff(role)
    assert await in_every_language(one, *STAFF[role]) == []


async def test_a_first_day(visit: Visit, house: LiveHouse) -> None:
    one = await (await visit(**PHONE)).known_as(await newcomer(house, "novice"))
    one.expected.append("/api/")
    assert await in_every_language(one, "/welcome") == []


SCENES = {
    **{game: PLAYED[game] for game in (WHEEL, LIVE)},
    **{name: MIDDLES[name] for name in ("decision", "insurance", "raise-or-fold")},
}


@pytest.mark.parametrize("name", SCENES)
async def test_rounds(browser: Browser, name: str) -> None:
    """Each scene is played once and read in every language."""
    scene = SCENES[name]
    async with staged(scene) as stage:
        await stage.lay()
        await stage.play()
        one = await visiting(browser, stage.house, **PHONE)
        await one.known_as(stage.ann.api)
        found = await in_every_language(one, f"/table/{scene.game}")
        await one.page.context.close()
        assert found + one.wrong == []
