"""`make mutants` itself: what it plants, and that what is kept for it is still true."""

import ast
import functools
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from tools import conformance
from tools.mutants import claims, kept
from tools.mutants.operators import mutants
from tools.mutants.processes import in_processes
from tools.mutants.running import swap


def test_every_mistake_kept_by_hand_can_still_be_planted() -> None:
    found = kept.planted()
    assert len({one.change for one in found}) == len(found)
    for one in found:
        source = (kept.SOURCES / one.file).read_text(encoding="utf-8")
        assert ast.dump(one.plant()) != ast.dump(ast.parse(source)), one.change


def test_every_equivalent_that_is_kept_is_still_there() -> None:
    every = [one for file in kept.files() for one in kept.slips(file)]
    assert len({one.name for one in every}) == len(every)
    kept.equivalents(every)


def test_a_kept_list_that_is_out_of_date_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stale = tmp_path / "stale.toml"
    stale.write_text('[[mistake]]\nname = "x"\nfile = "engine/lines.py"\nold = "gone"\nnew = "x"\n')
    monkeypatch.setattr(kept, "PLANTED", stale)
    with pytest.raises(kept.OutOfDate, match="stands 0 times"):
        kept.planted()
    stale.write_text(
        '[[equivalent]]\nfile = "engine/lines.py"\nfunction = "win"\nreason = "r"\n'
        'changes = ["a -> b"]\n'
    )
    monkeypatch.setattr(kept, "EQUIVALENTS", stale)
    with pytest.raises(kept.OutOfDate, match="no such mutant"):
        kept.equivalents(kept.slips("engine/lines.py"))


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        ("return a < 2", {"a < 2 -> a <= 2", "2 -> 3", "2 -> 1"}),
        ("return a == b", {"a == b -> a != b"}),
        ("return a and b", {"a and b -> a or b", "a and b -> a", "a and b -> b"}),
        ("return not a", {"not a -> a"}),
        ("return a + b", {"a + b -> a - b"}),
        ("return a if b else 'x'", {"a if b else 'x' -> a", "a if b else 'x' -> 'x'"}),
        (
            "return replace(a, x=b, y=b)",
            {
                "replace(a, x=b, y=b) -> replace(a, y=b)",
                "replace(a, x=b, y=b) -> replace(a, x=b)",
            },
        ),
        ("c, *d = a; return b", set()),
        ("return {*a, b}", {"{*a, b} -> {b}", "{*a, b} -> {*a}"}),
        ("return (*a, b)", {"(*a, b) -> (b,)", "(*a, b) -> (*a,)", "(*a, b) -> (b, *a)"}),
        ("if a: return b", {"if a: -> if True:", "if a: -> if False:"}),
        ("a = b; return a", {"a = b -> pass"}),
        ("c = b; return c", set()),
        ("return cite['higher']", {"cite['higher'] -> 'no clause'"}),
        (
            "raise Refused(Code.LIMIT, 'said to people', a.topics['higher'])",
            {"Code.LIMIT -> Code.ILLEGAL_ACTION", "a.topics['higher'] -> 'no clause'"},
        ),
        ("return min(a, b)", {"min(a, b) -> max(a, b)"}),
        ("return [one for one in a if one]", {" for one in a if one ->  for one in a"}),
        # Another set of cards.
        ("return a[:2]", {"a[:2] -> a", "2 -> 3", "2 -> 1"}),
        ("return points(a.cards)", {"a.cards -> a.cards[:2]"}),
        ("return len(a.exposed)", {"a.exposed -> a.dealer"}),
        # Another scope of a limit.
        (
            "return so_far.amount(b.player, *b.spot)",
            {
                "so_far.amount(b.player, *b.spot) -> so_far.total(*b.spot)",
                "so_far.amount(b.player, *b.spot) -> whole.amount(b.player, *b.spot)",
            },
        ),
        ("return a.total(*b.spot)", {"a.total(*b.spot) -> a.amount(b.player, *b.spot)"}),
        ("return a.total('initial', b)", {"a.total('initial', b) -> a.has('initial')"}),
        ("return whole.has(b)", {"whole.has(b) -> so_far.has(b)"}),
        # Another moment.
        ("return a.over", {"a.over -> a.complete"}),
        (
            "return a in (Phase.PLAY, Phase.OVER)",
            {
                "a in (Phase.PLAY, Phase.OVER) -> a not in (Phase.PLAY, Phase.OVER)",
                "a in (Phase.PLAY, Phase.OVER) -> a in (Phase.OVER,)",
                "a in (Phase.PLAY, Phase.OVER) -> a in (Phase.PLAY,)",
            },
        ),
    ],
)
def test_what_is_planted(tmp_path: Path, body: str, changes: set[str]) -> None:
    path = tmp_path / "some.py"
    path.write_text(f"def rule(a, b):\n    {body}\n")
    found = mutants(path, "some.py")
    assert {one.change for one in found} == changes
    for one in mutants(path, "some.py"):
        assert (one.function, one.outside) == ("rule", False)
        compile(one.plant(), "some.py", "exec")


