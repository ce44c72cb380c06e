"""Run the site and its simulated players in a temporary folder.

``python -m tests.instruments.kills '{"database": "postgres", ...}'`` calls ``run`` of the module that the option
``runner`` names, by default of the kill loop. The servers are prepared before Django is set up,
because its settings read their addresses from the environment.
"""

import json
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import django

KILL_LOOP = "tests.instruments.kills.kill_loop"


def main(options: dict[str, Any]) -> None:
    # These modules exist only in a checkout.
    postgres, valkey = import_module("tests.parts.postgres"), import_module("tests.parts.valkey")
    keeper = import_module("tests.parts.keeper").Keeper(Path(tempfile.mkdtemp(prefix="passleft-")))
    keeper.folder.chmod(0o711)  # PostgreSQL may run as another user, in its own subfolder
    try:
        addresses = {"DATABASE_URL": f"sqlite:///{keeper.folder}/kills.sqlite3", "REDIS_URL": ""}
        servers = {}
        if options["database"] == "postgres":
            # Commits must be flushed to the disk, as on a real site.
            postgres.SETTINGS.update(fsync="on", synchronous_commit="on", full_page_writes="on")
            server = postgres.make(keeper).rpartition("/")[0]
            addresses = {"DATABASE_URL": f"{server}/postgres", "REDIS_URL": valkey.make(keeper)}
            servers = {"database": lambda: postgres.run(keeper), "valkey": lambda: valkey.run(keeper)}
        os.environ |= addresses | {"VAR": str(keeper.folder / "var"), "LOG_LEVEL": "ERROR"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        django.setup()
        import_module(options.get("runner", KILL_LOOP)).run(options, keeper, servers)
    finally:
        keeper.close()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
