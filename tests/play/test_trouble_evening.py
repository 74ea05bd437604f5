"""Evenings on which much goes wrong: the table stays sound, whatever the pit and the player say."""

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from itertools import chain
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from croupier import VARIANTS, CardDealt, Input, Round, StepResult, step, variant, waiting
from croupier.chance import Shoe, repeatable
from croupier.cli.play import table
from croupier.cli.play.irregularities.calls import Call
from croupier.cli.play.irregularities.pit import kinds_of
from croupier.engine.inputs import VoidReason
from croupier.engine.rules import Rules
from croupier.kit.cards import Card, first_impossible
from tests.play.sitting import check_money, invoke, sit
from tests.play.test_anything_typed import lines_for
from tests.play.test_every_game import ANSWERS
from tests.play.trainee import BETS, CHIPS, Sitting, attend, calls, one_round, player, troubles

GAMES = pytest.mark.parametrize("game", VARIANTS)
REASONS: list[str] = list(VoidReason)
RULINGS: list[str] = [*list(Call), *(f"void {reason}" for reason in VoidReason)]


@cache
def evening_of_20_rounds(game: str, seed: int) -> Sitting:
    return evening(game, seed, rounds=20)


def evening(game: str, seed: int, rounds: int) -> Sitting:
    """Every answer a whim."""
    whim = random.Random(seed)

    def answer(screen: str, prompt: str) -> str | None:
        match prompt:
            case "bet> ":
                return BETS[game] if screen.count("\nRound ") < rounds else None
            case "pit> ":
                return whim.choice([*calls(screen), *RULINGS, "why", "", "nonsense"])
            case "void for> ":
                return whim.choice([*REASONS, "3", "", "nonsense"])
            case "go on?> ":
                return whim.choice(["c", "w", "", "yes", "no"])
            case _:
                usual = player(screen, prompt, hits=bool(whim.randrange(2)))
                return whim.choice([usual, usual, usual, "d", "p", "i", "r"])

    return attend(game, seed, answer)


def cards_of(round: object) -> Iterator[Card]:
    """All that lies on the table when a round is over."""
    for place in ("dealer", "player", "banker", "out", "upcoming"):
        yield from getattr(round, place, ())
    for box in getattr(round, "boxes", ()):
        yield from chain.from_iterable(hand.cards for hand in box.hands)


@GAMES
def test_whatever_is_ruled_the_table_stays_sound(game: str) -> None:
    """Money adds up, every round is settled, and no card is dealt that the decks do not hold."""
    seen: list[Card] = []
    shuffle, settle = Shoe.shuffle, table.Table._settle

    def shuffled(shoe: Shoe) -> None:
        seen.clear()
        shuffle(shoe)

    def settled(self: table.Table, round: Round) -> None:
        # A card thrown away after the settlement is thrown away before the next round.
        assert waiting(round).card is None
        seen.extend(cards_of(round))
        assert first_impossible(seen, getattr(variant(game), "decks", 1)) is None
        settle(self, round)

    with (
        mock.patch.object(Shoe, "shuffle", shuffled),
        mock.patch.object(table.Table, "_settle", settled),
    ):
        for seed in range(6):
            sitting = evening(game, seed, rounds=12)
            assert len(check_money(sitting.screen, CHIPS).nets) == 12
            asked = sitting.screen.count("right so far.")
            assert asked == len(troubles_once(sitting.screen))
            right = sitting.screen.count("\nRight: ")
            score = f"{right} of {asked} right" if asked else "nothing to rule on"
            assert f"The pit: {score}." in sitting.screen


def troubles_once(screen: str) -> list[str]:
    return re.findall(r"^Trouble: ", screen, re.MULTILINE)


@GAMES
def test_the_same_seed_brings_the_same_trouble(game: str) -> None:
    sitting = evening(game, 5, rounds=8)
    assert troubles(sitting.screen)
    piped = sitting.replay()
    assert piped == sitting.replay()
    assert piped.partition("\n")[2] == sitting.screen.partition("\n")[2]


