"""The tests run on rules with a fault in them, each time in a process of its own that reads the rules anew."""

import gc
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hypothesis  # noqa: F401 - loaded here, once, and not in each process
import pytest

from tests.instruments.mutants.faults import Fault, put

ROOT = Path(__file__).resolve().parents[3]
READ_ANEW = ("gameplay.engine", "gameplay.games", "tests")
OPTIONS = (
    *("--exitfirst", "--tb=no", "--override-ini=faulthandler_timeout=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:threadexception", "-p", "no:unraisableexception"),
)

FILES = 3  # of tests, tried before the others: most faults need no more
LEAST, FACTOR = 1.0, 5  # CPU seconds a test may take, and how often as long as without a fault
READING = 10  # CPU seconds the tests may take to be read
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
    def lines(self) -> tuple[str, str]:
        """Where it is, "file:line": its own line and that of its statement, for a constant may have been folded."""
        return f"{self.file}:{self.fault.line}", f"{self.file}:{self.fault.statement}"

    def compile(self) -> CodeType:
        code: CodeType = compile(put(self.fault, self.file.read_text(encoding="utf-8")), self.file, "exec")
        return code


class UnsoundError(Exception):
    """The tests fail without a fault."""


@dataclass(frozen=True, slots=True)
class Sound:
    """What the tests do without a fault: the CPU seconds of each, and by "file:line" those that reach it."""

    seconds: Mapping[str, float]
    reach: Mapping[str, Sequence[str]]


def sound(folders: Sequence[str], lines: set[str], folder: Path) -> Sound:
    """Run the tests of the folders without a fault, watching ``lines``. Raises UnsoundError.

    Those that Hypothesis feeds are left out: they would notice by luck. ``folder`` is for notes.
    """
    note, said = folder / "note", folder / "said"

    def watched() -> int:
        watch = _Watch(lines)
        status = _tests(folders, watch, str(said))
        note.write_text(json.dumps([watch.seconds, watch.reach()]))
        return status

    if wait(start(watched)):
        raise UnsoundError(said.read_text())
    return Sound(*json.loads(note.read_text()))


def notices(mutant: Mutant, tests: Sound) -> bool:
    """Whether a test fails with the fault; first are tried those likeliest to."""
    reaching = next((tests.reach[line] for line in mutant.lines if tests.reach[line]), ())
    likely = likeliest(reaching, tests)
    others = [test for test in reaching if test not in set(likely)]
    return any(part and fails(mutant, {test: tests.seconds[test] for test in part}) for part in (likely, others))


def likeliest(reaching: Sequence[str], tests: Sound) -> list[str]:
    """Of the tests that reach a line, those from the files most of whose tests do."""
    of_file, reach_it = (Counter(map(file_of, some)) for some in (tests.seconds, reaching))
    files = sorted(reach_it, key=lambda file: reach_it[file] / of_file[file], reverse=True)[:FILES]
    return [test for test in reaching if file_of(test) in files]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def fails(mutant: Mutant, tests: Mapping[str, float]) -> bool:
    """Whether one of the tests, by their seconds without the fault, fails, does not end, or cannot even be read."""

    def tried() -> int:
        sys.meta_path.insert(0, _Instead(mutant))
        signal.alarm(PATIENCE)
        signal.setitimer(signal.ITIMER_PROF, READING)
        return _tests(sorted({file_of(test) for test in tests}), _InTurn(tests))

    status = wait(start(tried))
    if status == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise UnsoundError(f"none of the tests is there: {', '.join(tests)}")
    return status != pytest.ExitCode.OK


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


def _tests(arguments: Sequence[str], plugin: object, said: str = os.devnull) -> int:
    """Run tests on rules read anew. What they say goes to a file."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for stream in (1, 2):
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
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
    """Notes how long each test takes and which of the lines it reaches; all reach what is done at import."""

    def __init__(self, lines: set[str]) -> None:
        self.lines = lines
        self.files = {line.rpartition(":")[0] for line in lines}
        self.within: dict[int, tuple[CodeType, frozenset[str]]] = {}  # by id: comparing codes takes long
        self.caches: list[Any] = []
        self.at_import = set[str]()
        self.by_test: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}

    def reach(self) -> dict[str, list[str]]:
        """The tests that reach each line."""
        return {
            line: [test for test, lines in self.by_test.items() if line in lines or line in self.at_import]
            for line in self.lines
        }

    def lines_of(self, code: CodeType) -> frozenset[str]:
        """Those of the lines that are the code's."""
        if code.co_filename not in self.files:
            return frozenset()
        if id(code) not in self.within:
            own = {f"{code.co_filename}:{line}" for _, _, line in code.co_lines()}
            self.within[id(code)] = (code, frozenset(own & self.lines))  # kept, or another could get its id
        return self.within[id(code)][1]

    @contextmanager
    def into(self, reached: set[str]) -> Iterator[None]:
        """Add to ``reached`` what is reached meanwhile."""

        def enter(frame: FrameType, event: str, argument: Any) -> Any:
            return None if self.lines_of(frame.f_code) <= reached else follow  # what is known need not be watched

        def follow(frame: FrameType, event: str, argument: Any) -> Any:
            reached.add(f"{frame.f_code.co_filename}:{frame.f_lineno}")
            return follow

        sys.settrace(enter)
        try:
            yield
        finally:
            sys.settrace(None)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        with self.into(self.at_import):
            return (yield)

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        items[:] = [item for item in items if not getattr(item.function, "is_hypothesis_test", False)]
        caches = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper]
        self.caches = [cache for cache in caches if cache.__module__.startswith(READ_ANEW)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        for cache in self.caches:  # else only the first test would reach what fills it
            cache.cache_clear()
        began = time.process_time()
        try:
            with self.into(self.by_test.setdefault(item.nodeid, set())):
                return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began


class _InTurn:
    """Runs only the tests named, fastest first, and none much longer than its seconds."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        self.tests = tests

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.tests]
        items.sort(key=lambda item: self.tests[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        signal.setitimer(signal.ITIMER_PROF, LEAST + FACTOR * self.tests[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
