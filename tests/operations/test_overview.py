"""The operators' page: what runs, what is late, the events in progress, and the last day."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from gameplay.models import Account, Heartbeat
from gameplay.services.accounts import create_guest, create_staff
from operations.metric_totals import MetricTotals, metric_totals
from operations.models import Process, Sample
from operations.selectors.day_samples import STEPS, day_samples, quantile
from operations.selectors.health import Health, check_health
from operations.selectors.lateness import late_work
from operations.selectors.processes import process_states
from operations.selectors.task_queue import QueueState
from operations.services.process_reports import register_process, report_process, stop_process, store_sample
from operations.views.day_plots import day_plots
from tests.operations.conftest import signed_in
from tests.tournaments.days import Day, day, new_event

__all__ = ["day", "new_event"]
NOTHING = MetricTotals(0, 0, 0, 0, (0,) * 12)


def page(operator: Client) -> str:
    response = operator.get("/operate")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("path", ["/operate", "/operate/accounts"])
def test_page_does_not_exist_for_others(db: None, path: str):
    missing = Client().get("/operatx")
    for client in (Client(), signed_in(create_staff("Hana")), signed_in(create_guest("Zoe"))):
        response = client.get(path)
        assert response.status_code == missing.status_code == 404
        assert client.post(path, {"handle": "Ida"}).status_code in {404, 405}
    assert not Account.objects.filter(handle="Ida").exists()


def test_locked_operator_has_no_access(operator: Client, olga: Account):
    Account.objects.filter(pk=olga.pk).update(is_active=False)

    assert operator.get("/operate").status_code == 404


def test_menu_leads_operators_to_the_page(operator: Client):
    assert 'href="/operate"' in operator.get("/").content.decode()
    assert 'href="/operate"' not in signed_in(create_staff("Hana")).get("/").content.decode()


def test_processes_are_shown_until_they_stop_and_marked_if_they_do_not_report(operator: Client):
    now = timezone.now()
    web = register_process(Process.Kind.WEB, now)
    worker = register_process(Process.Kind.WORKER, now - timedelta(minutes=2))
    beat = register_process(Process.Kind.BEAT, now)
    stop_process(beat, now)
    Process.objects.filter(pk=web.pk).update(host="web-1", streams=7)
    Process.objects.filter(pk=worker.pk).update(host="worker-1")

    text = page(operator).split("What runs")[1]

    assert text.index("web-1") < text.index("worker-1")
    assert text.split("worker-1")[1].split("</tr>")[0].count('class="chip error"') == 1
    assert "<dd>7</dd>" in text
    assert "Scheduler (beat)</" not in text.split("Events in progress")[0]


def test_process_whose_row_was_deleted_reports_again(db: None):
    web = register_process(Process.Kind.WEB, timezone.now())
    Process.objects.all().delete()

    report_process(web, timezone.now())

    assert Process.objects.get().pk == web.pk


def test_late_work_is_named(db: None):
    now = timezone.now()
    worker = register_process(Process.Kind.WORKER, now - timedelta(minutes=1))
    Process.objects.filter(pk=worker.pk).update(host="worker-1", pid=7)
    health = Health({"clock": "late"}, clock_age=180.2, queue=QueueState(length=2, oldest_age=95.4))

    found = late_work(health, process_states(now), now)

    assert [each.sentence.format(**each.fields) for each in found] == [
        "The last tick was 180 s ago.",
        "Tasks wait for a worker (2), the oldest for 95 s.",
        "worker 7 on worker-1 has not reported for 60 s.",
    ]
    assert process_states(now + timedelta(hours=2)) == []


def test_clock_that_has_ticked_once_is_late(db: None):
    now = timezone.now()
    Heartbeat.objects.create(at=now - timedelta(minutes=3))

    assert late_work(check_health(), [], now)[0].fields == {"seconds": 180}


def test_events_in_progress_are_listed_with_their_counts(operator: Client, day: Day):
    day.to_round(1)

    row = page(operator).split(f">{day.event.name}</a>")[1].split("</tr>")[0]

    assert [part.split("<")[0] for part in row.split('<td class="n">')[1:]] == [
        str(day.event.entries.count()),
        "0",
        "1",
    ]


def test_number_of_queries_does_not_depend_on_the_rows(operator: Client, new_event: Callable[..., Day]):
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            page(operator)
        return len(found)

    new_event()
    register_process(Process.Kind.WEB, timezone.now())
    operator.get("/operate/accounts")
    one = queries()
    for _ in range(2):
        new_event().enter()
        register_process(Process.Kind.WORKER, timezone.now())

    assert queries() == one <= 30


def test_samples_are_kept_for_a_day_and_drawn(operator: Client):
    now = timezone.now().replace(second=0, microsecond=0)
    web, worker = (register_process(kind, now) for kind in (Process.Kind.WEB, Process.Kind.WORKER))
    busy = MetricTotals(120, 6, 30, 15, (0, 90, 10, *(0,) * 9))
    old, last = now - timedelta(hours=26), now - timedelta(minutes=1)
    store_sample(web, old, busy, clock_lateness=None)
    store_sample(web, last, busy, clock_lateness=0.5)
    store_sample(web, last, busy, clock_lateness=0.5)  # the server's clock was set back
    store_sample(worker, last, busy, clock_lateness=3.0)

    assert Sample.objects.count() == 2
    found = day_samples(now)
    newest = max(index for index, value in enumerate(found.requests) if value is not None)
    assert STEPS - 2 <= newest < STEPS
    assert (found.requests[newest], found.errors[newest], found.picks[newest]) == (240, 12, 60)
    assert found.clock_lateness[newest] == 3.0
    assert found.acknowledgement[newest] == pytest.approx(0.025 * 0.9 + 0.01 * 0.1)
    plot = next(plot for plot in day_plots(found) if plot.name == "requests")
    assert (plot.largest, plot.path) == (240, f"M{newest} 0.0h1")
    assert "highest 240" in page(operator)


def test_totals_of_a_process_count_its_requests(operator: Client):
    before = metric_totals()
    operator.get("/operate/accounts")

    counted = metric_totals() - before

    assert (counted.requests, counted.errors) == (1, 0)
    assert before - before == NOTHING


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0,) * 12, None),
        ((100, *(0,) * 11), 0.00495),
        ((*(0,) * 11, 5), 10.0),
        ((98, 2, *(0,) * 10), 0.0075),
        ((50, 30, 20, *(0,) * 9), 0.02425),
    ],
)
def test_quantile_is_interpolated_within_its_bucket(counts: tuple[int, ...], expected: float | None):
    assert quantile(counts, 0.99) == (expected if expected is None else pytest.approx(expected))


def test_command_prints_the_state_as_json(db: None):
    Heartbeat.objects.create(at=timezone.now())
    written = StringIO()

    call_command("operate", "status", stdout=written)

    found = json.loads(written.getvalue())
    assert found["parts"]["database"] == "ok"
    assert found["versions"]["Passleft"]
