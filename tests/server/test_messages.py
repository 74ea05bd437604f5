"""What clients send, as they have always sent it. An id stands for the bytes of its message
(`digest_of`): one that is repeated to a newer house must still be the same."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from croupier.kit.errors import Refused
from croupier.server.decoding import decode
from croupier.table import commands as table
from croupier.table.commands import HOUSE_ONLY
from croupier.wire import commands as say

WRITTEN = (Path(__file__).parent / "messages.jsonl").read_text(encoding="utf-8").splitlines()
"""Every kind: with the fields it must have, and with all it may have."""


@pytest.mark.parametrize("text", WRITTEN)
def test_a_message_is_the_same_bytes_as_ever(text: str) -> None:
    assert msgspec.json.encode(decode(text)).decode() == text


def test_every_kind_is_written_down() -> None:
    assert {type(decode(text)) for text in WRITTEN} == set(get_args(say.Asked))


def test_a_table_takes_the_command_out_of_its_envelope() -> None:
    for text in WRITTEN:
        message = decode(text)
        if isinstance(message, say.ToTable):
            command = message.command
            assert type(command) is message.kind
            assert type(command).__name__ == type(message).__name__
            for name in message.own:
                assert getattr(command, name) == getattr(message, name)


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (table.Decide, "player"),
        (table.Rule, "countersigned"),
        (table.Reconfigure, "sit_out"),
        (table.Reconfigure, "early_close"),
        (table.FinishBetting, "alone"),
    ],
)
def test_what_only_the_house_says_is_not_taken_from_a_client(kind: type, field: str) -> None:
    marked = {info.name: info.type for info in msgspec.structs.fields(kind)}[field]
    assert HOUSE_ONLY in marked.__metadata__
    (text, *_) = (text for text in WRITTEN if type(decode(text)).__name__ == kind.__name__)
    with pytest.raises(Refused, match=f"the message has no field {field!r}"):
        decode(f'{text[:-1]},"{field}":"sam"}}')


def test_a_command_that_says_nothing_may_be_given_by_nobody() -> None:
    class Forgotten(table.Command, frozen=True, tag="forgotten"):
        pass

    assert Forgotten.given_by == frozenset()
