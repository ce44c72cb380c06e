"""The capacity of an event: further players wait, and are admitted in order until registration closes."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client

from gameplay.infrastructure.throttle import TooManyTriesError
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_guest
from gameplay.services.corrections import ReasonMissingError
from gameplay.services.notifications import set_kinds, subscribe
from tests.page_text import visible_text
from tests.parallel import run_simultaneously
from tests.parts.push_service import PushService
from tests.tournaments.conftest import Day
from tests.tournaments.constructed import constructed_day
from tests.tournaments.teams import team_day
from tournaments.models import Entry, Event, WaitingPlayer
from tournaments.rules.capacity import MIN_WAITING_LIST
from tournaments.selectors.account_events import account_events, current_event
from tournaments.selectors.personal_data import personal_data
from tournaments.selectors.roles import Actor
from tournaments.selectors.waiting_list import PlaceCount, place_count, waiting_list
from tournaments.services import entry as entries
from tournaments.services.entry import EventFullError, JoinedWaitingList, add_bots, join_event, register_player
from tournaments.services.erasure import erase_account
from tournaments.services.join_form import new_form_number
from tournaments.services.new_entry import NewPlayer, RegistrationClosedError
from tournaments.services.team import TeamFullError, TeamLooksAlikeError
from tournaments.services.waiting_list import (
    MAX_GUESTS_PER_MINUTE,
    NotWaitingError,
    WaitingListFullError,
    admit_waiting_player,
    leave_waiting_list,
    limit_waiting_guests,
    set_capacity,
)

BACKEND = "gameplay.infrastructure.sessions.AccountBackend"


def client_of(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend=BACKEND)
    return client


def wait(day: Day, name: str, *, team: str = "", under_age: bool = False) -> WaitingPlayer:
    """Let a new guest join, who has to wait."""
    joined = join_event(day.event, create_guest(name), team=team, under_age=under_age)
    assert isinstance(joined, JoinedWaitingList)
    return joined.waiting


def drop(entry: Entry) -> None:
    entries.drop_entry(entry, by=Actor(entry.account, "player"))


def names_waiting(day: Day) -> list[str]:
    return [place.player.account.handle for place in waiting_list(Event.objects.get(pk=day.event.pk))]


def players(day: Day) -> list[str]:
    return [*day.event.entries.filter(dropped_after_round=None).values_list("name", flat=True)]


def test_players_join_the_list_by_page_and_api(new_event: Callable[..., Day]):
    day = new_event(capacity=2)
    day.enter(2)
    event, gerd, guest = f"/e/{day.event.slug}/", create_guest("Gerd"), Client()
    api, join = client_of(gerd), f"/join/{day.event.join_code}"

    answers = [api.post("/api/v1/join", {"code": day.event.join_code}, "application/json") for _ in range(2)]
    asked = guest.get(join).content.decode()
    joined = guest.post(join, {"handle": "Zoe"}).content.decode()
    public = "".join(Client().get(event + page).content.decode() for page in ("", "players", "display"))

    assert [(each.status_code, each.json()["position"]) for each in answers] == [(202, 1), (202, 1)]
    assert "You are put on the waiting list." in asked
    assert "1 player is waiting" in asked
    assert "You are on the waiting list" in joined
    assert "2 of 2 places taken" in public
    assert "2 players are waiting" in public
    assert "Zoe" not in visible_text(public)
    assert "Waiting list: number 2" in guest.get(event).content.decode()
    assert guest.get(join).headers["Location"] == event
    assert [(own.event, own.state) for own in account_events(gerd)] == [(day.event, "Waiting list")]
    assert current_event(gerd) == day.event


def test_players_are_admitted_in_order_and_notified(
    new_event: Callable[..., Day], service: PushService, committed: Callable[..., Any]
):
    day = new_event(capacity=2)
    alice, bob = day.enter(2)
    gerd, zoe = wait(day, "Gerd").account, wait(day, "Zoe").account
    set_kinds(gerd, ["admitted"])
    subscribe(gerd, **service.browser.subscription)
    own, path = (f"/api/v1/events/{day.event.slug}/{end}" for end in ("waiting-list/own", "capacity"))

    with committed():
        drop(alice)
    assert players(day) == ["Bob", "Gerd"]
    assert service.titles == ["You moved up from the waiting list and are registered as number 3"]
    assert client_of(gerd).get(own).status_code == 404
    assert client_of(zoe).get(own).json()["position"] == 1

    raised, lowered = (
        client_of(day.alma).put(path, {"capacity": capacity}, "application/json").json() for capacity in (3, 2)
    )
    assert raised == {"capacity": 3, "taken": 3, "waiting": 0}
    assert lowered == {"capacity": 2, "taken": 3, "waiting": 0}
    wait(day, "Hugo")
    drop(bob)
    assert names_waiting(day) == ["Hugo"]  # two of two places are taken again
    drop(day.event.entries.get(name="Gerd"))
    assert players(day) == ["Zoe", "Hugo"]


def test_the_log_has_each_step_of_the_list(new_event: Callable[..., Day]):
    day = new_event(capacity=2)
    alice, _bob = day.enter(2)
    wait(day, "Gerd")
    drop(alice)
    set_capacity(day.event, None, by=day.by)

    steps = LogEntry.objects.filter(stream=day.event.desk_stream).order_by("number")
    assert [(each.action, each.role) for each in steps][2:] == [
        ("waiting_list_joined", "player"),
        ("dropped", "player"),
        ("admitted", "system"),
        ("capacity_changed", "organizer"),
    ]
    audit = client_of(day.alma).get(f"/e/{day.event.slug}/audit").content.decode()
    assert "Gerd joined the waiting list." in audit
    assert "The site admitted Gerd from the waiting list as player 3." in audit
    assert "Alma changed the number of places from 2 to no limit." in audit


def test_the_desk_adds_admits_and_removes_players(new_event: Callable[..., Day]):
    day = new_event(capacity=2)
    day.enter(2)
    for name in ("Gerd", "Hugo", "Zoe"):
        wait(day, name)
    desk, client = f"/e/{day.event.slug}/manage", client_of(day.alma)

    assert client.post(f"{desk}/walk-in", {"handle": "Wim"}).status_code == 302
    assert client.post(f"{desk}/waiting-list/2/admit").status_code == 302
    assert client.post(f"{desk}/waiting-list/2/admit").status_code == 409
    assert client.post(f"{desk}/waiting-list/remove", {"number": 1}).status_code == 422
    assert client.post(f"{desk}/waiting-list/remove", {"number": 1, "reason": "left the shop"}).status_code == 302
    page = client.get(desk).content.decode()

    assert "4 of 2 places taken" in page
    assert (players(day), names_waiting(day)) == (["Alice", "Bob", "Wim", "Hugo"], ["Zoe"])
    removed = LogEntry.objects.get(action="waiting_list_removed")
    assert (removed.author, removed.role, removed.after, removed.reason) == (
        day.alma,
        "organizer",
        {"name": "Gerd"},
        "left the shop",
    )
    assert client.post(f"{desk}/capacity", {"capacity": "1"}).status_code == 422
    assert client.post(f"{desk}/capacity", {"capacity": ""}).status_code == 302
    assert names_waiting(day) == []
    assert "Set a maximum number of players" in client.get(desk).content.decode()


def test_a_player_leaves_the_list_and_returns_last(new_event: Callable[..., Day]):
    day = new_event(capacity=2, visibility="private")
    day.enter(2)
    gerd, hugo = wait(day, "Gerd"), wait(day, "Hugo")
    client, own = client_of(gerd.account), f"/api/v1/events/{day.event.slug}/waiting-list/own"

    assert client.get(f"/e/{day.event.slug}/").status_code == 200  # a player who waits may see a private event
    assert client.delete(own).status_code == 204
    assert [client.get(own).status_code, client.get(f"/e/{day.event.slug}/").status_code] == [404, 404]
    with pytest.raises(NotWaitingError):
        leave_waiting_list(gerd, by=Actor(gerd.account, "player"))
    join_event(day.event, gerd.account)
    assert names_waiting(day) == ["Hugo", "Gerd"]
    assert client_of(hugo.account).post(f"/e/{day.event.slug}/waiting-list/leave").status_code == 302
    with pytest.raises(ReasonMissingError):
        leave_waiting_list(WaitingPlayer.objects.get(account=gerd.account), by=day.by)
    assert names_waiting(day) == ["Gerd"]


def test_the_list_ends_when_registration_closes(new_event: Callable[..., Day]):
    day = new_event(capacity=6)
    alice, *_others = day.enter(6)
    gerd = wait(day, "Gerd")
    day.seat()

    drop(alice)
    with pytest.raises(RegistrationClosedError):
        admit_waiting_player(gerd, by=day.by)
    with pytest.raises(RegistrationClosedError):
        set_capacity(day.event, 9, by=day.by)
    assert "The waiting list has ended" in client_of(gerd.account).get(f"/e/{day.event.slug}/").content.decode()
    assert client_of(day.alma).get(f"/api/v1/events/{day.event.slug}/waiting-list").json() == []
    assert not account_events(gerd.account)


def test_an_admission_discards_the_planned_pods(new_event: Callable[..., Day]):
    day = new_event(capacity=6)
    alice, *_others = day.enter(6)
    gerd = wait(day, "Gerd")

    drop(alice)
    day.seat()

    assert day.event.pods.get().pod.seats.filter(player=gerd.account).exists()


def test_one_client_cannot_fill_the_list_quickly_and_its_length_is_limited(new_event: Callable[..., Day]):
    day = new_event(capacity=2)
    day.enter(2)
    address = "192.0.2.77"

    for _ in range(MAX_GUESTS_PER_MINUTE):
        limit_waiting_guests(day.event, team="", address=address)
    page = Client(REMOTE_ADDR=address).post(f"/join/{day.event.join_code}", {"handle": "Zoe"})
    with pytest.raises(TooManyTriesError):
        limit_waiting_guests(day.event, team="", address=address)
    assert "Too many attempts" in page.content.decode()

    accounts = [create_guest(f"Guest {number}") for number in range(MIN_WAITING_LIST)]
    for account in accounts:
        join_event(day.event, account)
    with pytest.raises(WaitingListFullError):
        join_event(day.event, NewPlayer("Zoe"))
    assert not Account.objects.filter(handle="Zoe").exists()
    with pytest.raises(EventFullError):
        register_player(day.event, NewPlayer("Zoe"))


def test_bots_take_no_places(new_event: Callable[..., Day]):
    day = new_event(play="online", capacity=2)
    day.enter(1)
    add_bots(day.event, 4, by=day.by)

    register_player(day.event, create_guest("Bob"))
    assert wait(day, "Gerd").number == 1
    assert place_count(day.event) == PlaceCount(capacity=2, taken=2, waiting=1, team_size=1)


def test_a_team_takes_all_its_places(new_event: Callable[..., Day]):
    teams = team_day(new_event(team_size=3, capacity=7))
    ana = register_player(teams.event, create_guest("Ana"), team="Lamps").entry
    register_player(teams.event, create_guest("Rui"), team="Tides")
    for name, team in (("Eva", "Owls"), ("Ida", "Ferns"), ("Fay", "owls"), ("Gil", "Owls")):
        wait(teams, name, team=team)

    join_event(teams.event, create_guest("Ben"), team="lamps")  # a teammate never waits
    with pytest.raises(TeamFullError):
        wait(teams, "Hal", team="Owls")
    with pytest.raises(TeamLooksAlikeError):
        wait(teams, "Hal", team="Larnps")
    assert place_count(teams.event) == PlaceCount(capacity=7, taken=6, waiting=4, team_size=3)
    assert [entry.name for entry in teams.event.entries.all()] == ["Ana", "Rui", "Ben"]

    drop(ana)
    assert names_waiting(teams) == ["Eva", "Ida", "Fay", "Gil"]  # Ben keeps the places of the Lamps
    drop(teams.member("Ben"))
    assert names_waiting(teams) == ["Ida"]
    assert [each.name for each in teams.event.teams.get(name="Owls").lineup] == ["Eva", "Fay", "Gil"]


def test_the_name_of_a_waiting_minor_is_only_on_the_desk(new_event: Callable[..., Day]):
    day = new_event(capacity=2, guardian_age=16)
    alice, _bob = day.enter(2)
    zoe, event = wait(day, "Xanthippe", under_age=True), day.event
    pages = [f"/e/{event.slug}/{page}" for page in ("", "players", "display", "audit")]
    pages += [f"/join/{event.join_code}", *(f"/api/v1/events/{event.slug}{end}" for end in ("", "/capacity"))]
    pages += [f"/api/v1/events/{event.slug}/entries"]

    for client in (Client(), client_of(alice.account), client_of(wait(day, "Gerd").account)):
        assert not [page for page in pages if "Xanthippe" in client.get(page).content.decode()]
    official = client_of(day.alma)
    assert "No. W1 (Xanthippe)" in official.get(f"/e/{event.slug}/manage").content.decode()
    assert official.get(f"/api/v1/events/{event.slug}/waiting-list").json()[0]["name"] == "No. W1"
    assert "No. W1 joined the waiting list." in official.get(f"/e/{event.slug}/audit").content.decode()
    drop(alice)
    assert day.event.entries.get(account=zoe.account).lacks_consent
    assert not [each for each in LogEntry.objects.values_list("after", flat=True) if "Xanthippe" in json.dumps(each)]


def test_erasure_ends_the_wait_and_removes_the_name(new_event: Callable[..., Day]):
    day = new_event(capacity=2)
    alice, _bob = day.enter(2)
    left, waiting = wait(day, "Xanthippe"), wait(day, "Ziggurat")
    leave_waiting_list(left, by=Actor(left.account, "player"))

    (own,) = personal_data(waiting.account)["waiting_lists"]
    for each in (left, waiting):
        erase_account(each.account)
    drop(alice)

    assert (own["event"], own["ended_at"]) == ("Summer Draft", None)
    assert players(day) == ["Bob"]
    texts = json.dumps([*LogEntry.objects.values_list("after", flat=True)])
    assert "Xanthippe" not in texts
    assert "Ziggurat" not in texts
    assert "Former player" in texts


def test_an_event_is_created_with_a_capacity(new_event: Callable[..., Day]):
    client = client_of(new_event().alma)
    page, api = "/events/new?preset=hagmi-tactics", "/api/v1/events"
    form = {"name": "Full House", "rounds": "3", "match_minutes": "50", "play": "tables", "visibility": "public"}
    preset = {"preset": "enemy-FL-booster", "name": "Winter Draft"}

    refused = client.post(page, form | {"capacity": "1"})
    assert (refused.status_code, "Enter 2 to 10000 players" in refused.content.decode()) == (422, True)
    assert client.post(page, form | {"capacity": "32"}).status_code == 302
    assert client.post(api, preset | {"capacity": 5, "team_size": 3}, "application/json").status_code == 422
    assert client.post(api, preset | {"capacity": 6, "team_size": 3}, "application/json").json()["capacity"] == 6
    assert Event.objects.get(name="Full House").capacity == 32


def test_of_two_people_one_gets_the_last_place(transactional_db: None):
    day = constructed_day(capacity=3)
    day.enter(2)
    accounts = [create_guest(name) for name in ("Gerd", "Hugo", "Ida")]

    joined = run_simultaneously([partial(join_event, day.event, each) for each in accounts])

    assert sorted(type(each).__name__ for each in joined) == ["JoinedEntry", "JoinedWaitingList", "JoinedWaitingList"]
    assert sorted(each.waiting.number for each in joined if isinstance(each, JoinedWaitingList)) == [1, 2]

    alice, bob = day.event.entries.filter(account__in=day.players)
    dropped = run_simultaneously(
        [lambda: drop(alice), lambda: drop(bob), lambda: set_capacity(day.event, 2, by=day.by)]
    )
    assert not [each for each in dropped if isinstance(each, Exception)]
    assert (len(players(day)), len(names_waiting(day))) in [(2, 1), (3, 0)]


def test_of_a_form_that_is_sent_twice_simultaneously_one_guest_joins(transactional_db: None):
    day = constructed_day()
    guest = NewPlayer("Zoe", form_number=new_form_number())

    joined = run_simultaneously([partial(join_event, day.event, guest)] * 3)

    assert len({each.account for each in joined}) == 1
    assert players(day) == ["Zoe"]
