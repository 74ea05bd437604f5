"""What was tried before: an interrupted run goes on where it stood, and a mistake that nothing had
noticed meets again only the tests that have changed since."""

import json
from dataclasses import dataclass

from tools.mutants.reach import FOLDER, ROOT, around, digest, test_files

UNNOTICED = "unnoticed"
_KEPT = FOLDER / "fates.json"


@dataclass
class Memory:
    around: str
    """The code under test and all tests' helpers, as they are now."""
    files: dict[str, str]
    """Test file → its digest now."""
    fates: dict[str, tuple[str, str]]
    """Mutant → the test that noticed it, and when that was tried."""
    tried: dict[str, dict[str, str]]
    """When → the code, and the digest of each test file then."""

    @classmethod
    def of(cls, tests: list[str]) -> "Memory":
        kept = json.loads(_KEPT.read_text()) if _KEPT.exists() else {"fates": {}, "tried": {}}
        files = {file: digest([ROOT / file]) for file in test_files(tests)}
        return cls(around(), files, kept["fates"], kept["tried"])

    def killers(self) -> dict[str, str]:
        return {name: by for name, (by, _) in self.fates.items()}

    def still(self, name: str) -> str | None:
        """What became of it, if trying again would show the same."""
        by, when = self.fates.get(name, ("", ""))
        then = self.tried.get(when, {})
        if not by or then.get("") != self.around:
            return None
        files = self.files if by == UNNOTICED else [by.split("::")[0]]
        return by if all(then.get(one) == self.files.get(one) for one in files) else None

    def changed(self, name: str) -> set[str] | None:
        """The test files it has not met, where it went unnoticed by the others; else None."""
        by, when = self.fates.get(name, ("", ""))
        then = self.tried.get(when, {})
        if by != UNNOTICED or then.get("") != self.around:
            return None
        return {file for file, now in self.files.items() if then.get(file) != now}

    def note(self, name: str, fate: str) -> None:
        now = {"": self.around, **self.files}
        when = next((one for one, then in self.tried.items() if then == now), "")
        if not when:
            when = str(len(self.tried))
            self.tried[when] = now
        self.fates[name] = fate, when

    def keep(self) -> None:
        _KEPT.write_text(json.dumps({"fates": self.fates, "tried": self.tried}))
