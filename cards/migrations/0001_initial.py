import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="ImportedSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=20)),
                ("code", models.CharField(help_text="The first part of its cards' refs.", max_length=8)),
                ("text", models.TextField(help_text="The set as JSON, see cards.set_json.")),
                ("fingerprint", models.CharField(help_text="SHA-256 of the text.", max_length=64)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(django.db.models.functions.text.Upper("code"), name="unique_set_code")
                ],
            },
        ),
    ]
