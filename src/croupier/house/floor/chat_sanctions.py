"""What the chat does not show (LIVE 1.5, 3.4): words the house has barred, and what would tell
strangers how to find or rob somebody. Whoever wrote it is told why.

The house's list is the one in `barred/`, a file for each language, with what its moderators have
added and allowed since; those are facts of the floor.
"""

import re
import unicodedata
from collections.abc import Iterable
from importlib.resources import files

from croupier.house.floor.plain_words import folded, plain_words, unspaced
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

LANGUAGES = ("en", "es", "fr", "de", "zh", "ar")
MOST_ENTRIES = 2_000
"""That a house may add, or allow."""
LONGEST_ENTRY = 40
_CLAUSE = "LIVE 1.5"


class BarredWords:
    """A list of words, made ready to be looked for."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._alone: set[str] = set()
        self._begin: list[str] = []
        self._inside: list[str] = []
        self._phrases: list[str] = []
        self._unspaced: list[str] = []
        for entry in entries:
            self._enter(entry)

    def _enter(self, entry: str) -> None:
        bare = folded(entry.strip("*"))
        if _without_spaces(entry):
            self._unspaced.append(unspaced(entry))
        elif " " in bare:
            self._phrases.append(f" {bare} ")
        elif entry.startswith("*"):
            self._inside.append(bare)
        elif entry.endswith("*"):
            self._begin.append(bare)
        else:
            self._alone.add(bare)

    def found_in(self, text: str) -> bool:
        words = plain_words(text)
        line, bare = f" {' '.join(words)} ", unspaced(text)
        return (
            any(map(self._barred, words))
            or any(phrase in line for phrase in self._phrases)
            or any(entry in bare for entry in self._unspaced)
        )

    def _barred(self, word: str) -> bool:
        if "*" in word:
            return self._meant(re.compile(word.replace("*", ".")))
        return (
            word in self._alone
            or any(word.startswith(beginning) for beginning in self._begin)
            or any(part in word for part in self._inside)
        )

    def _meant(self, word: re.Pattern[str]) -> bool:
        """f*ck: nobody wonders which letter that is."""
        return any(word.fullmatch(entry) for entry in (*self._alone, *self._begin, *self._inside))


def _without_spaces(entry: str) -> bool:
    return any("CJK" in unicodedata.name(letter, "") for letter in entry)


def shipped() -> tuple[str, ...]:
    """The list that comes with the house."""
    listed: dict[str, None] = {}
    for language in LANGUAGES:
        text = (files("croupier.house.floor") / "barred" / f"{language}.txt").read_text("utf-8")
        for line in text.splitlines():
            if (entry := line.strip().strip('"')) and not entry.startswith("#"):
                listed[entry] = None
    return tuple(listed)


def check_entry(entry: str) -> str:
    """A word for the list, as it is kept."""
    kept = " ".join(unicodedata.normalize("NFC", entry).casefold().split())
    letters = sum(letter.isalpha() for letter in kept)
    if len(kept) > LONGEST_ENTRY or letters < (1 if _without_spaces(kept) else 2):
        raise Refused(
            Code.BAD_TEXT,
            f"a word for the list has 2 letters, and at most {LONGEST_ENTRY} characters",
        )
    if "*" in kept.strip("*") or (kept.startswith("*") and not kept.endswith("*")):
        raise Refused(Code.BAD_TEXT, "a star stands at the end, or at both ends: word*, *word*")
    return kept


# What tells where somebody is to be found -----------------------------------------------------

_AT = r"\s*(?:@|[(\[{]\s*(?:at|arroba|arobase|ät)\s*[)\]}])\s*"
_DOT = r"\s*(?:\.|。|[(\[{]\s*(?:dot|punkt|punto|point|نقطة|点)\s*[)\]}])\s*"
_MAIL = re.compile(rf"[\w.+-]+{_AT}[\w-]+(?:{_DOT}[\w-]+)*{_DOT}[a-z]{{2,}}")
_HOSTS = "com net org info biz io app xyz online site shop casino bet top club vip link gg ru cn"
_LINK = re.compile(
    r"https?\s*:\s*/|\bwww\s*\.|\b[a-z0-9-]+\.[a-z]{2,10}/\S"
    rf"|\b[a-z0-9-]{{2,}}\.(?:{_HOSTS.replace(' ', '|')})\b"
)
_RUN = re.compile(r"\+?\(?\d(?:[\s().\-/–]*\d)+")
_ARABIC_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩", "0123456789")
_GROUP = re.compile(r"\d+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[. ]000){1,}|[1-9]\d{0,2}(?:\.\d{3})+")
_DATE = re.compile(r"\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}")
LEAST_PHONE, LEAST_CARD, MOST_CARD = 8, 13, 19


def personal(text: str) -> str | None:
    """What in it would tell strangers too much, by its name."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_ARABIC_DIGITS)
    if _MAIL.search(plain):
        return "an e-mail address"
    if _LINK.search(plain):
        return "a link"
    for run in _RUN.findall(plain):
        if (kind := _number(run)) is not None:
            return kind
    return None


