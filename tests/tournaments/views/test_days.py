"""An event of several days: announced, played, changed, and shown between its days."""

import json
import re
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from ical.calendar_stream import IcsCalendarStream

from gameplay.engine.core.record_replay import EXACT
from gameplay.models import Account, LogEntry
from tests.drafting.conftest import Program, signed_in
from tests.drafting.drafts import SHORT
from tests.page_text import visible_text
from tests.tournaments.conftest import Day, make_event
from tests.tournaments.cuts import draft_to_cut, draft_with_bots, file_of, play_stage, seat_again
from tests.tournaments.views.test_event_copy import submit
from tournaments.models import Event
from tournaments.rules.days import EventDay
from tournaments.selectors.event_file import verify_finished_event
from tournaments.services.announced_rounds import announce_rounds
from tournaments.services.cut import change_cut
from tournaments.services.days import change_days
from tournaments.services.event import finish_event

NOW = timezone.now().replace(microsecond=0)
SUNDAY, MONDAY = EventDay(NOW + timedelta(hours=14), 3), EventDay(NOW + timedelta(days=2), None)
PRESET = "/events/new?preset=enemy-FL-booster"


@pytest.fixture(scope="module")
def prepared_weekend(shared_database: None) -> Day:
    day = make_event(cut=4, starts_at=NOW - timedelta(hours=6), days=[SUNDAY, MONDAY])
    day.enter()
    day.seat()
    day.draft()
    for number in (1, 2):
        day.round(number)
        day.settle(number)
    return day


@pytest.fixture
def weekend(db: None, prepared_weekend: Day) -> Day:
    """Six players after two rounds of Saturday; Sunday begins with round 3, Monday with the top 4."""
    return deepcopy(prepared_weekend)


def shown(day: Day, page: str = "", account: Account | None = None) -> str:
    client = signed_in(account) if account else Client()
    return " ".join(visible_text(client.get(f"/e/{day.event.slug}/{page}").content.decode()).split())


def iso(day: EventDay) -> str:
    return day.starts_at.isoformat().replace("+00:00", "Z")


def test_everyone_reads_when_the_next_day_begins(weekend: Day):
    over = "Day 1 is over."
    for page in ("", "standings", "pairings", "players", "display"):
        assert over in shown(weekend, page), page
    assert "with round 3" in shown(weekend)
    own = shown(weekend, account=weekend.players[0])
    assert "Day 2: round 3" in own
    assert "Be back by then." in own
    html = signed_in(weekend.players[0]).get(f"/e/{weekend.event.slug}/").content.decode()
    assert f'<time datetime="{SUNDAY.starts_at.isoformat()}" data-local="day">' in html
    assert signed_in(weekend.players[0]).post(f"/e/{weekend.event.slug}/drop").status_code == 302
    assert "You have left the event" in shown(weekend, account=weekend.players[0])


def test_the_desk_waits_for_the_next_day_but_may_begin_it_early(weekend: Day):
    desk, here = signed_in(weekend.alma), f"/e/{weekend.event.slug}/manage"
    page = desk.get(here).content.decode()
    assert "Begin day 2 early" in page
    assert 'class="primary"' not in re.search(r'id="next-step".*?</details>', page, re.DOTALL)[0]  # type: ignore[index]

    steps: tuple[tuple[str, dict[str, str]], ...] = (("pair_round", {}), ("publish_round", {"proposal": ""}))
    for step, extra in steps:
        page = desk.get(here).content.decode()
        assert "Day 1 is over." in page
        if "proposal" in extra:
            extra["proposal"] = re.search(r'name="proposal" value="(\w+)"', page)[1]  # type: ignore[index]
        assert desk.post(f"{here}/step", {"step": step, "round": "3", **extra}).status_code == 302

    assert "Day 1 is over." not in shown(weekend, "standings")
    assert "Table" in shown(weekend, account=weekend.players[0])


def test_a_day_whose_time_has_come_begins_with_the_main_button(weekend: Day):
    Event.objects.filter(pk=weekend.event.pk).update(
        days=[EventDay(NOW - timedelta(minutes=5), 3).as_json, MONDAY.as_json]
    )

    page = signed_in(weekend.alma).get(f"/e/{weekend.event.slug}/manage").content.decode()

    assert "Day 1 is over." in page
    assert "Begin day 2 early" not in page
    Event.objects.filter(pk=weekend.event.pk).update(days=[MONDAY.as_json])
    assert "is over" not in shown(weekend, "display")


def test_before_the_top_cut_only_its_players_are_asked_back(weekend: Day):
    weekend.round(3)
    assert "is over" not in shown(weekend)
    weekend.settle(3)
    texts = [shown(weekend, account=each) for each in weekend.players]

    assert sum("Day 3: top 4" in text for text in texts) == 4
    assert sum("You are not in the top 4" in text for text in texts) == 2
    assert "Day 3 begins on" in shown(weekend, "standings")
    play_stage(weekend, 4, score=None)
    assert "is over" not in shown(weekend, "standings")


