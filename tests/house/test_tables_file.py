"""The owner's file of tables: read exactly, and every mistake told by table and key."""

from pathlib import Path

import pytest

import croupier
from croupier.engine.layout import Bet, Limits
from croupier.house.tables_file import default_tables, load_tables, read_house
from croupier.kit.errors import Code, Refused
from croupier.table.camera_stream import CameraStream, StreamKind
from croupier.table.config import Clocks, DealerKind, Felt, Language, TableConfig

EXAMPLE = Path(__file__).parents[2] / "examples" / "tables.toml"
BARE = '[[table]]\nid = "bj"\ngame = "rws-blackjack"\n'


def tables_of(text: str) -> tuple[TableConfig, ...]:
    return read_house(text).tables


def refusal(text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        tables_of(text)
    assert caught.value.code is Code.BAD_SETTING
    return caught.value


def test_the_example_is_read_key_by_key() -> None:
    window, salon, knockout, wheel = load_tables(EXAMPLE)
    assert (window.id, window.game, window.title) == (
        "blackjack-1",
        "rws-blackjack",
        "Blackjack by the window",
    )
    assert window.limits == Limits(5_00, 500_00, 1_00, 100_00)
    assert window.clocks == Clocks(15_000, 20_000, 10_000, 15_000, 4_000, 800)
    assert window.settings == {"decks": 6, "h17": False}
    assert salon.dealer is DealerKind.HUMAN
    assert salon.clocks == Clocks(betting=20_000, decision=25_000, pause=7_500, showing=800)
    assert knockout.limits == Limits(10_00, 1_000_00, None, 200_00)
    assert knockout.dealer is DealerKind.VIRTUAL
    assert wheel.wheel_run == 128


def test_what_is_left_out_has_the_tables_own_defaults() -> None:
    (table,) = tables_of(BARE)
    assert (table.limits, table.clocks, table.wheel_run, table.title) == (
        Limits(),
        Clocks(showing=800),
        64,
        "",
    )


@pytest.mark.parametrize(
    ("game", "usual"),
    [
        ("live-blackjack", Clocks(showing=800)),
        ("live-roulette", Clocks(showing=6_500)),
        ("rws-knockout-baccarat", Clocks(showing=1_500, squeezing=7_000)),
    ],
)
def test_what_a_card_or_the_ball_takes_is_the_familys_to_say(game: str, usual: Clocks) -> None:
    written = f'[[table]]\nid = "t"\ngame = "{game}"\n'
    (table,) = tables_of(written)
    assert table.clocks == usual
    (told,) = tables_of(f"{written}clocks = {{ pause = 2.5, showing = 0.25, squeezing = 0 }}\n")
    assert told.clocks == Clocks(pause=2_500, showing=250, squeezing=0)
    (default,) = (one for one in default_tables() if one.game == game)
    assert default.clocks == usual


def test_what_the_dealers_of_a_table_speak() -> None:
    assert [one.language for one in tables_of(BARE)] == [None]
    by_hand = f'{BARE}dealer = "human"\nlanguage = "de"\n'
    assert [one.language for one in tables_of(by_hand)] == [Language.GERMAN]


def test_the_colour_of_the_felt() -> None:
    assert [one.felt for one in tables_of(BARE)] == [None]
    assert [one.felt for one in tables_of(f'{BARE}felt = "navy"\n')] == [Felt.NAVY]


HUMAN = f'{BARE}dealer = "human"\n'


def test_the_dealers_picture() -> None:
    assert [one.stream for one in tables_of(HUMAN)] == [None]
    (console,) = tables_of(f'{HUMAN}stream = {{ kind = "console" }}\n')
    assert console.stream == CameraStream(StreamKind.CONSOLE)
    url, recording = "https://cdn.example:8443/t1.m3u8", "https://nvr.example/t1?at={time}"
    written = f'{{ kind = "hls", url = "{url}", recording = "{recording}" }}'
    (hls,) = tables_of(f"{HUMAN}stream = {written}\n")
    assert hls.stream == CameraStream(StreamKind.HLS, url, recording)
    assert hls.stream.origin == "https://cdn.example:8443"
    (whep,) = tables_of(f'{HUMAN}stream = {{ kind = "whep", url = "/camera/t1/whep" }}\n')
    assert whep.stream is not None
    assert whep.stream.origin == ""


@pytest.mark.parametrize(
    ("stream", "told"),
    [
        ('"console"', "stream must be a table of its own"),
        ('{ kind = "rtmp", url = "/a" }', "stream.kind must be one of whep, hls, console"),
        ('{ url = "/a" }', "stream.kind must be one of whep, hls, console"),
        ('{ kind = "hls" }', "stream.url is missing"),
        ('{ kind = "hls", uri = "/a" }', "stream has no key 'uri'; did you mean 'url'?"),
        ('{ kind = "hls", url = "http://cdn.example/a" }', "stream.url must be https://"),
        ('{ kind = "hls", url = "//cdn.example/a" }', "stream.url must be https://"),
        ('{ kind = "hls", url = "https://name:word@cdn.example/" }', "stream.url must be https://"),
        ('{ kind = "hls", url = "https://a; script-src *" }', "stream.url must be https://"),
        ('{ kind = "hls", url = "https://a,b/" }', "stream.url must be https://"),
        ('{ kind = "hls", url = "javascript:alert(1)" }', "stream.url must be https://"),
        ('{ kind = "console", url = "/a" }', "a console has neither url nor recording"),
        ('{ kind = "hls", url = "/a", recording = "/b" }', "stream.recording must have {time}"),
        ('{ kind = "hls", url = "/a", recording = "ftp://b/{time}" }', "stream.recording must be"),
    ],
)
def test_a_stream_that_cannot_be(stream: str, told: str) -> None:
    assert told in refusal(f"{HUMAN}stream = {stream}\n").message


def test_a_virtual_table_has_no_picture() -> None:
    told = refusal(f'{BARE}stream = {{ kind = "console" }}\n').message
    assert "a stream shows a person who deals" in told


@pytest.mark.clause("R33")
def test_whether_betting_closes_early() -> None:
    def early(written: str) -> bool:
        return tables_of(written)[0].closes_early

    assert early(BARE)
    assert not early(f"{BARE}early_close = false\n")
    assert not early(f'{BARE}dealer = "human"\n')
    assert early(f'{BARE}dealer = "human"\nearly_close = true\n')
    (told,) = tables_of(f"{BARE}clocks = {{ min_betting = 1.5 }}\n")
    assert told.min_betting == 1_500


def test_how_long_one_may_sit_out() -> None:
    assert [one.sit_out for one in tables_of(BARE)] == [10]
    assert [one.sit_out for one in tables_of(f"{BARE}sit_out = 0\n")] == [0]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("sit_out = -1", "sit_out must be a whole number from 0 to 1000"),
        ("sit_out = true", "sit_out must be a whole number from 0 to 1000"),
        ('delaer = "human"', "a table has no key 'delaer'; did you mean 'dealer'?"),
        ("colour = 1", "a table has no key 'colour'; there are id, game"),
        ('dealer = "robot"', "dealer must be one of virtual, human"),
        ('felt = "plaid"', "felt must be one of green, forest, teal, blue, navy"),
        ("felt = 3", "felt must be one of green"),
        ('dealer = "human"\nlanguage = "tlh"', "language must be one of en, zh, es, de"),
        ('dealer = "human"\nlanguage = ["en"]', "language must be one of en"),
        ('language = "en"', "language is for tables dealt by hand"),
        ("dealer = 1", "dealer must be one of virtual, human"),
        ("title = 7", "title must be text"),
        ('title = "a\\tb"', "a title has up to 60 printable characters"),
        ("limits = 5", "limits must be a table of its own"),
        ("limits = { min = 5 }", "limits.min must be a decimal string"),
        ('limits = { min = "5.001" }', "limits.min '5.001' is finer than the smallest unit"),
        ('limits = { min = "0" }', "limits.min must be more than nothing"),
        ('limits = { min = "2.50" }', "limits.min 2.5 is not a multiple of the chip unit 1"),
        ('limits = { min = "20", max = "10" }', "limits.min is 20, more than limits.max of 10"),
        ('limits = { max = "10000000001" }', "limits.max is at most 10000000000"),
        ('limits = { max = "10", side_min = "20" }', "limits.side_min is 20, more than"),
        ('limits = { maxx = "10" }', "limits has no key 'maxx'; did you mean 'max'?"),
        ("clocks = { beting = 10 }", "clocks has no key 'beting'; did you mean 'betting'?"),
        ("clocks = { betting = -1 }", "clocks.betting must be a number of seconds"),
        ("clocks = { betting = 86401 }", "clocks.betting must be a number of seconds"),
        ("clocks = { offer = nan }", "clocks.offer must be a number of seconds"),
        ("clocks = { offer = inf }", "clocks.offer must be a number of seconds"),
        ("clocks = { offer = true }", "clocks.offer must be a number of seconds"),
        ('clocks = { offer = "10" }', "clocks.offer must be a number of seconds"),
        ("clocks = { offer = 0.0005 }", "clocks.offer must be a number of seconds"),
        ("settings = { deks = 6 }", "settings has no key 'deks'; did you mean 'decks'?"),
        ("settings = { chip_unit = 6 }", "did you mean 'chip-unit'?"),
        ("settings = { decks = 9 }", "settings: decks must be one of 4, 5, 6, 7, 8"),
        ("settings = { decks = 6.0 }", "settings: decks must be one of"),
        ("settings = { boxes = 8 }", "settings: boxes must be a whole number from 1 to 7"),
        ("wheel_run = 0", "wheel_run must be a whole number from 1 to 4096"),
        ("wheel_run = 8.5", "wheel_run must be a whole number from 1 to 4096"),
    ],
)
def test_a_mistake_names_the_table_and_the_key(line: str, told: str) -> None:
    refused = refusal(BARE + line)
    assert refused.message.startswith("table 'bj': ")
    assert told in refused.message