def _number(run: str) -> str | None:
    groups = _GROUP.findall(run)
    digits = "".join(groups)
    if LEAST_CARD <= len(digits) <= MOST_CARD and _luhn(digits):
        return "a card number"
    if len(digits) < LEAST_PHONE or _innocent(run, groups):
        return None
    return "a phone number"


def _innocent(run: str, groups: list[str]) -> bool:
    """A large amount, a date; or numbers of the wheel, or chips, one after another."""
    if _THOUSANDS.fullmatch(run.strip()) or _DATE.fullmatch(run.strip()):
        return True
    if run.startswith("+") or any(group[0] == "0" and group != "0" for group in groups):
        return False
    if len(groups) == 1:
        return len(groups[0].rstrip("0")) <= 2
    return all(int(group) <= 36 for group in groups) or all(int(group) % 5 == 0 for group in groups)


def _luhn(digits: str) -> bool:
    doubled = (int(digit) * (1 + at % 2) for at, digit in enumerate(reversed(digits)))
    return sum(number // 10 + number % 10 for number in doubled) % 10 == 0


class ChatSanctions:
    """The list as it stands in this house."""

    def __init__(self) -> None:
        self._shipped = shipped()
        self._added: dict[str, None] = {}
        self._allowed: dict[str, None] = {}
        self._barred: BarredWords | None = None

    @property
    def added(self) -> tuple[str, ...]:
        return tuple(self._added)

    @property
    def allowed(self) -> tuple[str, ...]:
        return tuple(self._allowed)

    @property
    def listed(self) -> tuple[str, ...]:
        """All that is barred now."""
        return tuple(
            entry for entry in (*self._shipped, *self._added) if entry not in self._allowed
        )

    def bar(self, entry: str) -> None:
        self._allowed.pop(entry, None)
        if entry not in self._shipped:
            self._added[entry] = None
        self._barred = None

    def allow(self, entry: str) -> None:
        self._added.pop(entry, None)
        if entry in self._shipped:
            self._allowed[entry] = None
        self._barred = None

    def check_change(self, entry: str, *, bar: bool) -> str:
        kept = check_entry(entry)
        if (kept in self.listed) is bar:
            raise Refused(Code.ILLEGAL_ACTION, "it is so already")
        if len(self._added) + len(self._allowed) >= MOST_ENTRIES:
            raise Refused(Code.LIMIT, f"a house changes at most {MOST_ENTRIES} words of the list")
        return kept

    def check(self, text: str) -> None:
        if (kind := personal(text)) is not None:
            raise Refused(
                Code.PERSONAL_DATA,
                f"not shown: it looks like {kind}, and strangers read this too",
                _CLAUSE,
            )
        if self._barred is None:
            self._barred = BarredWords(self.listed)
        if self._barred.found_in(text):
            raise Refused(
                Code.ABUSIVE, words("not shown: a word in it is not used in this house"), _CLAUSE
            )