@GAMES
def test_chips_are_those_of_the_start_and_every_round_since(game: str) -> None:
    seen = check_money(evening_of_20_rounds(game, 3).screen, CHIPS)
    held = Decimal(CHIPS)
    for chips, net in zip(seen.chips, [*seen.nets, Decimal(0)], strict=True):
        assert chips == held
        held += net


@GAMES
def test_anything_may_be_typed_in_trouble(game: str) -> None:
    ruling = st.sampled_from([*RULINGS, *"12345678", "why", "c", "w", "t", "quit"]).map(str.encode)

    @settings(max_examples=15, deadline=None)
    @given(st.lists(lines_for(game) | ruling, max_size=30), st.integers(0, 10_000))
    def throw(lines: list[bytes], seed: int) -> None:
        bet = BETS[game].encode()
        typed = b"\n".join([bet, *lines])
        output = sit(game, "--chips", "300", "--trouble", lines=typed, seed=seed)
        check_money(output, 300)
        assert "Traceback" not in output

    throw()


@GAMES
def test_trouble_comes_about_every_other_round(game: str) -> None:
    rounds = troubled = 0
    for seed in range(5):
        sitting = evening_of_20_rounds(game, seed)
        rounds += 20
        troubled += len(troubles_once(sitting.screen))
    assert 0.3 < troubled / rounds < 0.65


def test_a_stubborn_player_brings_no_more_trouble_than_a_quiet_one() -> None:
    """Trouble comes with what happens in the round, not with what is typed at it."""

    def answer(screen: str, prompt: str) -> str | None:
        return None if prompt == "pit> " else _quiet("rws-blackjack", screen, prompt)

    for seed in range(20):
        calm = attend("rws-blackjack", seed, answer, "interruption")
        lines = [one for line in calm.lines[1:] for one in ("nonsense", "nonsense", line)]
        stubborn = calm.replay([*calm.lines[:1], *lines])
        assert stubborn.count("Trouble: ") == calm.screen.count("Trouble: ")


def test_who_is_bust_does_not_overdraw() -> None:
    totals = []
    for seed in range(60):
        sitting = one_round("live-blackjack", seed, lambda _s, _p: "1", only="overdraw")
        totals += re.findall(r"The dealer has (\d+) and must stand", sitting.screen)
    assert totals
    assert {int(total) for total in totals} <= {17, 18, 19, 20, 21}


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.game)
def test_something_can_go_wrong_at_every_table(rules: Rules) -> None:
    names = [kind.name for kind in kinds_of(rules)]
    assert "interruption" in names
    assert len({*names}) == len(names)


@GAMES
def test_a_pipe_that_ends_when_the_pit_is_asked_settles_everything(game: str) -> None:
    """The right ruling is made without you, and counts for nobody."""
    ended = 0
    for seed in range(16):
        sitting = attend(game, seed, lambda s, p: None if p == "pit> " else _quiet(game, s, p))
        if "Trouble: " not in sitting.screen:
            continue
        ended += 1
        told = sitting.screen.partition("Trouble: ")[2]
        ruling = re.search(r"The pit boss rules in your place: (.*)\.", told)
        assert ruling
        assert "the round is played out without you" in told
        assert ("The round is void" in told) == (ruling[1].split()[0] in ("void", "interrupt"))
        assert "The pit: nothing to rule on." in told
        assert len(check_money(sitting.screen, CHIPS).nets) == 1
    assert ended


def _quiet(game: str, screen: str, prompt: str) -> str | None:
    if prompt == "bet> ":
        return None if "\nRound " in screen else BETS[game]
    return player(screen, prompt)


