"""A house's log as a witness reads it over HTTP."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from croupier.client.witness.house_log import HouseLog, NotServed


class OtherForm(BaseHTTPRequestHandler):
    """Answers everything with an object that is no page of a journal."""

    def do_GET(self) -> None:
        body = b'{"next": null}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_page_of_another_form_is_named_in_plain_english() -> None:
    with HTTPServer(("127.0.0.1", 0), OtherForm) as server:
        answering = Thread(target=server.handle_request)
        answering.start()
        log = HouseLog(f"http://127.0.0.1:{server.server_port}")
        with pytest.raises(NotServed) as refused:
            list(log.chain("tables/bj1", 0))
        log.close()
        answering.join()
    assert "is no journal: " in str(refused.value)
    for word in ("Object", "missing required field", "`", "$"):
        assert word not in str(refused.value)
