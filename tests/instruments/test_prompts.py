"""The command that counts prompts."""

import json
from io import StringIO

from django.core.management import call_command


def prompts(*arguments: str) -> list[dict[str, object]]:
    output = StringIO()
    call_command("prompts", "--games", "1", *arguments, stdout=output)
    rows: list[dict[str, object]] = json.loads(output.getvalue())
    return rows


def test_payments_are_counted_as_one_gesture():
    people, bots = prompts("--game", "rm2k")[0], prompts("--game", "rm2k", "--bots")[0]

    for row in (people, bots):
        saved = row["saved"]
        assert isinstance(saved, dict)
        assert isinstance(row["prompts"], int)
        assert saved["payments"] > 30
        assert row["gestures"] == row["prompts"] - sum(saved.values())
        assert isinstance(row["by_kind"], dict)
        assert sum(row["by_kind"].values()) == row["prompts"]
    assert str(people["mode"]) == "rm2k standard, 2 players"
    assert people["prompts"] > bots["prompts"]  # type: ignore[operator]
