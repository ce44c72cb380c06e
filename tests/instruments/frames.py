"""Count the calls of project code that one action makes: a measure of how far a reader has to follow it.

A frame is a call of a function of the project, including generators and comprehensions, as `sys.setprofile` reports it.
A crossing is a frame whose caller, the next project frame up the stack, is in another file. Frames of libraries and of
tests are not counted.
"""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
APPS = tuple(f"{ROOT / app}/" for app in ("cards", "gameplay", "drafting", "tournaments", "operations", "deploy"))


@dataclass(frozen=True, slots=True)
class Frames:
    """The number of ``frames``, of ``crossings`` between files, and the frames of each function, by file and name."""

    frames: int
    crossings: int
    by_function: Counter[str]


def count(act: Callable[[], Any]) -> Frames:
    """Call ``act`` and count the frames of this thread."""
    by_function: Counter[str] = Counter()
    crossings = 0

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal crossings
        if event != "call" or not frame.f_code.co_filename.startswith(APPS):
            return
        file = frame.f_code.co_filename
        by_function[f"{file.removeprefix(f'{ROOT}/')}:{frame.f_code.co_qualname}"] += 1
        caller = frame.f_back
        while caller and not caller.f_code.co_filename.startswith(APPS):
            caller = caller.f_back
        crossings += caller is None or caller.f_code.co_filename != file

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return Frames(by_function.total(), crossings, by_function)
