"""The help: guides with their pictures, a draft and Swiss pairings as pictures, and the links to them."""

from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from drafting.models import Pod
from drafting.rules.passing import LEFT, direction, passes_to
from tests.tournaments.conftest import Day
from tests.tournaments.decks import drafted
from tests.world import World
from tournaments.guides import FORMAT_FIELDS, GUIDES, PICTURE_LANGUAGES, STEP_OF_PHASE, Guide, picture_path
from tournaments.selectors.progress import EventPhase
from tournaments.views.draft_diagram import arrow, fan, pack_rounds, pool
from tournaments.views.swiss_diagram import SwissDiagram, swiss_diagram

MAX_BYTES = 1_500_000


@pytest.mark.parametrize("guide", GUIDES.values(), ids=list(GUIDES))
def test_every_step_has_a_picture_in_every_language(guide: Guide):
    assert {code for code, _name in settings.LANGUAGES} == set(PICTURE_LANGUAGES)
    names = [picture_path(guide.role, step.name, code) for step in guide.steps for code in PICTURE_LANGUAGES]

    assert [name for name in names if not finders.find(name)] == []


def test_pictures_are_small_and_all_are_used():
    folder = Path(str(finders.find("tournaments/help/en"))).parent
    stored = {f"tournaments/help/{file.relative_to(folder)}": file.stat().st_size for file in folder.rglob("*.webp")}

    used = {picture_path(guide.role, step.name, code) for guide in GUIDES.values() for step in guide.steps
            for code in PICTURE_LANGUAGES}  # fmt: skip
    assert stored.keys() == used
    assert sum(stored.values()) < MAX_BYTES


def test_a_language_without_pictures_shows_english_ones():
    assert picture_path("judge", "call", "fr") == picture_path("judge", "call", "en")


@pytest.mark.parametrize("guide", GUIDES.values(), ids=list(GUIDES))
def test_a_guide_is_short(guide: Guide):
    assert 5 <= len(guide.steps) <= 8
    for step in guide.steps:
        assert len(step.text.format(**FORMAT_FIELDS)) <= 130, step.name


@pytest.mark.parametrize("role", GUIDES)
def test_a_guide_shows_its_steps(db: None, client: Client, role: str):
    page = client.get(f"/help/{role}").content.decode()

    for step in GUIDES[role].steps:
        assert f'id="{step.name}"' in page
        assert f"/{picture_path(role, step.name, 'en')}" in page
    assert "{" not in page.partition("<main")[2].partition("</main>")[0]


def test_an_unknown_guide_does_not_exist(db: None, client: Client):
    assert client.get("/help/spectator").status_code == 404


def test_every_phase_has_a_step():
    assert set(STEP_OF_PHASE) == {phase.value for phase in EventPhase}
    assert set(STEP_OF_PHASE.values()) <= {step.name for step in GUIDES["organizer"].steps}


@pytest.mark.parametrize(
    ("role", "path", "topic"),
    [
        ("anonymous", "", "help/"),
        ("anonymous", "e/{slug}/", "help/player#event"),
        ("anonymous", "e/{slug}/standings", "help/swiss"),
        ("organizer", "e/{slug}/manage", "help/organizer#results"),
        ("organizer", "e/{slug}/judge", "help/judge#call"),
        ("organizer", "match/{match}", "help/judge#dispute"),
        ("organizer", "e/{slug}/judge/decks", "help/judge#deck"),
        ("organizer", "e/{slug}/judge/players/{number}", "help/judge#penalty"),
        ("own", "match/{match}", "help/player#report"),
        ("own", "pod/{pod}/draft", "help/player#pick"),
    ],
)
def test_a_page_links_the_help_about_it(db: None, world: World, role: str, path: str, topic: str):
    page = world.client(role).get(f"/{world.fill_placeholders(path)}").content.decode()

    assert f'href="/{topic}"' in page
    guide, _hash, step = topic.removeprefix("help/").partition("#")
    assert not step or step in {each.name for each in GUIDES[guide].steps}


