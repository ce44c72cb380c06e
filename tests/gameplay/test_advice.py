"""Advice in casual games: who may ask for it, and what it says."""

from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cards.selectors import get_printed_card
from gameplay import ports
from gameplay.engine.bots.advice import Advice, advise
from gameplay.engine.bots.search import InformationSet, SearchBot
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games import RULESETS
from gameplay.models import Account, OnlineGame
from gameplay.selectors.advice import advice_key
from gameplay.selectors.game_views import view_for_account
from gameplay.services import accounts, advice, games, lessons, practice
from gameplay.services.practice import OtherPlayer
from tests.page_text import visible_text

pytestmark = [pytest.mark.django_db]
BUTTON = "What would you do?"
PART = {"HX-Request": "true"}
MODE = practice.get_mode("enemy", "sample", 2)


@pytest.fixture(autouse=True)
def quick_search(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(advice, "SearchBot", partial(SearchBot, rollouts=4))


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


@pytest.fixture
def table(client: Client, alice: Account, django_capture_on_commit_callbacks: Any) -> OnlineGame:
    """A practice game in which Alice is asked; her client is signed in."""
    client.force_login(alice)
    with django_capture_on_commit_callbacks(execute=True):
        game = practice.start_practice_game(alice, MODE, [OtherPlayer("regular")]).game
    game.refresh_from_db()
    return game


def ask_for_advice(client: Client, game: OnlineGame, **headers: str) -> Any:
    return client.post(f"/game/{game.pk}/advice", {"number": game.number}, headers=headers)


def test_advice_names_an_option_and_what_it_is_expected_to_bring(client: Client, alice: Account, table: OnlineGame):
    assert BUTTON in client.get(f"/game/{table.pk}").content.decode()

    thinking = ask_for_advice(client, table, **PART).content.decode()
    advice.give_advice(table.pk, table.number)
    shown = visible_text(client.get(f"/game/{table.pk}/advice", headers=PART).content.decode())

    game_view = view_for_account(table, alice, language="en")
    assert game_view is not None
    assert 'hx-trigger="load' in thinking
    assert shown.startswith("The bot would choose this.")
    assert sum(option["text"] in shown for option in game_view["ask"]["options"]) >= 1
    assert "until your next turn" in shown
    assert shown.removeprefix("The bot would choose this.").strip() in visible_text(
        client.get(f"/game/{table.pk}").content.decode()
    )


def test_expected_points_and_losses_are_named(client: Client, table: OnlineGame):
    found = {"option": 0, "gains": (1.24, -0.02), "losses": (0.0, 0.5)}
    cache.set(advice_key(table.pk, 0, table.number), found)

    shown = visible_text(client.get(f"/game/{table.pk}/advice", headers=PART).content.decode())

    assert "on average, you gain 1.2 VP, Regular bot loses 0.5 cards until your next turn." in shown


def test_advice_on_an_earlier_question_is_not_shown(client: Client, alice: Account, table: OnlineGame):
    cache.set(advice_key(table.pk, 0, table.number + 1), {"option": 0, "gains": (), "losses": ()})

    assert BUTTON in client.get(f"/game/{table.pk}").content.decode()
    stale = client.post(f"/game/{table.pk}/advice", {"number": table.number + 1})
    assert stale.status_code == 409


def test_advice_is_refused_against_people_and_in_lessons(client: Client, alice: Account):
    client.force_login(alice)
    friends = practice.start_practice_game(alice, MODE, [OtherPlayer("friend", "Bob")]).game
    lesson = lessons.start_lesson(alice, "enemy")

    for game in (friends, lesson):
        assert BUTTON not in client.get(f"/game/{game.pk}").content.decode()
        refused = ask_for_advice(client, game)
        assert (refused.status_code, 'data-code="no_advice"' in refused.content.decode()) == (409, True)


def test_advice_is_refused_in_a_match_of_an_event(client: Client, alice: Account, table: OnlineGame):
    class EventHost(ports.GameHost):
        def match_context(self, game: OnlineGame) -> dict[str, Any]:
            return {"title": "Round 1", "url": "/"}

    with ports.game_host.overridden(EventHost()):
        assert BUTTON not in client.get(f"/game/{table.pk}").content.decode()
        assert ask_for_advice(client, table).status_code == 409


def test_advice_is_refused_in_a_game_with_a_seed_that_others_share(
    client: Client, alice: Account, django_capture_on_commit_callbacks: Any
):
    client.force_login(alice)
    decks, bot = MODE.deal_decks(bytes(32), 0), accounts.create_bot("Bot 1")
    with django_capture_on_commit_callbacks(execute=True):
        game = games.start_game(
            ruleset="enemy", variant="sample", decks=decks, players=[alice, bot], seed=bytes(32), chance="round/1"
        )

    game.refresh_from_db()
    assert ask_for_advice(client, game).status_code == 409


def test_other_accounts_cannot_reach_the_advice(table: OnlineGame):
    stranger = Client()
    stranger.force_login(accounts.create_guest("Bob"))

    assert ask_for_advice(stranger, table).status_code == 404
    assert stranger.get(f"/game/{table.pk}/advice", headers=PART).status_code == 404


def test_number_of_questions_per_minute_is_limited(client: Client, table: OnlineGame):
    statuses = [ask_for_advice(client, table, **PART).status_code for _ in range(advice.TRIES_PER_MINUTE + 1)]

    assert statuses == [200] * advice.TRIES_PER_MINUTE + [429]


def test_game_with_hints_explains_the_question_and_offers_advice(
    client: Client, django_capture_on_commit_callbacks: Any
):
    with django_capture_on_commit_callbacks(execute=True):
        started = client.post("/learn/enemy", {"start": "hints"})

    page = visible_text(client.get(started.headers["Location"]).content.decode())
    assert OnlineGame.objects.get().guide == "hints"
    assert BUTTON in page


# --- what the advice is based on ---------------------------------------------------------------


def begin(game: str, seed: bytes) -> Game:
    mode = next(mode for mode in practice.modes() if mode.ruleset.name == game)
    decks = [[get_printed_card(game, ref) for ref in deck] for deck in mode.deal_decks(bytes(32), 0)]
    state = Game.begin(RULESETS[game], mode.variant, decks, SeededChance(RandomStream(seed, "advice")))
    for _ in range(30):
        if state.ask and state.ask.seat == 0 and len(state.ask.options) > 2 and state.table.turn > 2:
            break
        state.choose(RULESETS[game].greedy_bot(state))
    return state


@pytest.mark.parametrize("game", RULESETS)
def test_advice_does_not_depend_on_cards_that_the_player_cannot_see(game: str):
    state = begin(game, b"hidden")
    assert state.ask is not None
    pool = list(state.table.cards)
    known = InformationSet(state, state.ask.seat, pool)
    other_cards = known.sample_cards(RandomStream(b"other", "cards"))
    same, other = (state.fork(SeededChance(RandomStream(b"other", "chance")), cards) for cards in (None, other_cards))
    assert [card.ref for card in other.table.cards] != [card.ref for card in state.table.cards]

    found: list[Advice] = []
    for each in (same, other):
        bot = SearchBot(RULESETS[game], pool, RandomStream(b"bot", "advice"), rollouts=3)
        found.append(advise(bot, each, (), tries=3))

    assert found[0] == found[1]
    assert found[0].gains
