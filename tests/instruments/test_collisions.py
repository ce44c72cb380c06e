"""Officials who press everything at the same time: a few moments, and faults that are noticed."""

from random import Random

import pytest
from django.db.models import QuerySet

from gameplay.models import LogEntry
from gameplay.services.accounts import create_staff
from tests.instruments.collisions.event_course import faults, new_event
from tests.instruments.collisions.page_forms import read_forms
from tests.instruments.collisions.run import Course

PAGE = """<form method="post" action="step" id="next"><input type="hidden" name="round" value="3"></form>
<button form="next" name="step" value="publish">Publish</button>
<form method="post"><select name="role"><option value="judge"></select><input type="checkbox" name="sure">
<button formaction="/elsewhere">Save</button></form><form><input name="search"></form>"""


def test_forms_are_filled_in_as_a_browser_sends_them():
    [step, other] = read_forms("/e/x/manage", PAGE)

    assert step.fill(Random(1)) == ("/e/x/step", {"step": "publish", "round": "3"})
    found = [other.fill(Random(seed)) for seed in range(9)]
    assert {address for address, _data in found} == {"/elsewhere"}
    assert {data["role"] for _address, data in found} == {"judge"}
    assert {data.get("sure") for _address, data in found} == {"on", None}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_event_stays_consistent_while_everything_is_pressed():
    officials = [create_staff(name) for name in ("Alma", "Berta", "Script")]
    course = Course(new_event(officials, Random(5)), officials)

    lines = [course.collide(Random(seed)) for seed in range(5)]

    assert [line["faults"] for line in lines] == [[]] * 5
    assert sum(line["statuses"][302] + line["statuses"][201] for line in lines) > 0


@pytest.mark.django_db
def test_faults_are_noticed():
    officials = [create_staff(name) for name in ("Alma", "Berta", "Script")]
    chance, event = Random(4), None
    while event is None or not event.rounds.filter(published_at__isnull=False).exists():
        event = new_event(officials, chance)
    assert list(faults(event)) == []

    matches = event.rounds.get(number=1).matches
    first, second, *_others = matches.filter(kind="played").order_by("table")
    matches.filter(pk=second.pk).update(b=first.a)
    assert list(faults(event)) == ["round 1 has 1 players at several tables"]
    QuerySet(LogEntry).filter(stream=event.stream, number=2).update(action="dropped")  # objects refuses it
    assert len(list(faults(event))) == 2
    matches.update(kind="bye", b=None)
    assert "round 1 has no match" in list(faults(event))
