"""Recorded figures of benchmarks, with the machine on which they were measured."""

import json
import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.instruments.bench.calibration import loop_seconds

FOLDER = Path(__file__).parent / "recorded"
Row = Mapping[str, Any]


def record(bench: str, rows: Sequence[Row], *, folder: Path = FOLDER) -> Path:
    """Store the ``rows`` of ``bench`` with the date and the machine, in place of the earlier ones. Return the file."""
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "loop_s": _loop_seconds(rows)}
    stored = {"bench": bench, "date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine, "rows": rows}
    folder.mkdir(exist_ok=True)
    file = folder / f"{bench}.json"
    file.write_text(json.dumps(stored, indent=1) + "\n")
    return file


def recorded(bench: str, *, folder: Path = FOLDER) -> dict[str, Any] | None:
    """Return what `record` has stored for ``bench``, or None."""
    file = folder / f"{bench}.json"
    return json.loads(file.read_text()) if file.exists() else None


def _loop_seconds(rows: Sequence[Row]) -> float:
    """Return the median time of the fixed loop during the measurement; if no row has it, measure it now."""
    times = [time for row in rows for time in _as_list(row.get("loop_s", []))]
    return round(statistics.median(times or [loop_seconds()]), 4)


def _as_list(value: Any) -> list[float]:
    return list(value) if isinstance(value, list | tuple) else [value]
