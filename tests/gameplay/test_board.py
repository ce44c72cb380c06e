"""The board: cards on a table, arranged from what one reader may know."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from gameplay.engine.core.views import JUDGE
from gameplay.games import RULESETS
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.board import Board, arrange_board, find_pile
from gameplay.selectors.game_views import GameView, localized_view
from gameplay.services import accounts, games
from tests.browser.tables import NAMES, Until, asked, play_on, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("served_parts")]
JSON = "application/json"
GAMES = [("enemy", "full", 2, 8), ("hagmi", "tactics", 2, 6), ("hagmi", "team", 4, 7), ("rm2k", "standard", 3, 7)]


def view_of(game: OnlineGame, seat: int | None) -> GameView:
    state = selectors.current_state(game)
    head = {"id": str(game.pk), "players": [{"name": name} for name in NAMES[: state.table.seats]]}
    return head | localized_view(state, seat, NAMES, language="en")


def shown_ids(board: Board) -> list[str]:
    """Return the ids of all cards on the board, its hand and its tray."""
    zones = [*board.shared, *([board.resolving] if board.resolving else [])]
    for side in board.sides:
        zones += [*side.front, *side.back, *([side.open_hand] if side.open_hand else [])]
    cards = [*board.hand, *board.tray, *(card for zone in zones for card in zone.cards)]
    return [card.id for card in (*cards, *(each for card in cards for each in card.under))]


@pytest.mark.parametrize(("name", "variant", "seats", "turn"), GAMES)
def test_every_card_of_an_option_has_one_place(name: str, variant: str, seats: int, turn: int):
    game, people = sat_down(name, variant, seats)
    for number in range(8):
        player = play_on(game, people, has_options(turn, number))
        view = view_of(game, people.index(player))
        ids = shown_ids(arrange_board(view))

        assert len(ids) == len(set(ids))
        assert {card for option in view["ask"]["options"] for card in option["cards"]} <= set(ids)
        games.choose(player, game, number=game.number, option=0)


def has_options(turn: int, number: int) -> Until:
    """Return whether a game asks with several options from ``turn`` on, or with the first ones for the first number."""
    return lambda state: state.table.turn >= (turn if number else 0) and len(state.ask.options) > 1  # type: ignore[union-attr]


@pytest.mark.parametrize(("name", "variant", "seats", "turn"), GAMES)
def test_all_cards_of_the_game_lie_somewhere(name: str, variant: str, seats: int, turn: int):
    game, people = sat_down(name, variant, seats)
    play_on(game, people, lambda state: state.table.turn >= turn)
    for seat in (0, None, JUDGE):
        view = view_of(game, seat)
        board = arrange_board(view)
        piles = [pile.count for side in board.sides for pile in side.piles] + [pile.count for pile in board.piles]
        hands = [side.hand for side in board.sides if not side.open_hand and not (side.is_reader and board.hand)]
        backs = sum(len(card.backs) for side in board.sides for zone in side.front for card in zone.cards)
        backs += sum(len(card.backs) for side in board.sides for zone in side.back for card in zone.cards)
        unseen = ("gone",)  # cards of players who have left

        total = sum(zone["count"] for zone in view["zones"] if zone["zone"] not in unseen)
        assert len(shown_ids(board)) - len(board.tray) + sum(piles) + sum(hands) + backs == total


def test_cards_that_the_reader_does_not_see_are_all_drawn_alike():
    game, people = sat_down("hagmi", "tactics", 2)
    play_on(game, people, asked("main"))
    board = arrange_board(view_of(game, 1))
    [hidden] = [zone for zone in board.others[0].back if zone.key == "secrets0"]

    drawn = [render_to_string("gameplay/board/card.html", {"card": card, "control": True}) for card in hidden.cards]

    plain = {text.replace(f"secrets0.{n}", "").replace(f"card {n + 1}", "") for n, text in enumerate(drawn)}
    assert len(drawn) >= 2
    assert len(plain) == 1


def test_changed_numbers_and_marks_are_shown_on_the_card():
    game, people = sat_down("rm2k", "standard", 2)
    play_on(game, people, lambda state: bool(state.table.level_changes))
    board = arrange_board(view_of(game, 0))

    cards = [card for side in board.sides for zone in side.front for card in zone.cards]
    changed = [stat for card in cards for stat in card.face.stats if stat.change]
    assert changed
    assert all(int(stat.value) != int(stat.stat.value) for stat in changed)
    assert all(any(badge.text.startswith("lag ") for badge in card.face.badges) for card in cards)


def test_only_visible_piles_open():
    game, people = sat_down("enemy", "full", 2)
    play_on(game, people, asked("play", turn=9))
    view = view_of(game, 0)

    name, cards = find_pile(view, "discard0") or ("", [])
    assert name == "Discard pile"
    assert [card.id for card in cards][-1] == "discard0.0"
    assert [find_pile(view, key) for key in ("deck0", "hand1", "party0", "nothing")] == [None] * 4


@pytest.mark.parametrize("name", RULESETS)
def test_layouts_place_each_zone_once(name: str):
    layout = RULESETS[name].table_layout
    placed = [*layout.front_zones, *layout.back_zones, *layout.nested_zones, "hand"]
    zones = RULESETS[name].sentences.zones

    assert len(placed) == len(set(placed))
    assert {*placed, *layout.covered_zones} <= {*zones}


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def why(client: Client, game: OnlineGame, card: str) -> Any:
    return client.get(f"/game/{game.pk}?why={card}")


def test_why_a_card_cannot_be_used():
    game, people = sat_down("enemy", "full", 2)
    player = play_on(game, people, asked("play", turn=5))
    other = people[1 - people.index(player)]
    client, seat = signed_in(player), people.index(player)

    waiting = why(signed_in(other), game, f"hand{1 - seat}.0").content.decode()
    assert waiting.count("It is the turn of") == 1
    assert waiting.count("<b>") >= 2  # what it could be used for
    assert why(client, game, f"hand{seat}.0").status_code == 200
    assert why(client, game, "hand0.99").status_code == 404
    assert why(client, game, f"deck{seat}.0").status_code == 404
    assert why(signed_in(accounts.create_guest("Zoe")), game, f"hand{seat}.0").status_code == 404


@pytest.mark.parametrize(("name", "variant", "seats", "turn"), GAMES)
def test_every_card_of_the_reader_says_what_it_can_do_or_why_not(name: str, variant: str, seats: int, turn: int):
    game, people = sat_down(name, variant, seats)
    player = play_on(game, people, has_options(turn, 1))
    seat, client = people.index(player), signed_in(player)
    own = [
        card["id"]
        for zone in view_of(game, seat)["zones"]
        if zone["zone"] in ("hand", "units", "party", "users", "portal", "hidden", "syncing", "secrets", "facilities")
        and zone["seat"] == seat
        for card in zone.get("cards", ())
    ]

    pages = [why(client, game, card).content.decode() for card in own]
    parts = [client.get(f"/game/{game.pk}?why={card}", headers={"HX-Request": "true"}).content.decode() for card in own]
    answers = [client.get(f"/api/v1/games/{game.pk}/cards/{card}").json() for card in own]

    assert len(own) > 3
    for page, part, answer in zip(pages, parts, answers, strict=True):
        assert "Back to the table" in page
        assert part.lstrip().startswith("<ul")
        assert answer
        assert all(use["is_possible"] or use["reason"] for use in answer)
        assert all(use["text"] for use in answer), answer  # nothing is left unexplained


@pytest.mark.parametrize(("name", "variant", "seats", "turn"), GAMES)
def test_a_refused_choice_has_the_clause_of_its_play(name: str, variant: str, seats: int, turn: int):
    """The API refuses a choice for the same reason that it gives for the card."""
    game, people = sat_down(name, variant, seats)
    compared = 0
    for number in range(3):
        player = play_on(game, people, has_options(turn, number))
        client, path = signed_in(player), f"/api/v1/games/{game.pk}"
        fields = RULESETS[name].sentences.options
        for zone in client.get(path).json()["zones"]:
            for card in zone.get("cards", ()) if zone["seat"] == people.index(player) else ():
                for use in client.get(f"{path}/cards/{card['id']}").json():
                    if use["is_possible"] or not use["code"] or len(fields[use["code"]].fields) != 1:
                        continue
                    choice = {"code": use["code"], "card": card["id"]}
                    refusal = client.post(f"{path}/choices", {"number": game.number, "option": choice}, JSON)
                    assert refusal.status_code == 422
                    assert (refusal.json()["detail"], refusal.json()["clause"]) == (use["reason"], use["clause"])
                    compared += 1
        games.choose(player, game, number=game.number, option=0)

    assert compared > 5


def test_the_look_in_words_links_what_cards_can_do():
    game, people = sat_down("enemy", "full", 2)
    player = play_on(game, people, asked("play", turn=5))
    client = signed_in(player)
    client.cookies["look"] = "words"

    page = client.get(f"/game/{game.pk}").content.decode()

    assert f"?why=hand{people.index(player)}.0" in page
    assert page.count("What can it do now?") > 4


def test_a_choice_of_htmx_answers_with_the_part_and_the_new_events():
    game, people = sat_down("enemy", "full", 2)
    player = play_on(game, people, asked("play"))
    client = signed_in(player)
    count = len(selectors.current_state(game).table.events)

    form = {"number": game.number, "option": 0, "after": count}
    part = client.post(f"/game/{game.pk}", form, headers={"HX-Request": "true"})
    page = client.post(f"/game/{game.pk}", form | {"number": game.number + 1}, headers={})

    assert part.status_code == 200
    assert f'data-e="{count}"' in part.content.decode()
    assert f'data-e="{count - 1}"' not in part.content.decode()
    assert page.status_code in (302, 409)


def test_a_page_whose_session_has_ended_leads_to_the_sign_in_page_and_back():
    game, people = sat_down("enemy", "sample", 2)
    page = f"/game/{game.pk}"
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}

    for client, path in ((Client(), f"{page}?after=3"), (Client(), f"{page}/people")):
        part = client.get(path, headers=headers)
        assert (part.status_code, part.content) == (200, b"")
        assert part.headers["HX-Redirect"] == f"/sign-in?next=%2Fgame%2F{game.pk}"
        assert client.get(path).status_code == 302
    assert "HX-Redirect" not in signed_in(people[0]).get(page, headers=headers).headers


def test_the_look_is_kept_in_a_cookie():
    game, people = sat_down("enemy", "sample", 2)
    client = signed_in(people[0])

    client.post(f"/game/{game.pk}", {"do": "look", "look": "words"})
    words = client.get(f"/game/{game.pk}").content.decode()
    client.post(f"/game/{game.pk}", {"do": "look", "look": "unknown"})
    client.cookies["look"] = "unknown"
    table = client.get(f"/game/{game.pk}").content.decode()

    assert ("table-board" in words, "felt" in words) == (True, False)
    assert ("table-board" in table, "felt" in table) == (False, True)
