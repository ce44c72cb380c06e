"""The online table: games begin, people and bots choose, games end with a record."""

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
from gameplay.engine.core.record import verify_record
from gameplay.engine.core.zones import Visibility
from gameplay.games import RULESETS
from gameplay.infrastructure import log
from gameplay.models import Account, Choice, OnlineGame
from gameplay.selectors import games as selectors
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
    """A sample game of these players."""
    decks = [
        [ref for ref, copies in deck.cards.items() for _ in range(copies)]
        for deck in bundled_card_set("enemy", "SD").decks
    ]
    return games.start_game(ruleset="enemy", variant="sample", decks=decks, players=players, seed=SEED, chance=name)


def view(game: OnlineGame, account: Account) -> dict[str, Any]:
    told = view_for_account(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert told is not None
    return told


def asked(game: OnlineGame, *players: Account) -> tuple[Account, dict[str, Any]]:
    """Who is asked, and what they see."""
    for player in players:
        told = view(game, player)
        if told["ask"] and "options" in told["ask"]:
            return player, told
    raise AssertionError("nobody is asked")


def play_to_the_end(game: OnlineGame, *players: Account) -> OnlineGame:
    """Let every person take the last option each time."""
    while not OnlineGame.objects.get(pk=game.pk).ended_at:
        player, told = asked(game, *players)
        games.choose(
            player, OnlineGame.objects.get(pk=game.pk), number=told["number"], option=told["ask"]["options"][-1]["id"]
        )
    return OnlineGame.objects.get(pk=game.pk)


def test_a_game_of_two_people_ends_with_a_record_that_replays_exactly(alice: Account, bob: Account):
    game = play_to_the_end(begun(alice, bob), alice, bob)

    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert json.loads(game.record)["outcome"] == game.outcome
    assert log.verify_stream(game.stream).is_intact
    assert Choice.objects.filter(game=game).count() == game.number


def test_bots_play_by_themselves(db: None, django_capture_on_commit_callbacks: Any):
    bots = [accounts.create_bot("Bot 1"), accounts.create_bot("Bot 2")]

    with django_capture_on_commit_callbacks(execute=True):
        game = begun(*bots)

    game.refresh_from_db()
    assert game.ended_at is not None
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_a_bot_moves_until_a_person_is_asked(alice: Account, django_capture_on_commit_callbacks: Any):
    bot = accounts.create_bot("Bot")
    with django_capture_on_commit_callbacks(execute=True):
        game = begun(alice, bot)

    for _ in range(3):
        told = view(game, alice)
        assert told["ask"]["seat"] == 0
        with django_capture_on_commit_callbacks(execute=True):
            games.choose(alice, OnlineGame.objects.get(pk=game.pk), number=told["number"], option=0)
    assert {choice.author_id for choice in game.choices.all()} == {alice.pk, bot.pk}


def test_the_other_side_cannot_answer(alice: Account, bob: Account):
    game = begun(alice, bob)
    player, told = asked(game, alice, bob)
    other = bob if player == alice else alice

    with pytest.raises(RulesError) as refusal:
        games.choose(other, game, number=told["number"], option=0)

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("not_asked", True)


@pytest.mark.parametrize(
    ("ahead", "option", "code", "clause"),
    [(1, 0, "stale_choice", ""), (0, 99, "not_an_option", ""), (0, -1, "not_an_option", "")],
)
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(
    alice: Account, bob: Account, ahead: int, option: int, code: str, clause: str
):
    game = begun(alice, bob)
    player, told = asked(game, alice, bob)

    with pytest.raises(RulesError) as refusal:
        games.choose(player, game, number=told["number"] + ahead, option=option)

    assert (refusal.value.code, refusal.value.clause) == (code, clause)
    assert view(game, player) == told


def of_hand(told: dict[str, Any], seat: int) -> list[str]:
    """The refs of the cards in the hand of ``seat``, whose view it is."""
    [hand] = [zone for zone in told["zones"] if (zone["zone"], zone["seat"]) == ("hand", seat)]
    return [card["ref"] for card in hand["cards"]]


def printed_as(ref: str) -> PrintedCard:
    return bundled_card_set("enemy", "SD").card(ref.removeprefix("SD-"))


@pytest.mark.clause("ENE-10.1", "ENE-12.2")
def test_a_choice_may_be_named_and_is_refused_with_its_own_reason(alice: Account, bob: Account, client: Client):
    game = begun(alice, bob)
    player, told = asked(game, alice, bob)
    client.force_login(player)
    url = f"/api/v1/games/{game.pk}/choices"
    own = of_hand(told, told["ask"]["seat"])
    stays = next(ref for ref in own if not printed_as(ref).facts.get("storable"))

    def choose(option: Any) -> Any:
        sent = {"number": told["number"], "option": option}
        return client.post(url, sent, content_type="application/json", headers={"Idempotency-Key": str(uuid4())})

    refused = choose({"code": "store", "card": stays})
    clause = {"monster": "ENE-12.2", "action": "ENE-10.2"}.get(printed_as(stays).type, "ENE-12.1")
    assert (refused.status_code, refused.json()["code"], refused.json()["clause"]) == (422, "not_an_option", clause)
    assert view(game, player) == told

    other = next(ref for deck in game.decks for ref in deck if ref not in own)
    hidden = choose({"code": "hide", "card": other})
    assert (hidden.json()["clause"], hidden.json()["details"]["reason"]) == ("", "not_seen")

    assert choose({"code": "hide", "card": stays}).status_code == 201
    assert view(game, player)["number"] == told["number"] + 1


def test_a_concession_ends_the_game(alice: Account, bob: Account):
    game = games.concede(bob, begun(alice, bob))

    assert game.outcome == {"winners": [0], "reason": "concede", "scores": [0, 0]}
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    with pytest.raises(RulesError) as refusal:
        games.concede(alice, game)
    assert refusal.value.code == "game_over"


def test_when_time_is_called_the_turn_is_finished_and_the_game_ends(alice: Account, bob: Account):
    game = begun(alice, bob)
    turn = view(game, alice)["turn"]
    games.call_time(game)

    game = play_to_the_end(game, alice, bob)

    assert (view(game, alice)["turn"], game.outcome["reason"]) == (turn, "time")  # type: ignore[index]
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"


def test_nobody_else_sees_the_game(alice: Account, bob: Account, charlie: Account):
    assert view_for_account(begun(alice, bob), charlie, language="en") is None


def test_a_view_never_names_a_card_that_its_reader_may_not_see(alice: Account, bob: Account):
    game = begun(alice, bob)
    for _ in range(12):
        player, told = asked(game, alice, bob)
        for reader, side in ((alice, 0), (bob, 1)):
            state = selectors.current_state(game)
            hidden = {state.table.cards[card].ref for card in state.table.hand[1 - side] + state.table.hidden[1 - side]}
            known = {ref for deck in (game.decks[side],) for ref in deck} | _shown(state)
            text = json.dumps(view(game, reader))
            assert not [ref for ref in hidden - known if f'"{ref}"' in text]
        game = games.choose(
            player, OnlineGame.objects.get(pk=game.pk), number=told["number"], option=len(told["ask"]["options"]) - 1
        )


def _shown(state: Game) -> set[str]:
    """Refs of cards that everybody sees or has seen."""
    table = state.table
    told = [value for event in table.events if event[0] not in ("drew", "hid", "looked") for value in event[1:]]
    lying = [card for place in table.zones() if place.visibility is Visibility.ALL for card in place.cards]
    return {table.cards[card].ref for card in lying + [v for v in told if isinstance(v, int) and v < len(table.cards)]}


@pytest.mark.django_db(transaction=True)
def test_of_twenty_identical_answers_at_once_one_counts(alice: Account, bob: Account):
    game = begun(alice, bob)
    player, told = asked(game, alice, bob)

    def answer(_: int) -> str:
        try:
            games.choose(player, OnlineGame.objects.get(pk=game.pk), number=told["number"], option=0)
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


def test_the_page_asks_with_numbered_answers_and_takes_them(alice: Account, bob: Account, client: Client):
    game = begun(alice, bob)
    player, told = asked(game, alice, bob)
    client.force_login(player)

    page = client.get(f"/game/{game.pk}")
    assert told["ask"]["about"]["text"] in page.content.decode()
    answer = client.post(f"/game/{game.pk}", {"number": told["number"], "option": 0})
    again = client.post(f"/game/{game.pk}", {"number": told["number"], "option": 0})
    nonsense = client.post(f"/game/{game.pk}", {"number": "x", "option": ""})

    assert (page.status_code, answer.status_code, again.status_code, nonsense.status_code) == (200, 302, 409, 400)


def test_the_page_tells_the_rule_behind_a_question_who_fights_and_what_an_answer_reads(
    alice: Account, bob: Account, client: Client
):
    game = begun(alice, bob)
    met: set[str] = set()

    while met < {"rule", "fight", "reads"}:
        player, told = asked(game, alice, bob)
        ask = told["ask"]
        now = {name for name, there in (("fight", told["clash"]), ("rule", "rule" in ask["about"])) if there}
        now |= {"reads" for option in ask["options"] if option.get("reads")}
        if now - met:
            client.force_login(player)
            page = client.get(f"/game/{game.pk}").content.decode()
            assert ("rule" in now) == (f'#{ask["about"].get("clause")}"' in page)
            assert ("fight" in now) == (" against " in page.partition('id="clash"')[2].partition("</section>")[0])
            assert ("reads" in now) == ('class="card-text"' in page.partition('class="options"')[2])
            met |= now
        option = next((each["id"] for each in ask["options"] if each["code"] in ("attack", "fight")), 0)
        games.choose(player, OnlineGame.objects.get(pk=game.pk), number=told["number"], option=option)


def test_what_was_fought_out_is_gone_once_the_game_is_over(client: Client, db: None):
    game, people = sat_down("hagmi", "tactics", 2)
    attacked = play_on(game, people, until_asked("defend"))
    client.force_login(attacked)

    during = client.get(f"/game/{game.pk}").content.decode()
    games.concede(attacked, game)
    after = client.get(f"/game/{game.pk}").content.decode()

    assert ('class="clash"' in during, 'class="clash"' in after) == (True, False)
    assert (after.count("has given up"), after.count(">defeated<")) == (1, 0)


def test_the_page_is_not_there_for_others(alice: Account, bob: Account, charlie: Account, client: Client):
    game = begun(alice, bob)
    client.force_login(charlie)

    assert client.get(f"/game/{game.pk}").status_code == 404
    assert client.get(f"/api/v1/games/{game.pk}").status_code == 404
    assert (
        client.post(f"/api/v1/games/{game.pk}/choices", {"number": 0, "option": 0}, "application/json").status_code
        == 404
    )
    assert client.post(f"/api/v1/games/{game.pk}/concession").status_code == 404


def test_the_api_tells_and_takes_a_choice_once(alice: Account, bob: Account, client: Client):
    game = begun(alice, bob)
    player, _ = asked(game, alice, bob)
    client.force_login(player)
    told = client.get(f"/api/v1/games/{game.pk}").json()
    body = {"number": told["number"], "option": told["ask"]["options"][0]["id"]}

    first, repeat = (
        client.post(f"/api/v1/games/{game.pk}/choices", body, "application/json", headers={"Idempotency-Key": "one"})
        for _ in range(2)
    )
    stale = client.post(f"/api/v1/games/{game.pk}/choices", body, "application/json")

    assert (
        (first.status_code, first.json()) == (repeat.status_code, repeat.json()) == (201, {"number": 1, "over": False})
    )
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_choice")
