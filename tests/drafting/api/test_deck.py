"""Decks by programs: saved, changed by one copy, handed in, taken back."""

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
    """Alice and Bob have drafted 44 cards each."""
    return new_draft("Alice", "Bob", terms=DraftFormat()).draft()


@pytest.fixture
def alice(built: Draft) -> Program:
    return program(built, "Alice")


def refs(told: dict[str, Any], which: str) -> list[str]:
    return sorted(card["ref"] for card in told["cards"] for _ in range(card[which]))


@pytest.mark.clause("DRF-2.14")
def test_the_pool_is_shown_once_the_draft_is_over(built: Draft, alice: Program, draft: Draft):
    answer = alice.get("/deck")

    told = answer.json()
    assert set(told) == set(DeckSerializer().fields)
    assert refs(told, "drafted") == sorted(built.pool("Alice"))
    assert (told["state"], told["count"], told["version"]) == ("building", 0, 0)
    early = program(draft, "Alice").get("/deck")
    assert (early.status_code, early.json()["code"]) == (409, "not_drafted")


@pytest.mark.clause("DRF-2.11")
def test_nobody_sees_another_ones_pool(built: Draft, alice: Program):
    bobs = set(built.pool("Bob")) - set(built.pool("Alice"))

    seen = " ".join(alice.get(what).content.decode() for what in ("", "/deck"))

    assert bobs
    assert not [ref for ref in bobs if ref in seen]
    assert not [pick.token for pick in Pick.objects.all() if pick.token in seen]


def test_a_deck_is_saved_changed_and_handed_in(built: Draft, alice: Program):
    pool = sorted(built.pool("Alice"))

    saved = alice.send("/deck", {"cards": pool[:34], "version": 0}, method="PUT").json()
    assert (saved["count"], saved["version"]) == (34, 1)
    assert [(fault["code"], fault["clause"]) for fault in saved["faults"]] == [("deck_size", "DRF-3.2")]
    refused = alice.send("/submission")
    assert (refused.status_code, refused.json()["code"]) == (422, "deck_size")
    assert refused.json()["detail"] == "The deck has 34 cards; it must have exactly 35."

    full = alice.send("/deck/changes", {"ref": pool[34], "count": 1}).json()
    assert (full["count"], full["faults"]) == (35, [])
    handed_in = alice.send("/submission")
    assert handed_in.status_code == 201
    assert handed_in.json()["checksum"] == deck_checksum(pool[:35])
    assert handed_in.json()["state"] == "submitted"

    locked = alice.send("/deck/changes", {"ref": pool[34], "count": -1})
    assert (locked.status_code, locked.json()["code"]) == (409, "deck_submitted")
    assert alice.send("/submission", method="DELETE").json()["state"] == "building"
    assert alice.send("/deck/changes", {"ref": pool[34], "count": -1}).json()["count"] == 34
    assert built.deck("Alice").cards == pool[:34]


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_everything_that_is_wrong_is_answered_at_once(built: Draft, alice: Program):
    pool = built.pool("Alice")
    foreign = next(f"FL-C{number:02}" for number in range(1, 99) if f"FL-C{number:02}" not in pool)

    answer = alice.send("/deck", {"cards": [foreign, "FL-T01", *pool]}, method="PUT")

    told = answer.json()
    assert (answer.status_code, told["code"], told["field"]) == (422, "not_in_pool", "deck")
    assert [fault["details"]["card"] for fault in told["faults"]] == [foreign, "FL-T01"]
    assert built.deck("Alice").cards == []


def test_every_rule_is_told_with_what_breaks_it(built: Draft, alice: Program):
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


def test_a_repeated_change_is_made_once(built: Draft, alice: Program):
    ref = next(ref for ref in built.pool("Alice") if built.pool("Alice").count(ref) > 1)

    answers = [alice.send("/deck/changes", {"ref": ref, "count": 1}, key="one") for _ in range(2)]

    assert answers[0].json() == answers[1].json()
    assert built.deck("Alice").cards == [ref]


def test_a_deck_from_an_older_version_is_answered_with_the_present_state(built: Draft, alice: Program):
    pool = built.pool("Alice")
    alice.send("/deck", {"cards": pool[:35]}, method="PUT")

    answer = alice.send("/deck", {"cards": [], "version": 0}, method="PUT")

    assert (answer.status_code, answer.json()["code"]) == (409, "stale_deck")
    assert answer.json()["details"]["version"] == 1
    assert answer.json()["details"]["state"]["state"] == "building"


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
def test_nonsense_is_unreadable(new_draft: NewDraft, method: str, what: str, body: dict[str, Any]):
    short = new_draft("Alice", "Bob").draft()

    answer = program(short, "Alice").send(what, body, method=method)

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert short.deck("Alice").version == 0


@pytest.mark.clause("DRF-3.1")
def test_after_the_deadline_the_deck_can_be_read_until_a_judge_gives_more_time(
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
def test_once_all_decks_are_in_they_stay_as_they_are(built: Draft, alice: Program):
    for name in built.people:
        player = program(built, name)
        player.send("/deck", {"cards": built.pool(name)[:35]}, method="PUT")
        assert player.send("/submission").status_code == 201

    answers = [alice.send("/submission", method="DELETE"), alice.send("/deck", {"cards": []}, method="PUT")]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "decks_in")] * 2
    assert alice.get().json()["state"] == "done"
    assert alice.get("/deck").json()["state"] == "in"


def test_a_deck_is_suggested_in_words_and_saved_like_any_other(built: Draft, alice: Program):
    told = alice.get("/deck/suggestion").json()

    assert set(told) == set(SuggestionSerializer().fields)
    assert len(told["cards"]) == sum(each["cards"] for each in told["types"]) == 35
    assert all(change["reasons"] for change in told["into"])
    saved = alice.send("/deck", {"cards": told["cards"], "version": 0}, method="PUT").json()
    assert saved["faults"] == []
    after = alice.get("/deck/suggestion").json()
    assert (after["into"], after["out"]) == ([], [])


@pytest.mark.clause("DRF-3.2")
def test_a_program_has_a_deck_filled_up_once_and_undone(built: Draft, alice: Program):
    begun = sorted(built.pool("Alice")[:20])
    alice.send("/deck", {"cards": begun}, method="PUT")

    filled, again = (alice.send("/deck/fill", {"version": 1}, key="fill") for _ in range(2))
    full = alice.send("/deck/fill")

    told = filled.json()
    assert (filled.status_code, told["lacking"], told["faults"], again.json()) == (200, 0, [], told)
    assert sum(card["added"] for card in told["cards"]) == 15
    assert (full.status_code, full.json()["code"]) == (409, "deck_full")
    undone = alice.send("/deck/undo", {"version": told["version"]}).json()
    assert (undone["lacking"], sum(card["added"] for card in undone["cards"])) == (15, 0)
    assert built.deck("Alice").cards == begun
