import django.db.models.deletion
from django.db import migrations, models

COPY = "INSERT INTO tournaments_pairingdetails (round_id, data) SELECT id, pairing FROM tournaments_round"
COPY_BACK = (
    "UPDATE tournaments_round SET pairing ="
    " (SELECT data FROM tournaments_pairingdetails WHERE round_id = tournaments_round.id)"
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_names_told_apart"),
    ]

    operations = [
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
            options={"verbose_name_plural": "pairing details"},
        ),
        # Reversed, the column comes back empty first, is filled, and only then refuses to be empty.
        migrations.AlterField("round", "pairing", models.JSONField(null=True)),
        migrations.RunSQL(COPY, COPY_BACK),
        migrations.RemoveField("round", "pairing"),
    ]
