"""All data about one person, for download. Nothing that the person may not see yet."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from drafting.models import Deck, Seat
from drafting.selectors.draft_log import NOBODY
from gameplay.infrastructure import log_sentences
from gameplay.models import Account, JudgeNote, LogEntry, NotificationSettings, OnlineGame
from gameplay.selectors.games import player_names, seats
from tournaments.models import Call, ConstructedDeck, Entry, Match, WaitingPlayer
from tournaments.selectors.penalties import penalties_shown_to
from tournaments.selectors.results import latest_report
from tournaments.selectors.roles import draft_log_scope

JsonObject = dict[str, Any]


def personal_data(account: Account) -> JsonObject:
    """Return the data of ``account`` as JSON data. The number of queries grows with its events."""
    entries = account.entries.select_related("event", "team").order_by("joined_at")
    waiting_places = account.waiting_places.select_related("event").order_by("joined_at")
    return {
        "account": _account_data(account),
        "notifications": _notification_data(account),
        "events": [_entry_data(entry) for entry in entries],
        "waiting_lists": [_waiting_data(each) for each in waiting_places],
        "offices": [
            {"event": office.event.name, "role": office.role} for office in account.offices.select_related("event")
        ],
        "leagues": [{"name": league.name, "slug": league.slug} for league in account.leagues.order_by("created_at")],
        "substituted": [_draft_data(seat) for seat in _substituted_seats(account)],
        "judge_calls": [_call_data(call) for call in Call.objects.filter(author=account).select_related("event")],
        "judge_notes": [
            {"game": str(note.game_id), "entry": note.entry, "text": note.text, "at": note.at}
            for note in JudgeNote.objects.filter(author=account).order_by("at")
        ],
        "games": [_game_data(game) for game in _games_of(account)],
        "log": _log_data(account),
    }


def _account_data(account: Account) -> JsonObject:
    fields = ("kind", "handle", "reading", "email", "language", "joined_at", "last_login")
    data: JsonObject = {name: getattr(account, name) for name in fields}
    return data | {"id": str(account.pk), "has_recovery_code": account.recovery is not None}


def _notification_data(account: Account) -> JsonObject:
    chosen = NotificationSettings.objects.filter(account=account).first() or NotificationSettings()
    devices = [{"address": each.endpoint, "since": each.created_at} for each in account.push_subscriptions.all()]
    return {
        "kinds": chosen.kinds,
        "email": chosen.email,
        "email_confirmed_at": chosen.email_confirmed_at,
        "devices": devices,
    }


def _entry_data(entry: Entry) -> JsonObject:
    own = Q(a=entry) | Q(b=entry)
    published = Match.objects.filter(own, round__published_at__isnull=False).select_related("round", "a", "b")
    fields = ("number", "name", "joined_at", "checked_in_at", "dropped_after_round", "disqualified_at")
    data: JsonObject = {"event": entry.event.name, "slug": entry.event.slug}
    data |= {name: getattr(entry, name) for name in (*fields, "under_age", "consent_at")}
    return data | {
        "team": entry.team.name if entry.team else None,
        "board": entry.board,
        "deck_list": _constructed_deck(entry),
        "drafts": [_draft_data(seat) for seat in _seats_of(entry)],
        "matches": [_match_data(match, entry) for match in published.order_by("round__number")],
        "penalties": [
            {"infraction": each.infraction, "level": each.level, "reason": each.reason, "at": each.at}
            for each in penalties_shown_to(entry)
        ],
    }


def _constructed_deck(entry: Entry) -> JsonObject | None:
    deck = ConstructedDeck.objects.filter(entry=entry).first()
    return {"text": deck.text, "cards": deck.cards, "submitted_at": deck.submitted_at} if deck else None


def _waiting_data(player: WaitingPlayer) -> JsonObject:
    fields = ("joined_at", "ended_at", "team", "under_age")
    return {"event": player.event.name} | {name: getattr(player, name) for name in fields}


def _seats_of(entry: Entry) -> list[Seat]:
    found = Seat.objects.filter(pod__event_pod__event=entry.event_id, player=entry.account_id)
    return list(found.select_related("pod", "player").order_by("pod__event_pod__number"))


def _substituted_seats(account: Account) -> list[Seat]:
    """Return the seats at which ``account`` picked and built for another player."""
    found = Seat.objects.filter(substitute=account, pod__event_pod__isnull=False)
    return list(found.select_related("pod", "player").order_by("pod__event_pod__event__created_at", "number"))


def _draft_data(seat: Seat) -> JsonObject:
    """Return a draft of the player. Picks are notes, which are sealed until all decks are in (DRF-2.13, DRF-2.14)."""
    pod, event = seat.pod, seat.pod.event_pod.event
    opened = pod.closed_at and (event.finished_at or draft_log_scope(seat.player, pod) != NOBODY)
    deck = Deck.objects.filter(seat=seat).first() if pod.drafted_at else None
    picks = seat.picks.order_by("pack_round", "number") if opened else ()
    return {
        "pod": pod.label,
        "seat": seat.number + 1,
        "picks": [{"pack": each.pack_round, "pick": each.number, "card": each.ref, "by": each.by} for each in picks],
        "deck": _deck_data(deck) if deck else None,
    }


def _deck_data(deck: Deck) -> JsonObject:
    earlier = deck.versions.values("cards", "replaced_at")
    return {"cards": deck.cards, "submitted_at": deck.submitted_at, "earlier": list(earlier)}


def _match_data(match: Match, entry: Entry) -> JsonObject:
    other = match.b if match.a == entry else match.a
    report = latest_report(match)
    return {
        "round": match.round.number,
        "table": match.table,
        "opponent": other.name if other else None,
        "score": report.score if report else None,
        "score_is_of": match.a.name,
    }


def _call_data(call: Call) -> JsonObject:
    return {"event": call.event.name, "category": call.category, "text": call.text, "at": call.at}


def _games_of(account: Account) -> list[OnlineGame]:
    return list(OnlineGame.objects.filter(seats__player=account).order_by("began_at").defer("record", "decks"))


def _game_data(game: OnlineGame) -> JsonObject:
    names = player_names(game, seats(game))
    fields = ("ruleset", "variant", "began_at", "ended_at", "outcome")
    return {"id": str(game.pk), "players": names} | {name: getattr(game, name) for name in fields}


def _log_data(account: Account) -> list[JsonObject]:
    entries = LogEntry.objects.filter(author=account).order_by("at", "pk")
    return [
        {
            "at": entry.at,
            "log": entry.stream_id,
            "role": entry.role,
            "action": entry.action,
            "sentence": log_sentences.render_entry(entry, author=gettext("You")),
        }
        for entry in entries
    ]
