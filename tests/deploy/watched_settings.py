"""The site's settings; each process also writes the pragmas of its SQLite connections to the file WATCHED."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from deploy.settings import *  # noqa: F403

PRAGMAS = ("journal_mode", "synchronous", "fullfsync")


def note(connection: Any, **_: Any) -> None:
    with connection.cursor() as cursor:
        values = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS]
    with Path(os.environ["WATCHED"]).open("a") as written:
        written.write(json.dumps([Path(sys.argv[0]).parent.name, *values]) + "\n")


connection_created.connect(note, dispatch_uid="watched", weak=False)
