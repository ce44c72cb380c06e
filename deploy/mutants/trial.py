"""The tests run on rules with a fault in them, each time in a process of its own that reads the rules anew."""

import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hypothesis  # noqa: F401 - loaded here, once, and not in each process
import pytest

from deploy.mutants.faults import Fault, put

ROOT = Path(__file__).resolve().parents[2]
READ_ANEW = ("cards.printed", "gameplay.engine", "gameplay.games", "tests")
OPTIONS = (
    *("--exitfirst", "--tb=no", "--override-ini=faulthandler_timeout=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:threadexception", "-p", "no:unraisableexception"),
)

FILES = 3  # of tests, tried before the others: most faults need no more
LEAST, FACTOR = 1.0, 5  # CPU seconds a test may take, and how often as long as without a fault
PATIENCE = 300  # seconds by the clock, for a fault that waits without end
MEMORY = 2 << 30  # bytes, for a fault that gathers without end


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one fault."""

    module: str
    file: Path
    fault: Fault

    @property
    def name(self) -> str:
        return f"{self.module} {self.fault.name}"

    @property
    def line(self) -> str:
        """Where it is: "file:line"."""
        return f"{self.file}:{self.fault.line}"

    def compile(self) -> CodeType:
        code: CodeType = compile(put(self.fault, self.file.read_text(encoding="utf-8")), self.file, "exec")
        return code


class UnsoundError(Exception):
    """The tests fail without a fault."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a test needs: CPU seconds, and which of the watched lines ("file:line") it reaches."""

    seconds: float
    lines: frozenset[str]


def sound(folders: Sequence[str], lines: set[str], note: Path) -> dict[str, Reach]:
    """Run the tests of the folders without a fault, watching ``lines``. Raises UnsoundError.

    Those that Hypothesis feeds are left out: they would notice by luck. ``note`` is a file for the answer.
    """

    def watched() -> int:
        watch = _Watch(lines)
        status = _tests(folders, watch)
        note.write_text(
            json.dumps({test: (seconds, sorted(reached)) for test, (seconds, reached) in watch.seen.items()})
        )
        return status

    if wait(start(watched)):
        raise UnsoundError("the tests fail without a fault")
    return {
        test: Reach(seconds, frozenset(reached)) for test, (seconds, reached) in json.loads(note.read_text()).items()
    }


def notices(mutant: Mutant, tests: Mapping[str, Reach]) -> bool:
    """Whether a test fails with the fault; first are tried those likeliest to."""
    likely = likeliest(mutant.line, tests)
    others = [test for test in tests if test not in set(likely)]
    return any(part and fails(mutant, {test: tests[test] for test in part}) for part in (likely, others))


def likeliest(line: str, tests: Mapping[str, Reach]) -> list[str]:
    """The tests that reach the line, fastest first, from the files most of whose tests do."""
    reaching = [test for test in tests if line in tests[test].lines]
    of_file, reach_it = (Counter(map(file_of, some)) for some in (tests, reaching))
    files = sorted(reach_it, key=lambda file: reach_it[file] / of_file[file], reverse=True)[:FILES]
    return sorted((test for test in reaching if file_of(test) in files), key=lambda test: tests[test].seconds)


def file_of(test: str) -> str:
    return test.partition("::")[0]


def fails(mutant: Mutant, tests: Mapping[str, Reach]) -> bool:
    """Whether one of the tests fails, does not end, or cannot even be read."""

    def tried() -> int:
        sys.meta_path.insert(0, _Instead(mutant))
        signal.alarm(PATIENCE)
        return _tests(sorted({file_of(test) for test in tests}), _InTurn(tests))

    return wait(start(tried)) != pytest.ExitCode.OK


# --- processes ------------------------------------------------------------------------------


def start(work: Callable[[], int]) -> int:
    """Do ``work`` in a forked process; return its id. It ends with what the work returns."""
    process = os.fork()
    if process:
        return process
    status = 70  # whatever goes wrong here, the parent's code must not go on twice
    try:
        status = work()
    except BaseException:  # noqa: BLE001 - the last thing that happens here
        traceback.print_exc()
    finally:
        os._exit(status)


def wait(process: int) -> int:
    """Return how the process ended: its status, below 0 the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


# --- inside ---------------------------------------------------------------------------------


def _tests(arguments: Sequence[str], plugin: object) -> int:
    """Run tests on rules read anew, unheard."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    for name in [name for name in sys.modules if name.startswith(READ_ANEW)]:
        del sys.modules[name]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the rules' tests need none, and loading them takes long
    return int(pytest.main([*OPTIONS, *arguments], plugins=[plugin]))


class _Instead:
    """Finds the mutant where the sound module would be."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.code = mutant, mutant.compile()

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        return spec_from_file_location(name, self.mutant.file, loader=_Loader(name, str(self.mutant.file), self.code))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class _Watch:
    """Notes how long each test takes and which of the lines it reaches."""

    def __init__(self, lines: set[str]) -> None:
        self.lines = lines
        self.files = {line.rpartition(":")[0] for line in lines}
        self.seen: dict[str, tuple[float, set[str]]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        items[:] = [item for item in items if not getattr(item.function, "is_hypothesis_test", False)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        began, reached = time.process_time(), set[str]()

        def follow(frame: FrameType, event: str, argument: Any) -> Any:
            if frame.f_code.co_filename not in self.files:
                return None
            reached.add(f"{frame.f_code.co_filename}:{frame.f_lineno}")
            return follow

        sys.settrace(follow)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.seen[item.nodeid] = (time.process_time() - began, reached & self.lines)


class _InTurn:
    """Runs only the tests named, in that order, each with its time."""

    def __init__(self, tests: Mapping[str, Reach]) -> None:
        self.tests = tests
        self.turn = {test: at for at, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.turn), key=lambda item: self.turn[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        signal.setitimer(signal.ITIMER_PROF, LEAST + FACTOR * self.tests[item.nodeid].seconds)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
