import json

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import translation

from gameplay.models import Account
from gameplay.services import accounts
from tests.deploy.refusing_urls import Api

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.deploy.refusing_urls")]
TOO_SMALL = {
    "code": "deck_too_small",
    "clause": "DRF-3.2",
    "detail": "34 cards; exactly 35 are needed.",
    "field": "cards",
    "details": {"cards": 34, "size": 35},
}
NOT_ASKED = {
    "code": "not_asked",
    "clause": "",
    "detail": "It is another player's turn. Wait until you are asked to choose.",
    "field": "",
    "details": {},
}


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


@pytest.fixture
def api(alice: Account) -> Client:
    Api.calls.clear()
    client = Client()
    client.force_login(alice)
    return client


def post(client: Client, data: object, *, why: str = "none", **headers: str):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"/api/v1/try/{why}", json.dumps(data), content_type="application/json", headers=named)


@pytest.mark.parametrize(
    ("why", "status", "body"),
    [
        ("never", 422, TOO_SMALL),
        ("later", 409, NOT_ASKED),
        ("several", 422, TOO_SMALL | {"faults": [TOO_SMALL, NOT_ASKED]}),
        ("several-later", 409, NOT_ASKED | {"faults": [NOT_ASKED, NOT_ASKED]}),
    ],
)
def test_api_names_the_errors(api: Client, why: str, status: int, body: dict[str, object]):
    response = api.get(f"/api/v1/try/{why}")

    assert (response.status_code, response.json()) == (status, body)


def test_request_without_errors_succeeds(api: Client):
    assert api.get("/api/v1/try/none").json() == "fine"


def test_unreadable_request_is_not_a_rules_error(api: Client):
    response = api.get("/api/v1/try/unreadable")

    assert (response.status_code, response.json()["code"]) == (400, "unreadable")
    assert response.json()["detail"] == "event.json: line 3: not a number"


@pytest.mark.parametrize("data", [{}, {"number": "x"}, {"number": 10}])
def test_unreadable_fields_are_named(api: Client, data: object):
    response = post(api, data)

    assert (response.status_code, response.json()["code"], response.json()["field"]) == (400, "unreadable", "number")
    assert list(response.json()["details"]) == ["number"]


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"number": NaN}', "\x00", '"\\ud800"'])
def test_invalid_json_is_unreadable(api: Client, text: str):
    response = api.post("/api/v1/try/none", text, content_type="application/json")

    assert (response.status_code, response.json()["code"]) == (400, "unreadable")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_api_accepts_only_json(api: Client, kind: str):
    response = api.post("/api/v1/try/none", '{"number": 1}', content_type=kind)

    assert (response.status_code, response.json()["code"], Api.calls) == (415, "unsupported_media_type", [])


def test_forbidden_is_answered_like_unknown(api: Client):
    answers = [api.get(f"/api/v1/{place}") for place in ("try/unknown", "try/forbidden", "nothing/here")]

    assert {response.status_code for response in answers} == {404}
    assert len({response.content for response in answers}) == 1
    assert answers[0].json()["code"] == "not_found"


def test_api_requires_sign_in_first(client: Client):
    response = client.get("/api/v1/try/unknown")

    assert (response.status_code, response.json()["code"]) == (401, "sign_in")


def test_api_change_needs_a_csrf_token(alice: Account):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    response = post(client, {"number": 1})
    assert (response.status_code, response.json()["code"]) == (403, "csrf")

    client.get("/sign-in")
    token = client.cookies["csrftoken"].value
    assert post(client, {"number": 1}, x_csrftoken=token).status_code == 201


def test_form_without_a_csrf_token_is_refused_on_a_page():
    response = Client(enforce_csrf_checks=True).post("/sign-in", {"username": "Hana", "password": "x"})

    assert response.status_code == 403
    assert 'data-code="csrf"' in response.content.decode()


def test_other_methods_are_not_allowed(api: Client):
    response = api.delete("/api/v1/try/none")

    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    ("why", "status", "codes"),
    [
        ("never", 422, ["deck_too_small"]),
        ("later", 409, ["not_asked"]),
        ("several", 422, ["deck_too_small", "not_asked"]),
        ("unreadable", 400, ["unreadable"]),
        ("unknown", 404, ["not_found"]),
        ("forbidden", 404, ["not_found"]),
    ],
)
def test_page_names_the_errors(client: Client, why: str, status: int, codes: list[str]):
    response = client.get(f"/page/{why}")

    text = response.content.decode()
    assert response.status_code == status
    assert [code for code in codes if f'data-code="{code}"' in text] == codes
    assert "<h1>" in text
    assert "the pod exists" not in text


