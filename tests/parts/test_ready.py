"""A part starts on first use, once in a run; thread use of a missing part raises the reason."""

import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests import parts
from tests.parts import FOLDER_VARIABLE, MissingPartError, PartNotUsedError, part_address


class Part(ModuleType):
    """A part that counts its starts; with an empty ``address`` it is missing."""

    def __init__(self, address: str) -> None:
        super().__init__("tests.parts.a_part")
        self.address, self.starts = address, 0

    def start(self, servers: object) -> str:
        self.starts += 1
        time.sleep(0.05)  # other threads need it meanwhile
        if not self.address:
            raise MissingPartError("there is none for this machine")
        return self.address


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a run in which no part has started yet."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for variable in ("A_PART", "A_PART_MISSING"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def register(part: Part, monkeypatch: pytest.MonkeyPatch) -> Part:
    monkeypatch.setitem(sys.modules, part.__name__, part)
    monkeypatch.setitem(parts.PARTS, "A_PART", "a_part")
    return part


def test_part_is_started_once_for_several_threads(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = register(Part("/somewhere"), monkeypatch)
    addresses: list[str] = []

    threads = [threading.Thread(target=lambda: addresses.append(part_address("A_PART"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert addresses == ["/somewhere"] * 4
    assert part.starts == 1


def test_missing_part_is_started_only_once(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = register(Part(""), monkeypatch)

    for _ in range(2):
        with pytest.raises(MissingPartError, match="none for this machine"):
            part_address("A_PART")

    assert part.starts == 1


def test_address_from_the_environment_is_used(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = register(Part("/somewhere"), monkeypatch)
    monkeypatch.setenv("A_PART", "/configured")

    assert part_address("A_PART") == "/configured"
    assert part.starts == 0


def test_part_marked_as_missing_is_missing(run: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_PART_MISSING", "it is not installed")

    with pytest.raises(MissingPartError, match="not installed"):
        part_address("A_PART")


def test_server_is_not_used_with_another_database(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = register(Part("/somewhere"), monkeypatch)
    monkeypatch.setitem(parts.SERVERS, "A_PART", "a_part")

    with pytest.raises(PartNotUsedError):
        part_address("A_PART")

    assert part.starts == 0


def test_parts_are_not_used_without_manage_py(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)

    with pytest.raises(PartNotUsedError, match=r"manage\.py test"):
        part_address("A_PART")
