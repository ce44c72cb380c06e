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
                    "change",
                    models.JSONField(
                        help_text="After all decks are in: the list that may replace the cards; null if there is none.",
                        null=True,
                    ),
                ),
                (
                    "before",
                    models.JSONField(help_text="The cards before the last change; null if there was none.", null=True),
                ),
                ("version", models.PositiveIntegerField(db_default=0, default=0)),
                ("saved_at", models.DateTimeField(null=True)),
                ("submitted_at", models.DateTimeField(null=True)),
                (
                    "completed_by_clock",
                    models.BooleanField(db_default=False, default=False, help_text="Whether it was completed at random; a judge should look at it."),
                ),
                (
                    "changed_at",
                    models.DateTimeField(
                        help_text="When the list was changed after all decks were in.", null=True
                    ),
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
                    models.PositiveSmallIntegerField(db_default=0, default=0, help_text="How often it was passed."),
                ),
                (
                    "replacement",
                    models.PositiveSmallIntegerField(db_default=0, default=0, help_text="How often it was replaced."),
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
                ("label", models.CharField(help_text="Such as A.", max_length=8)),
                ("seed", models.BinaryField(help_text="The seed of the event; secret until its end.", max_length=32)),
                ("chance", models.CharField(help_text="The name of its random streams.", max_length=120)),
                ("format", models.JSONField(help_text="The fields of DraftFormat.")),
                ("boosters", models.JSONField(help_text="For each pack round: game, set and product.")),
                (
                    "cube",
                    models.JSONField(
                        db_default=[], default=list, help_text="The cards that packs are drawn from, one ref for each copy."
                    ),
                ),
                (
                    "opening",
                    models.CharField(
                        choices=[
                            ("standing", "automatically, when the previous round is drafted"),
                            ("by_hand", "by hand"),
                            ("table", "paper draft; pools are registered afterwards"),
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
                        db_default=0, default=0, help_text="The open pack round; 0 before the first."
                    ),
                ),
                ("published_at", models.DateTimeField(help_text="When the seating was published.", null=True)),
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
                        choices=[("drafter", "Standard bot"), ("random", "Random bot")],
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
                        help_text="Token of the copy that the clock would take.",
                        max_length=22,
                    ),
                ),
                (
                    "extra_percent",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="Extra time in percent; only staff see it."
                    ),
                ),
                (
                    "clock_waits_until",
                    models.DateTimeField(
                        help_text="Until when the clock of its first pick waits for its player to open the page.",
                        null=True,
                    ),
                ),
                (
                    "paused_at",
                    models.DateTimeField(help_text="When it was paused; its clock is stopped and packs queue in front of it.", null=True),
                ),
                (
                    "closed_at",
                    models.DateTimeField(help_text="When it was closed because its player left; packs skip it.", null=True),
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
                        help_text="Who took the card, even if another one acts for the seat now.",
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
                help_text="The account that acts for the player, if any.",
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
        migrations.CreateModel(
            name="ReplacedDeck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cards", models.JSONField()),
                ("replaced_at", models.DateTimeField()),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="versions", to="drafting.deck"
                    ),
                ),
            ],
            options={"ordering": ["deck", "replaced_at"]},
        ),
        migrations.AddIndex(
            model_name="pack",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="packs_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="pack",
            constraint=models.UniqueConstraint(fields=("pod", "pack_round", "opener"), name="unique_pack_opener"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("pod", "number"), name="unique_pod_seat_number"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("pod", "player"), name="unique_pod_seat_player"),
        ),
        migrations.AddConstraint(
            model_name="pick",
            constraint=models.UniqueConstraint(fields=("seat", "pack_round", "number"), name="unique_pick_of_seat"),
        ),
        migrations.AddConstraint(
            model_name="pick",
            constraint=models.UniqueConstraint(fields=("pack", "number"), name="unique_pick_from_pack"),
        ),
        migrations.AddConstraint(
            model_name="pick",
            constraint=models.UniqueConstraint(fields=("pack", "token"), name="unique_picked_copy"),
        ),
    ]
