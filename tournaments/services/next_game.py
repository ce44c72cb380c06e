"""The time between two online games of a match in which players may change their decks (`Event.deck_changes`)."""

from datetime import timedelta

from django.utils import timezone

from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from tournaments.models import Match, MatchGame
from tournaments.selectors.roles import SYSTEM_ACTOR

DECK_CHANGE_TIME = timedelta(minutes=3)


def wait_for_decks(match: Match, last: MatchGame) -> None:
    """Let the players of ``match`` change their decks after the game ``last``, but not longer than the round runs.

    Bots do not change their decks and are ready immediately.
    """
    now = timezone.now()
    last.next_at = min(now + DECK_CHANGE_TIME, max(match.ends_at or now + DECK_CHANGE_TIME, now))
    last.a_is_ready, last.b_is_ready = _is_bot(match.a.account), match.b is None or _is_bot(match.b.account)
    if last.a_is_ready and last.b_is_ready:
        last.next_at = now
    last.save(update_fields=["next_at", "a_is_ready", "b_is_ready"])
    after = {"game": last.number + 1, "table": match.label, "round": match.round.number}
    append_entry(match.stream, "match_game_waits", author=None, role=SYSTEM_ACTOR.role, after=after, at=now)


def lock_waiting(match: Match) -> MatchGame | None:
    """Return the last game of ``match``, locked, if the next one waits for the players; else None."""
    return MatchGame.objects.select_for_update(no_key=True).filter(match=match, next_at__isnull=False).first()


def note_ready(match: Match, waiting: MatchGame, *, by: Account) -> bool:
    """Note that ``by``, a player of ``match``, is ready, and return whether both players are."""
    name = "a_is_ready" if match.a.account_id == by.pk else "b_is_ready"
    if not getattr(waiting, name):
        setattr(waiting, name, True)
        waiting.save(update_fields=[name])
        after = {"game": waiting.number + 1, "table": match.label, "round": match.round.number}
        append_entry(match.stream, "ready_for_game", author=by, role="player", after=after)
    return waiting.a_is_ready and waiting.b_is_ready


def _is_bot(account: Account) -> bool:
    return account.kind == Account.Kind.BOT
