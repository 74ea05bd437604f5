"""What is done to cards and equipment between rounds, where a person deals: inspected, cut, burned
and shown."""

from msgspec import UNSET
from msgspec.structs import replace

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import (
    Actor,
    AskBurned,
    BeginDay,
    BurnCards,
    ChangeShoe,
    DeclineBurned,
    DeclineCut,
    InspectEquipment,
    OfferCut,
    PlaceCut,
    ReplaceEquipment,
    ShoeRecord,
    ShowBurned,
    TableRole,
)
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BurnReason,
    BurnsAsked,
    BurnsKept,
    BurnsShown,
    CardsBurned,
    CutDeclined,
    CutOffered,
    CutPlaced,
    DayBegan,
    EquipmentInspected,
    EquipmentReplaced,
    Fact,
    ShoeChanged,
)
from croupier.table.judging.common import (
    Judged,
    check_composition,
    check_phase,
    judged,
)
from croupier.table.shoe_checklist import PLAYER_CUT, shoe_tasks
from croupier.table.state import TablePhase, TableState

MOST_BURNED = 10
"""Cards that are burned at once between two rounds."""
MOST_ASKERS = 50
"""Players who wait to be shown the burned cards."""
LONGEST_NOTE = 300


def _check_by_hand(state: TableState) -> None:
    if state.config.dealer is DealerKind.VIRTUAL or not state.rules.deck_count:
        raise Refused(Code.ILLEGAL_ACTION, "no cards are dealt by hand here")


# Inspection ----------------------------------------------------------------------------------


def begin_day(state: TableState, actor: Actor, command: BeginDay) -> Judged:
    _check_by_hand(state)
    if command.day == state.handling.day:
        raise Refused(Code.ILLEGAL_ACTION, f"{command.day} has begun already")
    return judged(state, DayBegan(command.day))


def inspect(state: TableState, actor: Actor, command: InspectEquipment) -> Judged:
    _check_by_hand(state)
    check_phase(state, TablePhase.CLOSED, TablePhase.IDLE)
    inspection = command.inspection
    _check_note(inspection.note)
    if not (inspection.shoe and inspection.rack) and not inspection.note:
        raise Refused(
            Code.ILLEGAL_ACTION,
            "say what is wrong with it",
            state.rules.topics["equipment-inspected"],
        )
    return judged(state, EquipmentInspected(actor.name, state.handling.day, inspection))


def replace_equipment(state: TableState, actor: Actor, command: ReplaceEquipment) -> Judged:
    check_phase(state, TablePhase.CLOSED, TablePhase.IDLE, TablePhase.BETTING)
    _check_note(command.note)
    return judged(state, EquipmentReplaced(actor.name, command.note))


def check_inspected(state: TableState) -> None:
    """LIVE 2.1.7: once a gaming day, before cards go in or are dealt from it."""
    if state.handling.inspection_due:
        raise Refused(
            Code.ILLEGAL_ACTION,
            "shoe and discard rack are to be inspected first",
            state.rules.topics["equipment-inspected"],
        )


def _check_note(note: str) -> None:
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise Refused(Code.BAD_FILE, f"a note has up to {LONGEST_NOTE} printable characters")


# The shoe ------------------------------------------------------------------------------------


def change_shoe(state: TableState, actor: Actor, command: ChangeShoe) -> Judged:
    check_phase(state, TablePhase.IDLE)
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the virtual dealer seals its own shoes")
    check_inspected(state)
    record, decks = command.record, state.rules.deck_count
    if record.decks != decks or not decks:
        raise Refused(
            Code.ILLEGAL_ACTION, f"this table plays with {decks} decks, not {record.decks}", "R26"
        )
    if not (record.inspected and record.shuffled and record.cut):
        # LIVE 2.3.1 to 2.3.3; an unshuffled shoe voids the round it is found in (R26).
        raise Refused(Code.ILLEGAL_ACTION, "a shoe is inspected, shuffled and cut first", "R26")
    _check_steps(state, record)
    # LIVE 2.3.5a and 2.3.5c.
    burned = getattr(state.rules, "burn_after_shuffle", 0)
    if record.burned != burned:
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"{burned} cards are burned after a shuffle, not {record.burned}",
            state.rules.topics["burn-after-shuffle"],
        )
    _check_old_shoe(state, record)
    _check_note(record.video)
    return judged(state, ShoeChanged(actor.name, _with_cut(state, record)))


def _check_steps(state: TableState, record: ShoeRecord) -> None:
    """LIVE 2.3.1, 2.3.2: each line is confirmed, where they are recorded. What a player does with
    the cutting card is known without it."""
    if record.steps is UNSET:
        return
    for task in shoe_tasks(state.rules):
        if task.name not in (*record.steps, PLAYER_CUT):
            raise Refused(
                Code.ILLEGAL_ACTION, f"a step is not confirmed: {task.text}", task.clause or "R26"
            )


def _check_old_shoe(state: TableState, record: ShoeRecord) -> None:
    """What is said of its cards adds up; whether they are the right ones, its certificate tells."""
    if record.left_cards is not UNSET and record.left != len(record.left_cards):
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"{len(record.left_cards)} cards of the old shoe were scanned, not {record.left}",
            "R26",
        )
    unseen = state.handling.unseen
    if record.burned_cards is not UNSET and len(record.burned_cards) != unseen:
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"{unseen} burned cards of the old shoe are to be turned over and scanned",
            "R26",
        )


