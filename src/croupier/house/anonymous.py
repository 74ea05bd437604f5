"""A round with other names in it: what strangers are shown has nobody's."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.engine.inputs import Input


def renamed(input: Input, names: Mapping[str, str]) -> Input:
    player = getattr(input, "player", None)
    return input if player is None else replace(input, player=names.get(player, player))
