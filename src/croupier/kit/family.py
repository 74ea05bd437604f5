"""A family of games as every room finds it: one descriptor that names all its parts.

Parts are strings, "module:attribute" or the name of a module, and are imported when they are first
needed. So the descriptor names parts of rooms above, and a command that settles a round loads no
server. A game enters with its descriptor, by one entry point (`kit/registry.py`).
"""

import msgspec


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """A game and its parts. Every part has a default that works for games of cards without
    decisions, and asks the engine alone what may be seen."""

    name: str
    """`family` of its rules."""
    games: tuple[str, ...]
    """Its rules values, one for each document."""
    documents: dict[str, str] = {}
    """Short name of each document it brings → the package in which the file lies."""
    topics: str = ""
    """Package with a file topics.toml: what the family asks its documents. Without one it asks what
    they answer."""
    side_bet: str = ""
    """Class of the side bets that other packages may add to the family; empty where none can be."""

    engine: str = "croupier.engine.dealt_out"
    """Module: the rules, pure (`games.engine.Engine`)."""
    odds: str = "croupier.odds.enumerated:Enumerated"
    """Class: what bets are worth and how they are best played (`odds.family.FamilyOdds`)."""
    counting: str = "croupier.odds.counting.family:FamilyCounting"
    """Class: how its bets are counted (`odds.counting.family.FamilyCounting`)."""
    sim: str = "croupier.sim.by_engine:PlayedByEngine"
    """Function from a plan to rounds by the million (`sim.game.SimulatedGame`)."""
    sim_table: str = "croupier.sim.by_engine:plain_table"
    """Function from a plan to the engine playing the same (`sim.by_engine.EngineTable`)."""
    sim_check: str = "croupier.sim.compare_engine:held_to_engine"
    """Function: rounds that the simulation and the engine both play, compared."""
    notices: str = "croupier.notices.dealt_out"
    """Module: signs and rules page (`notices.families.FamilyNotices`)."""
    story: str = "croupier.story.dealt_out:DealtOutStory"
    """Class: a round in plain words (`story.families.FamilyStory`)."""
    guide: str = "croupier.table.family:TableFamily"
    """Class: the dealer's guide and the table's clocks (`table.family.TableFamily`)."""
    records: str = "croupier.house.records.families.dealt_out:DealtOutRecords"
    """Class: what the books keep of a round (`house.records.families.FamilyRecords`)."""
    views: str = "croupier.server.families.dealt_out:DealtOutViews"
    """Class: what viewers at the table see (`server.family.FamilyViews`)."""
    screen: str = "croupier.cli.play.families.dealt_out:DealtOutScreen"
    """Class: the screen of `croupier play` (`cli.play.screen.Screen`)."""


class Extension(msgspec.Struct, frozen=True, kw_only=True):
    """What a package adds to a family that another package brings."""

    family: str
    games: tuple[str, ...] = ()
    """Rules values of the family, each for a further document."""
    documents: dict[str, str] = {}
    """Short name of each document it brings → the package in which the file lies."""
    side_bets: tuple[str, ...] = ()
    """Side bets that tables of the family may switch on."""
