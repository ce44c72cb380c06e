"""The data of each release is restored and upgraded by this one, and its code runs on the new schema.

The data is a backup of each kind of database, which ``manage.py release`` wrote.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from deploy.backups.restore import RestoreOptions, restore_backup
from deploy.site_verification import site_faults
from deploy.version import VERSION
from tests.instruments.release_data import RELEASES, ROOT, backup_file, digest_file, migration_digests
from tests.parts import postgres
from tests.parts.another_database import another_database

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
VERSIONS = sorted(path.stem for path in RELEASES.glob("*.json"))
APPS = {path.parents[1].name for path in ROOT.glob("*/migrations/0001_*.py")}


@pytest.fixture
def site_folder(
    django_db_setup: None, django_db_blocker: Any, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Yield the folder VAR of a new site with an empty database."""
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    if connection.vendor == "postgresql":
        monkeypatch.setenv("PG_BIN", str(postgres.programs_folder()))
    with django_db_blocker.unblock(), another_database(settings.VAR):
        yield settings.VAR


@pytest.mark.parametrize("version", VERSIONS)
def test_data_of_a_release_is_upgraded_without_loss(version: str, site_folder: Path):
    """Every table, log, event and game of the release is there afterwards."""
    restored = restore_backup(backup_file(version, connection.vendor), RestoreOptions(keep_keys=True))

    assert list(site_faults()) == []
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    with connection.cursor() as cursor:
        names = set(connection.introspection.table_names(cursor))
    assert set(restored.manifest.rows) <= names
    assert restored.manifest.rows["drafting_pick"] > 100
    assert restored.manifest.rows["gameplay_choice"] > 100


def is_released(version: str) -> bool:
    """Return whether the changelog has a date for ``version``."""
    return bool(re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-", CHANGELOG, re.MULTILINE))


@pytest.mark.parametrize("version", VERSIONS)
def test_migrations_of_a_release_are_not_edited(version: str):
    released = json.loads(digest_file(version).read_text(encoding="utf-8"))
    now = migration_digests()
    edited = sorted(name for name, digest in released.items() if now.get(name) != digest)

    assert not edited, (
        f"{', '.join(edited)} of {version} changed. Sites have applied it: undo the change and add a new migration."
        if is_released(version)
        else f"{', '.join(edited)} changed, and {version} is not released yet: run `python3 manage.py release`, which "
        "writes the data of the release again, and commit tests/deploy/releases."
    )


def test_this_version_has_data_and_a_section_of_the_changelog():
    assert VERSION in VERSIONS, f"Run `python3 manage.py release`, which writes the data of {VERSION}."
    assert re.search(rf"^## \[{re.escape(VERSION)}\] - ", CHANGELOG, re.MULTILINE)


# --- the code of the previous release on the new schema -----------------------------------


ADDITIVE = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveIndex,
    operations.RenameIndex,
    operations.RemoveConstraint,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.RunPython,
)
"""Operations that the code of the previous release does not notice."""


def breaking_operations(migration: migrations.Migration) -> list[str]:
    """Return the operations that the code of the previous release might not survive.

    It inserts rows without the new columns, and still reads and writes all of its own.
    """
    made = {each.name_lower for each in migration.operations if isinstance(each, operations.CreateModel)}
    return [each.describe() for each in migration.operations if not is_additive(each, made)]


def is_additive(operation: Operation, made: set[str]) -> bool:
    """Return whether ``operation`` only adds. ``made`` are the models that the same migration creates."""
    if getattr(operation, "model_name", "").lower() in made:
        return True
    if isinstance(operation, operations.AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default() or field.generated
    if isinstance(operation, operations.AlterField):
        return bool(operation.field.null)  # the column accepts more than before
    if isinstance(operation, operations.SeparateDatabaseAndState):
        return all(is_additive(each, made) for each in operation.database_operations)
    return isinstance(operation, ADDITIVE)


def later_migrations() -> list[migrations.Migration]:
    """Return the migrations of this project that are newer than its first release."""
    released = {tuple(name.removesuffix(".py").split("/migrations/")) for name in first_release()}
    found = MigrationLoader(None).disk_migrations.items()
    return [migration for key, migration in found if key[0] in APPS and key not in released]


def first_release() -> dict[str, str]:
    names: dict[str, str] = json.loads(digest_file(VERSIONS[0]).read_text(encoding="utf-8"))
    return names


def test_code_of_the_previous_release_works_on_the_new_schema():
    """A migration that is not additive names the release since which nothing uses what it removes: ``contracts``."""
    breaking = {
        str(migration): found
        for migration in later_migrations()
        if (found := breaking_operations(migration)) and getattr(migration, "contracts", "") not in VERSIONS
    }

    assert not breaking, (
        "Expand first, then release, then contract: see “Releases” in CONTRIBUTING.md. "
        f"The previous release does not survive {breaking}."
    )


def migration_of(*steps: Operation) -> migrations.Migration:
    return type("Migration", (migrations.Migration,), {"operations": list(steps)})("0002_example", "drafting")


@pytest.mark.parametrize(
    ("step", "breaks"),
    [
        (migrations.AddField("pod", "note", models.TextField(null=True)), False),
        (migrations.AddField("pod", "note", models.TextField(db_default="")), False),
        (migrations.AddField("pod", "note", models.TextField(default="")), True),  # Django drops the default again
        (migrations.RemoveField("pod", "label"), True),
        (migrations.RenameField("pod", "label", "name"), True),
        (migrations.AddConstraint("pod", models.CheckConstraint(condition=models.Q(label=""), name="empty")), True),
        (migrations.CreateModel("note", [("id", models.BigAutoField(primary_key=True))]), False),
        (migrations.DeleteModel("pod"), True),
        (migrations.RunSQL("DROP TABLE drafting_pod"), True),
    ],
)
def test_operations_that_break_the_previous_release_are_found(step: Operation, breaks: bool):
    assert bool(breaking_operations(migration_of(step))) == breaks


def test_a_new_table_may_have_any_constraint():
    table = migrations.CreateModel("note", [("id", models.BigAutoField(primary_key=True))])
    constraint = migrations.AddConstraint("note", models.UniqueConstraint(fields=["id"], name="one"))

    assert breaking_operations(migration_of(table, constraint)) == []
