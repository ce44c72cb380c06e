"""API of decks: save, change by one copy, submit, take back."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from drafting.api.serializers import DeckSerializer, SuggestionSerializer
from drafting.models import Pick, Pod
from drafting.rules.decks import deck_checksum
from drafting.rules.format import DraftFormat
from gameplay.models import Account
from tests.drafting.conftest import Draft, NewDraft, Program, program


@pytest.fixture
def built(new_draft: NewDraft) -> Draft:
    """Alice and Bob after a draft of 44 cards each."""
    return new_draft("Alice", "Bob", terms=DraftFormat()).draft()


@pytest.fixture
def alice(built: Draft) -> Program:
    return program(built, "Alice")


def refs(data: dict[str, Any], which: str) -> list[str]:
    return sorted(card["ref"] for card in data["cards"] for _ in range(card[which]))


@pytest.mark.clause("DRF-2.14")
def test_the_pool_is_shown_once_the_draft_is_over(built: Draft, alice: Program, draft: Draft):
    response = alice.get("/deck")

    data = response.json()
    assert set(data) == set(DeckSerializer().fields)
    assert refs(data, "drafted") == sorted(built.pool("Alice"))
    assert (data["state"], data["count"], data["version"]) == ("building", 0, 0)
    early = program(draft, "Alice").get("/deck")
    assert (early.status_code, early.json()["code"]) == (409, "not_drafted")


@pytest.mark.clause("DRF-2.11")
def test_players_do_not_see_the_pools_of_others(built: Draft, alice: Program):
    bob_cards = set(built.pool("Bob")) - set(built.pool("Alice"))

    content = " ".join(alice.get(what).content.decode() for what in ("", "/deck"))

    assert bob_cards
    assert not [ref for ref in bob_cards if ref in content]
    assert not [pick.token for pick in Pick.objects.all() if pick.token in content]


def test_a_deck_is_saved_changed_and_submitted(built: Draft, alice: Program):
    pool = sorted(built.pool("Alice"))

    saved = alice.send("/deck", {"cards": pool[:34], "version": 0}, method="PUT").json()
    assert (saved["count"], saved["version"]) == (34, 1)
    assert [(fault["code"], fault["clause"]) for fault in saved["faults"]] == [("deck_size", "DRF-3.2")]
    refused = alice.send("/submission")
    assert (refused.status_code, refused.json()["code"]) == (422, "deck_size")
    assert refused.json()["detail"] == "The deck must have exactly 35 cards, not 34."

    full = alice.send("/deck/changes", {"ref": pool[34], "count": 1}).json()
    assert (full["count"], full["faults"]) == (35, [])
    submitted = alice.send("/submission")
    assert submitted.status_code == 201
    assert submitted.json()["checksum"] == deck_checksum(pool[:35])
    assert submitted.json()["state"] == "submitted"

    locked = alice.send("/deck/changes", {"ref": pool[34], "count": -1})
    assert (locked.status_code, locked.json()["code"]) == (409, "deck_submitted")
    assert alice.send("/submission", method="DELETE").json()["state"] == "building"
    assert alice.send("/deck/changes", {"ref": pool[34], "count": -1}).json()["count"] == 34
    assert built.deck("Alice").cards == pool[:34]


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_all_errors_are_returned_together(built: Draft, alice: Program):
    pool = built.pool("Alice")
    foreign = next(f"FL-C{number:02}" for number in range(1, 99) if f"FL-C{number:02}" not in pool)

    response = alice.send("/deck", {"cards": [foreign, "FL-T01", *pool]}, method="PUT")

    data = response.json()
    assert (response.status_code, data["code"], data["field"]) == (422, "not_in_pool", "deck")
    assert [fault["details"]["card"] for fault in data["faults"]] == [foreign, "FL-T01"]
    assert built.deck("Alice").cards == []


def test_every_rule_is_listed_with_its_errors(built: Draft, alice: Program):
    alice.send("/deck", {"cards": built.pool("Alice")[:34]}, method="PUT")

    rules = alice.get("/deck").json()["rules"]

    assert {rule["clause"]: [fault["code"] for fault in rule["faults"]] for rule in rules} == {
        "DRF-3.2": ["deck_size"],
        "DRF-3.3": [],
        "DRF-1.2": [],
        "DRF-3.4": [],
    }


def test_the_last_change_is_undone(built: Draft, alice: Program):
    early = alice.send("/deck/undo")
    alice.send("/deck", {"cards": built.pool("Alice")[:35]}, method="PUT")

    undone = alice.send("/deck/undo", {"version": 1})
    stale = alice.send("/deck/undo", {"version": 1})

    assert (early.status_code, early.json()["code"]) == (409, "nothing_to_undo")
    assert (undone.json()["count"], undone.json()["undo"], undone.json()["version"]) == (0, True, 2)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_deck")


def test_a_repeated_request_changes_the_deck_once(built: Draft, alice: Program):
    ref = next(ref for ref in built.pool("Alice") if built.pool("Alice").count(ref) > 1)

    responses = [alice.send("/deck/changes", {"ref": ref, "count": 1}, key="one") for _ in range(2)]

    assert responses[0].json() == responses[1].json()
    assert built.deck("Alice").cards == [ref]


def test_an_outdated_deck_is_refused_with_the_current_state(built: Draft, alice: Program):
    pool = built.pool("Alice")
    alice.send("/deck", {"cards": pool[:35]}, method="PUT")

    response = alice.send("/deck", {"cards": [], "version": 0}, method="PUT")

    assert (response.status_code, response.json()["code"]) == (409, "stale_deck")
    assert response.json()["details"]["version"] == 1
    assert response.json()["details"]["state"]["state"] == "building"


@pytest.mark.parametrize(
    ("method", "what", "body"),
    [
        ("PUT", "/deck", {}),
        ("PUT", "/deck", {"cards": "FL-C01"}),
        ("PUT", "/deck", {"cards": [None]}),
        ("PUT", "/deck", {"cards": [["FL-C01"]]}),
        ("PUT", "/deck", {"cards": ["FL-C01"] * 501}),
        ("PUT", "/deck", {"cards": [], "version": -1}),
        ("PUT", "/deck", {"cards": [], "version": 10**20}),
        ("POST", "/deck/changes", {"ref": "FL-C01", "count": 0}),
        ("POST", "/deck/changes", {"ref": "FL-C01", "count": 2}),
        ("POST", "/deck/changes", {"ref": "FL-C01", "count": 0.5}),
        ("POST", "/deck/changes", {"ref": "FL-C01", "count": "１"}),
        ("POST", "/deck/changes", {"count": 1}),
    ],
)
def test_invalid_input_is_unreadable(new_draft: NewDraft, method: str, what: str, body: dict[str, Any]):
    short = new_draft("Alice", "Bob").draft()

    response = program(short, "Alice").send(what, body, method=method)

    assert (response.status_code, response.json()["code"]) == (400, "unreadable")
    assert short.deck("Alice").version == 0


@pytest.mark.clause("DRF-3.1")
def test_after_the_deadline_the_deck_is_read_only_until_a_judge_gives_more_time(
    built: Draft, alice: Program, officials: dict[str, Account]
):
    Pod.objects.update(deck_deadline=timezone.now() - timedelta(seconds=3))
    ref = built.pool("Alice")[0]

    refused = alice.send("/deck/changes", {"ref": ref, "count": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "build_time_over")
    assert alice.get("/deck").json()["state"] == "late"

    tomas = Program(officials["Tomas"], alice.path)
    assert tomas.send("/extension", {"minutes": 5, "reason": "a deck check"}).status_code == 200
    assert alice.send("/deck/changes", {"ref": ref, "count": 1}).json()["count"] == 1


@pytest.mark.clause("DRF-OP-9")
def test_decks_cannot_be_changed_once_all_are_in(built: Draft, alice: Program):
    for name in built.people:
        player = program(built, name)
        player.send("/deck", {"cards": built.pool(name)[:35]}, method="PUT")
        assert player.send("/submission").status_code == 201

    responses = [alice.send("/submission", method="DELETE"), alice.send("/deck", {"cards": []}, method="PUT")]

    assert [(response.status_code, response.json()["code"]) for response in responses] == [(409, "decks_in")] * 2
    assert alice.get().json()["state"] == "done"
    assert alice.get("/deck").json()["state"] == "in"


def test_a_suggested_deck_has_reasons_and_can_be_saved(built: Draft, alice: Program):
    data = alice.get("/deck/suggestion").json()

    assert set(data) == set(SuggestionSerializer().fields)
    assert len(data["cards"]) == sum(each["cards"] for each in data["types"]) == 35
    assert all(change["reasons"] for change in data["into"])
    saved = alice.send("/deck", {"cards": data["cards"], "version": 0}, method="PUT").json()
    assert saved["faults"] == []
    after = alice.get("/deck/suggestion").json()
    assert (after["into"], after["out"]) == ([], [])


@pytest.mark.clause("DRF-3.2")
def test_a_deck_is_filled_once_and_undone(built: Draft, alice: Program):
    begun = sorted(built.pool("Alice")[:20])
    alice.send("/deck", {"cards": begun}, method="PUT")

    filled, repeated = (alice.send("/deck/fill", {"version": 1}, key="fill") for _ in range(2))
    full = alice.send("/deck/fill")

    data = filled.json()
    assert (filled.status_code, data["lacking"], data["faults"], repeated.json()) == (200, 0, [], data)
    assert sum(card["added"] for card in data["cards"]) == 15
    assert (full.status_code, full.json()["code"]) == (409, "deck_full")
    undone = alice.send("/deck/undo", {"version": data["version"]}).json()
    assert (undone["lacking"], sum(card["added"] for card in undone["cards"])) == (15, 0)
    assert built.deck("Alice").cards == begun
