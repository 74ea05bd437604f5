"""What the pit reads before it rules is what the engine does when it has ruled."""

import pytest

from croupier.engine import protocol as engine
from croupier.engine.inputs import (
    Action,
    Burn,
    Capacity,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Place,
    Ruling,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.layout import Bet
from croupier.games.baccarat.engine import Round
from croupier.kit.cards import Card
from croupier.kit.errors import Refused
from croupier.server.projection import staff_view
from croupier.story.ruling_preview import RulingPreview, choices_end, preview_ruling
from croupier.table.commands import Decide, Rule
from croupier.table.config import DealerKind
from tests.support.human_table import (
    ANN,
    BOB,
    DEALER,
    PIT,
    SHIFT,
    HumanTable,
    deciding_players,
    initial,
    scans,
    two_boxes,
)
from tests.support.random_rounds import UNIT

TWO = Together(Capacity.DEALER, (Card("KD"), Card("4C")))
FOREIGN = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)


def coup(cards: str = "") -> HumanTable:
    table = HumanTable("live-baccarat")
    table.begin(Bet("ann", "player", 100 * UNIT))
    table.all_ok(DEALER, scans(cards))
    return table


def said(table: HumanTable, ruling: Ruling) -> tuple[RulingPreview, str]:
    before = table.state.hash()
    preview = preview_ruling(table.state, SHIFT, ruling)
    assert table.state.hash() == before
    return preview, " ".join(sentence.text for sentence in preview.sentences)


@pytest.mark.clause("R29")
def test_cards_out_together_at_baccarat_are_thrown_away() -> None:
    table = coup("9S")
    _, text = said(table, TWO)
    assert "they are thrown away and the next card is drawn" in text
    assert "in the order they lie" not in text
    table.all_ok(DEALER, [Rule(TWO)])
    table.all_ok(DEALER, scans("2D"))
    round = table.state.round
    assert isinstance(round, Round)
    assert (round.banker, round.out) == (("2D",), ("KD", "4C"))


@pytest.mark.clause("R29", "BJ5 5.12")
def test_a_player_picks_the_first_of_the_cards_out_together() -> None:
    table = two_boxes()
    table.all_ok(ANN, [Decide(Action.HIT, 1)])
    preview, text = said(table, TWO)
    assert "ann says which one comes first" in text
    assert preview.withdrawable == {}  # R28's choice is offered once she has picked.
    table.all_ok(DEALER, [Rule(TWO)])
    assert deciding_players(table) == ["ann"]


@pytest.mark.clause("R29", "BJ5 5.12.1", "BJ5 5.12.2")
def test_the_dealers_cards_out_together_are_thrown_away() -> None:
    table = two_boxes()
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(BOB, [Decide(Action.STAND, 2)])
    preview, text = said(table, TWO)
    assert "they are thrown away and another card is drawn" in text
    assert preview.withdrawable == {"ann": 100 * UNIT, "bob": 100 * UNIT}


@pytest.mark.clause("R2", "R26", "BJ5 5.17")
def test_a_void_gives_back_what_the_engine_gives_back() -> None:
    table = two_boxes()
    preview, text = said(table, FOREIGN)
    assert "every stake goes back to its owner" in text
    assert preview.returned == {"ann": 100 * UNIT, "bob": 100 * UNIT}
    assert (preview.ends, preview.needs_second) == (True, False)


@pytest.mark.clause("R30")
def test_a_void_after_an_outcome_needs_a_second_person() -> None:
    table = two_boxes()
    table.all_ok(ANN, [Decide(Action.HIT, 1)])
    table.all_ok(DEALER, scans("9D"))
    preview, _ = said(table, FOREIGN)
    assert preview.needs_second
    assert table.reply_code(PIT, Rule(FOREIGN)) == "countersign"


@pytest.mark.clause("R4", "R30")
@pytest.mark.parametrize(
    ("hit", "follows"), [("9D", "so the round goes on"), ("", "so the round is void")]
)
def test_the_pit_reads_what_an_interruption_comes_to_before_it_proposes_one(
    hit: str, follows: str
) -> None:
    table = two_boxes()
    if hit:
        table.all_ok(ANN, [Decide(Action.HIT, 1)])
        table.all_ok(DEALER, scans(hit))
    interrupt = Interrupt(Capacity.HOUSE)
    assert preview_ruling(table.state, PIT, interrupt) == said(table, interrupt)[0]
    preview, text = said(table, interrupt)
    assert follows in text
    assert (preview.ends, preview.needs_second) == (not hit, True)
    assert table.reply_code(PIT, Rule(interrupt, "sam", reason="because")) == "illegal-action"


@pytest.mark.clause("R28", "BJ5 5.7.3")
def test_after_a_misdeal_it_says_who_may_withdraw_what() -> None:
    preview, text = said(two_boxes(), Misdeal(Capacity.PIT, reconstructed=False))
    assert "they stay where they were dealt" in text
    assert preview.withdrawable == {"ann": 100 * UNIT, "bob": 100 * UNIT}
    assert not preview.ends


MISDEAL = Misdeal(Capacity.PIT, reconstructed=False)


