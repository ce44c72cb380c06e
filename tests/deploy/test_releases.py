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
from django.db.migrations.state import ProjectState

from deploy.backups.restore import RestoreOptions, restore_backup
from deploy.site_verification import site_faults
from deploy.version import VERSION
from drafting.models import Pod
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
UNNOTICED = {"blank", "choices", "db_default", "default", "help_text", "related_name", "validators", "verbose_name"}
"""Arguments of a field that do not change what the column accepts."""


def breaking_operations(migration: migrations.Migration, state: ProjectState) -> list[str]:
    """Return the operations that the code of the previous release might not survive. ``state`` is that before.

    It inserts rows without the new columns, and still reads and writes all of its own.
    """
    made: set[str] = set()
    found = []
    for operation in migration.operations:
        if not is_additive(operation, state, migration.app_label, made):
            found.append(operation.describe())
        if isinstance(operation, operations.CreateModel):
            made.add(operation.name_lower)
        operation.state_forwards(migration.app_label, state)
    return found


def is_additive(operation: Operation, state: ProjectState, app: str, made: set[str]) -> bool:
    """Return whether ``operation`` only adds. ``made`` are the models that the same migration has created."""
    if getattr(operation, "model_name", "").lower() in made:
        return True
    if isinstance(operation, operations.AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default() or field.generated
    if isinstance(operation, operations.AlterField):
        return is_wider(operation.field, state.models[app, operation.model_name_lower].fields[operation.name])
    return isinstance(operation, ADDITIVE)


def is_wider(new: Any, old: Any) -> bool:
    """Return whether the column of ``new`` accepts everything that the column of ``old`` does."""
    (_, new_path, new_args, new_options), (_, old_path, old_args, old_options) = new.deconstruct(), old.deconstruct()
    changed = {name for name in new_options | old_options if new_options.get(name) != old_options.get(name)} - UNNOTICED
    if changed & {"null"} and new.null:
        changed -= {"null"}
    if changed & {"max_length"} and (new.max_length or 0) > (old.max_length or 0):
        changed -= {"max_length"}
    return (new_path, new_args) == (old_path, old_args) and not changed


def later_migrations(loader: MigrationLoader) -> Iterator[tuple[migrations.Migration, ProjectState]]:
    """Yield the migrations of this project that are newer than its first release, each with the state before it."""
    first = json.loads(digest_file(VERSIONS[0]).read_text(encoding="utf-8"))
    released = {tuple(name.removesuffix(".py").split("/migrations/")) for name in first}
    for key, migration in loader.disk_migrations.items():
        if key[0] in APPS and key not in released:
            yield migration, loader.project_state([key], at_end=False)


def test_code_of_the_previous_release_works_on_the_new_schema():
    """A migration that is not additive names the release since which nothing uses what it removes: ``contracts``."""
    earlier = set(VERSIONS) - {VERSION}
    breaking = {
        str(migration): found
        for migration, state in later_migrations(MigrationLoader(None))
        if (found := breaking_operations(migration, state)) and getattr(migration, "contracts", "") not in earlier
    }

    assert not breaking, (
        "Expand first, then release, then contract: see “Releases” in CONTRIBUTING.md. "
        f"The previous release does not survive {breaking}."
    )


def breaks(*steps: Operation) -> bool:
    """Return whether a migration of these steps on the present models breaks the previous release."""
    migration = type("Migration", (migrations.Migration,), {"operations": list(steps)})("0002_example", "drafting")
    return bool(breaking_operations(migration, MigrationLoader(None).project_state()))


POD_LABEL = Pod._meta.get_field("label")


def pod_label(**changes: Any) -> migrations.AlterField:
    """Return a step that changes the field ``label`` of a pod."""
    _name, _path, arguments, options = POD_LABEL.deconstruct()
    return migrations.AlterField("pod", "label", type(POD_LABEL)(*arguments, **options | changes))


NEW_TABLE = migrations.CreateModel("note", [("id", models.BigAutoField(primary_key=True))])


@pytest.mark.parametrize(
    "steps",
    [
        [migrations.AddField("pod", "note", models.TextField(null=True))],
        [migrations.AddField("pod", "note", models.TextField(db_default=""))],
        [pod_label(null=True)],
        [pod_label(max_length=4000)],
        [pod_label(help_text="Another text.")],
        [NEW_TABLE, migrations.AddConstraint("note", models.UniqueConstraint(fields=["id"], name="one"))],
    ],
)
def test_steps_that_only_add_are_accepted(steps: list[Operation]):
    assert not breaks(*steps)


@pytest.mark.parametrize(
    "step",
    [
        migrations.AddField("pod", "note", models.TextField(default="")),  # Django drops the default again
        migrations.RemoveField("pod", "label"),
        migrations.RenameField("pod", "label", "name"),
        pod_label(max_length=1),
        pod_label(unique=True),
        migrations.AlterField("pod", "label", models.IntegerField(null=True)),
        migrations.AddConstraint("pod", models.CheckConstraint(condition=models.Q(label=""), name="empty")),
        migrations.DeleteModel("seat"),
        migrations.RunSQL("DROP TABLE drafting_pod"),
    ],
)
def test_steps_that_break_the_previous_release_are_found(step: Operation):
    assert breaks(step)
