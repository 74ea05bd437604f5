"""The schema, as numbered steps for each dialect. A step that was released is never edited."""

from importlib.resources import files

import msgspec

from croupier.store.errors import WrongStore


class Migration(msgspec.Struct, frozen=True):
    version: int
    name: str
    sql: str


def migrations(dialect: str) -> tuple[Migration, ...]:
    """All steps, numbered from 1 without a gap."""
    migrations = []
    for file in files(__package__).joinpath(dialect).iterdir():
        if file.name.endswith(".sql"):
            number, _, name = file.name.removesuffix(".sql").partition("_")
            migrations.append(Migration(int(number), name, file.read_text(encoding="utf-8")))
    migrations.sort(key=lambda migration: migration.version)
    if [migration.version for migration in migrations] != list(range(1, len(migrations) + 1)):
        raise WrongStore(f"the {dialect} migrations are not numbered without a gap")
    return tuple(migrations)


def missing(dialect: str, version: int) -> tuple[Migration, ...]:
    """The steps from a store's version to ours."""
    steps = migrations(dialect)
    if version > len(steps):
        raise WrongStore(
            f"the store has version {version}, this Croupier knows {len(steps)}: update Croupier"
        )
    return steps[version:]
