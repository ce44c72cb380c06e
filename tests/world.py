"""An event in its first round, with an account for each role that may send requests to it."""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.test import Client

from cards.printed import bundled_card_set
from drafting.models import Deck, Seat
from drafting.rules.format import DraftFormat
from gameplay.models import Account, OnlineGame
from gameplay.services.accounts import create_bot, create_guest, create_staff
from gameplay.services.games import start_game
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tournaments.models import Call, Event, Match
from tournaments.rules.constructed import ConstructedFormat
from tournaments.rules.league import PointsRule
from tournaments.rules.slips import SlipTable, slip_code
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.call import call_judge_to_table
from tournaments.services.constructed_deck import save_ready_deck
from tournaments.services.deck_check import start_player_check
from tournaments.services.entry import join_event, register_player
from tournaments.services.event import NewEvent, appoint_official, create_event
from tournaments.services.league import LeagueSettings, add_event, create_league
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.penalty import give_penalty
from tournaments.services.pod import plan_pods, publish_seating
from tournaments.services.webhook import add_webhook

FORM = "application/x-www-form-urlencoded"
STAFF_ROLES = ("organizer", "head_judge", "scorekeeper", "floor_judge")
ROLES = (*STAFF_ROLES, "own", "player", "elsewhere", "guest", "anonymous")
EVERYBODY = frozenset(ROLES)
SIGNED_IN = EVERYBODY - {"anonymous"}
STAFF = frozenset(STAFF_ROLES)
DESK_ROLES = STAFF - {"floor_judge"}
EVENT_MANAGERS = frozenset({"organizer", "head_judge"})
JUDGES = STAFF - {"scorekeeper"}
ORGANIZERS = frozenset({"organizer"})
OWN = frozenset({"own"})
NOBODY: frozenset[str] = frozenset()
SEATED = frozenset({"own", "player"})
SITE_STAFF = frozenset({*STAFF_ROLES, "elsewhere"})