@pytest.mark.parametrize("last", ["quit", "void", "void\nquit"])
def test_leaving_the_pit_or_its_reasons_is_leaving_the_table(last: str) -> None:
    bet = BETS["live-roulette"]
    seed = next(seed for seed in range(30) if "Trouble: " in piped("live-roulette", seed, bet))
    output = piped("live-roulette", seed, f"{bet}\n{last}\n")
    assert "The pit boss rules in your place" in output
    assert len(check_money(output, 1000).nets) == 1


def piped(game: str, seed: int, typed: str) -> str:
    return sit(game, "--trouble", lines=typed.encode(), seed=seed)


# Without trouble -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in VARIANTS if game != "live-roulette"])
def test_without_trouble_the_shoe_is_dealt_as_it_was_shuffled(game: str) -> None:
    """Chance is asked for the shuffle and for nothing else."""
    dealt: list[Card] = []

    def watched(round: Round, input: Input) -> StepResult:
        if isinstance(input, CardDealt):
            dealt.append(input.card)
        return step(round, input)

    with mock.patch.object(table, "step", watched):
        output = sit(game, lines=[BETS[game], *ANSWERS, "same", *ANSWERS], seed=11)
    rules = variant(game)
    shoe = Shoe(rules.deck_count, repeatable(11), burn=getattr(rules, "burn_after_shuffle", 0))
    shoe.shuffle()
    assert output.count("The dealer shuffles") == 1
    assert len(dealt) > 4
    assert dealt == [shoe.draw() for _ in dealt]
    assert "pit" not in output.casefold().replace("split", "")


def test_without_trouble_the_ball_rests_as_it_did() -> None:
    output = sit("live-roulette", lines=["red 1", "", ""], seed=11)
    chance = repeatable(11)
    rested = [str(chance(37)) for _ in range(3)]
    assert re.findall(r"The ball rests in (\d+)", output) == rested


# How it looks --------------------------------------------------------------------------------


@GAMES
def test_trouble_is_no_wider_than_80_columns(game: str) -> None:
    for seed in range(2):
        output = evening_of_20_rounds(game, seed).screen
        assert max(cell_len(line) for line in output.splitlines()) <= 80


def test_no_line_of_the_list_is_broken() -> None:
    sitting = evening("rws-blackjack", 2, rounds=12)
    listed = re.findall(r"\(A number.*?\n(.*?)pit> ", sitting.screen, re.DOTALL)
    assert listed
    for each in listed:
        assert all(re.match(r"  \d  [a-z]", line) for line in each.splitlines())


@GAMES
def test_colour_only_where_there_is_some(game: str) -> None:
    lines = evening(game, 1, rounds=6).lines
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": None}
    args = (game, "--trouble", "--seed", "1", "--chips", str(CHIPS))
    coloured = invoke(*args, lines=lines, env=terminal).output
    plain = invoke(*args, lines=lines, env=terminal | {"NO_COLOR": "1"}).output
    assert "\x1b[1;33mTrouble: " in coloured
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).count("Trouble: ") == plain.count("Trouble: ")


def test_the_welcome_says_who_rules_and_names_the_grace() -> None:
    output = sit("rws-blackjack", "--trouble", "--set", "grace-seconds=40", lines=[])
    assert "you rule on it as the pit" in output
    assert "grace of 40 seconds" in " ".join(output.split())
    assert "The pit: nothing to rule on." in output


@pytest.mark.parametrize("grace", [0, 1, 2, 3600])
def test_any_grace(grace: int) -> None:
    lines = ["red 1", *["1", ""] * 60]
    args = ("live-roulette", "--trouble", "--set", f"grace-seconds={grace}")
    told = " ".join(" ".join(sit(*args, lines=lines, seed=seed) for seed in range(4)).split())
    short = [int(one) for one in re.findall(r"It takes (\d+) second", told)]
    long = [int(one) for one in re.findall(r"Only after (\d+) second", told)]
    assert long
    assert min(long) > grace
    assert all(0 < one < max(grace, 2) for one in short)
    assert bool(short) == (grace > 1)
