"""A seeded sample of the faults of a package, and what became of each."""

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from gameplay.engine.core.errors import UnreadableError
from tests.instruments.mutants.mutations import mutations
from tests.instruments.mutants.trial import (
    ROOT,
    BaselineFailedError,
    Mutant,
    fork_process,
    is_killed,
    run_baseline,
    wait_for_process,
)

PACKAGES = ("gameplay.engine", "gameplay.games.enemy", "gameplay.games.hagmi", "gameplay.games.rm2k")
TESTS = (
    "tests/gameplay/engine",
    "tests/gameplay/games",
    "tests/cards/test_catalogue.py",
    "tests/cards/test_catalogue_rm2k.py",
    "tests/instruments/reported_games/tests/test_games.py",
)


def package_mutants(package: str) -> Iterator[Mutant]:
    """Every mutant of a package, or of one module. Raises UnreadableError if it is none of the rules'."""
    path = ROOT.joinpath(*package.split("."))
    files = sorted(path.rglob("*.py")) or [file for file in [path.with_suffix(".py")] if file.exists()]
    if not (files and package.startswith(PACKAGES)):
        raise UnreadableError(f"{package} is no module of {' or '.join(PACKAGES)}")
    for file in files:
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield from (Mutant(module, file, fault) for fault in mutations(file.read_text(encoding="utf-8")))


def sample_mutants(package: str, seed: str, count: int) -> list[Mutant]:
    """So many mutants of a package as if by lot, the same again where the code is the same. Raises UnreadableError."""
    return sorted(package_mutants(package), key=lambda mutant: digest(seed.encode(), mutant.name.encode()))[:count]


class VerdictStore:
    """What became of mutants, a line each in a file, the latest last.

    A verdict stands while the module is unchanged; that a fault went unnoticed, while the tests are too.
    """

    def __init__(self, file: Path, tests: Sequence[str]) -> None:
        self.file, self.folders = file, tests
        found = (each for test in tests for each in sorted((ROOT / test).rglob("*.py")) or [ROOT / test])
        self.tests = digest(*(each.read_bytes() for each in found))

    def read_all(self) -> dict[str, tuple[bool, str, str]]:
        """By the mutant's name: whether it was noticed, and the digests of the module and of the tests.

        Raises UnreadableError if the file holds something else.
        """
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        try:
            return {name: (noticed, module, tests) for name, noticed, module, tests in map(json.loads, lines)}
        except (ValueError, TypeError) as error:
            raise UnreadableError(str(error), file=str(self.file)) from error

    def known_results(self, mutants: Sequence[Mutant]) -> dict[Mutant, bool]:
        """Whether the tests noticed each mutant of which that is known."""
        known, modules = self.read_all(), {mutant.file: digest(mutant.file.read_bytes()) for mutant in mutants}
        found = {}
        for mutant in mutants:
            noticed, module, tests = known.get(mutant.name, (False, "", ""))
            if module == modules[mutant.file] and (noticed or tests == self.tests):
                found[mutant] = noticed
        return found

    def add(self, mutant: Mutant, noticed: bool) -> None:
        """Write one down; several processes may."""
        line = json.dumps([mutant.name, noticed, digest(mutant.file.read_bytes()), self.tests])
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(f"{line}\n")


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def run_trials(mutants: Sequence[Mutant], store: VerdictStore, *, processes: int, seconds: float) -> None:
    """Add the verdicts on mutants until that is done or the time is over. Raises UnsoundError."""
    end = time.monotonic() + seconds
    os.chdir(ROOT)
    with TemporaryDirectory() as folder:
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder  # what is sound is compiled once
        lines = {line for mutant in mutants for line in mutant.lines}
        tests = run_baseline(store.folders, lines, Path(folder))

        def work(part: Sequence[Mutant]) -> int:
            for mutant in part:
                if time.monotonic() < end:
                    store.add(mutant, is_killed(mutant, tests))
            return 0

        begun = [fork_process(partial(work, mutants[at::processes])) for at in range(processes)]
        ends = [wait_for_process(process) for process in begun]
    if any(ends):
        raise BaselineFailedError("a process of the trial failed")
