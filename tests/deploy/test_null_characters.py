"""Null characters, which PostgreSQL cannot store, are refused in addresses, forms and files."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from cards.printed import bundled_card_set
from cards.set_json import set_to_json as set_file
from gameplay.models import LogEntry
from tests.deploy.test_surrogates import run
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day, day, new_event
from tournaments.models import Call, Match

__all__ = ["day", "new_event"]

NULL = "rain\0"


@pytest.fixture
def match(day: Day) -> Match:
    day.to_round(1)
    return day.matches(1)[0]


def test_form_with_a_null_character_is_refused_and_changes_nothing(day: Day, match: Match):
    desk, player = signed_in(day.alma), signed_in(match.a.account)
    before = LogEntry.objects.count()

    for client, path, form in (
        (desk, f"/e/{day.event.slug}/manage/result", {"table": match.table, "score": "2-0", "seen": 0, "reason": NULL}),
        (desk, f"/e/{day.event.slug}/manage/step", {"step": NULL}),
        (player, f"/match/{match.pk}/call", {"category": "rules", "text": NULL}),
        (player, f"/match/{match.pk}/report", {"quick": "2-0", "seen": 0, NULL: "yes", "drop": NULL}),
    ):
        refused = client.post(path, form)
        assert refused.status_code == 400, path
        assert "This request cannot be understood." in refused.content.decode()

    assert (LogEntry.objects.count(), Call.objects.count(), match.reports.count()) == (before, 0, 0)


@pytest.mark.parametrize("path", ["/replay/%00", "/join/%00", "/e/%00/", "/?next=%00", "/api/v1/cards?q=%00"])
def test_address_with_a_null_character_is_refused(path: str, db: None, client: Client):
    assert client.get(path).status_code in (400, 404)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "with_null"), [("Wharf Pincher", "Wharf\\u0000Pincher"), ('"species"', '"spe\\u0000cies"')]
)
def test_card_set_with_a_null_character_is_not_imported(text: str, with_null: str, tmp_path: Path):
    file, data = tmp_path / "set.json", json.loads(set_file(bundled_card_set("enemy", "FL")))
    data["set"]["code"] = "ZZ"
    file.write_text(json.dumps(data).replace(text, with_null, 1), encoding="utf-8")

    code, out, err = run("cards import", file)

    assert (code, out) == (2, "")
    assert "a null character, which a database cannot store" in err


def test_packs_of_a_cube_are_generated_without_a_database(tmp_path: Path):
    file = tmp_path / "cube.txt"
    refs = [card.ref for card in bundled_card_set("enemy", "FL").cards[:11]]
    file.write_text("\n".join(refs), encoding="utf-8")

    call_command("packs", "--set", "FL", "--cube", str(file))
