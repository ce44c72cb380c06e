"""At the table of any game nobody reads a card that was never before them: every card has a mark that stands nowhere else."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from urllib.parse import urlencode

import pytest
from django.test import Client

from cards.printed import LocalizedText, PrintedCard
from cards.selectors import get_printed_card
from cards.services import import_set
from cards.set_json import card_table
from gameplay.engine.core.game import Game
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services import accounts, games, practice
from tests.browser.tables import NAMES
from tests.secrecy.crawl import FORM

pytestmark = pytest.mark.django_db
MARK = re.compile(r"Q\d{6}Z")  # longer than a token of a form has digits in a row by chance
OPEN = {
    *("party", "items", "portal", "score", "discard", "grunties", "field", "attack", "limbo"),
    *("units", "facilities", "box", "users", "attaches", "aside", "stack"),
}
"""The zones of the three games that lie open, whoever's they are."""
OWN = {"hand", "hidden", "food", "fuel", "paid", "secrets", "syncing"}
"""Those that their owner alone looks at; so does who chooses starting Users with the deck."""
CODES = (f"Q{number}" for number in count(1))  # what has been read of a set is kept
LOOKS: list[tuple[str, dict[str, str]]] = [
    ("/game/{}", {}),
    ("/game/{}", {"HX-Request": "true"}),
    ("/api/v1/games/{}", {}),
    ("/game/{}/judge", {}),
    ("/api/v1/games/{}/record", {}),
    ("/api/v1/games/{}/position", {}),
]


@dataclass
class Table:
    """A game of people in which each card is marked, and what each of them has seen so far, by seat."""

    game: OnlineGame
    people: list[Account]
    known: list[set[str]]
    heard: int = 0

    def learn(self, state: Game) -> set[str]:
        """Note what each seat sees now or hears of; return where something lies for its owner alone."""
        seats, secrets = range(state.table.seats), set()
        for place in state.table.zones():
            owned = place.name in OWN or (place.name == "deck" and getattr(state.table, "is_choosing", False))
            if owned and place.cards:
                secrets.add(place.name)
            for seat in seats:
                if place.name in OPEN or (owned and seat == place.seat):
                    self.known[seat] |= {marked(state, card) for card in place.cards}
        for event in state.table.events[self.heard :]:
            say = state.ruleset.sentences.events[event[0]]
            cards = {
                marked(state, value)
                for name, value in zip(say.fields, event[1:], strict=True)
                if name.startswith("card")
            }
            for seat in [event[1]] if say.redacted_template else seats:
                self.known[seat] |= cards
        self.heard = len(state.table.events)
        return secrets


def marked(state: Game, card: int) -> str:
    return str(state.table.cards[card].ref).partition("-")[2]


def laid(game: str, variant: str, seats: int) -> Table:
    """The ready decks with a mark in place of each card's number and name."""
    mode, numbers = practice.get_mode(game, variant, seats), count()
    dealt = [[get_printed_card(game, ref) for ref in deck] for deck in mode.deal_decks(bytes(32), 0)]
    code = next(CODES)
    decks = [[_with(card, code, f"Q{next(numbers):06}Z") for card in deck] for deck in dealt]
    import_set(
        json.dumps(
            {
                "format": "passleft-set-1",
                "set": {"game": game, "code": code, "name": {"en": code}},
                "product": [],
                "deck": [],
                "card": [card_table(card) for deck in decks for card in deck],
            }
        ),
        file="marked",
    )
    people = [accounts.create_guest(name) for name in NAMES[:seats]]
    refs = [[card.ref for card in deck] for deck in decks]
    begun = games.start_game(
        ruleset=game, variant=variant, decks=refs, players=people, seed=bytes(32), chance="secrecy"
    )
    begun.refresh_from_db()
    return Table(begun, people, [set() for _ in people])


def _with(card: PrintedCard, code: str, mark: str) -> PrintedCard:
    return replace(card, set_code=code, number=mark, name=LocalizedText(mark, mark))


def read(client: Client, game: OnlineGame) -> Iterator[tuple[str, set[str]]]:
    """Each answer to ``client``, and the marks in it; one is the refusal of an answer that there is not."""
    for path, headers in LOOKS:
        answer = client.get(path.format(game.pk), headers=headers)
        yield path, set(MARK.findall(answer.content.decode()))
    wrong = {"number": game.number, "option": 999}
    for path, kind in ((f"/game/{game.pk}", FORM), (f"/api/v1/games/{game.pk}/choices", "application/json")):
        body = urlencode(wrong) if kind == FORM else json.dumps(wrong)
        answer = client.post(path, body, content_type=kind)
        yield f"POST {path}", set(MARK.findall(answer.content.decode()))


@pytest.mark.parametrize(
    ("game", "variant", "seats", "hidden"),
    [
        ("enemy", "full", 2, {"hand", "hidden"}),
        ("hagmi", "tactics", 2, {"hand", "fuel", "secrets"}),
        ("hagmi", "survival", 2, {"hand", "fuel"}),
        ("hagmi", "team", 4, {"hand", "fuel", "secrets"}),
        ("rm2k", "standard", 3, {"deck", "hand", "syncing"}),
    ],
)
def test_nobody_reads_a_card_that_was_never_before_them(game: str, variant: str, seats: int, hidden: set[str]):
    table = laid(game, variant, seats)
    clients = [Client() for _ in table.people]
    stranger, nobody = Client(), Client()
    for client, person in zip([*clients, stranger], [*table.people, accounts.create_guest("Zoe")], strict=True):
        client.force_login(person, backend="gameplay.infrastructure.sessions.AccountBackend")
    met: set[str] = set()
    told = 0

    for step in range(160):
        state = selectors.current_state(table.game)
        if state.ask is None:
            break
        met |= table.learn(state)
        if step < 4 or step % 20 == 0:
            for seat, client in enumerate(clients):
                for path, marks in read(client, table.game):
                    assert marks <= table.known[seat], f"{table.people[seat].handle} at {path}, step {step}"
                    told += len(marks)
            for client in (stranger, nobody):
                assert not any(marks for _path, marks in read(client, table.game))
        option = state.ask.options.index(state.ruleset.greedy_bot(state))
        games.choose(table.people[state.ask.seat], table.game, number=table.game.number, option=option)

    assert hidden <= met
    assert told > 100
