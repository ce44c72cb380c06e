"""The top cut on pages and in the API."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.drafting.conftest import signed_in
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.cuts import names, play_stage, ranking
from tests.tournaments.views.test_new_event import CHOSEN
from tournaments.models import Event
from tournaments.rules.results import MatchResult
from tournaments.rules.trf_reader import read_trf
from tournaments.selectors.exports import pairings_csv, standings_csv
from tournaments.selectors.progress import day_steps, event_phase, player_status
from tournaments.selectors.standings import standings_table
from tournaments.services.match import enter_result
from tournaments.services.round import BracketFixedError, propose_round, swap_players

pytestmark = pytest.mark.clause("DRF-OP-12")
REASON = "a train to catch"


def test_standings_of_the_event_and_of_each_pod_are_shown_printed_and_downloaded(two_pods: Day):
    day, desk = two_pods, signed_in(two_pods.alma)
    here = f"/e/{day.event.slug}"
    all_names = ranking(day)
    pod = [row.entry.name for row in standings_table(day.event, pod=2)]
    assert (len(all_names), len(pod)) == (12, 6)

    for query, expected in (("", all_names), ("?pod=2", pod)):
        page = desk.get(f"{here}/standings{query}").content.decode()
        sheet = desk.get(f"{here}/print/standings{query}").content.decode()
        assert f'{here}/print/standings{query}"' in page
        for text in (page, sheet, desk.get(f"{here}/standings.csv{query}").content.decode()):
            assert {name for name in all_names if re.search(rf"\b{name}\b(?! \d)", text)} == set(expected)
        rows = desk.get(f"/api/v1/events/{day.event.slug}/standings{query}").json()
        assert [row["name"] for row in rows] == expected


def test_an_event_is_created_with_a_top_cut_by_form_and_by_api(day: Day):
    desk = signed_in(day.alma)
    page = desk.get("/events/new?preset=enemy-FL-booster").content.decode()
    assert "Single elimination after the Swiss rounds" in page
    data = {"preset": "enemy-FL-booster", "name": "Winter Draft", "cut": 4}

    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page)) | CHOSEN | {"cut": "2"}
    assert desk.post("/events/new?preset=enemy-FL-booster", form).status_code == 302
    assert Event.objects.exclude(pk=day.event.pk).get().cut == 2
    made = desk.post("/api/v1/events", data, content_type="application/json")

    assert (made.status_code, made.json()["cut"]) == (201, 4)
    hub = Client().get(f"/e/{made.json()['slug']}/").content.decode()
    assert "the top 4 play single elimination" in hub
    assert desk.post("/api/v1/events", data | {"cut": 3}, content_type="application/json").status_code == 400


def test_rounds_of_the_cut_are_called_by_their_stages(six: Day):
    play_stage(six, 4, None)
    here = f"/e/{six.event.slug}"
    upper = six.matches(4)[0]

    for path in (f"{here}/pairings", f"{here}/display", f"/match/{upper.pk}", f"{here}/standings"):
        page = Client().get(path).content.decode()
        assert "Semi-final" in page, path
        assert "Round 4" not in page, path
    assert "Semi-final, against" in signed_in(upper.a.account).get(f"{here}/").content.decode()
    playing = {name for match in six.matches(4) for name in names(match)}
    watching = six.event.entries.exclude(name__in=playing)[0]
    assert player_status(six.event, watching, event_phase(six.event)).introduction == "You are not in the top {places}"
    desk = signed_in(six.alma)
    for path in ("manage", "judge", "print/slips", "print/pairings-name", "print/standings"):
        page = desk.get(f"{here}/{path}").content.decode()
        assert "Semi-final" in page, path
    assert [step.label for step in day_steps(six.event, event_phase(six.event))][-3:] == [
        "Semi-final",
        "Final",
        "Standings",
    ]
    assert "published round 4 (50 minutes): Semi-final" in Client().get(f"{here}/audit").content.decode()


def test_the_proposal_shows_the_bracket_and_cannot_be_changed(six: Day):
    propose_round(six.event, by=six.by)

    page = signed_in(six.alma).get(f"/e/{six.event.slug}/manage").content.decode()

    assert "Semi-final, not published yet" in page
    assert "The first 4 players in the standings who have not dropped" in page
    assert "Change pairings" not in page
    with pytest.raises(BracketFixedError):
        swap_players(six.event, 4, (1, 2), reason="family", by=six.by)


def test_the_cut_is_read_and_changed_by_api(six: Day):
    desk = signed_in(six.alma)
    here = f"/api/v1/events/{six.event.slug}"
    assert desk.get(f"{here}/bracket").json() == []
    changed = desk.put(f"{here}/cut", {"places": 2, "reason": REASON}, content_type="application/json")
    assert (changed.status_code, changed.json()["cut"]) == (200, 2)
    [final] = play_stage(six, 4)

    assert desk.get(f"{here}/rounds").json()[0]["stage"] == "final"
    [stage_data] = desk.get(f"{here}/bracket").json()
    assert stage_data["stage"] == "final"
    [meeting] = stage_data["meetings"]
    assert (meeting["match"], meeting["score"]) == (str(final.pk), "2-0")
    assert [(place["seed"], place["won"]) for place in meeting["places"]] == [(1, True), (2, False)]
    assert desk.get(f"{here}/standings").json()[0]["swiss_rank"] == 1
    assert desk.get(f"{here}/tournament").json()["cut"]["seeds"] == [
        final.a.rules_id,
        final.b and final.b.rules_id,
    ]
    assert len(read_trf(desk.get(f"{here}/trf").json()["trf"]).rounds) == six.event.event_format.rounds


def test_csv_files_contain_the_stage_and_both_ranks(six: Day):
    play_stage(six, 4)
    play_stage(six, 5, "0-2")

    table = pairings_csv(six.event)
    assert table.columns[-1] == "stage"
    assert {row[-1] for row in table.rows} == {"", "semi_final", "final"}
    ranks = standings_csv(six.event)
    assert ranks.columns[:2] == ("rank", "swiss_rank")
    assert [row[0] for row in ranks.rows][:4] == [1, 2, 3, 4]
    assert standings_csv(six.event, pod=1).columns[1] == "number"


def test_players_see_their_chances_of_the_cut_in_the_last_round(new_event: Callable[..., Day]):
    day = new_event(cut=2)
    day.to_round(3)
    pages = [
        signed_in(entry.account).get(f"/e/{day.event.slug}/").content.decode()
        for match in day.matches(3)
        for entry in (match.a, match.b)
        if entry
    ]

    assert any("in the top 2, whatever the other results" in page for page in pages)
    assert any("not in the top 2, unless a player ranked above drops" in page for page in pages)


def open_places(day: Day) -> list[str]:
    """Return what the standings page says about the places of the bracket without a player."""
    page = Client().get(f"/e/{day.event.slug}/standings").content.decode()
    bracket = page[page.index('<div class="bracket">') : page.index("<h2", page.index('<div class="bracket">'))]
    return re.findall(r"winner of .*? – \w+(?: \d)?|to be decided|empty", visible_text(bracket))


def test_an_open_place_of_the_bracket_names_the_match_whose_winner_takes_it(six: Day):
    upper, lower = play_stage(six, 4, None)
    assert open_places(six) == [f"winner of {match.a} – {match.b}" for match in (upper, lower)]

    enter_result(upper, six.result("2-0"), by=six.by, last_seen_number=0)
    assert open_places(six) == [f"winner of {lower.a} – {lower.b}"]

    enter_result(lower, MatchResult(double_loss=True), by=six.by, last_seen_number=0, reason="a fight")
    assert open_places(six) == ["empty"]


def test_places_of_later_stages_are_open_until_the_matches_before_them_are_paired(day: Day):
    day.event.cut = 8
    day.event.save(update_fields=["cut"])
    day.to_cut(8)
    play_stage(day, 4, None)

    shown = open_places(day)

    assert ["winner of" in text for text in shown] == [True] * 4 + [False] * 2
    assert shown[4:] == ["to be decided"] * 2
