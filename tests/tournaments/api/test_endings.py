"""Other ends of events, by page and by API: an open round that counts, fewer rounds, a cancellation, a reopening."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay.models import Account, LogEntry
from tests.drafting.conftest import signed_in
from tests.page_text import visible_text
from tests.tournaments.api.test_early_finish import REASON, api, assert_verified, drop_all, post, rows
from tests.tournaments.conftest import Day
from tests.tournaments.constructed import constructed_day, lock_all_decks
from tests.tournaments.cuts import play_stage
from tests.tournaments.services.conftest import teams
from tests.tournaments.services.test_online_match import online
from tests.tournaments.teams import TeamDay
from tournaments.models import Event, Penalty
from tournaments.rules.infractions import PenaltyLevel
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.early_finish import unplayed_rounds
from tournaments.services.entry import drop_entry
from tournaments.services.erasure import erase_account
from tournaments.services.match import add_report, enter_result
from tournaments.services.penalty import give_penalty, withdraw_penalty

__all__ = ["online", "teams"]


def trail(day: Day) -> str:
    return visible_text(Client().get(f"/e/{day.event.slug}/audit").content.decode())


def records(day: Day) -> dict[str, str]:
    return {name: record for _rank, name, record, _points in rows(day)}


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code", "")


@pytest.fixture
def open_round(day: Day) -> Day:
    """Round 2 with a final result, the report of one player and an open table; the first two players have dropped."""
    day.to_round(2)
    first, second, third = day.matches(2)
    enter_result(first, day.result("2-1"), by=day.by, last_seen_number=0)
    add_report(second, day.result("0-2"), by=second.a.account, last_seen_number=0)
    drop_entry(third.a, by=day.by, reason="home")
    return day


def test_the_results_of_the_open_round_can_count(open_round: Day):
    day, before = open_round, records(open_round)
    first, second, third = day.matches(2)
    page = visible_text(signed_in(day.alma).get(f"/e/{day.event.slug}/manage/finish").content.decode())
    assert "Round 2 is not complete. It has 2 reported results." in page

    ended = post(signed_in(day.alma), day, step="finish_early", after_round="1", reason=REASON, open_round="count")

    assert ended.status_code == 302
    after = records(day)
    assert first.b
    assert second.b
    assert third.b
    assert [after[each.name] for each in (first.a, first.b)] == [before[each.name] for each in (first.a, first.b)]
    assert after[second.b.name].split("-")[0] == str(int(before[second.b.name].split("-")[0]) + 1)
    assert [after[each.name].split("-")[2] for each in (third.a, third.b)] == ["1", "1"]
    assert "after 2 of 3 rounds (results discarded: 0)" in trail(day)
    assert f"Finished early, after 2 of 3 rounds: {REASON}" in visible_text(
        Client().get(f"/e/{day.event.slug}/standings").content.decode()
    )
    assert_verified(day)


def test_a_disputed_table_of_the_open_round_is_drawn_and_a_game_loss_counts(day: Day):
    day.to_round(1)
    first, second, _third = day.matches(1)
    assert first.b
    add_report(first, day.result("2-0"), by=first.a.account, last_seen_number=0)
    add_report(first, day.result("0-2"), by=first.b.account, last_seen_number=1)
    give_penalty(second.a, "late", level=PenaltyLevel.GAME_LOSS, reason="ten minutes", by=day.by)

    assert api(day).send("/early-finish", {"reason": REASON, "count_open_round": True}).status_code == 200

    found = records(day)
    assert [found[each.name] for each in (first.a, first.b)] == ["0-0-1", "0-0-1"]
    assert found[second.a.name] == "0-1-0"
    assert_verified(day)


def test_boards_of_a_team_count(teams: TeamDay):
    teams.start(4)
    teams.round(1)
    teams.enter_scores(1, t1B="")

    assert api(teams).send("/early-finish", {"reason": REASON, "count_open_round": True}).status_code == 200
    assert_verified(teams)


def test_there_must_be_an_open_swiss_round_to_count(six: Day):
    play_stage(six, 4, None)

    assert code(api(six).send("/early-finish", {"reason": REASON, "count_open_round": True})) == (409, "no_open_round")
    page = signed_in(six.alma).get(f"/e/{six.event.slug}/manage/finish").content.decode()
    assert 'name="open_round"' not in page


def test_a_round_whose_games_are_running_here_does_not_count(online: Day):
    refused = api(online).send("/early-finish", {"reason": REASON, "count_open_round": True})

    assert code(refused) == (409, "games_running")


def test_announced_rounds_can_be_reduced_before_the_next_is_published(day: Day):
    day.to_round(2)
    day.settle(2)
    desk, client = api(day), signed_in(day.alma)
    assert desk.send("/rounds").status_code == 201
    assert "Change the number of rounds" in client.get(f"/e/{day.event.slug}/manage").content.decode()

    def announce(rounds: int) -> Any:
        data = {"rounds": rounds, "reason": REASON}
        return client.put(f"/api/v1/events/{day.event.slug}/announced-rounds", data, content_type="application/json")

    assert code(announce(4)) == (422, "rounds_only_reduced")
    assert code(announce(1)) == (409, "rounds_published")
    assert code(announce(0)) == (422, "too_few_rounds")
    assert announce(2).json()["format"]["rounds"] == 2

    assert desk.send("/rounds/3/publish").json()["code"] == "round_not_paired"
    assert desk.get("/next-step").json()["code"] == "finish"
    assert f"Alma changed the announced number of rounds from 3 to 2: {REASON}" in trail(day)
    assert "Change the number of rounds" not in client.get(f"/e/{day.event.slug}/manage").content.decode()
    assert desk.send("/finish").status_code == 200
    assert_verified(day)


def test_a_top_cut_follows_the_reduced_rounds(new_event: Callable[..., Day]):
    day = new_event(cut=2)
    day.to_round(2)
    assert (
        signed_in(day.alma).post(f"/e/{day.event.slug}/manage/rounds", {"rounds": "2", "reason": REASON}).status_code
        == 302
    )
    day.settle(2)
    day.event.refresh_from_db()

    (final,) = play_stage(day, 3, None)
    enter_result(final, day.result("2-0"), by=day.by, last_seen_number=0)

    assert api(day).send("/finish").status_code == 200
    assert_verified(day)


@pytest.mark.parametrize("phase", ["registration", "draft", "round"])
def test_an_organizer_cancels_an_event_in_any_phase(day: Day, phase: str):
    day.to_round(1) if phase == "round" else day.enter()
    if phase == "draft":
        day.seat()
    client, here = signed_in(day.alma), f"/e/{day.event.slug}/manage"
    assert f'href="{here}/cancel"' in client.get(here).content.decode()
    can_be_undone = "cannot be undone" not in client.get(f"{here}/cancel").content.decode()
    assert client.post(f"{here}/cancel", {"reason": " "}).status_code == 422

    assert client.post(f"{here}/cancel", {"reason": REASON}).status_code == 302

    assert f"This event was cancelled: {REASON}" in visible_text(Client().get(f"/e/{day.event.slug}/").content.decode())
    assert "This event is finished." in client.get(f"{here}/cancel").content.decode()
    assert client.post(f"{here}/cancel", {"reason": REASON}).status_code == 422
    day.event.refresh_from_db()
    assert log_faults(day.event) == []
    reopened = api(day).send("/reopening", {"reason": "it was a false alarm"})
    assert reopened.status_code == (200 if can_be_undone else 422)
    assert can_be_undone is (phase == "round")


def test_a_reopened_event_goes_on_where_it_was(open_round: Day):
    day = open_round
    third = day.matches(2)[2]
    loss = give_penalty(third.a, "late", level=PenaltyLevel.GAME_LOSS, reason="ten minutes", by=day.by)
    before, desk = rows(day), api(day)
    assert desk.send("/early-finish", {"reason": REASON}).status_code == 200
    client, here = signed_in(day.alma), f"/e/{day.event.slug}/manage"
    assert "Reopen the event" in client.get(here).content.decode()
    assert client.post(f"{here}/reopen", {"reason": " "}).status_code == 422

    assert client.post(f"{here}/reopen", {"reason": "the power is back"}).status_code == 302

    assert rows(day) == before
    assert [each.pk for each in day.matches(2)][2] == third.pk
    assert Penalty.objects.get(pk=loss.pk).counts_in == third
    third.a.refresh_from_db()
    assert third.a.dropped_after_round == 2
    assert "Alma reopened the event (rounds restored: 1): the power is back" in trail(day)
    assert "Finished early" not in Client().get(f"/e/{day.event.slug}/standings").content.decode()
    for match in day.matches(2)[1:]:
        number = match.reports.count()
        enter_result(match, day.result("2-1"), by=day.by, last_seen_number=number, reason="as the players say")
    day.round(3)
    day.settle(3)
    assert desk.send("/finish").status_code == 200
    assert "Finished early" not in Client().get(f"/e/{day.event.slug}/standings").content.decode()
    assert_verified(day)


def test_the_clock_of_a_restored_round_continues_with_the_time_left(open_round: Day, monkeypatch: pytest.MonkeyPatch):
    day = open_round
    over, running = day.event.rounds.get(number=1), day.event.rounds.get(number=2)
    running.ends_at = timezone.now() + timedelta(minutes=20)
    running.save(update_fields=["ends_at"])
    assert api(day).send("/early-finish", {"reason": REASON}).status_code == 200
    day.event.refresh_from_db()
    assert day.event.finished_at
    reopened_at = day.event.finished_at + timedelta(minutes=30)

    with monkeypatch.context() as later:
        later.setattr(timezone, "now", lambda: reopened_at)
        assert api(day).send("/reopening", {"reason": REASON}).status_code == 200

    assert day.event.rounds.get(number=2).ends_at == running.ends_at + timedelta(minutes=30)
    assert day.event.rounds.get(number=1).ends_at == over.ends_at


def test_a_player_who_erased_the_account_meanwhile_is_not_paired_again(open_round: Day):
    day = open_round
    locked, erased = day.matches(2)[1].a, day.matches(2)[0].a
    assert api(day).send("/early-finish", {"reason": REASON}).status_code == 200
    Account.objects.filter(pk=locked.account_id).update(is_active=False)
    erase_account(erased.account)

    assert api(day).send("/reopening", {"reason": "the power is back"}).status_code == 200

    erased.refresh_from_db()
    locked.refresh_from_db()
    assert erased.dropped_after_round == 2
    assert locked.dropped_after_round is None
    assert log_faults(day.event) == []


def test_a_result_is_corrected_after_reopening(day: Day):
    day.to_round(3)
    day.settle(3)
    assert api(day).send("/finish").status_code == 200
    match = day.matches(3)[0]

    assert api(day).send("/reopening", {"reason": "a wrong score"}).status_code == 200

    enter_result(match, day.result("0-2"), by=day.by, last_seen_number=1, reason="misread")
    assert api(day).send("/finish").status_code == 200
    assert_verified(day)


def test_an_event_is_reopened_for_a_day_only(day: Day):
    day.to_round(1)
    assert code(api(day).send("/reopening", {"reason": REASON})) == (409, "not_finished")
    assert api(day).send("/early-finish", {"reason": REASON}).status_code == 200
    Event.objects.filter(pk=day.event.pk).update(finished_at=timezone.now() - timedelta(hours=24, minutes=1))

    assert code(api(day).send("/reopening", {"reason": REASON})) == (422, "reopening_too_late")
    assert "Reopen the event" not in signed_in(day.alma).get(f"/e/{day.event.slug}/manage").content.decode()


def test_the_organizer_cannot_undo_a_cancellation_by_an_operator(day: Day):
    from operations.services.events import cancel_event

    day.to_round(1)
    cancel_event(day.event, reason=REASON, by=None)

    assert code(api(day).send("/reopening", {"reason": REASON})) == (422, "cancelled_by_operator")


def test_an_event_played_here_is_not_reopened_since_its_shuffles_are_known(online: Day):
    client, here = signed_in(online.alma), f"/e/{online.event.slug}/manage"
    for page in ("finish", "cancel"):
        assert "cannot be undone, because the seed reveals the shuffles" in visible_text(
            client.get(f"{here}/{page}").content.decode()
        )
    assert api(online).send("/early-finish", {"reason": REASON}).status_code == 200

    assert code(api(online).send("/reopening", {"reason": REASON})) == (422, "shuffles_revealed")
    assert "Reopen the event" not in client.get(here).content.decode()


def test_a_draft_that_went_on_after_a_cancellation_does_not_count(day: Day):
    day.enter()
    day.seat()
    assert api(day).send("/cancellation", {"reason": REASON}).status_code == 200

    day.draft()

    assert code(api(day).send("/reopening", {"reason": REASON})) == (422, "draft_revealed")


def test_a_late_player_gets_no_packs_from_a_known_seed(day: Day):
    day.to_round(1)
    late = {"handle": "Zoe", "reason": "the train was late"}
    assert api(day).send("/early-finish", {"reason": REASON}).status_code == 200
    assert api(day).send("/reopening", {"reason": REASON}).status_code == 200

    assert code(api(day).send("/late-entries", late)) == (422, "packs_revealed")
    assert not day.event.entries.filter(name="Zoe").exists()


def test_a_game_loss_for_the_next_match_stays_one_after_reopening(open_round: Day):
    """It is not counted in a match whose result was final before it was given."""
    day = open_round
    first, _second, third = day.matches(2)
    waiting = give_penalty(first.a, "late", level=PenaltyLevel.GAME_LOSS, reason="between rounds", by=day.by)
    counting = give_penalty(third.a, "late", level=PenaltyLevel.GAME_LOSS, reason="ten minutes", by=day.by)
    before = records(day)
    assert api(day).send("/early-finish", {"reason": REASON}).status_code == 200
    listed = {each["id"]: each["counts_in"] for each in api(day).get("/penalties").json()}
    assert listed == {waiting.pk: None, counting.pk: None}

    assert api(day).send("/reopening", {"reason": REASON}).status_code == 200

    assert records(day) == before
    assert Penalty.objects.get(pk=waiting.pk).counting_match is None
    assert Penalty.objects.get(pk=counting.pk).counting_match == third


def test_an_earlier_round_that_lost_a_result_counts_with_the_open_one(day: Day):
    day.to_round(1)
    first, *others = day.matches(1)
    loss = give_penalty(first.a, "cheating", level=PenaltyLevel.MATCH_LOSS, reason="marked", by=day.by)
    for match in others:
        enter_result(match, day.result("2-0"), by=day.by, last_seen_number=0)
    day.round(2)
    day.settle(2)
    withdraw_penalty(loss, reason="a mistake", by=day.by)

    ended = api(day).send("/early-finish", {"reason": REASON, "count_open_round": True, "after_round": 0})

    assert ended.status_code == 200
    assert LogEntry.objects.filter(action="event_finished_early", after__rounds=2).exists()
    assert {points for _rank, _name, _record, points in rows(day)} >= {1}
    assert_verified(day)


def test_a_constructed_event_is_reopened_in_any_phase(db: None):
    day = constructed_day()
    lock_all_decks(day)
    drop_all(day)
    assert api(day).send("/cancellation", {"reason": REASON}).status_code == 200

    assert api(day).send("/reopening", {"reason": REASON}).status_code == 200
    day.event.refresh_from_db()
    found = unplayed_rounds(day.event)
    assert found
    assert found.complete_rounds == 0


def test_a_webhook_is_notified_of_a_reopening(day: Day):
    from tournaments.models import Delivery
    from tournaments.services.webhook import add_webhook

    day.to_round(1)
    add_webhook(day.event, "https://example.org/hook", by=day.by)
    api(day).send("/early-finish", {"reason": REASON})

    api(day).send("/reopening", {"reason": REASON})

    assert {*Delivery.objects.values_list("action", flat=True)} == {"event_finished", "event_reopened"}
    assert not LogEntry.objects.filter(action="event_reopened", after__has_key="seed").exists()
