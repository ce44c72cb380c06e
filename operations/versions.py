"""The versions of what runs: Passleft, Python, Django and the database."""

import platform
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import django
from django.db import connection

PROJECT_FILE = Path(__file__).resolve().parent.parent / "pyproject.toml"


@cache
def site_version() -> str:
    """Return the version of Passleft: of the checkout, else of the installed package; "" if neither is known."""
    if PROJECT_FILE.exists():
        return str(tomllib.loads(PROJECT_FILE.read_text(encoding="utf-8"))["project"]["version"])
    try:
        return version("passleft")
    except PackageNotFoundError:
        return ""


def software_versions() -> list[tuple[str, str]]:
    """Return the names and versions of the software in this process, and of the database. One query at most."""
    found = [("Passleft", site_version()), ("Python", platform.python_version()), ("Django", django.get_version())]
    return [*found, _database_version()]


def _database_version() -> tuple[str, str]:
    connection.ensure_connection()
    numbers = connection.get_database_version()
    return connection.display_name, ".".join(map(str, numbers))
