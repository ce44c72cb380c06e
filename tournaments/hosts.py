"""What an event says of its pods and games to the apps below."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from drafting.models import Pod
from drafting.ports import PodHost
from gameplay.models import Account, OnlineGame
from gameplay.ports import GameHost
from tournaments.selectors import checksums, matches, roles
from tournaments.services import draft, play, rehearsal


class EventPods(PodHost):
    """The pods of events."""

    def decks_in(self, pod: Pod) -> None:
        rehearsal.decks_in(pod)

    def frame(self, pod: Pod, account: Account) -> dict[str, Any]:
        return matches.pod_frame(pod, account)

    def names(self, pod: Pod) -> dict[UUID, str]:
        return matches.pod_names(pod)

    def role(self, account: object, pod: Pod) -> str | None:
        return roles.role_at_pod(account, pod)

    def look_refused(self, account: object, pod_id: UUID) -> None:
        draft.look_refused(account, pod_id)

    def draft_log(self, account: object, pod: Pod) -> str | None:
        return roles.draft_log(account, pod)


class EventGames(GameHost):
    """The games of events."""

    def finished(self, game: OnlineGame) -> None:
        play.game_finished(game)
        rehearsal.game_finished(game)

    def frame(self, game: OnlineGame) -> dict[str, Any]:
        return matches.game_frame(game)

    def decks(self, game: OnlineGame, account: Account) -> Sequence[Any]:
        return checksums.game_decks(game, account)

    def names(self, game: OnlineGame) -> dict[UUID, str]:
        return matches.game_names(game)

    def may_watch(self, account: object, game: OnlineGame) -> bool:
        return roles.may_watch(account, game)

    def judge_role(self, account: object, game: OnlineGame) -> str | None:
        return roles.judge_role(account, game)

    def may_read_record(self, account: object, game: OnlineGame) -> bool | None:
        return roles.may_read_record(account, game)
