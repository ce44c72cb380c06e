"""Early finish of events, by page and by API, with the current standings and a public reason."""

import json
from collections.abc import Callable
from typing import Any

from django.test import Client
from django.utils import timezone

from drafting.models import Pod
from drafting.rules.format import DraftFormat
from gameplay.models import LogEntry
from gameplay.services import games
from tests.drafting.conftest import Program, signed_in
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tests.tournaments.constructed import constructed_day, lock_all_decks
from tests.tournaments.cuts import button, names, play_stage, ranking
from tests.tournaments.services.conftest import teams
from tests.tournaments.services.test_online_match import online, running
from tests.tournaments.teams import TeamDay
from tournaments.models import Call, Event, Match, Penalty, Round
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.json_output import tournament_json
from tournaments.rules.tournament_file import read_tournament
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.event_file import event_file, verify_finished_event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.roles import Actor
from tournaments.services.call import call_judge_to_table
from tournaments.services.entry import drop_entry
from tournaments.services.event import NewEvent, create_event
from tournaments.services.match import enter_result
from tournaments.services.online_match import call_time
from tournaments.services.penalty import give_penalty

__all__ = ["online", "teams"]

DRAFT_CHECKS = ("passes",)
"""Codes of the checks of picks, which fail here because the fixtures do not play the draft."""
REASON = "the hall closes at six"


def api(day: Day) -> Program:
    return Program(day.alma, f"/api/v1/events/{day.event.slug}")


def drop_all(day: Day) -> None:
    """Drop all active players."""
    for entry in day.event.entries.filter(dropped_after_round=None):
        if entry.__class__.objects.get(pk=entry.pk).dropped_after_round is None:
            drop_entry(entry, by=day.by, reason="home")


def rows(day: Day) -> list[Any]:
    return [(row["rank"], row["name"], row["record"], row["match_points"]) for row in api(day).get("/standings").json()]


def post(client: Client, day: Day, **fields: Any) -> Any:
    return client.post(f"/e/{day.event.slug}/manage/step", fields)


def assert_verified(day: Day) -> None:
    """Assert that verification of the finished event finds no fault."""
    day.event.refresh_from_db()
    faults = {
        check.code: list(map(str, check.faults))
        for check in verify_finished_event(day.event).checks
        if check.code not in DRAFT_CHECKS
    }
    assert {code: found for code, found in faults.items() if found} == {}
    assert log_faults(day.event) == []
    tournament = tournament_of(day.event)
    assert read_tournament(json.dumps(tournament_json(tournament))) == tournament


def test_an_event_whose_players_have_all_left_ends_with_the_current_standings(day: Day):
    day.to_round(2)
    day.settle(2)
    desk = api(day)
    before = rows(day)
    drop_all(day)
    step = desk.get("/next-step").json()
    assert (step["code"], step["button"], step["blocked"]) == ("finish_early", "Finish the event early", "")
    assert desk.send("/finish").json()["code"] == "rounds_missing"
    assert "finish the event early with a reason" in desk.send("/finish").json()["detail"]

    ended = desk.send("/early-finish", {"reason": REASON, "after_round": 2})

    assert (ended.status_code, ended.json()["seed"]) == (200, SEED.hex())
    assert rows(day) == before
    entry = LogEntry.objects.get(stream=day.event.stream, action="event_finished_early")
    assert (entry.author, entry.role, entry.reason) == (day.alma, "organizer", REASON)
    assert entry.after
    assert (entry.after["rounds"], entry.after["planned"], entry.after["lost"]) == (2, 3, 0)
    trail = Client().get(f"/e/{day.event.slug}/audit").content.decode()
    assert "Alma finished the event early, after 2 of 3 rounds" in trail
    assert REASON in trail
    standings = Client().get(f"/e/{day.event.slug}/standings").content.decode()
    assert ("Final standings" in standings, f"Finished early, after 2 of 3 rounds: {REASON}" in standings) == (
        True,
        True,
    )
    assert "Round 3" not in standings
    assert_verified(day)


def test_the_desk_links_the_early_finish_which_needs_a_reason(day: Day):
    day.to_round(1)
    day.settle(1)
    client, here = signed_in(day.alma), f"/e/{day.event.slug}/manage"
    assert f'href="{here}/finish"' in client.get(here).content.decode()
    page = compact_markup(client.get(f"{here}/finish").content.decode())
    assert "1 of 3 rounds are complete." in page
    assert 'name="after_round" value="1"' in page
    drop_all(day)
    assert "Finish the event early</a>" in compact_markup(client.get(here).content.decode())

    refused = post(client, day, step="finish_early", after_round="1", reason=" ")
    assert (refused.status_code, "The reason is public." in refused.content.decode()) == (422, True)
    assert post(client, day, step="finish_early", after_round="1", reason=REASON).status_code == 302

    page = client.get(here).content.decode()
    assert "The event is over." in page
    for name in ("", "players", "pairings", "standings", "display", "audit", "verify", "judge"):
        assert client.get(f"/e/{day.event.slug}/{name}").status_code == 200, name
    assert "Possible ranks" not in client.get(f"/e/{day.event.slug}/standings").content.decode()
    assert post(client, day, step="finish_early", after_round="1", reason=REASON).status_code == 422


