"""Everything that can go wrong at every table: ruled right, ruled wrong, and what comes of it."""

import re

import pytest

from croupier import VARIANTS
from croupier.rulebooks import clause
from tests.play.occasions import (
    BACCARAT,
    BLACKJACK,
    CASES,
    DECIDING,
    SHOE,
    VOIDS,
    cited,
    occurrence,
    ruled,
    ruled_right,
    until_asked,
)
from tests.play.sitting import check_money, ledger
from tests.play.trainee import CHIPS, calls, cards_of_box

OCCUR = [(name, game) for name, case in CASES.items() for game in case.games]


def after_the_verdict(screen: str) -> str:
    """What follows, but for the score."""
    told = re.split(r"^\d of 1 right so far\.$", screen, flags=re.MULTILINE)[1]
    return re.sub(r"The pit: . of 1 right", "", told)


@pytest.mark.parametrize(("name", "game"), OCCUR)
def test_ruled_right(name: str, game: str) -> None:
    case = CASES[name]
    output = ruled_right(name, game)
    assert f"\nRight: {case.call}." in output
    assert "1 of 1 right so far." in output
    assert "The pit: 1 of 1 right." in output
    told = " ".join(output.partition("Right: ")[2].partition("1 of 1 right")[0].split())
    citation = cited(game, case.rws, case.ruling, case.nkb) if case.rws or case.nkb else case.ruling
    assert f"{citation} {clause(citation).says}" in told
    check_money(output, CHIPS)


@pytest.mark.parametrize(("name", "game"), OCCUR)
def test_ruled_wrong_the_right_ruling_holds_all_the_same(name: str, game: str) -> None:
    case, sitting = CASES[name], occurrence(name, game)
    right = ruled_right(name, game)
    offered = calls(sitting.screen)
    assert case.call.split()[0] in offered
    also_right = {"misdeal"} if name == "wrong count" else set()
    wrong = [one for one in offered if one not in {case.call.split()[0], "void", *also_right}]
    other_void = "void unshuffled" if case.call != "void unshuffled" else "void short-shoe"
    for call in (*wrong, other_void):
        output = ruled(sitting, call)
        assert f"\nWrong: the call is {case.call}." in output
        assert "0 of 1 right so far." in output
        assert "The pit: 0 of 1 right." in output
        assert after_the_verdict(output) == after_the_verdict(right)


@pytest.mark.parametrize(
    ("name", "comes"),
    [
        ("overdraw", "It is thrown away, and the dealer's"),
        ("no bet, late", "A card went to a box without a bet. It is thrown away."),
    ],
)
def test_what_a_ruling_comes_to_is_said_as_the_pit_of_a_house_reads_it(
    name: str, comes: str
) -> None:
    told = ruled_right(name, "rws-blackjack").partition("\nRight: ")[2]
    assert comes in " ".join(told.split())


def test_by_number_by_name_and_by_part_of_it() -> None:
    sitting = occurrence("foreign", "rws-blackjack")
    at = calls(sitting.screen).index("void") + 1
    for typed in ("void foreign-card", "void foreign", f"{at} 1", "void 1"):
        assert "\nRight: void foreign-card." in ruled(sitting, typed)
    for lines in (["void", "1"], [str(at), "foreign"], ["void", "", "void", "foreign-card"]):
        output = sitting.replay([*until_asked(sitting), *lines])
        assert "void for> " in output
        assert "\nRight: void foreign-card." in output


def test_nonsense_to_the_pit_is_answered_and_not_counted() -> None:
    sitting = occurrence("foreign", "live-baccarat")
    nonsense = ["hit", "0", "99", "²", "void 9", "void nothing", "x" * 300, "v" * 60]
    output = sitting.replay([*until_asked(sitting), *nonsense, "", "help", "void foreign-card"])
    assert output.count("\nNo: ") == len(nonsense)
    assert output.count("What do you rule?") == 3
    assert "1 of 1 right so far." in output


