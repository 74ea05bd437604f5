"""The layout beside a plain list of chips: however they are laid, lifted and laid back, both tell
the same."""

import random
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import Accepted, Bet, Layout

PLAYERS = ("ann", "bob", "cat")
SPOTS = (("initial", 1), ("initial", 2), ("behind", 1), ("over-13", 2), ("boom-busted", None))


@dataclass
class Plain:
    """Every chip in the order its spot was first bet on."""

    chips: list[Bet] = field(default_factory=list)

    def put(self, chip: Bet) -> None:
        for at, one in enumerate(self.chips):
            if (one.player, one.spot) == (chip.player, chip.spot):
                accepted = chip.accepted or one.accepted
                amount = one.amount + chip.amount
                self.chips[at] = replace(one, amount=amount, follow=chip.follow, accepted=accepted)
                return
        self.chips.append(chip)

    def lift(self, player: str) -> None:
        self.chips = [one for one in self.chips if one.player != player]


def same(layout: Layout, plain: Plain) -> None:
    chips = tuple(plain.chips)
    assert layout.bets == chips
    assert layout.empty is (not chips)
    assert layout.bettors == len({one.player for one in chips})
    assert layout.staked == sum(one.amount for one in chips)
    for player in (*PLAYERS, "zoe"):
        own = tuple(one for one in chips if one.player == player)
        assert layout.bets_of(player) == own
        assert [bet for bet, _ in layout.laid(player)] == list(own)
        for name in {spot for spot, _ in SPOTS}:
            boxes = [one.box for one in own if one.bet == name and one.box is not None]
            assert sorted(layout.boxes_of(player, name)) == sorted(boxes)
    for spot in (*SPOTS, ("initial", 7)):
        there = [one for one in chips if one.spot == spot]
        assert layout.players_on(*spot) == tuple(one.player for one in there)
        assert layout.first_on(*spot) == (there[0].player if there else None)
        assert layout.count(*spot) == len(there)
        assert layout.total(*spot) == sum(one.amount for one in there)
        for player in PLAYERS:
            mine = next((one for one in there if one.player == player), None)
            assert layout.bet_of(player, *spot) == mine
            assert layout.amount(player, *spot) == (mine.amount if mine else 0)
    for name in ("initial", "behind", "over-13", "boom-busted", "red"):
        assert layout.has(name) is any(one.bet == name for one in chips)


def some_chip(chosen: random.Random, player: str) -> Bet:
    bet, box = chosen.choice(SPOTS)
    accepted = chosen.choice((None, None, *Accepted))
    return Bet(player, bet, chosen.randint(1, 9), box, chosen.random() < 0.5, accepted)


@given(seed=st.integers(0, 2**32))
def test_a_layout_tells_what_a_list_of_its_chips_would(seed: int) -> None:
    chosen = random.Random(seed)
    layout, plain = Layout({1: "ann"}), Plain()
    assert layout.seats == {1: "ann"}
    for _ in range(chosen.randint(1, 14)):
        player = chosen.choice(PLAYERS)
        what = chosen.random()
        if what < 0.55:
            chip = some_chip(chosen, player)
            layout.put(chip)
            plain.put(chip)
        elif what < 0.7:
            # All at once, in place of what lies there; two may be on one spot.
            chips = [some_chip(chosen, player) for _ in range(chosen.randint(0, 4))]
            layout.lay(player, chips)
            plain.lift(player)
            for chip in chips:
                plain.put(chip)
        elif what < 0.75:
            # One chip more, on a spot that may have some, and off again.
            bet, box = chosen.choice(SPOTS)
            lies = layout.bet_of(player, bet, box)
            chip = Bet(player, bet, 5, box, bool(lies and lies.follow))
            layout.put(chip)
            assert layout.amount(player, bet, box) == (lies.amount if lies else 0) + 5
            layout.take_up(chip)
        elif what < 0.85:
            assert [bet for bet, _ in layout.lift(player)] == [
                one for one in plain.chips if one.player == player
            ]
            plain.lift(player)
        else:
            # Lifted to be judged, something else laid down, and laid back as they were.
            lifted = layout.lift(player)
            layout.put(Bet(player, "initial", 5, 2))
            layout.lay_back(player, lifted)
        same(layout, plain)
    copy = Layout(layout.seats, layout.bets)
    assert copy.bets == layout.bets


def test_taking_up_a_part_of_a_bet_leaves_the_rest_in_its_place() -> None:
    layout = Layout(bets=[Bet("ann", "initial", 30, 1), Bet("bob", "initial", 20, 1)])
    layout.take_up(Bet("ann", "initial", 10, 1))
    assert layout.amount("ann", "initial", 1) == 20
    assert layout.total("initial", 1) == 40
    assert layout.players_on("initial", 1) == ("ann", "bob")


def test_taking_up_the_last_bet_leaves_no_bettor() -> None:
    layout = Layout(bets=[Bet("ann", "initial", 30, 1), Bet("ann", "over-13", 5, 1)])
    layout.take_up(Bet("ann", "initial", 30, 1))
    assert layout.bettors == 1
    assert layout.players_on("initial", 1) == ()
    layout.take_up(Bet("ann", "over-13", 5, 1))
    assert layout.bettors == 0
    assert layout.empty
