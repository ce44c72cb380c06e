"""``manage.py release``: write the data of this release, from which the tests of later releases upgrade."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tests.instruments.bench.servers import servers, temporary_database
from tests.instruments.release_data import KINDS, write_digests, write_release_data
from tests.parts.postgres import programs_folder


class Command(BaseCommand):
    help = "Write the data of this release to tests/deploy/releases: a site with data for each kind of database."

    def handle(self, **options: Any) -> None:
        for kind in KINDS:
            with (
                servers(kind) as running,
                temporary_database(running) as addresses,
                tempfile.TemporaryDirectory() as var,
            ):
                environment = {name: addresses[name] for name in ("DATABASE_URL",) if name in addresses}
                file = write_release_data(kind, environment | {"PG_BIN": str(programs_folder())}, Path(var))
            self.stderr.write(f"{file}: {file.stat().st_size:,} bytes")
        write_digests()
