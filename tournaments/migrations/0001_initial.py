import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("drafting", "0001_initial"),
        ("gameplay", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("place", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("starts_at", models.DateTimeField(null=True)),
                (
                    "days",
                    models.JSONField(
                        db_default=[],
                        default=list,
                        help_text="The later days (tournaments.rules.days.EventDay): when they begin, and with which round.",
                    ),
                ),
                ("seed", models.BinaryField(max_length=32)),
                ("commitment", models.CharField(editable=False, max_length=64)),
                ("game", models.CharField(db_default="enemy", help_text="The name of the ruleset.", max_length=20)),
                (
                    "variant",
                    models.CharField(
                        db_default="draft", default="draft", help_text="The variant of the ruleset.", max_length=20
                    ),
                ),
                ("format", models.JSONField(help_text="The fields of DraftFormat, or of ConstructedFormat.")),
                (
                    "boosters",
                    models.JSONField(
                        help_text="For each pack round: game, set and product; empty for constructed decks."
                    ),
                ),
                (
                    "cube",
                    models.JSONField(
                        db_default=[],
                        default=list,
                        help_text="The card refs that packs are drawn from, one for each copy.",
                    ),
                ),
                (
                    "play",
                    models.CharField(
                        choices=[("tables", "in person, results are reported"), ("online", "online, on this site")],
                        db_default="tables",
                        default="tables",
                        max_length=8,
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
                    "abandoned",
                    models.CharField(
                        choices=[
                            ("bot", "a bot takes the seat"),
                            ("closed", "the seat is closed and packs are passed on"),
                        ],
                        db_default="bot",
                        default="bot",
                        max_length=8,
                    ),
                ),
                (
                    "deck_changes",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Whether decks can be changed between games."
                    ),
                ),
                (
                    "take_backs",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Whether actions can be undone in online games."
                    ),
                ),
                (
                    "switches",
                    models.JSONField(
                        db_default={},
                        default=dict,
                        help_text="House rules: switches of the variant that differ from its defaults.",
                    ),
                ),
                (
                    "infractions",
                    models.JSONField(
                        db_default={},
                        default=dict,
                        help_text="Changes to the catalogue (tournaments.rules.infractions.CatalogueChanges).",
                    ),
                ),
                ("intentional_draws", models.BooleanField(db_default=False, default=False)),
                (
                    "pairing",
                    models.CharField(
                        choices=[("pods", "inside the pods"), ("event", "across the whole event")],
                        db_default="pods",
                        default="pods",
                        max_length=5,
                    ),
                ),
                (
                    "power_pairing",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Neighbours in the standings meet in the last announced round.",
                    ),
                ),
                (
                    "ruleset",
                    models.CharField(
                        db_default="mtr", default="mtr", help_text="The code of the tie-break rules.", max_length=20
                    ),
                ),
                (
                    "cut",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="Number of players in the top cut; 0 for none.",
                    ),
                ),
                (
                    "cut_draft",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Whether the players of the top cut draft again."
                    ),
                ),
                (
                    "cut_boosters",
                    models.JSONField(
                        db_default=[],
                        default=list,
                        help_text="The packs of that draft, as in boosters; empty if they are the same, or the same "
                        "cube.",
                    ),
                ),
                (
                    "team_size",
                    models.PositiveSmallIntegerField(
                        db_default=1, default=1, help_text="Number of players in a team; 1 for an event without teams."
                    ),
                ),
                (
                    "draft_log",
                    models.CharField(
                        choices=[
                            (
                                "everybody",
                                "players see their own once all decks are in; everyone sees all after the event",
                            ),
                            ("own", "players see their own once all decks are in"),
                            ("never", "nobody"),
                        ],
                        db_default="everybody",
                        default="everybody",
                        max_length=9,
                    ),
                ),
                (
                    "public_decks",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether everyone can read constructed deck lists after the event; drafted ones follow draft_log.",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "everyone"), ("private", "only participants")],
                        db_default="public",
                        default="public",
                        max_length=8,
                    ),
                ),
                (
                    "guardian_age",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="Players under this age need a guardian's consent and are shown under an alias; 0 for none.",
                    ),
                ),
                (
                    "capacity",
                    models.PositiveIntegerField(
                        help_text="Number of players up to which players register themselves; null for no limit.",
                        null=True,
                    ),
                ),
                (
                    "rehearsal",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether this is a rehearsal, whose results do not count.",
                    ),
                ),
                ("join_code", models.CharField(max_length=12, unique=True)),
                (
                    "plan",
                    models.JSONField(
                        default=list, help_text="Entry numbers by planned pod, in seat order; empty at first."
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("registration_closed_at", models.DateTimeField(null=True)),
                ("seated_at", models.DateTimeField(help_text="When the seating was published.", null=True)),
                (
                    "drafts_paused_at",
                    models.DateTimeField(
                        help_text="When all pods were paused; pods paused since then are resumed together.",
                        null=True,
                    ),
                ),
                ("decks_locked_at", models.DateTimeField(help_text="When constructed decks were locked.", null=True)),
                (
                    "cut_seated_at",
                    models.DateTimeField(
                        help_text="When the players of the top cut were seated for their draft.", null=True
                    ),
                ),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        help_text="From 1; the numbers of a top cut continue those of the rounds."
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        blank=True,
                        choices=[("quarter_final", "Quarter-final"), ("semi_final", "Semi-final"), ("final", "Final")],
                        db_default="",
                        default="",
                        help_text="The stage of the top cut; empty for an announced round.",
                        max_length=16,
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField(help_text="For each match.")),
                ("paired_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(null=True)),
                (
                    "ends_at",
                    models.DateTimeField(help_text="When time is called at tables without an extension.", null=True),
                ),
                (
                    "cancelled_at",
                    models.DateTimeField(help_text="When the round was cancelled, to be paired again.", null=True),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 1, in order of joining.")),
                (
                    "name",
                    models.CharField(
                        help_text="The public name: the handle, changed if necessary to differ from other players and officials, or an alias for a player under age.",
                        max_length=64,
                    ),
                ),
                (
                    "under_age",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether the player is under the age that the event asks about.",
                    ),
                ),
                (
                    "consent_at",
                    models.DateTimeField(help_text="When the desk received the guardian's consent.", null=True),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        help_text="Place in the team, and board: 1 is A, the captain.", null=True
                    ),
                ),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("checked_in_at", models.DateTimeField(null=True)),
                (
                    "dropped_after_round",
                    models.PositiveSmallIntegerField(help_text="The last round played; 0 for none.", null=True),
                ),
                ("disqualified_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["event_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="ConstructedDeck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "text",
                    models.TextField(
                        blank=True, help_text="The deck list as entered, including lines that cannot be read."
                    ),
                ),
                ("cards", models.JSONField(default=list, help_text="The card refs in the list, one for each copy.")),
                ("version", models.PositiveIntegerField(default=0)),
                ("saved_at", models.DateTimeField()),
                ("submitted_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="constructed_deck",
                        to="tournaments.entry",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("played", "played"), ("bye", "bye"), ("missed", "missed")],
                        db_default="played",
                        default="played",
                        max_length=6,
                    ),
                ),
                ("table", models.PositiveSmallIntegerField(help_text="Empty without an opponent.", null=True)),
                (
                    "board",
                    models.PositiveSmallIntegerField(
                        db_default=1, default=1, help_text="The board at the table: 1 is A; 1 without teams."
                    ),
                ),
                ("extra_minutes", models.PositiveSmallIntegerField(db_default=0, default=0)),
                (
                    "a",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches_as_a", to="tournaments.entry"
                    ),
                ),
                (
                    "b",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_b",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "pod",
                    models.ForeignKey(
                        help_text="The pod of player a.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="drafting.pod",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ["round_id", models.OrderBy(models.F("table"), nulls_last=True), "board", "a_id"],
            },
        ),
        migrations.CreateModel(
            name="PairingDetails",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="pairing_details",
                        serialize=False,
                        to="tournaments.round",
                    ),
                ),
                ("data", models.JSONField(help_text="Pairs, cost, reasons, alternatives.")),
            ],
            options={
                "verbose_name_plural": "pairing details",
            },
        ),
        migrations.CreateModel(
            name="PairingExclusion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "a",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "b",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kept_apart",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("infraction", models.CharField(help_text="Its code in the catalogue.", max_length=32)),
                (
                    "level",
                    models.CharField(
                        choices=[
                            ("note", "Note, no penalty"),
                            ("warning", "Warning"),
                            ("game_loss", "Game loss"),
                            ("match_loss", "Match loss"),
                            ("disqualification", "Disqualification"),
                        ],
                        max_length=16,
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("approved_at", models.DateTimeField(null=True)),
                ("refused_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "counts_in",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="losses",
                        to="tournaments.match",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="penalties", to="tournaments.entry"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 1, within the match.")),
                (
                    "source",
                    models.CharField(
                        choices=[("a", "player"), ("b", "opponent"), ("staff", "staff"), ("engine", "the game itself")],
                        max_length=6,
                    ),
                ),
                ("result", models.JSONField(help_text="The fields of MatchResult.")),
                ("reason", models.TextField(blank=True, db_default="", default="")),
                ("at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 1, in order of creation.")),
                ("name", models.CharField(max_length=48)),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="teams",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "number"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="tournaments.team"
            ),
        ),
        migrations.CreateModel(
            name="WaitingPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="From 1, in the order of the list; a player who returns is last."
                    ),
                ),
                (
                    "under_age",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether the player is under the age that the event asks about.",
                    ),
                ),
                (
                    "team",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="The team to join; empty without teams.",
                        max_length=48,
                    ),
                ),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "ended_at",
                    models.DateTimeField(help_text="When the player was admitted, left or was removed.", null=True),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waiting_places",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waiting_players",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "account"), name="unique_waiting_account"),
                    models.UniqueConstraint(fields=("event", "number"), name="unique_waiting_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("url", models.CharField(max_length=500)),
                ("created_at", models.DateTimeField()),
                (
                    "disabled_at",
                    models.DateTimeField(
                        help_text="When the webhook was disabled; no messages are sent since then.", null=True
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="webhooks", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["created_at"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("action", models.CharField(max_length=20)),
                ("body", models.TextField(help_text="The body as signed and sent in each attempt.")),
                ("at", models.DateTimeField(help_text="The time of the log entry.")),
                (
                    "due_at",
                    models.DateTimeField(help_text="The time of the next attempt; empty if there is none.", null=True),
                ),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                (
                    "status",
                    models.PositiveSmallIntegerField(help_text="The HTTP status of the last response.", null=True),
                ),
                (
                    "fault",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="A code for why there was no response.",
                        max_length=16,
                    ),
                ),
                ("delivered_at", models.DateTimeField(null=True)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="tournaments.webhook"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="EventPod",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 1; pod A is the first.")),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pods",
                        to="tournaments.event",
                    ),
                ),
                (
                    "joins",
                    models.ForeignKey(
                        help_text="The pod that a late entry plays in.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="late",
                        to="tournaments.eventpod",
                    ),
                ),
                (
                    "pod",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="event_pod", to="drafting.pod"
                    ),
                ),
                (
                    "for_cut",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether it is the pod of the top cut, which drafts again.",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="unique_event_pod_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("for_cut", True)), fields=("event",), name="unique_event_cut_pod"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CutSeating",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="cut_seating",
                        serialize=False,
                        to="tournaments.event",
                    ),
                ),
                ("seeds", models.JSONField(help_text="Entry numbers as text, the first seed first.")),
                (
                    "basis",
                    models.CharField(help_text="The checksum of the results that the seeds follow from.", max_length=64),
                ),
                (
                    "field",
                    models.JSONField(help_text="The players and pairing settings at that time (rules.pairing_basis)."),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DeckCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 1, within the event.")),
                (
                    "chosen",
                    models.CharField(
                        choices=[("random", "at random"), ("table", "by table"), ("player", "by name")], max_length=6
                    ),
                ),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "found",
                    models.JSONField(
                        db_default=[], default=list, help_text="The card refs in the deck, one for each copy."
                    ),
                ),
                (
                    "others",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Cards that are not in the pool.",
                        max_length=200,
                    ),
                ),
                (
                    "result",
                    models.CharField(
                        blank=True,
                        choices=[("ok", "as registered"), ("fixed", "corrected"), ("penalty", "penalty")],
                        db_default="",
                        default="",
                        max_length=7,
                    ),
                ),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=200)),
                (
                    "extra_minutes",
                    models.PositiveSmallIntegerField(help_text="Time extension of the match.", null=True),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="deck_checks", to="tournaments.entry"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deck_checks",
                        to="tournaments.event",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        help_text="The match that waits for the deck.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deck_checks",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="unique_deck_check_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("entry",), name="unique_running_deck_check"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("pack", "the number of cards in a pack"),
                            ("result", "the result"),
                            ("rules", "the rules"),
                            ("conduct", "conduct"),
                            ("appeal", "an appeal against a ruling"),
                            ("other", "something else"),
                        ],
                        max_length=8,
                    ),
                ),
                ("text", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(null=True)),
                ("escalated_at", models.DateTimeField(null=True)),
                ("resolved_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="calls", to="drafting.seat"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="calls", to="tournaments.event"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("resolved_at", None), ("seat__isnull", False)),
                        fields=("seat",),
                        name="unique_open_call_of_seat",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("match__isnull", False), ("resolved_at", None)),
                        fields=("match", "author", "category"),
                        name="unique_open_call_in_match",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 1, within the match.")),
                ("time_called_at", models.DateTimeField(null=True)),
                (
                    "next_at",
                    models.DateTimeField(
                        help_text="When the next game begins at the latest, while players may change their decks.",
                        null=True,
                    ),
                ),
                (
                    "a_is_ready",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Whether player a wants to begin it."
                    ),
                ),
                (
                    "b_is_ready",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Whether player b wants to begin it."
                    ),
                ),
                (
                    "void",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether a penalty ended the game, so that its result does not count.",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="match_game", to="gameplay.onlinegame"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="match_games_due"
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "number"), name="unique_match_game_number")],
            },
        ),
        migrations.CreateModel(
            name="Official",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organizer", "organizer"),
                            ("head_judge", "head judge"),
                            ("floor_judge", "floor judge"),
                            ("scorekeeper", "scorekeeper"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="offices", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="officials",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "account"), name="unique_official_account")],
            },
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("cancelled_at", None)), fields=("event", "number"), name="unique_round_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("round", "table", "board"), name="unique_match_table_board"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("round", "a"), name="unique_match_player_a"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("round", "b"), name="unique_match_player_b"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("a", models.F("b")), _negated=True), name="match_players_differ"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("b__isnull", False), ("kind", "played"), ("table__isnull", False)),
                    models.Q(("b", None), ("kind__in", ["bye", "missed"])),
                    _connector="OR",
                ),
                name="played_match_has_two_players",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairingexclusion",
            constraint=models.UniqueConstraint(fields=("event", "a", "b"), name="unique_pairing_exclusion"),
        ),
        migrations.AddConstraint(
            model_name="pairingexclusion",
            constraint=models.CheckConstraint(
                condition=models.Q(("a", models.F("b")), _negated=True), name="excluded_players_differ"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("approved_at", None), ("refused_at", None), _connector="OR"),
                name="penalty_not_approved_and_refused",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="unique_report_number"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="unique_team_number"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("event", "name"), name="unique_team_name"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("event", "account"), name="unique_entry_account"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="unique_entry_number"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("event", "name"), name="unique_entry_name"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("team", "place"), name="unique_entry_team_place"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("place", None), ("team", None)),
                    models.Q(("place__isnull", False), ("team__isnull", False)),
                    _connector="OR",
                ),
                name="team_and_place_set_together",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="deliveries_due"),
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=80)),
                (
                    "game",
                    models.CharField(
                        blank=True, help_text="The name of the ruleset; empty for any game.", max_length=20
                    ),
                ),
                ("match_points", models.BooleanField(help_text="Whether the match points of the Swiss rounds count.")),
                ("rank_points", models.JSONField(help_text="The points of ranks 1, 2, and so on.")),
                ("attendance", models.PositiveSmallIntegerField(help_text="The points of each player who has played.")),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        help_text="The number of a player's best events that count; null for all.", null=True
                    ),
                ),
                (
                    "ratings",
                    models.BooleanField(db_default=False, default=False, help_text="Whether the table has ratings."),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "everyone; it is listed and linked"),
                            ("unlisted", "everyone who has the link"),
                        ],
                        db_default="public",
                        default="public",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="leagues", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="LeagueEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="league_events",
                        to="tournaments.event",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="league_events",
                        to="tournaments.league",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("league", "event"), name="unique_league_event")],
            },
        ),
    ]