def test_a_setting_out_of_range_cites_its_clause() -> None:
    assert refusal(BARE + "settings = { decks = 9 }").clause == "BJ5 2.2.1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a house has 1 to 500 tables, not 0"),
        ("# nothing yet", "not 0"),
        ("[[table]]\nid = 'a'\n\ngame = = 'b'", "not TOML: Invalid value (at line 4"),
        ("x = " + "9" * 5000, "this is not TOML"),
        ("x = " + "[" * 5000, "this is not TOML"),
        ("[[tables]]\nid = 'a'", "the file has no key 'tables'; did you mean 'table'?"),
        ("[table]\nid = 'a'", "in double brackets"),
        ("[[table]]\ngame = 'rws-blackjack'", "table number 1: id is missing"),
        (BARE + "[[table]]\nid = 5\ngame = 'rws-blackjack'", "table number 2: id must be text"),
        ("[[table]]\nid = 'bj'", "table 'bj': game is missing"),
        ("[[table]]\nid = 'Bad One'\ngame = 'live-roulette'", "hyphens, not 'Bad One'"),
        (BARE + BARE, "table 'bj': the id of table number 2 is taken by table number 1"),
        ("[[table]]\nid = 'a'\ngame = 'poker'", "there is no game 'poker'; there are rws-black"),
        (
            "".join(f"[[table]]\nid='t{n}'\ngame='live-roulette'\n" for n in range(501)),
            "a house has 1 to 500 tables, not 501",
        ),
    ],
)
def test_a_file_that_is_no_list_of_tables(text: str, told: str) -> None:
    assert told in refusal(text).message


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'title = "caf\xe9"')
    for path in (tmp_path / "none.toml", latin):
        with pytest.raises(Refused, match="cannot be read") as caught:
            load_tables(path)
        assert caught.value.code is Code.BAD_SETTING


