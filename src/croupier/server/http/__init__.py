"""What is asked over HTTP: accounts, money, history, the office. Tables live on the socket."""


def enter_all() -> None:
    """Importing a module of endpoints enters them."""
    from croupier.server.http import (  # noqa: F401, PLC0415
        approvals,
        band,
        cage,
        cage_requests,
        camera,
        chat,
        days,
        disputes,
        documents,
        fair,
        floats,
        floor,
        forecast,
        journals,
        limits,
        log,
        mine,
        odds,
        office,
        operation,
        pages,
        rulings,
        sessions,
        settings,
        shares,
        signing,
        staff,
        staged,
        statements,
        stations,
        turned_away,
        whatif,
    )
