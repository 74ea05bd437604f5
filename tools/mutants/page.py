"""`docs/mutants.md`: what the last run came to, file by file."""

from collections import Counter

from tools.mutants.kept import equivalents, files, planted, slips
from tools.mutants.memory import UNNOTICED
from tools.mutants.reach import ROOT

PAGE = ROOT / "docs" / "mutants.md"
_INTRODUCTION = """\
# Mistakes planted in the rules

`make mutants` plants mistakes in the rules (`engine/`, `games/*/engine/`), one at a time, and
expects a test to fail:
small slips everywhere (a comparison turned round, a condition left out, a keyword forgotten, no
clause cited; `tools/mutants/operators.py`), and those a person would make
(`tools/mutants/planted.toml`). It tells what no test notices and ends with status 1, unless
`tools/mutants/equivalents.toml` says why nobody could notice it. It is a check before a release:
`make test` only sees to it that the kept lists are still true.

```
make mutants                                       all of it
make mutants FILES=src/croupier/engine/layout.py   one file
make mutants FILES="--planted"                     the mistakes written down by hand
```

For each mistake only the tests that pass its line are run, those that show a clause its function
cites first, until one fails. What was tried is remembered in `.mutants/`: a run that was stopped
goes on where it stood, and after a change the test that noticed a mistake last time is asked first.

`make claims` puts claims of [conformance.md](conformance.md) to the test the same way: it plants
the breaks of `tools/mutants/claims.toml`, each in a file that cites a clause, and a test marked
with that clause has to fail. `make test` does that too, with all of these breaks (about ten seconds
of one processor), and fails with the clause, file and tests of a break that goes unnoticed.
`make claims CLAUSE="BJ5 3"` takes every claim whose clause begins so: where no break is written by
hand it plants small slips where the clause is cited, on lines that the clause's own tests pass,
until one of *those* tests fails, and reports the clauses of which none does. `make soak` takes
every claim. Clauses that only slow tests show, such as those in a browser, are listed as not
checked.
"""

_HEAD = (
    "| file | mistakes | noticed | equivalent | unnoticed | not tried |",
    "|---|--:|--:|--:|--:|--:|",
)


def write(fates: dict[str, str], took: str) -> None:
    PAGE.write_text(page(fates, took), encoding="utf-8")


def page(fates: dict[str, str], took: str) -> str:
    rows, sums = [], Counter[str]()
    groups = [(file, slips(file)) for file in files()]
    every = [mutant for _, mutants in groups for mutant in mutants]
    excused = equivalents(every)
    for file, mutants in [*groups, ("by hand", planted())]:
        count = Counter(
            "equivalent" if one.name in excused else _word(fates.get(one.name)) for one in mutants
        )
        if mutants:
            rows.append(_row(f"`{file}`" if ".py" in file else file, len(mutants), count))
        sums += count
    total = _row("**all**", sum(sums.values()), sums)
    return "\n".join([_INTRODUCTION, took, "", *_HEAD, *rows, total, ""])


def _word(fate: str | None) -> str:
    if fate is None:
        return "not tried"
    return "unnoticed" if fate == UNNOTICED else "noticed"


def _row(name: str, all: int, count: Counter[str]) -> str:
    columns = ("noticed", "equivalent", "unnoticed", "not tried")
    return f"| {name} | {all} | " + " | ".join(str(count[one] or "") for one in columns) + " |"
