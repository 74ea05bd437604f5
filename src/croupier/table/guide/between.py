"""Between rounds: the shoe, and the betting."""

from croupier.games.equipment import Cards
from croupier.games.rules import Rules
from croupier.kit.phrase import Phrase, words
from croupier.table.families import FAMILIES
from croupier.table.guide.calls import PLACE_BETS
from croupier.table.guide_value import Guide, GuideStep, Task, guided
from croupier.table.short_boxes import short_boxes
from croupier.table.state import TableState

PLAYER_CUT = "player-cut"


_INSPECT = words(
    "Inspect the dealing shoe and the discard rack before cards go in: once every gaming day."
)


def between(state: TableState) -> Guide:
    if state.closing:
        return guided(GuideStep.WAIT_FOR_PIT, words("The table closes now."))
    if state.handling.inspection_due:
        return guided(GuideStep.INSPECT, _INSPECT, checklist=_equipment(state.rules))
    if _shoe_needed(state):
        return guided(GuideStep.MAKE_SHOE, _why(state), checklist=_tasks(state.rules))
    return guided(GuideStep.OPEN_BETTING, words("Open the betting."), PLACE_BETS)


def _equipment(rules: Rules) -> tuple[Task, ...]:
    clause = rules.topics["equipment-inspected"]
    shoe = words("The shoe is whole, works, and nobody has tampered with it")
    rack = words("The discard rack is whole, and nobody has tampered with it")
    return _task("shoe", shoe, clause), _task("rack", rack, clause)


def _why(state: TableState) -> Phrase:
    if state.spoiled is not None:
        return words(
            "The round was void for its cards: take them all off the table, and make a fresh shoe."
        )
    if state.reshuffle:
        return words("The house wants the cards shuffled: make a fresh shoe.")
    if state.shoes:
        return words("The cut card is out: make a fresh shoe.")
    return words("There is no shoe yet: make a fresh shoe.")


def _shoe_needed(state: TableState) -> bool:
    """LIVE 2.3.2: shuffled at the end of the hand in which the cut card appears, or when the house
    likes."""
    cards = state.rules.equipment
    if not isinstance(cards, Cards):
        return False
    if state.reshuffle:
        return True
    out = state.seen.total() + state.handling.unseen
    return state.shoe_decks != cards.decks or out >= cards.size - cards.behind_cut


def _tasks(rules: Rules) -> tuple[Task, ...]:
    cards = rules.equipment
    assert isinstance(cards, Cards)
    behind, burned = cards.behind_cut, cards.burned
    cut_card = words(
        "Put the cut card {count, plural, one {# card} other {# cards}} from the end", count=behind
    )
    cite = rules.topics
    tasks = [
        *_inspection(rules),
        _task("count", _count(cards.decks), cite["decks"], cards.decks),
        *_shuffle(rules),
        _task("cut", words("Cut"), cite["cards-cut"]),
        *_player_cut(rules),
        _task("cut-card", cut_card, cite["cut-card-from-back"], behind),
    ]
    if burned:
        burn = words("Burn {count, plural, one {# card} other {# cards}}", count=burned)
        tasks.append(_task("burn", burn, cite["burn-after-shuffle"], burned))
    return tuple(tasks)


def _inspection(rules: Rules) -> tuple[Task, ...]:
    clause = rules.topics["cards-inspected"]
    if not clause:
        return (_task("inspect", words("Look over every card, face up"), clause),)
    return (
        _task("spread", words("Spread the cards face up by deck, suit and sequence"), clause),
        _task("inspect", words("Inspect front and back of every card"), clause),
        _task("returned", words("Inspect again what has left the table"), clause),
    )


def _shuffle(rules: Rules) -> tuple[Task, ...]:
    clause = rules.topics["shuffle"]
    if not clause:
        return (_task("shuffle", words("Shuffle"), rules.topics["void-unshuffled"]),)
    return (
        _task("face-down", words("Turn the cards face down"), clause),
        _task("wash", words("Wash the cards"), clause),
        _task("shuffle", words("Shuffle"), clause),
        _task("stack", words("Stack the cards"), clause),
    )


def _task(name: str, sentence: Phrase, clause: str, number: int | None = None) -> Task:
    return Task(name, str(sentence), sentence, clause or None, number)


def _count(decks: int) -> Phrase:
    return words(
        "Count {decks, plural, one {# deck} other {# decks}}, "
        "{cards, plural, one {# card} other {# cards}}",
        decks=decks,
        cards=decks * 52,
    )


def _player_cut(rules: Rules) -> tuple[Task, ...]:
    """LIVE 2.3.3d: a player says where the cutting card goes in; the end of the shoe is marked
    after that (LIVE 2.3.3e)."""
    sentence = words("A player at the table places the cutting card in the stack")
    clause = rules.topics["player-cuts"]
    return (_task(PLAYER_CUT, sentence, clause),) if clause else ()


def betting(state: TableState) -> Guide:
    """The clock closes it; the dealer may before, and need not at the first chip."""
    bettors = tuple(dict.fromkeys(bet.player for bet in state.layout.bets))
    missing = tuple(
        words(
            "{player} at {box}",
            player=player,
            box=FAMILIES[state.rules.family].box_name(state.rules, box),
        )
        for box, player in sorted(state.seats.items())
        if player not in bettors
    )
    if not bettors:
        return guided(GuideStep.BETTING, words("Wait: nobody has bet yet."))
    if short := short_boxes(state):
        return _short(state, short)
    have = words(
        "{count, plural, one {# player has bet} other {# players have bet}}", count=len(bettors)
    )
    sentence = words("Wait for the clock, or close: {have}.", have=have)
    if missing:
        sentence = words("Wait for {missing:and}, or close: {have}.", missing=missing, have=have)
    return guided(GuideStep.BETTING, sentence, then=GuideStep.CLOSE_BETTING)


def _short(state: TableState, short: dict[int, int]) -> Guide:
    """BJ5 5.2, BJP 5.2: the dealer advises the players on a box that is under its minimum."""
    family = FAMILIES[state.rules.family]
    boxes = tuple(family.box_name(state.rules, box) for box in short)
    lacks = tuple(
        words(
            "{box} lacks {missing:amount} of its minimum, {players:and} may raise or withdraw",
            box=name,
            missing=missing,
            players=state.layout.players_on("initial", box),
        )
        for name, (box, missing) in zip(boxes, short.items(), strict=True)
    )
    return guided(
        GuideStep.BETTING,
        words("{^lacks:semicolon}. If you close now, these bets go back.", lacks=lacks),
        words("Under the minimum: {boxes:and}. Raise your bet or withdraw it, please", boxes=boxes),
        then=GuideStep.CLOSE_BETTING,
    )
