"""The versions of what runs: Passleft, Python, Django, the database and Redis."""

import platform

import django
from django.conf import settings
from django.db import connection

from operations.selectors.task_queue import redis_version


def software_versions() -> list[tuple[str, str]]:
    """Return the names and versions of the software in this process, and of its servers. One query at most."""
    connection.ensure_connection()
    database = ".".join(map(str, connection.get_database_version()))
    found = [
        ("Passleft", settings.VERSION),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (connection.display_name, database),
    ]
    return [*found, ("Redis", redis)] if (redis := redis_version()) else found
