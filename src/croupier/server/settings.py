"""What a house may be set to."""

import msgspec

from croupier.house.cage.book import Chips


class HouseSettings(msgspec.Struct, frozen=True):
    origins: frozenset[str] = frozenset()
    """Where pages may come from that talk to this house."""
    guests: bool = True
    watching: bool = True
    """Whether tables are shown to who has no account."""
    play_chips: int = 1_000_00
    """What the house gives to who has play chips from it."""
    refill_minutes: int = 15
    """How long after one refill the house gives the next."""
    members: Chips | None = None
    """Where members have their chips from. None: as the books say; in new ones play chips, where
    guests have them."""
    cage: str = ""
    """Where the cage is, and when it is open: shown to who has to go there."""
    drain_s: float = 20.0
    """How long rounds may take to finish when the house closes."""
    newcomers: int = 30
    """Guests, registrations and watchers from one address at once; then one in ten seconds."""
    requests: int = 200
    """Requests from one address at once; then twenty a second."""
    sockets: int = 50
    """From one address."""
    trusted_proxy: bool = False
    """Whether the address of a client is told by a proxy in front."""
    check_percent: float = 1.0
    """How much of a core goes through the books again and again; 0: nobody does."""
    stills_days: int = 30
    """How long stills of what a console's camera saw are kept."""
    picture_viewers: int = 20
    """Who may look at once at the picture of one console that is a camera: each costs the house the
    work of writing it anew."""
    log_origin: str = ""
    """The name of the transparency log, as play.example/log; empty: it follows from the key."""
    log_every_s: float = 5.0
    """How long journals may grow before their heads are published."""
    witnesses: tuple[str, ...] = ()
    """Verifier keys of the witnesses whose cosignatures are taken."""
    approved_rules: bool = False
    """Whether tables open only under rules that two people have approved."""
    approved_program: bool = False
    """Whether they open only while the program is one that two people have approved."""
    support: str = ""
    """An e-mail address, or a page, that the chat names for complaints."""
    staff_wait_h: int = 24
    """Hours before a staff account that one administrator alone has made, reset or moved may sign
    and move money; a second administrator may answer for it sooner."""
