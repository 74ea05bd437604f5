"""A spin as viewers see it."""

import msgspec


class RoulettePlay(msgspec.Struct, frozen=True, tag_field="family", tag="roulette"):
    pocket: int | None
    colour: str | None
