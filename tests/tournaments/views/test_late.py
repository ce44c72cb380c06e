"""Late entries, undone drops, pairing with a bye, pairing exclusions and pairing methods on the desk."""

from collections.abc import Callable

import pytest
from django.test import Client

from drafting.models import Seat
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tests.tournaments.services.test_late import hand_in, leave, missed
from tests.tournaments.teams import TeamDay, team_day
from tournaments.models import Entry, Match, PairingExclusion
from tournaments.services.entry import set_checked_in
from tournaments.services.late import add_late_entry

REASON = "the train was late"


class Desk:
    """The desk of an event, by default as seen by its organizer."""

    def __init__(self, day: Day, account: Account | None = None) -> None:
        self.client, self.path = signed_in(account or day.alma), f"/e/{day.event.slug}/manage"

    @property
    def page(self) -> str:
        return self.client.get(self.path).content.decode()

    def post(self, path: str, **fields: object) -> int:
        return self.client.post(f"{self.path}/{path}", fields).status_code


@pytest.fixture
def five(day: Day) -> Day:
    """Five players in round 1; one has the bye."""
    day.enter(5)
    day.seat()
    day.draft()
    day.round(1)
    return day


def test_a_late_player_sees_what_to_do_and_is_paired_with_the_bye(five: Day):
    desk = Desk(five)
    bye = Match.objects.get(round__event=five.event, kind="bye")

    assert desk.post("late", handle="Ida", reason="") == 422
    assert desk.post("late", handle="Ida", reason=REASON) == 302

    ida = five.event.entries.get(name="Ida")
    own = signed_in(ida.account)
    seat = Seat.objects.get(player=ida.account)
    assert "plays in pod A" in desk.page
    page = own.get(f"/e/{five.event.slug}/").content.decode()
    assert ("Late entry" in page, "after your deck is submitted" in page) == (True, True)
    assert f"/pod/{seat.pod_id}/deck" in page
    assert own.get(f"/pod/{seat.pod_id}/deck").status_code == 200
    hand_in(ida)
    assert "You have missed round 1" in own.get(f"/e/{five.event.slug}/").content.decode()
    assert f"Pair Ida with {bye.a.name}, who has the bye" in desk.page
    assert desk.post(f"entries/{ida.number}/bye", reason="both agree") == 302
    assert "Table 3" in own.get(f"/e/{five.event.slug}/").content.decode()
    public = Client().get(f"/e/{five.event.slug}/audit").content.decode()
    assert f"seated Ida against {bye.a.name}, who had the bye, at table 3 in round 1: both agree" in public
    assert f"added Ida late as player {ida.number}, to play in pod A: {REASON}" in public
    assert "paired by hand" in Client().get(f"/e/{five.event.slug}/pairings").content.decode()


def test_a_late_player_is_given_more_time_to_build(five: Day):
    desk = Desk(five)
    desk.post("late", handle="Ida", reason=REASON)
    place = five.event.pods.get(joins__isnull=False)
    before = place.pod.deck_deadline

    assert desk.post(f"pods/{place.number}", act="extend", minutes=5, reason="a question") == 302

    place.pod.refresh_from_db()
    assert before
    assert place.pod.deck_deadline
    assert (place.pod.deck_deadline - before).seconds == 300


def test_a_drop_is_undone_in_the_roster(five: Day):
    desk = Desk(five)
    gone = five.event.entries.get(number=1)
    assert "Undo drop" not in desk.page
    leave(five, gone)

    assert "Undo drop" in desk.page
    assert desk.post("entries/1/return", reason=REASON) == 302

    gone.refresh_from_db()
    assert gone.is_playing
    assert desk.post("entries/1/return", reason=REASON) == 409


def test_an_absent_registered_player_is_added_late_from_the_roster(day: Day):
    day.enter(6)
    absent = day.event.entries.get(number=6)
    set_checked_in(absent, present=False, by=day.by)
    day.seat()
    day.draft()
    day.round(1)
    desk = Desk(day)

    assert "You have no seat in this draft" in signed_in(day.players[5]).get(f"/e/{day.event.slug}/").content.decode()
    assert "Add late" in desk.page
    assert desk.post("late", number=6, reason=REASON) == 302

    assert missed(Entry.objects.get(pk=absent.pk)) == [1]


def test_seats_of_bots_are_offered_during_the_draft(day: Day):
    day.enter(6)
    day.seat()
    leave(day, day.event.entries.get(number=2))

    page = Desk(day).page

    assert "takes over one of them as a substitute" in page
    assert f"/pod/{day.event.pods.get().pod_id}/draft" in page


def test_the_pod_of_a_late_player_has_no_standings(five: Day):
    before = five.event.pods.count()
    add_late_entry(five.event, create_guest("Ida"), reason=REASON, by=five.by)

    assert five.event.pods.count() == before + 1
    client = Client()
    assert "Pod L6" not in client.get(f"/e/{five.event.slug}/standings").content.decode()
    assert client.get(f"/api/v1/events/{five.event.slug}/standings?pod=2").status_code == 404
    assert client.get(f"/e/{five.event.slug}/standings.csv?pod=2").status_code == 404
    names = [row["name"] for row in client.get(f"/api/v1/events/{five.event.slug}/standings?pod=1").json()]
    assert "Ida" in names


