"""What is done about each kind of message, and who may send it. Nobody else may."""


def enter_all() -> None:
    """Importing a module of handlers enters them."""
    from croupier.server.handlers import commands, everyone, scanner  # noqa: F401, PLC0415
