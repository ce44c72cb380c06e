"""``python -m tests.instruments.kills '{"database": "postgres", ...}'``: the site and its crowd, in a folder that ends with it.

The servers come first: Django reads its settings from the environment that says where they are.
"""

import json
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import django


def main(options: dict[str, Any]) -> None:
    # Only a checkout has them.
    postgres, valkey = import_module("tests.parts.postgres"), import_module("tests.parts.valkey")
    keeper = import_module("tests.parts.keeper").Keeper(Path(tempfile.mkdtemp(prefix="passleft-")))
    keeper.folder.chmod(0o711)  # PostgreSQL may run as another user, in a folder of its own below
    try:
        where = {"DATABASE_URL": f"sqlite:///{keeper.folder}/kills.sqlite3", "REDIS_URL": ""}
        servers = {}
        if options["database"] == "postgres":
            # What is committed must be on the disk, as on a real site.
            postgres.SETTINGS.update(fsync="on", synchronous_commit="on", full_page_writes="on")
            server = postgres.make(keeper).rpartition("/")[0]
            where = {"DATABASE_URL": f"{server}/postgres", "REDIS_URL": valkey.make(keeper)}
            servers = {"database": lambda: postgres.run(keeper), "valkey": lambda: valkey.run(keeper)}
        os.environ |= where | {"VAR": str(keeper.folder / "var"), "LOG_LEVEL": "ERROR"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        django.setup()
        import_module("tests.instruments.kills.kill_loop").run(options, keeper, servers)
    finally:
        keeper.close()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
