"""Who was turned away is kept, and the list has an end."""

from pathlib import Path

from croupier.house.turned_away import MOST, MOST_OF_ONE, Kept, Turned, TurnedAwayBook


def note(book: TurnedAwayBook, account: str, address: str = "192.0.2.1", at: int = 1) -> None:
    book.note(Turned.LOGIN, account, address=address, what="login", code="not-known", at=at)


def accounts(book: TurnedAwayBook) -> list[str]:
    return [kept.one.account for kept in book.newest(MOST)]


def test_the_latest_comes_first_and_the_same_again_is_counted() -> None:
    book = TurnedAwayBook()
    for at, name in enumerate(("ann", "bob", "ann"), 1):
        note(book, name, at=at)
    first, second = book.newest(10)
    assert (first.one.account, first.times.first_ms, first.times.last_ms) == ("ann", 1, 3)
    assert first.times.times == 2
    assert second.one.account == "bob"


def test_one_address_pushes_out_its_own_alone() -> None:
    book = TurnedAwayBook()
    note(book, "ann", "198.51.100.7")
    for n in range(MOST_OF_ONE + 50):
        note(book, f"guess{n}")
    assert len(accounts(book)) == MOST_OF_ONE + 1
    assert "ann" in accounts(book)
    assert "guess0" not in accounts(book)


def test_the_list_has_an_end() -> None:
    book = TurnedAwayBook()
    for n in range(MOST + 50):
        note(book, "ann", f"net-{n}")
    kept = book.newest(MOST + 50)
    assert len(kept) == MOST
    assert kept[-1].one.address == "net-50"


def test_what_is_no_name_is_not_kept() -> None:
    book = TurnedAwayBook()
    note(book, "Correct Horse Battery")
    assert accounts(book) == [""]


def test_it_outlives_the_house(tmp_path: Path) -> None:
    file = tmp_path / "turned-away.json"
    book = TurnedAwayBook(file)
    for name in ("ann", "bob", "ann"):
        note(book, name)
    book.save()
    assert file.stat().st_mode & 0o077 == 0
    again = TurnedAwayBook(file)
    assert again.newest(10) == book.newest(10)
    assert isinstance(again.newest(1)[0], Kept)
    file.write_text("not JSON")
    assert TurnedAwayBook(file).newest(10) == ()
