"""Check that no page of a game shows a card that the player has not seen; each card has a unique mark."""

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

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("served_parts")]
MARK = re.compile(r"Q\d{6}Z")  # longer than any run of digits that occurs in a CSRF token by chance
OPEN = {
    *("party", "items", "portal", "score", "discard", "grunties", "field", "attack", "limbo"),
    *("units", "facilities", "box", "users", "attaches", "aside", "stack"),
}
"""The public zones of the three games."""
OWN = {"hand", "hidden", "food", "fuel", "paid", "secrets", "syncing"}
"""Zones that only their owner sees, as the deck while its owner chooses starting Users."""
CODES = (f"Q{number}" for number in count(1))  # sets are cached by their code
REQUESTS: list[tuple[str, dict[str, str]]] = [
    ("/game/{}", {}),
    ("/game/{}", {"HX-Request": "true"}),
    ("/game/{}?log=all", {}),
    ("/game/{}?after=0", {"HX-Request": "true"}),
    *[(f"/game/{{}}?pile={pile}", {}) for pile in ("deck1", "hand1", "discard1")],
    *[(f"/game/{{}}?why={card}", {}) for card in ("hand1.0", "hidden1.0", "secrets1.0")],
    ("/game/{}?pay=1", {}),
    ("/game/{}?again", {}),
    ("/game/{}?again", {"HX-Request": "true"}),
    ("/api/v1/games/{}", {}),
    ("/game/{}/judge", {}),
    ("/api/v1/games/{}/record", {}),
    ("/api/v1/games/{}/position", {}),
    ("/api/v1/games/{}/payment?option=1", {}),
    *[(f"/api/v1/games/{{}}/cards/{card}", {}) for card in ("hand1.0", "hand0.0", "units0.0", "syncing1.0")],
]


@dataclass
class MarkedGame:
    """A game in which each card has a mark, and the marks that each seat has seen so far."""

    game: OnlineGame
    people: list[Account]
    known: list[set[str]]
    events_seen: int = 0

    def learn(self, state: Game) -> set[str]:
        """Add what each seat sees or is notified of; return the names of zones with cards for their owner only."""
        seats, secrets = range(state.table.seats), set()
        for zone in state.table.zones():
            owned = zone.name in OWN or (zone.name == "deck" and getattr(state.table, "is_choosing", False))
            if owned and zone.cards:
                secrets.add(zone.name)
            for seat in seats:
                if zone.name in OPEN or (owned and seat == zone.seat):
                    self.known[seat] |= {mark_of(state, card) for card in zone.cards}
        for event in state.table.events[self.events_seen :]:
            sentence = state.ruleset.sentences.events[event[0]]
            cards = {
                mark_of(state, value)
                for name, value in zip(sentence.fields, event[1:], strict=True)
                if name.startswith("card")
            }
            for seat in [event[1]] if sentence.redacted_template else seats:
                self.known[seat] |= cards
        self.events_seen = len(state.table.events)
        return secrets


def mark_of(state: Game, card: int) -> str:
    return str(state.table.cards[card].ref).partition("-")[2]


def marked_game(game: str, variant: str, seats: int) -> MarkedGame:
    """Return a game with ready decks in which a mark replaces the number and name of each card."""
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
    return MarkedGame(begun, people, [set() for _ in people])


def _with(card: PrintedCard, code: str, mark: str) -> PrintedCard:
    return replace(card, set_code=code, number=mark, name=LocalizedText(mark, mark))


def read(client: Client, game: OnlineGame) -> Iterator[tuple[str, set[str]]]:
    """Yield each requested path and the marks in its response, also of a choice that does not exist."""
    for path, headers in REQUESTS:
        answer = client.get(path.format(game.pk), headers=headers)
        yield path, set(MARK.findall(answer.content.decode()))
    client.cookies["look"] = "words"
    answer = client.get(f"/game/{game.pk}")
    yield "words", set(MARK.findall(answer.content.decode()))
    client.cookies["look"] = "table"
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
def test_players_see_only_marks_of_cards_shown_to_them(game: str, variant: str, seats: int, hidden: set[str]):
    table = marked_game(game, variant, seats)
    clients = [Client() for _ in table.people]
    spectator, anonymous = Client(), Client()
    for client, person in zip([*clients, spectator], [*table.people, accounts.create_guest("Zoe")], strict=True):
        client.force_login(person, backend="gameplay.infrastructure.sessions.AccountBackend")
    private_zones: set[str] = set()
    marks_seen = 0

    for step in range(160):
        state = selectors.current_state(table.game)
        if state.ask is None:
            break
        private_zones |= table.learn(state)
        if step == 2 or step % 40 == 0:
            for seat, client in enumerate(clients):
                for path, marks in read(client, table.game):
                    assert marks <= table.known[seat], f"{table.people[seat].handle} at {path}, step {step}"
                    marks_seen += len(marks)
            for client in (spectator, anonymous):
                assert not any(marks for _path, marks in read(client, table.game))
        hiding = [number for number, option in enumerate(state.ask.options) if option[0] == "hide"]
        greedy = state.ask.options.index(state.ruleset.greedy_bot(state))
        option = hiding[0] if hiding and step % 3 == 0 else greedy
        games.choose(table.people[state.ask.seat], table.game, number=table.game.number, option=option)

    assert hidden <= private_zones
    assert marks_seen > 100