@pytest.mark.parametrize("game", VARIANTS)
def test_why_reads_the_clauses_behind_every_call(game: str) -> None:
    sitting = occurrence("long stop", game)
    read = sitting.replay([*until_asked(sitting), "why"]).partition("pit> why")[2]
    wanted = {cited(game, "5.4.2", "R4"), "R4", cited(game, "5.5.3", "R26", "5.1.3"), "R26"}
    if "misdeal" in calls(sitting.screen):
        wanted |= {"R27", "R28"}
    words = " ".join(read.split())
    for citation in wanted:
        assert f"{citation} {clause(citation).says}" in words
    assert "right so far" not in read


@pytest.mark.parametrize(
    ("name", "game", "call", "refusal"),
    [
        ("found late", "rws-blackjack", "reconstruct", "after the interim settlement (BJ5 5.10.1)"),
        ("no bet, early", "rws-blackjack", "discard", "is put back into order (BJ5 5.10.3)"),
        ("no bet, early", "live-blackjack", "discard", "is put back into order (R27)"),
        ("overdraw", "rws-blackjack-plus", "void 5", "no void any more (BJP 5.6)"),
        ("overdraw", "classic-blackjack-shoe", "reconstruct", "no misdeal any more (R5)"),
        ("mixed", "rws-blackjack", "together", "two or more cards come together"),
        ("mixed", "rws-blackjack", "void wrong-count", "a misdeal in blackjack, not a void (BJ5"),
        ("misplaced", "live-baccarat", "discard", "discard has no place here (R24)"),
    ],
)
def test_the_rules_themselves_refuse_it(name: str, game: str, call: str, refusal: str) -> None:
    output = ruled(occurrence(name, game), call)
    told = output.partition("Wrong: ")[2].partition("0 of 1 right")[0]
    assert "No: illegal-action: " in told
    assert refusal in " ".join(told.split())


# What comes of it ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHOE)
@pytest.mark.parametrize("name", VOIDS)
def test_a_fault_of_the_cards_gives_every_stake_back(name: str, game: str) -> None:
    _, reason, rws, nkb = VOIDS[name]
    output = ruled(occurrence(name, game), f"void {reason}")
    assert "The round is void; every stake goes back." in output
    clauses = {(line["result"], line["clause"]) for line in ledger(output).lines}
    assert clauses == {("void", cited(game, rws, "R26", nkb))}
    assert ledger(output).nets == [0]


@pytest.mark.parametrize("game", SHOE)
def test_faulty_cards_are_shuffled_before_the_next_round(game: str) -> None:
    sitting = occurrence("unshuffled", game)
    output = sitting.replay([*sitting.lines, ""])
    assert output.partition("The round is void")[2].count("The dealer shuffles") == 1


@pytest.mark.parametrize("game", BACCARAT)
def test_a_coup_with_a_wrong_number_of_cards_is_void_by_either_name(game: str) -> None:
    sitting = occurrence("wrong count", game)
    by_void, by_misdeal = (ruled(sitting, call) for call in ("void wrong-count", "misdeal"))
    assert "\nRight: misdeal." in by_misdeal
    assert after_the_verdict(by_void) == after_the_verdict(by_misdeal)
    assert ledger(by_void).nets == [0]
    assert {line["clause"] for line in ledger(by_void).lines} == {
        "NKB 5.1.2" if game.startswith("rws") else "R24"
    }


@pytest.mark.parametrize("game", VARIANTS)
def test_an_interruption_before_anything_is_decided_ends_the_round(game: str) -> None:
    output = ruled(occurrence("long stop", game), "interrupt")
    assert "no bet has won or lost yet: the round is void" in " ".join(output.split())
    assert {line["result"] for line in ledger(output).lines} == {"void"}
    assert {line["clause"] for line in ledger(output).lines} == {cited(game, "5.4.2", "R4")}


