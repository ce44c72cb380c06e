"""How long an answer takes tells nothing: as much is asked of the database for what is hidden as for what does not exist."""

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
    found = secret_day()
    drafting(found)
    return found


def work(day: SecretDay, name: str, address: str, body: Any = None) -> tuple[int, int, str]:
    """What ``name`` is answered: the status, how many queries it took, and the body without its ids; nothing stays."""
    client = day.client(name)
    with transaction.atomic():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = client.get(address) if body is None else client.post(address, json.dumps(body), "application/json")
        transaction.set_rollback(True)
    text = answer.content.decode()
    return answer.status_code, len(queries), re.sub(r'value="\w{64}"|nonce-\S+|nonce="\S+"', "", UUID.sub("-", text))


def send(day: SecretDay, name: str, address: str, *, method: str, body: dict[str, Any]) -> tuple[int, int]:
    """The status, and how many queries it took; as JSON to programs' addresses, else as a form. Nothing stays."""
    kind, sent = ("application/json", json.dumps(body)) if "/api/" in address else (FORM, urlencode(body, doseq=True))
    client = day.again(name)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answer = client.generic(method, address, sent, kind)
        transaction.set_rollback(True)
    return answer.status_code, len(queries)


def other_seat(day: SecretDay, name: str) -> Pack:
    """A pack of the open round that lies before somebody else at the pod of ``name``."""
    hand = day.in_hand(name)
    assert hand
    return Pack.objects.filter(pod=hand.pod_id, pack_round=hand.pack_round).exclude(pk=hand.pk).exclude(contents=[])[0]


@pytest.mark.clause("DRF-2.15")
def test_a_sealed_pack_is_as_unknown_as_one_that_does_not_exist(day: SecretDay):
    turn = day.turn("Alice")
    pod = day.seats("Alice")[0].pod
    sealed = Pack.objects.filter(pod=pod, pack_round=4).first()
    assert sealed

    def tried(pack: Any) -> tuple[int, int, str]:
        return work(day, "Alice", f"/api/v1/pods/{pod.pk}/picks", turn | {"pack": str(pack)})

    assert tried(sealed.pk) == tried(uuid.uuid4())
    assert tried(sealed.pk)[0] == 404


@pytest.mark.clause("DRF-2.11", "DRF-2.14")
def test_a_copy_that_lies_elsewhere_is_as_unknown_as_one_that_does_not_exist(day: SecretDay):
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
def test_a_pod_that_is_not_theirs_takes_as_much_work_as_none(day: SecretDay, name: str):
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
def test_whatever_is_sent_to_a_pod_that_is_not_theirs_takes_as_much_work_as_to_none(day: SecretDay, name: str):
    """The packs and the copies that are sent are those that lie there."""
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
