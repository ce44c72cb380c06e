"""Check that timing reveals nothing: a hidden object takes as many queries as a missing one."""

import json
import re
import uuid
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from drafting.models import Pack, Pick
from tests.secrecy.crawl import FORM, every_address
from tests.secrecy.day import ANONYMOUS, SecretDay, secret_day
from tests.secrecy.test_secrecy import drafting

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


@pytest.fixture
def day(db: None) -> SecretDay:
    new_day = secret_day()
    drafting(new_day)
    return new_day


def work(day: SecretDay, name: str, address: str, body: Any = None) -> tuple[int, int, str]:
    """Return the status, the number of queries and the body without ids of a response; roll back all changes."""
    client = day.client(name)
    with transaction.atomic():
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address) if body is None else client.post(address, json.dumps(body), "application/json")
        transaction.set_rollback(True)
    text = answer.content.decode()
    return answer.status_code, len(queries), re.sub(r'value="\w{64}"|nonce-\S+|nonce="\S+"', "", UUID.sub("-", text))


def send(day: SecretDay, name: str, address: str, *, method: str, body: dict[str, Any]) -> tuple[int, int]:
    """Return the status and the number of queries; send JSON to the API, else a form; roll back all changes."""
    kind, sent = ("application/json", json.dumps(body)) if "/api/" in address else (FORM, urlencode(body, doseq=True))
    client = day.copy_of_client(name)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answer = client.generic(method, address, sent, kind)
        transaction.set_rollback(True)
    return answer.status_code, len(queries)


def other_seat(day: SecretDay, name: str) -> Pack:
    """Return a pack of the open round that waits at another seat of the same pod."""
    hand = day.in_hand(name)
    assert hand
    return Pack.objects.filter(pod=hand.pod_id, pack_round=hand.pack_round).exclude(pk=hand.pk).exclude(contents=[])[0]


@pytest.mark.clause("DRF-2.15")
def test_sealed_pack_is_answered_like_a_missing_one(day: SecretDay):
    turn = day.turn("Alice")
    pod = day.seats("Alice")[0].pod
    sealed = Pack.objects.filter(pod=pod, pack_round=4).first()
    assert sealed

    def send_pick(pack: Any) -> tuple[int, int, str]:
        return work(day, "Alice", f"/api/v1/pods/{pod.pk}/picks", turn | {"pack": str(pack)})

    assert send_pick(sealed.pk) == send_pick(uuid.uuid4())
    assert send_pick(sealed.pk)[0] == 404


@pytest.mark.clause("DRF-2.11", "DRF-2.14")
def test_copy_in_another_pack_is_answered_like_a_missing_one(day: SecretDay):
    turn, pod = day.turn("Alice"), day.seats("Alice")[0].pod
    sealed = Pack.objects.filter(pod=pod, pack_round=4).first()
    taken = Pick.objects.filter(seat=day.seats("Alice")[0]).first()
    assert sealed
    assert taken
    tokens = [other_seat(day, "Alice").contents[0][0], sealed.contents[0][0], taken.token, "0" * 22]

    for what in ("picks", "selection"):
        answers = [work(day, "Alice", f"/api/v1/pods/{pod.pk}/{what}", turn | {"card": token}) for token in tokens]
        assert len(set(answers)) == 1
        assert answers[0][0] == 422


@pytest.mark.parametrize("name", ["Zoe", "Mallory", "Olga", ANONYMOUS])
def test_foreign_pod_takes_as_many_queries_as_a_missing_one(day: SecretDay, name: str):
    own = {seat.pod_id for seat in day.seats(name)}
    foreign = next(pod.pk for pod in day.pods() if pod.pk not in own)
    compared = 0
    for address in every_address(day):
        if str(foreign) in address:
            unknown = address.replace(str(foreign), str(uuid.uuid4()))
            assert work(day, name, address)[:2] == work(day, name, unknown)[:2], address
            compared += 1

    assert compared > 10


@pytest.mark.clause("DRF-2.15")
@pytest.mark.parametrize("name", ["Zoe", "Mallory", "Olga", ANONYMOUS])
def test_data_sent_to_a_foreign_pod_takes_as_many_queries_as_to_a_missing_one(day: SecretDay, name: str):
    """The packs and copies in the requests are real ones of the pod."""
    own, alice = {seat.pod_id for seat in day.seats(name)}, day.turn("Alice")
    foreign = next(pod.pk for pod in day.pods() if pod.pk not in own)
    pack = Pack.objects.filter(pod=foreign).exclude(contents=[])[0]
    turn = alice | {"pack": str(pack.pk), "card": pack.contents[0][0]}
    compared, unlike = 0, []
    for address in every_address(day):
        if str(foreign) not in address:
            continue
        for method, body in (
            ("POST", turn),
            ("POST", {"do": "back", "seat": "1"}),
            ("PUT", {"cards": []}),
            ("DELETE", {}),
        ):
            unknown = address.replace(str(foreign), str(uuid.uuid4()))
            answers = [send(day, name, each, method=method, body=body) for each in (address, unknown)]
            unlike += [(method, address, answers)] if answers[0] != answers[1] else []
            compared += 1

    assert unlike == []
    assert compared > 100
