from croupier.house.people.locked import Lock
from croupier.kit.errors import Code
from tests.house.people.door import KEY
from tests.house.people.refusals import refused


def test_a_box_opens_under_its_own_name_and_key_only() -> None:
    lock = Lock(KEY)
    box = lock.close("password/ann/1", b"a hash")
    assert b"a hash" not in box
    assert box != lock.close("password/ann/1", b"a hash")
    assert lock.open("password/ann/1", box) == b"a hash"
    for name, other, key in [
        ("password/bob/1", box, KEY),
        ("password/ann/1", box[:-1] + bytes([box[-1] ^ 1]), KEY),
        ("password/ann/1", box, KEY[::-1]),
    ]:
        with refused(Code.BAD_FILE, name):
            Lock(key).open(name, other)
