"""Figures as these commands write them."""

from rich.text import Text

SHORT = 9
"""Characters of a fraction that can still be read at a glance."""


def written(setting: object) -> str:
    """As it is written after --set."""
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


def percent(share: float, places: int = 2) -> str:
    return f"{100 * share:z.{places}f}"


def edge(house_edge: float) -> Text:
    """In per cent; green where the player has it."""
    return Text(percent(house_edge, 4), style="green" if house_edge < 0 else "")


def worth(ev: float) -> Text:
    return Text(f"{ev:+z.6f}", style="green" if ev > 0 else "")


def short_fraction(exact: str | None) -> str:
    return exact if exact is not None and len(exact) <= SHORT else ""


def signed(net: float) -> str:
    return f"{net:+g}" if net else "0"


def bar(share: float, width: int, *, plain: bool) -> str:
    """To the eighth of a character, where the terminal has those; never nothing for something."""
    if plain:
        return "#" * max(round(share * width), 1)
    whole, eighths = divmod(max(round(share * width * 8), 1), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[eighths].strip()


def rounded(number: float) -> str:
    """A large number in few characters: 69.4k, 1.32M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if number >= size:
            part = number / (1e3 if letter == "k" else size)
            return f"{part:.0f}{letter}" if part >= 100 else f"{part:.3g}{letter}"
    return f"{number:.0f}"