def test_the_deck_page_links_its_help(day: Day, client: Client):
    day.enter()
    day.seat()
    pod = Pod.objects.get(event_pod__event=day.event)
    drafted(day)
    client.force_login(day.players[0], backend="gameplay.infrastructure.sessions.AccountBackend")

    assert 'href="/help/player#deck"' in client.get(f"/pod/{pod.pk}/deck").content.decode()


def test_the_wall_display_has_no_link_to_the_help(db: None, world: World):
    page = world.client("anonymous").get(world.fill_placeholders("/e/{slug}/display")).content.decode()

    assert "help-link" not in page


# --- The pictures of a draft ---


def test_packs_move_as_the_rules_say():
    rounds = pack_rounds(FORMAT_FIELDS["packs"])

    assert [each.passes_left for each in rounds] == [True, False, True, False]
    for each in rounds:
        assert each.passes_left == (passes_to(0, each.number, 6) == 1)
        assert each.arrow == arrow(direction(each.number))


def test_the_arrow_to_the_left_leads_clockwise():
    x, y = map(float, arrow(LEFT).partition("M")[2].partition("A")[0].split())

    assert x < 120 < y  # from the seat at the bottom, on its left
    assert " 0 0 1 " in arrow(LEFT)  # the sweep flag of an arc: clockwise


def test_hands_and_pool_have_the_cards_of_the_format():
    assert [card.chosen for card in fan(11, choose=True)].count(True) == 1
    assert [card.chosen for card in fan(10, choose=False)] == [False] * 10
    cards = pool(4, 11, 35)
    assert [len(row) for row in cards] == [11] * 4
    assert sum(map(sum, cards)) == 35


# --- The pictures of Swiss pairings ---


def meetings(diagram: SwissDiagram) -> list[tuple[str, ...]]:
    return [tuple(sorted(player.name for player in each.players)) for each in sum(diagram.rounds, ())]


@pytest.mark.parametrize("players", [7, 8])
def test_the_event_of_the_picture_follows_the_rules(players: int):
    diagram = swiss_diagram(players)

    assert [sum(len(each.players) for each in round_) for round_ in diagram.rounds] == [players] * 3
    assert max(Counter(meetings(diagram)).values()) == 1
    assert [player.points for player in diagram.ranking] == sorted((p.points for p in diagram.ranking), reverse=True)
    assert sum(player.points for player in diagram.ranking) == 3 * sum(len(round_) for round_ in diagram.rounds)


def test_winners_meet_winners_in_the_second_round():
    points = [{player.points for player in each.players} for each in swiss_diagram(8).rounds[1]]

    assert points == [{3}, {3}, {0}, {0}]


def test_the_bye_goes_to_another_player_each_round():
    byes = [each.players[0].name for each in sum(swiss_diagram(7).rounds, ()) if each.players[0].bye]

    assert len(set(byes)) == len(byes) == 3
    assert not [each for each in meetings(swiss_diagram(8)) if len(each) == 1]


def test_the_avoided_rematch_is_one():
    diagram = swiss_diagram(8)
    assert diagram.rematch
    points = {player.name: player.points for each in diagram.rounds[-1] for player in each.players}

    assert diagram.rematch in meetings(diagram)
    assert points[diagram.rematch[0]] == points[diagram.rematch[1]]
    assert diagram.rematch_round == 3


def test_players_do_not_overlap_in_the_picture():
    for diagram in (swiss_diagram(7), swiss_diagram(8)):
        places = [(p.x, p.y) for each in sum(diagram.rounds, ()) for p in each.players]
        places += [(p.x, p.y) for p in diagram.ranking]
        assert len(set(places)) == len(places)
        assert all(0 < x < diagram.width and 0 < y < diagram.height for x, y in places)
