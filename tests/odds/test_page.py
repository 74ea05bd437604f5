"""docs/odds.md says what the code says."""

from tools import odds


def test_every_figure_of_the_page_is_the_solvers() -> None:
    assert odds.stands() == odds.table(), "run: make docs"
