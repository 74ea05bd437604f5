"""Between rounds: the shoe, and the betting."""

from croupier.engine.equipment import Cards
from croupier.engine.rules import Rules
from croupier.kit.phrase import Phrase, words
from croupier.table.family import table_family
from croupier.table.guide.calls import PLACE_BETS
from croupier.table.guide_value import Guide, GuideStep, Task, guided
from croupier.table.shoe_checklist import shoe_tasks, task
from croupier.table.short_boxes import short_boxes
from croupier.table.state import TableState

_INSPECT = words(
    "Inspect the dealing shoe and the discard rack before cards go in: once every gaming day."
)


def between(state: TableState) -> Guide:
    if state.closing:
        return guided(GuideStep.WAIT_FOR_PIT, words("The table closes now."))
    if state.handling.inspection_due:
        return guided(GuideStep.INSPECT, _INSPECT, checklist=_equipment(state.rules))
    if _shoe_needed(state):
        return guided(GuideStep.MAKE_SHOE, _why(state), checklist=shoe_tasks(state.rules))
    return guided(GuideStep.OPEN_BETTING, words("Open the betting."), PLACE_BETS)


def _equipment(rules: Rules) -> tuple[Task, ...]:
    clause = rules.topics["equipment-inspected"]
    shoe = words("The shoe is whole, works, and nobody has tampered with it")
    rack = words("The discard rack is whole, and nobody has tampered with it")
    return task("shoe", shoe, clause), task("rack", rack, clause)


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


def betting(state: TableState) -> Guide:
    """The clock closes it; the dealer may before, and need not at the first chip."""
    bettors = tuple(dict.fromkeys(bet.player for bet in state.layout.bets))
    missing = tuple(
        words(
            "{player} at {box}",
            player=player,
            box=table_family(state.rules).box_name(state.rules, box),
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
    family = table_family(state.rules)
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
