"""Coming in: cookies, other people's pages, guessing, codes used twice, tickets, and what ends."""

import httpx
import msgspec
import pytest
from httpx import Response

from croupier.client import Api, HouseRefused
from croupier.house.clock import SECOND
from croupier.house.roles import Role
from croupier.server.http.admission import COOKIE
from tests.server.hostile.callers import Callers
from tests.server.hostile.raw import wire
from tests.support.clock import HandClock
from tests.support.live_house import PASSWORD, LiveHouse, serving, table

OURS = "http://house.example"


async def post(
    house: LiveHouse,
    path: str,
    body: object = None,
    media: str = "application/json",
    **headers: str,
) -> Response:
    """As a browser would, header by header."""
    api = await house.api()
    content = None if body is None else msgspec.json.encode(body)
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    if content is not None:
        told["content-type"] = media
    return await api._http.post(path, content=content, headers=told)


async def test_the_cookie_is_for_this_house_and_no_script() -> None:
    async with serving([]) as house:
        response = await post(house, "/api/guests")
        name, *kept = response.headers["set-cookie"].split("; ")
        assert name == f"__Host-croupier={response.json()['token']}"
        assert sorted(kept) == ["HttpOnly", "Path=/", "SameSite=Strict", "Secure"]
        assert len(response.json()["token"]) >= 43, "256 bits"
        out = await post(
            house, "/api/logout", cookie=f"{COOKIE}={response.json()['token']}", origin=OURS
        )
        assert "Max-Age=0" in out.headers["set-cookie"]


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://house.example.evil"])
async def test_another_page_changes_nothing_with_the_cookie(origin: str) -> None:
    async with serving([]) as house:
        token = (await post(house, "/api/guests")).json()["token"]
        theirs = {"cookie": f"{COOKIE}={token}"} | ({"origin": origin} if origin else {})
        assert (await post(house, "/api/logout", **theirs)).status_code == 403
        assert (await post(house, "/api/tickets", **theirs)).status_code == 403
        ours = {"cookie": f"{COOKIE}={token}", "origin": OURS}
        assert (await post(house, "/api/tickets", **ours)).status_code == 200
        assert (await post(house, "/api/tickets", authorization=f"Bearer {token}")).is_success


async def test_another_page_logs_nobody_in() -> None:
    async with serving([]) as house:
        await house.player("ann", 0)
        mine = {"name": "ann", "password": PASSWORD}
        there = await post(house, "/api/login", mine, origin="http://evil.example")
        assert there.status_code == 403
        assert (await post(house, "/api/login", mine, origin=OURS)).is_success


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
async def test_a_form_is_no_request(media: str) -> None:
    """What a page can send without asking the browser's leave is not read."""
    async with serving([]) as house:
        body = {"name": "ann", "password": PASSWORD}
        assert (await post(house, "/api/accounts", body, media)).status_code == 400
        assert (await post(house, "/api/accounts", body, "application/json; a=b")).is_success


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/api/me", 401),
        ("GET", "/nowhere", 404),
        ("DELETE", "/healthz", 405),
        ("POST", "/api/login", 400),
        ("POST", "/api/guests", 200),
    ],
)
async def test_every_response_tells_the_browser(method: str, path: str, status: int) -> None:
    async with serving([]) as house:
        response = await (await house.api()).send(method, path)
        assert response.status_code == status
        policy = response.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers["cache-control"] == "no-store"
        assert "server" not in response.headers
        assert "access-control-allow-origin" not in response.headers


async def test_a_wrong_name_and_a_wrong_password_are_one_answer() -> None:
    async with serving([]) as house:
        await house.player("ann", 0)
        wrong = await post(house, "/api/login", {"name": "ann", "password": "not hers at all"})
        unknown = await post(house, "/api/login", {"name": "bob", "password": "not hers at all"})
        assert wrong.status_code == unknown.status_code == 401
        assert wrong.content == unknown.content


async def test_guessing_is_slowed_and_locks_nobody_out() -> None:
    clock = HandClock()
    async with serving([], clock=clock) as house:
        await house.player("ann", 0)
        told = [
            (await post(house, "/api/login", {"name": "ann", "password": f"guess {n}"})).status_code
            for n in range(8)
        ]
        assert told == [401] * 5 + [429] * 3
        mine = {"name": "ann", "password": PASSWORD}
        assert (await post(house, "/api/login", mine)).status_code == 429
        clock.turn(30 * SECOND)
        assert (await post(house, "/api/login", mine)).is_success


