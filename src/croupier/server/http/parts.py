"""What of a house a handler may take, by its type."""

from collections.abc import Callable
from typing import Any

from croupier.house.approvals.approvals import Approvals
from croupier.house.cage.cage import Cage
from croupier.house.clock import Clock
from croupier.house.closures.closures import Closures
from croupier.house.days.day_close import DayClose
from croupier.house.floor.floor import Floor
from croupier.house.incidents.incidents import Incidents
from croupier.house.live_tables import LiveTables
from croupier.house.people.people import People
from croupier.house.protection.protection import Protection
from croupier.house.share_links import ShareLinks
from croupier.house.stations.stations import Stations
from croupier.house.transparency.transparency_log import TransparencyLog
from croupier.house.turned_away import TurnedAwayBook
from croupier.server.accounts import Accounts
from croupier.server.alert import Alert
from croupier.server.approved_tables import ApprovedTables
from croupier.server.background import Background
from croupier.server.broadcast import Broadcast
from croupier.server.cameras.cameras import Cameras
from croupier.server.floor_feed import FloorFeed
from croupier.server.house import House
from croupier.server.http.book_reader import BookReader
from croupier.server.http.lookups import Tables
from croupier.server.metrics import Metrics
from croupier.server.odds_service import OddsService
from croupier.server.play_chips import PlayChips
from croupier.server.play_watch import PlayWatch
from croupier.server.players import Players
from croupier.server.program_check import ProgramWatch
from croupier.server.purse_feed import PurseFeed
from croupier.server.rates import AddressRates
from croupier.server.seats import Seats
from croupier.server.settings import HouseSettings
from croupier.server.sheet_reckoning import SheetReckoner
from croupier.server.void_holds import VoidHolds

Part = Callable[[House], Any]

PARTS: dict[Any, Part] = {
    Accounts: lambda house: house.accounts,
    AddressRates: lambda house: house.address_rates,
    Alert: lambda house: house.alert,
    Approvals: lambda house: house.approvals,
    ApprovedTables: lambda house: house.approved_tables,
    Background: lambda house: house.spawn,
    Broadcast: lambda house: house.broadcast,
    BookReader: lambda house: BookReader(house.store),
    Cage: lambda house: house.cage,
    Cameras: lambda house: house.cameras,
    Clock: lambda house: house.clock,
    DayClose: lambda house: house.day_close,
    Closures: lambda house: house.closures,
    Floor: lambda house: house.floor,
    FloorFeed: lambda house: house.floor_feed,
    House: lambda house: house,  # for how it is as a whole
    HouseSettings: lambda house: house.settings,
    Incidents: lambda house: house.incidents,
    LiveTables: lambda house: house.live_tables,
    Metrics: lambda house: house.metrics,
    OddsService: lambda house: house.odds,
    People: lambda house: house.people,
    PlayChips: lambda house: house.play_chips,
    PlayWatch: lambda house: house.play_watch,
    Players: lambda house: house.players,
    ProgramWatch: lambda house: house.program_watch,
    Protection: lambda house: house.protection,
    PurseFeed: lambda house: house.purse_feed,
    Seats: lambda house: house.seats,
    SheetReckoner: lambda house: house.sheets,
    ShareLinks: lambda house: house.share_links,
    Stations: lambda house: house.stations,
    Tables: lambda house: Tables(house.rooms, house.live_tables.indexes),
    TransparencyLog: lambda house: house.log,
    TurnedAwayBook: lambda house: house.turned_away,
    VoidHolds: lambda house: house.void_holds,
}
