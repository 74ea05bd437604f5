"""The example rounds, where they are at hand: each with the outcome it must have."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from croupier.kit.errors import Refused
from croupier.roundfile import as_json, play, read

_BESIDE = Path(__file__).parents[2] / "shared" / "rounds" / "examples.json"
_NAMED = os.environ.get("CROUPIER_EXAMPLES")
_FILE = Path(_NAMED or _BESIDE)
# A file that is named has to be there: without it not one example would be played.
_THERE = bool(_NAMED) or _FILE.is_file()
EXAMPLES: list[dict[str, Any]] = json.loads(_FILE.read_text()) if _THERE else []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["id"])
def test_example(example: dict[str, Any]) -> None:
    text = example["raw"] if "raw" in example else json.dumps(example["round"])
    expected = example["expect"]
    if "error" in expected:
        with pytest.raises(Refused) as caught:
            play(read(text))
        assert caught.value.code == expected["error"], caught.value
        return
    outcome = as_json(play(read(text)))
    assert outcome["status"] == expected["status"]
    assert {name: one["net"] for name, one in outcome["players"].items()} == expected["net"]
    for wanted in example.get("expect_settlements", []):
        assert any(wanted.items() <= line.items() for line in outcome["settlements"]), wanted
