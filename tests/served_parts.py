"""Test clients that get the parts of a game as the server answers them, not through all middleware."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest
from django.test.client import ClientHandler

from deploy.server import game_parts
from gameplay.infrastructure import held_sessions, sessions


class ServedParts:
    """Answers the requests of test clients as `GameParts` does. ``paths`` are those that it has answered."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self._handler = game_parts.PartHandler()
        self._all_pages: Callable[[Any, HttpRequest], Any] = ClientHandler.get_response

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Answer all requests from now on, with no session held at first."""
        held = held_sessions.HeldSessions()
        sessions.hub.get_hub().on_reauthorization(held.drop)
        monkeypatch.setattr(held_sessions, "held_sessions", lambda: held)
        monkeypatch.setattr(game_parts, "close_old_connections", lambda: None)  # the test's transaction stays open
        self._handler.load_middleware()

        def get_response(client: ClientHandler, request: HttpRequest) -> Any:
            account = game_parts.account_for_part(request.META)
            if account is None:
                return self._all_pages(client, request)
            request.META[game_parts.ACCOUNT_KEY] = account
            self.paths.append(request.path)
            return self._handler.get_response(request)

        monkeypatch.setattr(ClientHandler, "get_response", get_response)
