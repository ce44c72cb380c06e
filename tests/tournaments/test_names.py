"""Players whose names look like another player's or an official's get distinct names."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from drafting.models import Seat
from drafting.selectors.seat_view import seat_view
from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.selectors.game_views import view_for_account
from gameplay.services.accounts import HandleTakenError, create_guest, create_staff
from tests.gameplay.test_games import begun
from tests.tournaments.conftest import Day
from tournaments.models import Event
from tournaments.services.bot_event import verify_event
from tournaments.services.entry import add_bots, register_player
from tournaments.services.event import appoint_official, finish_event


def test_pods_and_games_use_the_names_of_the_event(new_event: Callable[..., Day]):
    day = new_event()
    for account in (create_guest("Alice"), create_guest("Alice"), create_guest("Bob"), create_guest("Bob")):
        register_player(day.event, account)
    names = {entry.account_id: entry.name for entry in day.event.entries.all()}
    day.seat()

    seat = Seat.objects.select_related("pod").get(pod__event_pod__event=day.event, number=0)
    shown_seats = seat_view(seat)
    assert {each["name"] for each in shown_seats["seats"]} == set(names.values())
    assert len(set(names.values())) == 4
    seated = list(Seat.objects.filter(pod=seat.pod).order_by("number"))
    assert shown_seats["to"] == names[seated[1].player_id]

    day.draft()
    match = day.round(1).matches.order_by("table")[0]
    assert match.b
    game = begun(match.a.account, match.b.account)
    match.games.create(number=9, game=game)
    view = view_for_account(OnlineGame.objects.get(pk=game.pk), match.a.account, language="en")
    assert view is not None
    assert [player["name"] for player in view["players"]] == [match.a.name, match.b.name]
    assert match.a.name in view["events"][0]["text"] or match.b.name in view["events"][0]["text"]


IMITATIONS = [
    "Judg\u0435",  # Cyrillic
    "\u0410\u0434min".replace("\u0434", "d"),
    "\u0410D\u041cIN",  # capitals only
    "\u039frganizer",  # Greek
    "Ｏｆｆｉｃｉａｌ",
    "Ad\u200bm\u200din",
    "Ju\u3164dge",
    "4dm1n",
    "St@ff",
    "0rganizer",
    "J u d g e",
    "Judge 2",
    "~Moderator~",
    "Organlzer",
    "rnoderator",
    "\u1d00\u1d05\u1d0d\u026a\u0274",  # small capitals
    "\u24d0\u24d3\u24dc\u24d8\u24dd",  # circled letters
    "\U0001d409\U0001d42e\U0001d41d\U0001d420\U0001d41e",  # mathematical bold
    "Júdge",
    "ｼﾞｬｯｼﾞ",
    "\u3078ッドジャッジ",  # with a hiragana へ
    "じゃっじ",
    "【審判】",
    "運営",
]
PEOPLE = [
    "Judith",
    "Stafford",
    "Ofelia",
    "Mod",
    "Adam Minsky",
    "審良",
    "運天",
    "公子",
    "力也",
    "カリナ",
    "二宮",
    "ニナ",
    "主税",
]
PEOPLE += [
    "シャッシ",
    "へいた",
    "Åsa",
    "Özil",
    "Đorđe",
    "Никита",
    "Ολγα",
    "عمر",
    "김민준",
    "葛\U000e0100城",
    "Ａｏｉ",
    "H4na",
]


def walk_in(client: Client, event: Event, handle: str, **further: Any) -> tuple[int, dict[str, Any]]:
    body = json.dumps({"handle": handle, **further})
    answer = client.post(f"/api/v1/events/{event.slug}/entries", body, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.fixture(autouse=True)
def reset_throttling() -> None:
    cache.clear()


@pytest.fixture
def desk(day: Day) -> Client:
    client = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


@pytest.mark.parametrize("name", IMITATIONS)
def test_a_name_that_imitates_a_role_is_refused_wherever_it_is_given(day: Day, desk: Client, name: str):
    code, event = day.event.join_code, day.event
    assert walk_in(desk, event, name)[1].get("code") == "name_reserved"

    page = Client(REMOTE_ADDR="192.0.2.9").post(f"/join/{code}", {"handle": name})
    assert (page.status_code, "could be taken for staff" in page.content.decode()) == (422, True)
    friend = {"game": "enemy", "variant": "sample", "others": [{"kind": "friend", "name": name}]}
    begun = desk.post("/api/v1/play", json.dumps(friend), content_type="application/json")
    assert (begun.status_code, begun.json()["code"]) == (422, "name_reserved")
    assert not event.entries.exists()


@pytest.mark.parametrize("name", PEOPLE)
def test_an_ordinary_name_is_neither_refused_nor_marked(day: Day, desk: Client, name: str):
    status, entry = walk_in(desk, day.event, name)

    assert (status, entry["name"]) == (201, name)


@pytest.mark.parametrize(
    "name",
    ["審判太郎", "Judge Judy", "Aaron Judge", "JudgeAnn", "Official_Bob", "ジャッジ花子", "運営の人", "Judg\u0435 Ann"],
)
def test_a_name_that_contains_a_role_is_marked_not_refused(day: Day, desk: Client, name: str):
    status, entry = walk_in(desk, day.event, name)

    assert (status, entry["name"]) == (201, f"{name} (player)")


@pytest.mark.parametrize(
    "name", ["Alma", "ALMA", "Al\u043ca", "Аlma", "AIma", "Álma", "A l m a", "Alma.", "Ａｌｍａ", "Al\u200dma"]
)
def test_a_player_named_like_an_official_is_marked(day: Day, desk: Client, name: str):
    status, entry = walk_in(desk, day.event, name)
    late = create_guest(name)

    assert status == 201
    assert entry["name"].endswith(" (player)")
    assert register_player(day.event, late).entry.name.endswith(" (player) (2)")


def test_an_official_who_plays_keeps_the_name(day: Day):
    assert register_player(day.event, day.alma).entry.name == "Alma"


def test_players_named_like_a_new_official_are_marked_and_logged(day: Day):
    day.enter(6)
    again = register_player(day.event, create_guest("Alice")).entry
    judge = create_staff("Alicе")  # with a Cyrillic letter

    appoint_official(day.event, judge, "head_judge", by=day.by)

    names = list(day.event.entries.values_list("name", flat=True))
    assert names == ["Alice (player)", "Bob", "Charlie", "Dora", "Emil", "Frida", "Alice (player) (2)"]
    log_entries = LogEntry.objects.filter(action="name_marked").order_by("number")
    assert [(each.before, each.after) for each in log_entries] == [
        ({"name": "Alice"}, {"name": "Alice (player)", "number": 1}),
        ({"name": "Alice (2)"}, {"name": "Alice (player) (2)", "number": again.number}),
    ]
    appoint_official(day.event, judge, "scorekeeper", by=day.by)
    assert log_entries.count() == 2


def test_an_event_with_a_marked_name_is_still_verified(day: Day):
    day.to_round(1)
    day.settle(1)
    appoint_official(day.event, create_staff("Dora"), "floor_judge", by=day.by)
    for number in (2, 3):
        day.round(number)
        day.settle(number)
    finish_event(day.event, by=day.by)
    day.event.refresh_from_db()

    assert day.event.entries.get(number=4).name == "Dora (player)"
    assert verify_event(day.event)["commitment"]["other"] == 0
    assert verify_event(day.event)["logs"]["broken"] == 0


@pytest.mark.parametrize(
    "names", [("Alice", "Аlice"), ("HANI", "НANІ"), ("力", "カ"), ("へいた", "ヘいた"), ("Bill", "BiII")]
)
def test_players_whose_names_look_alike_are_numbered(day: Day, desk: Client, names: tuple[str, str]):
    first, second = (walk_in(desk, day.event, name)[1]["name"] for name in names)

    assert (first, second) == (names[0], f"{names[1]} (2)")


def test_names_that_are_merely_similar_are_not_changed(day: Day, desk: Client):
    names = ["Ai", "Al", "Mia", "Mla", "José", "Jose", "は", "ば", "Ann", "Anna", "Player 1", "Player 2"]

    assert [walk_in(desk, day.event, name)[1]["name"] for name in names] == names


@pytest.mark.clause("DRF-OP-14")
def test_a_team_that_looks_like_another_or_like_officials_is_refused(new_event: Callable[..., Day]):
    day = new_event(team_size=3)
    client = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    assert walk_in(client, day.event, "Ann", team="Lamps")[0] == 201

    tried = ["Lam\u0440s", "Judge\u0455", "Team Judge", "審判団", "Al\u043ca", "lamps"]
    answers = [walk_in(client, day.event, "Bea", team=team) for team in tried]

    assert [status for status, _ in answers] == [422, 422, 422, 422, 422, 201]
    assert [body["code"] for _, body in answers[:-1]] == ["team_looks_alike", *["name_reserved"] * 4]
    assert {body["field"] for _, body in answers[:-1]} == {"team"}
    assert day.event.teams.count() == 1


def test_bots_avoid_a_team_name_that_looks_like_theirs(new_event: Callable[..., Day]):
    day = new_event(team_size=3, play="online")
    for name in ("Ann", "Bea", "Cleo"):
        register_player(day.event, create_guest(name), team="Bots l")

    add_bots(day.event, 3, by=day.by)

    assert list(day.event.teams.values_list("name", flat=True)) == ["Bots l", "Bots 2"]


def test_staff_names_must_not_look_alike(db: None):
    create_staff("Hana")

    with pytest.raises(HandleTakenError):
        create_staff("Наna")
    assert Account.objects.filter(login__isnull=False).count() == 1
