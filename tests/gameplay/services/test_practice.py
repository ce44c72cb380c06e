"""A single game outside of any event: /play, its bots, and a friend's link."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cards.selectors import get_printed_card
from gameplay.engine.core.record import verify_record
from gameplay.games import RULESETS
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.selectors.game_views import view_for_account
from gameplay.services import accounts, games, practice
from gameplay.services.practice import OtherPlayer

pytestmark = [pytest.mark.django_db]
SAMPLE, DRAFT = "enemy/sample/2", "enemy/draft/2"
EVERY = [f"{mode.ruleset.name}/{mode.variant}/{mode.seats}" for mode in practice.modes()]


@pytest.fixture(autouse=True)
def nobody_has_tried_before() -> None:
    cache.clear()


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


def mode(path: str) -> practice.Mode:
    game, variant, seats = path.split("/")
    return practice.get_mode(game, variant, int(seats))


def begin(client: Client, path: str = SAMPLE, *others: str, **fields: str) -> Any:
    """Begin a game; ``others`` are the kinds of bot in the other seats, "greedy" in those that are not said."""
    kinds = {f"who_{seat}": kind for seat, kind in enumerate([*others, "greedy", "greedy", "greedy"][:3], 2)}
    return client.post(f"/play/{path}", {"deck": "0"} | kinds | fields)


def test_every_mode_of_every_game_is_offered_with_its_numbers_of_players(client: Client):
    page = client.get("/play").content.decode()

    assert re.findall(r'href="/play/([^"]+)"', page) == EVERY
    assert [path for path in EVERY if path.startswith("hagmi")] == [
        "hagmi/tactics/2", "hagmi/survival/2", "hagmi/simple/2",
        "hagmi/multiplayer/2", "hagmi/multiplayer/3", "hagmi/multiplayer/4", "hagmi/team/4",
    ]  # fmt: skip
    assert [path for path in EVERY if path.startswith("rm2k/standard")] == [f"rm2k/standard/{n}" for n in (2, 3, 4)]


@pytest.mark.parametrize("path", EVERY)
def test_decks_of_every_mode_may_be_played(path: str):
    found = mode(path)

    for place in range(max(len(found.decks), 1)):
        dealt = [
            [get_printed_card(found.ruleset.name, ref) for ref in deck] for deck in found.deal_decks(bytes(32), place)
        ]
        assert len(dealt) == found.seats
        variant = found.ruleset.variants[found.variant]
        assert not any(found.ruleset.deck_faults(variant, deck) for deck in dealt)
        if found.decks:
            assert {card.ref for card in dealt[0]} == set(found.decks[place].cards)


def test_a_deck_is_chosen_where_each_player_brings_one(client: Client):
    pages = {path: client.get(f"/play/{path}").content.decode() for path in (SAMPLE, DRAFT, "hagmi/survival/2")}

    assert [path for path, page in pages.items() if 'name="deck"' in page] == [SAMPLE]


@pytest.mark.parametrize("path", EVERY)
def test_a_visitor_without_an_account_sits_down_and_is_asked(
    client: Client, path: str, django_capture_on_commit_callbacks: Any
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = begin(client, path)

    page = client.get(answer.headers["Location"]).content.decode()
    assert 'class="options"' in page
    names = ["Greedy bot", "Greedy bot 2", "Greedy bot 3"][: mode(path).seats - 1]
    assert [seat.player.handle for seat in GameSeat.objects.order_by("number")][1:] == names
    assert all(name in page for name in names)


@pytest.mark.parametrize(("path", "bot"), [(SAMPLE, bot) for bot in practice.BOT_TITLES] + [("hagmi/team/4", "random")])
def test_each_bot_plays_a_whole_game(alice: Account, path: str, bot: str, django_capture_on_commit_callbacks: Any):
    found = mode(path)
    with django_capture_on_commit_callbacks(execute=True):
        game, links = practice.start_practice_game(alice, found, [OtherPlayer(bot)] * (found.seats - 1))

    while not (game := OnlineGame.objects.get(pk=game.pk)).ended_at:
        with django_capture_on_commit_callbacks(execute=True):
            games.choose(alice, game, number=game.number, option=0)

    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert {seat.bot for seat in game.seats.exclude(number=0)} == {bot}
    assert links == []


def test_bots_of_one_kind_share_one_account(alice: Account):
    first, second = (practice.start_practice_game(alice, mode(SAMPLE), [OtherPlayer("random")]).game for _ in range(2))

    assert first.seats.get(number=1).player == second.seats.get(number=1).player
    assert bytes(first.seed) != bytes(second.seed)


def test_each_friend_comes_by_a_link_that_works_once(client: Client, alice: Account):
    client.force_login(alice)
    page = begin(client, "hagmi/team/4", "friend", "greedy", "friend", name_2="Bob", name_4="Dave").content.decode()
    game = OnlineGame.objects.get()
    links = [link.replace("&amp;", "&") for link in re.findall(r'value="http://testserver(/sign-in/[^"]+)"', page)]
    assert len(links) == 2

    tables = [Client().post(link, follow=True) for link in links]

    assert {table.redirect_chain[-1][0] for table in tables} == {f"/game/{game.pk}"}
    told = [table.content.decode() for table in tables]
    assert ["Bob (you)" in told[0], "Dave (you)" in told[1]] == [True, True]
    assert "You and Dave against Alice and Greedy bot" in told[0]
    assert Client().get(links[0]).status_code in (409, 422)


def test_with_two_people_at_the_table_a_pass_is_asked_for_too(alice: Account):
    bots = practice.start_practice_game(alice, mode("rm2k/standard/3"), [OtherPlayer("greedy")] * 2).game
    friends = practice.start_practice_game(
        alice, mode("rm2k/standard/3"), [OtherPlayer("greedy"), OtherPlayer("friend", "Bob")]
    ).game

    assert (bots.pausing, friends.pausing) == (False, True)


def test_a_friend_needs_a_name_and_no_guest_is_made_without(client: Client):
    answer = begin(client, "rm2k/standard/3", "greedy", "friend", name_3=" ")

    assert answer.status_code == 422
    assert "A name is needed" in answer.content.decode()
    assert not Account.objects.exists()


@pytest.mark.parametrize("fields", [{"deck": "9"}, {"who_2": "nobody"}, {"who_2": ""}])
def test_what_cannot_be_played_is_refused_beside_its_field(client: Client, fields: dict[str, str]):
    assert begin(client, SAMPLE, **fields).status_code == 422
    assert not OnlineGame.objects.exists()


@pytest.mark.parametrize(
    ("path", "clause"), [("hagmi/team/3", "HAG-13.1"), ("enemy/full/3", "ENE-1.10"), ("rm2k/open/5", "RM-9.1")]
)
def test_so_many_as_cannot_play_are_refused_with_the_clause(client: Client, path: str, clause: str):
    for answer in (client.get(f"/play/{path}"), begin(client, path)):
        assert answer.status_code == 422
        assert 'data-code="players"' in answer.content.decode()
        assert clause in answer.content.decode()
    assert not OnlineGame.objects.exists()


@pytest.mark.parametrize("path", ["chess/full/2", "enemy/chess/2"])
def test_a_game_that_is_not_played_here_is_not_found(client: Client, path: str):
    assert client.get(f"/play/{path}").status_code == 404


@pytest.mark.parametrize("path", EVERY)
def test_a_game_that_is_over_is_told_moment_by_moment(
    client: Client, alice: Account, path: str, django_capture_on_commit_callbacks: Any
):
    found = mode(path)
    client.force_login(alice)
    with django_capture_on_commit_callbacks(execute=True):
        game = practice.start_practice_game(alice, found, [OtherPlayer("random")] * (found.seats - 1)).game
    for _ in range(6):
        game.refresh_from_db()
        with django_capture_on_commit_callbacks(execute=True):
            games.choose(alice, game, number=game.number, option=0)
    game.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        games.concede(alice, game)  # bots play on among themselves
    game.refresh_from_db()
    entries = [at for at, entry in enumerate(game.record_json["entries"]) if isinstance(entry, list)]

    for at in (entries[0], entries[len(entries) // 2], len(game.record_json["entries"])):
        page = client.get(f"/replay/{game.replay}?at={at}")
        assert page.status_code == 200
        assert all(seat.player.handle in page.content.decode() for seat in game.seats.all())
        if at < len(game.record_json["entries"]):
            position = client.get(f"/replay/{game.replay}/position?at={at}").json()
            told = client.post("/api/v1/positions/options", {"position": position}, "application/json")
            assert told.json()["options"]
    record = {"record": game.record_json}
    assert client.post("/api/v1/records/verify", record, "application/json").json()["verdict"] == "EXACT"


# --- over the API ---------------------------------------------------------------------------


def sent(client: Client, others: list[dict[str, str]], **fields: Any) -> Any:
    told = {"game": "hagmi", "variant": "team", "others": others} | fields
    return client.post("/api/v1/play", told, "application/json")


def test_the_api_lists_what_may_be_played(client: Client):
    told = client.get("/api/v1/play").json()

    assert [f"{each['game']}/{each['variant']}/{each['seats']}" for each in told] == EVERY
    (team,) = (each for each in told if each["variant"] == "team")
    assert (team["title"], team["teams"], len(team["decks"])) == ("HAGMI!: Team battle", [[0, 2], [1, 3]], 2)
    assert team["sense"] == "Two against two, who are defeated together."


@pytest.mark.parametrize("mode", practice.modes(), ids=EVERY)
def test_how_a_way_to_play_differs_is_said_before_and_at_the_table(client: Client, mode: practice.Mode):
    address = f"/play/{mode.ruleset.name}/{mode.variant}/{mode.seats}"
    bots = {f"who_{seat}": "random" for seat in range(2, mode.seats + 1)}
    begun = client.post(address, {"deck": "0"} | bots, follow=True)

    assert begun.redirect_chain
    assert all(mode.summary in page.content.decode() for page in (client.get("/play"), client.get(address), begun))


def test_a_game_is_begun_seen_and_answered_over_the_api(
    client: Client, alice: Account, django_capture_on_commit_callbacks: Any
):
    client.force_login(alice)
    with django_capture_on_commit_callbacks(execute=True):
        begun = sent(client, [{"kind": "greedy"}, {"kind": "friend", "name": "Bob"}, {"kind": "random"}], deck=1)
    identity = begun.json()["id"]

    assert begun.status_code == 201
    assert [each["name"] for each in begun.json()["links"]] == ["Bob"]
    friend = Client()
    friend.post(begun.json()["links"][0]["link"])
    for _ in range(12):
        both = [(each, each.get(f"/api/v1/games/{identity}").json()) for each in (client, friend)]
        each, told = next((each, told) for each, told in both if "options" in told["ask"])
        with django_capture_on_commit_callbacks(execute=True):
            answer = each.post(
                f"/api/v1/games/{identity}/choices", {"number": told["number"], "option": 0}, "application/json"
            )
        assert answer.status_code == 201


@pytest.mark.parametrize(
    ("others", "fields", "status"),
    [
        ([{"kind": "greedy"}] * 2, {}, 422),
        ([{"kind": "greedy"}] * 3, {"game": "chess"}, 404),
        ([{"kind": "greedy"}] * 3, {"deck": 2}, 400),
        ([{"kind": "nobody"}] * 3, {}, 400),
        ([{"kind": "friend"}] * 3, {}, 422),
    ],
)
def test_what_cannot_be_begun_is_refused(
    client: Client, alice: Account, others: list[dict[str, str]], fields: dict[str, Any], status: int
):
    client.force_login(alice)

    answer = sent(client, others, **fields)

    assert answer.status_code == status
    assert not OnlineGame.objects.exists()


# --- being there ----------------------------------------------------------------------------


def test_few_games_may_be_begun_in_a_minute(client: Client):
    answers = [begin(client).status_code for _ in range(11)]

    assert answers == [302] * 10 + [429]


def test_the_first_page_leads_back_to_a_running_game_and_no_longer_to_one_that_is_over(client: Client, alice: Account):
    client.force_login(alice)
    begin(client)
    game = OnlineGame.objects.get()
    assert f'href="/game/{game.pk}">Alice – Greedy bot' in client.get("/").content.decode()

    games.concede(alice, game)

    assert "Your games" not in client.get("/").content.decode()
    assert "Play another game" in client.get(f"/game/{game.pk}").content.decode()


def test_a_bot_that_the_site_forgot_is_woken_by_whoever_looks(
    client: Client, alice: Account, django_capture_on_commit_callbacks: Any
):
    client.force_login(alice)
    begin(client)  # as if the site had stopped before the bot moved
    game = OnlineGame.objects.get()
    while asked(alice, game):
        game.refresh_from_db()
        games.choose(alice, game, number=game.number, option=0)

    with django_capture_on_commit_callbacks(execute=True):
        client.get(f"/game/{game.pk}")

    assert asked(alice, game)


def asked(account: Account, game: OnlineGame) -> bool:
    told = view_for_account(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert told is not None
    return "options" in told["ask"]