def test_days_are_changed_for_a_public_reason_until_they_begin(weekend: Day):
    desk, here = signed_in(weekend.alma), f"/e/{weekend.event.slug}/manage/days"
    fields = {"zone": "Asia/Tokyo", "days.2.starts_at": "2031-07-06T10:00", "days.2.round": "3"}
    refused = {
        "reason": fields,
        "days.2.round": fields | {"reason": "flooded", "days.2.round": ""},
        "days.3.starts_at": fields | {"reason": "flooded", "days.3.round": "cut"},
        "days.4.starts_at": fields | {"reason": "x", "days.4.starts_at": "2031-07-08T10:00", "days.4.round": "cut"},
        "days.3.round": fields | {"reason": "x", "days.3.starts_at": "2031-07-08T10:00", "days.3.round": "3"},
    }
    for field, data in refused.items():
        answer = desk.post(here, data)
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])

    assert desk.post(here, fields | {"reason": "flooded"}).status_code == 302

    weekend.event.refresh_from_db()
    assert weekend.event.days == [{"starts_at": "2031-07-06T01:00:00+00:00", "round": 3}]
    assert "to 2031-07-06 01:00 R3: flooded" in shown(weekend, "audit")
    weekend.round(3)
    late = desk.post(here, {"reason": "early"})
    assert (late.status_code, list(late.context["form"].errors)) == (422, ["days.2.starts_at"])
    api = Program(weekend.alma, "/api/v1")
    days = f"/events/{weekend.event.slug}/days"
    moved = api.send(days, {"days": [{"starts_at": iso(MONDAY), "round": 3}], "reason": "early"}, method="PUT")
    assert (moved.status_code, moved.json()["code"]) == (409, "day_begun")


def test_rounds_and_the_top_cut_stay_as_long_as_a_day_begins_with_them(weekend: Day):
    by, event = weekend.by, weekend.event
    with pytest.raises(Exception, match="Day 3 begins with the top cut"):
        change_cut(event, 0, reason="few came", by=by)
    with pytest.raises(Exception, match="Day 2 begins with round 3, and only rounds 2 to 2"):
        announce_rounds(event, 2, reason="few came", by=by)

    change_days(event, [], reason="few came", by=by)

    change_cut(event, 0, reason="few came", by=by)
    announce_rounds(event, 2, reason="few came", by=by)


def test_an_event_is_created_and_copied_with_days(weekend: Day):
    api, desk = Program(weekend.alma, "/api/v1"), signed_in(weekend.alma)
    new: dict[str, Any] = {"preset": "enemy-FL-booster", "name": "Weekend", "rounds": 3, "cut": 4}
    new |= {"starts_at": NOW.isoformat(), "days": [{"starts_at": iso(SUNDAY), "round": 3}]}
    assert api.send("/events", new | {"days": [{"starts_at": iso(SUNDAY), "round": 4}]}).status_code == 422
    made = api.send("/events", new).json()
    assert made["days"] == [{"starts_at": iso(SUNDAY), "round": 3}]
    created = LogEntry.objects.get(stream=f"event/{made['id']}", action="event_created")
    assert created.after
    assert created.after["days"] == [SUNDAY.as_json]
    assert "from round 3" in visible_text(Client().get(f"/e/{made['slug']}/").content.decode())

    copy = f"/events/new?copy={made['slug']}"
    undated = submit(desk, copy)
    assert (undated.status_code, list(undated.context["form"].errors)) == (422, ["days.2.starts_at"])
    times = {"starts_at": "2031-07-05T10:00", "days.2.starts_at": "2031-07-06T10:00", "zone": "Asia/Tokyo"}
    assert submit(desk, copy, **times, name="Copy").status_code == 302
    assert Event.objects.get(name="Copy").days == [{"starts_at": "2031-07-06T01:00:00+00:00", "round": 3}]
    alone = submit(desk, copy, **times | {"starts_at": ""})
    assert (alone.status_code, list(alone.context["form"].errors)) == (422, ["starts_at"])


def test_calendars_have_every_day(weekend: Day):
    text = Client().get("/events.ics").content.decode()
    entries = IcsCalendarStream.calendar_from_ics(text).events
    key, minutes = str(weekend.event.pk), [2 * 50 + 30, 50, 2 * 50]
    assert [(each.uid, each.summary) for each in entries] == [
        (key, "Summer Draft (1/3)"),
        (f"{key}-2", "Summer Draft (2/3)"),
        (f"{key}-3", "Summer Draft (3/3)"),
    ]
    assert [each.computed_duration for each in entries] == [timedelta(minutes=each) for each in minutes]
    assert [each.dtstart for each in entries[1:]] == [SUNDAY.starts_at, MONDAY.starts_at]

    started = NOW - timedelta(days=40)  # a month between the days
    Event.objects.filter(pk=weekend.event.pk).update(starts_at=started, created_at=started)

    row = Client().get("/api/v1/calendar").json()["events"][0]
    assert (row["part"], [day["round"] for day in row["days"]]) == ("running", [3, None])
    assert "Day 3:" in visible_text(Client().get("/events/").content.decode())
    assert len(IcsCalendarStream.calendar_from_ics(Client().get("/events.ics").content.decode()).events) == 3


def test_the_draft_of_the_top_cut_begins_a_day_and_the_event_file_keeps_the_days(db: None):
    days = [EventDay(SUNDAY.starts_at, SHORT.rounds), MONDAY]
    day = draft_to_cut(4, cut=2, starts_at=NOW, days=days)
    assert "Day 3 begins on" in shown(day)
    assert "with the draft of the top 2." in shown(day)
    draft_with_bots(seat_again(day))
    assert "is over" not in shown(day)
    play_stage(day, SHORT.rounds + 1)
    day.event = event = finish_event(day.event, by=day.by)

    assert verify_finished_event(event).verdict == EXACT
    file, program = file_of(day), Program(day.alma, "/api/v1")
    answer = program.send("/event-imports", {"preset": "enemy-full", "file": json.dumps(file)})
    imported = Event.objects.get(slug=answer.json()["slug"])
    assert (imported.later_days, imported.starts_at) == (days, event.starts_at)
    for field, value in (("starts_at", "tomorrow"), ("round", "3")):
        broken = deepcopy(file)
        broken["days"][0][field] = value
        refused = program.send("/event-imports", {"preset": "enemy-full", "file": json.dumps(broken)})
        assert (refused.status_code, f"days[0].{field}" in refused.content.decode()) == (400, True)
