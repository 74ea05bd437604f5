"""Charts of totals: the best one, those of well-known bad players, and one written in a file."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.odds.main_bet import ChartColumn, MainBet
from croupier.games.blackjack.odds.numbering import SOFT, VALUES
from croupier.kit.decode_errors import NotDecoded, decoded
from croupier.kit.errors import Code, Refused
from croupier.odds.strategy import MEANINGS, NAMES, Row, Strategy

CELLS = 2 * SOFT
Chart = tuple[ChartColumn, ...]
"""A column for each value the dealer may show."""

NOTHING = ChartColumn((False,) * CELLS, (False,) * CELLS, (False,) * CELLS, (False,) * VALUES)
"""Stands on everything."""

LETTERS = tuple(letters for letters in MEANINGS if letters != "-")
OF_TOTALS = tuple(letters for letters in LETTERS if letters != "P")


def best_chart(main: MainBet) -> Chart:
    """Against a card that is not in the shoe there is nothing to say."""
    return tuple(main.columns.get(shown, NOTHING) for shown in range(VALUES))


def mimic_dealer(rules: BlackjackRules) -> Chart:
    """Draws as the dealer must, and never doubles, splits or gives up."""
    hard = [total < 17 for total in range(SOFT)]
    soft = [total < 17 + rules.h17 for total in range(SOFT)]
    return (replace(NOTHING, hit=(*hard, *soft)),) * VALUES


def never_bust(chart: Chart) -> Chart:
    """Takes no card that may bust; else by the chart."""
    return tuple(
        replace(column, hit=tuple(hit and not 12 <= at < SOFT for at, hit in enumerate(column.hit)))
        for column in chart
    )


def always_split(chart: Chart) -> Chart:
    """Splits every pair; else by the chart."""
    return tuple(replace(column, split=(True,) * VALUES) for column in chart)


def always_double(chart: Chart) -> Chart:
    """Doubles whatever may be doubled, splits and gives up nothing; else by the chart."""
    return tuple(replace(NOTHING, hit=column.hit, double=(True,) * CELLS) for column in chart)


# Hands as a chart writes them -------------------------------------------------------------------


def cell_of(hand: str) -> int:
    """Of a total ("16", "A,7") or of a pair that is not split."""
    first, comma, second = hand.partition(",")
    if not comma:
        return int(first)
    if first == second != "A":
        return 2 * (NAMES.index(first) + 1)
    return SOFT + 12 + NAMES.index(second)


def known_hands(*, splits: bool) -> tuple[list[str], list[str], list[str]]:
    """Hard and soft totals, and pairs. Two twos and two aces are pairs where they can be split, and
    totals of their own elsewhere."""
    return (
        [str(total) for total in range(5 if splits else 4, 21)],
        [f"A,{NAMES[total - 12]}" for total in range(13 if splits else 12, 21)],
        [f"{name},{name}" for name in NAMES] if splits else [],
    )


def with_cell(column: ChartColumn, hand: str, letters: str) -> ChartColumn:
    """The column, but that it says this of a hand."""
    first, comma, second = hand.partition(",")
    pair = NAMES.index(first) if comma and first == second else None
    if letters == "P":
        assert pair is not None
        return replace(column, split=_with(column.split, pair, on=True))
    cell = cell_of(hand)
    return ChartColumn(
        _with(column.hit, cell, on=letters in ("H", "D", "R")),
        _with(column.double, cell, on=letters in ("D", "DS")),
        _with(column.surrender, cell, on=letters in ("R", "RS")),
        column.split if pair is None else _with(column.split, pair, on=False),
    )


def _with(cells: tuple[bool, ...], at: int, *, on: bool) -> tuple[bool, ...]:
    return (*cells[:at], on, *cells[at + 1 :])


# A chart in a file ------------------------------------------------------------------------------


def written_chart(rules: BlackjackRules, shoe: Sequence[int], text: str | bytes) -> Chart:
    """What `croupier strategy GAME --json` prints, edited or not."""
    try:
        written = decoded(text, Strategy)
    except NotDecoded as error:
        raise bad_strategy(f"it is no strategy: {error}") from None
    if written.game != rules.game:
        raise bad_strategy(f"it is for {written.game[:40]!r}, not for {rules.game}")
    if sorted(written.dealer) != sorted(NAMES):
        raise bad_strategy(f"the dealer's cards are {' '.join(NAMES)}, each once")
    hard, soft, pairs = known_hands(splits=rules.max_hands > 1)
    said = {
        **_rows("hard", written.hard, hard),
        **_rows("soft", written.soft, soft),
        **_rows("pairs", written.pairs, pairs),
    }
    by_card = {
        dealer: _column({hand: cells[at] for hand, cells in said.items()}, dealer, pairs)
        for at, dealer in enumerate(written.dealer)
    }
    for shown, name in enumerate(NAMES):
        if shoe[shown] and by_card[name] is None:
            raise bad_strategy(f"it says nothing against {name}, which is in the shoe")
    return tuple(by_card[name] or NOTHING for name in NAMES)


def _rows(part: str, rows: Sequence[Row], wanted: Sequence[str]) -> dict[str, tuple[str, ...]]:
    hands = [row.hand for row in rows]
    if hands != [*wanted]:
        odd = next((hand for hand in wanted if hand not in hands), None)
        why = f"{odd} is missing" if odd else f"the rows are {wanted[0]} to {wanted[-1]}, each once"
        raise bad_strategy(f"in {part}, {why if wanted else 'there is nothing to say'}")
    for row in rows:
        if len(row.cells) != VALUES:
            raise bad_strategy(f"{row.hand} has {len(row.cells)} cells, not {VALUES}")
    return {row.hand: row.cells for row in rows}


def _column(said: Mapping[str, str], dealer: str, pairs: Sequence[str]) -> ChartColumn | None:
    if all(letters == "-" for letters in said.values()):
        return None
    # Where twos are split they have no row as a total, and a third that may not be split is hit.
    column = with_cell(NOTHING, "4", "H")
    for hand, letters in said.items():
        check_letters(hand, dealer, letters, LETTERS if hand in pairs else OF_TOTALS)
        if hand in pairs and letters != "P":
            total = next((said[name] for name in said if cell_of(name) == cell_of(hand)), letters)
            if letters != total:
                why = f"{hand} against {dealer} says {letters}, and its total {total}"
                raise bad_strategy(f"{why}: a pair that is not split is played as its total")
        column = with_cell(column, hand, letters)
    return column


def check_letters(hand: str, dealer: str, letters: str, known: Sequence[str]) -> None:
    if letters not in known:
        where = f"{hand} against {dealer}"
        raise bad_strategy(f"{where} says {letters[:20]!r}; it may say {', '.join(known)}")


def bad_strategy(why: str) -> Refused:
    return Refused(Code.BAD_FILE, f"the strategy cannot be played: {why}")
