"""Every setting of the variant: what it is, what it could be, and who set it."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Meta

from croupier.engine.rules import Rules, describe, settable, setting_name, show
from croupier.engine.variants import VARIANTS
from croupier.kit.odds import Odds
from croupier.notices.page import Setting


def settings_of(rules: Rules) -> Iterator[Setting]:
    document = VARIANTS.get(rules.game, rules)
    for field in rules.settings():
        kind, meta = settable(type(rules))[field]
        value, printed = getattr(rules, field), getattr(document, field)
        yield Setting(
            name=setting_name(field),
            value=show(kind, meta, value),
            meaning=describe(type(rules), field),
            allowed=_allowed(rules, field, kind, meta),
            clause=rules.topics[setting_name(field)],
            document_value=show(kind, meta, printed) if value != printed else None,
        )


def _allowed(rules: Rules, field: str, kind: type, meta: Meta) -> str:
    if (listed := rules.allowed.get(field)) is not None:
        return ", ".join(show(kind, meta, item) for item in listed)
    if kind is bool:
        return "true, false"
    if kind is Odds:
        return "a pay such as 3 to 2"
    if kind is int:
        amount = (meta.extra or {}).get("amount")
        return "an amount such as 0.50" if amount else f"{meta.ge or 0} to {meta.le}"
    if kind is str:
        return "names, with commas between"
    assert issubclass(kind, StrEnum)
    return ", ".join(kind)
