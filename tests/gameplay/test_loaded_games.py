"""States that a process keeps between requests: they always equal a replay of the committed choices."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from gameplay.engine.core.record import dump_record, record_of
from gameplay.models import Account, Choice, LogStream, OnlineGame
from gameplay.selectors import initial_state, loaded_games
from gameplay.selectors.game_views import view_for_account
from gameplay.selectors.loaded_games import borrowed_state, load_state
from gameplay.services import accounts, games, practice
from gameplay.services.practice import OtherPlayer
from tests.gameplay.test_games import asked, begun

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    loaded_games._kept.clear()
    yield
    loaded_games._kept.clear()


@pytest.fixture
def people() -> list[Account]:
    return [accounts.create_guest(name) for name in ("Alice", "Bob")]


@pytest.fixture
def game(people: list[Account]) -> OnlineGame:
    return begun(*people)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by one whenever a game is replayed from its beginning."""
    found, original = [], initial_state.initial_state

    def counted(game: OnlineGame) -> object:
        found.append(str(game.pk))
        return original(game)

    monkeypatch.setattr(loaded_games, "initial_state", counted)
    return found


def choose(game: OnlineGame, people: list[Account]) -> OnlineGame:
    """Make the first choice that is possible, as the player who is asked."""
    current = OnlineGame.objects.get(pk=game.pk)
    with borrowed_state(current) as loaded:
        assert loaded.state.ask is not None
        seat = loaded.state.ask.seat
    return games.choose(people[seat], current, number=current.number, option=0)


