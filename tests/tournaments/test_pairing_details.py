"""How a round was paired moves between its old column and its own table without loss, in both directions."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.tournaments.conftest import Day
from tournaments.models import PairingDetails, Round
from tournaments.services.round import propose_round, swap_players


def stored() -> dict[int, Any]:
    return dict(PairingDetails.objects.values_list("round_id", "data"))


@pytest.mark.django_db(transaction=True)
def test_the_pairing_of_every_round_survives_migrations_in_both_directions(day: Day):
    """Among them that of a proposal with an earlier one."""
    day.to_round(1)
    day.settle(1)
    proposed = propose_round(day.event, by=day.by)
    first, second = proposed.matches.order_by("table")[:2]
    swap_players(day.event, 2, (first.a.number, second.a.number), reason="they share a car", by=day.by)
    before = stored()
    assert [("earlier" in data) for _round, data in sorted(before.items())] == [False, True]

    try:
        call_command("migrate", "tournaments", "0023", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, pairing FROM tournaments_round ORDER BY id")
            column = {
                number: data if isinstance(data, dict) else json.loads(data) for number, data in cursor.fetchall()
            }
            tables = connection.introspection.table_names(cursor)
            described = connection.introspection.get_table_description(cursor, "tournaments_round")
        null = {each.name: each.null_ok for each in described}
    finally:
        call_command("migrate", verbosity=0)

    assert column == before
    assert null["pairing"] is False
    assert "tournaments_pairingdetails" not in tables
    assert stored() == before
    assert Round.objects.get(number=2).pairing == before[proposed.pk]
