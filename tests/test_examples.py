"""The example rounds, where they are at hand: each with the outcome it must have."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from croupier.kit.errors import Refused
from croupier.roundfile import as_json, play, read

_BESIDE = Path(__file__).parents[2] / "shared" / "rounds" / "examples.json"
_FILE = Path(os.environ.get("CROUPIER_EXAMPLES", _BESIDE))
EXAMPLES: list[dict[str, Any]] = json.loads(_FILE.read_text()) if _FILE.is_file() else []


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