def test_a_late_player_of_a_paper_draft_registers_a_pool(new_event: Callable[..., Day]):
    day = new_event(opening="table", pick_clock="off")
    day.enter(5)
    day.seat()
    day.draft()
    day.round(1)
    desk = Desk(day)

    assert desk.post("late", handle="Ida", reason=REASON) == 302

    ida = day.event.entries.get(name="Ida")
    seat = Seat.objects.get(player=ida.account)
    page = signed_in(ida.account).get(f"/e/{day.event.slug}/").content.decode()
    assert ("Register your pool" in page, f"/pod/{seat.pod_id}/pool" in page) == (True, True)
    assert signed_in(ida.account).get(f"/pod/{seat.pod_id}/pool").status_code == 200


def test_pairing_exclusions_are_set_and_only_seen_at_the_desk(five: Day):
    player = Desk(five, five.players[0])
    desk = Desk(five)

    assert desk.post("apart", first=1, second=2, reason="a father and his son") == 302
    assert desk.post("apart", first=1, second=2, reason="a father and his son") == 409
    assert desk.post("apart", first=1, second=1, reason="a father and his son") == 422
    assert player.client.get(desk.path).status_code == 404
    assert ("a father and his son" in desk.page, "1 exclusion" in desk.page) == (True, True)
    assert desk.post(f"apart/{PairingExclusion.objects.get().pk}", reason="they agree") == 302
    assert "1 exclusion" not in desk.page


def test_an_organizer_changes_the_pairing_method(five: Day):
    desk = Desk(five)
    assert "Apply to the next rounds" in desk.page

    assert desk.post("paired", pairing="nobody", reason="a test") == 400
    assert desk.post("paired", pairing="event", power_pairing="yes", reason="two small pods") == 302

    five.event.refresh_from_db()
    assert (five.event.pairs_across_pods, five.event.power_pairing) == (True, True)
    facts = Client().get(f"/e/{five.event.slug}/").content.decode()
    assert ("across the whole event" in facts, "1st plays 2nd, 3rd plays 4th" in facts) == (True, True)
    data = Client().get(f"/api/v1/events/{five.event.slug}").json()
    assert (data["pairing"], data["power_pairing"]) == ("event", True)


def test_an_event_is_created_with_its_pairing_method(day: Day):
    api = {"preset": "enemy-FL-booster", "name": "Winter", "pairing": "event", "power_pairing": True, "rounds": 9}
    client = signed_in(day.alma)

    made = client.post("/api/v1/events", api, "application/json").json()

    assert (made["pairing"], made["power_pairing"], made["format"]["rounds"]) == ("event", True, 9)
    refused = client.post("/api/v1/events", api | {"pairing": "pods"}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "too_many_rounds")


@pytest.fixture
def teams(new_event: Callable[..., Day]) -> TeamDay:
    """Five teams of two in round 1; one has the bye."""
    day = team_day(new_event(team_size=2))
    day.start(5)
    day.round(1)
    return day


def test_a_late_team_is_added_with_all_members_and_paired_with_the_bye(teams: TeamDay):
    desk = Desk(teams)
    bye = Match.objects.filter(round__event=teams.event, kind="bye")[0]
    assert ("Add a late team" in desk.page, "Name, board B" in desk.page) == (True, True)

    assert desk.post("late", team="Moths", handle=["Ola"], reason=REASON) == 422
    assert desk.post("late", team="Moths", handle=["Ola", "Pia"], reason=REASON) == 302

    assert "Moths B" in desk.page
    own = signed_in(teams.member("Pia").account).get(f"/e/{teams.event.slug}/").content.decode()
    assert ("Late entry" in own, "after all your decks are submitted" in own) == (True, True)
    for name in ("Ola", "Pia"):
        hand_in(teams.member(name))
    assert bye.a.team
    assert f"Pair Moths with {bye.a.team.name}, who has the bye" in desk.page
    assert desk.post(f"entries/{teams.member('Ola').number}/bye", reason="both agree") == 302
    assert "Table 3B" in signed_in(teams.member("Pia").account).get(f"/e/{teams.event.slug}/").content.decode()


def test_the_drop_of_a_team_is_undone_in_the_roster(teams: TeamDay):
    desk = Desk(teams)
    leave(teams, teams.member("Ana"))

    assert desk.page.count("Undo the team's drop") == 2
    assert desk.post(f"entries/{teams.member('Ben').number}/return", reason=REASON) == 302

    assert teams.member("Ana").is_playing


def test_teams_are_added_late_and_restored_by_api(teams: TeamDay):
    client, url = signed_in(teams.alma), f"/api/v1/events/{teams.event.slug}"

    def post(path: str, **data: object) -> dict[str, object]:
        answer = client.post(f"{url}/{path}", data, content_type="application/json")
        return {"status": answer.status_code, **answer.json()}

    assert post("late-entries", handle="Ola", team="Moths", reason=REASON)["code"] == "whole_team"
    late = post("late-entries", handle="Ola", mates=["Pia"], team="Moths", reason=REASON)
    assert (late["status"], late["team"], late["place"]) == (201, 6, 1)
    leave(teams, teams.member("Ana"))
    back = post(f"entries/{teams.member('Ben').number}/return", reason=REASON)
    assert (back["status"], back["dropped_after_round"]) == (200, None)