def _with_cut(state: TableState, record: ShoeRecord) -> ShoeRecord:
    """Who has placed the cutting card, and where, is the table's knowledge, not the sender's."""
    cut = state.handling.cut
    clause = state.rules.topics["player-cuts"]
    if clause and not cut.position:
        raise Refused(
            Code.ILLEGAL_ACTION, "the cutting card is not placed in the stack yet", clause
        )
    return replace(record, cut_by=cut.by, cut_position=cut.position)


# The cut -------------------------------------------------------------------------------------


def next_to_cut(state: TableState) -> str | None:
    """In the order of the seats; each is asked once a shoe."""
    cut = state.handling.cut
    for _, player in sorted(state.seats.items()):
        if player not in cut.declined and player != cut.asked:
            return player
    return None


def offer_cut(state: TableState, actor: Actor, command: OfferCut) -> Judged:
    _check_cut(state)
    if state.handling.cut.asked is not None:
        raise Refused(Code.ILLEGAL_ACTION, f"{state.handling.cut.asked} is asked already")
    player = next_to_cut(state)
    if player is None:
        raise Refused(Code.ILLEGAL_ACTION, "nobody is left to ask: the dealer places it")
    return judged(state, CutOffered(player))


def decline_cut(state: TableState, actor: Actor, command: DeclineCut) -> Judged:
    """A player says no, or the dealer goes on to the next, who is asked at once."""
    _check_cut(state)
    cutter = state.handling.cut.asked
    if cutter is None or (actor.role is TableRole.PLAYER and actor.name != cutter):
        raise Refused(
            Code.NOT_YOUR_TURN,
            words("{player} is not asked to place the cutting card", player=actor.name),
        )
    facts: list[Fact] = [CutDeclined(cutter, actor.name)]
    following = next_to_cut(state)
    if following is not None:
        facts.append(CutOffered(following))
    return judged(state, *facts)


def place_cut(state: TableState, actor: Actor, command: PlaceCut) -> Judged:
    """LIVE 2.3.3d: wherever the player likes; the dealer, once no player is left to ask."""
    _check_cut(state)
    cutter = state.handling.cut.asked
    if actor.role is TableRole.PLAYER and actor.name != cutter:
        raise Refused(
            Code.NOT_YOUR_TURN,
            words("{player} is not asked to place the cutting card", player=actor.name),
        )
    if actor.role is not TableRole.PLAYER and (waits := cutter or next_to_cut(state)) is not None:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("{player} is to be asked first", player=waits),
            state.rules.topics["cut-offered"],
        )
    cards = 52 * state.rules.deck_count
    if not 0 < command.position < cards:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("the cutting card goes in between 1 and {most}", most=cards - 1),
        )
    return judged(state, CutPlaced(actor.name, command.position))


def _check_cut(state: TableState) -> None:
    _check_by_hand(state)
    check_phase(state, TablePhase.IDLE)
    if state.handling.cut.position:
        raise Refused(Code.ILLEGAL_ACTION, words("the cutting card is placed already"))


# Burned cards --------------------------------------------------------------------------------


def burn_cards(state: TableState, actor: Actor, command: BurnCards) -> Judged:
    """LIVE 2.3.5: by a dealer new at the table, before the first round; else as the pit wishes."""
    _check_by_hand(state)
    check_phase(state, TablePhase.IDLE)
    new = state.handling.new_dealer
    if actor.role is TableRole.DEALER and not new:
        raise Refused(
            Code.ILLEGAL_ACTION,
            "only a dealer new at the table burns cards unasked",
            state.rules.topics["new-dealer-burns"],
        )
    if state.shoe_decks != state.rules.deck_count:
        raise Refused(Code.ILLEGAL_ACTION, "there is no shoe yet: make a fresh shoe", "R26")
    if state.waiting.card is not None:
        raise Refused(Code.ILLEGAL_ACTION, "a card of the last round is still to be discarded")
    left = state.left_in_shoe or 0
    if not 0 < command.count <= min(MOST_BURNED, left):
        raise Refused(Code.ILLEGAL_ACTION, f"1 to {min(MOST_BURNED, left)} cards are burned")
    why = BurnReason.NEW_DEALER if new else BurnReason.HOUSE
    return judged(state, CardsBurned(actor.name, command.count, why))


def ask_burned(state: TableState, actor: Actor, command: AskBurned) -> Judged:
    _check_by_hand(state)
    askers = state.handling.askers
    if not state.handling.unshown:
        raise Refused(Code.ILLEGAL_ACTION, words("no burned cards lie there that were not shown"))
    if actor.name in askers or len(askers) >= MOST_ASKERS:
        raise Refused(Code.ILLEGAL_ACTION, words("the dealer has been asked already"))
    return judged(state, BurnsAsked(actor.name))


def show_burned(state: TableState, actor: Actor, command: ShowBurned) -> Judged:
    """LIVE 2.3.5: on request; and between rounds, when nobody has a bet it could help."""
    _check_asked(state)
    check_phase(state, TablePhase.IDLE)
    unseen = state.handling.unseen
    if len(command.cards) != unseen:
        raise Refused(Code.ILLEGAL_ACTION, f"{unseen} cards are to be turned over and scanned")
    check_composition(state, command.cards)
    return judged(state, BurnsShown(actor.name, command.cards))


def decline_burned(state: TableState, actor: Actor, command: DeclineBurned) -> Judged:
    """LIVE 2.3.5: whether they are shown is the house's to say."""
    _check_asked(state)
    return judged(state, BurnsKept(actor.name))


def _check_asked(state: TableState) -> None:
    _check_by_hand(state)
    if not state.handling.askers:
        raise Refused(Code.ILLEGAL_ACTION, "nobody has asked to see the burned cards")
