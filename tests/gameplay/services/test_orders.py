"""Cards that are put in order with one request: by service and page."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from django.test import Client

from cards.selectors import get_printed_card
from gameplay.engine.core.game import Game
from gameplay.engine.core.record_replay import verify_record
from gameplay.engine.core.views import cards_to_order
from gameplay.games import RULESETS
from gameplay.infrastructure import log
from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.board_order import board_order
from gameplay.selectors.game_views import GameView, view_for_account
from gameplay.services import accounts, bundles, games, practice
from tests.browser.tables import Until, asked, play_on, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("served_parts")]
Started = tuple[OnlineGame, list[Account]]
SEEDS: dict[tuple[int, ...], int] = {(1, 2): 9, (2, 2): 6}
"""Seeds of games in which greedy bots put cards with these numbers of copies in order."""


def play_to_copies(*copies: int) -> tuple[OnlineGame, Account, Account]:
    """Return a game of HAGMI! with few different cards, the player who puts ``copies`` in order, and the opponent."""
    seed = bytes([SEEDS[copies]]) * 32
    people = [accounts.create_guest(name) for name in ("Alice", "Bob")]
    decks = [_few_cards(deck) for deck in practice.get_mode("hagmi", "tactics", 2).deal_decks(seed, 0)]
    game = games.start_game(
        ruleset="hagmi", variant="tactics", decks=decks, players=people, seed=seed, chance="browser"
    )
    game.refresh_from_db()
    player = play_on(game, people, has_to_order(*copies))
    [opponent] = [person for person in people if person != player]
    return game, player, opponent


def _few_cards(deck: Sequence[str]) -> list[str]:
    """Return a deck of the same size with the first two cards of each back, but with all damage cards."""
    backs = {ref: RULESETS["hagmi"].definition(get_printed_card("hagmi", ref)).back for ref in deck}
    kept = {back: [ref for ref in backs if backs[ref] == back][:2] for back in backs.values()}
    return [ref if backs[ref] == "damage" else kept[backs[ref]][n % 2] for n, ref in enumerate(deck)]


def has_to_order(*copies: int) -> Until:
    """Return whether a player has to order cards with these numbers of copies, in ascending order."""

    def is_asked(state: Game) -> bool:
        refs = Counter(state.table.cards[card].ref for card in cards_to_order(state).values())
        return tuple(sorted(refs.values())) == copies

    return is_asked


def view_of(game: OnlineGame, account: Account) -> GameView:
    view = view_for_account(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert view is not None
    return view


def zone_of(view: GameView, name: str) -> dict[str, str]:
    """Return the refs of the cards in a visible zone by handle, from the bottom up."""
    [cards] = [zone["cards"] for zone in view["zones"] if name == f"{zone['zone']}{zone['seat']}".replace("None", "")]
    return {card["id"]: card["ref"] for card in cards}


def refs_to_order(game: OnlineGame, account: Account) -> dict[str, str]:
    """Return the refs of the cards to put in order, by handle, as everyone sees them."""
    seen = zone_of(view_of(game, account), "limbo")
    return {handle: seen[handle] for handle in cards_to_order(selectors.current_state(game))}


def client_of(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    client.cookies["look"] = "table"
    return client


def send(account: Account, game: OnlineGame, cards: Sequence[str], *, number: object = None) -> Any:
    form = {"do": "order", "number": game.number if number is None else number, "card": cards}
    return client_of(account).post(f"/game/{game.pk}", form)


def log_entries(game: OnlineGame) -> int:
    return LogEntry.objects.filter(stream__name=game.stream).count()


@pytest.fixture
def three() -> Started:
    """A game in which a player has to put three different cards in order."""
    game, people = sat_down("hagmi", "tactics", 2)
    play_on(game, people, has_to_order(1, 1, 1))
    return game, people


def asked_seat(game: OnlineGame) -> int:
    ask = selectors.current_state(game).ask
    assert ask is not None
    return ask.seat


@pytest.mark.clause("HAG-4.4.6")
@pytest.mark.parametrize("positions", [*permutations(range(3))])
def test_order_of_three_cards_is_that_of_the_discard_pile(three: Started, positions: tuple[int, ...]):
    game, people = three
    seat = asked_seat(game)
    opponent, number, entries = people[1 - seat], game.number, log_entries(game)
    before = list(zone_of(view_of(game, opponent), f"discard{seat}").values())
    cards = refs_to_order(game, opponent)
    order = [list(cards)[position] for position in positions]

    assert send(people[seat], game, order).status_code == 302

    game.refresh_from_db()
    assert (game.number, log_entries(game)) == (number + 2, entries + 1)
    pile = list(zone_of(view_of(game, opponent), f"discard{seat}").values())
    assert pile[: len(before) + 3] == [*before, *(cards[handle] for handle in order)]
    assert log.verify_stream(game.stream).is_intact


@pytest.mark.clause("HAG-4.4.6")
@pytest.mark.parametrize("copies", [(1, 2), (2, 2)])
def test_order_has_a_place_for_each_of_several_equal_cards(copies: tuple[int, ...]):
    game, player, _opponent = play_to_copies(*copies)
    seat = asked_seat(game)
    before = len(zone_of(view_of(game, player), f"discard{seat}"))
    cards = refs_to_order(game, player)
    order = sorted(cards, key=lambda handle: (cards[handle] == next(iter(cards.values())), handle))[::-1]
    order = [order[0], order[-1], *order[1:-1]]  # equal cards are apart

    bundles.put_in_order(player, game, number=game.number, cards=order)

    pile = list(zone_of(view_of(game, player), f"discard{seat}").values())
    assert pile[before : before + len(cards)] == [cards[handle] for handle in order]


def test_equal_cards_that_are_left_need_no_answer():
    game, player, _opponent = play_to_copies(1, 2)
    number, cards = game.number, refs_to_order(game, player)
    copies = Counter(cards.values())
    order = sorted(cards, key=lambda handle: copies[cards[handle]])

    bundles.put_in_order(player, game, number=number, cards=order)

    assert game.number == number + 1


def test_order_can_begin_after_a_first_card_was_chosen_alone(three: Started):
    game, people = three
    player = people[asked_seat(game)]
    games.choose(player, game, number=game.number, option=1)
    number, cards = game.number, refs_to_order(game, player)

    bundles.put_in_order(player, game, number=number, cards=list(cards)[::-1])

    assert len(cards) == 2
    assert game.number == number + 1


def test_game_with_an_order_has_an_exact_record():
    game, player, opponent = play_to_copies(2, 2)
    bundles.put_in_order(player, game, number=game.number, cards=list(refs_to_order(game, player))[::-1])
    games.concede(opponent, game)

    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"


WRONG = {
    "too few": lambda cards: cards[:2],
    "none": lambda cards: [],
    "one of them twice": lambda cards: [cards[0], cards[0], cards[1]],
    "too many": lambda cards: [*cards, cards[0]],
    "unknown": lambda cards: [*cards[:2], "limbo.99"],
    "another card": lambda cards: [*cards[:2], "hand0.0"],
    "no card": lambda cards: [*cards[:2], "1"],
}


@pytest.mark.parametrize("wrong", WRONG)
def test_cards_other_than_those_of_the_question_are_refused(three: Started, wrong: str):
    game, people = three
    player, number, entries = people[asked_seat(game)], game.number, log_entries(game)

    response = send(player, game, WRONG[wrong](list(refs_to_order(game, player))))

    assert (response.status_code, 'data-code="incomplete_order"' in response.content.decode()) == (422, True)
    assert (OnlineGame.objects.get(pk=game.pk).number, log_entries(game)) == (number, entries)


def test_stale_and_unreadable_numbers_are_refused(three: Started):
    game, people = three
    player, number = people[asked_seat(game)], game.number
    cards = list(refs_to_order(game, player))

    stale = send(player, game, cards, number=number - 1)
    unreadable = send(player, game, cards, number="x")

    assert (stale.status_code, 'data-code="stale_choice"' in stale.content.decode()) == (409, True)
    assert unreadable.status_code == 400
    assert OnlineGame.objects.get(pk=game.pk).number == number


def test_only_the_asked_player_can_order_the_cards(three: Started):
    game, people = three
    opponent, number = people[1 - asked_seat(game)], game.number

    with pytest.raises(games.NotYourTurnError):
        bundles.put_in_order(opponent, game, number=number, cards=list(refs_to_order(game, opponent)))

    assert OnlineGame.objects.get(pk=game.pk).number == number


@pytest.mark.parametrize(("name", "variant", "code"), [("hagmi", "tactics", "main"), ("enemy", "full", "order")])
def test_other_questions_are_not_answered_with_an_order(name: str, variant: str, code: str):
    game, people = sat_down(name, variant, 2)
    player = play_on(game, people, asked(code))

    with pytest.raises(bundles.IncompleteOrderError):
        bundles.put_in_order(player, game, number=game.number, cards=[])

    assert "data-order" not in client_of(player).get(f"/game/{game.pk}").content.decode()


def test_page_lists_each_card_only_for_the_asked_player():
    game, player, opponent = play_to_copies(1, 2)

    page = client_of(player).get(f"/game/{game.pk}").content.decode()

    handles = [f'name="card" value="{handle}"' for handle in refs_to_order(game, player)]
    places = [page.find(handle) for handle in handles]
    assert len(handles) == 3
    assert -1 < places[0] < places[1] < places[2]
    assert 'name="option"' in page  # they can also be chosen one by one
    assert board_order(game, view_of(game, opponent)) is None
    assert "data-order" not in client_of(opponent).get(f"/game/{game.pk}").content.decode()


def test_page_in_words_asks_for_one_card_at_a_time(three: Started):
    game, people = three
    client = client_of(people[asked_seat(game)])
    client.cookies["look"] = "words"

    page = client.get(f"/game/{game.pk}").content.decode()

    assert "data-order" not in page
    assert page.count('name="option"') == 4
