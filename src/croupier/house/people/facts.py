"""What has happened to accounts and sessions. No secret stands in a fact: passwords and
authenticator secrets lie in the store's vault, and facts only name their version."""

import msgspec

from croupier.house.roles import Role

STREAM = "house/people"


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """Each kind has its own tag, so the journal can be read back."""


class AccountOpened(_Fact, frozen=True, tag="account-opened"):
    name: str
    role: Role
    by: str
    password: int = 0
    """The version of the password locked away in the same write, one-time for staff; 0: none, a
    guest. Together, so that no crash leaves a name taken that nobody can log in with."""


class PasswordSet(_Fact, frozen=True, tag="password-set"):
    """All sessions of the account end with it; a one-time password asks for TOTP anew, too."""

    name: str
    version: int
    one_time: bool
    by: str


class PasswordRehashed(_Fact, frozen=True, tag="password-rehashed"):
    """The same password, hashed as passwords are hashed today."""

    name: str
    version: int


class TotpEnrolled(_Fact, frozen=True, tag="totp-enrolled"):
    name: str
    version: int
    step: int
    """Of the code that confirmed it, and is used up by that."""


class TotpUsed(_Fact, frozen=True, tag="totp-used"):
    name: str
    step: int


class RecoveryCodeUsed(_Fact, frozen=True, tag="recovery-code-used"):
    name: str
    index: int


class RoleGiven(_Fact, frozen=True, tag="role-given"):
    """All sessions of the account end with it."""

    name: str
    role: Role
    by: str


class StaffAgreed(_Fact, frozen=True, tag="staff-agreed"):
    """A second administrator answers for an account that another has made, reset or moved."""

    name: str
    by: str


class AccountBlocked(_Fact, frozen=True, tag="account-blocked"):
    """All sessions of the account end with it."""

    name: str
    by: str
    reason: str


class AccountUnblocked(_Fact, frozen=True, tag="account-unblocked"):
    name: str
    by: str


class SessionOpened(_Fact, frozen=True, tag="session-opened"):
    name: str
    digest_hex: str
    """SHA-256 of the token; the token itself only its holder has."""
    in_place_of: str = ""
    """The oldest session of an account that has as many as it may; it ends with this."""


class SessionClosed(_Fact, frozen=True, tag="session-closed"):
    digest_hex: str
    why: str


class SessionsEnded(_Fact, frozen=True, tag="sessions-ended"):
    """Everybody's: who logs in again shows again who they are."""

    why: str


PeopleFact = (
    AccountOpened
    | PasswordSet
    | PasswordRehashed
    | TotpEnrolled
    | TotpUsed
    | RecoveryCodeUsed
    | RoleGiven
    | StaffAgreed
    | AccountBlocked
    | AccountUnblocked
    | SessionOpened
    | SessionClosed
    | SessionsEnded
)
