"""The database servers of a benchmark, and an empty database on them for each step."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
from environ import Env
from psycopg import sql
from psycopg.conninfo import make_conninfo


@contextmanager
def temporary_database(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield ``environment`` with an empty database on its server, which is dropped at the end."""
    if not environment:
        yield {}
        return
    address = environment["DATABASE_URL"]
    server = Env.db_url_config(address)
    name = f"bench_{secrets.token_hex(4)}"
    parameters: dict[str, Any] = {key: server[key.upper()] or None for key in ("host", "port", "user", "password")}
    with psycopg.connect(make_conninfo(dbname="postgres", **parameters), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield environment | {"DATABASE_URL": f"{address.rpartition('/')[0]}/{name}"}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def servers(database: str) -> Iterator[dict[str, str]]:
    """Yield the addresses of PostgreSQL and Valkey: those of the environment, or of new servers. None for SQLite."""
    if database == "sqlite":
        yield {}
    elif os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL"):
        yield {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    else:
        # These modules exist only in a checkout.
        postgres, valkey = import_module("tests.parts.postgres"), import_module("tests.parts.valkey")
        keeper = import_module("tests.parts.keeper").Keeper(Path(tempfile.mkdtemp(prefix="passleft-")))
        keeper.folder.chmod(0o711)
        # Each action must be on the disk before it is acknowledged, as on a real site.
        postgres.SETTINGS.update(fsync="on", synchronous_commit="on", full_page_writes="on")
        try:
            yield {"DATABASE_URL": postgres.start(keeper), "REDIS_URL": valkey.start(keeper)}
        finally:
            keeper.close()
