"""A relay in front of PostgreSQL that cuts the line at COMMIT, before it arrives or after; or that
makes it slow, or silent."""

import socket
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

COMMIT = b"COMMIT\x00"
"""As a statement from the client, and as the server's word that it is done."""


class Relay:
    """Passes everything on until told to cut; then the next COMMIT is cut, once.

    A silent relay accepts connections and whatever is sent, and passes nothing on until it `speaks`
    again: then what was sent arrives late, even of a connection that its client has given up.
    One that `forgets` passes nothing on of the connections there are, ever; new ones work.
    """

    def __init__(self, server: Path) -> None:
        self._server = server
        self.cut = ""
        self.hush = ""
        """Like `cut`, but the whole relay falls silent at the next COMMIT: "before" it arrives, or
        "after" it is done, before anybody is told."""
        self._speaks = Event()
        self._speaks.set()
        self.lag_s = 0.0
        """How long each piece takes from the client to the server."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._forgotten = Event()
        """Of the connections that are made now; set when they are forgotten."""
        self._threads: list[Thread] = []
        self._start(self._accept)

    @property
    def silent(self) -> bool:
        return not self._speaks.is_set()

    def fall_silent(self) -> None:
        self._speaks.clear()

    def speak(self) -> None:
        self._speaks.set()

    def forget(self) -> None:
        self._forgotten.set()
        self._forgotten = Event()

    def close(self) -> None:
        self.speak()
        for line in [self._listening, *self._open]:
            _hang_up(line)
        for thread in self._threads:
            thread.join()

    def _start(self, work: object, *args: object) -> None:
        thread = Thread(target=work, args=args, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._open += [client, server]
                self._start(self._pass_on, client, server, "before", self._forgotten)
                self._start(self._pass_on, server, client, "after", self._forgotten)

    def _pass_on(
        self, source: socket.socket, sink: socket.socket, cut: str, forgotten: Event
    ) -> None:
        tail = b""
        with suppress(OSError):
            while data := source.recv(65_536):
                if forgotten.is_set():
                    continue
                if self.cut == cut and COMMIT in tail + data:
                    self.cut = ""
                    break
                if self.hush == cut and COMMIT in tail + data:
                    self.hush = ""
                    self.fall_silent()
                # The word may come in two pieces.
                tail = data[-len(COMMIT) :]
                if self.lag_s and cut == "before":
                    time.sleep(self.lag_s)
                self._speaks.wait()
                sink.sendall(data)
        _hang_up(source)
        _hang_up(sink)


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
