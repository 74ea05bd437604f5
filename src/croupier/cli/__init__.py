"""The `croupier` command."""

import gc


def main() -> None:
    gc.disable()  # What is imported stays; to look through it for rubbish is time lost.
    from croupier.cli.app import app  # noqa: PLC0415 -- after the line above

    app()


__all__ = ["main"]