def test_without_a_file_there_is_a_table_of_each_game() -> None:
    tables = default_tables()
    assert [one.game for one in tables] == list(croupier.VARIANTS)
    assert len({one.id for one in tables}) == len({one.title for one in tables}) == len(tables)
    assert {one.dealer for one in tables} == {DealerKind.VIRTUAL}
    for one in tables:
        least = 1_00 if one.game == "live-roulette" else 5_00
        assert (one.limits.min, one.limits.max) == (least, 500_00)
        rules = one.check()
        spot, box = next(
            (spot, 1 if on_box else None) for spot, on_box in croupier.spots(rules).items()
        )
        croupier.begin(rules, [Bet("ann", spot, least, box)], limits=one.limits)


def test_a_house_says_whether_it_asks_for_approvals() -> None:
    assert not read_house(BARE).approved_rules
    asked = read_house("[house]\napproved_rules = true\n" + BARE)
    assert (asked.approved_rules, asked.approved_program) == (True, False)
    assert (
        "approved_rules must be true or false"
        in refusal('[house]\napproved_rules = "yes"\n' + BARE).message
    )
    assert (
        "did you mean 'approved_rules'" in refusal("[house]\napproved_rule = true\n" + BARE).message
    )


def test_a_house_names_an_address_for_complaints_about_the_chat() -> None:
    assert read_house(BARE).support == ""
    for address in ("support@play.example", "https://play.example/support?from=chat"):
        assert read_house(f'[house]\nsupport = "{address}"\n' + BARE).support == address
    wrong = ("somebody", "a@b@c", "http://play.example", "javascript:alert(1)", "a b@play.example")
    for address in (*wrong, "a@" + "b" * 200):
        assert (
            "support must be an e-mail address"
            in refusal(f'[house]\nsupport = "{address}"\n' + BARE).message
        )
    assert "support must be text" in refusal("[house]\nsupport = 5\n" + BARE).message


def test_a_table_may_be_staged() -> None:
    (table,) = tables_of(BARE + "staged = true\n")
    assert table.staged
    assert "staged must be true or false" in refusal(BARE + "staged = 1\n").message
