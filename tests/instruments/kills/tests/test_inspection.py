"""The inspection detects each kind of fault, injected into a draft without faults."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import models
from django.utils import timezone

from drafting.models import Pack, Pick, Pod
from drafting.selectors.seat_view import seat_view
from drafting.services.sweep import push_deadlines_after_outage, sweep_drafts
from gameplay.infrastructure.idempotency import key_digest
from gameplay.models import LogEntry, StoredResponse
from tests.drafting.conftest import Draft, NewDraft, new_draft  # noqa: F401  a fixture
from tests.instruments.kills.inspection import Deadline, Inspection, SealedPacks, sealed_packs
from tests.instruments.kills.observations import ClientRequest, Observations


class ObservedDraft:
    """A draft, and what its players were shown."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.observations = draft, Observations()
        self.sealed: SealedPacks = sealed_packs([draft.pod])

    def pick(self, name: str) -> ClientRequest:
        """Show the current pack to ``name``, and record an acknowledged pick of its first card."""
        self.observations.record_pack(seat_view(self.draft.seat(name))["pack"])
        turn, seat = self.draft.turn(name), str(self.draft.seat(name).pk)
        body = {"pack": str(turn["pack_id"]), "number": turn["number"], "card": turn["token"]}
        self.draft.pick(name)
        self.observations.requests.append(
            ClientRequest(seat, "/picks", "POST", body, f"{name}-{turn['token']}", status=201)
        )
        return self.observations.requests[-1]

    def faults(self) -> list[str]:
        return Inspection(self.draft.pod_id, self.sealed, self.observations).faults()


@pytest.fixture
def observed(new_draft: NewDraft) -> ObservedDraft:  # noqa: F811
    """A draft of four players with a pick clock, after two picks each."""
    observed = ObservedDraft(new_draft("Alice", "Bob", "Charlie", "Dora", pick_clock="standard"))
    for _ in range(2):
        for name in observed.draft.people:
            observed.pick(name)
    return observed


def test_draft_that_matches_the_observations_has_no_fault(observed: ObservedDraft):
    assert observed.faults() == []


def test_clock_must_pick_the_selection_unless_a_substitute_took_the_seat(observed: ObservedDraft):
    seat = observed.draft.seat("Alice")
    pack = seat_view(seat)["pack"]
    observed.observations.record_pack(pack)
    sweep_drafts(timezone.now() + timedelta(minutes=2))
    pick = Pick.objects.get(pack=pack["id"], number=pack["number"])
    other = next(card["token"] for card in pack["cards"] if card["token"] != pick.token)
    assert observed.faults() == []

    observed.observations.requests.append(
        ClientRequest(str(seat.pk), "/selection", "POST", {"card": other}, "selects", status=200)
    )
    assert observed.faults() == [f"pod A: the clock picked {pick.token}, not ['{other}']"]
    observed.observations.mark_substituted(str(seat.pk))
    assert observed.faults() == []
    Pick.objects.filter(pk=pick.pk).update(by="selection")
    assert observed.faults() == [f"pod A: the clock picked {pick.token} as the selection, but it was never selected"]


def test_refused_pick_may_be_stored_only_if_it_was_sent_again(observed: ObservedDraft):
    requests = observed.observations.requests
    refused = replace(requests[-1], key="an earlier key", status=409)

    requests.insert(0, refused)
    assert observed.faults() == []

    requests.append(requests.pop(0))
    assert "has the response 409" in observed.faults()[0]


def test_refused_form_may_be_stored_only_if_it_was_not_answered_before(observed: ObservedDraft):
    refused = observed.observations.requests[-1]
    refused.is_form, refused.status = True, 409
    assert "has the response 409" in observed.faults()[0]

    refused.is_repeated = True
    assert observed.faults() == []

    refused.status = 0
    assert observed.faults() == []
    assert refused.was_done is True


def test_clock_may_ignore_a_selected_card_whose_form_was_repeated(observed: ObservedDraft):
    seat = observed.draft.seat("Alice")
    pack = seat_view(seat)["pack"]
    observed.observations.record_pack(pack)
    sweep_drafts(timezone.now() + timedelta(minutes=2))
    pick = Pick.objects.get(pack=pack["id"], number=pack["number"])
    other = next(card["token"] for card in pack["cards"] if card["token"] != pick.token)
    selection = ClientRequest(str(seat.pk), "/selection", "POST", {"card": other}, "", status=204, is_form=True)
    observed.observations.requests.append(selection)
    assert observed.faults() == [f"pod A: the clock picked {pick.token}, not ['{other}']"]

    selection.is_repeated = True
    assert observed.faults() == []


def test_deadlines_may_be_later_by_the_length_of_an_outage(observed: ObservedDraft):
    for name in observed.draft.people:
        observed.observations.record_pack(seat_view(observed.draft.seat(name))["pack"])

    push_deadlines_after_outage(timezone.now() - timedelta(seconds=90), timezone.now())

    assert observed.faults() == []


