from django.conf import settings
import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Deck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cards", models.JSONField(default=list)),
                (
                    "before",
                    models.JSONField(help_text="Its cards before the last change; empty if there was none.", null=True),
                ),
                ("version", models.PositiveIntegerField(db_default=0, default=0)),
                ("saved_at", models.DateTimeField(null=True)),
                ("submitted_at", models.DateTimeField(null=True)),
                (
                    "completed_by_clock",
                    models.BooleanField(db_default=False, default=False, help_text="To be put before the judge."),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Pack",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("pack_round", models.PositiveSmallIntegerField(help_text="From 1.")),
                ("opener", models.PositiveSmallIntegerField(help_text="The number of the seat that opens it.")),
                ("contents", models.JSONField()),
                (
                    "hops",
                    models.PositiveSmallIntegerField(db_default=0, default=0, help_text="How often it was passed on."),
                ),
                (
                    "replacement",
                    models.PositiveSmallIntegerField(db_default=0, default=0, help_text="How often it was exchanged."),
                ),
                ("due_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["pod", "pack_round", "opener"],
            },
        ),
        migrations.CreateModel(
            name="Pod",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("label", models.CharField(help_text="As in A.", max_length=8)),
                ("seed", models.BinaryField(help_text="The event's; secret until its end.", max_length=32)),
                ("chance", models.CharField(help_text="The name under which it draws from the seed.", max_length=120)),
                ("format", models.JSONField(help_text="The fields of DraftFormat.")),
                ("boosters", models.JSONField(help_text="For each pack round: game, set and product.")),
                (
                    "cube",
                    models.JSONField(
                        db_default=[], default=list, help_text="The cards that packs are drawn from, a ref a copy."
                    ),
                ),
                (
                    "opening",
                    models.CharField(
                        choices=[
                            ("standing", "each round when the last is drafted"),
                            ("by_hand", "by hand"),
                            ("table", "at tables, from paper; what was drafted is registered afterwards"),
                        ],
                        db_default="standing",
                        default="standing",
                        max_length=8,
                    ),
                ),
                (
                    "pick_clock",
                    models.CharField(
                        choices=[
                            ("off", "off"),
                            ("relaxed", "relaxed"),
                            ("standard", "standard"),
                            ("tournament", "tournament"),
                        ],
                        db_default="off",
                        default="off",
                        max_length=16,
                    ),
                ),
                (
                    "pack_round",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="The open one; 0 before the first."
                    ),
                ),
                ("published_at", models.DateTimeField(help_text="When the seating was.", null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("drafted_at", models.DateTimeField(null=True)),
                ("deck_deadline", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(help_text="When every deck was in.", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cards", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField(db_default=0, default=0)),
                ("handed_in_at", models.DateTimeField(null=True)),
                ("confirmed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField(help_text="From 0, clockwise.")),
                (
                    "bot",
                    models.CharField(
                        blank=True,
                        choices=[("drafter", "drafts a deck"), ("random", "takes any card")],
                        db_default="",
                        default="",
                        max_length=16,
                    ),
                ),
                (
                    "selected",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="The copy that the clock would take.",
                        max_length=22,
                    ),
                ),
                (
                    "extra_percent",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="More time than the others have; only staff see it."
                    ),
                ),
                (
                    "paused_at",
                    models.DateTimeField(help_text="Since when its clock stands and packs wait before it.", null=True),
                ),
                (
                    "closed_at",
                    models.DateTimeField(help_text="When its player left; its packs are passed on.", null=True),
                ),
            ],
            options={
                "ordering": ["pod", "number"],
            },
        ),
        migrations.CreateModel(
            name="Pick",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pack_round", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField(help_text="From 1, within the pack.")),
                ("token", models.CharField(max_length=22)),
                ("ref", models.CharField(max_length=40)),
                (
                    "by",
                    models.CharField(
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
                ("at", models.DateTimeField()),
                (
                    "pack",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="picks",
                        to="drafting.pack",
                    ),
                ),
            ],
            options={
                "ordering": ["seat", "pack_round", "number"],
            },
        ),
        migrations.AddField(
            model_name="pack",
            name="pod",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="packs", to="drafting.pod"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="seats", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="pod",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="drafting.pod"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="substitute",
            field=models.ForeignKey(
                help_text="Who acts for the player for a while.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="stood_in",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="registration",
            name="seat",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="registration", to="drafting.seat"
            ),
        ),
        migrations.AddField(
            model_name="pick",
            name="seat",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="picks", to="drafting.seat"
            ),
        ),
        migrations.AddField(
            model_name="deck",
            name="seat",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="deck", to="drafting.seat"
            ),
        ),
        migrations.AddIndex(
            model_name="pack",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="packs_on_a_clock"
            ),
        ),
        migrations.AddConstraint(
            model_name="pack",
            constraint=models.UniqueConstraint(fields=("pod", "pack_round", "opener"), name="one_pack_an_opener"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("pod", "number"), name="one_seat_a_number"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("pod", "player"), name="one_seat_a_player"),
        ),
        migrations.AddConstraint(
            model_name="pick",
            constraint=models.UniqueConstraint(fields=("seat", "pack_round", "number"), name="one_pick_a_turn"),
        ),
        migrations.AddConstraint(
            model_name="pick",
            constraint=models.UniqueConstraint(fields=("pack", "number"), name="one_pick_a_hop"),
        ),
        migrations.AddConstraint(
            model_name="pick",
            constraint=models.UniqueConstraint(fields=("pack", "token"), name="one_taker_a_copy"),
        ),
    ]