@pytest.mark.parametrize("game", DECIDING)
def test_an_interruption_after_something_is_decided_does_not(game: str) -> None:
    """R4: and what it names as decided is settled so in the end."""
    output = ruled(occurrence("decided", game), "continue")
    told = " ".join(output.split())
    assert "the round goes on from where it stood" in told
    assert "void" not in {line["result"] for line in ledger(output).lines}
    decided = told.partition("By what lies open ")[2].partition(": the round goes on")[0]
    named = re.findall(r"([\w-]+)(?: on box (\d)(?:, hand \d,)?)? has (won|lost)", decided)
    assert named
    results = {"won": {"win"}, "lost": {"lose", "surrender"}}
    for bet, box, fate in named:
        where = f"{bet}, box {box}" if box else bet
        lines = [one for one in ledger(output).lines if one[0].startswith(where)]
        assert any(one["result"] in results[fate] for one in lines)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_short_interruption_changes_nothing(game: str) -> None:
    output = ruled(occurrence("short stop", game), "continue")
    assert "The round is void" not in output
    seconds = re.search(r"It takes (\d+) second", " ".join(output.split()))
    assert seconds
    assert int(seconds[1]) < 15


@pytest.mark.parametrize("game", BLACKJACK)
def test_a_card_for_nobody_goes_to_its_place_or_away(game: str) -> None:
    early = ruled(occurrence("no bet, early", game), "reconstruct")
    late = ruled(occurrence("no bet, late", game), "discard")
    assert "is put where it was due: " in early
    assert "go on?> " in early
    card = re.search(r"^(\S+) goes to the discards\.$", late, re.MULTILINE)
    if card:
        # Face down it is not named.
        assert f"dealt {card[1]} to box" in late
    assert "goes to the discards." in late
    assert "go on?> " not in late


@pytest.mark.parametrize("game", BLACKJACK)
def test_an_overdraw_leaves_the_dealers_total(game: str) -> None:
    output = ruled(occurrence("overdraw", game), "discard")
    told = re.search(r"The dealer has (\d+) and must stand.*: (\S+)\.$", output, re.MULTILINE)
    assert told
    assert f"{told[2]} goes to the discards." in output
    dealers = output.partition("Trouble: ")[0].rpartition("  Dealer")[2].splitlines()
    assert told[2] not in dealers[2]
    assert "Dealer" not in output.partition("goes to the discards.")[2]


@pytest.mark.parametrize("game", SHOE)
def test_a_card_seen_in_the_shoe_is_the_next_card(game: str) -> None:
    output = ruled(occurrence("face up", game), "continue")
    seen = re.search(r"everyone can see\s+(\S+)\.", output)
    assert seen
    assert f"{seen[1]} goes to " in output
    assert re.search(rf"│{seen[1]:<3}│", output.rpartition(f"{seen[1]} goes to ")[2])


@pytest.mark.parametrize("game", [game for game in BLACKJACK if "double" not in game])
def test_a_card_that_cannot_be_put_in_order_stays_where_it_fell(game: str) -> None:
    output = ruled(occurrence("mixed", game), "misdeal")
    told = re.search(r"^(\S+) stays on box (\d)", output, re.MULTILINE)
    assert told
    assert f"│{told[1]:<3}│" in cards_of_box(output, told[2])


def test_three_cards_are_burned_after_an_error_of_the_house() -> None:
    sitting = occurrence("burn", "live-blackjack")
    assert "Three cards are burned." in ruled(sitting, "burn")


@pytest.mark.parametrize("game", BACCARAT)
def test_a_misplaced_card_of_a_coup_is_put_right_and_nobody_is_asked(game: str) -> None:
    output = ruled(occurrence("misplaced", game), "reconstruct")
    put = re.search(r"^(\S+) is put where it was due: (Player|Banker)\.", output, re.MULTILINE)
    assert put
    assert "go on?> " not in output
    assert re.search(rf"│{put[1]:<3}│", output.partition("is put where")[2])
