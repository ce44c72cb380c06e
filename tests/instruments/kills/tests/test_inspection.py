"""The inspection after a kill finds what it is there to find: each fault is planted in a draft that was in order."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import models
from django.utils import timezone

from drafting.models import Pack, Pick, Pod
from drafting.selectors.seat_view import seat_view
from drafting.services.sweep import push_deadlines_after_outage, sweep_drafts
from gameplay.infrastructure.idempotency import key_digest
from gameplay.models import Answer, LogEntry
from tests.drafting.conftest import Draft, NewDraft, new_draft  # noqa: F401  a fixture
from tests.instruments.kills.inspection import Inspection, SealedPacks, sealed_packs
from tests.instruments.kills.observations import ClientRequest, Observations


class ObservedDraft:
    """A draft, and what its people were told."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.observations = draft, Observations()
        self.sealed: SealedPacks = sealed_packs([draft.pod])

    def pick(self, name: str) -> ClientRequest:
        """Let ``name`` look at the pack in hand and take its first card, acknowledged."""
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
def watched(new_draft: NewDraft) -> ObservedDraft:  # noqa: F811
    """Four people with a clock, after two picks each."""
    watched = ObservedDraft(new_draft("Alice", "Bob", "Charlie", "Dora", pick_clock="standard"))
    for _ in range(2):
        for name in watched.draft.people:
            watched.pick(name)
    return watched


def test_what_is_as_it_was_told_has_no_fault(watched: ObservedDraft):
    assert watched.faults() == []


def test_the_clock_takes_what_was_selected_unless_somebody_else_came_to_act(watched: ObservedDraft):
    seat = watched.draft.seat("Alice")
    pack = seat_view(seat)["pack"]
    watched.observations.record_pack(pack)
    sweep_drafts(timezone.now() + timedelta(minutes=2))
    pick = Pick.objects.get(pack=pack["id"], number=pack["number"])
    other = next(card["token"] for card in pack["cards"] if card["token"] != pick.token)
    assert watched.faults() == []

    watched.observations.requests.append(
        ClientRequest(str(seat.pk), "/selection", "POST", {"card": other}, "selects", status=200)
    )
    assert watched.faults() == [f"pod A: the clock took {pick.token}, not ['{other}']"]
    watched.observations.mark_substituted(str(seat.pk))
    assert watched.faults() == []
    Pick.objects.filter(pk=pick.pk).update(by="selection")
    assert watched.faults() == [f"pod A: the clock took {pick.token} as selected, which nobody did"]


def test_after_an_outage_deadlines_are_those_told_or_later_by_its_length(watched: ObservedDraft):
    for name in watched.draft.people:
        watched.observations.record_pack(seat_view(watched.draft.seat(name))["pack"])

    push_deadlines_after_outage(timezone.now() - timedelta(seconds=90), timezone.now())

    assert watched.faults() == []


def _lost(watched: ObservedDraft) -> None:
    pick = Pick.objects.filter(number=2).first()
    assert pick
    pick.delete()


def _doubled(watched: ObservedDraft) -> None:
    pick = Pick.objects.filter(number=2).first()
    assert pick
    pack = Pack.objects.get(pk=pick.pack_id)
    pack.contents.append([pick.token, pick.ref])
    pack.save()


def _rolled_back(watched: ObservedDraft) -> None:
    """The whole transaction of the last pick, gone without a trace but the log's."""
    pick = Pick.objects.order_by("at").last()
    assert pick
    pack = Pack.objects.get(pk=pick.pack_id)
    Pack.objects.filter(pk=pack.pk).update(hops=1, contents=[*pack.contents, [pick.token, pick.ref]])
    pick.delete()


def _another_card(watched: ObservedDraft) -> None:
    watched.observations.requests[-1].body["card"] = "another"


def _unasked(watched: ObservedDraft) -> None:
    watched.observations.requests.pop()


def _refused(watched: ObservedDraft) -> None:
    watched.observations.requests[-1].status = 409


def _half_done(watched: ObservedDraft) -> None:
    """The pick is there, its answer is not."""
    watched.observations.requests[-1].status = 0


def _half_done_otherwise(watched: ObservedDraft) -> None:
    asked = watched.observations.requests[-1]
    asked.status, asked.body["card"] = 0, "another"
    Answer.objects.create(account=watched.draft.people["Dora"], key=key_digest(asked.key), fingerprint="", status=201)


def _later(watched: ObservedDraft) -> None:
    Pack.objects.exclude(due_at=None).update(due_at=models.F("due_at") + timedelta(seconds=2))


def _without_a_clock(watched: ObservedDraft) -> None:
    Pack.objects.update(due_at=None)


def _told_otherwise(watched: ObservedDraft) -> None:
    pack = seat_view(watched.draft.seat("Alice"))["pack"]
    watched.observations.record_pack(pack | {"due_at": timezone.now().isoformat()})


def _edited(watched: ObservedDraft) -> None:
    models.QuerySet(LogEntry).filter(action="pick").update(reason="edited")


def _beside_the_log(watched: ObservedDraft) -> None:
    models.QuerySet(LogEntry).filter(action="pick", number=10)._raw_delete("default")


def _swapped(watched: ObservedDraft) -> None:
    """Two seats have each other's picks."""
    first, second = Pick.objects.filter(number=1).order_by("pk")[:2]
    Pick.objects.filter(pk=first.pk).update(number=9)
    Pick.objects.filter(pk=second.pk).update(seat=first.seat)


def _too_early(watched: ObservedDraft) -> None:
    Pick.objects.filter(number=2).update(by="clock")


def _out_of_its_round(watched: ObservedDraft) -> None:
    Pod.objects.update(pack_round=2)


@pytest.mark.parametrize(
    "plant",
    [
        _lost,
        _doubled,
        _rolled_back,
        _another_card,
        _unasked,
        _refused,
        _half_done,
        _half_done_otherwise,
        _later,
        _without_a_clock,
        _told_otherwise,
        _edited,
        _beside_the_log,
        _swapped,
        _too_early,
        _out_of_its_round,
    ],
)
def test_a_planted_fault_is_found(watched: ObservedDraft, plant: Callable[[ObservedDraft], None]):
    plant(watched)

    assert watched.faults()


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
def test_a_view_that_does_not_follow_from_the_tables_is_found(watched: ObservedDraft, change: dict[str, Any]):
    seat = watched.draft.seat("Alice")
    view, inspection = seat_view(seat), Inspection(seat.pod_id, watched.sealed, watched.observations)
    assert inspection.view_difference(str(seat.pk), view) == ""

    changed = {name: {**view[name], **new} if isinstance(new, dict) else new for name, new in change.items()}

    assert inspection.view_difference(str(seat.pk), view | changed)


def test_another_order_than_the_one_told_is_found(watched: ObservedDraft):
    pack = seat_view(watched.draft.seat("Alice"))["pack"]
    watched.observations.record_pack(pack)
    watched.observations.record_pack(pack | {"cards": pack["cards"][::-1]})

    assert len(watched.observations.faults) == 1
