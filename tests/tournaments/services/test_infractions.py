"""The catalogue of infractions: change usual penalties, remove and add infractions."""

from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import LogEntry
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tournaments.models import Event
from tournaments.rules.infractions import INFRACTIONS, InfractionCategory, PenaltyLevel
from tournaments.rules.penalties import UnknownInfractionError
from tournaments.selectors.roles import FLOOR_JUDGE
from tournaments.services.event import appoint_official
from tournaments.services.infractions import NoWordsError, add_infraction, set_usual_penalties
from tournaments.services.penalty import give_penalty


def reloaded(day: Day) -> Event:
    return Event.objects.get(pk=day.event.pk)


def log(day: Day) -> list[tuple[str, object, object]]:
    log = LogEntry.objects.filter(stream=day.event.desk_stream, action__startswith="infraction").order_by("number")
    return [(entry.action, entry.before, entry.after) for entry in log]


def test_a_usual_penalty_is_set_once_and_used_from_then_on(day: Day):
    (alice,) = day.enter(1)
    with pytest.raises(UnknownInfractionError):
        set_usual_penalties(day.event, {"bad_hair": PenaltyLevel.NOTE}, by=day.by)

    for _again in range(2):
        set_usual_penalties(
            day.event, {"late": PenaltyLevel.WARNING, "notes": PenaltyLevel.WARNING, "stalling": None}, by=day.by
        )

    changed = {"late": "warning", "stalling": ""}
    before = {"late": "game_loss", "stalling": "disqualification"}
    assert log(day) == [("infractions_changed", before, {"count": 2, "usual": changed})]
    assert give_penalty(alice, "late", reason="ten minutes", by=day.by).level == "warning"
    with pytest.raises(UnknownInfractionError):
        give_penalty(alice, "stalling", reason="counts his cards", by=day.by)
    set_usual_penalties(day.event, {"stalling": PenaltyLevel.DISQUALIFICATION}, by=day.by)
    assert reloaded(day).catalogue["stalling"] == INFRACTIONS["stalling"]


def test_an_added_infraction_is_given_and_shown_with_its_text(day: Day, client: Client):
    (alice,) = day.enter(1)
    for words in (" ", "a" * 81):
        with pytest.raises(NoWordsError):
            add_infraction(day.event, InfractionCategory.CONDUCT, words, PenaltyLevel.NOTE, by=day.by)

    add_infraction(day.event, InfractionCategory.CONDUCT, "ate  at the table", PenaltyLevel.NOTE, by=day.by)
    add_infraction(day.event, InfractionCategory.TIME, "<b>left</b>", PenaltyLevel.WARNING, by=day.by)

    sheet = f"/e/{day.event.slug}/judge/players/{alice.number}"
    page = signed_in(day.alma).get(sheet).content.decode()
    assert ("ate at the table" in page, "<b>left" in page, "&lt;b&gt;left" in page) == (True, False, True)
    assert signed_in(day.alma).post(sheet, {"infraction": "own_1", "reason": "a sandwich"}).status_code == 302
    assert "ate at the table" in signed_in(day.alma).get(sheet).content.decode()
    assert "ate at the table" in signed_in(alice.account).get(f"/e/{day.event.slug}/").content.decode()
    entry = LogEntry.objects.get(stream=day.event.desk_stream, action="penalty_given")
    assert entry.after
    assert entry.after["infraction"] == "ate at the table"


def test_the_organizer_edits_the_catalogue_and_other_judges_read_it(day: Day):
    ines = create_staff("Ines")
    appoint_official(day.event, ines, FLOOR_JUDGE, by=day.by)
    page = f"/e/{day.event.slug}/judge/infractions"
    alma = signed_in(day.alma)

    assert alma.post(page, {"do": "usual", "usual-late": "note", "usual-stalling": ""}).status_code == 302
    assert alma.post(page, {"do": "add", "category": "time", "usual": "note", "words": "left early"}).status_code == 302

    text = signed_in(ines).get(page).content.decode()
    assert ("Left early" in text, "<select" in text, text.count("not used")) == (True, False, 1)
    assert signed_in(ines).post(page, {"do": "usual", "usual-late": "note"}).status_code == 404
    for nonsense in (
        {"do": "dance"},
        {"do": "add", "category": "luck", "usual": "note"},
        {"do": "usual", "usual-late": "x"},
    ):
        assert alma.post(page, nonsense).status_code == 400


def test_the_api_reads_and_edits_the_catalogue(day: Day):
    alma, where = signed_in(day.alma), f"/api/v1/events/{day.event.slug}/infractions"

    put = alma.put(where, {"usual": {"late": "note", "stalling": ""}}, "application/json")
    added = alma.post(where, {"category": "time", "words": "left early", "usual": "note"}, "application/json")

    assert (put.status_code, added.status_code) == (200, 201)
    found = {each["code"]: each for each in alma.get(where).json()}
    assert (found["late"]["usual"], found["stalling"]["used"], found["own_1"]["words"]) == ("note", False, "left early")
    assert alma.put(where, {"usual": {"late": "death"}}, "application/json").status_code == 400
    assert alma.put(where, {"usual": {"bad_hair": "note"}}, "application/json").status_code == 422


def test_another_event_keeps_the_default_catalogue(day: Day, new_event: Callable[..., Day]):
    set_usual_penalties(day.event, {"late": None}, by=day.by)

    assert new_event().event.catalogue == INFRACTIONS
