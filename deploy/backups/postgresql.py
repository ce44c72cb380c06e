"""Copies of a PostgreSQL database, with pg_dump, pg_restore and psql."""

import os
import subprocess
from pathlib import Path
from typing import IO

from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from deploy.backups.errors import BackupError, DamagedBackupError
from deploy.backups.manifest import BackupManifest
from deploy.backups.programs import find_program
from deploy.backups.tables import count_rows, table_names

FILE = "database.dump"
LOCK_TIMEOUT = "30s"  # for the locks that a restore needs while the site runs


def server_version() -> int:
    """Return the major version of the server."""
    connection.ensure_connection()
    return int(connection.connection.info.server_version) // 10_000


def dump(folder: Path) -> dict[str, int]:
    """Write the database to ``folder`` as of one moment, while others write. Return the rows of each table.

    pg_dump reads the snapshot of the transaction in which the rows are counted.
    """
    program = find_program("pg_dump", server_version())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        options = [f"--snapshot={cursor.fetchone()[0]}", "--no-owner", "--no-privileges", f"--file={folder / FILE}"]
        # The archive compresses the dump.
        _run([program, "--format=custom", "--compress=0", *options, f"--dbname={_conninfo()}"])
        return count_rows(cursor, table_names())


def check(folder: Path, manifest: BackupManifest) -> None:
    """Raise DamagedBackupError if pg_restore cannot read the dump in ``folder``; BackupError without pg_restore."""
    if manifest.server > server_version():
        raise BackupError(
            f"The backup is of PostgreSQL {manifest.server}, the server is {server_version()}. Use a server of version "
            f"{manifest.server} or later."
        )
    try:
        _run([find_program("pg_restore", server_version()), "--file=/dev/null", str(folder / FILE)])
    except subprocess.CalledProcessError as error:
        raise DamagedBackupError(f"The database in the backup cannot be read: {_message(error)}") from error


def restore(folder: Path, manifest: BackupManifest) -> None:
    """Replace the content of the database by the dump in ``folder``, in one transaction. Raise BackupError.

    Before it is committed, the rows of each table are counted. Other connections read either the old or the new
    content; they wait while the tables are replaced.
    """
    psql = [find_program("psql", server_version()), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    names, schema = table_names(), _schema()
    with subprocess.Popen(  # noqa: S603
        [*psql, "--output=/dev/null", f"--dbname={_conninfo()}"],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment(),
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stderr
        fault = _send(process.stdin, folder, names, _row_checks(schema, manifest.rows))
        message = process.stderr.read().decode(errors="replace").strip()
    connection.close()  # its prepared statements are of the old tables
    if fault or process.returncode:
        raise BackupError(f"PostgreSQL has refused the backup, and nothing was changed: {fault or message}")


def _send(script: IO[bytes], folder: Path, existing: list[str], row_checks: str) -> str:
    """Write the whole restore as a transaction to psql; return what failed. Without COMMIT, psql changes nothing."""
    program = find_program("pg_restore", server_version())
    drops = "".join(f"DROP TABLE IF EXISTS {connection.ops.quote_name(name)} CASCADE;\n" for name in existing)
    try:
        with script:
            script.write(f"BEGIN;\nSET LOCAL lock_timeout = '{LOCK_TIMEOUT}';\n{drops}".encode())
            script.flush()
            _run([program, "--no-owner", "--no-privileges", "--file=-", str(folder / FILE)], output=script)
            script.write(f"{row_checks}COMMIT;\n".encode())
    except subprocess.CalledProcessError as error:
        return _message(error)
    except BrokenPipeError:
        pass  # psql has stopped at an error, which it has printed
    return ""


def _row_checks(schema: str, rows: dict[str, int]) -> str:
    """Return a statement that fails unless each table has the number of ``rows`` of the backup."""
    quote = connection.ops.quote_name
    checks = "".join(
        f"IF (SELECT count(*) FROM {quote(schema)}.{quote(name)}) <> {count} THEN\n"  # noqa: S608 - quoted names
        f"RAISE EXCEPTION 'table {name} does not have the % rows of the backup', {count}; END IF;\n"
        for name, count in rows.items()
    )
    return f"DO $rows$ BEGIN\n{checks}END $rows$;\n"


def _schema() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        return str(cursor.fetchone()[0])


def _run(command: list[str], output: IO[bytes] | None = None) -> None:
    """Run a program with the password in its environment, which other users cannot read. Raise CalledProcessError."""
    subprocess.run(command, env=_environment(), stdout=output, stderr=subprocess.PIPE, check=True)  # noqa: S603


def _message(error: subprocess.CalledProcessError) -> str:
    return str(error.stderr.decode(errors="replace").strip())


def _conninfo() -> str:
    """Return the connection string of the site's database, without the password."""
    connection.ensure_connection()
    return make_conninfo(**connection.connection.info.get_parameters())


def _environment() -> dict[str, str]:
    connection.ensure_connection()
    password = connection.connection.info.password
    return {**os.environ, **({"PGPASSWORD": password} if password else {})}