def test_htmx_request_gets_a_partial_error_page(client: Client):
    response = client.get("/page/several", headers={"HX-Request": "true"})

    text = response.content.decode()
    assert response.status_code == 422
    assert "<html" not in text
    assert "34 cards; exactly 35 are needed." in text
    assert "DRF-3.2" in text


def test_error_messages_are_in_the_language_of_the_request(api: Client, monkeypatch: pytest.MonkeyPatch):
    japanese = {"{cards} cards; exactly {size} are needed.": "{size}枚ちょうど必要です（今{cards}枚）。"}
    monkeypatch.setattr("deploy.refusals.gettext", lambda text: japanese.get(text, text))

    assert api.get("/api/v1/try/never").json()["detail"] == "35枚ちょうど必要です（今34枚）。"


def test_server_error_page_hides_the_exception():
    client = Client(raise_request_exception=False)

    page = client.get("/page/broken")
    assert page.status_code == 500
    assert "secret" not in page.content.decode()
    assert 'data-code="error"' in page.content.decode()


def test_server_error_of_the_api_is_json(api: Client):
    api.raise_request_exception = False

    response = api.get("/api/v1/try/broken")

    assert (response.status_code, response.json()["code"]) == (500, "error")


def test_server_error_page_needs_no_database(django_db_blocker):
    client = Client(raise_request_exception=False)
    client.cookies[site.SESSION_COOKIE_NAME] = "x" * 32

    with django_db_blocker.block():
        response = client.get("/sign-in")

    assert response.status_code == 500
    assert 'data-code="error"' in response.content.decode()


@pytest.mark.parametrize("path", ["/api/v1/try/none", "/sign-in", "/nothing"])
def test_oversized_body_is_refused(api: Client, path: str):
    response = api.post(path, b"x" * (site.BODY_LIMIT + 1), content_type="application/json")

    assert response.status_code == 413
    assert "too_large" in response.content.decode()


def test_error_pages_are_in_the_language_of_the_request(client: Client):
    with translation.override("en"):
        response = client.get("/nothing", headers={"accept-language": "ja"})

    assert response.headers["Content-Language"] == "ja"


# Idempotency-Key


def test_repeated_request_gets_the_first_response(api: Client):
    answers = [post(api, {"number": 1}, idempotency_key="k1") for _ in range(3)]

    assert [(answer.status_code, answer.json()) for answer in answers] == [(201, {"calls": 1})] * 3
    assert [answer.headers.get("Idempotency-Replayed") for answer in answers] == [None, "true", "true"]
    assert Api.calls == [1]


def test_key_cannot_be_reused_for_another_request(api: Client):
    post(api, {"number": 1}, idempotency_key="k1")

    response = post(api, {"number": 2}, idempotency_key="k1")

    assert (response.status_code, response.json()["code"], Api.calls) == (422, "key_reused", [1])


def test_request_without_a_key_runs_each_time(api: Client):
    post(api, {"number": 1})
    post(api, {"number": 1})

    assert Api.calls == [1, 1]


def test_long_or_unprintable_key_is_refused(api: Client):
    assert post(api, {"number": 1}, idempotency_key="k" * 201).status_code == 400
    assert post(api, {"number": 1}, idempotency_key="a\tb").status_code == 400


def test_refused_request_may_be_repeated_with_the_same_key(api: Client):
    assert post(api, {"number": 1}, why="later", idempotency_key="k1").status_code == 409
    assert post(api, {"number": 1}, why="later", idempotency_key="k1").status_code == 409


@pytest.mark.parametrize(
    ("came_from", "leads_back"),
    [("http://testserver/game/1?x=1", True), ("http://elsewhere.example/game/1", False), ("javascript:x", False)],
)
def test_refused_form_links_only_to_its_own_page(client: Client, came_from: str, leads_back: bool):
    text = client.post("/page/later", headers={"Referer": came_from}).content.decode()

    assert ("Go back" in text) is leads_back
    assert (f'href="{came_from}"' in text) is leads_back
