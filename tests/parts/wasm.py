"""Pythons that this machine does not have: CPython as WebAssembly (Pyodide), a machine of 32 bits, run by Node."""

import shutil
from pathlib import Path

from tests.parts import MissingPartError
from tests.parts.cache import cached_folder, fetch_package, node_executable

STARTER = Path(__file__).with_suffix(".mjs")
PYODIDE = {
    "3.12": (
        "pyodide@0.27.7",
        "RUSVJlhQdfWfgO9hVHCiXoG+nVZQRS5D9FzgpLJ/VcgGBLSAKoPL8kTiOikxbHQm1kRISeWUBdulEgO26qpSRA==",
    ),
    "3.13": (
        "pyodide@0.29.4",
        "tCseTsqU3kSxZIjkue5zXxTMNEwrKZwOIIEQRBA/VzHxFN1hoCxe4w41phfCdHd9it9RcCNQb5K/Re0InqMgvA==",
    ),
}


def python_command(version: str) -> list[str]:
    """Return the command of a Python of ``version``, of which it knows ``-m MODULE`` alone. Raises MissingPartError."""
    if version not in PYODIDE:
        raise MissingPartError(f"there is no Python {version} to fetch")
    name, sha512 = PYODIDE[version]

    def make(scraps: Path, home: Path) -> None:
        shutil.copytree(fetch_package(name, sha512, scraps), home, dirs_exist_ok=True)

    home = cached_folder(name.replace("@", "-"), make)
    return [node_executable() or "node", str(STARTER), str(home)]
