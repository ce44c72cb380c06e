from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def keep_the_first(apps: Any, schema_editor: Any) -> None:
    """Of several open calls of one person about the same at one match, the first stays open."""
    held = set()
    for call in apps.get_model("tournaments", "Call").objects.filter(match__isnull=False, resolved_at=None).order_by("at"):
        about = (call.match_id, call.author_id, call.category)
        if about in held:
            call.resolved_at = timezone.now()
            call.save()
        held.add(about)


class Migration(migrations.Migration):
    dependencies = [
        ("drafting", "0006_seat_paused"),
        ("tournaments", "0012_infractions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(keep_the_first, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(
                condition=models.Q(("match__isnull", False), ("resolved_at", None)),
                fields=("match", "author", "category"),
                name="one_open_call_about_a_thing",
            ),
        ),
    ]
