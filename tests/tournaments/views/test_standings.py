"""The standings of an event: tie-break rules, calculations of figures, and possible ranks in the last round."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from drafting.rules.format import DraftFormat
from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.page_text import visible_text
from tests.tournaments.conftest import BOOSTERS, Day
from tests.tournaments.views.test_new_event import create_by_form
from tournaments.models import Entry, Event
from tournaments.rules.pods import OtherPodSizesError, TooManyRoundsError
from tournaments.rules.results import MatchResult
from tournaments.rules.rulesets import UnknownRulesetError
from tournaments.rules.standings import standings
from tournaments.rules.tournament_file import read_tournament
from tournaments.selectors.history import event_standings, tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.outlooks import entry_outlook_lines
from tournaments.selectors.standings import standings_table
from tournaments.services import pod as pods
from tournaments.services.announced_rounds import RoundsOnlyReducedError, announce_rounds
from tournaments.services.event import NewEvent, ReasonNeededError, create_event, finish_event
from tournaments.services.match import enter_result


def page(event: Event, path: str = "standings", client: Client | None = None) -> str:
    return visible_text((client or Client()).get(f"/e/{event.slug}/{path}").content.decode())


def api_of(account: Account) -> APIClient:
    client = APIClient()
    client.force_login(account)
    return client


@pytest.fixture
def alma(db: None) -> Account:
    return create_staff("Alma")


# --- The tie-break rules of an event -------------------------------------------------------------


@pytest.mark.clause("DRF-OP-7")
@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("mtr", "Magic Tournament Rules Match points, OMW%, GW%, OGW%"),
        ("pokemon", "Play! Pokémon Match points, OMW%, OOMW%, Head to head"),
        ("points", "Match points alone Match points"),
    ],
)
def test_an_event_shows_its_tie_break_rules(new_event: Callable[..., Day], code: str, facts: str):
    day = new_event(ruleset=code)
    day.enter()
    day.seat()

    assert facts in page(day.event, "")
    assert facts.split(" Match points", maxsplit=1)[0] in page(day.event)
    assert APIClient().get(f"/api/v1/events/{day.event.slug}").json()["ruleset"] == code
    assert tournament_of(day.event).ruleset == code


def test_unknown_tie_break_rules_are_refused_by_service_and_api(alma: Account):
    sentence = "There is no rule set luck. Choose one of these: mtr, pokemon, head-to-head, points."
    with pytest.raises(UnknownRulesetError) as refusal:
        create_event(NewEvent("Summer Draft", DraftFormat(), BOOSTERS, {"ruleset": "luck"}), by=alma)

    answer = api_of(alma).post(
        "/api/v1/events", {"preset": "enemy-FL-booster", "name": "Draft", "ruleset": "luck"}, "json"
    )

    assert (str(refusal.value), refusal.value.clause) == (sentence, "DRF-OP-7")
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Event.objects.exists()


def test_tie_break_rules_are_chosen_by_form_and_by_api(alma: Account, browser_of: Callable[[Account], Client]):
    create_by_form(browser_of(alma), ruleset="head-to-head")
    create_by_form(browser_of(alma), ruleset="")
    api_of(alma).post("/api/v1/events", {"preset": "enemy-FL-booster", "name": "Draft", "ruleset": "points"}, "json")

    assert list(Event.objects.order_by("created_at").values_list("ruleset", flat=True)) == [
        "head-to-head",
        "mtr",
        "points",
    ]


def test_the_tournament_file_contains_the_tie_break_rules(new_event: Callable[..., Day]):
    day = new_event(ruleset="points")
    day.to_round(2)

    written = Client().get(f"/api/v1/events/{day.event.slug}/tournament").content.decode()

    assert standings(read_tournament(written)) == event_standings(day.event)
    assert [row.rank for row in event_standings(day.event)] == [1, 1, 1, 4, 4, 4]


# --- Calculations of figures ---------------------------------------------------------------------


def calculations(event: Event) -> str:
    """Return the text of all pages that the figures of the standings link to."""
    shown = Client().get(f"/e/{event.slug}/standings").content.decode()
    links = {link.partition("#")[0] for link in re.findall(rf'href="/e/{event.slug}/(standings/[^"]+)"', shown)}
    assert len(links) == event.entries.count()
    return " ".join(page(event, link) for link in sorted(links))


def test_every_figure_shows_its_calculation(day: Day):
    day.to_round(2)

    shown = calculations(day.event)

    assert "3 × 1 won + 1 × 0 drawn + 0 × 0 lost = 3" in shown
    assert "0/3 = 0.00 → 33.00 minimum" in shown
    assert "33/100 ÷ 1 = 33/100 = 33.00 %" in shown
    assert "Game points out of those possible: 6/6 = 100.00" in shown


def test_the_calculations_of_a_row_are_sent_again_only_after_a_change(day: Day):
    day.to_round(2)
    path = f"/e/{day.event.slug}/standings/{leader_of(day).number}"
    part = Client().get(path, headers={"HX-Request": "true"})
    unchanged = {"HX-Request": "true", "If-None-Match": part.headers["ETag"]}

    assert "<html" not in part.content.decode()
    assert 'id="omw"' in part.content.decode()
    assert Client().get(path, headers=unchanged).status_code == 304
    day.settle(2)
    assert Client().get(path, headers=unchanged).status_code == 200
    assert Client().get(f"/e/{day.event.slug}/standings/99").status_code == 404


def test_the_api_returns_exact_figures_with_their_calculation(day: Day):
    day.to_round(2)

    first = Client().get(f"/api/v1/events/{day.event.slug}/standings").json()[0]

    assert [figure["column"] for figure in first["figures"]] == ["match_points", "omw", "gw", "ogw"]
    omw = first["figures"][1]
    assert (omw["exact"], omw["decimal"], omw["opened"]["kind"]) == ("33/100", 0.33, "mean")
    assert omw["opened"]["terms"][0]["share"] == {"got": 0, "of": 3, "plain": "0", "exact": "33/100", "bound": "floor"}


@pytest.mark.parametrize("code", ["pokemon", "head-to-head", "points"])
def test_page_and_api_explain_the_figures_of_all_tie_break_rules(new_event: Callable[..., Day], code: str):
    day = new_event(ruleset=code)
    day.to_round(3)

    rows = Client().get(f"/api/v1/events/{day.event.slug}/standings").json()

    assert calculations(day.event).count("3 × 2 won") >= 1
    assert all(figure["opened"]["exact"] == figure["exact"] for row in rows for figure in row["figures"])


def leader_of(day: Day, pod: int | None = None) -> Entry:
    """Return the leader of the event or of a pod."""
    found = standings_table(day.event, pod=pod)[0].entry
    assert isinstance(found, Entry)
    return found


# --- Possible ranks ---------------------------------------------------------------------


def test_players_see_their_possible_ranks_in_the_last_round(day: Day, browser_of: Callable[[Account], Client]):
    day.to_round(3)
    leader = leader_of(day)
    client = browser_of(leader.account)
    match = next(each for each in day.matches(3) if leader in (each.a, each.b))

    for shown in (page(day.event, "", client), visible_text(client.get(f"/match/{match.pk}").content.decode())):
        assert "Your possible ranks If you win: rank 1, whatever the other results" in shown
        assert "If you draw: rank" in shown
    assert "With a win: rank 1, whatever the other results" in page(day.event)
    assert "win" in Client().get(f"/api/v1/events/{day.event.slug}/standings").json()[0]["outlooks"]


def test_possible_ranks_are_only_shown_during_the_last_round(day: Day):
    day.to_round(2)
    assert not any(row.outlooks for row in standings_table(day.event))
    day.settle(2)
    day.round(3)
    assert all(row.outlooks for row in standings_table(day.event))
    day.settle(3)

    assert not any(row.outlooks for row in standings_table(day.event))
    assert not entry_outlook_lines(day.event, leader_of(day), tournament_of(day.event))
    assert "Possible ranks" not in page(day.event)


def test_possible_ranks_change_with_each_result(day: Day):
    day.to_round(3)
    before = {row.entry.pk: dict(row.outlooks) for row in standings_table(day.event)}
    enter_result(day.matches(3)[0], day.result("2-0"), by=day.by, last_seen_number=0)

    after = {row.entry.pk: dict(row.outlooks) for row in standings_table(day.event)}

    assert set(before) == set(after)
    assert sum("any" in outlooks for outlooks in after.values()) == 2
    assert after != before


def test_each_of_several_pods_has_its_own_possible_ranks(day: Day):
    day.enter(8)
    day.seat(4, 4)
    day.draft()
    for number in (1, 2):
        day.round(number)
        day.settle(number)
    day.round(3)

    assert not any(row.outlooks for row in standings_table(day.event))
    assert all(row.outlooks for row in standings_table(day.event, pod=2))
    assert entry_outlook_lines(day.event, leader_of(day, pod=2), tournament_of(day.event))


# --- Double losses ---------------------------------------------------------------------


def test_an_official_enters_a_double_loss_with_a_reason(day: Day, browser_of: Callable[[Account], Client]):
    day.to_round(1)
    match = day.matches(1)[0]
    client, form = browser_of(day.alma), {"round": 1, "table": match.table, "score": "0-0"}

    refused = client.post(f"/e/{day.event.slug}/manage/result", form)
    client.post(f"/e/{day.event.slug}/manage/result", form | {"reason": "neither came"})

    assert refused.status_code == 422
    points = {row.entry: row.record for row in standings_table(day.event)}
    assert [str(points[player]) for player in (match.a, match.b) if player] == ["0-1-0", "0-1-0"]
    assert "0-0 double loss" in page(day.event, "pairings")
    assert tournament_of(day.event).rounds[0].matches[0].double_loss


def test_only_officials_can_enter_a_double_loss_by_api(day: Day):
    day.to_round(1)
    match = day.matches(1)[0]
    both: dict[str, Any] = {"double_loss": True, "version": 0}

    own = api_of(match.a.account).post(f"/api/v1/matches/{match.pk}/reports", both, "json")
    staff = api_of(day.alma).post(f"/api/v1/matches/{match.pk}/result", both | {"reason": "neither came"}, "json")

    assert own.status_code >= 400
    assert staff.status_code == 201
    assert staff.json()["result"]["double_loss"] is True


def test_a_double_loss_has_no_winner():
    assert MatchResult(double_loss=True).winner is None


# --- Impossible numbers of rounds ---------------------------------------------------------------


@pytest.mark.clause("DRF-OP-8")
def test_more_rounds_than_any_pod_can_play_are_refused(alma: Account, browser_of: Callable[[Account], Client]):
    sentence = "The largest, of 8 players, can play 7. Announce at most 7 rounds."
    by_api = api_of(alma).post("/api/v1/events", {"preset": "enemy-FL-booster", "name": "Draft", "rounds": 8}, "json")
    by_form = create_by_form(browser_of(alma), rounds="8")

    assert by_api.status_code == by_form.status_code == 422
    assert sentence in visible_text(by_form.content.decode())
    assert "too_many_rounds" in by_api.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("rounds", "note"),
    [
        ("3", "needs pods of at least 4 players"),
        ("5", "needs pods of at least 5 players"),
        ("8", "No pod can play 8 rounds"),
        ("x", ""),
    ],
)
def test_the_form_shows_the_pod_size_that_the_rounds_need(
    alma: Account, browser_of: Callable[[Account], Client], rounds: str, note: str
):
    form = browser_of(alma).get(f"/events/new?preset=enemy-FL-booster&rounds={rounds}").content.decode()

    found = re.search(r'id="rounds-note"[^>]*>([^<]*)<', form)
    assert found
    assert note in found[1]
    assert bool(note) == bool(found[1])


@pytest.mark.clause("DRF-OP-8")
def test_pods_too_small_for_the_rounds_are_refused(db: None, alma: Account):
    day = Day(create_event(NewEvent("Summer Draft", DraftFormat(rounds=4), BOOSTERS), by=alma), alma)
    day.enter(4)

    step = next_step(day.event)
    with pytest.raises(TooManyRoundsError) as refusal:
        pods.plan_pods(day.event, by=day.by)

    assert str(refusal.value).endswith("Announce at most 3 rounds.")
    assert step.blocked == refusal.value.sentence
    with pytest.raises(ReasonNeededError):
        announce_rounds(day.event, 3, reason=" ", by=day.by)
    announce_rounds(day.event, 3, reason="only four came", by=day.by)
    day.event.refresh_from_db()
    day.seat()
    assert day.event.pods.get().pod.draft_format.rounds == day.event.event_format.rounds == 3
    assert "Alma changed the announced number of rounds from 4 to 3: only four came" in page(day.event, "audit")
    with pytest.raises(RoundsOnlyReducedError):
        announce_rounds(day.event, 4, reason="there is time", by=day.by)


def test_the_number_of_rounds_is_changed_from_the_desk_and_by_api(day: Day, browser_of: Callable[[Account], Client]):
    day.enter()
    browser_of(day.alma).post(f"/e/{day.event.slug}/manage/rounds", {"rounds": "5", "reason": "there is time"})
    day.event.refresh_from_db()
    assert day.event.event_format.rounds == 5

    refused = api_of(day.alma).put(
        f"/api/v1/events/{day.event.slug}/announced-rounds", {"rounds": 8, "reason": "more"}, "json"
    )
    changed = api_of(day.alma).put(
        f"/api/v1/events/{day.event.slug}/announced-rounds", {"rounds": 4, "reason": "less"}, "json"
    )

    assert (refused.status_code, changed.json()["format"]["rounds"]) == (422, 4)


def test_a_refusal_suggests_other_pod_sizes(db: None, alma: Account):
    large = DraftFormat(rounds=4, packs=4)
    day = Day(create_event(NewEvent("Summer Draft", large, BOOSTERS), by=alma), alma)
    day.enter(8)
    with pytest.raises(OtherPodSizesError) as refusal:
        pods.plan_pods(day.event, by=day.by, sizes=[4, 4], reason="two tables")

    assert refusal.value.details["instead"] == "8"


def test_before_the_first_result_standings_say_what_will_be_here_and_players_are_listed_by_status(day: Day):
    day.to_round(1)

    assert "No standings yet" in page(day.event)
    assert "0-0-0" not in page(day.event) + page(day.event, "players")
    assert len(re.findall(r"\d \w+ checked in", page(day.event, "players"))) == len(day.players)


def test_from_the_first_result_on_players_are_listed_with_rank_and_record(day: Day):
    day.to_round(2)
    rows = {row.entry.name: row for row in standings_table(day.event)}

    shown = page(day.event, "players")

    for entry in day.event.entries.all():
        row = rows[entry.name]
        assert re.search(rf"{entry.number} {entry.name} {row.rank} {row.record} playing", shown)


def test_spectators_see_who_has_won(day: Day):
    day.to_round(3)
    day.settle(3)
    assert "All ranks" not in page(day.event, "")
    finish_event(day.event, by=day.by)
    best = standings_table(day.event)[0]

    assert f"Final standings 1 {best.entry.name} {best.record}" in page(day.event, "")
