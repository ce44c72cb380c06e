"""Versions of Python that this machine lacks: CPython as 32-bit WebAssembly (Pyodide), run by Node."""

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
    """Return the command of Python ``version``, which supports only ``-m MODULE``. Raises MissingPartError."""
    if version not in PYODIDE:
        raise MissingPartError(f"no WebAssembly build of Python {version} is known")
    name, sha512 = PYODIDE[version]

    def make(temporary: Path, home: Path) -> None:
        shutil.copytree(fetch_package(name, sha512, temporary), home, dirs_exist_ok=True)

    home = cached_folder(name.replace("@", "-"), make)
    return [node_executable() or "node", str(STARTER), str(home)]
