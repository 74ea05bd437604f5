"""What the chat does not show, in every language, however it is written; and what it does."""

import pytest

from croupier.house.floor import Floor
from croupier.house.floor.chat_sanctions import LANGUAGES, BarredWords, personal, shipped
from croupier.house.floor.text import MOST_MARKS, clean
from croupier.kit.errors import Code, Refused
from tests.support.floor import OpenFloor

CHAT = pytest.mark.clause("LIVE 1.5", "LIVE 3.4")


@pytest.fixture(scope="module")
def barred() -> BarredWords:
    return BarredWords(shipped())


@CHAT
@pytest.mark.parametrize(
    "text",
    [
        "fuck this",
        "FUCK!",
        "you fucking idiot",
        "motherfucker",
        "fuuuuuck",
        "f u c k you",
        "f.u.c.k",
        "f_u_c_k",
        "fu ck",
        "f*ck off",
        "fúçk",
        "ｆｕｃｋ",
        "fuсk",  # a Cyrillic letter
        "sh1t",
        "$hit happens",
        "what an a$$",
        "kill yourself",
        "eres un cabrón",
        "HIJO DE PUTA",
        "hijoputa",
        "gilipollas",
        "¡coño!",
        "du Arschloch",
        "so ein Scheiß",
        "Scheißkarten",
        "Hurensohn",
        "verpiss dich",
        "espèce de connard",
        "ENCULÉ",
        "fils de pute !",
        "ta gueule",
        "يا ابن الشرموطة",
        "كـــس أمك",
        "يا كَلْب",
        "sharmouta",
        "傻逼",
        "你这个傻 逼",
        "操！你！妈",
        "真他妈烦",
    ],
)
def test_abuse_is_seen_however_it_is_written(barred: BarredWords, text: str) -> None:
    assert barred.found_in(text)


@CHAT
@pytest.mark.parametrize(
    "text",
    [
        "I live in Scunthorpe, near Penistone and Clitheroe",
        "a classic pass on the assessment",
        "as soon as he assumes",
        "the ace of spades: AS, A5, 455 on 5",
        "Dick Van Dyke played Moby Dick, a shitake cocktail and a peacock",
        "hello, Essex and Sussex; Mr Wankel and Mrs Cockburn",
        "niggling doubts, a snigger; grape, drape, therapist",
        "the Pakistan team",
        "spic and span",
        "push it, hit it, it is a hit",
        "Sofia Vergara pide un cono de helado, año y ano",
        "computadora, disputa, reputación",
        "der Wankelmotor, ein Strauss Fichten, Dickicht",
        "Schiss? Nein, ein Schuss",
        "un concours réputé, du bitume, une salopette et une dispute",
        "un cachet de niquel, pédestre, con mucho gusto",
        "كسر الصندوق، عندي كلب، تكنيك نيك الميكانيكي",
        "صباح الخير، حظا سعيدا",
        "他去死海旅游了",
        "妈妈的车",
        "体操你喜欢吗",
        "good luck!!! nice!!!",
        "I bet 100 on 17",
    ],
)
def test_innocent_words_pass(barred: BarredWords, text: str) -> None:
    assert not barred.found_in(text)
    assert personal(text) is None


@CHAT
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("write to ann@example.org", "an e-mail address"),
        ("ann (at) example (dot) org", "an e-mail address"),
        ("ann＠example.org", "an e-mail address"),
        ("ann [arroba] example.es", "an e-mail address"),
        ("ann (arobase) example (point) fr", "an e-mail address"),
        ("اتصل بي ٠٥٥ ١٢٣ ٤٥٦٧", "a phone number"),
        ("see https://example.org/x", "a link"),
        ("www.example.de", "a link"),
        ("t.me/somebody", "a link"),
        ("come to best-casino.com now", "a link"),
        ("call +49 30 1234567", "a phone number"),
        ("call me: 555-123-4567", "a phone number"),
        ("06 12 34 56 78", "a phone number"),
        ("612 345 678", "a phone number"),
        ("我的电话13812345678", "a phone number"),
        ("4111 1111 1111 1111", "a card number"),
        ("5500-0000-0000-0004", "a card number"),
    ],
)
def test_what_would_tell_strangers_too_much_is_seen(text: str, found: str) -> None:
    assert personal(text) == found


@CHAT
@pytest.mark.parametrize(
    "text",
    [
        "17 20 5 32 8 11 is my row",
        "100 200 300 on red",
        "the jackpot is 1.000.000 or 25 000 000",
        "10000000!",
        "I was here at 12:30:45 on 2026-03-14",
        "won.de nada, gut.es geht",
        "wait...what",
        "@ann nice one",
        "3:2 or 6:5?",
    ],
)
def test_amounts_and_numbers_of_the_wheel_pass(text: str) -> None:
    assert personal(text) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_list_and_each_entry_of_it_is_found(
    barred: BarredWords, language: str
) -> None:
    for entry in shipped():
        assert barred.found_in(entry.strip("*")), entry


def word_lists(floor: Floor) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words added to the list, and words allowed."""
    return floor.manners.added, floor.manners.allowed


async def test_the_house_changes_its_list_and_the_journal_keeps_it(opened: OpenFloor) -> None:
    floor = opened.floor

    def say(text: str) -> str:
        opened.clock.turn(2_000)
        try:
            floor.chat.say("ann", "bj-1", text, False)
        except Refused as refused:
            return str(refused.code)
        return "shown"

    assert say("what a nincompoop") == "shown"
    await floor.bar_word("Nincompoop*", "max")
    assert say("what NINCOMPOOPS") == Code.ABUSIVE
    assert say("shit") == Code.ABUSIVE
    await floor.allow_word("shit", "max")
    assert say("shit") == "shown"
    assert say("ann@example.org") == Code.PERSONAL_DATA
    again = opened.again()
    assert word_lists(again) == (("nincompoop*",), ("shit",))
    await again.allow_word("nincompoop*", "max")
    await again.bar_word("shit", "max")
    assert word_lists(again) == ((), ())


@pytest.mark.parametrize("word", ["", "x", "*", "a*b", "*word", "w" * 41, "12"])
async def test_what_is_no_word_for_the_list_is_refused(opened: OpenFloor, word: str) -> None:
    with pytest.raises(Refused):
        await opened.floor.bar_word(word, "max")


async def test_the_same_change_twice_is_none(opened: OpenFloor) -> None:
    with pytest.raises(Refused, match="already"):
        await opened.floor.bar_word("shit", "max")
    with pytest.raises(Refused, match="already"):
        await opened.floor.allow_word("nice", "max")


def test_marks_do_not_pile_up() -> None:
    tower = "Z" + "\u0335\u0321\u034a" * 40
    assert len(clean(f"{tower}!")) == len("Z!") + MOST_MARKS
    assert clean("tiếng Việt, שָׁלוֹם, हिन्दी") == "tiếng Việt, שָׁלוֹם, हिन्दी"
