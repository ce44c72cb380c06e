"""A single game outside of any event: /play, its bots, and a friend's link."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cards.selectors import printed
from deploy import practice
from gameplay.engine.record import verify
from gameplay.games import RULESETS
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.selectors.game_views import seen
from gameplay.services import accounts, games

pytestmark = [pytest.mark.django_db]
DRAFT, SAMPLE = "enemy-draft-1", "enemy-sample-1"


@pytest.fixture(autouse=True)
def nobody_has_tried_before() -> None:
    cache.clear()


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


def begin(client: Client, table: str = SAMPLE, opponent: str = "greedy", friend: str = "") -> Any:
    return client.post("/play", {"table": table, "opponent": opponent, "friend": friend})


def test_there_is_a_table_for_each_variant_and_ready_made_deck():
    assert [table.code for table in practice.tables()] == [
        "enemy-full-1", "enemy-full-2", "enemy-sample-1", "enemy-sample-2", "enemy-draft-1",
        *(f"hagmi-{variant}-{place}" for variant in ("tactics", "survival", "simple", "multiplayer") for place in (1, 2)),
        "rm2k-standard-1", "rm2k-standard-2", "rm2k-open-1", "rm2k-open-2",
    ]  # fmt: skip


@pytest.mark.parametrize("table", practice.tables(), ids=lambda table: table.code)
def test_decks_of_every_table_may_be_played(table: practice.Table):
    ruleset = RULESETS[table.game]

    mine, other = ([printed(table.game, ref) for ref in deck] for deck in table.decks(bytes(32)))

    variant = ruleset.variants[table.variant]
    assert [ruleset.deck_faults(variant, deck) for deck in (mine, other)] == [[], []]
    if table.deck:
        assert {card.ref for card in mine} == set(table.deck.cards)


def test_a_visitor_without_an_account_sits_down_and_is_asked(client: Client, django_capture_on_commit_callbacks: Any):
    with django_capture_on_commit_callbacks(execute=True):
        answer = begin(client, DRAFT)

    page = client.get(answer.headers["Location"])
    assert "Your play" in page.content.decode()
    assert "Greedy bot" in page.content.decode()
    assert [seat.player.kind for seat in GameSeat.objects.order_by("number")] == ["guest", "bot"]


@pytest.mark.parametrize("bot", practice.BOTS)
def test_each_bot_plays_a_whole_game(alice: Account, bot: str, django_capture_on_commit_callbacks: Any):
    table = next(table for table in practice.tables() if table.code == SAMPLE)
    with django_capture_on_commit_callbacks(execute=True):
        game = practice.play_bot(alice, table, bot)

    while not (game := OnlineGame.objects.get(pk=game.pk)).ended_at:
        with django_capture_on_commit_callbacks(execute=True):
            games.choose(alice, game, number=game.number, option=0)

    assert verify(game.record, RULESETS, printed).verdict == "EXACT"
    assert GameSeat.objects.get(game=game, number=1).bot == bot


def test_bots_of_one_kind_share_one_account(alice: Account):
    table = next(table for table in practice.tables() if table.code == SAMPLE)

    first, second = (practice.play_bot(alice, table, "random") for _ in range(2))

    assert first.seats.get(number=1).player == second.seats.get(number=1).player
    assert bytes(first.seed) != bytes(second.seed)


def test_a_friend_comes_by_a_link_that_works_once(client: Client, alice: Account):
    client.force_login(alice)
    page = begin(client, opponent="friend", friend="Bob").content.decode()
    game = OnlineGame.objects.get()
    link = re.search(r'value="http://testserver(/sign-in/[^"]+)"', page)
    assert link

    friend = Client()
    table = friend.get(link[1].replace("&amp;", "&"), follow=True)

    assert table.redirect_chain[-1][0] == f"/game/{game.pk}"
    assert "Bob (you)" in table.content.decode()
    assert Client().get(link[1]).status_code in (409, 422)


def test_a_friend_needs_a_name_and_no_guest_is_made_without(client: Client):
    answer = begin(client, opponent="friend", friend=" ")

    assert answer.status_code == 422
    assert "A name is needed" in answer.content.decode()
    assert not Account.objects.exists()


@pytest.mark.parametrize(("table", "opponent"), [("enemy-draft-9", "greedy"), (SAMPLE, "nobody"), ("", "")])
def test_what_cannot_be_played_is_refused_beside_its_field(client: Client, table: str, opponent: str):
    assert begin(client, table, opponent).status_code == 422
    assert not OnlineGame.objects.exists()


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
    told = seen(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert told is not None
    return "options" in told["ask"]
