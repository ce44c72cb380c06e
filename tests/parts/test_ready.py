"""A part starts when the first test asks for it, once for the run; what cannot be had is said to each that asks."""

import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests import parts
from tests.parts import FOLDER_VARIABLE, MissingPartError, PartNotUsedError, part_address


class Part(ModuleType):
    """A part that counts its starts; an ``address`` of "" is one that cannot be had."""

    def __init__(self, address: str) -> None:
        super().__init__("tests.parts.a_part")
        self.address, self.starts = address, 0

    def start(self, servers: object) -> str:
        self.starts += 1
        time.sleep(0.05)  # others ask meanwhile
        if not self.address:
            raise MissingPartError("there is none for this machine")
        return self.address


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run that has no part yet."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for variable in ("A_PART", "A_PART_MISSING"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def known_as(part: Part, monkeypatch: pytest.MonkeyPatch) -> Part:
    monkeypatch.setitem(sys.modules, part.__name__, part)
    monkeypatch.setitem(parts.PARTS, "A_PART", "a_part")
    return part


def test_all_who_ask_wait_for_one_start(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = known_as(Part("/somewhere"), monkeypatch)
    had: list[str] = []

    asking = [threading.Thread(target=lambda: had.append(part_address("A_PART"))) for _ in range(4)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()

    assert had == ["/somewhere"] * 4
    assert part.starts == 1


def test_what_cannot_be_had_is_tried_once(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = known_as(Part(""), monkeypatch)

    for _ in range(2):
        with pytest.raises(MissingPartError, match="none for this machine"):
            part_address("A_PART")

    assert part.starts == 1


def test_what_the_environment_names_is_used_as_it_is(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = known_as(Part("/somewhere"), monkeypatch)
    monkeypatch.setenv("A_PART", "/somebodys/own")

    assert part_address("A_PART") == "/somebodys/own"
    assert part.starts == 0


def test_a_part_that_was_missing_from_the_start_is_missing(run: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_PART_MISSING", "it is not installed")

    with pytest.raises(MissingPartError, match="not installed"):
        part_address("A_PART")


def test_a_run_on_another_database_wants_no_server(run: Path, monkeypatch: pytest.MonkeyPatch):
    part = known_as(Part("/somewhere"), monkeypatch)
    monkeypatch.setitem(parts.SERVERS, "A_PART", "a_part")

    with pytest.raises(PartNotUsedError):
        part_address("A_PART")

    assert part.starts == 0


def test_without_manage_py_there_are_no_parts(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)

    with pytest.raises(PartNotUsedError, match=r"manage\.py test"):
        part_address("A_PART")
