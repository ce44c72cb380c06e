"""Online games of HAGMI! and #rm2k_anime with two, three and four players, each on their own page."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.infrastructure.handles import MAX_LENGTH
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services import accounts, games, practice
from tests.browser.steps import PHONE, choose_look, fits, is_live, own_time, sign_in_by_link
from tests.browser.tables import asked, play_on, sat_down
from tests.browser.test_table import answer, opened, seen_by

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
Pages = dict[Account, Page]


@pytest.fixture
def pages(new_page: Callable[..., Page]) -> Callable[[OnlineGame, list[Account]], Pages]:
    """Return a function that opens the table in a browser for each player."""

    def open_all(game: OnlineGame, people: list[Account]) -> Pages:
        found = {}
        for person in people:
            found[person] = page = new_page(viewport=PHONE)
            own_time(page, timezone.now())
            choose_look(page, "words")
            sign_in_by_link(page, person, to=f"/game/{game.pk}")
            is_live(page)
        return found

    return open_all


def expect_question(page: Page, words: str) -> None:
    expect(page.locator("#question")).to_contain_text(words)


def question_code(game: OnlineGame, person: Account) -> str:
    """Return the code of the question for ``person``; "" without one."""
    ask = seen_by(person, game)["ask"]
    return str(ask["about"]["code"]) if ask and "about" in ask else ""


def test_a_duel_of_hagmi_is_played_by_keyboard_through_all_kinds_of_questions(new_page: Callable[..., Page]):
    alice = accounts.create_guest("Alice")
    game = practice.start_practice_game(
        alice, practice.get_mode("hagmi", "tactics", 2), [practice.OtherPlayer("regular")]
    ).game
    game.refresh_from_db()
    page = new_page(viewport=PHONE)
    opened(page, alice, game)

    codes, wanted = list[str](), {"main", "pay", "battle", "aim", "defend"}
    while not game.ended_at and not wanted <= {*codes}:
        codes.append(question_code(game, alice))
        fits(page)
        answer(page, "1")
        game.refresh_from_db()

    assert wanted <= {*codes}


def test_the_longest_name_fits_on_a_phone(new_page: Callable[..., Page]):
    alice, others = accounts.create_guest("W" * MAX_LENGTH), [practice.OtherPlayer("regular")] * 3
    game = practice.start_practice_game(alice, practice.get_mode("hagmi", "team", 4), others).game
    page = new_page(viewport=PHONE)
    opened(page, alice, game)
    expect(page.locator(".log").first).to_contain_text(alice.handle)

    fits(page)


def test_four_players_in_two_teams_choose_on_their_own_pages(pages: Callable[..., Pages]):
    game, people = sat_down("hagmi", "team", 4)
    attacked = play_on(game, people, asked("defend", options=2, turn=5))
    open_pages = pages(game, people)

    others = [person for person in people if person != attacked]
    expect_question(open_pages[attacked], "attacks you. Choose a defence, or continue.")
    for person in others:
        expect_question(open_pages[person], f"Waiting for {attacked.handle}")
    expect(open_pages[people[0]].get_by_text("You and Carol against Bob and Dave")).to_be_visible()
    expect(open_pages[attacked].locator(".resolving")).to_contain_text("attacks")

    last = len(seen_by(attacked, game)["ask"]["options"])
    answer(open_pages[attacked], str(last))  # not to defend

    game.refresh_from_db()
    following = next(person for person in people if question_code(game, person))
    expect(open_pages[following].locator("[data-choose] [name=option]").first).to_be_visible()
    for person in people:
        if person != following:
            expect_question(open_pages[person], f"Waiting for {following.handle}")


def test_three_players_choose_main_users_secretly_by_keyboard(pages: Callable[..., Pages]):
    game, people = sat_down("rm2k", "standard", 3)
    open_pages = pages(game, people)
    expect_question(open_pages[people[0]], "Choose your Main User in secret.")

    chosen: set[Account] = set()
    while person := next((each for each in people if question_code(game, each) in ("main", "starters")), None):
        expect(open_pages[person].locator("[data-choose] [name=option]").first).to_be_visible()
        another = person == people[2] and question_code(game, person) == "main"  # Carol has the deck of Alice
        answer(open_pages[person], "2" if another else "1")
        game.refresh_from_db()
        chosen.add(person)
        for each in people:
            if each not in chosen:
                expect(open_pages[each].get_by_text("chosen to start")).to_have_count(0)
        if question_code(game, person) == "starters":
            expect(open_pages[person].get_by_text("chosen to start").first).to_be_visible()

    for page in open_pages.values():
        expect(page.get_by_text("as Main User.").first).to_be_attached()


def test_a_react_window_goes_around_a_table_of_three(pages: Callable[..., Pages]):
    game, people = sat_down("rm2k", "standard", 3)
    first = play_on(game, people, asked("answer", turn=4))
    open_pages = pages(game, people)
    expect_question(open_pages[first], ", or pass.")

    answer(open_pages[first], "1")  # to pass

    game.refresh_from_db()
    following = next(person for person in people if question_code(game, person))
    assert following != first
    if question_code(game, following) == "answer":
        expect_question(open_pages[following], ", or pass.")
    expect_question(open_pages[first], f"Waiting for {following.handle}")


def react(state: Game) -> Option | None:
    """Return an option to play a React Event, None if there is none."""
    if state.ask is None or state.ask.about[0] != "answer":
        return None
    return next((option for option in state.ask.options[1:] if state.table.cards[option[1]].answerable_kinds), None)


def test_a_react_event_is_played_and_opens_the_next_window(pages: Callable[..., Pages]):
    game, people = sat_down("rm2k", "standard", 3)
    first = play_on(game, people, lambda state: react(state) is not None)
    state = selectors.current_state(game)
    option = react(state)
    assert option
    assert state.ask
    open_pages = pages(game, people)

    number = state.ask.options.index(option) + 1
    name = state.table.cards[option[1]].name
    expect(open_pages[first].locator("[data-choose] [name=option]").nth(number - 1)).to_have_accessible_name(
        re.compile(f"Play {name} ")
    )
    answer(open_pages[first], str(number))

    game.refresh_from_db()
    following = next(person for person in people if question_code(game, person))
    expect_question(open_pages[following], f"Respond to {name}, or pass.")
    for person in people:
        if person != following:
            expect_question(open_pages[person], f"Waiting for {following.handle}")


def test_a_finished_team_game_names_the_winning_team(pages: Callable[..., Pages]):
    game, people = sat_down("hagmi", "team", 4)
    play_on(game, people, asked("main", turn=2))
    for person in (people[1], people[3]):
        games.concede(person, game)
    open_pages = pages(game, people[:2])

    expect(open_pages[people[0]].get_by_role("heading", name="You and Carol win this game")).to_be_visible()
    expect(open_pages[people[1]].get_by_role("heading", name="Alice and Carol win this game")).to_be_visible()
    open_pages[people[0]].get_by_role("link", name="Replay of this game").click()
    expect(open_pages[people[0]].get_by_text("Alice and Carol against Bob and Dave")).to_be_visible()


def test_on_a_phone_the_next_question_is_scrolled_into_view(pages: Callable[..., Pages]):
    game, people = sat_down("rm2k", "standard", 2)
    first = play_on(game, people, asked("main_phase", options=16, turn=5))
    page = pages(game, people)[first]
    fits(page)

    heads = page.locator(".several")
    expect(heads.first).to_have_text(re.compile("Sync .* on$"))
    under = heads.first.locator("xpath=following-sibling::button")
    expect(under.first).to_have_accessible_name(re.compile("Sync .* on "))
    expect(under.nth(1)).to_be_visible()

    under.last.scroll_into_view_if_needed()
    page.locator("[data-choose] [name=option]").last.scroll_into_view_if_needed()
    expect(page.locator("#question")).not_to_be_in_viewport()
    answer(page, "2")

    expect(page.locator("#question")).to_be_in_viewport()