def test_a_running_round_does_not_count(day: Day):
    day.to_round(1)
    day.settle(1)
    before = rows(day)
    late = day.matches(1)[0].a
    day.round(2)
    first, second, third = day.matches(2)
    enter_result(first, day.result("2-0"), by=day.by, last_seen_number=0)
    call = call_judge_to_table(second, by=Actor(second.a.account, "player"), category="rules")
    loss = give_penalty(late, "late", level=PenaltyLevel.GAME_LOSS, reason="ten minutes", by=day.by)
    drop_entry(third.a, by=day.by, reason="home")
    client = signed_in(day.alma)
    page = visible_text(client.get(f"/e/{day.event.slug}/manage/finish").content.decode())
    assert "Round 2 is not complete. It has 1 reported result." in page

    ended = api(day).send("/early-finish", {"reason": REASON})

    assert ended.status_code == 200
    assert rows(day) == before
    assert Client().get(f"/match/{first.pk}").status_code == 404
    assert Call.objects.get(pk=call.pk).resolved_at
    assert Penalty.objects.get(pk=loss.pk).counting_match is None
    third.a.refresh_from_db()
    assert third.a.dropped_after_round == 1
    assert Round._base_manager.filter(event=day.event, number=2).get().cancelled_at
    entry = LogEntry.objects.get(action="event_finished_early")
    assert entry.after
    assert (entry.after["rounds"], entry.after["lost"]) == (1, 1)
    assert_verified(day)


def test_an_old_page_does_not_end_the_event_after_another_round(day: Day):
    day.to_round(2)
    client = signed_in(day.alma)
    page = client.get(f"/e/{day.event.slug}/manage/finish").content.decode()
    assert 'name="after_round" value="1"' in compact_markup(page)
    day.settle(2)

    refused = post(client, day, step="finish_early", after_round="1", reason=REASON)

    assert refused.status_code == 409
    assert "The last complete round is now 2, not 1." in refused.content.decode()
    assert api(day).send("/early-finish", {"reason": REASON, "after_round": 1}).json()["code"] == "other_round_complete"
    assert api(day).send("/early-finish", {"reason": REASON, "after_round": 2}).status_code == 200


def test_before_the_first_complete_round_all_players_have_zero_points(day: Day):
    day.to_round(1)

    assert api(day).send("/early-finish", {"reason": REASON, "after_round": 0}).status_code == 200

    assert {(rank, record, points) for rank, _name, record, points in rows(day)} == {(1, "0-0-0", 0)}
    assert "after 0 of 3 rounds" in Client().get(f"/e/{day.event.slug}/standings").content.decode()
    assert_verified(day)


def test_a_proposal_is_cancelled(day: Day):
    day.to_round(1)
    day.settle(1)
    desk = api(day)
    assert desk.send("/rounds").status_code == 201

    assert desk.send("/early-finish", {"reason": REASON}).status_code == 200

    assert [each["number"] for each in desk.get("/rounds").json()] == [1]
    assert desk.send("/rounds/2/publish").json()["code"] == "event_finished"
    assert_verified(day)


def test_a_fully_played_event_cannot_be_finished_early(day: Day):
    day.to_round(3)
    assert api(day).send("/early-finish", {"reason": ""}).status_code == 400
    day.settle(3)

    refused = api(day).send("/early-finish", {"reason": REASON})

    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_unplayed")
    page = signed_in(day.alma).get(f"/e/{day.event.slug}/manage/finish").content.decode()
    assert ("Finish the event?" in page, 'name="reason"' in page) == (True, False)
    assert api(day).send("/finish").status_code == 200


def test_an_event_cannot_be_finished_early_during_registration_or_draft(day: Day):
    day.enter()
    assert api(day).send("/early-finish", {"reason": REASON}).json()["code"] == "rounds_not_begun"
    day.seat()

    refused = api(day).send("/early-finish", {"reason": REASON})

    assert (refused.status_code, refused.json()["code"]) == (409, "rounds_not_begun")
    assert "once all decks are submitted" in refused.json()["detail"]
    assert "Finish the event early" not in signed_in(day.alma).get(f"/e/{day.event.slug}/manage").content.decode()
    client = signed_in(day.alma)
    assert client.get(f"/e/{day.event.slug}/manage/finish").status_code == 200