class World:
    """An event in its first round, its accounts by role, and the values of path placeholders."""

    def __init__(self, visibility: str = "public") -> None:
        alma = create_staff("Alma")
        starts = datetime(2026, 7, 4, 10, tzinfo=UTC)
        new = NewEvent("Summer Draft", DraftFormat(), BOOSTERS, {"visibility": visibility, "starts_at": starts})
        self.day = Day(create_event(new, by=alma, seed=SEED), alma)
        self.day.to_round(1)
        event = self.day.event
        first, second, _third = self.day.matches(1)
        self.people: dict[str, Account] = {"organizer": alma, "own": first.a.account, "player": second.a.account}
        for role in STAFF_ROLES[1:]:
            self.people[role] = create_staff(role.replace("_", " ") + " one")
            appoint_official(event, self.people[role], role, by=self.day.by)
        self.people["elsewhere"] = create_staff("Berta")
        create_event(NewEvent("Another", DraftFormat(), BOOSTERS), by=self.people["elsewhere"])
        self.people["guest"] = create_guest("Zoe")
        self.people["operator"] = Account.objects.create_superuser("Odile", password="three of lamps 3")
        call = call_judge_to_table(first, by=Actor(first.a.account, "player"), category=Call.Category.RULES)
        self.names = {"slug": event.slug, "code": event.join_code, "match": str(first.pk), "call": str(call.pk)}
        floor_judge = Actor(self.people["floor_judge"], "floor_judge")
        penalty = give_penalty(first.a, "late", reason="ten minutes", by=floor_judge)
        self.names["account"] = str(self.people["elsewhere"].pk)
        self.names |= {"penalty": str(penalty.pk), "number": str(first.a.number), "game": str(self._game(first).pk)}
        start_player_check(event, first.a.number, by=self.day.by)
        self.names["apart"] = str(exclude_pairing(event, 3, 4, reason="a judge's order", by=self.day.by).pk)
        self.names["slip"] = slip_code(str(event.pk), SlipTable(1, 1))
        self.names |= {
            "webhook": str(add_webhook(event, "https://draft.example/webhook", by=self.day.by).pk)
        } | self._pod()
        self.names |= self._league()
        self.names["constructed"] = self._constructed_event(visibility)
        self._cookies = {role: _sign_in(account) for role, account in self.people.items()}

    def _game(self, match: Match) -> OnlineGame:
        """Start the game of ``match``, between ``own`` and a bot."""
        sample = bundled_card_set("enemy", "SD").decks
        decks = [[ref for ref, copies in deck.cards.items() for _ in range(copies)] for deck in sample]
        players = [self.people["own"], create_bot("Bot")]
        game = start_game(ruleset="enemy", variant="sample", decks=decks, players=players, seed=SEED, chance="game")
        match.games.create(number=1, game=game)
        seats = Seat.objects.filter(pod__event_pod__event=self.day.event)
        Deck.objects.bulk_create(Deck(seat=seat, cards=decks[0], saved_at=game.began_at) for seat in seats)
        return game

    def _pod(self) -> dict[str, str]:
        """Return the ids of a pod, with a begun draft, of another event with the same officials."""
        by = Actor(self.people["organizer"], ORGANIZER)
        event = create_event(NewEvent("Night Draft", DraftFormat(), BOOSTERS), by=self.people["organizer"])
        for role in STAFF_ROLES[1:]:
            appoint_official(event, self.people[role], role, by=by)
        for account in (self.people["own"], self.people["player"], create_guest("Ivo"), create_guest("Jana")):
            register_player(event, account)
        publish_seating(plan_pods(event, by=by), by=by)
        pod = event.pods.get().pod
        own = Seat.objects.get(pod=pod, player=self.people["own"])
        return {"pod": str(pod.pk), "pack": str(pod.packs.get(pack_round=1, opener=own.number).pk)}

    def _league(self) -> dict[str, str]:
        """Return the slugs of a league of the organizer, and of its event, which is always public."""
        by = Actor(self.people["organizer"], ORGANIZER)
        league = create_league(LeagueSettings("Winter League", PointsRule()), by=self.people["organizer"])
        event = Event.objects.get(pods__pod=UUID(self.names["pod"]))
        add_event(league, event, by=by)
        return {"league": league.slug, "leagued": event.slug}

    def _constructed_event(self, visibility: str) -> str:
        """Return the slug of a constructed event with the same officials, open registration and no submitted deck.

        It is full, and a player waits for a place.
        """
        by = Actor(self.people["organizer"], ORGANIZER)
        new = NewEvent(
            "Deck Night",
            ConstructedFormat(7),
            (),
            {"visibility": visibility, "capacity": 2},
            game="enemy",
            variant="sample",
        )
        event = create_event(new, by=self.people["organizer"])
        for role in STAFF_ROLES[1:]:
            appoint_official(event, self.people[role], role, by=by)
        own, player = (register_player(event, self.people[role]).entry for role in ("own", "player"))
        join_event(event, create_guest("Wanda"))  # waits for a place
        save_ready_deck(own, 0, by=Actor(own.account, "player"))
        save_ready_deck(player, 1, by=Actor(player.account, "player"))
        return event.slug

    def status(self, role: str, method: str, path: str, data: Any) -> int:
        """Return the status of the response to ``role``; roll back all changes."""
        client = self.client(role)
        body = {key: self.fill_placeholders(value) for key, value in data.items()} if data else {}
        with transaction.atomic():
            answer = client.generic(
                method, f"/api/v1/{self.fill_placeholders(path)}", json.dumps(body), "application/json"
            )
            transaction.set_rollback(True)
        return answer.status_code

    def page_status(self, role: str, method: str, path: str, data: Any) -> int:
        """Return the status of a page's response to ``role``; roll back all changes."""
        client = self.client(role)
        with transaction.atomic():
            fields = {key: self.fill_placeholders(value) for key, value in (data or {}).items()}
            answer = client.generic(method, "/" + self.fill_placeholders(path), urlencode(fields), FORM)
            transaction.set_rollback(True)
        return answer.status_code

    def client(self, role: str) -> Client:
        host = (*ROLES, "operator").index(role)
        client = Client(REMOTE_ADDR=f"192.0.2.{host}")  # wrong codes are throttled by address
        if role != "anonymous":
            client.cookies[settings.SESSION_COOKIE_NAME] = self._cookies[role]
        return client

    def fill_placeholders(self, text: Any) -> Any:
        return text.format(**self.names) if isinstance(text, str) else text


def _sign_in(account: Account) -> str:
    """Return the session cookie of a new session of ``account``."""
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value
