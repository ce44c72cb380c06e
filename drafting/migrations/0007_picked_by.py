from collections import defaultdict
from typing import Any

from django.db import migrations, models

MADE = ("pick", "pick_by_clock", "pick_corrected")


def say_who(apps: Any, schema_editor: Any) -> None:
    """Let each pick say what the log of its pod says of it. One without an entry is the player's, or the clock's if it was marked so.

    Each row is written once: PostgreSQL alters no table while it has rows to check again.
    """
    pick, pod = apps.get_model("drafting", "Pick").objects, apps.get_model("drafting", "Pod").objects
    for pod_id in pod.values_list("pk", flat=True):
        said, found = _said(apps, pod_id), defaultdict(list)
        made = pick.filter(seat__pod=pod_id).values_list("pk", "auto", "seat__number", "pack_round", "number")
        for pk, auto, *turn in made:
            found[said.get(tuple(turn), "clock" if auto else "player")].append(pk)
        found.pop("player", None)  # that they say already
        for by, those in found.items():
            pick.filter(pk__in=those).update(by=by)


def _said(apps: Any, pod_id: Any) -> dict[tuple[int, int, int], str]:
    """Who made the picks of a pod, as its log tells, by seat, pack round and number."""
    players = dict(apps.get_model("drafting", "Seat").objects.filter(pod=pod_id).values_list("number", "player"))
    entries = apps.get_model("gameplay", "LogEntry").objects.filter(stream=f"pod/{pod_id}", action__in=MADE)
    said = {}
    for entry in entries.order_by("number"):
        seat = entry.after["seat"] - 1
        said[seat, entry.after["pack_round"], entry.after["pick"]] = _who(entry, players[seat])
    return said


def _who(entry: Any, player: Any) -> str:
    if entry.action == "pick_corrected":
        return "judge"
    if entry.role == "clock":
        return "clock" if entry.after.get("random", True) else "selection"
    return entry.role if entry.role != "player" or entry.author_id == player else "substitute"


def mark_the_clocks(apps: Any, schema_editor: Any) -> None:
    apps.get_model("drafting", "Pick").objects.filter(by__in=("clock", "selection")).update(auto=True)


class Migration(migrations.Migration):
    dependencies = [
        ("drafting", "0006_seat_paused"),
        ("gameplay", "0005_take_backs"),
    ]

    operations = [
        migrations.AddField(
            model_name="pick",
            name="by",
            field=models.CharField(
                choices=[
                    ("player", "player"),
                    ("substitute", "substitute"),
                    ("bot", "bot"),
                    ("selection", "selection"),
                    ("clock", "clock"),
                    ("judge", "judge"),
                ],
                db_default="player",
                default="player",
                help_text="Who took it, whoever acts for the seat by now.",
                max_length=10,
            ),
        ),
        migrations.RunPython(say_who, mark_the_clocks),
        migrations.RemoveField(model_name="pick", name="auto"),
    ]
