"""The versions of what runs: Passleft, Python, Django and the database."""

import platform

import django
from django.conf import settings
from django.db import connection


def software_versions() -> list[tuple[str, str]]:
    """Return the names and versions of the software in this process, and of the database. One query at most."""
    connection.ensure_connection()
    database = ".".join(map(str, connection.get_database_version()))
    return [
        ("Passleft", settings.VERSION),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (connection.display_name, database),
    ]
