"""Everybody who may stand at the door, each with a session of this moment: by a clock turned by
hand, so that an authenticator has a fresh code whenever one is needed."""

from croupier.house.clock import SECOND
from croupier.house.people.totp import STEP_SECONDS, code_at
from croupier.house.roles import EVERYONE, STAFF, Role
from tests.support.clock import HandClock
from tests.support.live_house import PASSWORD, LiveHouse, secret_of

NOBODY, UNREADY, BLOCKED, LOGGED_OUT = "nobody", "unready", "blocked", "logged-out"
CALLERS: tuple[str, ...] = (NOBODY, *Role, UNREADY, BLOCKED, LOGGED_OUT)


class Callers:
    def __init__(self, house: LiveHouse, clock: HandClock) -> None:
        self._house = house
        self._clock = clock
        self._people = house.house.people
        self._secrets: dict[str, bytes] = {}
        self._tokens: dict[str, str] = {}
        self._n = 0

    async def token(self, caller: str) -> str:
        """Of a session that lasts, for those who have one."""
        token = self._tokens.get(caller)
        ended = caller in {*EVERYONE, UNREADY} and self._people.who(token or "") is None
        if token is None or ended:
            token = self._tokens[caller] = await self._open(caller)
        return token

    async def _open(self, caller: str) -> str:
        if caller in (NOBODY, Role.WATCHER):
            return ""
        if caller == UNREADY:
            return await self.unready(Role.PIT)
        if caller in (BLOCKED, LOGGED_OUT):
            return await self._ended(caller)
        role = Role(caller)
        if role is Role.GUEST:
            return (await self._people.open_guest())[1]
        return await (self.staff(role) if role in STAFF else self.player())

    async def player(self) -> str:
        return await self._people.register(self._name(), PASSWORD)

    async def unready(self, role: Role) -> str:
        """Staff with their one-time password still."""
        name = self._name()
        return await self._people.login(
            name, await self._people.open_staff(name, role, "house"), "192.0.2.1"
        )

    async def staff(self, role: Role) -> str:
        """All set up, the first time with a new account."""
        name = f"the-{role}"
        if name not in self._secrets:
            one_time = await self._people.open_staff(name, role, "house")
            token = await self._people.login(name, one_time, "192.0.2.1")
            who = self._people.who(token)
            assert who is not None
            who = self._people.who(await self._people.change_password(who, one_time, PASSWORD))
            assert who is not None
            self._secrets[name] = secret_of(await self._people.begin_totp(who))
            await self._people.confirm_totp(who, self.code(name))
        return await self._people.login(name, PASSWORD, "192.0.2.1", self.code(name))

    def code(self, name: str) -> str:
        """One that was not used yet."""
        self._clock.turn(STEP_SECONDS * SECOND)
        return code_at(self._secrets[name], self._clock.wall() // SECOND // STEP_SECONDS)

    async def _ended(self, how: str) -> str:
        token = await self.player()
        if how == BLOCKED:
            who = self._people.who(token)
            assert who is not None
            await self._people.block(who.name, "house", "for the test")
        else:
            await self._people.logout(token)
        return token

    def _name(self) -> str:
        self._n += 1
        return f"caller-{self._n}"