@pytest.mark.clause("R28", "R31")
def test_it_says_how_the_choice_ends() -> None:
    table = two_boxes()
    preview, _ = said(table, MISDEAL)
    assert "ends with the next card or decision" in str(preview.choices_end)
    assert said(table, FOREIGN)[0].choices_end is None
    held = HumanTable("rws-blackjack")
    held.begin(initial("ann", 1))
    held.all_ok(DEALER, scans("TS 9D 9H"))
    held.all_ok(ANN, [Decide(Action.STAND, 1)])
    for card in scans("8C"):
        assert held.reply_code(DEALER, card) == "ok"
    assert held.state.waiting.settlement
    preview, _ = said(held, MISDEAL)
    assert "ends when the dealer confirms the result" in str(preview.choices_end)
    assert held.reply_code(PIT, Rule(MISDEAL)) == "ok"
    assert staff_view(held.state, ()).choices_end == preview.choices_end


@pytest.mark.clause("R28")
def test_where_the_house_deals_a_clock_ends_the_choice() -> None:
    table = two_boxes()
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(
        BOB,
        [
            Decide(Action.STAND, 2),
        ],
    )
    assert table.state.round is not None
    misdealt = engine.step(table.state.round, MISDEAL).round
    assert "when its clock runs out" in str(choices_end(DealerKind.VIRTUAL, misdealt))


@pytest.mark.clause("NKB 5.1.2", "R24")
def test_a_coup_that_cannot_be_put_in_order_is_void() -> None:
    preview, text = said(coup("9S 2D"), Misdeal(Capacity.PIT, reconstructed=False))
    assert "the pit supervisor voids the round" in text
    assert preview.returned == {"ann": 100 * UNIT}
    assert preview.ends
    kept, text = said(coup("9S 2D"), Misdeal(Capacity.PIT, reconstructed=True))
    assert "the coup goes on" in text
    assert not kept.ends


def test_it_says_where_the_next_card_goes() -> None:
    table = two_boxes()
    table.all_ok(PIT, [Rule(Misdeal(Capacity.PIT, reconstructed=False))])
    _, text = said(table, Place(Capacity.PIT, dealer=True))
    assert text == "Deal: dealer, face up."
    _, text = said(table, Burn(Capacity.PIT, 3))
    assert "next 3 cards burned" in text
    assert "Scan the next card and throw it away." in text


@pytest.mark.parametrize(
    "ruling", [Place(Capacity.PIT, dealer=True), Discard(Capacity.PIT, DiscardReason.NO_BET)]
)
def test_what_would_be_refused_is_refused_with_the_same_code(ruling: Ruling) -> None:
    table = two_boxes()
    with pytest.raises(Refused) as refused:
        preview_ruling(table.state, PIT, ruling)
    assert refused.value.code == table.reply_code(PIT, Rule(ruling))


@pytest.mark.clause("R32", "LIVE 2.4.2")
@pytest.mark.parametrize("placed", ["2S", "6S"])
def test_a_preview_is_the_same_whatever_the_hole_card_is(placed: str) -> None:
    """With a ten and a six face up the dealer stands in any case; with a ten and a two perhaps."""
    previews = {_on_dealer(hole, placed) for hole in ("2C", "5C", "7C", "TC", "AC")}
    assert len(previews) == 1


def _on_dealer(hole: str, placed: str) -> tuple[str, ...]:
    table = HumanTable("live-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans(f"TS TD 7H {hole}"))
    misdeal, to_dealer = (
        Misdeal(Capacity.PIT, reconstructed=False),
        Place(Capacity.PIT, dealer=True),
    )
    table.all_ok(PIT, [Rule(misdeal), Rule(to_dealer)])
    table.all_ok(DEALER, scans(placed))
    table.all_ok(PIT, [Rule(misdeal)])
    return tuple(
        _answer(table, ruling)
        for ruling in (to_dealer, Discard(Capacity.PIT, DiscardReason.OVERDRAW), *RULINGS[:5])
    )


def _answer(table: HumanTable, ruling: Ruling) -> str:
    try:
        return str(preview_ruling(table.state, SHIFT, ruling))
    except Refused as refused:
        return f"{refused.code} {refused.message} {refused.clause}"


RULINGS: tuple[Ruling, ...] = (
    FOREIGN,
    Interrupt(Capacity.HOUSE),
    Misdeal(Capacity.PIT, reconstructed=True),
    Misdeal(Capacity.PIT, reconstructed=False),
    Burn(Capacity.PIT, 2),
    TWO,
)


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("scanned", ["", "9S", "9S 2D KS"])
def test_nothing_is_said_to_go_back_that_does_not(ruling: Ruling, scanned: str) -> None:
    table = coup(scanned)
    preview, text = said(table, ruling)
    assert text
    signed = PIT.name if preview.needs_second else ""
    table.all_ok(SHIFT, [Rule(ruling, signed, reason="because")])
    assert table.state.round is not None
    paid = {line.player: line.returned for line in table.state.round.lines}
    assert (preview.returned, preview.ends) == (paid, table.state.round.over)
