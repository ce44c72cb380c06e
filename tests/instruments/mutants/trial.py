"""Run tests on a mutant, each time in a forked process that imports the rules again."""

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

import hypothesis  # noqa: F401 - imported here once, not in each process
import pytest

from tests.instruments.mutants.mutations import Mutation, apply_mutation

ROOT = Path(__file__).resolve().parents[3]
RELOADED_PACKAGES = ("gameplay.engine", "gameplay.games", "gameplay.selectors", "tests")
OPTIONS = (
    *("--exitfirst", "--tb=no", "--override-ini=faulthandler_timeout=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:threadexception", "-p", "no:unraisableexception"),
)

FIRST_FILES = 3  # test files that run before the others: they kill most mutants
MIN_TEST_SECONDS, SLOWDOWN_FACTOR = 1.0, 5  # limit of a test: CPU seconds, plus this multiple of its usual time
COLLECTION_SECONDS = 10  # CPU seconds
WALL_TIME_LIMIT = 300  # seconds, for a mutant that waits forever
MEMORY_LIMIT = 2 << 30  # bytes, for a mutant that allocates without limit


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one mutation."""

    module: str
    file: Path
    mutation: Mutation

    @property
    def name(self) -> str:
        return f"{self.module} {self.mutation.name}"

    @property
    def lines(self) -> tuple[str, str]:
        """The lines of the mutation and of its statement, as "file:line": constants may be folded into statements."""
        return f"{self.file}:{self.mutation.line}", f"{self.file}:{self.mutation.statement}"

    def compile(self) -> CodeType:
        code: CodeType = compile(
            apply_mutation(self.mutation, self.file.read_text(encoding="utf-8")), self.file, "exec"
        )
        return code


class BaselineFailedError(Exception):
    """The tests fail without a mutation."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The CPU seconds of each test without a mutation, and the tests that reach each "file:line"."""

    seconds: Mapping[str, float]
    tests_by_line: Mapping[str, Sequence[str]]


def run_baseline(folders: Sequence[str], lines: set[str], folder: Path) -> Baseline:
    """Run the tests of ``folders`` without a mutation and record which reach ``lines``. Raises BaselineFailedError.

    Hypothesis tests are excluded, because they would kill mutants at random. ``folder`` is for temporary files.
    """
    result, output = folder / "result", folder / "output"

    def record() -> int:
        recorder = _CoverageRecorder(lines)
        status = run_tests(folders, recorder, str(output))
        result.write_text(json.dumps([recorder.seconds, recorder.tests_by_line()]))
        return status

    if wait_for_process(fork_process(record)):
        raise BaselineFailedError(output.read_text())
    return Baseline(*json.loads(result.read_text()))


def is_killed(mutant: Mutant, baseline: Baseline) -> bool:
    """Return whether a test fails with the mutant; the likeliest tests run first."""
    reaching = next((baseline.tests_by_line[line] for line in mutant.lines if baseline.tests_by_line[line]), ())
    likely = likeliest_tests(reaching, baseline)
    others = [test for test in reaching if test not in set(likely)]
    return any(
        part and any_test_fails(mutant, {test: baseline.seconds[test] for test in part}) for part in (likely, others)
    )


def likeliest_tests(reaching: Sequence[str], baseline: Baseline) -> list[str]:
    """Return the tests from the files of which the greatest share reaches the line."""
    all_counts, counts = (Counter(map(file_of_test, tests)) for tests in (baseline.seconds, reaching))
    files = sorted(counts, key=lambda file: counts[file] / all_counts[file], reverse=True)[:FIRST_FILES]
    return [test for test in reaching if file_of_test(test) in files]


def file_of_test(test: str) -> str:
    return test.partition("::")[0]


def any_test_fails(mutant: Mutant, tests: Mapping[str, float]) -> bool:
    """Return whether a test fails, exceeds its time or cannot be imported; ``tests`` has their usual seconds."""

    def run() -> int:
        sys.meta_path.insert(0, _MutantImporter(mutant))
        signal.alarm(WALL_TIME_LIMIT)
        signal.setitimer(signal.ITIMER_PROF, COLLECTION_SECONDS)
        return run_tests(sorted({file_of_test(test) for test in tests}), _SelectedTests(tests))

    status = wait_for_process(fork_process(run))
    if status == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise BaselineFailedError(f"none of these tests was found: {', '.join(tests)}")
    return status != pytest.ExitCode.OK


# --- processes ------------------------------------------------------------------------------


def fork_process(work: Callable[[], int]) -> int:
    """Call ``work`` in a forked process and return the process id. The result of ``work`` is the exit status."""
    process = os.fork()
    if process:
        return process
    status = 70  # after any error, the child must not continue with the parent's code
    try:
        status = work()
    except BaseException:  # noqa: BLE001 - the process exits
        traceback.print_exc()
    finally:
        os._exit(status)


def wait_for_process(process: int) -> int:
    """Return the exit status of the process; if a signal ended it, the negative number of the signal."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


# --- in the forked process ------------------------------------------------------------------


def run_tests(arguments: Sequence[str], plugin: object, output: str = os.devnull) -> int:
    """Import the rules again and run tests; the output is written to a file."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    for stream in (1, 2):
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
    for name in [name for name in sys.modules if name.startswith(RELOADED_PACKAGES)]:
        del sys.modules[name]
    # Tests of the rules need no plugins, and loading them takes long.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return int(pytest.main([*OPTIONS, *arguments], plugins=[plugin]))


class _MutantImporter:
    """Finds the mutant instead of the module."""

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
    """Records the duration of each test and the lines it reaches; lines reached at import count for all tests."""

    def __init__(self, lines: set[str]) -> None:
        self.lines = lines
        self.files = {line.rpartition(":")[0] for line in lines}
        # By id, because comparing code objects takes long.
        self.lines_by_code: dict[int, tuple[CodeType, frozenset[str]]] = {}
        self.caches: list[Any] = []
        self.at_import = set[str]()
        self.by_test: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}

    def tests_by_line(self) -> dict[str, list[str]]:
        """Return the tests that reach each line."""
        return {
            line: [test for test, lines in self.by_test.items() if line in lines or line in self.at_import]
            for line in self.lines
        }

    def lines_of(self, code: CodeType) -> frozenset[str]:
        """Return the recorded lines that belong to ``code``."""
        if code.co_filename not in self.files:
            return frozenset()
        if id(code) not in self.lines_by_code:
            own = {f"{code.co_filename}:{line}" for _, _, line in code.co_lines()}
            # Keep the code object, so that its id stays unique.
            self.lines_by_code[id(code)] = (code, frozenset(own & self.lines))
        return self.lines_by_code[id(code)][1]

    @contextmanager
    def recording(self, reached: set[str]) -> Iterator[None]:
        """Add the lines that are reached meanwhile to ``reached``."""

        def enter(frame: FrameType, event: str, argument: Any) -> Any:
            return None if self.lines_of(frame.f_code) <= reached else follow  # no need to trace known lines

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
        for cache in self.caches:  # otherwise only the first test would reach the cached functions
            cache.cache_clear()
        began = time.process_time()
        try:
            with self.recording(self.by_test.setdefault(item.nodeid, set())):
                return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began


class _SelectedTests:
    """Runs only ``tests``, fastest first, with a time limit for each that depends on its usual seconds."""

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