def test_running_online_games_continue_without_counting(online: Day):
    match, game = online.matches(1)[0], running()
    drop_all(online)

    assert api(online).send("/early-finish", {"reason": REASON}).status_code == 200

    client = signed_in(match.a.account)
    page = client.get(f"/game/{game.pk}")
    assert page.status_code == 200
    assert f'href="/e/{online.event.slug}/"' in page.content.decode()
    call_time(timezone.now())
    games.concede(match.a.account, game)
    game.refresh_from_db()
    assert game.ended_at
    assert not match.reports.exists()
    assert Match._base_manager.get(pk=match.pk).games.count() == 1
    assert_verified(online)


def test_a_cut_that_has_not_begun_is_ignored(six: Day):
    before = rows(six)
    drop_all(six)
    assert button(six)[0] == "finish_early"

    assert api(six).send("/finish").json()["code"] == "cut_missing"
    assert api(six).send("/early-finish", {"reason": REASON, "after_round": 3}).status_code == 200

    assert rows(six) == before
    assert "after 3 of 5 rounds" in Client().get(f"/e/{six.event.slug}/standings").content.decode()
    assert_verified(six)


def test_players_who_reached_a_later_stage_rank_higher(six: Day):
    upper, lower = play_stage(six, 4, None)
    enter_result(upper, six.result("0-2"), by=six.by, last_seen_number=0)
    enter_result(lower, six.result("2-0"), by=six.by, last_seen_number=0)
    assert upper.b
    finalists = [lower.a.name, upper.b.name]  # in the order of their seeds, 2 and 4

    assert api(six).send("/early-finish", {"reason": REASON, "after_round": 4}).status_code == 200

    six.event.refresh_from_db()
    assert ranking(six)[:2] == finalists
    assert {*ranking(six)[2:4]} == {upper.a.name, *(names(lower) - {lower.a.name})}
    assert [row[0] for row in rows(six)] == [1, 2, 3, 4, 5, 6]
    assert event_file(six.event)["tournament"]["cut"]["ended_early"] is True
    assert_verified(six)


def test_a_running_stage_is_cancelled(six: Day):
    before = rows(six)
    upper, _lower = play_stage(six, 4, None)
    enter_result(upper, six.result("2-0"), by=six.by, last_seen_number=0)

    assert api(six).send("/early-finish", {"reason": REASON, "after_round": 3}).status_code == 200

    assert rows(six) == before
    assert api(six).get("/bracket").json() == []
    assert_verified(six)


def test_a_team_event_can_be_finished_early(teams: TeamDay):
    teams.start(4)
    teams.round(1)
    teams.enter_scores(1)
    before = rows(teams)
    teams.round(2)
    teams.enter_scores(2, t1B="")
    drop_all(teams)

    assert api(teams).send("/early-finish", {"reason": REASON, "after_round": 1}).status_code == 200

    assert rows(teams) == before
    assert_verified(teams)


def test_a_constructed_event_can_be_finished_early(db: None):
    day = constructed_day()
    lock_all_decks(day)
    drop_all(day)
    assert button(day)[0] == "finish_early"

    assert api(day).send("/early-finish", {"reason": REASON}).status_code == 200
    assert_verified(day)


def test_a_paper_draft_whose_players_have_all_left_can_be_finished_early(new_event: Callable[..., Day]):
    alma = new_event().alma
    terms = DraftFormat(packs=2, pack_size=4, deck_size=6, rounds=1)
    day = Day(create_event(NewEvent("Shop", terms, BOOSTERS[:2], {"opening": "table"}), by=alma, seed=SEED), alma)
    day.enter(4)
    day.seat()
    drop_all(day)
    client = signed_in(alma)

    assert button(day)[0] == "finish_early"
    assert post(client, day, step="end_draft").status_code == 302
    assert Pod.objects.filter(event_pod__event=day.event, closed_at=None).exists()
    assert button(day)[0] == "finish_early"
    assert "0 of 1 rounds are complete" in client.get(f"/e/{day.event.slug}/manage/finish").content.decode()
    assert api(day).send("/early-finish", {"reason": REASON}).status_code == 200
    assert Event.objects.get(pk=day.event.pk).finished_at


def test_webhooks_are_notified_of_an_early_finish(day: Day):
    from tournaments.models import Delivery
    from tournaments.services.webhook import add_webhook

    day.to_round(2)
    add_webhook(day.event, "https://example.org/hook", by=day.by)

    api(day).send("/early-finish", {"reason": REASON})

    message = json.loads(Delivery.objects.get(action="event_finished").body)
    assert message["data"] == {"rounds": 1, "planned": 3, "lost": 0}
