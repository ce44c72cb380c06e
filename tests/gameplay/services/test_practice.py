"""Practice games outside of events: /play, bots, and links for friends."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cards.selectors import get_printed_card
from gameplay import ports, tasks
from gameplay.bots import LEVELS
from gameplay.engine.bots.search import SearchBot
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.infrastructure.background import enqueue
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.selectors.game_views import view_for_account
from gameplay.services import accounts, games, practice
from gameplay.services.practice import OtherPlayer
from tests.page_text import compact_markup, visible_text

pytestmark = [pytest.mark.django_db]
SAMPLE, DRAFT = "enemy/sample/2", "enemy/draft/2"
ALL_MODES = [f"{mode.ruleset.name}/{mode.variant}/{mode.seats}" for mode in practice.modes()]


@pytest.fixture(autouse=True)
def clear_rate_limits() -> None:
    cache.clear()


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


def mode(path: str) -> practice.Mode:
    game, variant, seats = path.split("/")
    return practice.get_mode(game, variant, int(seats))


def post_form(client: Client, path: str = SAMPLE, *others: str, **fields: str) -> Any:
    """Start a game. ``others`` are the kinds of players in the other seats, by default "regular"."""
    kinds = {f"who_{seat}": kind for seat, kind in enumerate([*others, "regular", "regular", "regular"][:3], 2)}
    return client.post(f"/play/{path}", {"deck": "0"} | kinds | fields)


def test_all_modes_are_listed_with_their_numbers_of_players(client: Client):
    page = client.get("/play").content.decode()

    assert re.findall(r'href="/play/([^"]+)"', page) == ALL_MODES
    assert [path for path in ALL_MODES if path.startswith("hagmi")] == [
        "hagmi/tactics/2", "hagmi/survival/2", "hagmi/simple/2",
        "hagmi/multiplayer/2", "hagmi/multiplayer/3", "hagmi/multiplayer/4", "hagmi/team/4",
    ]  # fmt: skip
    assert [path for path in ALL_MODES if path.startswith("rm2k/standard")] == [f"rm2k/standard/{n}" for n in (2, 3, 4)]


@pytest.mark.parametrize("path", ALL_MODES)
def test_decks_of_every_mode_are_legal(path: str):
    played = mode(path)

    for index in range(max(len(played.decks), 1)):
        dealt = [
            [get_printed_card(played.ruleset.name, ref) for ref in deck] for deck in played.deal_decks(bytes(32), index)
        ]
        assert len(dealt) == played.seats
        variant = played.ruleset.variants[played.variant]
        assert not any(played.ruleset.deck_faults(variant, deck) for deck in dealt)
        if played.decks:
            assert {card.ref for card in dealt[0]} == set(played.decks[index].cards)


def test_form_has_a_deck_field_only_in_constructed_modes(client: Client):
    pages = {path: client.get(f"/play/{path}").content.decode() for path in (SAMPLE, DRAFT, "hagmi/survival/2")}

    assert [path for path, page in pages.items() if 'name="deck"' in page] == [SAMPLE]


@pytest.mark.parametrize("path", ALL_MODES)
def test_anonymous_visitor_can_start_a_game(client: Client, path: str, django_capture_on_commit_callbacks: Any):
    with django_capture_on_commit_callbacks(execute=True):
        response = post_form(client, path)

    page = client.get(response.headers["Location"]).content.decode()
    assert 'name="option"' in page
    names = ["Regular bot", "Regular bot 2", "Regular bot 3"][: mode(path).seats - 1]
    assert [seat.player.handle for seat in GameSeat.objects.order_by("number")][1:] == names
    assert all(name in page for name in names)


@pytest.mark.parametrize(("path", "bot"), [(SAMPLE, bot) for bot in LEVELS] + [("hagmi/team/4", "beginner")])
def test_each_bot_plays_a_whole_game(
    alice: Account, path: str, bot: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
):
    monkeypatch.setattr(practice.secrets, "token_bytes", bytes)  # a game between random players can be very long
    monkeypatch.setattr(tasks, "enqueue_outside_request", enqueue)  # strong bots otherwise think in a thread
    monkeypatch.setattr(SearchBot.__init__, "__kwdefaults__", {"rollouts": None, "work": 2000})
    played = mode(path)
    with django_capture_on_commit_callbacks(execute=True):
        game, links = practice.start_practice_game(alice, played, [OtherPlayer(bot)] * (played.seats - 1))

    while not (game := OnlineGame.objects.get(pk=game.pk)).ended_at:
        with django_capture_on_commit_callbacks(execute=True):
            games.choose(alice, game, number=game.number, option=0)

    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert {seat.bot for seat in game.seats.exclude(number=0)} == {bot}
    assert links == []


def test_strong_bot_never_thinks_in_a_request(alice: Account, monkeypatch: pytest.MonkeyPatch):
    outside, inside = list[str](), list[str]()
    monkeypatch.setattr(tasks, "enqueue_outside_request", lambda task, game_id: outside.append(game_id))
    monkeypatch.setattr(tasks, "enqueue", lambda task, game_id: inside.append(game_id))
    regular, strong = (
        practice.start_practice_game(alice, mode(SAMPLE), [OtherPlayer(level)]).game for level in ("regular", "strong")
    )
    for game in (regular, strong):
        tasks.wake_bots(str(game.pk))

    assert (inside, outside) == ([str(regular.pk)], [str(strong.pk)])


def test_page_shows_that_a_bot_is_thinking(client: Client, alice: Account, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tasks, "enqueue_outside_request", lambda task, game_id: None)
    monkeypatch.setattr(practice.secrets, "token_bytes", lambda count: bytes([1] * count))
    game = practice.start_practice_game(alice, mode(SAMPLE), [OtherPlayer("strong")]).game
    client.force_login(alice)
    while view_for_account(game, alice, language="en")["ask"]["seat"] == 0:  # type: ignore[index]
        games.choose(alice, game, number=game.number, option=0)

    assert "Waiting for Strong bot: thinking" in visible_text(client.get(f"/game/{game.pk}").content.decode())


def test_choices_of_a_thinking_bot_are_stored_one_by_one(alice: Account, monkeypatch: pytest.MonkeyPatch):
    """The first ones are shown while it thinks on. The stored choices do not depend on when that is."""
    stored = []
    for seconds in (0.0, 1e9):
        monkeypatch.setattr(practice.secrets, "token_bytes", bytes)
        monkeypatch.setattr(games, "MAX_THINKING_TIME", seconds or 1e-9)
        with ports.wake_bots.overridden(lambda game_id: None):
            game = practice.start_practice_game(alice, mode("hagmi/tactics/2"), [OtherPlayer("beginner")]).game
            calls = 0
            while (game := OnlineGame.objects.get(pk=game.pk)).number < 60 and not game.ended_at:
                if games.has_bots_to_move(game.pk):
                    calls += games.move_bots(game.pk)
                else:
                    games.choose(alice, game, number=game.number, option=0)
        stored.append(([list(choice.option) for choice in game.choices.order_by("number")][:60], calls))

    assert stored[0][0] == stored[1][0]
    assert stored[0][1] > stored[1][1]


def test_bots_of_one_kind_share_an_account(alice: Account):
    others = [OtherPlayer("beginner")]
    first, second = (practice.start_practice_game(alice, mode(SAMPLE), others).game for _ in range(2))

    assert first.seats.get(number=1).player == second.seats.get(number=1).player
    assert bytes(first.seed) != bytes(second.seed)


def test_each_friend_gets_a_link_that_works_once(client: Client, alice: Account):
    client.force_login(alice)
    response = post_form(client, "hagmi/team/4", "friend", "regular", "friend", name_2="Bob", name_4="Dave")
    page = response.content.decode()
    game = OnlineGame.objects.get()
    links = [link.replace("&amp;", "&") for link in re.findall(r'value="http://testserver(/sign-in/[^"]+)"', page)]
    assert len(links) == 2

    tables = [Client().post(link, follow=True) for link in links]

    assert {table.redirect_chain[-1][0] for table in tables} == {f"/game/{game.pk}"}
    texts = [visible_text(table.content.decode()) for table in tables]
    assert ["Bob (you)" in texts[0], "Dave (you)" in texts[1]] == [True, True]
    assert "You and Dave against Alice and Regular bot" in texts[0]
    assert Client().get(links[0]).status_code in (409, 422)


def test_forced_passes_are_asked_for_if_two_people_play(alice: Account):
    bots = practice.start_practice_game(alice, mode("rm2k/standard/3"), [OtherPlayer("regular")] * 2).game
    friends = practice.start_practice_game(
        alice, mode("rm2k/standard/3"), [OtherPlayer("regular"), OtherPlayer("friend", "Bob")]
    ).game

    assert (bots.pausing, friends.pausing) == (False, True)


def test_friend_without_a_name_is_refused_and_no_account_is_created(client: Client):
    response = post_form(client, "rm2k/standard/3", "regular", "friend", name_3=" ")

    assert response.status_code == 422
    assert "A name is needed" in response.content.decode()
    assert not Account.objects.exists()


@pytest.mark.parametrize("fields", [{"deck": "9"}, {"who_2": "nobody"}, {"who_2": ""}])
def test_invalid_fields_are_refused(client: Client, fields: dict[str, str]):
    assert post_form(client, SAMPLE, **fields).status_code == 422
    assert not OnlineGame.objects.exists()


@pytest.mark.parametrize(
    ("path", "clause"), [("hagmi/team/3", "HAG-13.1"), ("enemy/full/3", "ENE-1.10"), ("rm2k/open/5", "RM-9.1")]
)
def test_wrong_number_of_players_is_refused_with_the_clause(client: Client, path: str, clause: str):
    for response in (client.get(f"/play/{path}"), post_form(client, path)):
        assert response.status_code == 422
        assert 'data-code="players"' in response.content.decode()
        assert clause in response.content.decode()
    assert not OnlineGame.objects.exists()


@pytest.mark.parametrize("path", ["chess/full/2", "enemy/chess/2"])
def test_unknown_game_or_variant_is_not_found(client: Client, path: str):
    assert client.get(f"/play/{path}").status_code == 404


@pytest.mark.parametrize("path", ALL_MODES)
def test_finished_game_can_be_replayed_and_verified(
    client: Client, alice: Account, path: str, django_capture_on_commit_callbacks: Any
):
    played = mode(path)
    client.force_login(alice)
    with django_capture_on_commit_callbacks(execute=True):
        game = practice.start_practice_game(alice, played, [OtherPlayer("beginner")] * (played.seats - 1)).game
    for _ in range(6):
        game.refresh_from_db()
        if not game.ended_at:  # the seed is secret, and a few games are short
            with django_capture_on_commit_callbacks(execute=True):
                games.choose(alice, game, number=game.number, option=0)
    game.refresh_from_db()
    if not game.ended_at:
        with django_capture_on_commit_callbacks(execute=True):
            games.concede(alice, game)  # bots play on among themselves
    game.refresh_from_db()
    entries = [number for number, entry in enumerate(game.record_json["entries"]) if isinstance(entry, list)]

    for number in (entries[0], entries[len(entries) // 2], len(game.record_json["entries"])):
        page = client.get(f"/replay/{game.replay}?at={number}")
        assert page.status_code == 200
        assert all(seat.player.handle in page.content.decode() for seat in game.seats.all())
        if number < len(game.record_json["entries"]):
            position = client.get(f"/replay/{game.replay}/position?at={number}").json()
            ask = client.post("/api/v1/positions/options", {"position": position}, "application/json")
            assert ask.json()["options"]
    record = {"record": game.record_json}
    assert client.post("/api/v1/records/verify", record, "application/json").json()["verdict"] == "EXACT"


# --- the API ------------------------------------------------------------------------------


def post_to_api(client: Client, others: list[dict[str, str]], **fields: Any) -> Any:
    body = {"game": "hagmi", "variant": "team", "others": others} | fields
    return client.post("/api/v1/play", body, "application/json")


def test_api_lists_all_modes(client: Client):
    listed = client.get("/api/v1/play").json()

    assert [f"{each['game']}/{each['variant']}/{each['seats']}" for each in listed] == ALL_MODES
    (team,) = (each for each in listed if each["variant"] == "team")
    assert (team["title"], team["teams"], len(team["decks"])) == ("HAGMI!: Team battle", [[0, 2], [1, 3]], 2)
    assert team["sense"] == "Two against two. A team is defeated together."


@pytest.mark.parametrize("mode", practice.modes(), ids=ALL_MODES)
def test_summary_of_a_mode_is_shown_before_and_during_the_game(client: Client, mode: practice.Mode):
    address = f"/play/{mode.ruleset.name}/{mode.variant}/{mode.seats}"
    bots = {f"who_{seat}": "beginner" for seat in range(2, mode.seats + 1)}
    started = client.post(address, {"deck": "0"} | bots, follow=True)

    assert started.redirect_chain
    assert all(mode.summary in page.content.decode() for page in (client.get("/play"), client.get(address), started))


def test_game_is_started_and_played_through_the_api(
    client: Client, alice: Account, django_capture_on_commit_callbacks: Any
):
    client.force_login(alice)
    with django_capture_on_commit_callbacks(execute=True):
        started = post_to_api(
            client, [{"kind": "regular"}, {"kind": "friend", "name": "Bob"}, {"kind": "beginner"}], deck=1
        )
    identity = started.json()["id"]

    assert started.status_code == 201
    assert [each["name"] for each in started.json()["links"]] == ["Bob"]
    friend = Client()
    friend.post(started.json()["links"][0]["link"])
    for _ in range(12):
        views = [(each, each.get(f"/api/v1/games/{identity}").json()) for each in (client, friend)]
        each, view = next((each, view) for each, view in views if "options" in view["ask"])
        with django_capture_on_commit_callbacks(execute=True):
            response = each.post(
                f"/api/v1/games/{identity}/choices", {"number": view["number"], "option": 0}, "application/json"
            )
        assert response.status_code == 201


@pytest.mark.parametrize(
    ("others", "fields", "status"),
    [
        ([{"kind": "regular"}] * 2, {}, 422),
        ([{"kind": "regular"}] * 3, {"game": "chess"}, 404),
        ([{"kind": "regular"}] * 3, {"deck": 2}, 400),
        ([{"kind": "nobody"}] * 3, {}, 400),
        ([{"kind": "friend"}] * 3, {}, 422),
    ],
)
def test_invalid_requests_are_refused(
    client: Client, alice: Account, others: list[dict[str, str]], fields: dict[str, Any], status: int
):
    client.force_login(alice)

    response = post_to_api(client, others, **fields)

    assert response.status_code == status
    assert not OnlineGame.objects.exists()


# --- other pages ----------------------------------------------------------------------------


def test_number_of_games_started_per_minute_is_limited(client: Client):
    statuses = [post_form(client).status_code for _ in range(11)]

    assert statuses == [302] * 10 + [429]


def test_home_page_links_to_running_games_only(client: Client, alice: Account):
    client.force_login(alice)
    post_form(client)
    game = OnlineGame.objects.get()
    assert f'href="/game/{game.pk}">Alice – Regular bot' in compact_markup(client.get("/").content.decode())

    games.concede(alice, game)

    assert "Your games" not in client.get("/").content.decode()
    assert "Play another game" in client.get(f"/game/{game.pk}").content.decode()


def test_viewing_the_page_wakes_a_bot_whose_task_was_lost(
    client: Client, alice: Account, django_capture_on_commit_callbacks: Any
):
    client.force_login(alice)
    post_form(client)  # as if the site had stopped before the bot moved
    game = OnlineGame.objects.get()
    while is_asked(alice, game):
        game.refresh_from_db()
        games.choose(alice, game, number=game.number, option=0)

    with django_capture_on_commit_callbacks(execute=True):
        client.get(f"/game/{game.pk}")

    assert is_asked(alice, game)


def is_asked(account: Account, game: OnlineGame) -> bool:
    view = view_for_account(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert view is not None
    return "options" in view["ask"]
