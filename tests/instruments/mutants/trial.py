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

from tests.instruments.mutants.mutations import Mutation, apply_mutation

ROOT = Path(__file__).resolve().parents[3]
RELOADED_PACKAGES = ("gameplay.engine", "gameplay.games", "tests")
OPTIONS = (
    *("--exitfirst", "--tb=no", "--override-ini=faulthandler_timeout=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:threadexception", "-p", "no:unraisableexception"),
)

FIRST_FILES = 3  # of tests, tried before the others: most faults need no more
MIN_TEST_SECONDS, SLOWDOWN_FACTOR = 1.0, 5  # CPU seconds a test may take, and how often as long as without a fault
COLLECTION_SECONDS = 10  # CPU seconds the tests may take to be read
WALL_TIME_LIMIT = 300  # seconds by the clock, for a fault that waits without end
MEMORY_LIMIT = 2 << 30  # bytes, for a fault that gathers without end


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one fault."""

    module: str
    file: Path
    mutation: Mutation

    @property
    def name(self) -> str:
        return f"{self.module} {self.mutation.name}"

    @property
    def lines(self) -> tuple[str, str]:
        """Where it is, "file:line": its own line and that of its statement, for a constant may have been folded."""
        return f"{self.file}:{self.mutation.line}", f"{self.file}:{self.mutation.statement}"

    def compile(self) -> CodeType:
        code: CodeType = compile(
            apply_mutation(self.mutation, self.file.read_text(encoding="utf-8")), self.file, "exec"
        )
        return code


class BaselineFailedError(Exception):
    """The tests fail without a fault."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the tests do without a fault: the CPU seconds of each, and by "file:line" those that reach it."""

    seconds: Mapping[str, float]
    tests_by_line: Mapping[str, Sequence[str]]


def run_baseline(folders: Sequence[str], lines: set[str], folder: Path) -> Baseline:
    """Run the tests of the folders without a fault, watching ``lines``. Raises UnsoundError.

    Those that Hypothesis feeds are left out: they would notice by luck. ``folder`` is for notes.
    """
    note, said = folder / "note", folder / "said"

    def watched() -> int:
        watch = _CoverageRecorder(lines)
        status = run_tests(folders, watch, str(said))
        note.write_text(json.dumps([watch.seconds, watch.tests_by_line()]))
        return status

    if wait_for_process(fork_process(watched)):
        raise BaselineFailedError(said.read_text())
    return Baseline(*json.loads(note.read_text()))


def is_killed(mutant: Mutant, baseline: Baseline) -> bool:
    """Whether a test fails with the fault; first are tried those likeliest to."""
    reaching = next((baseline.tests_by_line[line] for line in mutant.lines if baseline.tests_by_line[line]), ())
    likely = likeliest_tests(reaching, baseline)
    others = [test for test in reaching if test not in set(likely)]
    return any(
        part and any_test_fails(mutant, {test: baseline.seconds[test] for test in part}) for part in (likely, others)
    )


def likeliest_tests(reaching: Sequence[str], baseline: Baseline) -> list[str]:
    """Of the tests that reach a line, those from the files most of whose tests do."""
    of_file, reach_it = (Counter(map(file_of_test, some)) for some in (baseline.seconds, reaching))
    files = sorted(reach_it, key=lambda file: reach_it[file] / of_file[file], reverse=True)[:FIRST_FILES]
    return [test for test in reaching if file_of_test(test) in files]


def file_of_test(test: str) -> str:
    return test.partition("::")[0]


def any_test_fails(mutant: Mutant, tests: Mapping[str, float]) -> bool:
    """Whether one of the tests, by their seconds without the fault, fails, does not end, or cannot even be read."""

    def tried() -> int:
        sys.meta_path.insert(0, _MutantImporter(mutant))
        signal.alarm(WALL_TIME_LIMIT)
        signal.setitimer(signal.ITIMER_PROF, COLLECTION_SECONDS)
        return run_tests(sorted({file_of_test(test) for test in tests}), _SelectedTests(tests))

    status = wait_for_process(fork_process(tried))
    if status == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise BaselineFailedError(f"none of the tests is there: {', '.join(tests)}")
    return status != pytest.ExitCode.OK


# --- processes ------------------------------------------------------------------------------


def fork_process(work: Callable[[], int]) -> int:
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


def wait_for_process(process: int) -> int:
    """Return how the process ended: its status, below 0 the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


# --- inside ---------------------------------------------------------------------------------


def run_tests(arguments: Sequence[str], plugin: object, output: str = os.devnull) -> int:
    """Run tests on rules read anew. What they say goes to a file."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    for stream in (1, 2):
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
    for name in [name for name in sys.modules if name.startswith(RELOADED_PACKAGES)]:
        del sys.modules[name]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the rules' tests need none, and loading them takes long
    return int(pytest.main([*OPTIONS, *arguments], plugins=[plugin]))


class _MutantImporter:
    """Finds the mutant where the sound module would be."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.code = mutant, mutant.compile()

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        return spec_from_file_location(
            name, self.mutant.file, loader=_MutantLoader(name, str(self.mutant.file), self.code)
        )


class _MutantLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class _CoverageRecorder:
    """Notes how long each test takes and which of the lines it reaches; all reach what is done at import."""

    def __init__(self, lines: set[str]) -> None:
        self.lines = lines
        self.files = {line.rpartition(":")[0] for line in lines}
        self.lines_by_code: dict[int, tuple[CodeType, frozenset[str]]] = {}  # by id: comparing codes takes long
        self.caches: list[Any] = []
        self.at_import = set[str]()
        self.by_test: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}

    def tests_by_line(self) -> dict[str, list[str]]:
        """The tests that reach each line."""
        return {
            line: [test for test, lines in self.by_test.items() if line in lines or line in self.at_import]
            for line in self.lines
        }

    def lines_of(self, code: CodeType) -> frozenset[str]:
        """Those of the lines that are the code's."""
        if code.co_filename not in self.files:
            return frozenset()
        if id(code) not in self.lines_by_code:
            own = {f"{code.co_filename}:{line}" for _, _, line in code.co_lines()}
            self.lines_by_code[id(code)] = (code, frozenset(own & self.lines))  # kept, or another could get its id
        return self.lines_by_code[id(code)][1]

    @contextmanager
    def recording(self, reached: set[str]) -> Iterator[None]:
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
        with self.recording(self.at_import):
            return (yield)

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        items[:] = [item for item in items if not getattr(item.function, "is_hypothesis_test", False)]
        caches = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper]
        self.caches = [cache for cache in caches if cache.__module__.startswith(RELOADED_PACKAGES)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        for cache in self.caches:  # else only the first test would reach what fills it
            cache.cache_clear()
        began = time.process_time()
        try:
            with self.recording(self.by_test.setdefault(item.nodeid, set())):
                return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began


class _SelectedTests:
    """Runs only the tests named, fastest first, and none much longer than its seconds."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        self.tests = tests

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.tests]
        items.sort(key=lambda item: self.tests[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        signal.setitimer(signal.ITIMER_PROF, MIN_TEST_SECONDS + SLOWDOWN_FACTOR * self.tests[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
