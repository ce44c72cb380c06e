"""Implement the ports of the apps below: pods and online games that belong to events."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from drafting.models import Pod, Seat
from drafting.ports import PodHost
from gameplay.models import Account, OnlineGame
from gameplay.ports import GameHost
from tournaments.selectors import checksums, matches, roles
from tournaments.services import deck_change, draft, online_match, practice_event


class EventPods(PodHost):
    """Host of the pods of events."""

    def on_decks_submitted(self, pod: Pod) -> None:
        practice_event.on_decks_submitted(pod)

    def check_deck_change(self, seat: Seat) -> None:
        deck_change.check_deck_change(seat)

    def page_context(self, pod: Pod, account: Account) -> dict[str, Any]:
        return matches.pod_page_context(pod, account)

    def player_names(self, pod: Pod) -> dict[UUID, str]:
        return matches.pod_player_names(pod)

    def watching_role(self, account: object, pod: Pod) -> str | None:
        return roles.role_at_pod(account, pod)

    def on_look_refused(self, account: object, pod_id: UUID) -> None:
        draft.log_refused_look(account, pod_id)

    def draft_log_scope(self, account: object, pod: Pod) -> str | None:
        return roles.draft_log_scope(account, pod)


class EventGames(GameHost):
    """Host of the online games of events."""

    def on_game_finished(self, game: OnlineGame) -> None:
        online_match.on_game_finished(game)
        practice_event.on_game_finished(game)

    def match_context(self, game: OnlineGame) -> dict[str, Any]:
        return {} if game.is_casual else matches.game_page_context(game)

    def visible_decks(self, game: OnlineGame, account: Account) -> Sequence[Any]:
        return checksums.game_deck_checksums(game, account)

    def player_names(self, game: OnlineGame) -> dict[UUID, str]:
        return {} if game.is_casual else matches.game_player_names(game)

    def may_watch(self, account: object, game: OnlineGame) -> bool:
        return roles.may_watch_game(account, game)

    def judge_role(self, account: object, game: OnlineGame) -> str | None:
        return None if game.is_casual else roles.judge_role_at_game(account, game)

    def may_read_record(self, account: object, game: OnlineGame) -> bool | None:
        return roles.may_read_record(account, game)
