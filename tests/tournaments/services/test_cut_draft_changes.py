"""Changes of an event whose top cut drafts again, its ends during that draft, and what is refused."""

from copy import deepcopy
from typing import Any

import pytest

from drafting.services.bots import play_bots
from gameplay.engine.core.record_replay import EXACT
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import LogEntry
from tests.drafting.drafts import SHORT
from tests.tournaments.conftest import Day, make_event
from tests.tournaments.cuts import (
    button,
    draft_to_cut,
    file_faults,
    file_of,
    play_stage,
    seat_again,
    seated,
)
from tournaments.models import Event
from tournaments.rules.cut import CutDraftError
from tournaments.rules.seed_verification import verify_event
from tournaments.selectors.cut_draft import SecondDraftRevealedError
from tournaments.selectors.endings import DraftRevealedError
from tournaments.selectors.event_file import verification_context
from tournaments.services.cancellation import cancel_event
from tournaments.services.cut import CutBegunError, change_cut
from tournaments.services.cut_draft import NothingToSeatError, seat_cut
from tournaments.services.early_finish import finish_early
from tournaments.services.entry import drop_entry
from tournaments.services.event import RoundsMissingError
from tournaments.services.reopening import reopen_event
from tournaments.services.round import (
    propose_round,
)

pytestmark = pytest.mark.clause("DRF-OP-12")
REASON = "a train to catch"


@pytest.fixture(scope="module")
def prepared_six(shared_database: None) -> Day:
    return draft_to_cut(6, cut=4, deck_changes=True)


@pytest.fixture
def six(db: None, prepared_six: Day) -> Day:
    """Six players after three rounds, the first four of whom draft again."""
    return deepcopy(prepared_six)


def test_the_event_ends_early_if_all_players_of_the_cut_have_left(six: Day):
    pod = seat_again(six)
    for entry in seated(six):
        drop_entry(entry, by=six.by, reason=REASON)
    play_bots(pod.pk)

    assert button(six) == ("finish_early", "Finish the event early")
    finish_early(six.event, reason="all have left", by=six.by)
    six.event.refresh_from_db()
    assert file_faults(file_of(six)) == []


def test_a_top_cut_is_not_seated_twice_too_early_or_if_it_does_not_draft_again(six: Day):
    other = make_event(terms=SHORT, cut=4, cut_draft=True)
    other.to_round(1)
    with pytest.raises(RoundsMissingError):
        seat_cut(other.event, by=other.by)
    change_cut(other.event, 4, cut_draft=False, reason="the shop closes", by=other.by)
    with pytest.raises(NothingToSeatError):
        seat_cut(other.event, by=other.by)

    seat_again(six)
    with pytest.raises(NothingToSeatError):
        seat_cut(six.event, by=six.by)
    with pytest.raises(CutBegunError):
        change_cut(six.event, 4, cut_draft=False, reason="the shop closes", by=six.by)


def test_the_announcement_is_changed_for_a_public_reason(six: Day):
    change_cut(six.event, 4, cut_draft=False, reason="the shop closes", by=six.by)
    assert button(six) == ("pair_round", "Start the top 4")
    propose_round(six.event, by=six.by)

    change_cut(six.event, 2, cut_draft=True, reason="it does not", by=six.by)

    assert button(six) == ("seat_cut", "Seat the draft of the top 2")
    assert not six.event.rounds.exclude(stage="").exists()
    logged = LogEntry.objects.filter(stream=six.event.stream, action__startswith="cut_draft")
    assert [(entry.action, entry.reason) for entry in logged.order_by("number")] == [
        ("cut_draft_given_up", "the shop closes"),
        ("cut_draft_announced", "it does not"),
    ]


@pytest.mark.parametrize(
    ("settings", "why"), [({"cut": 0}, "no top cut"), ({"cut": 4, "team_size": 2}, "Only single players")]
)
def test_only_a_cut_of_single_players_can_draft_again(db: None, settings: dict[str, Any], why: str):
    with pytest.raises((CutDraftError, RulesErrorGroup), match=why):
        make_event(cut_draft=True, **settings)


def test_a_reopened_event_has_no_secret_packs_for_a_second_draft(six: Day):
    finish_early(six.event, reason="the shop closes", by=six.by)
    reopen_event(six.event, reason="it does not", by=six.by)

    with pytest.raises(SecondDraftRevealedError):
        seat_cut(six.event, by=six.by)
    change_cut(six.event, 4, cut_draft=False, reason="the packs are known", by=six.by)
    play_stage(six, 4)


@pytest.mark.parametrize("end", [cancel_event, finish_early])
def test_an_event_can_end_during_the_second_draft(six: Day, end: Any):
    pod = seat_again(six)

    end(six.event, reason="a fire alarm", by=six.by)

    six.event.refresh_from_db()
    pod.refresh_from_db()
    assert pod.paused_at
    proof = verify_event(file_of(six), verification_context())
    assert proof.verdict == EXACT
    notes = [note.sentence.format(**note.details) for check in proof.checks for note in check.notes]
    assert "Pod Top 4: the event ended during the draft." in notes
    with pytest.raises(DraftRevealedError):
        reopen_event(six.event, reason="a mistake", by=six.by)
    assert {row["player"] for row in file_of(six)["standings"]} == {
        str(number) for number in six.event.entries.values_list("number", flat=True)
    }


def test_a_cube_must_be_large_enough_for_the_top_cut(db: None):
    event = make_event(terms=SHORT, cut=4, cut_draft=True).event
    Event.objects.filter(pk=event.pk).update(cube=["FL-C01"] * 40)
    day = Day(Event.objects.get(pk=event.pk), make_event().alma)

    with pytest.raises(Exception, match="8 players need 64 cards; the cube has 40"):
        change_cut(day.event, 8, reason="many came", by=day.by)
