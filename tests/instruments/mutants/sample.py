"""A seeded sample of the mutants of a package, and the stored verdicts on them."""

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
from gameplay.games import RULESETS
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

PACKAGES = ("gameplay.engine", *(f"gameplay.games.{game}" for game in RULESETS))
TESTS = (
    "tests/gameplay/engine",
    "tests/gameplay/games",
    "tests/cards/test_catalogue.py",
    "tests/cards/test_catalogue_rm2k.py",
    "tests/instruments/reported_games/tests/test_games.py",
)


def package_mutants(package: str) -> Iterator[Mutant]:
    """Yield all mutants of a package or module. Raises UnreadableError if it is not part of the rules."""
    path = ROOT.joinpath(*package.split("."))
    files = sorted(path.rglob("*.py")) or [file for file in [path.with_suffix(".py")] if file.exists()]
    if not (files and package.startswith(PACKAGES)):
        raise UnreadableError(f"{package} is not a module of {' or '.join(PACKAGES)}")
    for file in files:
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield from (Mutant(module, file, fault) for fault in mutations(file.read_text(encoding="utf-8")))


def sample_mutants(package: str, seed: str, count: int) -> list[Mutant]:
    """Return ``count`` mutants of a package in a random order that depends on ``seed``. Raises UnreadableError.

    The order of mutants whose function has not changed stays the same.
    """
    return sorted(package_mutants(package), key=lambda mutant: digest(seed.encode(), mutant.name.encode()))[:count]


class VerdictStore:
    """A file with a line for each verdict on a mutant, the latest last.

    A verdict is valid while the module is unchanged; a verdict of survival, while the tests are unchanged, too.
    """

    def __init__(self, file: Path, tests: Sequence[str]) -> None:
        self.file, self.folders = file, tests
        files = (each for test in tests for each in sorted((ROOT / test).rglob("*.py")) or [ROOT / test])
        self.tests = digest(*(each.read_bytes() for each in files))

    def read_all(self) -> dict[str, tuple[bool, str, str]]:
        """Return, by the mutant's name, whether it was killed, and the digests of the module and of the tests.

        Raises UnreadableError if the file is not a verdict file.
        """
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        try:
            return {name: (killed, module, tests) for name, killed, module, tests in map(json.loads, lines)}
        except (ValueError, TypeError) as error:
            raise UnreadableError(str(error), file=str(self.file)) from error

    def known_results(self, mutants: Sequence[Mutant]) -> dict[Mutant, bool]:
        """Return whether each mutant with a valid verdict was killed."""
        verdicts, modules = self.read_all(), {mutant.file: digest(mutant.file.read_bytes()) for mutant in mutants}
        results = {}
        for mutant in mutants:
            killed, module, tests = verdicts.get(mutant.name, (False, "", ""))
            if module == modules[mutant.file] and (killed or tests == self.tests):
                results[mutant] = killed
        return results

    def add(self, mutant: Mutant, killed: bool) -> None:
        """Append a verdict; several processes may do this simultaneously."""
        line = json.dumps([mutant.name, killed, digest(mutant.file.read_bytes()), self.tests])
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(f"{line}\n")


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def run_trials(mutants: Sequence[Mutant], store: VerdictStore, *, processes: int, seconds: float) -> None:
    """Try the mutants and store the verdicts, for at most ``seconds``. Raises BaselineFailedError."""
    end = time.monotonic() + seconds
    os.chdir(ROOT)
    with TemporaryDirectory() as folder:
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder  # compile unchanged modules only once
        lines = {line for mutant in mutants for line in mutant.lines}
        tests = run_baseline(store.folders, lines, Path(folder))

        def work(part: Sequence[Mutant]) -> int:
            for mutant in part:
                if time.monotonic() < end:
                    store.add(mutant, is_killed(mutant, tests))
            return 0

        pids = [fork_process(partial(work, mutants[at::processes])) for at in range(processes)]
        statuses = [wait_for_process(pid) for pid in pids]
    if any(statuses):
        raise BaselineFailedError("a process of the trial failed")
