"""When the actions of a round file come: one rule for who reads a file and who writes one."""

import msgspec

from croupier.engine.inputs import Action, DiscardReason
from croupier.engine.waiting import Waiting
from croupier.kit.errors import Code, Refused
from croupier.roundfile.read import FileAction, HouseAction, PlayerAction

AT_ONCE = {"hold", "squeeze", "turn", "stop-following"}
"""What waits for nothing: it comes as soon as everything above it in the file is done."""


class Moment(msgspec.Struct, frozen=True):
    """The round between two steps, as far as a file can tell."""

    waiting: Waiting
    steps: int
    """How many inputs have gone into the round."""
    dealt: int
    """How many cards of the file are out; the ball in its pocket counts as one."""
    more: bool
    """Whether the file has another card, or the ball's pocket, to come."""
    wheel: bool = False
    """A ball decides the round, not cards."""

    @property
    def finished(self) -> bool:
        return self.waiting.over and self.waiting.card is None


def comes_now(action: FileAction, moment: Moment) -> bool:
    """Whether the next action of the file happens here; refused when its moment has passed."""
    if action.step is not None:
        _check_reached(action, "step", action.step, moment.steps, moment)
        return moment.steps == action.step
    if isinstance(action, PlayerAction):
        return _player_speaks(action, moment)
    if action.action == "interrupt" and moment.wheel:
        # R4: where the ball came to rest, the interruption is judged with it in its pocket.
        return not (moment.waiting.pocket and moment.more)
    if action.at is not None:
        return _counted(action, action.at, moment)
    return action.action in AT_ONCE or _house_speaks(action, moment)


def before_settlement(action: FileAction | None, dealt: int, *, wheel: bool) -> bool:
    """Whether the last card, or the ball, must not settle the round yet: a ruling with `at` that
    card comes first. A correction or an overdraw comes when the round is settled."""
    if not isinstance(action, HouseAction) or action.action == "adjust":
        return False
    if _is_overdraw(action):
        return False
    return action.at == dealt or (wheel and action.action == "interrupt")


def _check_reached(
    action: FileAction, what: str, wanted: int, reached: int, moment: Moment
) -> None:
    if reached > wanted or (moment.finished and reached < wanted):
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"{action.action} was not reached at {what} {wanted}: it is {reached} now",
        )


def _player_speaks(action: PlayerAction, moment: Moment) -> bool:
    """A player is heard when a decision is awaited or an offer is open that this answers."""
    waiting = moment.waiting
    if action.action in AT_ONCE:
        return not moment.finished
    return bool(waiting.decisions) or _answers(action, waiting)


def _answers(action: PlayerAction, waiting: Waiting) -> bool:
    """Whether the action answers an open offer or choice; any other lets it lapse."""
    if waiting.choices and action.action in (Action.CONTINUE, Action.WITHDRAW):
        return True
    if action.action == "pass":
        return any(
            offer.declinable and (offer.player, offer.box) == (action.player, action.box)
            for offer in waiting.offers
        )
    offered = {option.action for offer in waiting.offers for option in offer.options}
    if offered & {Action.INSURE, Action.EVEN_MONEY}:
        offered |= {Action.INSURE}
    return action.action in offered


def _counted(action: HouseAction, at: int, moment: Moment) -> bool:
    """`at` counts the cards that are out."""
    _check_reached(action, "card", at, moment.dealt, moment)
    waiting = moment.waiting
    if action.action == "together" and not waiting.decisions and not waiting.over:
        # Once the dealer deals on: offers have lapsed, cards already out have been used.
        return moment.dealt == at and _shoe_is_next(waiting)
    return moment.dealt == at


def _house_speaks(action: HouseAction, moment: Moment) -> bool:
    """At the next decision, when a card is wanted that is not there, or when all is there and
    the settlement is held. A dealer's overdraw waits until the dealer's hand is complete, and for a
    settlement that is held."""
    waiting = moment.waiting
    if waiting.over:
        # It is refused, or is an adjustment or an overdraw: a card to discard comes before it, but
        # where the file has none, that a finished round stands is the first thing wrong (R5).
        return moment.finished or not moment.more
    if action.action == "together":
        return _shoe_is_next(waiting)
    overdraw = _is_overdraw(action)
    if overdraw and "discard:overdraw" not in waiting.rulings:
        return False
    if waiting.decisions:
        return True
    if waiting.card is None and not waiting.pocket:
        return not waiting.offers and not overdraw
    already_out = waiting.card is not None and waiting.card.exactly is not None
    return not (already_out or moment.more)


def _is_overdraw(action: HouseAction) -> bool:
    return action.action == "discard" and action.reason == DiscardReason.OVERDRAW


def _shoe_is_next(waiting: Waiting) -> bool:
    """A card is due, fresh from the shoe, and nothing has been ruled about it: the round says so by
    allowing cards that come together."""
    return waiting.card is not None and "together" in waiting.rulings