def look(game: OnlineGame, account: Account) -> dict[str, object]:
    view = view_for_account(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert view is not None
    return view


def replayed_view(game: OnlineGame, account: Account) -> dict[str, object]:
    """Return the view after a replay from the beginning, as another process would show it."""
    kept = loaded_games._kept.copy()
    loaded_games._kept.clear()
    view = look(game, account)
    loaded_games._kept.clear()
    loaded_games._kept.update(kept)
    return view


def test_a_game_is_replayed_once_whatever_is_requested_then(
    game: OnlineGame, people: list[Account], replays: list[str]
):
    for _ in range(8):
        choose(game, people)
        for person in people:
            look(game, person)

    assert len(replays) == 1


def test_views_equal_those_of_a_replay(game: OnlineGame, people: list[Account]):
    for _ in range(12):
        choose(game, people)
        for person in people:
            assert look(game, person) == replayed_view(game, person)


def test_choices_of_another_process_are_applied(game: OnlineGame, people: list[Account], replays: list[str]):
    look(game, people[0])
    kept = loaded_games._kept.copy()
    loaded_games._kept.clear()
    for _ in range(3):
        choose(game, people)
    loaded_games._kept.clear()
    loaded_games._kept.update(kept)
    replays.clear()

    assert look(game, people[0])["number"] == 3
    assert replays == []
    assert look(game, people[0]) == replayed_view(game, people[0])


def test_a_choice_that_was_rolled_back_leaves_no_trace(game: OnlineGame, people: list[Account]):
    choose(game, people)
    before = [look(game, person) for person in people]

    with transaction.atomic():
        choose(game, people)
        look(game, people[0])
        transaction.set_rollback(True)

    assert [look(game, person) for person in people] == before
    choose(game, people)
    assert all(look(game, person) == replayed_view(game, person) for person in people)


def test_a_refused_choice_leaves_no_trace(game: OnlineGame, people: list[Account]):
    before = look(game, people[0])
    asked = next(person for seat, person in enumerate(people) if look(game, person)["ask"]["seat"] == seat)  # type: ignore[index]

    with pytest.raises(games.RulesError):
        games.choose(asked, OnlineGame.objects.get(pk=game.pk), number=0, option=999)

    assert look(game, people[0]) == before


def test_a_state_that_a_reader_has_changed_is_not_kept(game: OnlineGame, people: list[Account]):
    before = look(game, people[0])
    with borrowed_state(OnlineGame.objects.get(pk=game.pk)) as loaded:
        assert loaded.state.ask is not None
        loaded.state.choose(loaded.state.ask.options[0])

    assert look(game, people[0]) == before


def test_requests_in_parallel_never_share_a_state(game: OnlineGame, people: list[Account]):
    choose(game, people)

    def read(_number: int) -> tuple[int, int]:
        try:
            with borrowed_state(OnlineGame.objects.get(pk=game.pk)) as loaded:
                return id(loaded.state), len(loaded.state.table.events)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len({events for _state, events in pool.map(read, range(40))}) == 1
    lent = [load_state(game).state for _ in range(3)]
    assert len({id(state) for state in lent}) == 3


def test_only_as_many_games_and_states_as_allowed_are_kept(people: list[Account], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(loaded_games, "MAX_GAMES", 2)
    for each in [begun(*people) for _ in range(3)]:
        for _ in range(4):
            look(each, people[0])

    assert len(loaded_games._kept) == 2
    assert all(len(kept.states) <= loaded_games.MAX_STATES for kept in loaded_games._kept.values())


def test_a_finished_game_is_not_kept_and_its_record_is_that_of_a_replay(game: OnlineGame, people: list[Account]):
    choose(game, people)
    look(game, people[0])
    games.concede(people[1], OnlineGame.objects.get(pk=game.pk))

    ended = OnlineGame.objects.get(pk=game.pk)
    assert ended.pk not in loaded_games._kept
    state = load_state(ended).state
    decks = initial_state.deck_cards(ended)
    assert ended.record == dump_record(record_of(state, ended.variant, decks, switches=ended.switches))


def test_choices_are_read_only_once(game: OnlineGame, people: list[Account]):
    for _ in range(5):
        choose(game, people)
    current = OnlineGame.objects.get(pk=game.pk)

    with CaptureQueriesContext(connection) as queries, borrowed_state(current) as loaded:
        assert loaded.number == 5
    assert not queries  # the state that is kept has as many choices as the game

    current.number = 6
    with CaptureQueriesContext(connection) as queries:
        load_state(current)
    assert sum(Choice._meta.db_table in query["sql"] for query in queries) == 1
    assert '"number" > (5)' in queries[-1]["sql"]


def test_choice_on_the_page_reads_each_table_once_and_shows_what_followed_from_it(
    game: OnlineGame, people: list[Account], client: Client
):
    choose(game, people)
    player, question = asked(game, *people)
    client.force_login(player)
    form = {"number": question["number"], "option": 0, "after": 0}

    with CaptureQueriesContext(connection) as queries:
        answer = client.post(f"/game/{game.pk}", form, headers={"HX-Request": "true"})

    selects = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    tables = Counter(sql.partition(' FROM "')[2].partition('"')[0] for sql in selects)
    assert set(tables.values()) == {1}
    assert Choice._meta.db_table not in tables  # the state after the choice is kept
    number = re.search(r'data-number="(\d+)"', answer.content.decode())
    assert number
    assert int(number[1]) == LogStream.objects.get(name=game.stream).number
    assert OnlineGame.objects.get(pk=game.pk).number == question["number"] + 1


def test_response_to_a_choice_is_that_to_the_moves_of_bots_too(client: Client):
    """Without a worker, bots move before the response. Another number would make the page fetch the table again."""
    alice = accounts.create_guest("Alice")
    game, _links = practice.start_practice_game(
        alice, practice.get_mode("enemy", "sample", 2), [OtherPlayer("regular")]
    )
    client.force_login(alice)
    numbers = []
    for _ in range(4):
        number = OnlineGame.objects.get(pk=game.pk).number
        answer = client.post(f"/game/{game.pk}", {"number": number, "option": 0}, headers={"HX-Request": "true"})
        shown = re.search(r'data-number="(\d+)"', answer.content.decode())
        assert shown
        numbers.append((int(shown[1]), LogStream.objects.get(name=game.stream).number))

    assert all(shown == latest for shown, latest in numbers)
    assert numbers[-1][1] > 5  # bots have moved


def test_view_is_that_of_the_latest_choice_even_if_the_game_was_read_before_it(game: OnlineGame, people: list[Account]):
    read = OnlineGame.objects.get(pk=game.pk)
    choose(game, people)

    view = view_for_account(read, people[0], language="en")

    assert view is not None
    assert view["number"] == 1
    assert view == look(game, people[0])