@pytest.mark.parametrize(
    ("before", "possible"),
    [(-5.0, [0.0]), (-2.2, [0.0, 6.4]), (-1.8, [0.0, 6.4]), (1.0, [6.4])],
)
def test_deadline_is_pushed_unless_it_was_over_before_the_outage(before: float, possible: list[float]):
    """An outage of 6.4 seconds is in the log as one of 6 seconds, so its begin is not known exactly."""
    ended = timezone.now()
    due = ended - timedelta(seconds=6.4 - before)
    entry = LogEntry(action="deadlines_pushed", at=ended, after={"seconds": 6})

    deadline = Deadline([due]).pushed([entry])

    assert [later for later in (0.0, 6.4) if deadline.matches(due + timedelta(seconds=later))] == possible


def _lost_pick(observed: ObservedDraft) -> None:
    pick = Pick.objects.filter(number=2).first()
    assert pick
    pick.delete()


def _duplicated_card(observed: ObservedDraft) -> None:
    pick = Pick.objects.filter(number=2).first()
    assert pick
    pack = Pack.objects.get(pk=pick.pack_id)
    pack.contents.append([pick.token, pick.ref])
    pack.save()


def _rolled_back_pick(observed: ObservedDraft) -> None:
    """The whole transaction of the last pick is lost, except its log entry."""
    pick = Pick.objects.order_by("at").last()
    assert pick
    pack = Pack.objects.get(pk=pick.pack_id)
    Pack.objects.filter(pk=pack.pk).update(hops=1, contents=[*pack.contents, [pick.token, pick.ref]])
    pick.delete()


def _other_card(observed: ObservedDraft) -> None:
    observed.observations.requests[-1].body["card"] = "another"


def _unrequested_pick(observed: ObservedDraft) -> None:
    observed.observations.requests.pop()


def _stored_but_refused(observed: ObservedDraft) -> None:
    observed.observations.requests[-1].status = 409


def _pick_without_response(observed: ObservedDraft) -> None:
    """The pick is stored, but not its response."""
    observed.observations.requests[-1].status = 0


def _response_without_pick(observed: ObservedDraft) -> None:
    request = observed.observations.requests[-1]
    request.status, request.body["card"] = 0, "another"
    StoredResponse.objects.create(
        account=observed.draft.people["Dora"], key=key_digest(request.key), fingerprint="", status=201
    )


def _late_deadline(observed: ObservedDraft) -> None:
    Pack.objects.exclude(due_at=None).update(due_at=models.F("due_at") + timedelta(seconds=2))


def _missing_deadline(observed: ObservedDraft) -> None:
    Pack.objects.update(due_at=None)


def _contradictory_deadline(observed: ObservedDraft) -> None:
    pack = seat_view(observed.draft.seat("Alice"))["pack"]
    observed.observations.record_pack(pack | {"due_at": timezone.now().isoformat()})


def _edited_log(observed: ObservedDraft) -> None:
    models.QuerySet(LogEntry).filter(action="pick").update(reason="edited")


def _missing_log_entry(observed: ObservedDraft) -> None:
    models.QuerySet(LogEntry).filter(action="pick", number=10)._raw_delete("default")


def _swapped_picks(observed: ObservedDraft) -> None:
    """Two picks are of the wrong seats."""
    first, second = Pick.objects.filter(number=1).order_by("pk")[:2]
    Pick.objects.filter(pk=first.pk).update(number=9)
    Pick.objects.filter(pk=second.pk).update(seat=first.seat)


def _early_clock_pick(observed: ObservedDraft) -> None:
    Pick.objects.filter(number=2).update(by="clock")


def _wrong_pack_round(observed: ObservedDraft) -> None:
    Pod.objects.update(pack_round=2)


@pytest.mark.parametrize(
    "inject",
    [
        _lost_pick,
        _duplicated_card,
        _rolled_back_pick,
        _other_card,
        _unrequested_pick,
        _stored_but_refused,
        _pick_without_response,
        _response_without_pick,
        _late_deadline,
        _missing_deadline,
        _contradictory_deadline,
        _edited_log,
        _missing_log_entry,
        _swapped_picks,
        _early_clock_pick,
        _wrong_pack_round,
    ],
)
def test_injected_fault_is_found(observed: ObservedDraft, inject: Callable[[ObservedDraft], None]):
    inject(observed)

    assert observed.faults()


@pytest.mark.parametrize(
    "change",
    [
        {"pack_round": 2},
        {"pack": None},
        {"seats": [{"queue": 0}] * 4},
        {"pack": {"number": 9}},
        {"pack": {"due_at": None}},
        {"pack": {"cards": []}},
    ],
)
def test_wrong_view_is_found(observed: ObservedDraft, change: dict[str, Any]):
    seat = observed.draft.seat("Alice")
    view, inspection = seat_view(seat), Inspection(seat.pod_id, observed.sealed, observed.observations)
    assert inspection.view_difference(str(seat.pk), view) == ""

    changed = {name: {**view[name], **new} if isinstance(new, dict) else new for name, new in change.items()}

    assert inspection.view_difference(str(seat.pk), view | changed)


def test_different_order_of_the_same_pack_is_found(observed: ObservedDraft):
    pack = seat_view(observed.draft.seat("Alice"))["pack"]
    observed.observations.record_pack(pack)
    observed.observations.record_pack(pack | {"cards": pack["cards"][::-1]})

    assert len(observed.observations.faults) == 1
