"""The `croupier` command."""

from croupier.cli.app import app


def main() -> None:
    app()


__all__ = ["main"]
