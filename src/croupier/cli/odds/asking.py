"""What all of these commands are asked with: a game, its settings, and the cards in the shoe."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
import rich_click as click

from croupier.cli.options import chosen_settings, parse_setting
from croupier.engine.rules import Rules, setting_name
from croupier.engine.variants import VARIANTS
from croupier.kit.errors import Code, Refused
from croupier.odds import ShoeComposition, parse_cards, parse_shoe, rules_for_odds

shoe_option = click.option(
    "--shoe",
    metavar="CARDS",
    help='Instead of a fresh shoe: "A=4,2=4,…,T=4,J=4,Q=4,K=4"; T is the rank ten alone.',
)
seen_option = click.option(
    "--seen",
    default="",
    show_default=False,
    metavar="CARDS",
    help='Cards that are gone: "8S,KD,5".',
)


def rules_asked(game: str, settings: Sequence[str], shoe: str | None = None) -> Rules:
    check_one_shoe(settings, shoe)
    return rules_for_odds(game, chosen_settings(game, settings))


def check_one_shoe(settings: Iterable[str], shoe: str | None) -> None:
    """Cards are counted one way or the other."""
    if shoe is not None and any(parse_setting(text)[0] == "decks" for text in settings):
        raise Refused(Code.BAD_SETTING, "a shoe is given by --set decks or by --shoe, not by both")


def shoe_asked(rules: Rules, shoe: str | None, seen: str) -> ShoeComposition | None:
    """None for a fresh shoe of the game's own decks."""
    if shoe is None and not seen:
        return None
    return whole_shoe(rules, shoe).without(parse_cards(seen))


def whole_shoe(rules: Rules, shoe: str | None) -> ShoeComposition:
    if not rules.deck_count:
        raise Refused(Code.BAD_SETTING, f"{rules.game} is played without cards")
    return ShoeComposition.of_decks(rules.deck_count) if shoe is None else parse_shoe(shoe)


def of_shoe(shoe: ShoeComposition | None) -> Iterator[str]:
    """What was counted instead of a fresh shoe, and what may be meant otherwise."""
    if shoe is not None:
        yield f"A shoe of {shoe.total} cards."
        if shoe.counts_tens_together:
            yield "It has tens and no pictures: for pairs, all its tens are of one rank."


def departures(rules: Rules) -> Iterator[str]:
    """A house may ask what its document does not allow it; it is told so."""
    document = VARIANTS[rules.game]
    for field, allowed in document.allowed.items():
        value = getattr(rules, field)
        if value not in allowed:
            wanted = f"{setting_name(field)} {', '.join(map(str, allowed))}"
            yield f"The document ({document.document}) allows {wanted}; not {value}."


def print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
