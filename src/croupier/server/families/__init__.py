"""What each family of games shows."""

import logging
from collections.abc import Iterable
from typing import Any

from croupier.engine.protocol import family_engine
from croupier.engine.rules import Rules
from croupier.engine.variants import set_aside
from croupier.kit.errors import Code, Refused
from croupier.kit.registry import instance, part
from croupier.notices.families import family_notices
from croupier.server.family import FamilyViews
from croupier.table.config import TableConfig

_LOG = logging.getLogger("croupier.house")


def family_views(rules: Rules) -> FamilyViews[Any]:
    views: FamilyViews[Any] = instance(rules.family, "views")
    return views


def playable(tables: Iterable[TableConfig]) -> tuple[TableConfig, ...]:
    """Without the tables of a game of which a part cannot be loaded or cannot write its signs:
    another package's mistake closes no other table. Refused where no table is left."""
    checked = [(config, _problem(config.check())) for config in tables]
    for config, problem in checked:
        if problem is not None:
            _LOG.error("table %s is not opened: %s", config.id, problem)
    problems = [problem for _, problem in checked if problem is not None]
    if checked and len(problems) == len(checked):
        raise Refused(Code.BAD_SETTING, "; ".join(problems))
    return tuple(config for config, problem in checked if problem is None)


def _problem(rules: Rules) -> str | None:
    try:
        family_engine(rules)
        family_notices(rules).in_short(rules)
        part(rules.family, "story")
        for name in ("odds", "guide", "records", "views"):
            instance(rules.family, name)
    except Exception as error:  # another package's code: anything can go wrong
        set_aside(rules, error)
        return str(error)
    return None
