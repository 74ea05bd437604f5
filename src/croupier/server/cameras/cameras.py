"""The cameras that are on, who looks, and what is kept of what they see."""

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

import msgspec

from croupier.house.live_tables import Listener
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.background import Background
from croupier.server.cameras.stills import Stills
from croupier.table.moments import is_moment
from croupier.table.state import TableState
from croupier.table.table import News

if TYPE_CHECKING:  # and aiortc with it, which is not needed otherwise
    from av import VideoFrame

    from croupier.server.cameras.relay import Relay

_LOG = logging.getLogger("croupier.cameras")
MOST_OF_ONE = 2
"""Pictures of a table that one session looks at at once."""
_NEEDED = "a console that is a camera needs aiortc: pip install 'croupier[camera]'"


class _Viewer(msgspec.Struct, frozen=True):
    id: str
    session: str


class _Camera:
    def __init__(self, relay: "Relay", dealer: str, session: str) -> None:
        self.relay, self.dealer, self.session = relay, dealer, session
        self.viewers: list[_Viewer] = []


class Cameras(Listener):
    follows = True  # the dealer's device may talk to one node while another keeps the journal

    def __init__(self, spawn: Background, stills: Stills, *, most_viewers: int) -> None:
        self._spawn = spawn
        self.stills = stills
        self._most = most_viewers
        self._on: dict[str, _Camera] = {}
        """By table."""

    # The dealer ----------------------------------------------------------------------------------

    async def publish(self, table: str, dealer: str, session: str, offer: str) -> str:
        """The answer to the dealer's device; a picture that was there before is replaced."""
        check_camera_extra()
        from croupier.server.cameras.relay import Relay  # noqa: PLC0415

        camera: _Camera

        def over() -> None:
            if self._on.get(table) is camera:
                self._spawn(self.end(table))

        camera = _Camera(Relay(over), dealer, session)
        try:
            answer = await camera.relay.publish(offer)
        except BaseException:
            await camera.relay.close()
            raise
        await self.end(table)
        self._on[table] = camera
        return answer

    async def end(self, table: str) -> None:
        if (camera := self._on.pop(table, None)) is not None:
            await camera.relay.close()

    def on_entry(self, table: str, news: News, state: TableState) -> None:
        """A still of every scan, ruling and correction; and who has left the table shows it no
        longer."""
        if (camera := self._on.get(table)) is None:
            return
        if camera.relay.latest is not None and is_moment(news.recorded):
            self._spawn(self._keep(table, news, camera.relay.latest))
        if state.dealer != camera.dealer:
            self._spawn(self.end(table))

    async def _keep(self, table: str, news: News, frame: "VideoFrame") -> None:
        try:
            await asyncio.to_thread(self.stills.keep, table, news.seq, news.at_ms, frame)
        except OSError as error:  # the round goes on without it
            _LOG.error("a still could not be kept", extra={"table": table, "why": str(error)})

    # Who looks -----------------------------------------------------------------------------------

    async def view(self, table: str, session: str, offer: str) -> tuple[str, str]:
        """What the viewer is known by, and the answer."""
        camera = self._on.get(table)
        if camera is None:
            raise Refused(Code.NOT_FOUND, words("there is no picture of this table here now"))
        own = [viewer for viewer in camera.viewers if viewer.session == session]
        for viewer in own[: len(own) - MOST_OF_ONE + 1]:
            await self.end_view(table, viewer.id)
        if len(camera.viewers) >= self._most:
            raise Refused(Code.LIMIT, words("too many look at this picture already"))
        id = secrets.token_urlsafe(24)
        # Its place is taken while the answer is made.
        camera.viewers.append(_Viewer(id, session))
        try:
            answer = await camera.relay.view(
                id, offer, lambda: self._spawn(self.end_view(table, id))
            )
        except BaseException:
            await self.end_view(table, id)
            raise
        return id, answer

    async def end_view(self, table: str, id: str) -> None:
        if (camera := self._on.get(table)) is not None:
            camera.viewers = [viewer for viewer in camera.viewers if viewer.id != id]
            await camera.relay.end_view(id)

    def viewers(self, table: str) -> int:
        camera = self._on.get(table)
        return 0 if camera is None else len(camera.viewers)

    # Ends ----------------------------------------------------------------------------------------

    def end_session(self, session: str) -> None:
        """Of a dealer, or of somebody who looks."""
        for table, camera in self._on.items():
            if camera.session == session:
                self._spawn(self.end(table))
            for viewer in camera.viewers:
                if viewer.session == session:
                    self._spawn(self.end_view(table, viewer.id))

    async def close(self) -> None:
        await asyncio.gather(*(self.end(table) for table in tuple(self._on)))


def check_camera_extra() -> None:
    """Before a house opens that needs it, and not when the first dealer does."""
    try:
        import aiortc  # noqa: F401, PLC0415
    except ImportError:
        raise Refused(Code.BAD_SETTING, _NEEDED) from None
