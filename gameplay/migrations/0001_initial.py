import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("boot", models.CharField(blank=True, db_default="", default="", max_length=36)),
                ("booted_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="LogStream",
            fields=[
                (
                    "name",
                    models.CharField(
                        help_text="For example pod/<id>, match/<id>, game/<id> or event/<id>.",
                        max_length=80,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("number", models.PositiveIntegerField(db_default=0)),
                ("hash", models.CharField(db_default="", max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("staff", "staff"), ("guest", "guest"), ("bot", "bot")],
                        db_default="guest",
                        default="guest",
                        max_length=5,
                    ),
                ),
                ("handle", models.CharField(help_text="The public name, in any script.", max_length=40)),
                (
                    "reading",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="The reading of the name, for sorting. Never public.",
                        max_length=80,
                    ),
                ),
                (
                    "login",
                    models.CharField(
                        editable=False,
                        help_text="Staff only: the handle, normalized for comparison.",
                        max_length=80,
                        null=True,
                        unique=True,
                        verbose_name="handle or e-mail address",
                    ),
                ),
                ("email", models.EmailField(blank=True, db_default="", max_length=254)),
                ("language", models.CharField(db_default="en", default="en", max_length=12)),
                (
                    "recovery",
                    models.CharField(
                        editable=False,
                        help_text="A digest of the guest's recovery code.",
                        max_length=64,
                        null=True,
                        unique=True,
                    ),
                ),
                ("is_active", models.BooleanField(db_default=True, default=True)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StoredResponse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(help_text="A digest of the key.", max_length=64)),
                (
                    "fingerprint",
                    models.CharField(help_text="Distinguishes requests that have the same key.", max_length=64),
                ),
                (
                    "status",
                    models.PositiveSmallIntegerField(
                        db_default=0, help_text="HTTP status; 0 while the request is running."
                    ),
                ),
                ("body", models.BinaryField(help_text="JSON, encrypted.", null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LoginLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="login_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="From 1, within the stream.")),
                ("role", models.CharField(max_length=20)),
                ("at", models.DateTimeField()),
                (
                    "action",
                    models.CharField(
                        help_text="A code; gameplay.infrastructure.log_sentences has the sentence.", max_length=40
                    ),
                ),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                ("reason", models.TextField(blank=True, db_default="")),
                (
                    "salt",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Random, so that erased text cannot be guessed from digests.",
                        max_length=32,
                    ),
                ),
                (
                    "content",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="The digest of before, after and reason that is hashed.",
                        max_length=64,
                    ),
                ),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "author",
                    models.ForeignKey(
                        help_text="Empty for the site itself.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "stream",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="gameplay.logstream"
                    ),
                ),
            ],
            options={
                "ordering": ["stream_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="NotificationSettings",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kinds",
                    models.JSONField(
                        default=list, help_text="Codes of gameplay.infrastructure.notification_kinds.KINDS."
                    ),
                ),
                ("email", models.EmailField(blank=True, db_default="", default="", max_length=254)),
                ("email_confirmed_at", models.DateTimeField(null=True)),
                (
                    "secret",
                    models.CharField(
                        help_text="In the links of messages; a new one invalidates links sent before.", max_length=43
                    ),
                ),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notification_settings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.URLField(max_length=500, unique=True)),
                (
                    "p256dh",
                    models.CharField(
                        help_text="The public key of the browser (RFC 8291), in base64url.", max_length=100
                    ),
                ),
                (
                    "auth",
                    models.CharField(help_text="The shared secret of the browser, in base64url.", max_length=40),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OnlineGame",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("ruleset", models.CharField(max_length=16)),
                ("variant", models.CharField(max_length=16)),
                (
                    "switches",
                    models.JSONField(default=dict, help_text="Fields of the variant with other values in this game."),
                ),
                ("decks", models.JSONField(help_text="The card refs of each seat's deck.")),
                ("seed", models.BinaryField(help_text="The seed of the event; secret until its end.", max_length=32)),
                (
                    "chance",
                    models.CharField(help_text="The name of the game's random stream from the seed.", max_length=160),
                ),
                (
                    "pausing",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether a player is also asked when passing is the only option.",
                    ),
                ),
                (
                    "take_backs",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="Whether a choice can be taken back until something is revealed.",
                    ),
                ),
                (
                    "guide",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="How the page helps the first player: lesson or hints. Empty without help.",
                        max_length=8,
                    ),
                ),
                ("number", models.PositiveIntegerField(db_default=0, default=0)),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "bots_due_at",
                    models.DateTimeField(
                        help_text="When the bots are woken again if they have not moved. Empty while it is a person's turn.",
                        null=True,
                    ),
                ),
                (
                    "passes_at",
                    models.DateTimeField(
                        help_text="When the site passes for the player who is asked. Empty without an automatic pass.",
                        null=True,
                    ),
                ),
                ("outcome", models.JSONField(help_text="Winning seats, reason and the score of each seat.", null=True)),
                ("record", models.TextField(blank=True, db_default="", default="")),
                (
                    "replay",
                    models.CharField(
                        help_text="The token of the replay's URL, once the game is over.",
                        max_length=43,
                        null=True,
                        unique=True,
                    ),
                ),
                (
                    "rematch",
                    models.OneToOneField(
                        help_text="The rematch: the next game of the same players.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rematch_of",
                        to="gameplay.onlinegame",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("bots_due_at__isnull", False)),
                        fields=["bots_due_at"],
                        name="games_waiting_for_bots",
                    ),
                    models.Index(
                        condition=models.Q(("passes_at__isnull", False)),
                        fields=["passes_at"],
                        name="games_with_automatic_pass",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "bot",
                    models.CharField(
                        db_default="regular",
                        default="regular",
                        help_text="The level of the bot, if the player is one.",
                        max_length=16,
                    ),
                ),
                (
                    "pass_until",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="What ends the instruction to pass: turn or event. Empty without one. Secret from opponents.",
                        max_length=8,
                    ),
                ),
                (
                    "pass_turn",
                    models.PositiveIntegerField(db_default=0, default=0, help_text="The turn of that instruction."),
                ),
                (
                    "pass_events",
                    models.PositiveIntegerField(
                        db_default=0, default=0, help_text="The number of events when that instruction was given."
                    ),
                ),
                (
                    "mutes_phrases",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether the player hides the phrases of the other players.",
                    ),
                ),
                (
                    "wants_rematch",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether the player wants a rematch of the finished game.",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="game_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="gameplay.onlinegame",
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="Choice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="From 1, within the game.")),
                ("option", models.JSONField(help_text="A code, then card ids, seats or numbers; or a correction.")),
                ("at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        help_text="Empty for the site itself.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="choices",
                        to="gameplay.onlinegame",
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="JudgeNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entry", models.PositiveIntegerField(help_text="The number of the entry that follows the moment.")),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="judge_notes",
                        to="gameplay.onlinegame",
                    ),
                ),
            ],
            options={
                "ordering": ["entry", "pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("email"),
                condition=models.Q(("email", ""), _negated=True),
                name="unique_account_email",
            ),
        ),
        migrations.AddConstraint(
            model_name="storedresponse",
            constraint=models.UniqueConstraint(fields=("account", "key"), name="unique_response_key"),
        ),
        migrations.AddConstraint(
            model_name="logentry",
            constraint=models.UniqueConstraint(fields=("stream", "number"), name="unique_log_entry_number"),
        ),
        migrations.AddConstraint(
            model_name="gameseat",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="unique_game_seat_number"),
        ),
        migrations.AddConstraint(
            model_name="gameseat",
            constraint=models.UniqueConstraint(fields=("game", "player"), name="unique_game_seat_player"),
        ),
        migrations.AddConstraint(
            model_name="choice",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="unique_game_choice_number"),
        ),
    ]
