"""What clients are answered to what cannot be decoded: plain English that names the field."""

import ast
from pathlib import Path

import pytest

import croupier
from croupier.client import HouseRefused
from croupier.house.fairness import read_record
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.server.decoding import decode
from tests.support.api_calls import wheel
from tests.support.live_house import serving


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "the message must be an object, not a list"),
        ('{"type":"place-bet"}', "type cannot be 'place-bet'; did you mean 'place-bets'?"),
        ('{"type":"chat-line"}', "type cannot be 'chat-line'"),
        ('{"type":"join"}', "id is missing"),
        ('{"type":"join","id":"1","tabel":"a"}', "the message has no field 'tabel'; did you mean"),
        ('{"type":"join","id":7,"table":"a"}', "id must be text, not a whole number"),
        ('{"type":"join","id":"","table":"a"}', "id must have at least 1 character"),
        ('{"type":"join","id":"\\u00e9","table":"a"}', "id must be printable characters of ASCII"),
        (
            '{"type":"place-bets","id":"1","table":"a","round":1.5,"bets":[]}',
            "round must be a whole number, not a number with a decimal point",
        ),
        (
            '{"type":"place-bets","id":"1","table":"a","round":1,"bets":[{"bet":"red"}]}',
            "bets[0].amount is missing",
        ),
        (
            '{"type":"decide","id":"1","table":"a","round":1,"action":"hitt"}',
            "action must be one of ",
        ),
    ],
)
def test_a_message_that_is_none_is_refused_with_its_field(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        decode(text)
    assert refused.value.code is Code.BAD_MESSAGE
    assert message in refused.value.message
    assert "`" not in refused.value.message
    assert "$" not in refused.value.message


async def test_a_request_that_is_none_is_refused_with_its_field_and_the_choices() -> None:
    async with serving([wheel()]) as house:
        ann, inspector = await house.player("ann"), await house.staff(Role.INSPECTOR)
        chief = await house.staff(Role.ADMINISTRATOR)
        await house.step_up(chief)
        for api, method, path, body, message in (
            (
                chief,
                "POST",
                "/api/staff",
                {"name": "kim", "role": "chef"},
                "role must be one of watcher, guest, player, dealer, pit, shift, cashier, "
                "moderator, inspector, administrator, lab, not 'chef'",
            ),
            (
                ann,
                "POST",
                "/api/me/disputes",
                {"table": "No Table", "round": 1, "text": "?"},
                "table must be 1 to 32 lower-case letters, digits and hyphens",
            ),
            (ann, "POST", "/api/accounts", [], "the body must be an object, not a list"),
            (
                inspector,
                "GET",
                "/api/office/report?since=monday",
                None,
                "since must be a day or a moment in UTC, such as 2026-03-01 or 2026-03-01T18:00Z",
            ),
            (
                inspector,
                "GET",
                "/api/office/report?sinse=2026-03-01",
                None,
                "the query has no field 'sinse'; did you mean 'since'?",
            ),
        ):
            with pytest.raises(HouseRefused) as refused:
                await api.call(method, path, body)
            assert (refused.value.code, refused.value.message) == ("bad-message", message)
        with pytest.raises(HouseRefused, match="an inspector may not do this"):
            await inspector.call("POST", "/api/cage/deposits", {})


def test_a_record_that_is_none_is_refused_with_its_field() -> None:
    with pytest.raises(Refused, match="this is not the record of a round: table is missing"):
        read_record(b"{}")


def test_every_pattern_has_its_form_in_words() -> None:
    """Else a person would read a regular expression, or nothing."""
    source = Path(croupier.__file__).parent
    without = [
        f"{file.relative_to(source)}:{call.lineno}"
        for file in source.rglob("*.py")
        if "pattern=" in (text := file.read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call)
        and {"pattern"} <= (given := {keyword.arg for keyword in call.keywords})
        and "extra" not in given
    ]
    assert without == []