async def test_a_session_is_never_carried_over_a_login() -> None:
    async with serving([]) as house:
        ann = await house.player("ann", 0)
        before = ann.token
        await ann.login("ann", PASSWORD)
        assert ann.token != before
        assert (await (await house.api(before)).send("GET", "/api/me")).status_code == 401


async def test_a_code_is_good_once() -> None:
    clock = HandClock()
    async with serving([], clock=clock) as house:
        callers = Callers(house, clock)
        await callers.token(Role.PIT)
        body = {"name": "the-pit", "password": PASSWORD, "code": callers.code("the-pit")}
        assert (await post(house, "/api/login", body)).is_success
        again = await post(house, "/api/login", body)
        assert again.status_code == 401
        token = await callers.token(Role.PIT)
        stale = await post(
            house, "/api/step-up", {"code": body["code"]}, authorization=f"Bearer {token}"
        )
        assert stale.status_code == 401


# What ends ------------------------------------------------------------------------------------


async def test_a_logout_ends_the_sockets_of_its_session_only() -> None:
    async with serving([table("live-roulette")]) as house:
        ann, other = await house.player("ann"), await house.api()
        await other.login("ann", PASSWORD)
        here, there = await house.client(ann), await house.client(other)
        await ann.call("POST", "/api/logout")
        await _ends(here, "logged-out")
        assert await there.lobby()
        assert (await ann.send("GET", "/api/me")).status_code == 401


@pytest.mark.parametrize("how", ["block", "role", "reset"])
async def test_whoever_is_blocked_or_moved_is_out_at_once(how: str) -> None:
    async with serving([table("live-roulette")]) as house:
        pit = await house.staff(Role.PIT)
        socket, people = await house.client(pit), house.house.people
        match how:
            case "block":
                await people.block("the-pit", "boss", "why not")
            case "role":
                await people.give_role("the-pit", Role.CASHIER, "boss")
            case "reset":
                await people.reset_staff("the-pit", "boss")
        await _ends(socket, "logged-out")
        assert (await pit.send("GET", "/api/me")).status_code == 401


async def _ends(socket: object, code: str) -> None:
    with pytest.raises(HouseRefused):
        await socket.until(lambda: False)  # type: ignore[attr-defined]
    assert socket.bye.code == code  # type: ignore[attr-defined]


# Tickets --------------------------------------------------------------------------------------


async def test_a_ticket_is_good_once_and_for_half_a_minute() -> None:
    clock = HandClock()
    async with serving([], clock=clock) as house:
        api = await house.api()
        await api.guest()
        once = await api.ticket()
        assert await _hello(house, api, once) == "welcome"
        assert await _hello(house, api, once) == "bye"
        late = await api.ticket()
        clock.turn(30 * SECOND)
        assert await _hello(house, api, late) == "bye"
        gone = await api.ticket()
        await api.call("POST", "/api/logout")
        assert await _hello(house, api, gone) == "bye"


async def _hello(house: LiveHouse, api: Api, ticket: str) -> str:
    from websockets.asyncio.client import connect

    async with connect(house.address.replace("http", "ws", 1) + "/socket") as socket:
        await socket.send(msgspec.json.encode({"type": "hello", "ticket": ticket}), text=True)
        return str(msgspec.json.decode(await socket.recv())["type"])


async def test_neither_ticket_nor_token_is_taken_from_an_address() -> None:
    """Addresses are written into logs; so nothing in one opens a door."""
    async with serving([]) as house:
        api = await house.api()
        await api.guest()
        for name in ("token", "access_token", "authorization", COOKIE):
            stranger = await house.api()
            assert (await stranger.send("GET", f"/api/me?{name}={api.token}")).status_code == 401
        ticket = await api.ticket()
        async with wire(house.address) as one:
            await one.upgrade(b"/socket?ticket=" + ticket.encode())
            await one.send(b"\x81\x80\x00\x00\x00\x00")
            assert b"bye" in (await one.closed())[1]


@pytest.mark.parametrize("path", ["/login/", "/deal/", "/api/lobby/", "/assets", "//evil.example/"])
async def test_no_redirect_leads_to_another_house(path: str) -> None:
    """A request may name any host it likes: nobody is sent there."""
    async with serving([table("live-roulette")]) as house:
        async with httpx.AsyncClient() as browser:
            url = f"{house.address}{path}"
            told = await browser.get(url, headers={"Host": "evil.example"})
        assert told.status_code in (308, 404), told
        where = told.headers.get("location", "/")
        assert where.startswith("/")
        assert not where.startswith("//")
        assert "evil" not in where
