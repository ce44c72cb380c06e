"""Online games: starting a game, choices of people and bots, and the end with a record."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from cards.printed import PrintedCard, bundled_card_set
from cards.selectors import get_printed_card
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record_replay import verify_record
from gameplay.engine.core.zones import Visibility
from gameplay.games import RULESETS
from gameplay.infrastructure import log
from gameplay.models import Account, Choice, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.clauses import clauses
from gameplay.selectors.game_views import view_for_account
from gameplay.services import accounts, games
from tests.browser.tables import asked as until_asked
from tests.browser.tables import play_on, sat_down

SEED = bytes(range(32))


@pytest.fixture
def alice(db: None) -> Account:
    return accounts.create_guest("Alice")


@pytest.fixture
def bob(db: None) -> Account:
    return accounts.create_guest("Bob")


@pytest.fixture
def charlie(db: None) -> Account:
    return accounts.create_guest("Charlie")


def begun(*players: Account, name: str = "game/1") -> OnlineGame:
    """Start a sample game of these players."""
    decks = [
        [ref for ref, copies in deck.cards.items() for _ in range(copies)]
        for deck in bundled_card_set("enemy", "SD").decks
    ]
    return games.start_game(ruleset="enemy", variant="sample", decks=decks, players=players, seed=SEED, chance=name)


def view(game: OnlineGame, account: Account) -> dict[str, Any]:
    game_view = view_for_account(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert game_view is not None
    return game_view


def asked(game: OnlineGame, *players: Account) -> tuple[Account, dict[str, Any]]:
    """Return the player who has to choose, and their view."""
    for player in players:
        game_view = view(game, player)
        if game_view["ask"] and "options" in game_view["ask"]:
            return player, game_view
    raise AssertionError("no player is asked")


def play_to_the_end(game: OnlineGame, *players: Account) -> OnlineGame:
    """Choose the last option of each question until the game is over."""
    while not OnlineGame.objects.get(pk=game.pk).ended_at:
        player, game_view = asked(game, *players)
        games.choose(
            player,
            OnlineGame.objects.get(pk=game.pk),
            number=game_view["number"],
            option=game_view["ask"]["options"][-1]["id"],
        )
    return OnlineGame.objects.get(pk=game.pk)


def test_finished_game_of_two_people_has_an_exact_record(alice: Account, bob: Account):
    game = play_to_the_end(begun(alice, bob), alice, bob)

    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert json.loads(game.record)["outcome"] == game.outcome
    assert log.verify_stream(game.stream).is_intact
    assert Choice.objects.filter(game=game).count() == game.number


def test_bots_play_a_game_by_themselves(db: None, django_capture_on_commit_callbacks: Any):
    bots = [accounts.create_bot("Bot 1"), accounts.create_bot("Bot 2")]

    with django_capture_on_commit_callbacks(execute=True):
        game = begun(*bots)

    game.refresh_from_db()
    assert game.ended_at is not None
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_bot_moves_until_it_is_a_persons_turn(alice: Account, django_capture_on_commit_callbacks: Any):
    bot = accounts.create_bot("Bot")
    with django_capture_on_commit_callbacks(execute=True):
        game = begun(alice, bot)

    for _ in range(3):
        game_view = view(game, alice)
        assert game_view["ask"]["seat"] == 0
        with django_capture_on_commit_callbacks(execute=True):
            games.choose(alice, OnlineGame.objects.get(pk=game.pk), number=game_view["number"], option=0)
    assert {choice.author_id for choice in game.choices.all()} == {alice.pk, bot.pk}


def test_opponent_cannot_answer(alice: Account, bob: Account):
    game = begun(alice, bob)
    player, game_view = asked(game, alice, bob)
    other = bob if player == alice else alice

    with pytest.raises(RulesError) as refusal:
        games.choose(other, game, number=game_view["number"], option=0)

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("not_asked", True)


@pytest.mark.parametrize(
    ("ahead", "option", "code", "clause"),
    [(1, 0, "stale_choice", ""), (0, 99, "not_an_option", ""), (0, -1, "not_an_option", "")],
)
def test_invalid_choice_is_refused_and_changes_nothing(
    alice: Account, bob: Account, ahead: int, option: int, code: str, clause: str
):
    game = begun(alice, bob)
    player, game_view = asked(game, alice, bob)

    with pytest.raises(RulesError) as refusal:
        games.choose(player, game, number=game_view["number"] + ahead, option=option)

    assert (refusal.value.code, refusal.value.clause) == (code, clause)
    assert view(game, player) == game_view


def hand_refs(game_view: dict[str, Any], seat: int) -> list[str]:
    """Return the refs of the cards in the hand of ``seat``, whose view it is."""
    [hand] = [zone for zone in game_view["zones"] if (zone["zone"], zone["seat"]) == ("hand", seat)]
    return [card["ref"] for card in hand["cards"]]


def sample_card(ref: str) -> PrintedCard:
    return bundled_card_set("enemy", "SD").card(ref.removeprefix("SD-"))


@pytest.mark.clause("ENE-10.1", "ENE-12.2")
def test_named_choice_is_made_or_refused_with_its_own_reason(alice: Account, bob: Account, client: Client):
    game = begun(alice, bob)
    player, game_view = asked(game, alice, bob)
    client.force_login(player)
    url = f"/api/v1/games/{game.pk}/choices"
    hand = hand_refs(game_view, game_view["ask"]["seat"])
    not_storable = next(ref for ref in hand if not sample_card(ref).facts.get("storable"))

    def choose(option: Any) -> Any:
        body = {"number": game_view["number"], "option": option}
        return client.post(url, body, content_type="application/json", headers={"Idempotency-Key": str(uuid4())})

    refusal = choose({"code": "store", "card": not_storable})
    clause = {"monster": "ENE-12.2", "action": "ENE-10.2"}.get(sample_card(not_storable).type, "ENE-12.1")
    assert (refusal.status_code, refusal.json()["code"], refusal.json()["clause"]) == (422, "not_an_option", clause)
    assert view(game, player) == game_view

    other = next(ref for deck in game.decks for ref in deck if ref not in hand)
    unseen = choose({"code": "hide", "card": other})
    assert (unseen.json()["clause"], unseen.json()["details"]["reason"]) == ("", "not_seen")

    assert choose({"code": "hide", "card": not_storable}).status_code == 201
    assert view(game, player)["number"] == game_view["number"] + 1


def test_concession_ends_the_game(alice: Account, bob: Account):
    game = games.concede(bob, begun(alice, bob))

    assert game.outcome == {"winners": [0], "reason": "concede", "scores": [0, 0]}
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    with pytest.raises(RulesError) as refusal:
        games.concede(alice, game)
    assert refusal.value.code == "game_over"


def test_game_ends_after_the_turn_in_which_time_is_called(alice: Account, bob: Account):
    game = begun(alice, bob)
    turn = view(game, alice)["turn"]
    games.call_time(game)

    game = play_to_the_end(game, alice, bob)

    assert (view(game, alice)["turn"], game.outcome["reason"]) == (turn, "time")  # type: ignore[index]
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_account_without_a_seat_has_no_view(alice: Account, bob: Account, charlie: Account):
    assert view_for_account(begun(alice, bob), charlie, language="en") is None


def test_view_never_contains_a_hidden_card(alice: Account, bob: Account):
    game = begun(alice, bob)
    for _ in range(12):
        player, game_view = asked(game, alice, bob)
        for reader, seat in ((alice, 0), (bob, 1)):
            state = selectors.current_state(game)
            hidden = {state.table.cards[card].ref for card in state.table.hand[1 - seat] + state.table.hidden[1 - seat]}
            known = set(game.decks[seat]) | _revealed_refs(state)
            text = json.dumps(view(game, reader))
            assert not [ref for ref in hidden - known if f'"{ref}"' in text]
        game = games.choose(
            player,
            OnlineGame.objects.get(pk=game.pk),
            number=game_view["number"],
            option=len(game_view["ask"]["options"]) - 1,
        )


def _revealed_refs(state: Game) -> set[str]:
    """Return the refs of cards that are or were public."""
    table = state.table
    values = [value for event in table.events if event[0] not in ("drew", "hid", "looked") for value in event[1:]]
    in_events = [value for value in values if isinstance(value, int) and value < len(table.cards)]
    public = [card for zone in table.zones() if zone.visibility is Visibility.ALL for card in zone.cards]
    return {table.cards[card].ref for card in public + in_events}


@pytest.mark.django_db(transaction=True)
def test_one_of_twenty_simultaneous_answers_is_stored(alice: Account, bob: Account):
    game = begun(alice, bob)
    player, game_view = asked(game, alice, bob)

    def answer(_: int) -> str:
        try:
            games.choose(player, OnlineGame.objects.get(pk=game.pk), number=game_view["number"], option=0)
        except RulesError as refusal:
            return refusal.code
        finally:
            connection.close()
        return "made"

    with ThreadPoolExecutor(8) as threads:
        answers = Counter(threads.map(answer, range(20)))

    assert answers["made"] == 1
    assert set(answers) <= {"made", "stale_choice", "not_asked"}
    assert Choice.objects.filter(game=game).count() == OnlineGame.objects.get(pk=game.pk).number == 1


def test_page_shows_numbered_options_and_accepts_one(alice: Account, bob: Account, client: Client):
    game = begun(alice, bob)
    player, game_view = asked(game, alice, bob)
    client.force_login(player)

    page = client.get(f"/game/{game.pk}")
    assert game_view["ask"]["about"]["text"] in page.content.decode()
    response = client.post(f"/game/{game.pk}", {"number": game_view["number"], "option": 0})
    repeat = client.post(f"/game/{game.pk}", {"number": game_view["number"], "option": 0})
    invalid = client.post(f"/game/{game.pk}", {"number": "x", "option": ""})

    assert (page.status_code, response.status_code, repeat.status_code, invalid.status_code) == (200, 302, 409, 400)


def test_page_shows_the_rule_of_a_question_the_fight_and_the_text_of_a_card(
    alice: Account, bob: Account, client: Client
):
    game = begun(alice, bob)
    seen: set[str] = set()

    while seen < {"rule", "fight", "reads"}:
        player, game_view = asked(game, alice, bob)
        ask = game_view["ask"]
        now = {name for name, there in (("fight", game_view["clash"]), ("rule", "rule" in ask["about"])) if there}
        now |= {"reads" for option in ask["options"] if option.get("reads")}
        if now - seen:
            client.force_login(player)
            client.cookies["look"] = "words"
            page = client.get(f"/game/{game.pk}").content.decode()
            assert ("rule" in now) == (f'#{ask["about"].get("clause")}"' in page)
            assert ("fight" in now) == (" against " in page.partition('id="resolving"')[2].partition("</section>")[0])
            assert ("reads" in now) == ('class="card-text"' in page.partition('class="options"')[2])
            seen |= now
        option = next((each["id"] for each in ask["options"] if each["code"] in ("attack", "fight")), 0)
        games.choose(player, OnlineGame.objects.get(pk=game.pk), number=game_view["number"], option=option)


def test_the_rule_of_a_question_is_in_the_language_of_the_reader(alice: Account, bob: Account, client: Client):
    game = begun(alice, bob)
    player, game_view = asked(game, alice, bob)
    client.force_login(player)
    client.cookies["look"] = "words"
    client.post("/language", {"language": "ja"})

    about = client.get(f"/api/v1/games/{game.pk}").json()["ask"]["about"]
    rule = clauses("enemy")[about["clause"]].summary
    assert (game_view["ask"]["about"]["rule"], about["rule"]) == (rule.en, rule.ja)
    page = client.get(f"/game/{game.pk}").content.decode()
    assert f"</a> {rule.ja}" in " ".join(page.split())


def test_finished_game_shows_no_fight(client: Client, db: None):
    game, people = sat_down("hagmi", "tactics", 2)
    attacked = play_on(game, people, until_asked("defend"))
    client.force_login(attacked)
    client.cookies["look"] = "words"

    during = client.get(f"/game/{game.pk}").content.decode()
    games.concede(attacked, game)
    after = client.get(f"/game/{game.pk}").content.decode()

    assert ('class="resolving"' in during, 'class="resolving"' in after) == (True, False)
    assert (after.count("has conceded"), after.count(">defeated<")) == (1, 0)


def test_game_is_not_found_for_other_accounts(alice: Account, bob: Account, charlie: Account, client: Client):
    game = begun(alice, bob)
    client.force_login(charlie)

    assert client.get(f"/game/{game.pk}").status_code == 404
    assert client.get(f"/api/v1/games/{game.pk}").status_code == 404
    assert (
        client.post(f"/api/v1/games/{game.pk}/choices", {"number": 0, "option": 0}, "application/json").status_code
        == 404
    )
    assert client.post(f"/api/v1/games/{game.pk}/concession").status_code == 404


def test_api_returns_the_game_and_accepts_a_choice_once(alice: Account, bob: Account, client: Client):
    game = begun(alice, bob)
    player, _ = asked(game, alice, bob)
    client.force_login(player)
    game_view = client.get(f"/api/v1/games/{game.pk}").json()
    body = {"number": game_view["number"], "option": game_view["ask"]["options"][0]["id"]}

    first, repeat = (
        client.post(f"/api/v1/games/{game.pk}/choices", body, "application/json", headers={"Idempotency-Key": "one"})
        for _ in range(2)
    )
    stale = client.post(f"/api/v1/games/{game.pk}/choices", body, "application/json")

    assert (
        (first.status_code, first.json()) == (repeat.status_code, repeat.json()) == (201, {"number": 1, "over": False})
    )
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_choice")
