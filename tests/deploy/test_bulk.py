"""Bulk work: workers give the answer of one process, an interrupted run goes on, and it has its own queue."""

import json
import re
from collections.abc import Sequence
from io import StringIO
from types import SimpleNamespace

import pytest
from celery import shared_task
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from cards.printed import bundled_card_set
from deploy import site_verification
from deploy.management.commands import verify_site
from drafting.balance.measure import measure
from gameplay.infrastructure import bulk
from gameplay.infrastructure.bulk import BulkRun
from gameplay.models import LogStream
from tests.operations.conftest import olga, operator  # noqa: F401  fixtures
from tests.tournaments.days import Day, day, new_event, six  # noqa: F401  fixtures

DONE: list[int] = []


@shared_task(name="tests.double")
def double(run_id: str, number: int, added: int) -> None:
    DONE.append(number)
    BulkRun("", run_id).store(number, 2 * number + added)


@pytest.fixture(autouse=True)
def _empty():
    DONE.clear()
    cache.clear()
    yield
    cache.clear()


def test_interrupted_run_goes_on_with_the_missing_chunks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bulk, "WINDOW", 4)
    run, progress = BulkRun("numbers", "a-run"), list[Sequence[int]]()
    run.store(2, 4)

    results = run.run(double, dict.fromkeys(range(6), (0,)), report=lambda *each: progress.append(each))

    assert list(results) == [0, 2, 4, 6, 8, 10]
    assert sorted(DONE) == [0, 1, 3, 4, 5]
    assert progress[-1] == (6, 6)


def test_results_are_yielded_before_all_chunks_are_done():
    run = BulkRun("numbers", "a-run").run(double, dict.fromkeys(range(9), (0,)), window=3)

    assert (next(run), DONE) == (0, [0, 1, 2])
    assert (next(run), DONE) == (2, [0, 1, 2, 3])
    assert list(run) == [4, 6, 8, 10, 12, 14, 16]


def test_operators_see_the_progress_of_runs(operator: Client, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    assert "Bulk work" not in operator.get("/operate").content.decode()
    monkeypatch.setattr(bulk, "WINDOW", 2)
    assert list(BulkRun("balance FL", "finished").run(double, dict.fromkeys(range(2), (0,)))) == [0, 2]
    interrupted = BulkRun("verify_site", "interrupted").run(double, dict.fromkeys(range(3), (0,)))
    assert next(interrupted) == 0

    rows = operator.get("/operate").content.decode().split("Bulk work</h2>")[1].split("</table>")[0].split("<tr>")[2:]

    shown = [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in rows]
    assert shown[0].startswith("verify_site 2 of 3 ")
    assert shown[1].startswith("balance FL finished 2 of 2 ")


def test_workers_find_the_faults_of_one_process(six: Day, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    monkeypatch.setattr(verify_site, "STORED_PER_CHUNK", 1)
    expected = sorted(site_verification.site_faults())
    output = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("verify_site", "--workers", stdout=output, stderr=StringIO())
    assert (end.value.code, sorted(json.loads(output.getvalue())["faults"])) == (0, expected)

    LogStream.objects.filter(name=six.event.stream).update(number=999)
    expected, output = sorted(site_verification.site_faults()), StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("verify_site", "--workers", stdout=output, stderr=StringIO())

    assert expected
    assert (end.value.code, sorted(json.loads(output.getvalue())["faults"])) == (1, expected)


def test_workers_play_the_games_of_one_process():
    card_set = bundled_card_set("enemy", "FL")

    assert measure(card_set, games=30, workers=True) == measure(card_set, games=30)


def test_without_a_worker_the_command_says_which_to_start(monkeypatch: pytest.MonkeyPatch, db: None):
    inspector = SimpleNamespace(active_queues=lambda: {"a worker": [{"name": "celery"}]})
    conf, control = SimpleNamespace(task_always_eager=False), SimpleNamespace(inspect=lambda **_: inspector)
    task = SimpleNamespace(app=SimpleNamespace(conf=conf, control=control))
    monkeypatch.setattr(verify_site, "verify_chunk", task)

    with pytest.raises(CommandError, match="worker --queue bulk"):
        call_command("verify_site", "--workers", stderr=StringIO())