def test_in_the_tables_of_the_rules_values_are_changed(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text('A = Rules(draws=True, title="x")\nB = {1: frozenset({2, 3})}\n')
    assert {one.change for one in mutants(path, "some.py")} == {
        "draws=True -> draws=False",
        "1 -> 2",
        "2 -> 3",
        "3 -> 4",
    }
    assert all(one.outside for one in mutants(path, "some.py"))


BEFORE = """
from functools import cache
class Hand:
    @property
    def bust(self): return 1
    @classmethod
    def of(cls): return 1
    def total(self): return 1
@cache
def known(): return 1
def plain(): return 1
"""


def test_swapped_code_is_seen_by_whoever_had_imported_it() -> None:
    module = types.ModuleType("before")
    exec(BEFORE, module.__dict__)
    hand, plain, known = module.Hand, module.plain, functools.partial(module.known)
    swap(module, compile(BEFORE.replace("return 1", "return 2"), "after", "exec"))
    assert (hand().bust, hand.of(), hand().total(), plain(), known()) == (2, 2, 2, 2, 2)


def test_work_in_processes_of_its_own_is_told_and_a_death_too() -> None:
    def work(task: str) -> str:
        if task == "dies":
            os._exit(3)
        if task == "breaks":
            raise ValueError(task)
        sys.stdout.write("nobody hears")
        return task.upper()

    told = dict(in_processes(["a", "dies", "breaks", "b"], work, 2))
    assert (told["a"], told["b"]) == ("A", "B")
    assert told["dies"].startswith("the process ended")
    assert told["breaks"].startswith("broken: ValueError")


# Claims ------------------------------------------------------------------------------------------


def test_every_break_of_a_claim_can_still_be_planted() -> None:
    breaks = claims.written_breaks()
    assert {*breaks} <= {*conformance.obeyed()}
    for one in (one for of_clause in breaks.values() for one in of_clause):
        source = (conformance.SOURCES / one.file).read_text(encoding="utf-8")
        assert ast.dump(one.plant()) != ast.dump(ast.parse(source)), one.change


def test_a_break_must_be_where_the_clause_is_cited(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stale = tmp_path / "claims.toml"
    broken = '[[break]]\nclause = "LIVE 2.4.2"\nname = "x"\nfile = "{}"\nold = "{}"\nnew = "x"\n'
    monkeypatch.setattr(claims, "BREAKS", stale)
    for file, old, message in (
        ("engine/viewer.py", "gone", "stands 0 times"),
        ("kit/english.py", "noun: str", "does not cite LIVE 2.4.2"),
    ):
        stale.write_text(broken.format(file, old))
        with pytest.raises(kept.OutOfDate, match=message):
            claims.written_breaks()


JUDGE = """
import ast, sys
from tools.mutants import claims
from tools.mutants.operators import Mutant

text = (claims.SOURCES / "engine/viewer.py").read_text(encoding="utf-8")
harmless = Mutant("engine/viewer.py", claims.BY_HAND, "harmless", range(0), lambda: ast.parse(text))
breaks = claims.written_breaks()
breaks["LIVE 2.4.2"].append(harmless)
claims.written_breaks = lambda: breaks
sys.exit(claims.main())
"""


def test_every_break_is_noticed_by_a_test_of_its_own_claim() -> None:
    """All breaks of `claims.toml`, and a harmless one that no test can notice: it alone is
    reported, with its clause, file and tests."""
    done = subprocess.run(
        [sys.executable, "-c", JUDGE],
        cwd=conformance.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stdout.splitlines() if "; its tests: " in line]
    assert len(complaints) == 1, done.stdout + done.stderr
    assert complaints[0].startswith(
        "LIVE 2.4.2: 'harmless' in engine/viewer.py: unnoticed; its tests: tests/"
    )
    assert done.returncode == 1
    assert f"{len(claims.written_breaks())} claims, 1 of them not shown" in done.stdout
    assert "Not checked, as only slow tests show them: LIVE 2.3.6b" in done.stdout
