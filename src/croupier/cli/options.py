"""What several commands are called with: a game, a house rule, `--json`."""

from collections.abc import Iterable
from pathlib import Path

import rich_click as click

from croupier.engine.protocol import variant
from croupier.engine.rules import Rules, settable
from croupier.engine.variants import VARIANTS
from croupier.kit.errors import Code, Refused

game_argument = click.argument("game", help="A game id; `croupier games` lists them.")
json_option = click.option(
    "--json", "as_machine", is_flag=True, help="One JSON object on standard output."
)
plot_option = click.option(
    "--plot",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw it, too: a .png or an .svg.",
)
settings_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the house, such as decks=6 or h17=true.",
)


def parse_setting(text: str) -> tuple[str, bool | int | str]:
    """Read "decks=6", "h17=true" or "blackjack-pays=6 to 5"."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise Refused(Code.BAD_SETTING, f"a setting is written name=value, not {text[:40]!r}")
    if value in ("true", "false"):
        return name, value == "true"
    if value.isascii() and value.isdecimal() and len(value) <= 9:
        return name, int(value)
    return name, value


def rules_as_set(game: str, settings: Iterable[str]) -> Rules:
    """The rules of a game, with what the command line changes in them."""
    return variant(game, chosen_settings(game, settings))


def chosen_settings(game: str, settings: Iterable[str]) -> dict[str, bool | int | str]:
    """Name → value, as the rules of the game want it."""
    chosen: dict[str, bool | int | str] = {}
    for name, value in map(parse_setting, settings):
        if name in chosen:
            raise Refused(Code.BAD_SETTING, f"{name[:40]} is set twice")
        chosen[name] = value
    if game in VARIANTS:
        known = settable(type(VARIANTS[game]))
        for name, value in chosen.items():
            _, meta = known.get(name.replace("-", "_"), (None, None))
            # An amount is decimal text wherever it is written, "5" as much as "0.50".
            if meta is not None and (meta.extra or {}).get("amount"):
                chosen[name] = str(value)
    return chosen
