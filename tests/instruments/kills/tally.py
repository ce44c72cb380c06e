"""The results of the kills: one line for each kill, and one for each event that was drafted to its end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

ResultLine = Mapping[str, Any]


def remaining(lines: Sequence[ResultLine], times: int) -> dict[str, Any]:
    """Return the number of remaining kills, and the number of the last event."""
    return {"times": times - sum("killed" in line for line in lines), "sittings": _last_event_number(lines)}


def describe_line(line: ResultLine) -> str:
    """Return a summary of ``line`` for the terminal."""
    faults = "".join(f"\n  {fault}" for fault in line["faults"])
    if "killed" not in line:
        return f"event {line['sitting']}: {'EXACT' if _exact(line) else line['finished']}{faults}"
    return (
        f"{' + '.join(line['killed'])}: {line['picks']} picks, {line['in_doubt']} in doubt, {line['down_s']} s{faults}"
    )


def summary(lines: Sequence[ResultLine]) -> dict[str, Any]:
    """Return the total figures of ``lines``."""
    kills = [line for line in lines if "killed" in line]
    ends = [line for line in lines if "finished" in line]
    parts = Counter("everything" if len(line["killed"]) > 2 else line["killed"][0] for line in kills)
    return {
        "kills": len(kills),
        "of": dict(sorted(parts.items())),
        "events": len(ends),
        "exact": sum(map(_exact, ends)),
        **{name: sum(line[name] for line in ends) for name in ("picks", "by_clock", "pushes", "repeats")},
        **{
            name: sum(line.get(name, 0) for line in ends)
            for name in ("choices", "choices_by_page", "by_page", "stood_in")
        },
        **{name: sum(line[name] for line in kills) for name in ("in_doubt", "in_doubt_and_done")},
        "revived": dict(Counter(name for line in kills for name in line.get("revived", ()))),
        "faults": sum(len(line["faults"]) for line in lines) + sum(not _exact(line) for line in ends),
    }


def _exact(line: ResultLine) -> bool:
    return bool(line["finished"] and line["finished"]["exact"])


def _last_event_number(lines: Sequence[ResultLine]) -> int:
    return max((line["sitting"] for line in lines), default=0)
